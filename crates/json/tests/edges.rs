//! Where the parts of derived types meet: tags in tags, tries that fail, keys of every type.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::net::IpAddr;

use apograph_core::{Decode, Encode};
use apograph_json::{DuplicateKeys, Mapper, Naming, ReadOptions, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A value, and what serde_json makes of it.
#[track_caller]
fn same<T>(value: &T) -> String
where
    T: Encode + for<'de> Decode<'de> + Serialize + DeserializeOwned + Debug + PartialEq,
{
    let text = apograph_json::to_string(value).expect("it can be written");
    assert_eq!(text, serde_json::to_string(value).expect("serde writes it"));
    assert_eq!(&apograph_json::from_str::<T>(&text).expect("it can be read"), value, "{text}");
    text
}

/// What another text gives, by both.
#[track_caller]
fn reads<T>(text: &str, expected: &T)
where
    T: for<'de> Decode<'de> + DeserializeOwned + Debug + PartialEq,
{
    assert_eq!(&serde_json::from_str::<T>(text).expect("serde reads it"), expected);
    assert_eq!(&apograph_json::from_str::<T>(text).expect("it can be read"), expected);
}

/// What neither of them reads. Gives the error.
#[track_caller]
fn refuses<T: for<'de> Decode<'de> + DeserializeOwned + Debug>(text: &str) -> String {
    assert!(serde_json::from_str::<T>(text).is_err(), "serde reads {text}");
    apograph_json::from_str::<T>(text).expect_err("it must not be read").to_string()
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    UnitVariant,
    Record { x: i32, y: Option<String> },
    Map(BTreeMap<String, i32>),
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Newtype(u32),
    Tuple(u8, u8),
    Record { x: i32 },
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Inner {
    a: u8,
    b: Option<u8>,
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(tag = "outer")]
enum Outer {
    Inner(Internal),
    Other,
}

#[test]
fn tags_of_enums_in_enums_are_no_fields() {
    let value = Outer::Inner(Internal::Map(BTreeMap::from([("a".into(), 1)])));
    assert_eq!(same(&value), r#"{"outer":"Inner","type":"map","a":1}"#);
    reads(r#"{"a":1,"type":"map","outer":"Inner"}"#, &value);
    reads(r#"{"type":"unit_variant","outer":"Inner"}"#, &Outer::Inner(Internal::UnitVariant));
    reads(r#"{"x":1,"outer":"Other"}"#, &Outer::Other);
}

#[test]
fn tags_and_contents_stand_there_once() {
    for text in [
        r#"{"type":"record","x":1,"y":null,"type":"record"}"#,
        r#"{"type":"map","type":"map"}"#,
        r#"{"type":"unit_variant","type":"unit_variant"}"#,
    ] {
        assert!(refuses::<Internal>(text).contains("duplicate field `type`"), "{text}");
    }
    for (text, name) in [
        (r#"{"t":"Newtype","c":1,"c":2}"#, "c"),
        (r#"{"t":"Newtype","c":1,"t":"Newtype"}"#, "t"),
        (r#"{"t":"Newtype","t":"Unit","c":1}"#, "t"),
        (r#"{"c":1,"c":2,"t":"Newtype"}"#, "c"),
    ] {
        let error = refuses::<Adjacent>(text);
        assert!(error.contains(&format!("duplicate field `{name}`")), "{text}: {error}");
    }
    let first = ReadOptions::new().duplicate_keys(DuplicateKeys::FirstWins);
    let mapper = Mapper::new().read_options(first);
    for text in [r#"{"t":"Newtype","c":1,"c":2,"t":"Unit"}"#, r#"{"c":1,"c":2,"t":"Newtype"}"#] {
        let value: Adjacent = mapper.from_str(text).expect("the first one counts");
        assert_eq!(value, Adjacent::Newtype(1), "{text}");
    }
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(untagged)]
enum Keyed {
    ByAddress(BTreeMap<IpAddr, u32>),
    ByNumber(BTreeMap<i32, u32>),
    Inner { zz: u32, first_part: Internal },
    Record { x: u32 },
}

#[derive(Encode, Decode, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Around {
    keyed: Keyed,
    alpha_beta: u32,
}

#[test]
fn what_a_try_leaves_behind_is_forgotten() {
    reads(r#"{"x":5}"#, &Keyed::Record { x: 5 });
    // serde's untagged enums have no keys that are numbers.
    let value: Keyed = apograph_json::from_str(r#"{"5":5}"#).expect("it can be read");
    assert_eq!(value, Keyed::ByNumber(BTreeMap::from([(5, 5)])));
    // The third variant begins a record with other names, and one with a tag in that.
    let mapper = Mapper::new().naming(Naming::CamelCase);
    let text = r#"{"keyed":{"x":5,"zz":1,"firstPart":{"type":"record","x":true}},"firstPart":1,"alphaBeta":2}"#;
    let value: Around = mapper.from_str(text).expect("it can be read");
    assert_eq!(value, Around { keyed: Keyed::Record { x: 5 }, alpha_beta: 2 });
    mapper
        .from_str::<Around>(r#"{"keyed":{"x":5,"zz":true},"firstPart":3}"#)
        .expect_err("no field");
}

#[test]
fn only_text_is_a_key() {
    for text in [r#"{1:1}"#, r#"{" 1":1}"#, "{\"\n1\":1}", r#"{"1 ":1}"#, r#"{"":1}"#, r#"{"x":1}"#]
    {
        refuses::<BTreeMap<i32, u8>>(text);
        refuses::<BTreeMap<bool, u8>>(text);
    }
    // serde_json does not take escapes here, but a text is what it reads as.
    let map: BTreeMap<i32, i32> =
        apograph_json::from_str(r#"{"\u0031\u0032":1}"#).expect("it can be read");
    assert_eq!(map, BTreeMap::from([(12, 1)]));
    for text in [r#"{["a"]:1}"#, r#"{[]:1}"#, r#"{["1"]:1}"#, r#"{null:1}"#, "{5:1}"] {
        refuses::<BTreeMap<Vec<String>, u8>>(text);
        refuses::<BTreeMap<Vec<i32>, u8>>(text);
        refuses::<BTreeMap<Option<String>, u8>>(text);
        refuses::<BTreeMap<(), u8>>(text);
        refuses::<BTreeMap<(String,), u8>>(text);
    }
    refuses::<BTreeMap<RecordKey, u8>>(r#"{{"a":1}:1}"#);
    refuses::<BTreeMap<NamedKey, u8>>(r#"{{"A":null}:1}"#);
    reads(r#"{"A":1}"#, &BTreeMap::from([(NamedKey::A, 1_u8)]));
    reads(r#"{"null":1}"#, &BTreeMap::from([(Some("null".to_owned()), 1_u8)]));
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[apograph(crate = "apograph_core")]
struct RecordKey {
    a: u8,
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[apograph(crate = "apograph_core")]
enum NamedKey {
    A,
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Default)]
#[apograph(crate = "apograph_core")]
struct Maybe {
    id: u8,
    #[serde(flatten)]
    inner: Option<Inner>,
    #[serde(flatten)]
    rest: Option<Rest>,
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Default)]
#[apograph(crate = "apograph_core")]
struct Rest {
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<u8>,
}

#[test]
fn flattened_options_are_there_if_they_can_be() {
    reads(r#"{"id":1}"#, &Maybe { id: 1, inner: None, rest: Some(Rest { c: None }) });
    let inner = Some(Inner { a: 1, b: None });
    reads(r#"{"a":1,"id":1}"#, &Maybe { id: 1, inner, rest: Some(Rest { c: None }) });
    // Half of it is nothing.
    reads(r#"{"b":1,"id":1}"#, &Maybe { id: 1, inner: None, rest: Some(Rest { c: None }) });
}

#[test]
fn names_of_a_mapper_are_those_of_variants_too() {
    let mapper = Mapper::new().naming(Naming::CamelCase);
    let value = Keyed::Inner { zz: 1, first_part: Internal::Record { x: 1, y: None } };
    let value = Around { keyed: value, alpha_beta: 1 };
    let text = mapper.to_string(&value).expect("it can be written");
    let expected =
        r#"{"keyed":{"zz":1,"firstPart":{"type":"record","x":1,"y":null}},"alphaBeta":1}"#;
    assert_eq!(text, expected);
    assert_eq!(mapper.from_str::<Around>(&text).expect("it can be read"), value);
}

#[test]
fn names_without_quotes_are_keys_of_every_type() {
    let mapper = Mapper::new().read_options(ReadOptions::lenient());
    let text = "{1:2, -5: 3, '7':4}";
    let map: BTreeMap<i32, i32> = mapper.from_str(text).expect("it can be read");
    assert_eq!(map, BTreeMap::from([(1, 2), (-5, 3), (7, 4)]));
    let map: BTreeMap<NamedKey, u8> = mapper.from_str("{ A : 1 }").expect("it can be read");
    assert_eq!(map, BTreeMap::from([(NamedKey::A, 1)]));
    let mut map = BTreeMap::from([(NamedKey::A, 5)]);
    mapper.from_slice_into(b"{A:1}", &mut map).expect("it can be read");
    assert_eq!(map, BTreeMap::from([(NamedKey::A, 1)]));
    let map: BTreeMap<Option<String>, u8> = mapper.from_str("{n:1}").expect("it can be read");
    assert_eq!(map, BTreeMap::from([(Some("n".to_owned()), 1)]));
    let value: Value = mapper.from_str("{a: {'b': 1, c$: 2,}, }").expect("it can be read");
    let text = apograph_json::to_string(&value).expect("it can be written");
    assert_eq!(text, r#"{"a":{"b":1,"c$":2}}"#);
}
