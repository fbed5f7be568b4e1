use serde_json::Value;

use super::*;
use crate::results::{WireKind, sample};

/// What a field of JMH's JSON holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Whole,
    /// A number, or one of JMH's words for those that JSON lacks.
    Number,
    /// Whole numbers, texts, `500 us`.
    TimeValue,
    Texts,
    TextMap,
    Metric,
    MetricMap,
    Pair,
    Percentiles,
    /// `[fork][iteration]`.
    Raw,
}

/// The fields of an entry, in JMH's order; all must be there.
const ENTRY: [(&str, Kind); 19] = [
    ("jmhVersion", Kind::Text),
    ("benchmark", Kind::Text),
    ("mode", Kind::Text),
    ("threads", Kind::Whole),
    ("forks", Kind::Whole),
    ("jvm", Kind::Text),
    ("jvmArgs", Kind::Texts),
    ("jdkVersion", Kind::Text),
    ("vmName", Kind::Text),
    ("vmVersion", Kind::Text),
    ("warmupIterations", Kind::Whole),
    ("warmupTime", Kind::TimeValue),
    ("warmupBatchSize", Kind::Whole),
    ("measurementIterations", Kind::Whole),
    ("measurementTime", Kind::TimeValue),
    ("measurementBatchSize", Kind::Whole),
    ("params", Kind::TextMap),
    ("primaryMetric", Kind::Metric),
    ("secondaryMetrics", Kind::MetricMap),
];

const METRIC: [(&str, Kind); 6] = [
    ("score", Kind::Number),
    ("scoreError", Kind::Number),
    ("scoreConfidence", Kind::Pair),
    ("scorePercentiles", Kind::Percentiles),
    ("scoreUnit", Kind::Text),
    ("rawData", Kind::Raw),
];

const MODES: [&str; 5] = ["thrpt", "avgt", "sample", "ss", "all"];

/// The places at which a document departs from JMH's format.
fn faults(document: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let Some(entries) = document.as_array() else { return vec!["it is no list".into()] };
    for (index, entry) in entries.iter().enumerate() {
        let at = format!("[{index}]");
        check_object(entry, &ENTRY, &at, &mut faults);
        if !entry["mode"].as_str().is_some_and(|mode| MODES.contains(&mode)) {
            faults.push(format!("{at}.mode"));
        }
        let raw = entry["primaryMetric"]["rawData"].as_array().map_or(0, Vec::len);
        if entry["forks"].as_u64() != Some(raw as u64) {
            faults.push(format!("{at}.forks"));
        }
    }
    faults
}

fn check_object(value: &Value, fields: &[(&str, Kind)], at: &str, faults: &mut Vec<String>) {
    let Some(object) = value.as_object() else { return faults.push(at.to_owned()) };
    for key in object.keys() {
        if !fields.iter().any(|(name, _)| name == key) {
            faults.push(format!("{at}.{key} is not of JMH"));
        }
    }
    for (name, kind) in fields {
        let place = format!("{at}.{name}");
        match object.get(*name) {
            Some(value) => check(value, *kind, &place, faults),
            None => faults.push(format!("{place} is missing")),
        }
    }
}

fn check(value: &Value, kind: Kind, at: &str, faults: &mut Vec<String>) {
    let is_number = |value: &Value| {
        value.is_f64() || value.is_u64() || matches!(value.as_str(), Some("NaN" | "+INF" | "-INF"))
    };
    let holds = match kind {
        Kind::Text => value.as_str().is_some_and(|text| !text.is_empty()),
        Kind::Whole => value.is_u64(),
        Kind::Number => is_number(value),
        Kind::TimeValue => {
            value.as_str().and_then(|text| text.split_once(' ')).is_some_and(|(number, unit)| {
                let units = ["ns", "us", "ms", "s", "min", "hr", "day"];
                number.parse::<u64>().is_ok() && units.contains(&unit)
            })
        }
        Kind::Texts => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
        Kind::TextMap => value.as_object().is_some_and(|map| map.values().all(Value::is_string)),
        Kind::Pair => {
            value.as_array().is_some_and(|list| list.len() == 2 && list.iter().all(is_number))
        }
        Kind::Raw => value.as_array().is_some_and(|forks| {
            !forks.is_empty()
                && forks.iter().all(|fork| fork.as_array().is_some_and(|f| f.iter().all(is_number)))
        }),
        Kind::Percentiles => value.as_object().is_some_and(|map| {
            map.len() == PERCENTILES.len()
                && PERCENTILES.iter().all(|(name, _)| map.get(*name).is_some_and(is_number))
        }),
        Kind::Metric => {
            check_object(value, &METRIC, at, faults);
            true
        }
        Kind::MetricMap => match value.as_object() {
            Some(map) => {
                for (name, metric) in map {
                    check_object(metric, &METRIC, &format!("{at}.{name}"), faults);
                }
                true
            }
            None => false,
        },
    };
    if !holds {
        faults.push(at.to_owned());
    }
}

fn document() -> Value {
    let text = to_string(&sample::results([sample::device_state()])).expect("it writes");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn the_file_has_every_field_of_jmh_and_no_other() {
    assert_eq!(faults(&document()), Vec::<String>::new());
}

#[test]
fn the_check_of_the_format_sees_each_missing_and_each_wrong_field() {
    for (name, _) in ENTRY {
        let mut broken = document();
        broken[0].as_object_mut().expect("an entry").remove(name);
        assert!(faults(&broken).contains(&format!("[0].{name} is missing")), "{name}");
        broken[0][name] = Value::Null;
        assert!(!faults(&broken).is_empty(), "{name} as null");
    }
    for (name, _) in METRIC {
        for metric in ["primaryMetric", "secondaryMetrics"] {
            let mut broken = document();
            let (metric, at) = match metric {
                "primaryMetric" => (&mut broken[0][metric], format!("[0].{metric}")),
                _ => {
                    let at = format!("[0].{metric}.gc.alloc.rate");
                    (&mut broken[0][metric]["gc.alloc.rate"], at)
                }
            };
            metric.as_object_mut().expect("a metric").remove(name);
            assert!(faults(&broken).contains(&format!("{at}.{name} is missing")), "{at}.{name}");
        }
    }
}

#[test]
fn the_fields_stand_in_the_order_of_jmh() {
    let text = to_string(&sample::results([sample::device_state()])).expect("it writes");
    let first = text.find("\"primaryMetric\"").expect("a metric");
    let places: Vec<Option<usize>> =
        ENTRY[..17].iter().map(|(name, _)| text[..first].find(&format!("\"{name}\""))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
}

#[test]
fn an_entry_tells_subject_contestant_and_settings() {
    let document = document();
    let entries = document.as_array().expect("a list");
    // Four ranked contestants, each over the corpus and alone.
    assert_eq!(entries.len(), 8);
    let entry = &entries[4];
    assert_eq!(entry["benchmark"], "device-state.roundtrip/serde_json");
    assert_eq!(entry["mode"], "avgt");
    assert_eq!(entry["vmName"], "native");
    assert_eq!(entry["jvm"], "rustc 1.95.0");
    assert_eq!(entry["measurementTime"], "500 us");
    assert_eq!(entry["measurementIterations"], 10);
    assert_eq!(
        entry["params"],
        serde_json::json!({"allocator": "system", "objects": "corpus", "threads": "1"})
    );
    assert_eq!(entries[5]["params"]["objects"], "one");
    assert_eq!(entries[5]["secondaryMetrics"], serde_json::json!({}));
}

#[test]
fn scores_are_those_that_jmh_would_compute_from_the_raw_data() {
    let mut subject = sample::subject("s", [sample::timed("copy/clone", 5.0)]);
    let time = subject.contestants[0].time.as_mut().expect("it is timed");
    time.rounds = vec![vec![1.0, 2.0, 3.0], vec![4.0, 5.0]];
    let text = to_string(&sample::results([subject])).expect("it writes");
    let document: Value = serde_json::from_str(&text).expect("it is JSON");
    let metric = &document[0]["primaryMetric"];
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!(number(&metric["score"]), 3.0);
    // t(0.9995, 4) · √2.5 ÷ √5.
    assert!((number(&metric["scoreError"]) - 6.0885).abs() < 1e-3);
    assert!((number(&metric["scoreConfidence"][0]) + 3.0885).abs() < 1e-3);
    assert!((number(&metric["scoreConfidence"][1]) - 9.0885).abs() < 1e-3);
    let percentiles = &metric["scorePercentiles"];
    assert_eq!(number(&percentiles["0.0"]), 1.0);
    assert_eq!(number(&percentiles["50.0"]), 3.0);
    assert_eq!(number(&percentiles["100.0"]), 5.0);
    assert_eq!(metric["rawData"], serde_json::json!([[1.0, 2.0, 3.0], [4.0, 5.0]]));
}

#[test]
fn percentiles_lie_between_their_neighbours() {
    let values = [10.0, 20.0, 30.0, 40.0];
    let cases =
        [(0.0, 10.0), (25.0, 12.5), (50.0, 25.0), (70.0, 35.0), (90.0, 40.0), (100.0, 40.0)];
    for (rank, expected) in cases {
        assert!((percentile(&values, rank) - expected).abs() < 1e-9, "{rank}");
    }
    assert!(percentile(&[], 50.0).is_nan());
}

#[test]
fn allocation_wire_size_and_stages_are_secondary_metrics() {
    let document = document();
    let clone = &document[0]["secondaryMetrics"];
    assert_eq!(clone["gc.alloc.rate.norm"]["score"], 4_272.0);
    assert_eq!(clone["gc.alloc.rate.norm"]["scoreUnit"], "B/op");
    // A single figure has no error, which JMH writes as a text.
    assert_eq!(clone["gc.alloc.rate.norm"]["scoreError"], "NaN");
    assert_eq!(clone["gc.alloc.rate"]["scoreUnit"], "MB/sec");
    let rate = clone["gc.alloc.rate"]["score"].as_f64().expect("a number");
    assert!((rate - 4_272.0 / 3_700.0 * 1e9 / 1_048_576.0).abs() < 2.0, "{rate}");
    let stage = clone["stage.free"]["score"].as_f64().expect("a number");
    assert!((stage - 1_443.0).abs() < 1.0);
    assert_eq!(document[4]["secondaryMetrics"]["wire.bytes"]["score"], 2_405.0);
    // Nothing allocated: a rate of 0 and, as in JMH, no normalized one.
    let arc = &document[2];
    assert_eq!(arc["benchmark"], "device-state.copy/arc");
    assert_eq!(arc["secondaryMetrics"]["gc.alloc.rate"]["score"], 0.0);
    assert!(arc["secondaryMetrics"].get("gc.alloc.rate.norm").is_none());
}

#[test]
fn numbers_that_json_lacks_are_the_words_of_jmh() {
    let cases = [
        (f64::NAN, "\"NaN\""),
        (f64::INFINITY, "\"+INF\""),
        (f64::NEG_INFINITY, "\"-INF\""),
        (1.5, "1.5"),
    ];
    for (value, expected) in cases {
        assert_eq!(serde_json::to_string(&Number(value)).expect("it writes"), expected);
    }
}

#[test]
fn times_are_written_in_the_largest_whole_unit() {
    let cases = [
        (500_000, "500 us"),
        (2_000_000, "2 ms"),
        (1_500, "1500 ns"),
        (3_000_000_000, "3 s"),
        (0, "0 ns"),
    ];
    for (ns, expected) in cases {
        assert_eq!(time_value(ns), expected);
    }
}

#[test]
fn contestants_that_are_not_ranked_are_left_out() {
    let subject = sample::subject(
        "s",
        [sample::failed("decode/a"), sample::timed("encode/b", 5.0).writes(WireKind::Text, 9)],
    );
    let text = to_string(&sample::results([subject])).expect("it writes");
    assert!(!text.contains("decode/a") && text.contains("s.encode/b"));
}
