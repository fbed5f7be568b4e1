//! What each subject promises about its objects.

use std::collections::HashSet;
use std::rc::Rc;

use apograph_lab::{CorpusProfile, Tree};
use apograph_workloads::{
    DEFAULT_SEED, Decimal, OBJECTS, Property, device_graph, device_state, number_heavy, order,
    order_list, simple_user, text_heavy,
};

use crate::look::{texts, trees};

#[test]
fn a_device_state_has_22_fields_and_3_levels() {
    let objects = trees(&device_state::corpus(DEFAULT_SEED, OBJECTS));
    for tree in &objects {
        let Tree::Record(fields) = tree else { panic!("a device state is a record") };
        assert_eq!(fields.len(), 22);
    }
    let depth = CorpusProfile::of(&objects).depth;
    assert_eq!((depth.min, depth.max), (3, 3));
}

#[test]
fn a_device_state_has_about_2_kb_of_json() {
    let bytes = CorpusProfile::of(&trees(&device_state::corpus(DEFAULT_SEED, OBJECTS))).json_bytes;
    assert!((1_800..=2_200).contains(&bytes.median), "{bytes:?}");
    assert!(bytes.max > 2 * bytes.min, "{bytes:?}");
}

#[test]
fn the_collections_of_device_states_keep_to_their_bounds_and_reach_them() {
    let states = device_state::corpus(DEFAULT_SEED, OBJECTS);
    let properties: HashSet<usize> = states.iter().map(|state| state.properties.len()).collect();
    assert_eq!(properties, (15..=30).collect::<HashSet<_>>());
    let alarms: HashSet<usize> = states.iter().map(|state| state.alarms.len()).collect();
    assert_eq!(alarms, (0..=5).collect::<HashSet<_>>());
    let tags: HashSet<usize> = states.iter().map(|state| state.tags.len()).collect();
    assert_eq!(tags, (0..=8).collect::<HashSet<_>>());
}

#[test]
fn the_properties_of_device_states_are_mixed_and_their_names_few() {
    let states = device_state::corpus(DEFAULT_SEED, OBJECTS);
    let kinds = |state: &device_state::DeviceState| {
        state.properties.values().map(std::mem::discriminant).collect::<HashSet<_>>().len()
    };
    assert!(states.iter().all(|state| kinds(state) >= 2));
    let of_most_kinds = states.iter().filter(|state| kinds(state) >= 4).count();
    assert!(10 * of_most_kinds >= 9 * states.len(), "{of_most_kinds}");
    let names: HashSet<&String> = states.iter().flat_map(|state| state.properties.keys()).collect();
    assert!((30..100).contains(&names.len()), "{}", names.len());

    let integers =
        states.iter().flat_map(|state| state.properties.values()).filter_map(|value| match value {
            Property::Integer(value) if *value > 0 => Some(value.ilog10()),
            _ => None,
        });
    let decades: HashSet<u32> = integers.collect();
    assert!((0..=11).all(|decade| decades.contains(&decade)), "{decades:?}");
}

#[test]
fn device_states_are_consistent_in_time() {
    for state in device_state::corpus(DEFAULT_SEED, OBJECTS) {
        assert!(state.created_at <= state.last_seen);
        assert!(state.alarms.is_sorted_by(|newer, older| newer.raised_at >= older.raised_at));
        for alarm in &state.alarms {
            assert!(state.created_at <= alarm.raised_at);
            assert!(alarm.cleared_at.is_none_or(|cleared_at| alarm.raised_at <= cleared_at));
        }
    }
}

#[test]
fn names_of_users_keep_to_their_lengths() {
    let users = simple_user::corpus(DEFAULT_SEED, 8 * OBJECTS);
    for user in &users {
        assert!((1..=32).contains(&user.username.len()), "{user:?}");
        assert!(user.email.len() <= 64, "{user:?}");
        assert!(user.id > 0);
    }
    assert!(users.iter().any(|user| user.username.len() <= 3));
    assert!(users.iter().any(|user| user.username.len() >= 30));
    assert!(users.iter().any(|user| !user.username.is_ascii()));
}

#[test]
fn an_order_has_1_to_8_items_of_8_fields() {
    let orders = order::corpus(DEFAULT_SEED, OBJECTS);
    let counts: HashSet<usize> = orders.iter().map(|order| order.items.len()).collect();
    assert_eq!(counts, (1..=8).collect::<HashSet<_>>());
    for tree in trees(&orders.iter().flat_map(|order| &order.items).collect::<Vec<_>>()) {
        let Tree::Record(fields) = tree else { panic!("an item is a record") };
        assert_eq!(fields.len(), 8);
    }
}

#[test]
fn the_total_of_an_order_is_the_sum_of_its_items() {
    let amount = |decimal: Decimal| decimal.unscaled as f64 / 10_f64.powi(decimal.scale.into());
    for order in order::corpus(DEFAULT_SEED, OBJECTS) {
        let expected: f64 = order
            .items
            .iter()
            .map(|item| {
                let net = amount(item.unit_price) * f64::from(item.quantity)
                    - item.discount.map_or(0.0, amount);
                net * (1.0 + amount(item.tax_rate) / 100.0)
            })
            .sum();
        // Each item is rounded to the smallest unit of the currency.
        let unit = amount(Decimal { unscaled: 1, scale: order.total.scale });
        let rounding = unit * order.items.len() as f64;
        assert!((amount(order.total) - expected).abs() <= rounding, "{order:?}");
    }
}

#[test]
fn an_order_list_has_10000_summaries_and_2_8_mb_of_json() {
    let lists = order_list::corpus(DEFAULT_SEED, order_list::LISTS);
    for list in &lists {
        assert_eq!(list.len(), 10_000);
        assert!(list.is_sorted_by(|one, next| one.id < next.id));
        let bytes = serde_json::to_vec(list).expect("a list is JSON").len();
        assert!((2_660_000..=2_940_000).contains(&bytes), "{bytes}");
    }
}

#[test]
fn devices_of_a_fleet_share_sites_and_products_and_alarms_know_their_device() {
    for fleet in device_graph::corpus(DEFAULT_SEED, OBJECTS) {
        let devices = fleet.devices.len();
        assert!((4..=24).contains(&devices));
        let distinct = |place: fn(&device_graph::Device) -> *const ()| {
            fleet.devices.iter().map(|device| place(&device.borrow())).collect::<HashSet<_>>().len()
        };
        assert!(distinct(|device| Rc::as_ptr(&device.location).cast()) <= devices / 2);
        assert!(distinct(|device| Rc::as_ptr(&device.product).cast()) <= devices / 2);
        let mut alarms = 0;
        for device in &fleet.devices {
            for alarm in &device.borrow().alarms {
                let target = alarm.borrow().device.upgrade().expect("the device is alive");
                assert!(Rc::ptr_eq(&target, device));
                alarms += 1;
            }
        }
        assert!(alarms > 0);
    }
}

#[test]
fn articles_hold_what_is_hard_about_text() {
    let corpus = trees(&text_heavy::corpus(DEFAULT_SEED, OBJECTS));
    let texts: Vec<&str> = corpus.iter().flat_map(texts).collect();
    type Is = fn(char) -> bool;
    let kinds: &[(&str, Is)] = &[
        ("quote", |c| c == '"'),
        ("backslash", |c| c == '\\'),
        ("line feed", |c| c == '\n'),
        ("carriage return", |c| c == '\r'),
        ("tab", |c| c == '\t'),
        ("other control character", |c| c < ' ' && !"\n\r\t".contains(c)),
        ("zero", |c| c == '\0'),
        ("markup", |c| c == '<'),
        ("accent", |c| ('\u{c0}'..='\u{17f}').contains(&c)),
        ("Cyrillic", |c| ('\u{400}'..='\u{4ff}').contains(&c)),
        ("Arabic", |c| ('\u{600}'..='\u{6ff}').contains(&c)),
        ("line separator", |c| c == '\u{2028}'),
        ("kana", |c| ('\u{3040}'..='\u{30ff}').contains(&c)),
        ("Han", |c| ('\u{4e00}'..='\u{9fff}').contains(&c)),
        ("Hangul", |c| ('\u{ac00}'..='\u{d7a3}').contains(&c)),
        ("emoji", |c| c >= '\u{1f300}'),
        ("joiner", |c| c == '\u{200d}'),
    ];
    for (kind, is) in kinds {
        assert!(texts.iter().any(|text| text.contains(*is)), "no {kind}");
    }
    let profile = CorpusProfile::of(&corpus);
    assert!(profile.escapes.min > 0, "{:?}", profile.escapes);
    assert!(profile.non_ascii.median > 0, "{:?}", profile.non_ascii);
}

#[test]
fn telemetry_holds_what_is_hard_about_numbers() {
    let corpus = number_heavy::corpus(DEFAULT_SEED, OBJECTS);
    let samples = || corpus.iter().flat_map(|block| &block.samples).copied();
    let digits = |value: f64| {
        format!("{value:e}").bytes().take_while(|&b| b != b'e').filter(u8::is_ascii_digit).count()
    };
    let full = samples().filter(|&value| digits(value) >= 15).count();
    assert!(2 * full > samples().count(), "most samples need their full precision");
    assert!(samples().any(|value| value == 0.0));
    assert!(samples().any(|value| value.abs() > 1e20));
    assert!(samples().any(|value| value != 0.0 && value.abs() < 1e-20));

    assert!(corpus.iter().any(|block| i64::try_from(block.source).is_err()));
    let counters = || corpus.iter().flat_map(|block| &block.counters).copied();
    assert!(counters().any(|counter| counter == i64::MIN));
    assert!(counters().any(|counter| counter == i64::MAX));
    let decades: HashSet<u32> = counters().filter_map(i64::checked_ilog10).collect();
    assert_eq!(decades, (0..=18).collect::<HashSet<_>>());

    for block in &corpus {
        assert_eq!(block.histogram.counts.len(), block.histogram.bounds.len() + 1);
        assert!(block.histogram.bounds.is_sorted());
    }
    assert!(corpus.iter().any(|block| block.track.is_empty()));
    assert!(corpus.iter().any(|block| block.acceleration.is_empty()));
}
