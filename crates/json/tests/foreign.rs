//! Types of other crates: as those crates have them with serde.

use std::fmt::Debug;

use apograph_core::{Decode, Encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[track_caller]
fn same<T>(value: &T)
where
    T: Encode + for<'de> Decode<'de> + Serialize + DeserializeOwned + Debug + PartialEq,
{
    let text = apograph_json::to_string(value).expect("it can be written");
    assert_eq!(text, serde_json::to_string(value).expect("serde_json writes it"));
    assert_eq!(&apograph_json::from_str::<T>(&text).expect("it can be read"), value, "{text}");
}

/// A value of a type whose text form is given.
#[track_caller]
fn parsed<T>(texts: &[&str])
where
    T: Encode + for<'de> Decode<'de> + Serialize + DeserializeOwned + Debug + PartialEq,
{
    for text in texts {
        let quoted = format!("\"{text}\"");
        let value: T = apograph_json::from_str(&quoted).expect("it can be read");
        assert_eq!(value, serde_json::from_str(&quoted).expect("serde_json reads it"));
        same(&value);
    }
    let error = apograph_json::from_str::<T>("\"secret\"").expect_err("it is none").to_string();
    assert!(error.starts_with("expected ") && !error.contains("secret"), "{error}");
}

#[test]
fn numbers_and_identifiers_are_text() {
    parsed::<bigdecimal::BigDecimal>(&["1.50", "-0.000001", "123456789012345678901234567890.5"]);
    parsed::<rust_decimal::Decimal>(&["1.50", "-0.000001", "0"]);
    parsed::<uuid::Uuid>(&["67e55044-10b1-426f-9247-bb680e5fe0c8"]);
}

#[test]
fn times_of_jiff_are_text() {
    parsed::<jiff::Timestamp>(&["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.123456789Z"]);
    parsed::<jiff::ZonedDateTime>(&["2024-02-29T12:00:00+01:00[+01:00]"]);
    parsed::<jiff::SignedDuration>(&["PT1H30M", "-PT0.5S"]);
    parsed::<jiff::civil::Date>(&["2024-02-29"]);
    parsed::<jiff::civil::Time>(&["12:00:00", "12:00:00.5"]);
    parsed::<jiff::civil::DateTime>(&["2024-02-29T12:00:00"]);
    let span: jiff::Span = apograph_json::from_str("\"P1Y2DT3H\"").expect("it can be read");
    let text = apograph_json::to_string(&span).expect("it can be written");
    assert_eq!(text, serde_json::to_string(&span).expect("serde_json writes it"));
}

#[test]
fn times_of_chrono_are_text() {
    parsed::<chrono::NaiveDate>(&["2024-02-29"]);
    parsed::<chrono::NaiveTime>(&["12:00:00", "12:00:00.500"]);
    parsed::<chrono::NaiveDateTime>(&["2024-02-29T12:00:00", "2024-02-29T12:00:00.123"]);
    parsed::<chrono::DateTime<chrono::Utc>>(&[
        "2024-02-29T12:00:00Z",
        "2024-02-29T12:00:00.123456Z",
    ]);
    parsed::<chrono::DateTime<chrono::FixedOffset>>(&["2024-02-29T12:00:00+01:30"]);
}

#[test]
fn collections_are_arrays_and_objects() {
    same(&indexmap::IndexMap::<String, u8>::from_iter([("b".into(), 1), ("a".into(), 2)]));
    same(&indexmap::IndexSet::<u8>::from_iter([3, 1, 2]));
    same(&smallvec::SmallVec::<[u8; 2]>::from_slice(&[1, 2, 3]));
    same(&bytes::Bytes::from_static(b"\x00\xffabc"));
    same(&bytes::BytesMut::from(&b"abc"[..]));
}
