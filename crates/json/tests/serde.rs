//! Types that have serde's traits: the same text as serde_json's, and the same values from it.

#![cfg(feature = "serde")]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Debug};

use apograph_core::{Decode, Encode};
use apograph_json::{
    ErrorKind, Integers, Mapper, Naming, ReadOptions, Value, WriteOptions, json, serde as bridge,
};
use proptest::prelude::*;
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[track_caller]
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = bridge::to_string(value).expect("it can be written");
    assert_eq!(text, serde_json::to_string(value).expect("serde_json writes it"));
    let pretty = bridge::to_string_pretty(value).expect("it can be written");
    assert_eq!(pretty, serde_json::to_string_pretty(value).expect("serde_json writes it"));
    for text in [&text, &pretty] {
        assert_eq!(&bridge::from_str::<T>(text).expect("it can be read"), value, "{text}");
    }
    text
}

/// Whether both read a text, or neither does.
#[track_caller]
fn agree<T: DeserializeOwned + PartialEq + Debug>(text: &str) {
    match (bridge::from_str::<T>(text), serde_json::from_str::<T>(text)) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{text}"),
        (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("{text}: {ours:?}, serde_json {theirs:?}"),
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
struct Record {
    id: i64,
    name: String,
    #[serde(rename = "with \"quotes\"")]
    quotes: Option<f64>,
    nested: Vec<Record>,
    map: BTreeMap<String, u8>,
    unit: (),
    pair: (u8, char),
    #[serde(skip_serializing_if = "Option::is_none", default)]
    nothing: Option<Box<Record>>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum External {
    Unit,
    Newtype(Record),
    Tuple(u8, String),
    Struct { a: i32, b: Option<bool> },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "t")]
enum Internal {
    Unit,
    Newtype(Record),
    Struct { a: i32 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Tuple(u8, u8),
    Struct { a: i32 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy, Eq, Hash, PartialOrd, Ord)]
enum Key {
    First,
    Second,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy, Eq, Hash, PartialOrd, Ord)]
struct Newtype(i16);

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct UnitStruct;

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct TupleStruct(u8, Option<String>, f32);

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

fn record() -> Record {
    Record {
        id: -5,
        name: "ü \"x\"\u{1}".into(),
        quotes: Some(0.1),
        nested: vec![Record::default()],
        map: BTreeMap::from([("k".into(), 1), (String::new(), 2)]),
        pair: (1, 'é'),
        ..Record::default()
    }
}

#[test]
fn every_kind_of_type_looks_as_with_serde_json() {
    same(&record());
    for value in [
        External::Unit,
        External::Newtype(record()),
        External::Tuple(1, "a".into()),
        External::Struct { a: 1, b: None },
    ] {
        same(&value);
        same(&vec![Some(value)]);
    }
    for value in [Internal::Unit, Internal::Newtype(record()), Internal::Struct { a: 1 }] {
        same(&value);
    }
    for value in [Adjacent::Unit, Adjacent::Tuple(1, 2), Adjacent::Struct { a: 3 }] {
        same(&value);
    }
    same(&Untagged::Map(BTreeMap::from([(
        "a".into(),
        Untagged::List(vec![Untagged::Number(1.5), Untagged::Text("b".into())]),
    )])));
    same(&UnitStruct);
    same(&TupleStruct(1, None, 0.1));
    same(&Newtype(-3));
    same(&Flat { a: 1, rest: BTreeMap::from([("b".into(), serde_json::json!([1, {"c": null}]))]) });
    same(&(i128::MIN, u128::MAX, i64::MIN, u64::MAX, f64::MAX, f32::MIN_POSITIVE));
    same(&[f64::MIN_POSITIVE, 1e21, 1e-7, 123456789.0, -0.0]);
    assert_eq!(bridge::to_string(&[f64::NAN, f64::INFINITY]).expect("written"), "[null,null]");
    assert_eq!(same(&Vec::<u8>::new()), "[]");
    assert_eq!(same(&BTreeMap::<String, u8>::new()), "{}");
}

#[test]
fn keys_of_maps_are_text_numbers_and_variants() {
    same(&BTreeMap::from([(Key::First, 1), (Key::Second, 2)]));
    same(&BTreeMap::from([(Newtype(-1), 1)]));
    same(&HashMap::from([(u64::MAX, 1)]));
    same(&BTreeMap::from([(i128::MIN, 1)]));
    same(&BTreeMap::from([(true, 1), (false, 0)]));
    same(&BTreeMap::from([('x', 1)]));
    same(&BTreeMap::from([(Some("a".to_owned()), 1)]));
    bridge::to_string(&BTreeMap::from([(vec![1], 1)])).expect_err("an array is no key");
    bridge::to_string(&BTreeMap::from([(None::<u8>, 1)])).expect_err("null is no key");
}

#[test]
fn strings_are_borrowed_where_they_can_be() {
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        plain: &'a str,
        #[serde(borrow)]
        cow: Cow<'a, str>,
    }
    let read = bridge::from_str::<Borrowed<'_>>(r#"{"plain":"a","cow":"b"}"#).expect("read");
    assert_eq!(read.plain, "a");
    assert!(matches!(read.cow, Cow::Borrowed("b")));
    let read = bridge::from_str::<Borrowed<'_>>(r#"{"plain":"a","cow":"\n"}"#).expect("read");
    assert!(matches!(read.cow, Cow::Owned(_)));
    assert!(bridge::from_str::<Borrowed<'_>>(r#"{"plain":"\n","cow":"b"}"#).is_err());
}

#[test]
fn both_read_the_same_texts() {
    let texts = [
        "",
        " ",
        "null",
        "true",
        "tru",
        "1",
        "-1",
        "01",
        "1.",
        "1e5",
        "1.5",
        "256",
        "-129",
        "1e400",
        "\"a\"",
        "\"ab\"",
        "\"\\u00e9\"",
        "\"\\ud800\"",
        "\"",
        "[",
        "[]",
        "[1",
        "[1,",
        "[1,]",
        "[1,2]",
        "[1 2]",
        "{}",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1}",
        "{\"a\":1,}",
        "{\"a\":1}x",
        "{\"a\":1,\"a\":2}",
        "{\"t\":\"Unit\"}",
        "{\"t\":\"Struct\",\"a\":1}",
        "{\"a\":1,\"t\":\"Struct\"}",
        "{\"t\":\"no\"}",
        "{\"c\":[1,2],\"t\":\"Tuple\"}",
        "\"Unit\"",
        "\"Newtype\"",
        "{\"Unit\":null}",
        "{\"Tuple\":[1,\"a\"]}",
        "{\"Tuple\":[1]}",
        "{\"Struct\":{\"a\":1}}",
        "{\"Struct\":[1,true]}",
        "{\"Struct\":{\"a\":1},\"b\":1}",
        "[1,\"x\"]",
        "{\"First\":1}",
        "{\"Third\":1}",
        "{\"1\":2}",
        "{\"-1\":2}",
        "{\"true\":1}",
        "{\"1.5\":1}",
        "{1:1}",
    ];
    for text in texts {
        agree::<bool>(text);
        agree::<u8>(text);
        agree::<i8>(text);
        agree::<f64>(text);
        agree::<f32>(text);
        agree::<char>(text);
        agree::<String>(text);
        agree::<()>(text);
        agree::<Option<i64>>(text);
        agree::<Vec<u8>>(text);
        agree::<(u8, u8)>(text);
        agree::<BTreeMap<String, u8>>(text);
        agree::<BTreeMap<i8, u8>>(text);
        agree::<BTreeMap<bool, u8>>(text);
        agree::<BTreeMap<Key, u8>>(text);
        agree::<External>(text);
        agree::<Internal>(text);
        agree::<Adjacent>(text);
        agree::<Untagged>(text);
        agree::<UnitStruct>(text);
        agree::<Newtype>(text);
        agree::<serde_json::Value>(text);
    }
    for levels in [127, 129] {
        agree::<serde_json::Value>(&format!("{}{}", "[".repeat(levels), "]".repeat(levels)));
    }
    let deep = "[".repeat(200);
    assert!(bridge::from_str::<serde_json::Value>(&deep).is_err());
}

#[test]
fn errors_say_what_and_where_without_the_data() {
    let texts = [
        (r#"{"id":"secret"}"#, "expected an integer, found a string at line 1 column 7 ($.id)"),
        (r#"{"id":1}"#, "missing field `name` at line 1 column 9 ($)"),
    ];
    for (text, expected) in texts {
        let error = bridge::from_str::<Record>(text).expect_err("it is wrong").to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains("secret"));
    }
    let texts = [
        (r#"{"id":1,"name":"","nested":[{"id":1},{"name":1}]}"#, "$.nested[0]"),
        (r#"{"id":1,"map":{"secret":-1}}"#, "$.map[*]"),
        (r#"{"id":1,"pair":[1,"ab"]}"#, "$.pair[1]"),
        (r#"{"with \"quotes\"":[]}"#, "$.with \"quotes\""),
        (r#"[1,2]"#, "$[1]"),
    ];
    for (text, path) in texts {
        let error = bridge::from_str::<Record>(text).expect_err("it is wrong");
        assert_eq!(error.path(), path, "{error}");
    }
    let error = bridge::from_str::<External>(r#""secret""#).expect_err("no variant").to_string();
    assert!(error.contains("expected one of") && !error.contains("secret"), "{error}");
}

/// Bytes, as serde's own word for them.
#[derive(Debug, PartialEq, Eq, Hash, Clone, PartialOrd, Ord)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BytesVisitor;

        impl<'de> Visitor<'de> for BytesVisitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Bytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = seq.next_element()? {
                    bytes.push(byte);
                }
                Ok(Bytes(bytes))
            }
        }

        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

#[test]
fn bytes_are_arrays_or_texts() {
    same(&Bytes(b"\0a\xff".to_vec()));
    same(&vec![Some(Bytes(Vec::new()))]);
    for text in ["\"a\"", "\"\\n\u{e9}\"", "[1,2]", "[256]", "{}", "1", "null", "[1", "\"a"] {
        agree::<Bytes>(text);
    }
    for text in [r#"{"a":1,"\n":2}"#, r#"{1:1}"#, "{}"] {
        agree::<BTreeMap<Bytes, u8>>(text);
    }
}

/// An integer that is asked for as one type and given as another, as some crates do.
#[derive(Debug, PartialEq)]
struct Lax<const HINT: usize>(String);

impl<'de, const HINT: usize> Deserialize<'de> for Lax<HINT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LaxVisitor<const HINT: usize>;

        impl<const HINT: usize> Visitor<'_> for LaxVisitor<HINT> {
            type Value = Lax<HINT>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Lax(format!("unsigned {number}")))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Lax(format!("signed {number}")))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Lax(format!("float {number:?}")))
            }
        }

        match HINT {
            0 => deserializer.deserialize_i8(LaxVisitor),
            1 => deserializer.deserialize_i64(LaxVisitor),
            2 => deserializer.deserialize_u8(LaxVisitor),
            3 => deserializer.deserialize_u64(LaxVisitor),
            _ => deserializer.deserialize_any(LaxVisitor),
        }
    }
}

#[test]
fn visitors_get_integers_as_serde_json_hands_them_over() {
    for text in [
        "0",
        "1",
        "-1",
        "127",
        "128",
        "-129",
        "256",
        "1.5",
        "1e2",
        "-1.0",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "01",
        "1.",
        "-",
        "\"1\"",
        "null",
        "[1]",
        "",
        "1e999",
    ] {
        agree::<Lax<0>>(text);
        agree::<Lax<1>>(text);
        agree::<Lax<2>>(text);
        agree::<Lax<3>>(text);
        agree::<Lax<4>>(text);
        let list = format!("[{text},{text} , -7]");
        agree::<Vec<Lax<0>>>(&list);
        agree::<Vec<Lax<3>>>(&list);
        let map = format!("{{\"{text}\":{text}}}");
        agree::<BTreeMap<i64, Lax<1>>>(&map);
        agree::<BTreeMap<u8, Lax<2>>>(&map);
        agree::<BTreeMap<i128, i128>>(&map);
        agree::<u128>(text);
        agree::<i128>(text);
    }
    let error = bridge::from_str::<i8>("1.5").expect_err("no integer");
    assert!(matches!(error.kind(), ErrorKind::NotInteger));
    let error = bridge::from_str::<(i8, u8)>("[1, 256]").expect_err("it does not fit");
    assert!(matches!(error.kind(), ErrorKind::OutOfRange { target: "u8" }));
    assert_eq!(error.offset(), 4);
}

#[test]
fn trees_are_made_of_values_and_values_of_trees() {
    let made = bridge::to_value(&record()).expect("it can be written");
    assert_eq!(made.get("name").and_then(Value::as_str), Some("ü \"x\"\u{1}"));
    assert_eq!(bridge::from_value::<Record>(made).expect("it can be read"), record());
    let wide = bridge::to_value(&u128::MAX).expect("it can be written");
    assert_eq!(bridge::from_value::<u128>(wide).expect("it can be read"), u128::MAX);
    let error = bridge::from_value::<Record>(json!({"id": "1"})).expect_err("no integer");
    assert_eq!(error.line(), 0);
    bridge::to_value(&BTreeMap::from([(vec![1], 1)])).expect_err("an array is no key");
}

#[test]
fn settings_apply_but_names_are_serdes() {
    let mapper = Mapper::new()
        .naming(Naming::CamelCase)
        .write_options(WriteOptions::new().integers(Integers::String).ascii_only(true))
        .read_options(ReadOptions::lenient());
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Settings {
        some_name: u8,
        other_name: String,
    }
    let value = Settings { some_name: 1, other_name: "é".into() };
    let text = mapper.serialize(&value).expect("it can be written");
    assert_eq!(text, br#"{"some_name":"1","other_name":"\u00e9"}"#);
    let read = mapper.deserialize::<Settings>("{some_name: 1, 'other_name': 'é',}".as_bytes());
    assert_eq!(read.expect("it can be read"), value);
    let short = Mapper::new().read_options(ReadOptions::new().max_name_bytes(5));
    short.deserialize::<BTreeMap<String, u8>>(br#"{"abcde":1}"#).expect("short enough");
    short.deserialize::<BTreeMap<String, u8>>(br#"{"abcdef":1}"#).expect_err("too long");
    let mut target = b"before".to_vec();
    let bad = (vec![1; 1000], BTreeMap::from([(vec![1], 1)]));
    mapper.serialize_to(&bad, &mut target).expect_err("a sequence is no key");
    bridge::write_to(&bad, &mut target).expect_err("a sequence is no key");
    assert_eq!(target, b"before");
    let mut written = Vec::new();
    bridge::to_writer_pretty(&mut written, &[1]).expect("it can be written");
    assert_eq!(written, b"[\n  1\n]");
}

/// A tree of any kind of value.
fn tree() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        // What serde_json reads exactly without its feature for that.
        (-1_000_000_i32..1_000_000).prop_map(|n| (f64::from(n) / 64.0).into()),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..8)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn trees_are_written_and_read_alike(value in tree()) {
        same(&value);
    }
}

/// Functions in serde's terms.
mod as_text {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("#{number}"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let number = text.strip_prefix('#').and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| serde::de::Error::custom("expected # and a number"))
    }
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct With {
    #[serde(with = "as_text")]
    number: u32,
    #[serde(
        serialize_with = "as_text::serialize",
        deserialize_with = "as_text::deserialize",
        default
    )]
    other: u32,
    last: u8,
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct WithTuple(#[serde(with = "as_text")] u32, u8);

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(transparent)]
struct WithNewtype(#[serde(with = "as_text")] u32);

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
enum WithEnum {
    Newtype(#[serde(with = "as_text")] u32),
    Tuple(u8, #[serde(with = "as_text")] u32),
    Struct {
        #[serde(with = "as_text")]
        number: u32,
    },
}

/// A value of a type that is not apograph's.
mod foreign {
    use super::*;

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// Whose tag stands beside what serde's code writes.
#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(tag = "t")]
enum WithMap {
    Wrapped(#[serde(with = "foreign")] External),
    Map(#[serde(with = "foreign")] BTreeMap<String, u8>),
    List(#[serde(with = "foreign")] Vec<u8>),
}

#[test]
fn single_fields_can_be_left_to_serde() {
    fn both<T>(value: &T)
    where
        T: Encode + for<'de> Decode<'de> + Serialize + DeserializeOwned + Debug + PartialEq,
    {
        let text = apograph_json::to_string(value).expect("it can be written");
        assert_eq!(text, serde_json::to_string(value).expect("serde_json writes it"));
        assert_eq!(&apograph_json::from_str::<T>(&text).expect("it can be read"), value);
        same(value);
    }
    both(&With { number: 7, other: 8, last: 9 });
    both(&WithTuple(1, 2));
    both(&WithNewtype(1));
    both(&WithEnum::Newtype(1));
    both(&WithEnum::Tuple(1, 2));
    both(&WithEnum::Struct { number: 1 });
    both(&WithMap::Wrapped(External::Tuple(1, "a".into())));
    both(&WithMap::Wrapped(External::Struct { a: 1, b: None }));
    both(&WithMap::Wrapped(External::Newtype(record())));
    both(&WithMap::Map(BTreeMap::from([("a".into(), 1), ("u".into(), 2)])));
    let late = apograph_json::from_str::<WithMap>(r#"{"Struct":{"a":1},"t":"Wrapped"}"#);
    let expected = WithMap::Wrapped(External::Struct { a: 1, b: None });
    assert_eq!(late.expect("it can be read"), expected);
    let list = WithMap::List(vec![1]);
    apograph_json::to_string(&list).expect_err("an array has no place for the tag");
    serde_json::to_string(&list).expect_err("nor does serde_json find one");
    let read: With = apograph_json::from_str(r##"{"last":1,"number":"#5"}"##).expect("read");
    assert_eq!(read, With { number: 5, other: 0, last: 1 });
    let mut target = With { number: 1, other: 1, last: 1 };
    apograph_json::from_slice_into(br##"{"number":"#2","other":"#3","last":4}"##, &mut target)
        .expect("read");
    assert_eq!(target, With { number: 2, other: 3, last: 4 });
    let error = apograph_json::from_str::<With>(r#"{"number":"5"}"#).expect_err("no number");
    assert_eq!(error.to_string(), "expected # and a number at line 1 column 14 ($.number)");
}
