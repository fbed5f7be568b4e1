//! The built-in subjects with all contestants, on small corpora.

use std::collections::HashSet;

use apograph_lab::{Experiment, Proof};

use super::{builtin, builtin_named, of_size};

const OBJECTS: usize = 64;

const SHARED: &str = "the same object as in the original, not a copy";
const SEPARATE: &str = "shared with devices[0].product in the original, separate in the result";
const FLOAT: &str = "float came back as another float";

/// The contestants that do not carry a subject, with the path and the difference that the proof
/// has to name; no path stands for those that cannot carry it at all.
const FAILURES: [(&str, &str, Option<(&str, &str)>); 15] = [
    ("device-graph", "copy/clone", Some(("devices[0]", SHARED))),
    ("device-graph", "roundtrip/serde_json", Some(("devices[1].product", SEPARATE))),
    ("device-graph", "roundtrip/postcard", Some(("devices[1].product", SEPARATE))),
    ("device-graph", "copy/arc", None),
    ("device-graph", "roundtrip/sonic-rs", None),
    ("device-graph", "roundtrip/simd-json", None),
    ("device-graph", "roundtrip/flexon", None),
    ("device-graph", "roundtrip/rmp-serde", None),
    ("device-graph", "roundtrip/bitcode", None),
    ("device-graph", "roundtrip/wincode", None),
    ("device-graph", "roundtrip/rkyv", None),
    ("device-graph", "roundtrip/fory", None),
    // Only without the feature float_roundtrip.
    ("number-heavy", "decode/serde_json", Some(("samples[7]", FLOAT))),
    ("number-heavy", "roundtrip/serde_json", Some(("samples[7]", FLOAT))),
    ("number-heavy", "roundtrip/serde_json/kept", Some(("samples[7]", FLOAT))),
];

fn expected(subject: &str, id: &str) -> Option<Option<(&'static str, &'static str)>> {
    if cfg!(feature = "float_roundtrip") && subject == "number-heavy" {
        return None;
    }
    let found = FAILURES.iter().find(|failure| (failure.0, failure.1) == (subject, id));
    found.map(|failure| failure.2)
}

/// Runs the proof of every contestant.
fn proofs(subject: &dyn Experiment) -> Vec<(String, Proof)> {
    let entries = subject.entries();
    let places: Vec<usize> = (0..entries.len()).collect();
    let mut trial = subject.begin(&places, None);
    let ids = entries.iter().map(|entry| entry.id.to_string());
    ids.zip(places).map(|(id, place)| (id, trial.prove(place))).collect()
}

#[test]
fn every_contestant_gives_equal_objects_back_but_for_the_known_failures() {
    for subject in of_size(OBJECTS) {
        for (id, proof) in proofs(&*subject) {
            let name = format!("{} {id}", subject.name());
            match (expected(subject.name(), &id), proof) {
                (None, Proof::Passed { objects }) => assert!(objects > 0, "{name}"),
                (Some(None), Proof::Unsupported { reason }) => {
                    assert!(!reason.is_empty(), "{name}")
                }
                (Some(Some((path, what))), Proof::Failed { path: p, difference, .. }) => {
                    assert_eq!((p.as_str(), difference.as_str()), (path, what), "{name}");
                }
                (_, proof) => panic!("{name}: {proof:?}"),
            }
        }
    }
}

#[cfg(not(feature = "float_roundtrip"))]
#[test]
fn a_failed_float_names_the_setting_that_would_help() {
    let subject = super::number_heavy::subject(1);
    for (id, proof) in proofs(&subject) {
        if let Proof::Failed { setting, .. } = proof {
            assert!(setting.is_some_and(|s| s.contains("float_roundtrip")), "{id}");
        }
    }
}

#[test]
fn the_subjects_come_in_their_order() {
    let subjects = of_size(1);
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
    assert_eq!(
        names,
        [
            "device-state",
            "simple-user",
            "order",
            "order-list",
            "device-graph",
            "text-heavy",
            "number-heavy",
        ]
    );
    assert_eq!(builtin().len(), names.len());
    assert!(builtin_named("order").is_some_and(|subject| subject.name() == "order"));
    assert!(builtin_named("orders").is_none());
}

#[test]
fn identifiers_are_unique_and_every_contestant_has_its_words() {
    for subject in of_size(1) {
        assert!(!subject.about().is_empty() && !subject.maps().is_empty(), "{}", subject.name());
        let mut seen = HashSet::new();
        for entry in subject.entries() {
            let id = entry.id.to_string();
            assert_eq!(id.parse().as_ref(), Ok(entry.id), "{id}");
            let traits = entry.traits;
            for words in [&traits.keeps, &traits.loses, &traits.asks] {
                assert!(!words.is_empty() && !words.contains("  "), "{id}: {words:?}");
            }
            assert!(seen.insert(id), "{}: {} comes twice", subject.name(), entry.id);
        }
    }
}

#[test]
fn every_crate_has_every_operation_on_a_tree() {
    let subject = super::order::subject(1);
    let ids: HashSet<String> = subject_ids(&subject).into_iter().collect();
    for name in [
        "serde_json",
        "sonic-rs",
        "simd-json",
        "flexon",
        "postcard",
        "bitcode",
        "wincode",
        "rkyv",
        "rmp-serde",
        "fory",
    ] {
        for id in [
            format!("encode/{name}"),
            format!("encode/{name}/kept"),
            format!("decode/{name}"),
            format!("roundtrip/{name}"),
            format!("roundtrip/{name}/kept"),
        ] {
            assert!(ids.contains(&id), "{id}");
        }
    }
    for id in [
        "copy/clone",
        "copy/clone/into",
        "copy/arc",
        "copy/arc/make_mut",
        "roundtrip/serde_json/value",
        "decode/simd-json/kept",
        "decode/bitcode/kept",
    ] {
        assert!(ids.contains(id), "{id}");
    }
    assert_eq!(ids.len(), 10 * 5 + 7);
}

fn subject_ids(subject: &dyn Experiment) -> Vec<String> {
    subject.entries().iter().map(|entry| entry.id.to_string()).collect()
}

#[test]
fn only_shared_handles_are_not_independent() {
    for subject in of_size(1) {
        for entry in subject.entries() {
            let id = entry.id.to_string();
            assert_eq!(entry.traits.independent, id != "copy/arc", "{}: {id}", subject.name());
        }
    }
}
