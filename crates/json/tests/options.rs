//! Every setting of reading and writing: what it takes with and without, through types, trees and skipping.

use std::collections::BTreeMap;
use std::fmt::Debug;

use apograph_core::decode::Ignored;
use apograph_core::{Decode, Encode};
use apograph_json::{
    BigNumbers, DuplicateKeys, Inclusion, Integers, Limit, Mapper, Naming, NonFinite, ReadOptions,
    UnknownFields, Value, ValueRef, WholeFloats, WriteOptions,
};

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Record {
    name: String,
    count: Option<f64>,
    rest: Option<Vec<i32>>,
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
#[serde(deny_unknown_fields)]
struct Strict {
    name: String,
}

fn reader(options: ReadOptions) -> Mapper {
    Mapper::new().read_options(options)
}

fn writer(options: WriteOptions) -> Mapper {
    Mapper::new().write_options(options)
}

/// What the error says, without its place.
fn text(error: &apograph_json::Error) -> String {
    error.kind().to_string()
}

/// A text that is a `T`, with a setting only.
#[track_caller]
fn allows<T>(options: ReadOptions, input: &str, expected: &T, without: &str)
where
    T: for<'de> Decode<'de> + Debug + PartialEq + Default,
{
    let with = reader(options);
    assert_eq!(&with.from_str::<T>(input).expect("it is allowed"), expected);
    let mut target = T::default();
    with.from_slice_into(input.as_bytes(), &mut target).expect("it is allowed");
    assert_eq!(&target, expected);
    with.from_str::<Ignored>(input).expect("it is allowed");
    let mut errors = vec![
        text(&apograph_json::from_str::<T>(input).expect_err("a type")),
        text(&apograph_json::from_str::<Ignored>(input).expect_err("skipping")),
        text(&apograph_json::from_str::<Value>(input).expect_err("a tree")),
        text(&apograph_json::from_str::<ValueRef<'_>>(input).expect_err("a tree that borrows")),
    ];
    // Where nobody asks for it.
    let unknown = format!(
        r#"{{"unknown":{input}
,"name":""}}"#
    );
    with.from_str::<Record>(&unknown).expect("it is allowed");
    if !without.contains("byte order mark") {
        errors.push(text(&apograph_json::from_str::<Record>(&unknown).expect_err("a field")));
    }
    for error in errors {
        assert_eq!(error, without, "{input}");
    }
}

/// A text that is well-formed and passes a limit.
#[track_caller]
fn limits<T: for<'de> Decode<'de> + Debug>(
    options: ReadOptions,
    fits: &str,
    too_much: &str,
    error: &str,
) {
    let mapper = reader(options);
    mapper.from_str::<T>(fits).expect("it fits");
    mapper.from_str::<Value>(fits).expect("it fits");
    mapper.from_str::<ValueRef<'_>>(fits).expect("it fits");
    mapper.from_str::<Ignored>(fits).expect("it fits");
    let errors = [
        mapper.from_str::<T>(too_much).map(drop).expect_err("a type"),
        mapper.from_str::<Value>(too_much).map(drop).expect_err("a tree"),
        mapper.from_str::<ValueRef<'_>>(too_much).map(drop).expect_err("a tree that borrows"),
        mapper.from_str::<Ignored>(too_much).map(drop).expect_err("skipping"),
    ];
    for it in errors {
        assert_eq!(text(&it), error, "{too_much}");
        assert!(it.is_syntax());
    }
    apograph_json::from_str::<Value>(too_much).expect("the usual limit is higher");
}

const NEW: ReadOptions = ReadOptions::new();

#[test]
fn comments() {
    let error = "a comment; ReadOptions::comments allows it";
    let numbers = vec![1, 2];
    for input in ["[1, /* one */ 2]", "[1, // one\n2]", "/**/[1,2]", "[1/*,*/,2]", "[1,2/***/]"] {
        allows(NEW.clone().comments(true), input, &numbers, error);
    }
    let mapper = reader(NEW.clone().comments(true));
    assert_eq!(mapper.from_str::<u8>("1 // at the end").expect("it is allowed"), 1);
    for input in ["1 /* no end", "1 /*/", "/ 1", "1 /"] {
        mapper.from_str::<u8>(input).expect_err(input);
        mapper.from_str::<Value>(input).expect_err(input);
        mapper.from_str::<Ignored>(input).expect_err(input);
    }
}

#[test]
fn trailing_commas() {
    let error = "a trailing comma; ReadOptions::trailing_commas allows it";
    let options = NEW.clone().trailing_commas(true);
    allows(options.clone(), "[1,2,]", &vec![1, 2], error);
    allows(options.clone(), "[1,2 , ]", &vec![1, 2], error);
    let map = BTreeMap::from([("a".to_owned(), 1)]);
    allows(options.clone(), r#"{"a":1,}"#, &map, error);
    let record = Record { name: "a".into(), ..Record::default() };
    allows(options.clone(), r#"{"name":"a" , }"#, &record, error);
    let mapper = reader(options);
    for input in ["[,]", "[1,,]", "{,}", r#"{"a":1,,}"#] {
        mapper.from_str::<Value>(input).expect_err(input);
        mapper.from_str::<Ignored>(input).expect_err(input);
        mapper.from_str::<Vec<u8>>(input).expect_err(input);
        mapper.from_str::<Record>(input).expect_err(input);
        mapper.from_str::<BTreeMap<String, u8>>(input).expect_err(input);
    }
}

#[test]
fn single_quotes() {
    let error = "a single quote; ReadOptions::single_quotes allows it";
    let options = NEW.clone().single_quotes(true);
    allows(options.clone(), "'it\"s'", &"it\"s".to_owned(), error);
    allows(options.clone(), "['\\'','b']", &vec!["'".to_owned(), "b".to_owned()], error);
    allows(options.clone(), "{'a':1}", &BTreeMap::from([("a".to_owned(), 1)]), error);
    let record = Record { name: "ü\n".into(), ..Record::default() };
    allows(options.clone(), "{'name':'ü\\n'}", &record, error);
    let mapper = reader(options);
    for input in ["'a", "'a\"", "\"a'", "'a'b'", "'\n'", "\"\\'"] {
        mapper.from_str::<Value>(input).expect_err(input);
        mapper.from_str::<Ignored>(input).expect_err(input);
        mapper.from_str::<String>(input).expect_err(input);
    }
}

#[test]
fn unquoted_names() {
    let error = "a name without quotes; ReadOptions::unquoted_names allows it";
    let options = NEW.clone().unquoted_names(true);
    let map = BTreeMap::from([("a_b".to_owned(), 1), ("$é-1".to_owned(), 2)]);
    allows(options.clone(), "{a_b:1, $é-1 : 2}", &map, error);
    let record = Record { name: "a".into(), ..Record::default() };
    allows(options.clone(), "{name:\"a\"}", &record, error);
    allows(options.clone(), "{other:1,name:\"a\"}", &record, error);
    let mapper = reader(options);
    for input in ["{a b:1}", "{:1}", "{a.b:1}", "{a", "{\u{2028}:1}", "{name:a}", "{'a':1}"] {
        mapper.from_str::<Value>(input).expect_err(input);
        mapper.from_str::<Ignored>(input).expect_err(input);
        mapper.from_str::<Record>(input).expect_err(input);
    }
}

#[test]
fn numbers_that_are_none() {
    let error = "a number that is not finite; ReadOptions::nan allows it";
    let options = NEW.clone().nan(true);
    allows(options.clone(), "Infinity", &f64::INFINITY, error);
    allows(options.clone(), "[-Infinity]", &vec![f32::NEG_INFINITY], error);
    let mapper = reader(options);
    assert!(mapper.from_str::<f64>("NaN").expect("it is allowed").is_nan());
    for input in ["nan", "-NaN", "Inf", "Infinit", "NaNa", "+Infinity", "infinity"] {
        mapper.from_str::<f64>(input).expect_err(input);
        mapper.from_str::<Ignored>(input).expect_err(input);
        mapper.from_str::<Value>(input).expect_err(input);
    }
    for input in ["NaN", "Infinity", "-Infinity"] {
        mapper.from_str::<i32>(input).expect_err("no integer");
        mapper.from_str::<String>(input).expect_err("no string");
    }
}

#[test]
fn byte_order_marks() {
    let without = reader(NEW.clone().byte_order_mark(false));
    let input = "\u{FEFF}[1]";
    assert_eq!(apograph_json::from_str::<Vec<u8>>(input).expect("it is allowed"), [1]);
    let error = "a byte order mark; ReadOptions::byte_order_mark allows it";
    for it in [
        without.from_str::<Vec<u8>>(input).map(drop).expect_err("a type"),
        without.from_str::<Value>(input).map(drop).expect_err("a tree"),
        without.from_str::<Ignored>(input).map(drop).expect_err("skipping"),
    ] {
        assert_eq!(text(&it), error);
    }
}

#[test]
fn every_limit_names_its_setting() {
    let limit = |options: &str, what: &str| format!("{what}; ReadOptions::{options} allows more");
    let error = limit("max_depth", "nesting deeper than 2 levels");
    limits::<Vec<Vec<Value>>>(NEW.clone().max_depth(2), "[[1],[]]", "[[1],[[]]]", &error);
    let depth = NEW.clone().max_depth(2);
    limits::<BTreeMap<String, Value>>(depth, r#"{"a":{"b":1}}"#, r#"{"a":{"b":[]}}"#, &error);
    let error = limit("max_depth", "nesting deeper than 0 levels");
    limits::<Value>(NEW.clone().max_depth(0), "1", "[]", &error);

    let error = limit("max_string_bytes", "a string longer than 4 bytes");
    for (fits, too_much) in [
        (r#""abcd""#, r#""abcde""#),
        (r#""éé""#, r#""éée""#),
        (r#""\n\u00e9a""#, r#""\n\u00e9ab""#),
        (r#""😀""#, r#""\ud83d\ude00a""#),
    ] {
        limits::<String>(NEW.clone().max_string_bytes(4), fits, too_much, &error);
    }
    let strings = NEW.clone().max_string_bytes(4);
    limits::<Vec<String>>(strings, r#"["abcd"]"#, r#"["a","abcde"]"#, &error);

    let error = limit("max_number_bytes", "a number longer than 5 bytes");
    for (fits, too_much) in [
        ("12345", "123456"),
        ("-1234", "-12345"),
        ("1.234", "1.2345"),
        ("1e+10", "1e+010"),
        ("0.000", "0.0000"),
        (" 12345 ", " 123456 "),
    ] {
        limits::<f64>(NEW.clone().max_number_bytes(5), fits, too_much, &error);
    }
    limits::<i64>(NEW.clone().max_number_bytes(5), "12345", "123456", &error);
    limits::<Vec<u128>>(NEW.clone().max_number_bytes(5), "[1,12345]", "[1,123456]", &error);

    let error = limit("max_name_bytes", "a name longer than 4 bytes");
    for (fits, too_much) in [
        (r#"{"name":""}"#, r#"{"name":"","names":1}"#),
        (r#"{"nam\u0065":""}"#, r#"{"name":"","nam\u0065s":1}"#),
        (r#"{"name":"abcdef"}"#, r#"{"name":"abcdef","\u00e9\u00e9\u00e9":1}"#),
    ] {
        limits::<Record>(NEW.clone().max_name_bytes(4), fits, too_much, &error);
        limits::<BTreeMap<String, Value>>(NEW.clone().max_name_bytes(4), fits, too_much, &error);
        limits::<apograph_json::Map>(NEW.clone().max_name_bytes(4), fits, too_much, &error);
    }
    let long = format!("{{\"{}\":1}}", "n".repeat(50_001));
    for it in [
        apograph_json::from_str::<Value>(&long).map(drop).expect_err("a tree"),
        apograph_json::from_str::<Ignored>(&long).map(drop).expect_err("skipping"),
        apograph_json::from_str::<BTreeMap<String, u8>>(&long).map(drop).expect_err("a map"),
        apograph_json::from_str::<Record>(&long).map(drop).expect_err("a struct"),
    ] {
        assert_eq!(text(&it), limit("max_name_bytes", "a name longer than 50000 bytes"));
    }

    let error = limit("max_document_bytes", "a document longer than 6 bytes");
    limits::<Vec<u8>>(NEW.clone().max_document_bytes(6), "[1,10]", "[1,100]", &error);
    limits::<Vec<u8>>(NEW.clone().max_document_bytes(6), "[1 ,2]", "[1 , 2]", &error);

    let error = limit("max_tokens", "a document of more than 4 tokens");
    limits::<Vec<u8>>(NEW.clone().max_tokens(4), "[1,2]", "[1,2,3]", &error);
    let map = NEW.clone().max_tokens(4);
    limits::<BTreeMap<String, u8>>(map, r#"{"a":1}"#, r#"{"a":1,"b":2}"#, &error);
}

#[test]
fn limits_that_are_passed_say_which() {
    let mapper = reader(NEW.clone().max_depth(1));
    let error = mapper.from_str::<Value>("[[]]").expect_err("too deep");
    let kind = format!("{:?}", error.kind());
    assert_eq!(kind, format!("Limit {{ limit: {:?}, allowed: 1 }}", Limit::Depth));
    assert_eq!((error.line(), error.column(), error.offset()), (1, 2, 1));
}

#[test]
fn duplicate_keys() {
    let input = r#"{"name":"a","count":1,"name":"b"}"#;
    let policy = |policy| reader(NEW.clone().duplicate_keys(policy));
    for (keys, name) in [(DuplicateKeys::LastWins, "b"), (DuplicateKeys::FirstWins, "a")] {
        let mapper = policy(keys);
        let record: Record = mapper.from_str(input).expect("it is allowed");
        assert_eq!(record.name, name, "{keys:?}");
        let mut target = Record { name: "before".into(), count: None, rest: Some(vec![1]) };
        mapper.from_slice_into(input.as_bytes(), &mut target).expect("it is allowed");
        assert_eq!(target, record);
        let tree: Value = mapper.from_str(input).expect("it is allowed");
        assert_eq!(tree["name"], name, "{keys:?}");
        let flat: Flat = mapper.from_str(input).expect("it is allowed");
        assert_eq!(flat.rest.get("name"), Some(&Value::from(name)), "{keys:?}");
        let map: BTreeMap<String, Value> = mapper.from_str(input).expect("it is allowed");
        assert_eq!(map["name"], name, "{keys:?}");
        let mut map =
            BTreeMap::from([("count".to_owned(), Value::Null), ("name".to_owned(), Value::Null)]);
        mapper.from_slice_into(input.as_bytes(), &mut map).expect("it is allowed");
        assert_eq!(map["name"], name, "{keys:?}");
    }
    let mapper = policy(DuplicateKeys::Error);
    let error = mapper.from_str::<Record>(input).expect_err("twice");
    assert_eq!(text(&error), "duplicate field `name`");
    let error =
        mapper.from_slice_into(input.as_bytes(), &mut Record::default()).expect_err("twice");
    assert_eq!(text(&error), "duplicate field `name`");
    for error in [
        mapper.from_str::<Value>(input).map(drop).expect_err("twice"),
        mapper.from_str::<BTreeMap<String, Value>>(input).map(drop).expect_err("twice"),
        mapper.from_str::<Flat>(input).map(drop).expect_err("twice"),
    ] {
        assert_eq!(text(&error), "a name that is already in the map");
    }
    // What is not kept is not compared.
    mapper.from_str::<Ignored>(input).expect("nobody asked for it");
    mapper.from_str::<Strict>(r#"{"name":"a","name":"b"}"#).expect_err("twice");
}

#[derive(Encode, Decode, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Flat {
    count: f64,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[test]
fn unknown_fields() {
    let input = r#"{"name":"a","more":[1]}"#;
    let policy = |policy| reader(NEW.clone().unknown_fields(policy));
    let mapper = policy(UnknownFields::AsDeclared);
    mapper.from_str::<Record>(input).expect("it says nothing of them");
    let error = mapper.from_str::<Strict>(input).expect_err("it denies them");
    assert_eq!(text(&error), "unknown field, expected `name`");
    policy(UnknownFields::Ignore).from_str::<Strict>(input).expect("they are skipped");
    policy(UnknownFields::Ignore)
        .from_str::<Strict>(r#"{"name":"a","more":[}"#)
        .expect_err("no JSON");
    let mapper = policy(UnknownFields::Error);
    let error = mapper.from_str::<Record>(input).expect_err("nobody may");
    assert_eq!(text(&error), "unknown field, expected one of `name`, `count`, `rest`");
    mapper.from_slice_into(input.as_bytes(), &mut Record::default()).expect_err("nobody may");
    mapper.from_str::<Value>(input).expect("a tree has no fields");
    mapper.from_str::<Record>(r#"{"name":"a"}"#).expect("there are none");
    // The names of a mapper are those that are asked for.
    let named = policy(UnknownFields::Error).naming(Naming::ScreamingSnakeCase);
    named.from_str::<Record>(r#"{"NAME":"a"}"#).expect("there are none");
    let error = named.from_str::<Record>(r#"{"name":"a"}"#).expect_err("another name");
    assert_eq!(text(&error), "unknown field, expected one of `NAME`, `COUNT`, `REST`");
}

#[test]
fn big_numbers() {
    let exact = reader(NEW.clone().big_numbers(BigNumbers::Exact));
    for input in ["36893488147419103233", "0.1000000000000000000001", "1e400", "-1e999"] {
        let tree: Value = exact.from_str(input).expect("it is kept");
        assert_eq!(apograph_json::to_string(&tree).expect("it can be written"), input);
        let tree: ValueRef<'_> = exact.from_str(input).expect("it is kept");
        assert_eq!(apograph_json::to_string(&tree).expect("it can be written"), input);
    }
    let tree: Value = apograph_json::from_str("36893488147419103233").expect("it is rounded");
    assert_eq!(tree, 36_893_488_147_419_103_232.0);
    let error = apograph_json::from_str::<Value>("1e400").expect_err("it is too large");
    assert_eq!(text(&error), "number out of range of f64");
}

#[test]
fn settings_of_writing() {
    let record = Record { name: String::new(), count: None, rest: Some(vec![]) };
    let write = |options: WriteOptions, value: &Record| {
        writer(options).to_string(value).expect("it can be written")
    };
    let new = WriteOptions::new;
    assert_eq!(write(new(), &record), r#"{"name":"","count":null,"rest":[]}"#);
    assert_eq!(
        write(WriteOptions::pretty(), &record),
        "{\n  \"name\": \"\",\n  \"count\": null,\n  \"rest\": []\n}"
    );
    assert_eq!(
        write(new().indent("\t x\n"), &record),
        "{\n\t \"name\": \"\",\n\t \"count\": null,\n\t \"rest\": []\n}"
    );
    assert_eq!(write(new().inclusion(Inclusion::NonNull), &record), r#"{"name":"","rest":[]}"#);
    assert_eq!(write(new().inclusion(Inclusion::NonEmpty), &record), "{}");
    assert_eq!(write(new().sorted_keys(true), &record), r#"{"count":null,"name":"","rest":[]}"#);
    let record = Record { name: "é😀\u{7f}".into(), count: Some(2.0), rest: None };
    assert_eq!(
        write(new().ascii_only(true), &record),
        "{\"name\":\"\\u00e9\\ud83d\\ude00\u{7f}\",\"count\":2.0,\"rest\":null}"
    );
    assert_eq!(
        write(new().whole_floats(WholeFloats::Integer), &record),
        "{\"name\":\"é😀\u{7f}\",\"count\":2,\"rest\":null}"
    );
}

#[test]
fn keys_and_names_are_sorted_alike() {
    let mapper = writer(WriteOptions::new().sorted_keys(true));
    // As UTF-16, in which a pair comes before U+FF5E.
    let map = BTreeMap::from([("b", 1), ("\u{FF5E}", 2), ("😀", 3), ("", 4), ("B", 5)]);
    let text = mapper.to_string(&map).expect("it can be written");
    assert_eq!(text, "{\"\":4,\"B\":5,\"b\":1,\"😀\":3,\"\u{FF5E}\":2}");
    let text = mapper.to_string(&BTreeMap::from([(10, 1), (9, 2)])).expect("it can be written");
    assert_eq!(text, r#"{"10":1,"9":2}"#);
    let value: Value = apograph_json::from_str(r#"{"b":{"d":1,"c":2},"a":0}"#).expect("it is JSON");
    let text = mapper.to_string(&value).expect("it can be written");
    assert_eq!(text, r#"{"a":0,"b":{"c":2,"d":1}}"#);
}

#[test]
fn numbers_that_javascript_does_not_have() {
    let edge = (1_u64 << 53) - 1;
    let numbers = vec![0, edge, edge + 1, u64::MAX];
    let write = |integers| {
        writer(WriteOptions::new().integers(integers))
            .to_string(&numbers)
            .expect("it can be written")
    };
    assert_eq!(
        write(Integers::Number),
        "[0,9007199254740991,9007199254740992,18446744073709551615]"
    );
    assert_eq!(
        write(Integers::StringBeyondDouble),
        r#"[0,9007199254740991,"9007199254740992","18446744073709551615"]"#
    );
    assert_eq!(
        write(Integers::String),
        r#"["0","9007199254740991","9007199254740992","18446744073709551615"]"#
    );
    let mapper = writer(WriteOptions::new().integers(Integers::StringBeyondDouble));
    let text = mapper.to_string(&[i64::MIN, -1]).expect("it can be written");
    assert_eq!(text, r#"["-9223372036854775808",-1]"#);
    let text = mapper.to_string(&(i128::MIN, u128::MAX)).expect("it can be written");
    assert_eq!(
        text,
        r#"["-170141183460469231731687303715884105728","340282366920938463463374607431768211455"]"#
    );
    let text = mapper.to_string(&BTreeMap::from([(u64::MAX, 1)])).expect("it can be written");
    assert_eq!(text, r#"{"18446744073709551615":1}"#);
    // In a tree as well.
    let value: Value = apograph_json::from_str("[9007199254740993]").expect("it is JSON");
    let text = mapper.to_string(&value).expect("it can be written");
    assert_eq!(text, r#"["9007199254740993"]"#);
}

#[test]
fn floats_that_json_does_not_have() {
    let floats = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let write = |non_finite| writer(WriteOptions::new().non_finite(non_finite)).to_string(&floats);
    assert_eq!(write(NonFinite::Null).expect("it can be written"), "[null,null,null]");
    assert_eq!(
        write(NonFinite::String).expect("it can be written"),
        r#"["NaN","Infinity","-Infinity"]"#
    );
    let text = write(NonFinite::Literal).expect("it can be written");
    assert_eq!(text, "[NaN,Infinity,-Infinity]");
    let read: Vec<f64> = reader(NEW.clone().nan(true)).from_str(&text).expect("it is allowed");
    assert!(read[0].is_nan() && read[1..] == floats[1..]);
    let error = write(NonFinite::Error).expect_err("it is no JSON");
    assert!(error.to_string().contains("WriteOptions::non_finite"), "{error}");
    let mapper = writer(WriteOptions::new().non_finite(NonFinite::Error));
    mapper.to_string(&[f32::NAN]).expect_err("it is no JSON");
    assert_eq!(mapper.to_string(&[1.5]).expect("it can be written"), "[1.5]");
    let mapper = writer(WriteOptions::new().whole_floats(WholeFloats::Integer));
    let text = mapper.to_string(&[1.0, -0.0, 0.5, 1e15, 1e16, 9_007_199_254_740_992.0]);
    let text = text.expect("it can be written");
    assert_eq!(text, "[1,-0.0,0.5,1000000000000000,1e+16,9007199254740992.0]");
}

#[test]
fn how_deep_values_are_written() {
    let nested = |levels: usize| {
        let mut value = Value::from(1);
        for _ in 0..levels {
            value = Value::Array(vec![value]);
        }
        value
    };
    let mapper = writer(WriteOptions::new().max_depth(3));
    assert_eq!(mapper.to_string(&nested(3)).expect("it fits"), "[[[1]]]");
    let error = mapper.to_string(&nested(4)).expect_err("it is too deep");
    assert_eq!(
        error.to_string(),
        "nesting deeper than 3 levels; WriteOptions::max_depth allows more"
    );
    apograph_json::to_string(&nested(500)).expect("it fits");
    apograph_json::to_string(&nested(501)).expect_err("it is too deep");
}

#[test]
fn what_fails_leaves_the_target_as_it_was() {
    let mut target = b"before".to_vec();
    let bad = (vec![1; 500], BTreeMap::from([(vec![1], 1)]));
    apograph_json::write_to(&bad, &mut target).expect_err("a sequence is no key");
    assert_eq!(target, b"before");
    let mapper = writer(WriteOptions::new().max_depth(1));
    mapper.write_to(&bad, &mut target).expect_err("it is too deep");
    assert_eq!(target, b"before");
    apograph_json::write_to(&7, &mut target).expect("it can be written");
    assert_eq!(target, b"before7");
}

/// Texts of errors end in logs: no word of a document is in them.
#[test]
fn errors_say_nothing_of_the_document() {
    const SECRET: &str = "hunter2";
    let lenient = reader(ReadOptions::lenient().duplicate_keys(DuplicateKeys::Error));
    let strict = reader(NEW.clone().unknown_fields(UnknownFields::Error).max_string_bytes(3));
    let inputs = [
        r#""hunter2"#,
        r#"hunter2"#,
        r#"{"hunter2":1,"hunter2":2}"#,
        r#"{"hunter2" 1}"#,
        r#"{"name":hunter2}"#,
        r#"{"name":["hunter2"]}"#,
        r#"{"count":"hunter2","name":"hunter2"}"#,
        r#"{"count":1}"#,
        r#"{"name":"hunter2","rest":[1,"hunter2"]}"#,
        r#"{"name":"hunter2","rest":[1],"hunter2":1}"#,
        r#"{"name":"hunter2\x"}"#,
        r#"{hunter2:1}"#,
        "{\"name\":\"hunter2\n\"}",
        r#"{"name":"hunter2"} hunter2"#,
        r#"{"name":"hunter2\ud800"}"#,
        "'hunter2",
        "/* hunter2",
    ];
    for input in inputs {
        for mapper in [&lenient, &strict, &Mapper::new().naming(Naming::CamelCase)] {
            let errors = [
                mapper.from_str::<Record>(input).map(drop),
                mapper.from_str::<Strict>(input).map(drop),
                mapper.from_str::<Value>(input).map(drop),
                mapper.from_str::<Ignored>(input).map(drop),
                mapper.from_str::<BTreeMap<String, i32>>(input).map(drop),
                mapper.from_str::<BTreeMap<i32, i32>>(input).map(drop),
                mapper.from_str::<BTreeMap<std::net::IpAddr, i32>>(input).map(drop),
                mapper.from_str::<char>(input).map(drop),
                mapper.from_str::<std::net::IpAddr>(input).map(drop),
                mapper.from_str::<BTreeMap<String, BTreeMap<String, Vec<bool>>>>(input).map(drop),
            ];
            for error in errors.into_iter().filter_map(Result::err) {
                for text in [error.to_string(), format!("{error:?}"), error.path().to_owned()] {
                    assert!(!text.contains(SECRET), "{input}: {text}");
                }
            }
        }
    }
}
