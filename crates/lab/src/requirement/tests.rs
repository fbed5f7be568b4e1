use super::*;
use crate::results::sample;

#[test]
fn every_form_of_a_requirement_is_read() {
    let forms = [
        "time(copy/clone) <= 0.9 * time(roundtrip/serde_json)",
        "time(copy/clone)<=0.9*time(roundtrip/serde_json)",
        "  order : time_one( copy/clone ) < time_one(copy/arc/share)  ",
        "allocations(copy/apograph/into) <= 0",
        "allocated_bytes(decode/a) >= 1_000",
        "wire_bytes(encode/postcard) > .5 * allocated_bytes(encode/serde_json/kept)",
        "2024 orders: time(copy/kryo@jvm) <= 1e6",
    ];
    for form in forms {
        let read = Requirement::parse(form).unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(read.to_string(), form.trim());
    }
    assert_eq!(Requirement::parse(forms[2]).expect("read above").subject(), Some("order"));
}

#[test]
fn a_fault_is_named_with_its_column_and_the_nearest_valid_form() {
    let cases = [
        ("", "column 1: expected a measure such as `time(copy/clone)`"),
        (": time(copy/a) < 1", "column 1: expected a subject before `:`"),
        ("tiem(copy/a) < 1", "column 1: there is no measure `tiem`; did you mean `time`?"),
        (
            "x: alocations(copy/a) < 1",
            "column 4: there is no measure `alocations`; did you mean `allocations`?",
        ),
        ("time copy/a < 1", "column 6: expected `(` after the measure"),
        ("time(copy/a < 1", "column 13: expected `)` after the contestant"),
        (
            "time(cpoy/clone) < 1",
            "column 6: `cpoy/clone` names no contestant: an identifier begins with copy/, encode/, \
             decode/ or roundtrip/; did you mean `copy/clone`?",
        ),
        ("time(copy/a) =< 1", "column 14: there is no operator `=<`; did you mean `<=`?"),
        ("time(copy/a) ≥ 1", "column 14: there is no operator `≥`; did you mean `>=`?"),
        ("time(copy/a) == 1", "column 14: there is no operator `==`; did you mean `<=`?"),
        ("time(copy/a)", "column 13: expected an operator: `<=`, `>=`, `<` or `>`"),
        (
            "time(copy/a) <=",
            "column 16: expected a number, or a measure such as `time(copy/clone)`",
        ),
        ("time(copy/a) <= -1", "column 17: `-1` is no number of 0 or more, such as `0.9`"),
        ("time(copy/a) <= 5ms", "column 17: `5ms` is no number of 0 or more, such as `0.9`"),
        (
            "time(copy/a) <= 2 time(copy/b)",
            "column 19: expected `*` between a factor and a measure, or nothing after a number",
        ),
        (
            "time(copy/é) <= tme(copy/b)",
            "column 17: there is no measure `tme`; did you mean `time`?",
        ),
        (
            "time(copy/a) <= 2 * wire_bytes(copy/b)",
            "column 21: nanoseconds on the left cannot be held against bytes",
        ),
        ("time(copy/a) <= time(copy/b) now", "column 30: expected nothing more"),
    ];
    for (text, expected) in cases {
        let fault = Requirement::parse(text).map_err(|error| error.to_string());
        assert_eq!(fault, Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn what_a_run_cannot_answer_is_found_before_it() {
    let ids = ["copy/clone", "roundtrip/serde_json", "copy/deepclone"]
        .map(|id| id.parse().expect("valid"));
    let available = || [("order", &ids[..2]), ("device-graph", &ids[2..])];
    let cases = [
        ("time(copy/clone) < time(roundtrip/serde_json)", None),
        ("order: time(copy/clone) < 5", None),
        ("oder: time(copy/clone) < 5", Some("there is no subject `oder`; did you mean `order`?")),
        (
            "time(copy/clon) < 5",
            Some("there is no contestant `copy/clon`; did you mean `copy/clone`?"),
        ),
        (
            "order: time(copy/deepclone) < 5",
            Some("there is no contestant `copy/deepclone`; did you mean `copy/clone`?"),
        ),
        (
            "time(copy/clone) < time(copy/deepclone)",
            Some("no subject has both contestants of the requirement"),
        ),
    ];
    for (text, expected) in cases {
        let requirement = Requirement::parse(text).expect("it parses");
        let fault = requirement.check(available()).err().map(|error| error.to_string());
        assert_eq!(fault.as_deref(), expected, "{text}");
    }
}

fn results() -> Results {
    sample::results([
        sample::device_state(),
        sample::subject(
            "simple-user",
            [
                sample::timed("copy/clone", 100.0).allocates(2.0, 40.0),
                sample::timed("copy/near", 100.4),
            ],
        ),
    ])
}

fn verdicts(text: &str) -> Vec<(bool, String)> {
    let outcomes = Requirement::parse(text).expect("it parses").evaluate(&results());
    outcomes.into_iter().map(|outcome| (outcome.holds, outcome.verdict)).collect()
}

#[test]
fn a_ratio_of_times_is_held_against_the_factor() {
    let outcomes = Requirement::parse("time(copy/clone) <= 0.9 * time(roundtrip/serde_json)")
        .expect("it parses")
        .evaluate(&results());
    let [outcome] = &outcomes[..] else { panic!("one subject has both: {outcomes:?}") };
    let ratio = outcome.ratio.expect("two times have a ratio");
    assert!((ratio.median - 0.197).abs() < 0.002, "{ratio:?}");
    assert_eq!((outcome.bound, outcome.holds), (0.9, true));
    assert!(outcome.verdict.ends_with("at most 0.9 times is required: holds with 78 % to spare"));
}

#[test]
fn the_opposite_fails_and_says_by_how_much() {
    let verdicts = verdicts("device-state: time(copy/clone) >= 0.9 * time(roundtrip/serde_json)");
    let [(false, sentence)] = &verdicts[..] else { panic!("{verdicts:?}") };
    assert!(sentence.starts_with("device-state: time(copy/clone) is 0.197 times"), "{sentence}");
    assert!(sentence.ends_with("at least 0.9 times is required: fails by 78 %"), "{sentence}");
}

#[test]
fn a_bound_inside_the_interval_is_said_to_be_noise() {
    let verdicts = verdicts("simple-user: time(copy/near) <= 1.004 * time(copy/clone)");
    let [(_, sentence)] = &verdicts[..] else { panic!("{verdicts:?}") };
    assert!(sentence.contains("within the noise"), "{sentence}");
}

#[test]
fn a_requirement_applies_to_each_subject_that_has_both_sides() {
    assert_eq!(verdicts("time(copy/clone) <= 4000").len(), 2);
    assert_eq!(verdicts("time(copy/clone) <= time(copy/near)").len(), 1);
}

#[test]
fn exact_counts_and_plain_numbers_are_compared_as_they_are() {
    let cases = [
        (
            "allocations(copy/arc) <= 0",
            true,
            "device-state: allocations(copy/arc) is 0; at most 0 is required: holds exactly",
        ),
        (
            "device-state: allocations(copy/clone) <= 0",
            false,
            "device-state: allocations(copy/clone) is 83; at most 0 is required: fails by 83",
        ),
        (
            "wire_bytes(roundtrip/postcard) < 0.5 * wire_bytes(roundtrip/serde_json)",
            true,
            "device-state: wire_bytes(roundtrip/postcard) is 1.10 kB, \
             wire_bytes(roundtrip/serde_json) is 2.40 kB; less than 1.20 kB is required: holds \
             with 8.5 % to spare",
        ),
        (
            "device-state: allocations(copy/clone) < 2 * allocations(copy/arc)",
            false,
            "device-state: allocations(copy/clone) is 83, allocations(copy/arc) is 0; less than 0 \
             is required: fails by 83",
        ),
    ];
    for (text, holds, sentence) in cases {
        assert_eq!(verdicts(text), [(holds, sentence.to_owned())], "{text}");
    }
}

#[test]
fn what_was_not_measured_fails_with_the_reason() {
    let cases = [
        (
            "time(decode/lossy) <= 5",
            "device-state: fails, because decode/lossy failed its proof at alarms[2].threshold: a \
             float came back as an integer",
        ),
        (
            "time(copy/clone) <= 2 * time(roundtrip/rkyv)",
            "device-state: fails, because roundtrip/rkyv is unsupported: the objects hold cycles",
        ),
        (
            "wire_bytes(copy/arc) <= 5",
            "device-state: fails, because wire_bytes of copy/arc was not measured",
        ),
        (
            "simple-user: time(copy/arc) <= 5",
            "simple-user: fails, because copy/arc is not among the contestants",
        ),
        ("order: time(copy/arc) <= 5", "order: fails, because the subject was not measured"),
        (
            "time(copy/none) <= 5",
            "time(copy/none) <= 5: fails, because no subject has the contestants it speaks of",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(verdicts(text), [(false, sentence.to_owned())], "{text}");
    }
}
