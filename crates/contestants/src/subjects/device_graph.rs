//! `device-graph`: the one subject that is a graph and not a tree.
//!
//! It is looked at and compared with the means of [`apograph_workloads::device_graph`]: a copy has
//! to keep the sharing and the back references, and must not share anything with the original.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::{Rc, Weak};

use apograph_lab::{
    Contestant, ContestantId, Difference, Operation, Subject, Tree, TreeError, WireKind, tree_of,
};
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::device_graph::{
    Device, DeviceAlarm, Fleet, Identities, Product, Sighting, Site, corpus, difference,
};
use deepclone::DeepClone;

use crate::view::Direct;
use crate::words::Words;
use crate::{apograph_json, copying, deep_copies};

pub(super) fn subject(objects: usize) -> Subject<Fleet> {
    let source = move || corpus(DEFAULT_SEED, objects);
    Subject::with_comparison("device-graph", source, look, |original, returned| {
        difference(original, returned)
            .map(|found| Difference { path: found.path, what: found.what })
    })
    .about("a fleet of devices that share sites and products, with alarms that point back at them")
    .maps("none")
    .contestants(contestants())
}

fn contestants() -> Vec<Contestant<Fleet>> {
    let mut all = vec![
        copying::clone(&Direct, "clone", None),
        deep_copies::kept_copier(),
        DEEPCLONE.spoken_of(Contestant::copy("deepclone", DeepClone::deep_clone)),
        IDENTITY_MAP.spoken_of(Contestant::copy("identity-map", copy_by_identity)),
        SERDE_JSON.spoken_of(Contestant::round_trip("serde_json", |fleet| {
            serde_json::from_slice::<Fleet>(&serde_json::to_vec(fleet)?)
        })),
        apograph_json::OF_GRAPHS.spoken_of(Contestant::round_trip("apograph-json", |fleet| {
            apograph::json::from_slice::<Fleet>(&apograph::json::to_vec(fleet)?)
        })),
        POSTCARD.spoken_of(Contestant::round_trip("postcard", |fleet| {
            postcard::from_bytes::<Fleet>(&postcard::to_allocvec(fleet)?)
        })),
    ];
    all.extend(deep_copies::deep_copies());
    all.extend(UNABLE.iter().map(|&(operation, name, reason)| {
        let id = ContestantId::from_words(operation, name, None);
        unable(name).spoken_of(Contestant::unsupported(id, reason))
    }));
    crate::standard::in_order(all)
}

const DEEPCLONE: Words = Words {
    keeps: "sharing, and references back by Weak",
    loses: "nothing here; a cycle of strong references panics; maps are built anew",
    asks: "its derive on every type; a stack as deep as the graph, since it recurses",
    wire: WireKind::None,
    evolves: false,
    independent: true,
    dependency: Some("deepclone"),
    setting: None,
    keeps_buffers: false,
};

const IDENTITY_MAP: Words = Words {
    keeps: "sharing, and references back by Weak",
    loses: "nothing here",
    asks: "code by hand for these very types: a map from the address of an object to its copy",
    dependency: None,
    ..DEEPCLONE
};

const SERDE_JSON: Words = Words {
    keeps: "the values of the tree that serde sees",
    loses: "sharing, since a shared object is written for each place; references back, since they \
            have to be skipped",
    asks: "derives of serde and its feature rc",
    wire: WireKind::Text,
    evolves: true,
    independent: true,
    dependency: Some("serde_json"),
    setting: None,
    keeps_buffers: false,
};

const POSTCARD: Words = Words {
    asks: "derives of serde and its feature rc; the same types on both sides",
    wire: WireKind::Binary,
    evolves: false,
    dependency: Some("postcard"),
    ..SERDE_JSON
};

const SERDE_LOSES: &str = "it goes through serde, which loses the sharing and the references back, as \
     roundtrip/serde_json shows";

/// Who cannot carry the graph, and why.
const UNABLE: [(Operation, &str, &str); 9] = [
    (
        Operation::Copy,
        "arc",
        "the graph is held in Rc, which cannot go to other threads; another handle of it would \
         share all its objects",
    ),
    (Operation::RoundTrip, "sonic-rs", SERDE_LOSES),
    (Operation::RoundTrip, "simd-json", SERDE_LOSES),
    (Operation::RoundTrip, "flexon", SERDE_LOSES),
    (Operation::RoundTrip, "rmp-serde", SERDE_LOSES),
    (Operation::RoundTrip, "bitcode", "it cannot write RefCell and Weak"),
    (Operation::RoundTrip, "wincode", "it cannot write Weak, and writes a shared object twice"),
    (Operation::RoundTrip, "rkyv", "it cannot archive RefCell, through which the cycle goes"),
    (
        Operation::RoundTrip,
        "fory",
        "it cannot write std's Weak: the types would have to use its own RcWeak instead",
    ),
];

/// The words of who cannot carry the graph; the reason says the rest.
fn unable(name: &'static str) -> Words {
    Words {
        keeps: "not this graph",
        loses: "not this graph",
        asks: "other types",
        wire: WireKind::None,
        evolves: false,
        independent: name != "arc",
        dependency: (name != "arc").then_some(name),
        setting: None,
        keeps_buffers: false,
    }
}

/// Copies a fleet as one does by hand: a map for each type from the address of an object to its
/// copy. Devices come first, so that every reference back finds its device.
pub(super) fn copy_by_identity(fleet: &Fleet) -> Fleet {
    let mut copies = Copies::default();
    let devices = fleet.devices.iter().map(|device| copies.device(device)).collect();
    for device in &fleet.devices {
        copies.alarms(device);
    }
    Fleet { devices }
}

#[derive(Default)]
struct Copies {
    devices: HashMap<*const RefCell<Device>, Rc<RefCell<Device>>>,
    sites: HashMap<*const Site, Rc<Site>>,
    products: HashMap<*const Product, Rc<Product>>,
    alarms: HashMap<*const RefCell<DeviceAlarm>, Rc<RefCell<DeviceAlarm>>>,
}

impl Copies {
    /// The copy of a device, as yet without alarms.
    fn device(&mut self, device: &Rc<RefCell<Device>>) -> Rc<RefCell<Device>> {
        if let Some(copy) = self.devices.get(&Rc::as_ptr(device)) {
            return Rc::clone(copy);
        }
        let original = device.borrow();
        let copy = Rc::new(RefCell::new(Device {
            id: original.id,
            name: original.name.clone(),
            status: original.status,
            location: copy_of(&mut self.sites, &original.location),
            product: copy_of(&mut self.products, &original.product),
            alarms: Vec::with_capacity(original.alarms.len()),
        }));
        self.devices.insert(Rc::as_ptr(device), Rc::clone(&copy));
        copy
    }

    /// Copies the alarms of a device into its copy.
    fn alarms(&mut self, device: &Rc<RefCell<Device>>) {
        let Some(copy) = self.devices.get(&Rc::as_ptr(device)) else { return };
        let mut copy = copy.borrow_mut();
        if !copy.alarms.is_empty() {
            // The device stands in the fleet twice.
            return;
        }
        for alarm in &device.borrow().alarms {
            let copied = self.alarms.entry(Rc::as_ptr(alarm)).or_insert_with(|| {
                let original = alarm.borrow();
                let device = original.device.upgrade();
                let device = device.and_then(|device| self.devices.get(&Rc::as_ptr(&device)));
                Rc::new(RefCell::new(DeviceAlarm {
                    code: original.code.clone(),
                    severity: original.severity,
                    message: original.message.clone(),
                    raised_at: original.raised_at,
                    device: device.map_or_else(Weak::new, Rc::downgrade),
                }))
            });
            copy.alarms.push(Rc::clone(copied));
        }
    }
}

/// The copy of an object without references of its own.
fn copy_of<T: Clone>(copies: &mut HashMap<*const T, Rc<T>>, original: &Rc<T>) -> Rc<T> {
    let copy = copies.entry(Rc::as_ptr(original)).or_insert_with(|| Rc::new(T::clone(original)));
    Rc::clone(copy)
}

/// The graph as a tree, each shared object once: what was met before becomes a reference.
fn look(fleet: &Fleet) -> Result<Tree, TreeError> {
    let mut met = Identities::default();
    let devices = fleet
        .devices
        .iter()
        .map(|device| match met.meet(device) {
            Sighting::Again(number) => Ok(Tree::Reference(number)),
            Sighting::First(_) => look_at_device(&device.borrow(), &mut met),
        })
        .collect::<Result<_, _>>()?;
    Ok(Tree::Record(vec![("devices", Tree::List(devices))]))
}

fn look_at_device(device: &Device, met: &mut Identities) -> Result<Tree, TreeError> {
    let location = match met.meet(&device.location) {
        Sighting::Again(number) => Tree::Reference(number),
        Sighting::First(_) => tree_of(&*device.location)?,
    };
    let product = match met.meet(&device.product) {
        Sighting::Again(number) => Tree::Reference(number),
        Sighting::First(_) => tree_of(&*device.product)?,
    };
    let alarms = device
        .alarms
        .iter()
        .map(|alarm| match met.meet(alarm) {
            Sighting::Again(number) => Ok(Tree::Reference(number)),
            Sighting::First(_) => look_at_alarm(&alarm.borrow(), met),
        })
        .collect::<Result<_, _>>()?;
    Ok(Tree::Record(vec![
        ("id", Tree::Integer(i128::from(device.id))),
        ("name", Tree::Text(device.name.clone())),
        ("status", tree_of(&device.status)?),
        ("location", location),
        ("product", product),
        ("alarms", Tree::List(alarms)),
    ]))
}

fn look_at_alarm(alarm: &DeviceAlarm, met: &Identities) -> Result<Tree, TreeError> {
    let device = alarm.device.upgrade().and_then(|device| met.number(&device));
    Ok(Tree::Record(vec![
        ("code", Tree::Text(alarm.code.clone())),
        ("severity", tree_of(&alarm.severity)?),
        ("message", Tree::Text(alarm.message.clone())),
        ("raised_at", tree_of(&alarm.raised_at)?),
        ("device", device.map_or(Tree::Null, Tree::Reference)),
    ]))
}
