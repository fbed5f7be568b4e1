//! Reading token by token.

#[path = "support/broken.rs"]
mod broken;

use std::borrow::Cow;

use apograph_core::Decode;
use apograph_json::{
    DuplicateKeys, Error, ErrorKind, Expected, Found, Limit, ReadOptions, Reader, Token, TokenKind,
};
use broken::BROKEN;

/// All tokens, as text.
fn tokens(mut reader: Reader<'_>) -> Result<Vec<String>, Error> {
    let mut all = Vec::new();
    while let Some(token) = reader.next()? {
        all.push(format!("{token:?}"));
    }
    Ok(all)
}

fn strict(text: &str) -> Result<Vec<String>, Error> {
    tokens(Reader::new(text.as_bytes()))
}

const DOCUMENT: &str = r#" { "id" : 17, "näme": "a\u00e9\n", "list":[ ],"deep":{"x":[1.5e3,-0,true,
    false,null,{}]}, "" : "" } "#;

#[test]
fn all_tokens_come_in_order() {
    let expected = [
        "BeginObject",
        "Name(\"id\")",
        "Number(\"17\")",
        "Name(\"näme\")",
        "String(\"aé\\n\")",
        "Name(\"list\")",
        "BeginArray",
        "EndArray",
        "Name(\"deep\")",
        "BeginObject",
        "Name(\"x\")",
        "BeginArray",
        "Number(\"1.5e3\")",
        "Number(\"-0\")",
        "Bool(true)",
        "Bool(false)",
        "Null",
        "BeginObject",
        "EndObject",
        "EndArray",
        "EndObject",
        "Name(\"\")",
        "String(\"\")",
        "EndObject",
    ];
    assert_eq!(strict(DOCUMENT).unwrap(), expected);
}

#[test]
fn a_document_that_is_cut_off_anywhere_ends_too_early() {
    let text = DOCUMENT.trim_end();
    for end in 0..text.len() {
        let mut reader = Reader::new(&text.as_bytes()[..end]);
        let error = loop {
            match reader.next() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("complete at {end}"),
                Err(error) => break error,
            }
        };
        assert!(error.is_eof(), "{end}: {error}");
        let again = reader.next().unwrap_err();
        assert_eq!((again.offset(), again.to_string()), (error.offset(), error.to_string()));
        assert!(Reader::new(&text.as_bytes()[..end]).skip_value().unwrap_err().is_eof());
    }
}

#[test]
fn what_is_no_json_gives_the_same_error_again_and_again() {
    for text in BROKEN {
        let mut reader = Reader::new(text.as_bytes());
        let mut failures = Vec::new();
        for _ in 0..40 {
            match reader.next() {
                Ok(Some(_)) => assert!(failures.is_empty(), "{text}"),
                Ok(None) => panic!("{text} was read"),
                Err(error) => failures.push((error.offset(), error.to_string())),
            }
        }
        assert!(failures.len() > 30, "{text}");
        assert!(failures.windows(2).all(|pair| pair[0] == pair[1]), "{text}: {failures:?}");
    }
}

#[test]
fn a_token_of_another_kind_can_be_read_as_what_it_is() {
    let mut reader = Reader::new(br#"{"a": "x", "b": [1.5, 99999999999999999999]}"#);
    assert_eq!(kind(reader.begin_array()), (Expected::Array, Found::Object));
    assert_eq!(kind(reader.end_object()), (Expected::ObjectEnd, Found::Object));
    reader.begin_object().unwrap();
    assert_eq!(kind(reader.next_str()), (Expected::String, Found::Name));
    assert_eq!(kind(reader.read::<u8>()), (Expected::Value, Found::Name));
    assert_eq!(kind(reader.raw_value()), (Expected::Value, Found::Name));
    assert_eq!(kind(reader.end_object()), (Expected::ObjectEnd, Found::Name));
    assert_eq!(kind(reader.finish()), (Expected::ObjectEnd, Found::Name));
    assert_eq!(reader.next_name().unwrap(), "a");
    assert_eq!(kind(reader.next_name()), (Expected::Name, Found::String));
    assert_eq!(kind(reader.next_i64()), (Expected::Integer, Found::String));
    assert_eq!(kind(reader.next_bool()), (Expected::Boolean, Found::String));
    assert_eq!(kind(reader.next_null()), (Expected::Null, Found::String));
    assert_eq!(reader.next_str().unwrap(), "x");
    assert_eq!(reader.next_name().unwrap(), "b");
    reader.begin_array().unwrap();
    let error = reader.next_i64().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotInteger), "{error}");
    assert_eq!(error.path(), "$[*][0]");
    assert_eq!(reader.path(), "$.b[0]");
    assert_eq!(reader.next_f64().unwrap(), 1.5);
    assert!(matches!(reader.next_u64().unwrap_err().kind(), ErrorKind::OutOfRange { .. }));
    assert_eq!(reader.next_number_text().unwrap(), "99999999999999999999");
    assert_eq!(kind(reader.skip_value()), (Expected::Value, Found::ArrayEnd));
    assert_eq!(kind(reader.end_object()), (Expected::ObjectEnd, Found::ArrayEnd));
    reader.end_array().unwrap();
    assert_eq!(reader.depth(), 1);
    reader.end_object().unwrap();
    assert!(reader.next_i64().unwrap_err().is_eof());
    assert!(reader.end_array().unwrap_err().is_eof());
    reader.finish().unwrap();
    assert_eq!(reader.next().unwrap(), None);
}

#[track_caller]
fn kind<T: std::fmt::Debug>(result: Result<T, Error>) -> (Expected, Found) {
    match result.unwrap_err().kind() {
        ErrorKind::Type { expected, found } => (*expected, *found),
        other => panic!("{other:?}"),
    }
}

#[derive(Decode, Debug, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Item<'a> {
    name: Cow<'a, str>,
    size: u8,
}

#[test]
fn typed_values_stand_among_tokens() {
    let text = r#"[{"name":"a","size":1},{"name":"b","size":256},{"size":3,"name":"\n"}]"#;
    let mut reader = Reader::new(text.as_bytes());
    reader.begin_array().unwrap();
    let item: Item<'_> = reader.read().unwrap();
    assert_eq!(item, Item { name: "a".into(), size: 1 });
    assert!(matches!(item.name, Cow::Borrowed(_)));
    let error = reader.read::<Item<'_>>().unwrap_err();
    assert_eq!(error.path(), "$[1].size");
    assert_eq!(reader.raw_value().unwrap(), r#"{"name":"b","size":256}"#);
    let mut item = Item { name: "old".into(), size: 0 };
    reader.read_into(&mut item).unwrap();
    assert_eq!(item, Item { name: "\n".into(), size: 3 });
    reader.end_array().unwrap();
    reader.finish().unwrap();
}

#[test]
fn members_can_be_skipped_with_their_names() {
    let mut reader = Reader::new(br#"{"a": [1, {"b": 2}], "c": 3}"#);
    reader.begin_object().unwrap();
    reader.skip_value().unwrap();
    assert_eq!(reader.next_name().unwrap(), "c");
    reader.skip_value().unwrap();
    assert!(!reader.has_next().unwrap());
    reader.end_object().unwrap();
}

#[test]
fn several_values_need_space_only_after_numbers_and_words() {
    let several = |text: &'static str| tokens(Reader::new(text.as_bytes()).several());
    assert_eq!(several("").unwrap().len(), 0);
    assert_eq!(several(" \n").unwrap().len(), 0);
    assert_eq!(several("1 \"a\"[]{}true").unwrap().len(), 7);
    assert_eq!(several("1\n2\n").unwrap().len(), 2);
    assert!(several("truefalse").unwrap_err().is_syntax());
    assert!(several("1-2").unwrap_err().is_syntax());
    assert!(several("1,2").unwrap_err().is_syntax());
    assert!(strict("").unwrap_err().is_eof());
}

#[test]
fn options_are_honoured() {
    let text = "\u{FEFF}// first\n{a: 'it\\'s', b: [NaN, -Infinity, 1,], /* c */ }";
    let lenient = tokens(Reader::with_options(text.as_bytes(), &ReadOptions::lenient())).unwrap();
    assert_eq!(lenient[2], "String(\"it's\")");
    assert_eq!(lenient[5..8], ["Number(\"NaN\")", "Number(\"-Infinity\")", "Number(\"1\")"]);
    assert!(strict(text).is_err());

    let limits = [
        (ReadOptions::new().max_depth(1), "[[]]", Limit::Depth),
        (ReadOptions::new().max_string_bytes(2), "\"abc\"", Limit::StringBytes),
        (ReadOptions::new().max_number_bytes(2), "[123]", Limit::NumberBytes),
        (ReadOptions::new().max_name_bytes(2), "{\"abc\":1}", Limit::NameBytes),
        (ReadOptions::new().max_document_bytes(2), "[1]", Limit::DocumentBytes),
        (ReadOptions::new().max_tokens(2), "[1]", Limit::Tokens),
    ];
    for (options, text, expected) in limits {
        let mut reader = Reader::with_options(text.as_bytes(), &options).several();
        for _ in 0..2 {
            let error = loop {
                match reader.next() {
                    Ok(token) => assert!(token.is_some(), "{text}"),
                    Err(error) => break error,
                }
            };
            match error.kind() {
                ErrorKind::Limit { limit, .. } => assert_eq!(*limit, expected),
                other => panic!("{other:?}"),
            }
        }
    }
    let options = ReadOptions::new().duplicate_keys(DuplicateKeys::Error);
    let mut reader = Reader::with_options(b"{\"size\":1,\"size\":2,\"name\":\"\"}", &options);
    assert!(reader.read::<Item<'_>>().is_err());
}

#[test]
fn places_are_those_of_what_was_read() {
    let mut reader = Reader::new(b"[1,\n  {\"k\": 2}]");
    assert_eq!(reader.path(), "$");
    reader.begin_array().unwrap();
    assert_eq!(reader.path(), "$[0]");
    reader.next_i64().unwrap();
    assert_eq!((reader.line(), reader.column(), reader.offset()), (1, 3, 2));
    assert_eq!(reader.peek().unwrap(), Some(TokenKind::BeginObject));
    assert_eq!((reader.line(), reader.column()), (2, 3));
    reader.begin_object().unwrap();
    assert_eq!(reader.path(), "$[1]");
    assert_eq!(reader.next().unwrap(), Some(Token::Name("k")));
    assert_eq!(reader.path(), "$[1].k");
    let debug = format!("{reader:?}");
    assert!(debug.contains("$[1][*]"), "{debug}");
}

#[test]
fn deep_documents_take_no_stack() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let options = ReadOptions::new().max_depth(100_000);
    let all = tokens(Reader::with_options(deep.as_bytes(), &options)).unwrap();
    assert_eq!(all.len(), 200_000);
}
