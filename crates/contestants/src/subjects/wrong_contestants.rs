//! Contestants that are wrong on purpose: the proof has to catch each with the right object, path
//! and kinds.

use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicUsize, Ordering};

use apograph_lab::{Contestant, Experiment, Proof, Subject};
use apograph_workloads::device_graph::Fleet;
use apograph_workloads::device_state::DeviceState;
use apograph_workloads::number_heavy::Telemetry;
use apograph_workloads::{DEFAULT_SEED, Property, device_graph, device_state, number_heavy};

use super::device_graph::copy_by_identity;

const OBJECTS: usize = 8;

/// Adds the contestant to a built-in subject and runs its proof.
#[track_caller]
fn check<T: 'static>(
    subject: Subject<T>,
    wrong: Contestant<T>,
    (object, path, difference): (usize, &str, &str),
) {
    let subject = subject.contestant(wrong);
    let place = subject.entries().len() - 1;
    assert_eq!(
        subject.begin(&[place], None).prove(0),
        Proof::Failed {
            object,
            path: path.to_owned(),
            difference: difference.to_owned(),
            setting: None
        }
    );
}

fn check_device_state(
    wrong: impl Fn(&mut DeviceState) + Send + Sync + 'static,
    expected: (usize, &str, &str),
) {
    let contestant = Contestant::copy("wrong", move |state: &DeviceState| {
        let mut copy = state.clone();
        wrong(&mut copy);
        copy
    });
    check(super::device_state::subject(OBJECTS), contestant, expected);
}

#[test]
fn a_lost_field_is_caught() {
    let states = device_state::corpus(DEFAULT_SEED, OBJECTS);
    let length = states[0].location.region.code.len();
    check_device_state(
        |state| state.location.region.code.clear(),
        (
            0,
            "location.region.code",
            &format!("text of {length} bytes came back as text of 0 bytes"),
        ),
    );
    let first = states.iter().position(|state| state.humidity.is_some()).expect("some have one");
    check_device_state(
        |state| state.humidity = None,
        (first, "humidity", "float came back as null"),
    );
    let first = states.iter().position(|state| !state.alarms.is_empty()).expect("some have one");
    let count = states[first].alarms.len();
    check_device_state(
        |state| drop(state.alarms.pop()),
        (first, "alarms", &format!("list of {count} came back as list of {}", count - 1)),
    );
}

/// Whether a path shows a key as it is: others may be data.
fn is_shown(key: &str) -> bool {
    key.chars().all(|c| c.is_ascii_alphanumeric())
}

#[test]
fn a_dropped_map_entry_is_caught() {
    let states = device_state::corpus(DEFAULT_SEED, OBJECTS);
    let last = |state: &DeviceState| {
        state.properties.keys().filter(|key| is_shown(key)).max().cloned().expect("it has some")
    };
    let key = last(&states[0]);
    let kind = match &states[0].properties[&key] {
        Property::Null => "null".to_owned(),
        Property::Bool(_) => "boolean".to_owned(),
        Property::Integer(_) => "integer".to_owned(),
        Property::Float(_) => "float".to_owned(),
        Property::Text(text) => format!("text of {} bytes", text.len()),
    };
    check_device_state(
        move |state| {
            let key = last(state);
            state.properties.remove(&key);
        },
        (0, &format!("properties.{key}"), &format!("{kind} was lost")),
    );
}

#[test]
fn a_changed_kind_of_number_is_caught() {
    let states = device_state::corpus(DEFAULT_SEED, OBJECTS);
    let is_integer = |property: &Property| matches!(property, Property::Integer(_));
    let (object, key) = states
        .iter()
        .enumerate()
        .find_map(|(object, state)| {
            let mut keys =
                state.properties.iter().filter(|(key, value)| is_shown(key) && is_integer(value));
            keys.next().map(|(key, _)| (object, key.clone()))
        })
        .expect("some are integers");
    let path = format!("properties.{key}");
    check_device_state(
        move |state| {
            if let Some(Property::Integer(value)) = state.properties.get(&key) {
                let float = Property::Float(*value as f64);
                state.properties.insert(key.clone(), float);
            }
        },
        (object, &path, "integer came back as float"),
    );
}

#[test]
fn a_rounded_float_is_caught() {
    let blocks = number_heavy::corpus(DEFAULT_SEED, OBJECTS);
    let rounded = |value: f64| f64::from(value as f32);
    let object = blocks
        .iter()
        .position(|block| block.samples.last().is_some_and(|&last| rounded(last) != last))
        .expect("the samples are of full precision");
    let path = format!("samples[{}]", blocks[object].samples.len() - 1);
    let wrong = Contestant::copy("wrong", move |block: &Telemetry| {
        let mut copy = block.clone();
        if let Some(last) = copy.samples.last_mut() {
            *last = rounded(*last);
        }
        copy
    });
    check(
        super::number_heavy::subject(OBJECTS),
        wrong,
        (object, &path, "float came back as another float"),
    );
}

#[test]
fn an_error_is_caught_with_its_reason() {
    let wrong = Contestant::round_trip("wrong", |state: &DeviceState| {
        if state.alarms.is_empty() { Ok(state.clone()) } else { Err("it cannot write alarms") }
    });
    let states = device_state::corpus(DEFAULT_SEED, OBJECTS);
    let first = states.iter().position(|state| !state.alarms.is_empty()).expect("some have one");
    check(super::device_state::subject(OBJECTS), wrong, (first, "", "it cannot write alarms"));
}

#[test]
fn a_stale_buffer_is_caught() {
    let calls = AtomicUsize::new(0);
    let wrong = Contestant::encode_kept(
        "wrong",
        move |state: &DeviceState, buffer: &mut Vec<u8>| {
            if calls.fetch_add(1, Ordering::Relaxed) == 0 {
                *buffer = postcard::to_allocvec(state)?;
            }
            Ok::<_, postcard::Error>(())
        },
        |bytes: &[u8]| postcard::from_bytes::<DeviceState>(bytes),
    );
    let states = device_state::corpus(DEFAULT_SEED, OBJECTS);
    let length = |index: usize| states[index].device_id.len();
    let what = if length(0) == length(1) {
        format!("text of {0} bytes came back as another text of {0} bytes", length(0))
    } else {
        format!("text of {} bytes came back as text of {} bytes", length(1), length(0))
    };
    check(super::device_state::subject(OBJECTS), wrong, (1, "device_id", &what));
}

fn check_graph(
    wrong: impl Fn(&Fleet, &mut Fleet) + Send + Sync + 'static,
    expected: (usize, &str, &str),
) {
    let contestant = Contestant::copy("wrong", move |fleet: &Fleet| {
        let mut copy = copy_by_identity(fleet);
        wrong(fleet, &mut copy);
        copy
    });
    check(super::device_graph::subject(OBJECTS), contestant, expected);
}

#[test]
fn broken_sharing_is_caught() {
    let fleet = &device_graph::corpus(DEFAULT_SEED, 1)[0];
    let location = |index: usize| Rc::clone(&fleet.devices[index].borrow().location);
    let (first, second) = (1..fleet.devices.len())
        .find_map(|second| {
            (0..second)
                .find(|&first| Rc::ptr_eq(&location(first), &location(second)))
                .map(|first| (first, second))
        })
        .expect("some devices share a site");
    check_graph(
        |_, copy| {
            for device in &copy.devices {
                let mut device = device.borrow_mut();
                device.location = Rc::new((*device.location).clone());
            }
        },
        (
            0,
            &format!("devices[{second}].location"),
            &format!(
                "shared with devices[{first}].location in the original, separate in the result"
            ),
        ),
    );
}

#[test]
fn an_object_shared_with_the_original_is_caught() {
    check_graph(
        |fleet, copy| {
            let product = Rc::clone(&fleet.devices[0].borrow().product);
            copy.devices[0].borrow_mut().product = product;
        },
        (0, "devices[0].product", "the same object as in the original, not a copy"),
    );
}

#[test]
fn a_lost_back_reference_is_caught() {
    let fleets = device_graph::corpus(DEFAULT_SEED, OBJECTS);
    let (object, device) = fleets
        .iter()
        .enumerate()
        .find_map(|(object, fleet)| {
            let has_alarms = |index: &usize| !fleet.devices[*index].borrow().alarms.is_empty();
            (0..fleet.devices.len()).find(has_alarms).map(|device| (object, device))
        })
        .expect("some devices have alarms");
    check_graph(
        |_, copy| {
            for device in &copy.devices {
                for alarm in &device.borrow().alarms {
                    alarm.borrow_mut().device = Weak::new();
                }
            }
        },
        (
            object,
            &format!("devices[{device}].alarms[0].device"),
            &format!("back reference to devices[{device}] in the original, dangling in the result"),
        ),
    );
}
