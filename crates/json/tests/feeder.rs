//! Tokens of bytes that arrive in pieces.

#[path = "support/broken.rs"]
mod broken;

use std::io::{self, Read};

use apograph_json::{
    Error, ErrorKind, Event, Feeder, IoReader, Limit, ReadOptions, Reader, Token, TokenKind,
};
use broken::BROKEN;
use proptest::prelude::*;

type Tokens = (Vec<String>, Option<Error>);

/// All tokens of a document in pieces, and what ended them.
fn fed<'p>(mut feeder: Feeder, pieces: impl IntoIterator<Item = &'p [u8]>) -> Tokens {
    let mut all = Vec::new();
    let mut pieces = pieces.into_iter();
    loop {
        match feeder.next() {
            Ok(Event::Token(token)) => all.push(format!("{token:?}")),
            Ok(Event::End) => return (all, None),
            Ok(Event::NeedMore) => match pieces.next() {
                Some(piece) => feeder.feed(piece).unwrap(),
                None => feeder.finish(),
            },
            Err(error) => {
                let again = feeder.next().unwrap_err();
                assert_eq!(again.to_string(), error.to_string());
                return (all, Some(error));
            }
        }
    }
}

/// All tokens of a document as a whole.
fn whole(mut reader: Reader<'_>) -> Tokens {
    let mut all = Vec::new();
    loop {
        match reader.next() {
            Ok(Some(token)) => all.push(format!("{token:?}")),
            Ok(None) => return (all, None),
            Err(error) => return (all, Some(error)),
        }
    }
}

/// Compares what both give. Of what is no JSON, the feeder may give a name more or a number less.
#[track_caller]
fn same(text: &[u8], fed: &Tokens, whole: &Tokens) {
    let shown = String::from_utf8_lossy(text);
    match (&fed.1, &whole.1) {
        (None, None) => assert_eq!(fed.0, whole.0, "{shown}"),
        (Some(a), Some(b)) => {
            let len = fed.0.len().min(whole.0.len());
            assert!(len + 1 >= fed.0.len().max(whole.0.len()), "{shown}: {fed:?} {whole:?}");
            assert_eq!(fed.0[..len], whole.0[..len], "{shown}");
            assert_eq!(
                (a.offset(), a.line(), a.column()),
                (b.offset(), b.line(), b.column()),
                "{shown}: {a} / {b}"
            );
            assert_eq!(a.is_eof(), b.is_eof(), "{shown}: {a} / {b}");
        }
        _ => panic!("{shown}: {fed:?} {whole:?}"),
    }
}

const DOCUMENT: &str = "\u{FEFF} { \"id\" : 17, \"n\u{e4}me\": \"a\\u00e9\\ud83e\\udd80\\n\", \"list\":[ ],\n\
    \"deep\":{\"x\":[1.5e3,-0,true,false,null,{}]}, \"\" : \"\" } ";
const LENIENT: &str =
    "/* a * / **/ {name: 'it\\'s', \"b\": [NaN, -Infinity, 1,], // c\n 'd': [/**/], /* e */ } // f";

#[test]
fn byte_by_byte_the_tokens_are_the_same() {
    for (text, options) in [(DOCUMENT, ReadOptions::new()), (LENIENT, ReadOptions::lenient())] {
        let expected = whole(Reader::with_options(text.as_bytes(), &options));
        assert!(expected.1.is_none(), "{:?}", expected.1);
        for size in 1..20 {
            let feeder = Feeder::with_options(&options);
            same(text.as_bytes(), &fed(feeder, text.as_bytes().chunks(size)), &expected);
        }
    }
}

#[test]
fn documents_that_are_cut_off_end_too_early() {
    let text = DOCUMENT.trim_end().as_bytes();
    for end in 3..text.len() {
        let expected = whole(Reader::new(&text[..end]));
        let found = fed(Feeder::new(), text[..end].chunks(1));
        assert!(found.1.as_ref().is_some_and(Error::is_eof), "{end}: {found:?}");
        same(&text[..end], &found, &expected);
    }
}

#[test]
fn what_is_no_json_is_an_error() {
    for text in BROKEN {
        let expected = whole(Reader::new(text.as_bytes()));
        assert!(expected.1.is_some(), "{text}");
        same(text.as_bytes(), &fed(Feeder::new(), text.as_bytes().chunks(1)), &expected);
        same(text.as_bytes(), &fed(Feeder::new(), [text.as_bytes()]), &expected);
    }
    let options = ReadOptions::lenient();
    for text in
        BROKEN.iter().chain(&["/*", "[1 /* one", "1 /**", "1 // one", "[/", "{'a\"", "[NaNa]"])
    {
        let expected = whole(Reader::with_options(text.as_bytes(), &options));
        let found = fed(Feeder::with_options(&options), text.as_bytes().chunks(1));
        same(text.as_bytes(), &found, &expected);
    }
    let invalid = b"[\"\xFF\"]";
    same(invalid, &fed(Feeder::new(), invalid.chunks(1)), &whole(Reader::new(invalid)));
}

#[test]
fn several_values_come_one_after_the_other() {
    for text in ["", " \n", "1 \"a\"[]{}true null", "1\n2\n", "12"] {
        let expected = whole(Reader::new(text.as_bytes()).several());
        same(text.as_bytes(), &fed(Feeder::new().several(), text.as_bytes().chunks(1)), &expected);
    }
    let mut feeder = Feeder::new().several();
    feeder.feed(b"12").unwrap();
    assert_eq!(feeder.next().unwrap(), Event::NeedMore);
    feeder.finish();
    assert!(feeder.feed(b"3").unwrap_err().is_data());
    assert!(matches!(feeder.next().unwrap(), Event::Token(_)));
    assert_eq!(feeder.next().unwrap(), Event::End);
}

#[test]
fn a_byte_order_mark_begins_only_the_whole() {
    for text in ["1 \u{FEFF}2", "[1,\u{FEFF}2]", "[1\u{FEFF}]", "{\u{FEFF}\"a\":1}", " \u{FEFF}1"] {
        let (_, expected) = whole(Reader::new(text.as_bytes()).several());
        let (_, found) = fed(Feeder::new().several(), text.as_bytes().chunks(1));
        let both = [expected, found].map(|error| error.unwrap().to_string());
        assert!(both[0].contains("found a character outside ASCII"), "{}", both[0]);
        assert_eq!(both[0].split(" (").next(), both[1].split(" (").next());
    }
    let mut elements = apograph_json::Elements::array("[\u{FEFF}1]".as_bytes());
    let error = elements.next::<u8>().unwrap_err().to_string();
    assert!(error.contains("found a character outside ASCII"), "{error}");
}

#[test]
fn limits_hold_before_a_token_is_complete() {
    let limits = [
        (ReadOptions::new().max_depth(1), "[[", Limit::Depth),
        (ReadOptions::new().max_string_bytes(2), "\"aaaaaaaaaaaaaaaaaaaaaaa\"", Limit::StringBytes),
        (ReadOptions::new().max_string_bytes(2), "\"abc\"", Limit::StringBytes),
        (ReadOptions::new().max_number_bytes(2), "[1234567890123456789012", Limit::NumberBytes),
        (ReadOptions::new().max_name_bytes(2), "{\"abc\":1}", Limit::NameBytes),
        (ReadOptions::new().max_document_bytes(2), "[1]", Limit::DocumentBytes),
        (ReadOptions::new().max_tokens(2), "[1]", Limit::Tokens),
    ];
    for (options, text, expected) in limits {
        let (_, error) = fed(Feeder::with_options(&options), text.as_bytes().chunks(1));
        match error.unwrap().kind() {
            ErrorKind::Limit { limit, .. } => assert_eq!(*limit, expected),
            other => panic!("{other:?}"),
        }
    }
    // An endless string is not kept for ever.
    let mut reader = IoReader::with_options(
        (&b"\""[..]).chain(io::repeat(b'a')),
        &ReadOptions::new().max_string_bytes(100_000),
    );
    assert!(reader.next().is_err());
}

/// Gives 1 to 7 bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 * 5 % 7 + 3;
        if self.1.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = (1 + self.1 % 7).min(self.0.len());
        self.0.read(&mut target[..count])
    }
}

#[test]
fn a_long_document_comes_through_a_narrow_source() {
    let items: Vec<String> =
        (0..100_000).map(|id| format!("{{\"id\":{id},\"t\":[\"\\u00e9\"]}}")).collect();
    let text = format!("[{}]", items.join(", "));
    let mut reader = IoReader::new(Drip(text.as_bytes(), 0));
    let (mut sum, mut ids) = (0, false);
    while let Some(token) = reader.next().unwrap() {
        if ids {
            sum += token.as_i64().unwrap();
        }
        ids = token.as_str() == Some("id");
        if token.kind() == apograph_json::TokenKind::BeginArray && reader.depth() > 1 {
            reader.skip_rest().unwrap();
        }
    }
    assert_eq!(sum, 99_999 * 100_000 / 2);
    assert_eq!((reader.offset(), reader.line(), reader.depth()), (text.len(), 1, 0));
    assert!(reader.next().unwrap().is_none());
}

#[test]
fn values_come_from_a_narrow_source_as_types() {
    let items: Vec<String> =
        (0..20_000).map(|id| format!("{{\"id\":{id},\"t\":[\"\\u00e9\", \"{id}\"]}}")).collect();
    let text = format!(" {{\"n\": 1, \"items\" : [{}], \"last\": -1.5 }}", items.join(" ,\n"));
    let mut reader = IoReader::new(Drip(text.as_bytes(), 0));
    assert_eq!(reader.peek().unwrap(), Some(TokenKind::BeginObject));
    assert_eq!((reader.offset(), reader.depth()), (1, 0));
    reader.next().unwrap();
    assert_eq!(reader.next().unwrap(), Some(Token::Name("n")));
    assert_eq!(reader.read::<u8>().unwrap(), 1);
    assert_eq!(reader.peek().unwrap(), Some(TokenKind::Name));
    assert!(reader.read::<String>().unwrap_err().to_string().contains("expected a value"));
    assert_eq!(reader.next().unwrap(), Some(Token::Name("items")));
    assert_eq!(reader.next().unwrap(), Some(Token::BeginArray));
    let mut value = apograph_json::Value::Null;
    let mut count = 0_i64;
    while reader.has_next().unwrap() {
        reader.read_into(&mut value).unwrap();
        assert_eq!(value["id"].as_i64(), Some(count));
        assert_eq!(value["t"][1].as_str(), Some(count.to_string().as_str()));
        count += 1;
    }
    assert_eq!(count, 20_000);
    assert!(reader.read::<u8>().unwrap_err().to_string().contains("expected a value"));
    assert_eq!(reader.next().unwrap(), Some(Token::EndArray));
    assert_eq!(reader.next().unwrap(), Some(Token::Name("last")));
    assert_eq!(reader.read::<f64>().unwrap(), -1.5);
    assert_eq!(reader.next().unwrap(), Some(Token::EndObject));
    assert!(reader.next().unwrap().is_none());
    assert!(reader.peek().unwrap().is_none());
    assert!(reader.read::<u8>().unwrap_err().is_eof());
}

#[test]
fn what_is_wrong_with_a_value_stands_where_it_does_in_the_whole() {
    let text = b"[ [1],\n\n [2, \"x\"], 3 ]";
    let mut whole = Reader::new(text);
    whole.begin_array().unwrap();
    whole.read::<Vec<u8>>().unwrap();
    let expected = whole.read::<Vec<u8>>().unwrap_err();
    for wrong in [&b"[[1], [2"[..], b"[[1], [2}", b"[[1], [2 \"\x01"] {
        let mut reader = IoReader::new(Drip(wrong, 0));
        reader.next().unwrap();
        reader.read::<Vec<u8>>().unwrap();
        let (_, error) = self::whole(Reader::new(wrong));
        for _ in 0..2 {
            let found = reader.read::<Vec<u8>>().unwrap_err();
            assert_eq!(found.offset(), error.as_ref().unwrap().offset());
        }
    }
    let mut reader = IoReader::new(Drip(text, 0));
    reader.next().unwrap();
    reader.read::<Vec<u8>>().unwrap();
    let found = reader.read::<Vec<u8>>().unwrap_err();
    assert_eq!((found.offset(), found.line()), (expected.offset(), expected.line()));
    assert_eq!((found.column(), found.path()), (expected.column(), "$[1]"));
    // It counts as read.
    assert_eq!(reader.read::<u8>().unwrap(), 3);
    // Depth is that of the whole document.
    let options = ReadOptions::new().max_depth(2);
    let mut reader = IoReader::with_options(&b"[[[]]]"[..], &options);
    reader.next().unwrap();
    let error = reader.read::<Vec<Vec<u8>>>().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit { limit: Limit::Depth, .. }), "{error}");
}

/// Fails before every second piece.
struct Unsteady<'a>(&'a [u8], bool);

impl Read for Unsteady<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let count = self.0.len().min(3);
        self.0.read(&mut target[..count])
    }
}

#[test]
fn a_value_can_be_read_again_after_an_error_of_the_source() {
    let mut reader = IoReader::new(Unsteady(b"{\"a\": [\"some\", \"text\"], \"b\": 5}", false));
    let mut errors = 0;
    let value = loop {
        match reader.read::<apograph_json::Value>() {
            Ok(value) => break value,
            Err(error) => {
                assert!(error.is_io(), "{error}");
                errors += 1;
            }
        }
    };
    let text = apograph_json::to_string(&value).unwrap();
    assert_eq!(text, r#"{"a":["some","text"],"b":5}"#);
    assert!(errors > 8);
}

fn document() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn cuts_make_no_difference(value in document(), pretty: bool, sizes in prop::collection::vec(1_usize..9, 1..20)) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let mut rest = text.as_bytes();
        let pieces = sizes.iter().cycle().map_while(|&size| {
            let (piece, left) = rest.split_at(size.min(rest.len()));
            rest = left;
            (!piece.is_empty()).then_some(piece)
        });
        same(text.as_bytes(), &fed(Feeder::new(), pieces), &whole(Reader::new(text.as_bytes())));
    }

    #[test]
    fn a_wrong_byte_is_wrong_in_pieces_too(value in document(), at: usize, byte: u8, size in 1_usize..9) {
        let mut text = value.to_string().into_bytes();
        let at = at % text.len();
        text[at] = byte;
        for options in [ReadOptions::new(), ReadOptions::lenient()] {
            let found = fed(Feeder::with_options(&options), text.chunks(size));
            same(&text, &found, &whole(Reader::with_options(&text, &options)));
        }
    }
}
