//! Pointers, raw values and the macro for trees.

use apograph_core::{Decode, Encode, Value};
use apograph_json::{Inclusion, Mapper, Pointer, RawValue, WriteOptions, json, raw_at, read_at};

/// The example of RFC 6901, section 5.
const RFC: &str = r#"{
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    "k\"l": 6,
    " ": 7,
    "m~n": 8
}"#;

#[test]
fn pointers_lead_where_rfc_6901_says() {
    let expected = [
        ("", RFC),
        ("/foo", r#"["bar", "baz"]"#),
        ("/foo/0", r#""bar""#),
        ("/", "0"),
        ("/a~1b", "1"),
        ("/c%d", "2"),
        ("/e^f", "3"),
        ("/g|h", "4"),
        ("/i\\j", "5"),
        ("/k\"l", "6"),
        ("/ ", "7"),
        ("/m~0n", "8"),
    ];
    let tree: Value = apograph_json::from_str(RFC).unwrap();
    for (pointer, text) in expected {
        assert_eq!(raw_at(RFC.as_bytes(), pointer).unwrap(), Some(text), "{pointer}");
        let value: Value = read_at(RFC.as_bytes(), pointer).unwrap().unwrap();
        assert_eq!(Some(&value), tree.pointer(pointer));
        assert_eq!(pointer.parse::<Pointer>().unwrap().to_string(), pointer);
    }
    for missing in
        ["/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/0/x", "/bar", "/foo/"]
    {
        assert_eq!(raw_at(RFC.as_bytes(), missing).unwrap(), None, "{missing}");
    }
    for wrong in ["foo", "/~", "/~2", "/a~", "#/foo", "0"] {
        assert!(raw_at(RFC.as_bytes(), wrong).is_err(), "{wrong}");
    }
    let pointer: Pointer = "/~01/~10".parse().unwrap();
    assert_eq!(pointer.tokens().collect::<Vec<_>>(), ["~1", "/0"]);
}

#[test]
fn what_is_passed_is_checked() {
    let text = br#"{"a": [1, 2, tru], "b": 1}"#;
    assert!(raw_at(text, "/b").unwrap_err().is_syntax());
    assert_eq!(raw_at(text, "/a/1").unwrap(), Some("2"));
    let error = read_at::<String>(text, "/a/1").unwrap_err();
    assert_eq!((error.is_data(), error.path()), (true, "$[*][1]"));
    assert!(raw_at(b"", "").unwrap_err().is_eof());
    assert!(raw_at(b"[1", "/1").unwrap_err().is_eof());
}

#[derive(Encode, Decode, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Message {
    kind: u8,
    body: RawValue,
    more: Vec<Option<RawValue>>,
}

#[test]
fn raw_values_stay_as_they_are() {
    let text = r#"{"kind":1,"body":{ "a" : 1.50, "b":[ ] },"more":[1e2,null]}"#;
    let message: Message = apograph_json::from_str(text).unwrap();
    assert_eq!(message.body.get(), r#"{ "a" : 1.50, "b":[ ] }"#);
    assert_eq!(message.more[1], None);
    assert_eq!(apograph_json::to_string(&message).unwrap(), text);
    assert_eq!(message.body.to_string(), message.body.get());
    assert!(apograph_json::from_str::<RawValue>("[1").unwrap_err().is_eof());
    assert!(RawValue::parse("1 2").is_err());
    assert_eq!(RawValue::parse("\n[1]").unwrap().to_owned(), RawValue::of(&[1]).unwrap());
    // Fields of it are omitted as those of other types.
    let options = WriteOptions::new().inclusion(Inclusion::NonEmpty);
    let mapper = Mapper::new().write_options(options);
    let empty = Message { kind: 1, body: RawValue::of(&()).unwrap(), more: vec![] };
    assert_eq!(mapper.to_string(&empty).unwrap(), "{\"kind\":1}");
    let keyed = std::collections::BTreeMap::from([("a", RawValue::parse("1").unwrap())]);
    assert_eq!(apograph_json::to_string(&keyed).unwrap(), "{\"a\":1}");
}

#[test]
fn trees_look_as_their_json() {
    let name = String::from("dynamic");
    let numbers = vec![1, 2];
    let tree = json!({
        "a": [null, true, {"b": []}, -1, 1.5, "x", numbers.len()],
        name.clone() + "!": numbers,
        ("k"): if name.is_empty() { 1 } else { 2 },
        "n": null, "o": {}, "p": [[], [1,],],
    });
    let text = r#"{"a":[null,true,{"b":[]},-1,1.5,"x",2],"dynamic!":[1,2],"k":2,"n":null,"o":{},"p":[[],[1]]}"#;
    assert_eq!(apograph_json::to_string(&tree).unwrap(), text);
    assert_eq!(apograph_json::from_str::<Value>(text).unwrap(), tree);
    assert_eq!(json!(null), Value::Null);
    assert_eq!(json!("x"), Value::from("x"));
    assert_eq!(json!([1, 2]), Value::from([1, 2]));
    assert_eq!(json!([]), Value::Array(vec![]));
    let nested = json!({"outer": tree["a"].clone(), "some": Some(1), "none": None::<u8>});
    assert_eq!(nested["outer"][3], -1);
    assert_eq!((&nested["some"], &nested["none"]), (&1.into(), &Value::Null));
}

#[test]
fn what_stays_text_is_json_whatever_else_is_read() {
    let mapper = apograph_json::Mapper::new().read_options(apograph_json::ReadOptions::lenient());
    let read = |text| mapper.from_str::<Vec<RawValue>>(text);
    let values = read("[ [1, 2], /* two */ {\"a\": null}, ]").expect("each is JSON");
    assert_eq!(apograph_json::to_string(&values).expect("written"), "[[1, 2],{\"a\": null}]");
    for text in ["['a']", "[NaN]", "[[1,]]", "[{a: 1}]", "[[1 /* one */]]"] {
        let error = read(text).expect_err("it is no JSON");
        assert!(error.to_string().contains("ReadOptions::"), "{error}");
    }
}

#[test]
fn what_stays_text_is_one_line_among_lines() {
    let value: RawValue =
        apograph_json::from_str("{\"a\":\n [1,\r\n \"\\n\"]}").expect("it is JSON");
    let mut lines = apograph_json::LinesWriter::new(Vec::new());
    lines.write(&value).expect("written");
    lines.write(&1).expect("written");
    let written = String::from_utf8(lines.finish().expect("written")).expect("text");
    assert_eq!(written, "{\"a\":  [1,   \"\\n\"]}\n1\n");
}
