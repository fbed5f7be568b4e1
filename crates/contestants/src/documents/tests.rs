use std::collections::BTreeSet;

use apograph_lab::{Experiment, Proof, Tree};

use super::{Document, DocumentError, documents};

/// Documents of all kinds, with floats that a parser which rounds twice gets wrong.
const TEXTS: [&str; 8] = [
    r#"{"id": 1, "name": "a \"quoted\" \\ name", "tags": ["\u00e9", "\ud83d\ude00", "\n\t\u0001"]}"#,
    r#"[18446744073709551615, -9223372036854775808, 9007199254740993, 0, -1]"#,
    r#"[0.1, 1.5e300, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 100.0]"#,
    r#"[0.30000000000000004, 123456.78901234567, 8.988465674311579e307, 4.35, 7.038531e-26]"#,
    r#"[[3.141592653589793, 2.718281828459045], [{"x": 0.9134028437213781}, 61.430000000000014]]"#,
    r#"{"empty": {}, "list": [], "": null, "deep": [[[[[[true, false]]]]]], "日本": "語"}"#,
    r#""only a text""#,
    "  17 ",
];

/// Only without the feature float_roundtrip.
const INEXACT: [&str; 3] =
    ["decode/serde_json", "roundtrip/serde_json", "roundtrip/serde_json/kept"];

fn subject() -> impl Experiment {
    documents("mixed", TEXTS.map(str::to_owned).to_vec()).expect("these are documents")
}

#[test]
fn every_contestant_gives_equal_documents_back_but_for_inexact_floats() {
    let subject = subject();
    let places: Vec<usize> = (0..subject.entries().len()).collect();
    let mut trial = subject.begin(&places, None);
    let mut inexact = Vec::new();
    for (place, entry) in subject.entries().iter().enumerate() {
        match trial.prove(place) {
            Proof::Passed { objects } => assert_eq!(objects, TEXTS.len()),
            Proof::Failed { difference, setting, .. }
                if INEXACT.contains(&entry.id.to_string().as_str()) =>
            {
                assert_eq!(difference, "float came back as another float");
                assert!(setting.is_some_and(|setting| setting.contains("float_roundtrip")));
                inexact.push(entry.id.to_string());
            }
            proof => panic!("{}: {proof:?}", entry.id),
        }
    }
    let expected: &[&str] = if cfg!(feature = "float_roundtrip") { &[] } else { &INEXACT };
    assert_eq!(inexact, expected);
}

#[test]
fn a_lost_sign_of_zero_is_caught() {
    let subject = documents("zero", vec![r#"{"drift": -0.0}"#.to_owned()]).expect("it is one");
    let places: Vec<usize> = (0..subject.entries().len()).collect();
    let mut trial = subject.begin(&places, None);
    let mut losers = BTreeSet::new();
    let entries = subject.entries();
    for (place, entry) in entries.iter().enumerate() {
        match trial.prove(place) {
            Proof::Passed { .. } => {}
            Proof::Failed { path, difference, .. } => {
                assert_eq!(path, "drift", "{}", entry.id);
                assert!(difference.starts_with("float came back as"), "{}: {difference}", entry.id);
                losers.insert(entry.id.name());
            }
            proof => panic!("{}: {proof:?}", entry.id),
        }
    }
    assert_eq!(losers, BTreeSet::from(["sonic-rs"]));
}

#[test]
fn a_document_is_read_exactly() {
    let text = "[0.30000000000000004, 123456.78901234567, 18446744073709551615, 1.0, 1, -0.0]";
    let document = Document::read(0, text.to_owned()).expect("it is one");
    assert_eq!(document.text(), text);
    assert_eq!(
        document.tree(),
        &Tree::List(vec![
            Tree::Float(0.30000000000000004),
            Tree::Float(123_456.789_012_345_67),
            Tree::Integer(i128::from(u64::MAX)),
            Tree::Float(1.0),
            Tree::Integer(1),
            Tree::Float(-0.0),
        ])
    );
    // Equality of floats does not tell.
    assert!(matches!(document.tree(), Tree::List(items)
        if matches!(items.last(), Some(Tree::Float(zero)) if zero.is_sign_negative())));
}

#[test]
fn of_entries_with_the_same_key_the_last_one_counts() {
    let document = Document::read(0, r#"{"a": 1, "b": 2, "a": 3}"#.to_owned()).expect("it is one");
    let entry = |key: &str, value| (Tree::Text(key.to_owned()), Tree::Integer(value));
    assert_eq!(document.tree(), &Tree::Map(vec![entry("a", 3), entry("b", 2)]));
}

#[test]
fn what_is_no_document_is_refused_with_its_place_and_without_its_text() {
    assert!(matches!(documents("none", Vec::new()), Err(DocumentError::None)));
    let deep = "[".repeat(200) + &"]".repeat(200);
    for (text, message) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{\"secret\": 1,\n \"other\" 2}", "expected `:` at line 2 column 10"),
        ("{\"secret\": 1", "EOF while parsing an object at line 1 column 12"),
        ("1 2", "trailing characters at line 1 column 3"),
        ("1e999", "number out of range at line 1 column 5"),
        (deep.as_str(), "recursion limit exceeded at line 1 column 128"),
    ] {
        let texts = vec!["{}".to_owned(), text.to_owned()];
        let error = documents("broken", texts).map(|_| ()).expect_err("it is broken");
        assert!(matches!(error, DocumentError::Syntax { document: 1, .. }), "{error:?}");
        assert_eq!(error.to_string(), format!("document 1 is not valid JSON: {message}"));
    }
}

#[test]
fn identifiers_are_unique_and_every_contestant_has_its_words() {
    let subject = subject();
    let mut ids: Vec<String> = subject.entries().iter().map(|e| e.id.to_string()).collect();
    for entry in subject.entries() {
        let traits = entry.traits;
        assert!(![&traits.keeps, &traits.loses, &traits.asks].iter().any(|words| words.is_empty()));
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    for id in [
        "copy/clone",
        "copy/apograph-json",
        "copy/sonic-rs",
        "copy/simd-json",
        "copy/flexon",
        "encode/apograph-json/kept",
        "decode/apograph-json/into",
        "decode/simd-json/kept",
    ] {
        assert!(ids.iter().any(|other| other == id), "{id}");
    }
}
