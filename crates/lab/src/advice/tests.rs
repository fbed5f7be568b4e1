use super::*;
use crate::results::sample::{self, timed};

fn ask(subject: SubjectResult, question: &Question) -> Recommendation {
    let advice = advise(&sample::results([subject]), question);
    match &advice[..] {
        [Advice { answer: Answer::Take(recommendation), .. }] => (**recommendation).clone(),
        other => panic!("one recommendation: {other:?}"),
    }
}

fn send(rate: f64) -> Question {
    Question { task: Task::Send, ..Question::new(rate) }
}

fn flip(found: &Recommendation, condition: &str) -> Option<String> {
    let mut flips = found.flips.iter();
    flips.find(|flip| flip.condition.starts_with(condition)).map(|flip| flip.choice.to_string())
}

#[test]
fn rates_are_read_in_the_forms_people_write() {
    let cases = [
        ("5000/s", 5_000.0),
        ("2k/s", 2_000.0),
        ("1.5 k / s", 1_500.0),
        ("300/min", 5.0),
        ("36M/h", 10_000.0),
        ("86_400/day", 1.0),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_rate(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_no_rate_is_refused_with_an_example() {
    let form =
        "a call rate is a number above 0 and a unit of time, such as 5000/s, 2k/s or 300/min";
    let cases = [
        ("", form),
        ("5000", form),
        ("/s", form),
        ("-5/s", form),
        ("0/s", form),
        ("inf/s", form),
        ("5q/s", form),
        ("5/sce", "there is no unit of time `sce`; did you mean `sec`?"),
        ("5/hours", "there is no unit of time `hours`; did you mean `hour`?"),
    ];
    for (text, expected) in cases {
        let error = parse_rate(text).map_err(|error| error.to_string());
        assert_eq!(error, Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn a_cold_operation_stays_with_the_simplest() {
    // 18.8 µs at 100/s are 0.2 % of a core.
    let found = ask(sample::device_state(), &send(100.0));
    assert_eq!(found.choice.to_string(), "roundtrip/serde_json");
    assert_eq!(found.class, Class::Cold);
    assert!(found.now.cores < WORTH);
    // The break-even rate of 12.7 µs is half a percent of a core divided by it.
    let even = found.break_even.expect("postcard is faster");
    assert!((even - 394.0).abs() < 2.0, "{even}");
    assert_eq!(flip(&found, "above 39").as_deref(), Some("roundtrip/postcard"));
}

#[test]
fn a_hot_operation_takes_the_fastest() {
    let found = ask(sample::device_state(), &send(10_000.0));
    assert_eq!(found.choice.to_string(), "roundtrip/postcard");
    assert_eq!(found.class, Class::Hot);
    assert!((found.saved().cores - 0.127).abs() < 0.001, "{:?}", found.saved());
    assert_eq!(found.saved().bytes_per_second, Some((8_512.0 - 6_000.0) * 10_000.0));
    assert_eq!(
        found.constraints,
        [
            "It adds a dependency on postcard.",
            "It asks for serde derives.",
            "Both sides must have the same fields.",
            "Only a program can read its bytes.",
        ]
    );
    assert_eq!(flip(&found, "below 39").as_deref(), Some("roundtrip/serde_json"));
    let text = flip(&found, "if a person must be able to read the bytes");
    assert_eq!(text.as_deref(), Some("roundtrip/serde_json"));
}

#[test]
fn crates_that_are_there_already_are_no_constraint() {
    let question = Question { has: vec!["postcard".into()], ..send(10_000.0) };
    let found = ask(sample::device_state(), &question);
    assert!(!found.constraints.iter().any(|words| words.contains("dependency")));
}

#[test]
fn a_readable_wire_or_a_changing_structure_rules_out_what_cannot() {
    for question in [
        Question { readable_wire: true, ..send(10_000.0) },
        Question { structure: Structure::Changing, ..send(10_000.0) },
    ] {
        let found = ask(sample::device_state(), &question);
        assert_eq!(found.choice.to_string(), "roundtrip/serde_json", "{question:?}");
        let lifted = found.flips.iter().find(|flip| flip.choice.name() == "postcard");
        assert!(lifted.is_some(), "{:?}", found.flips);
    }
}

#[test]
fn a_copy_is_independent_unless_it_may_share() {
    let found = ask(sample::device_state(), &Question::new(100_000.0));
    assert_eq!(found.choice.to_string(), "copy/clone");
    assert_eq!(flip(&found, "if the result may share").as_deref(), Some("copy/arc"));
    let shared = Question { independent: false, ..Question::new(100_000.0) };
    let found = ask(sample::device_state(), &shared);
    assert_eq!(found.choice.to_string(), "copy/arc");
    assert!(found.constraints.contains(&"Its result shares with the original.".to_owned()));
}

#[test]
fn a_tie_is_named_and_broken_by_allocation_then_size_then_constraints() {
    let round_trip = |id, ns, bytes, size: u64| {
        timed(id, ns).one(ns).allocates(9.0, bytes).writes(WireKind::Binary, size)
    };
    let baseline = || round_trip("roundtrip/serde_json", 20_000.0, 9_000.0, 2_400);
    let cases = [
        ((6_010.0, 5_000.0, 1_100), (6_000.0, 6_000.0, 900), Some(TieBreak::Allocation)),
        ((6_010.0, 6_000.0, 900), (6_000.0, 6_010.0, 1_100), Some(TieBreak::WireSize)),
        ((6_010.0, 6_000.0, 900), (6_000.0, 6_000.0, 900), Some(TieBreak::Constraints)),
    ];
    for (a, b, expected) in cases {
        let a = round_trip("roundtrip/a", a.0, a.1, a.2);
        let b = round_trip("roundtrip/b", b.0, b.1, b.2).traits(|t| t.asks = "a schema".into());
        let found = ask(sample::subject("s", [baseline(), a, b]), &send(10_000.0));
        assert_eq!(found.choice.to_string(), "roundtrip/a", "{expected:?}");
        assert_eq!(found.ties.iter().map(ToString::to_string).collect::<Vec<_>>(), ["roundtrip/b"]);
        assert_eq!(found.decided_by, expected);
    }
    let slower = round_trip("roundtrip/a", 6_500.0, 1.0, 1);
    let faster = round_trip("roundtrip/b", 6_000.0, 6_000.0, 900);
    let found = ask(sample::subject("s", [baseline(), slower, faster]), &send(10_000.0));
    assert_eq!((found.choice.to_string().as_str(), found.ties.len()), ("roundtrip/b", 0));
}

#[test]
fn one_object_may_have_another_winner_than_the_corpus() {
    let samples = [
        timed("copy/clone", 20_000.0).one(9_000.0),
        timed("roundtrip/value", 10_000.0).one(8_000.0),
        timed("roundtrip/bytes", 12_000.0).one(5_000.0),
    ];
    let found = ask(sample::subject("s", samples), &Question::new(50_000.0));
    assert_eq!(found.choice.to_string(), "roundtrip/value");
    let other = flip(&found, "if it were always the same object");
    assert_eq!(other.as_deref(), Some("roundtrip/bytes"));
}

#[test]
fn a_subject_without_an_eligible_contestant_says_so() {
    let subject = sample::subject("s", [timed("copy/arc", 9.0).traits(|t| t.independent = false)]);
    let results = sample::results([subject]);
    let text = |question: &Question| advise(&results, question)[0].to_string();
    assert_eq!(
        text(&Question::new(5.0)),
        "s\n  There is no answer: no contestant that copies these objects allows for an \
         independent result."
    );
    assert_eq!(
        text(&send(5.0)),
        "s\n  There is no answer: no contestant that sends these objects as bytes and reads them \
         back passed its proof and was timed."
    );
}

#[test]
fn only_the_subject_asked_for_is_answered() {
    let results = sample::results([sample::device_state(), sample::subject("other", [])]);
    let question = Question { subject: Some("device-state".into()), ..Question::new(1.0) };
    assert_eq!(advise(&results, &question).len(), 1);
    assert_eq!(advise(&results, &Question::new(1.0)).len(), 2);
}

#[test]
fn the_sentences_read_like_advice() {
    let advice = advise(&sample::results([sample::device_state()]), &send(10_000.0));
    let expected = "\
device-state
  take roundtrip/postcard: at 10k/s it takes 0.0610 core and allocates 60.0 MB/s where \
roundtrip/serde_json takes 0.188 core and allocates 85.1 MB/s; that saves 0.127 core and 25.1 MB/s \
of allocation. This is hot.
    It adds a dependency on postcard. It asks for serde derives. Both sides must have the same \
fields. Only a program can read its bytes.
    Otherwise: below 393/s, roundtrip/serde_json.
    Otherwise: if a person must be able to read the bytes, roundtrip/serde_json.
    Otherwise: if writer and reader may differ in their fields, roundtrip/serde_json.";
    assert_eq!(advice[0].to_string(), expected);
    let cold = advise(&sample::results([sample::device_state()]), &Question::new(100.0));
    assert_eq!(
        cold[0].lines()[0],
        "copy/clone: at 100/s it takes 0.000370 core and allocates 427 kB/s. That is cold: stay \
         with the simplest."
    );
}
