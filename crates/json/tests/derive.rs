//! Derived types: what they look like as JSON, and that serde's derives with serde_json agree.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use apograph_core::{Decode, Encode};
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
    let pretty = apograph_json::to_string_pretty(value).expect("it can be written");
    assert_eq!(pretty, serde_json::to_string_pretty(value).expect("serde writes it"));
    assert_eq!(&apograph_json::from_str::<T>(&pretty).expect("it can be read"), value, "{pretty}");
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

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Default, Clone)]
#[apograph(crate = "apograph_core")]
struct Plain {
    id: i64,
    name: String,
    score: f64,
    ok: bool,
    tags: Vec<String>,
    parent: Option<Box<Plain>>,
}

fn plain() -> Plain {
    Plain {
        id: -7,
        name: "a \"quoted\" name\n".into(),
        score: 0.1,
        ok: true,
        tags: vec!["x".into(), "ü😀".into()],
        parent: Some(Box::new(Plain { id: 1, ..Plain::default() })),
    }
}

#[test]
fn structs_are_objects() {
    let text = same(&plain());
    assert!(text.starts_with(r#"{"id":-7,"name":"a \"quoted\" name\n","score":0.1,"#), "{text}");
}

#[test]
fn fields_may_come_in_any_order_and_be_missing_if_they_are_optional() {
    let text = r#" { "tags" : [ ] , "ok":true,"score":2,"name":"n" ,"unknown":{"a":[1]},"id":3 } "#;
    let expected = Plain { id: 3, name: "n".into(), score: 2.0, ok: true, ..Plain::default() };
    reads(text, &expected);
    let mut target = plain();
    apograph_json::from_slice_into(text.as_bytes(), &mut target).expect("it can be read");
    assert_eq!(target, expected);
}

#[test]
fn what_is_missing_or_wrong_is_named_with_its_path() {
    let error = refuses::<Plain>(r#"{"id":1,"name":"a","score":1,"ok":true}"#);
    assert_eq!(error, "missing field `tags` at line 1 column 40 ($)");
    let error = refuses::<Plain>(
        r#"{"id":1,"name":"a","score":1,"ok":true,"tags":[],"parent":{"id":true}}"#,
    );
    assert!(error.contains("$.parent.id"), "{error}");
    let error = refuses::<Plain>(r#"{"id":1,"name":"a","score":1,"ok":true,"tags":["a",5]}"#);
    assert!(error.contains("$.tags[1]"), "{error}");
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Renamed {
    first_name: String,
    #[serde(rename = "other \"name\"")]
    last_name: String,
    #[serde(alias = "years", alias = "jahre")]
    age_in_years: u8,
    #[serde(skip)]
    hidden: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    nick: Option<String>,
    #[serde(default = "seven")]
    seven: u8,
    r#type: char,
}

fn seven() -> u8 {
    7
}

#[test]
fn attributes_change_names_and_what_is_written() {
    let value = Renamed {
        first_name: "A".into(),
        last_name: "B".into(),
        age_in_years: 3,
        hidden: 0,
        nick: None,
        seven: 7,
        r#type: 'é',
    };
    let text = same(&value);
    assert_eq!(
        text,
        r#"{"firstName":"A","other \"name\"":"B","ageInYears":3,"seven":7,"type":"é"}"#
    );
    reads(r#"{"type":"é","firstName":"A","other \"name\"":"B","jahre":3}"#, &value);
    refuses::<Renamed>(r#"{"type":"é","firstName":"A","other \"name\"":"B","jahre":3,"hidden":1}"#);
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Newtype(u32);

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Pair(String, i8);

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Unit;

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
#[serde(transparent)]
struct Transparent {
    inner: Vec<u8>,
    #[serde(skip)]
    other: String,
}

#[test]
fn other_structs_look_as_serde_has_them() {
    assert_eq!(same(&Newtype(5)), "5");
    assert_eq!(same(&Pair("a".into(), -1)), r#"["a",-1]"#);
    assert_eq!(same(&Unit), "null");
    assert_eq!(same(&Transparent { inner: vec![1, 2], other: String::new() }), "[1,2]");
    refuses::<Pair>(r#"["a"]"#);
    refuses::<Pair>(r#"["a",1,2]"#);
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
enum External {
    Unit,
    Newtype(u32),
    Tuple(String, bool),
    #[serde(rename = "rec")]
    Record {
        x: i32,
        y: Option<i32>,
    },
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    UnitVariant,
    Newtype(Plain),
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

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    Record { x: i32 },
    List(Vec<Untagged>),
    Nothing,
}

#[test]
fn enums_are_tagged_as_they_say() {
    assert_eq!(same(&External::Unit), r#""Unit""#);
    assert_eq!(same(&External::Newtype(1)), r#"{"Newtype":1}"#);
    assert_eq!(same(&External::Tuple("a".into(), true)), r#"{"Tuple":["a",true]}"#);
    assert_eq!(same(&External::Record { x: 1, y: None }), r#"{"rec":{"x":1,"y":null}}"#);
    assert_eq!(same(&Internal::UnitVariant), r#"{"type":"unit_variant"}"#);
    assert_eq!(
        same(&Internal::Record { x: 1, y: Some("b".into()) }),
        r#"{"type":"record","x":1,"y":"b"}"#
    );
    same(&Internal::Newtype(plain()));
    same(&Internal::Map(BTreeMap::from([("a".into(), 1)])));
    assert_eq!(same(&Adjacent::Unit), r#"{"t":"Unit"}"#);
    assert_eq!(same(&Adjacent::Newtype(7)), r#"{"t":"Newtype","c":7}"#);
    assert_eq!(same(&Adjacent::Tuple(7, 8)), r#"{"t":"Tuple","c":[7,8]}"#);
    same(&Adjacent::Record { x: 1 });
    for value in [
        Untagged::Number(5),
        Untagged::Text("a".into()),
        Untagged::Record { x: 1 },
        Untagged::List(vec![Untagged::Nothing, Untagged::Number(1)]),
    ] {
        same(&value);
    }
}

#[test]
fn tags_may_stand_anywhere_in_their_object() {
    reads(r#"{"x":1,"y":"b","type":"record"}"#, &Internal::Record { x: 1, y: Some("b".into()) });
    reads(r#"{"c":7,"t":"Newtype"}"#, &Adjacent::Newtype(7));
    reads(r#" { "c" : { "x" : 2 } , "t" : "Record" } "#, &Adjacent::Record { x: 2 });
    reads(r#"{"t":"Unit","c":null}"#, &Adjacent::Unit);
    for text in [r#"{"x":1}"#, r#"{"type":"no"}"#, r#"{"type":5}"#, "[]"] {
        refuses::<Internal>(text);
    }
    for text in [r#"{"t":"Newtype"}"#, r#"{"c":1}"#, r#"{"t":"no","c":1}"#] {
        refuses::<Adjacent>(text);
    }
    for text in
        [r#""no""#, r#"{"Unit":1}"#, r#""Newtype""#, r#"{"Newtype":1,"Unit":null}"#, "{}", "5"]
    {
        refuses::<External>(text);
    }
    let error = refuses::<External>(r#""no""#);
    assert_eq!(
        error,
        "unknown variant, expected one of `Unit`, `Newtype`, `Tuple`, `rec` at line 1 column 5 ($)"
    );
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Flat {
    id: u8,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
    last: bool,
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Inner {
    a: u8,
    b: Option<u8>,
}

#[test]
fn flattened_fields_stand_among_the_others() {
    let rest = BTreeMap::from([("z".into(), 9)]);
    let value = Flat { id: 1, inner: Inner { a: 2, b: None }, rest, last: true };
    assert_eq!(same(&value), r#"{"id":1,"a":2,"b":null,"z":9,"last":true}"#);
    reads(r#"{"z":9,"last":true,"a":2,"id":1}"#, &value);
    refuses::<Flat>(r#"{"z":9,"last":true,"id":1}"#);
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Borrowed<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    plain: &'a str,
}

#[test]
fn text_is_borrowed_where_it_can_be() {
    let text = r#"{"name":"abc","plain":"def"}"#;
    let value: Borrowed<'_> = apograph_json::from_str(text).expect("it can be read");
    assert!(matches!(value.name, Cow::Borrowed("abc")));
    assert_eq!(apograph_json::to_string(&value).expect("it can be written"), text);
    let text = r#"{"name":"a\nc","plain":"def"}"#;
    let value: Borrowed<'_> = apograph_json::from_str(text).expect("it can be read");
    assert!(matches!(value.name, Cow::Owned(_)));
    let text = r#"{"name":"abc","plain":"d\tf"}"#;
    apograph_json::from_str::<Borrowed<'_>>(text).expect_err("it has an escape");
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct Generic<T> {
    items: Vec<T>,
    fixed: [T; 3],
}

#[derive(Encode, Decode, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Sized<const N: usize> {
    fixed: [u8; N],
}

#[test]
fn generic_types_are_like_others() {
    same(&Generic { items: vec![1_u8, 2], fixed: [3, 4, 5] });
    same(&Generic { items: vec![Some(plain())], fixed: [None, None, None] });
    refuses::<Generic<u8>>(r#"{"items":[],"fixed":[1]}"#);
    let text = apograph_json::to_string(&Sized { fixed: [1, 2] }).expect("it can be written");
    assert_eq!(apograph_json::from_str::<Sized<2>>(&text).expect("it can be read").fixed, [1, 2]);
    apograph_json::from_str::<Sized<3>>(&text).expect_err("two are not three");
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(try_from = "u8", into = "u8")]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, &'static str> {
        if number.is_multiple_of(2) { Ok(Self(number)) } else { Err("an odd number") }
    }
}

impl From<Even> for u8 {
    fn from(even: Even) -> Self {
        even.0
    }
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
#[serde(default)]
struct Defaults {
    a: u8,
    b: String,
    #[serde(skip)]
    c: u8,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { a: 1, b: "b".into(), c: 3 }
    }
}

#[test]
fn values_come_from_others_and_from_defaults() {
    assert_eq!(same(&Even(4)), "4");
    assert!(refuses::<Even>("3").contains("an odd number"));
    reads(r#"{"a":5}"#, &Defaults { a: 5, b: "b".into(), c: 3 });
    reads("{}", &Defaults::default());
    let mut target = Defaults { a: 9, b: "z".into(), c: 9 };
    apograph_json::from_slice_into(b"{}", &mut target).expect("it can be read");
    assert_eq!(target, Defaults::default());
}

#[test]
fn maps_have_keys_of_text_and_numbers() {
    same(&HashMap::from([(1_i32, "a".to_owned())]));
    same(&HashMap::from([(u64::MAX, 1_u8)]));
    same(&BTreeMap::from([(true, 1), (false, 2)]));
    same(&BTreeMap::from([('a', 1.5)]));
    same(&BTreeMap::from([("a".to_owned(), Some(1)), ("b".to_owned(), None)]));
    let keys = BTreeMap::from([(vec![1], 1)]);
    let error = apograph_json::to_string(&keys).expect_err("a sequence is no key");
    assert_eq!(error.to_string(), "a key of a map is neither text nor a number");
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
#[serde(transparent)]
struct Marked<T> {
    marker: std::marker::PhantomData<T>,
    value: u32,
}

#[test]
fn a_marker_can_stand_beside_what_is_transparent() {
    let value: Marked<String> = Marked { marker: std::marker::PhantomData, value: 5 };
    assert_eq!(same(&value), "5");
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
#[serde(default)]
struct Release(u8, #[serde(default)] u8, #[serde(skip)] u8);

impl Default for Release {
    fn default() -> Self {
        Self(7, 8, 9)
    }
}

#[test]
fn a_tuple_that_ends_early_takes_the_rest_from_its_default() {
    assert_eq!(same(&Release(1, 2, 9)), "[1,2]");
    reads("[1]", &Release(1, 0, 9));
    reads("[]", &Release(7, 0, 9));
    refuses::<Release>("[1,2,3]");
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct SeveralNames {
    #[serde(rename(serialize = "w", deserialize = "r1", deserialize = "r2"))]
    value: u32,
}

#[test]
fn a_field_can_be_read_by_several_names() {
    let text = apograph_json::to_string(&SeveralNames { value: 5 }).expect("it can be written");
    assert_eq!(text, serde_json::to_string(&SeveralNames { value: 5 }).expect("serde writes it"));
    reads(r#"{"r1":5}"#, &SeveralNames { value: 5 });
    reads(r#"{"r2":5}"#, &SeveralNames { value: 5 });
    refuses::<SeveralNames>(r#"{"value":5}"#);
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: DeserializeOwned"))]
struct BoundedForSerde<T> {
    item: Option<Box<T>>,
}

#[test]
fn bounds_for_serde_do_not_stand_in_the_way() {
    same(&BoundedForSerde { item: Some(Box::new(plain())) });
}

#[derive(Encode, Decode, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
enum EachItsOwn<T, U, const N: usize> {
    First { first: T },
    Second { second: U },
    Neither { length: [u8; N] },
}

#[test]
fn variants_need_not_use_all_parameters() {
    type E = EachItsOwn<u8, String, 1>;
    assert_eq!(
        apograph_json::to_string(&[
            E::First { first: 1 },
            E::Second { second: String::new() },
            E::Neither { length: [2] }
        ])
        .expect("it can be written"),
        r#"[{"First":{"first":1}},{"Second":{"second":""}},{"Neither":{"length":[2]}}]"#
    );
}
