//! What typical mistakes are answered with: all of it in `errors.txt`. With `UPDATE=1` that is written anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use apograph_core::{Decode, Encode};
use apograph_json::{DuplicateKeys, Mapper, Naming, ReadOptions, UnknownFields, Value};

#[derive(Encode, Decode, Debug)]
#[apograph(crate = "apograph_core")]
struct Order {
    id: u32,
    customer: String,
    items: Vec<Item>,
    #[serde(default)]
    state: State,
    #[serde(default)]
    payment: Option<Payment>,
    #[serde(default)]
    labels: BTreeMap<String, u8>,
    #[serde(default)]
    note: char,
    #[serde(default)]
    size: (u8, u8),
}

#[derive(Encode, Decode, Debug)]
#[apograph(crate = "apograph_core")]
#[serde(deny_unknown_fields)]
struct Item {
    sku: String,
    price: f64,
}

#[derive(Encode, Decode, Debug, Default)]
#[apograph(crate = "apograph_core")]
#[serde(rename_all = "lowercase")]
enum State {
    #[default]
    Open,
    Paid,
}

#[derive(Encode, Decode, Debug)]
#[apograph(crate = "apograph_core")]
#[serde(tag = "by")]
enum Payment {
    Card { number: String },
    Cash,
}

/// A text, and what is wrong with it.
const MISTAKES: &[(&str, &str)] = &[
    ("missing comma", "{\"id\": 1\n \"customer\": \"a\"}"),
    ("missing comma in an array", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":1} {}]}"#),
    ("trailing comma", r#"{"id":1,"customer":"a","items":[],}"#),
    ("trailing comma in an array", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":1},]}"#),
    ("missing colon", r#"{"id" 1}"#),
    ("single quotes", r"{'id': 1}"),
    ("single quotes around a value", r#"{"id":1,"customer":'a'}"#),
    ("key without quotes", r#"{id: 1}"#),
    ("key that is a number", r#"{"id":1,"customer":"a","items":[],"labels":{1:1}}"#),
    ("key that is an array", r#"{[]: 1}"#),
    ("comment", "{\n  // the number\n  \"id\": 1}"),
    ("missing field", r#"{"id":1,"items":[]}"#),
    (
        "missing field deep inside",
        r#"{"id":1,"customer":"a","items":[{"sku":"x","price":1},{"sku":"y"}]}"#,
    ),
    ("unknown field", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":1,"colour":"red"}]}"#),
    ("wrong type", r#"{"id":"1","customer":"a","items":[]}"#),
    ("wrong type deep inside", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":"1.5"}]}"#),
    ("wrong type in a map", r#"{"id":1,"customer":"a","items":[],"labels":{"a":1,"b":"2"}}"#),
    ("null where there must be a value", r#"{"id":1,"customer":null,"items":[]}"#),
    ("object where there must be an array", r#"{"id":1,"customer":"a","items":{}}"#),
    ("array where there must be an object", r#"[1,"a",[]]"#),
    ("number out of range", r#"{"id":4294967296,"customer":"a","items":[]}"#),
    ("negative number", r#"{"id":-1,"customer":"a","items":[]}"#),
    ("fraction", r#"{"id":1.0,"customer":"a","items":[]}"#),
    ("float out of range", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":1e999}]}"#),
    ("value out of range in a map", r#"{"id":1,"customer":"a","items":[],"labels":{"a":256}}"#),
    ("several characters", r#"{"id":1,"customer":"a","items":[],"note":"ab"}"#),
    ("short tuple", r#"{"id":1,"customer":"a","items":[],"size":[1]}"#),
    ("long tuple", r#"{"id":1,"customer":"a","items":[],"size":[1,2,3]}"#),
    ("unknown variant", r#"{"id":1,"customer":"a","items":[],"state":"shipped"}"#),
    ("variant that is a number", r#"{"id":1,"customer":"a","items":[],"state":1}"#),
    ("variant without a tag", r#"{"id":1,"customer":"a","items":[],"payment":{"number":"1"}}"#),
    ("unknown variant by its tag", r#"{"id":1,"customer":"a","items":[],"payment":{"by":"Bill"}}"#),
    ("missing field of a variant", r#"{"id":1,"customer":"a","items":[],"payment":{"by":"Card"}}"#),
    ("two tags", r#"{"id":1,"customer":"a","items":[],"payment":{"by":"Cash","by":"Cash"}}"#),
    ("leading zero", r#"{"id":007,"customer":"a","items":[]}"#),
    ("plus sign", r#"{"id":+1,"customer":"a","items":[]}"#),
    ("point without digits", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":1.}]}"#),
    ("hexadecimal", r#"{"id":0x1F,"customer":"a","items":[]}"#),
    ("NaN", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":NaN}]}"#),
    ("literal in capitals", r#"{"id":1,"customer":"a","items":[],"payment":NULL}"#),
    ("literal that ends wrong", r#"{"id":1,"customer":"a","items":[],"payment":nulL}"#),
    ("truncated in a string", r#"{"id":1,"customer":"a"#),
    ("truncated after a value", r#"{"id":1"#),
    ("truncated after a comma", r#"{"id":1,"#),
    ("truncated in an array", r#"{"id":1,"customer":"a","items":[{"sku":"x","price":1}"#),
    ("truncated escape", r#"{"id":1,"customer":"\u00"#),
    ("line break in a string", "{\"id\":1,\"customer\":\"a\nb\"}"),
    ("tab in a string", "{\"id\":1,\"customer\":\"a\tb\"}"),
    ("unknown escape", r#"{"id":1,"customer":"C:\Users"}"#),
    ("half of a surrogate pair", r#"{"id":1,"customer":"\ud83d"}"#),
    ("empty input", ""),
    ("only space", " \n\n"),
    ("text after the end", "{\"id\":1,\"customer\":\"a\",\"items\":[]}\n{}"),
    ("brace too many", r#"{"id":1,"customer":"a","items":[]}}"#),
    ("wrong bracket", r#"{"id":1,"customer":"a","items":[}}"#),
    ("HTML", "<!DOCTYPE html>"),
    ("XML", "\n<order id=\"1\"/>"),
    ("typographic quotes", "{“id”: 1}"),
];

fn line(report: &mut String, name: &str, input: &str, error: &apograph_json::Error) {
    let mut shown = String::new();
    for character in input.chars() {
        match character {
            '"' | '\'' | '\\' => shown.push(character),
            other => shown.extend(other.escape_debug()),
        }
    }
    if shown.is_empty() {
        shown.push_str("(nothing)");
    }
    writeln!(report, "{name}\n    {shown}\n    {error}\n").expect("strings take all");
}

fn report() -> String {
    let mut report = String::new();
    for (name, input) in MISTAKES {
        let error = apograph_json::from_str::<Order>(input).expect_err(name);
        line(&mut report, name, input, &error);
        // Reading over a value says the same.
        let mut target = Order {
            id: 0,
            customer: String::new(),
            items: Vec::new(),
            state: State::Open,
            payment: Some(Payment::Card { number: "1".into() }),
            labels: BTreeMap::new(),
            note: 'x',
            size: (0, 0),
        };
        let over = apograph_json::from_slice_into(input.as_bytes(), &mut target).expect_err(name);
        assert_eq!(over.to_string(), error.to_string(), "{name}");
    }
    let mapper = |options| Mapper::new().read_options(options);
    let new = ReadOptions::new;
    let twice = r#"{"id":1,"customer":"a","id":2,"items":[]}"#;
    let error = mapper(new().duplicate_keys(DuplicateKeys::Error));
    let with = |report: &mut String, name: &str, mapper: &Mapper, input: &str| {
        let error = mapper.from_str::<Order>(input).map(drop).expect_err(name);
        line(report, name, input, &error);
    };
    with(&mut report, "field twice, where that is an error", &error, twice);
    let labels = r#"{"id":1,"customer":"a","items":[],"labels":{"a":1,"a":2}}"#;
    with(&mut report, "name in a map twice, where that is an error", &error, labels);
    let strict = mapper(new().unknown_fields(UnknownFields::Error)).naming(Naming::PascalCase);
    let unknown = r#"{"Id":1,"Customer":"a","Items":[{"Sku":"x","Price":1}],"state":1}"#;
    with(&mut report, "unknown field, under names of a mapper", &strict, unknown);
    with(&mut report, "missing field, under names of a mapper", &strict, r#"{"Id":1}"#);
    let wrong = r#"{"Id":1,"Customer":"a","Items":[{"Sku":"x","Price":"1"}]}"#;
    with(&mut report, "wrong type, under names of a mapper", &strict, wrong);
    let small =
        mapper(new().max_string_bytes(9).max_number_bytes(3).max_name_bytes(8).max_depth(2));
    with(&mut report, "string too long", &small, r#"{"id":1,"customer":"abcdefghij"}"#);
    with(&mut report, "number too long", &small, r#"{"id":1000}"#);
    with(&mut report, "name too long", &small, r#"{"id":1,"customers":2}"#);
    with(&mut report, "too deep", &small, r#"{"id":1,"customer":"a","items":[{}]}"#);
    let mark = mapper(new().byte_order_mark(false));
    with(&mut report, "byte order mark, where there may be none", &mark, "\u{FEFF}{}");
    let tokens = mapper(new().max_tokens(3));
    with(&mut report, "too many tokens", &tokens, r#"{"id":1,"customer":"a"}"#);
    let document = mapper(new().max_document_bytes(10));
    with(&mut report, "document too long", &document, r#"{"id":1,"customer":"a"}"#);
    let comments = mapper(new().comments(true));
    with(&mut report, "comment without an end", &comments, r#"{"id":1 /* "customer":"a"}"#);

    let error = apograph_json::from_slice::<Order>(b"{\"id\":1,\"customer\":\"caf\xE9\"}");
    line(
        &mut report,
        "not UTF-8",
        r#"{"id":1,"customer":"caf\xE9"}"#,
        &error.expect_err("no UTF-8"),
    );
    let error = apograph_json::from_str::<&str>(r#""a\nb""#).expect_err("it has an escape");
    line(&mut report, "escape in a text that is to be borrowed", r#""a\nb""#, &error);
    let error = apograph_json::from_str::<Value>(&"[".repeat(129)).expect_err("too deep");
    let text = error.to_string();
    let text = text.split(" (").next().expect("there is a place");
    writeln!(report, "too deep for a tree\n    [[[[…\n    {text}\n").expect("strings take all");
    let error = apograph_json::from_str::<std::net::IpAddr>(r#""localhost""#).expect_err("a name");
    line(&mut report, "text of another kind", r#""localhost""#, &error);
    let error = apograph_json::to_string(&BTreeMap::from([(vec![1], 1)])).expect_err("no key");
    line(&mut report, "writing a key that is no text", "{[1]: 1}", &error);
    report
}

#[test]
fn error_texts_are_those_of_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors.txt");
    let report = report();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &report).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    for (line, (is, should)) in report.lines().zip(expected.lines()).enumerate() {
        assert_eq!(is, should, "line {} of errors.txt; UPDATE=1 writes it anew", line + 1);
    }
    assert_eq!(report, expected, "errors.txt; UPDATE=1 writes it anew");
}
