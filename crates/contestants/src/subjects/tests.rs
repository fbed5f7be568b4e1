//! The built-in subjects with all contestants, on small corpora.

use std::collections::HashSet;
use std::rc::Rc;

use apograph_lab::{Experiment, Filter, Proof};
use apograph_workloads::device_graph::Fleet;
use apograph_workloads::{DEFAULT_SEED, device_graph, number_heavy};

use super::{builtin, builtin_named, of_size};

const OBJECTS: usize = 64;

/// What becomes of a contestant that does not carry a subject.
#[derive(Clone, Copy, Debug)]
enum Failure {
    /// It gives back the original's objects.
    SameObject,
    /// It gives back a graph without sharing.
    Separate,
    /// It gives back another float, unless the feature float_roundtrip is on.
    Float,
    /// It says that it cannot carry the subject.
    Unsupported,
}

const FAILURES: [(&str, &str, Failure); 16] = [
    ("device-graph", "copy/clone", Failure::SameObject),
    ("device-graph", "copy/arc", Failure::Unsupported),
    ("device-graph", "roundtrip/serde_json", Failure::Separate),
    ("device-graph", "roundtrip/apograph-json", Failure::Separate),
    ("device-graph", "roundtrip/postcard", Failure::Separate),
    ("device-graph", "roundtrip/sonic-rs", Failure::Unsupported),
    ("device-graph", "roundtrip/simd-json", Failure::Unsupported),
    ("device-graph", "roundtrip/flexon", Failure::Unsupported),
    ("device-graph", "roundtrip/rmp-serde", Failure::Unsupported),
    ("device-graph", "roundtrip/bitcode", Failure::Unsupported),
    ("device-graph", "roundtrip/wincode", Failure::Unsupported),
    ("device-graph", "roundtrip/rkyv", Failure::Unsupported),
    ("device-graph", "roundtrip/fory", Failure::Unsupported),
    ("number-heavy", "decode/serde_json", Failure::Float),
    ("number-heavy", "roundtrip/serde_json", Failure::Float),
    ("number-heavy", "roundtrip/serde_json/kept", Failure::Float),
];

fn expected(subject: &str, id: &str) -> Option<Failure> {
    let mut known = FAILURES.iter().filter(|failure| (failure.0, failure.1) == (subject, id));
    known
        .next()
        .map(|failure| failure.2)
        .filter(|failure| !(matches!(failure, Failure::Float) && cfg!(feature = "float_roundtrip")))
}

impl Failure {
    /// The path and the difference that the proof has to name for the first object.
    fn named(self) -> Option<(String, String)> {
        match self {
            Self::SameObject => {
                Some(("devices[0]".into(), "the same object as in the original, not a copy".into()))
            }
            Self::Separate => {
                let (first, second) = first_sharing(&device_graph::corpus(DEFAULT_SEED, 1)[0]);
                let difference =
                    format!("shared with {first} in the original, separate in the result");
                Some((second, difference))
            }
            Self::Float => {
                let block = &number_heavy::corpus(DEFAULT_SEED, 1)[0];
                let inexact = |&value: &f64| {
                    let text = serde_json::to_string(&value).expect("it is a float");
                    serde_json::from_str::<f64>(&text).expect("it is a float") != value
                };
                let sample = block.samples.iter().position(inexact).expect("some are inexact");
                Some((format!("samples[{sample}]"), "float came back as another float".into()))
            }
            Self::Unsupported => None,
        }
    }
}

/// The first two places of a fleet where the same object stands.
fn first_sharing(fleet: &Fleet) -> (String, String) {
    let mut met: Vec<(*const (), String)> = Vec::new();
    for (index, device) in fleet.devices.iter().enumerate() {
        let device = device.borrow();
        for (object, place) in [
            (Rc::as_ptr(&device.location).cast(), format!("devices[{index}].location")),
            (Rc::as_ptr(&device.product).cast(), format!("devices[{index}].product")),
        ] {
            if let Some((_, first)) = met.iter().find(|(other, _)| *other == object) {
                return (first.clone(), place);
            }
            met.push((object, place));
        }
    }
    panic!("no two places share an object")
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
                (Some(Failure::Unsupported), Proof::Unsupported { reason }) => {
                    assert!(!reason.is_empty(), "{name}");
                }
                (Some(failure), Proof::Failed { object: 0, path, difference, .. }) => {
                    assert_eq!(Some((path, difference)), failure.named(), "{name}");
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
        "apograph-json",
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
        "copy/apograph",
        "copy/apograph/into",
        "copy/apograph/alternating",
        "roundtrip/serde_json/value",
        "decode/simd-json/kept",
        "decode/bitcode/kept",
        "encode/apograph-json/text",
        "decode/apograph-json/into",
        "encode/apograph-json/serde",
        "encode/apograph-json/serde-kept",
        "decode/apograph-json/serde",
        "decode/apograph-json/text",
        "decode/apograph-json/text/into",
    ] {
        assert!(ids.contains(id), "{id}");
    }
    for name in ["apograph-json", "serde_json", "sonic-rs"] {
        for variant in ["tree", "pretty", "reordered", "unknown"] {
            assert!(ids.contains(&format!("decode/{name}/{variant}")), "{name} {variant}");
        }
    }
    let read = ["pretty/into", "reordered/into", "unknown/into", "options", "options/pretty"];
    for variant in read.into_iter().chain(["serde/pretty"]) {
        assert!(ids.contains(&format!("decode/apograph-json/{variant}")), "{variant}");
    }
    assert!(ids.contains("encode/apograph-json/options-kept"));
    assert_eq!(ids.len(), 11 * 5 + 17 + 3 * 4 + 7);
}

#[test]
fn texts_are_borrowed_by_the_crates_that_can() {
    let ids = subject_ids(&super::device_state::subject(1));
    for name in ["apograph-json", "serde_json", "sonic-rs"] {
        assert!(ids.contains(&format!("decode/{name}/borrowed")), "{name}");
    }
}

#[test]
fn other_forms_of_input_are_measured_on_request() {
    let subject = super::order::subject(1);
    let chosen = |patterns: &[&str]| -> Vec<String> {
        let filter = Filter::new([], patterns.iter().map(|&pattern| pattern.to_owned()));
        let chosen = filter.apply(&[&subject]).expect("it matches something");
        let entries = subject.entries();
        chosen[0].1.iter().map(|&place| entries[place].id.to_string()).collect()
    };
    let is_form =
        |id: &String| ["/pretty", "/reordered", "/unknown"].iter().any(|form| id.contains(form));
    assert!(!chosen(&[]).iter().any(is_form));
    assert_eq!(chosen(&["decode/sonic-rs/pretty"]), ["decode/sonic-rs/pretty"]);
    assert_eq!(chosen(&["decode/*/unknown*"]).iter().filter(|id| is_form(id)).count(), 4);
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
