//! What holds for every subject: corpora repeat, differ by seed, and vary in every place.

use std::collections::HashSet;

use apograph_lab::Tree;
use apograph_workloads::{
    DEFAULT_SEED, OBJECTS, device_graph, device_state, number_heavy, order, order_list,
    simple_user, text_heavy,
};

use crate::look::{floats, places, trees};

type Make = fn(u64, usize) -> Vec<Tree>;

/// Each subject with as many objects as it is measured on; of the long order lists, two are enough.
const SUBJECTS: &[(&str, Make, usize)] = &[
    ("device-state", |seed, objects| trees(&device_state::corpus(seed, objects)), OBJECTS),
    ("simple-user", |seed, objects| trees(&simple_user::corpus(seed, objects)), OBJECTS),
    ("order", |seed, objects| trees(&order::corpus(seed, objects)), OBJECTS),
    ("order-list", |seed, lists| trees(&order_list::corpus(seed, lists)), 2),
    ("device-graph", |seed, objects| trees(&device_graph::corpus(seed, objects)), OBJECTS),
    ("text-heavy", |seed, objects| trees(&text_heavy::corpus(seed, objects)), OBJECTS),
    ("number-heavy", |seed, objects| trees(&number_heavy::corpus(seed, objects)), OBJECTS),
];

#[test]
fn the_same_seed_gives_the_same_objects() {
    for (subject, make, objects) in SUBJECTS {
        let corpus = make(DEFAULT_SEED, *objects);
        assert_eq!(corpus.len(), *objects, "{subject}");
        assert!(corpus == make(DEFAULT_SEED, *objects), "{subject}");
        let shorter = make(DEFAULT_SEED, objects / 2);
        assert!(shorter == corpus[..objects / 2], "{subject}: a shorter corpus is its beginning");
    }
}

/// Pins the corpora: the figures of two versions can only be compared when both ran on the same
/// objects. Whoever changes a corpus changes its number here, and says so in the changelog.
#[test]
fn the_corpora_are_the_published_ones() {
    let mut found = Vec::new();
    for (subject, make, objects) in SUBJECTS {
        let text: Vec<String> = make(DEFAULT_SEED, *objects)
            .iter()
            .map(|tree| serde_json::to_string(&in_key_order(tree)).expect("a tree is JSON"))
            .collect();
        found.push((*subject, format!("{:016x}", fnv1a(&text.concat()))));
    }
    let found: Vec<(&str, &str)> = found.iter().map(|(name, hash)| (*name, &**hash)).collect();
    assert_eq!(found, PUBLISHED);
}

const PUBLISHED: &[(&str, &str)] = &[
    ("device-state", "e72f650451cf9c6c"),
    ("simple-user", "d8b5baeee5655beb"),
    ("order", "6852d25cd4bf5e0e"),
    ("order-list", "95dcdd7724494a2a"),
    ("device-graph", "282938e573dec5fd"),
    ("text-heavy", "02693fef48fe0c87"),
    ("number-heavy", "82eda0fb7ebae187"),
];

/// The order of a hash map may change with the standard library.
fn in_key_order(tree: &Tree) -> Tree {
    match tree {
        Tree::Map(entries) => {
            let mut entries = entries.clone();
            entries.sort_by_key(|(key, _)| format!("{key:?}"));
            Tree::Map(entries)
        }
        Tree::Record(fields) => {
            Tree::Record(fields.iter().map(|(name, value)| (*name, in_key_order(value))).collect())
        }
        other => other.clone(),
    }
}

/// The Fowler–Noll–Vo hash, which will not change either.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn other_seeds_give_other_objects() {
    for (subject, make, _) in SUBJECTS {
        assert!(make(1, 2) != make(2, 2), "{subject}");
    }
}

#[test]
fn all_objects_are_distinct() {
    for (subject, make, objects) in SUBJECTS {
        let distinct: HashSet<String> =
            make(DEFAULT_SEED, *objects).iter().map(|tree| format!("{tree:?}")).collect();
        assert_eq!(distinct.len(), *objects, "{subject}");
    }
}

#[test]
fn every_field_varies() {
    for (subject, make, objects) in SUBJECTS {
        for (path, seen) in places(&make(DEFAULT_SEED, *objects)) {
            // An order list is long by definition, and an axis is one of three.
            let fixed = (*subject == "order-list" && path.is_empty())
                || (*subject == "number-heavy" && path == ".acceleration[]");
            assert!(fixed || seen.values.len() > 1, "{subject}{path} is always the same");
        }
    }
}

#[test]
fn every_optional_field_is_absent_in_some_objects_and_present_in_others() {
    let optional: &[(&str, &[&str])] = &[
        (
            "device-state",
            &[
                ".battery_percent",
                ".humidity",
                ".error_code",
                ".location.altitude",
                ".properties{}",
                ".alarms[].cleared_at",
                ".alarms[].value",
            ],
        ),
        ("simple-user", &[]),
        (
            "order",
            &[
                ".buyer.phone",
                ".buyer.company",
                ".shipping_address.line2",
                ".items[].variant",
                ".items[].discount",
            ],
        ),
        ("order-list", &["[].shipped_at", "[].remark"]),
        ("device-graph", &[".devices[].product.warranty_months"]),
        ("text-heavy", &[".subtitle", ".snippet"]),
        ("number-heavy", &[".clock_offset_nanos", ".track[].altitude"]),
    ];
    for ((subject, make, objects), (name, paths)) in SUBJECTS.iter().zip(optional) {
        assert_eq!(subject, name);
        let places = places(&make(DEFAULT_SEED, *objects));
        let with_nulls: Vec<&str> = places
            .iter()
            .filter(|(_, seen)| seen.nulls > 0)
            .map(|(path, _)| path.as_str())
            .collect();
        for path in *paths {
            assert!(with_nulls.contains(path), "{subject}{path} is never absent");
            assert!(!places[*path].values.is_empty(), "{subject}{path} is never present");
        }
        assert_eq!(with_nulls.len(), paths.len(), "{subject}: {with_nulls:?}");
    }
}

#[test]
fn floats_are_finite() {
    for (subject, make, objects) in SUBJECTS {
        for tree in make(DEFAULT_SEED, *objects) {
            assert!(floats(&tree).iter().all(|value| value.is_finite()), "{subject}");
        }
    }
}
