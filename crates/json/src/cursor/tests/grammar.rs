use super::*;

const STRICT: ReadOptions = ReadOptions::new();

#[track_caller]
fn accepted(text: impl AsRef<[u8]>, options: &ReadOptions) {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(text);
    assert_eq!(fault(text, options, |cursor| cursor.skip_value()), None, "skip {shown}");
    assert_eq!(fault(text, options, walk), None, "walk {shown}");
}

#[track_caller]
fn rejected(text: impl AsRef<[u8]>, options: &ReadOptions, kind: ErrorKind, offset: usize) {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(text);
    let expected = Some((format!("{kind:?}"), offset));
    assert_eq!(fault(text, options, |cursor| cursor.skip_value()), expected, "skip {shown}");
    assert_eq!(fault(text, options, walk), expected, "walk {shown}");
}

fn syntax(expected: Expected, byte: u8) -> ErrorKind {
    ErrorKind::Syntax { expected, found: Found::Byte(byte) }
}

fn end(expected: Expected) -> ErrorKind {
    ErrorKind::End { expected }
}

fn limit(limit: Limit, allowed: usize) -> ErrorKind {
    ErrorKind::Limit { limit, allowed }
}

#[test]
fn what_the_grammar_has() {
    for text in [
        "null",
        "true",
        "false",
        "0",
        "-0",
        "-1",
        "10",
        "1.5",
        "0.0",
        "-0.5",
        "1e5",
        "1E+5",
        "1e-05",
        "0e0",
        "1.25e10",
        "\"\"",
        "\"a\"",
        "[]",
        "[ ]",
        "{}",
        "{ }",
        "[1]",
        "[1,2]",
        "[ 1 , 2 ]",
        "[[],{}]",
        "{\"a\":1}",
        "{ \"a\" : 1 , \"b\" : [ ] }",
        "{\"\":\"\"}",
        "{\"a\":1,\"a\":2}",
        " \t\r\n1\n",
        "\r\n[\r\n]\r\n",
        "[1,\t2]",
        "\"\u{7f}\"",
        "\"é\u{20ac}\u{1f600}\"",
        "\"\u{feff}\"",
        "\"/\"",
        "{\"a\\\"\\u0041\":1}",
        "[null,true,false]",
        "123456789012345678901234567890",
        "\"\u{2028}\"",
        "\u{feff}[1]",
    ] {
        accepted(text, &STRICT);
    }
}

#[test]
fn what_it_has_not() {
    use Expected::{Colon, CommaOrBrace, CommaOrBracket, Digit, Literal, Name, Value};
    let not = ErrorKind::NotAllowed;
    let trailing = |byte| ErrorKind::Trailing { found: Found::Byte(byte) };
    let table = [
        // Nothing, or not enough.
        ("", end(Value), 0),
        ("  ", end(Value), 2),
        ("[", end(Value), 1),
        ("[1", end(CommaOrBracket), 2),
        ("[1,", end(Value), 3),
        ("[1, ", end(Value), 4),
        ("{", end(Name), 1),
        ("{\"a\"", end(Colon), 4),
        ("{\"a\":", end(Value), 5),
        ("{\"a\":1", end(CommaOrBrace), 6),
        ("{\"a\":1,", end(Name), 7),
        ("tru", end(Literal), 3),
        ("n", end(Literal), 1),
        ("-", end(Digit), 1),
        ("1.", end(Digit), 2),
        ("1e", end(Digit), 2),
        ("1e+", end(Digit), 3),
        // Numbers.
        ("01", ErrorKind::LeadingZero, 0),
        ("-01", ErrorKind::LeadingZero, 1),
        ("00", ErrorKind::LeadingZero, 0),
        ("[007.5]", ErrorKind::LeadingZero, 1),
        ("+1", syntax(Value, b'+'), 0),
        (".5", syntax(Value, b'.'), 0),
        ("-.5", syntax(Digit, b'.'), 1),
        ("[1.]", syntax(Digit, b']'), 3),
        ("[1.e5]", syntax(Digit, b'e'), 3),
        ("[1ex]", syntax(Digit, b'x'), 3),
        ("[1e5.0]", syntax(CommaOrBracket, b'.'), 4),
        ("[1.5.0]", syntax(CommaOrBracket, b'.'), 4),
        ("--1", syntax(Digit, b'-'), 1),
        ("- 1", syntax(Digit, b' '), 1),
        ("[-a]", syntax(Digit, b'a'), 2),
        ("[0x10]", syntax(CommaOrBracket, b'x'), 2),
        ("[1_000]", syntax(CommaOrBracket, b'_'), 2),
        ("1 2", trailing(b'2'), 2),
        ("1a", trailing(b'a'), 1),
        // Words.
        ("[nul]", syntax(Literal, b']'), 4),
        ("trux", syntax(Literal, b'x'), 3),
        ("truee", trailing(b'e'), 4),
        ("True", syntax(Value, b'T'), 0),
        ("NaN", not(Leniency::Nan), 0),
        ("nan", not(Leniency::Nan), 1),
        ("Infinity", not(Leniency::Nan), 0),
        ("-Infinity", not(Leniency::Nan), 0),
        ("undefined", syntax(Value, b'u'), 0),
        // Arrays.
        ("]", syntax(Value, b']'), 0),
        ("[1 2]", syntax(CommaOrBracket, b'2'), 3),
        ("[1}", syntax(CommaOrBracket, b'}'), 2),
        ("[,1]", syntax(Value, b','), 1),
        ("[,]", syntax(Value, b','), 1),
        ("[1,,2]", syntax(Value, b','), 3),
        ("[1,]", not(Leniency::TrailingCommas), 3),
        ("[1, ]", not(Leniency::TrailingCommas), 4),
        ("[1]]", trailing(b']'), 3),
        ("[1:2]", syntax(CommaOrBracket, b':'), 2),
        // Objects.
        ("}", syntax(Value, b'}'), 0),
        ("{]", syntax(Name, b']'), 1),
        ("{1:2}", syntax(Name, b'1'), 1),
        ("{null:2}", not(Leniency::UnquotedNames), 1),
        ("{a:2}", not(Leniency::UnquotedNames), 1),
        ("{'a':2}", not(Leniency::SingleQuotes), 1),
        ("{\"a\" 1}", syntax(Colon, b'1'), 5),
        ("{\"a\",1}", syntax(Colon, b','), 4),
        ("{\"a\"}", syntax(Colon, b'}'), 4),
        ("{\"a\":}", syntax(Value, b'}'), 5),
        ("{\"a\"::1}", syntax(Value, b':'), 5),
        ("{\"a\":1]", syntax(CommaOrBrace, b']'), 6),
        ("{\"a\":1 \"b\":2}", syntax(CommaOrBrace, b'"'), 7),
        ("{\"a\":1,}", not(Leniency::TrailingCommas), 7),
        ("{,}", syntax(Name, b','), 1),
        ("{\"a\":1,,}", syntax(Name, b','), 7),
        ("{}{}", trailing(b'{'), 2),
        // Strings.
        ("'a'", not(Leniency::SingleQuotes), 0),
        ("\"a", end(Expected::Quote), 2),
        ("\"", end(Expected::Quote), 1),
        ("\"a\nb\"", ErrorKind::ControlCharacter(b'\n'), 2),
        ("\"\0\"", ErrorKind::ControlCharacter(0), 1),
        ("{\"a\tb\":1}", ErrorKind::ControlCharacter(b'\t'), 3),
        ("\"\u{1f}\\n\"", ErrorKind::ControlCharacter(0x1F), 1),
        ("\"\\n\u{1f}\"", ErrorKind::ControlCharacter(0x1F), 3),
        // Space and comments.
        ("\u{b}1", syntax(Value, 0x0B), 0),
        ("\u{c}1", syntax(Value, 0x0C), 0),
        ("\u{a0}1", syntax(Value, 0xC2), 0),
        ("1\0", trailing(0), 1),
        ("\0", syntax(Value, 0), 0),
        ("[1\0]", syntax(CommaOrBracket, 0), 2),
        ("// x\n1", not(Leniency::Comments), 0),
        ("[1, /* x */ 2]", not(Leniency::Comments), 4),
        ("[1 // x\n]", not(Leniency::Comments), 3),
        ("{/**/}", not(Leniency::Comments), 1),
        ("1 // x", not(Leniency::Comments), 2),
        ("1 / 2", trailing(b'/'), 2),
        ("/", syntax(Value, b'/'), 0),
        ("[1,\u{feff}2]", syntax(Value, 0xEF), 3),
    ];
    for (text, kind, offset) in table {
        rejected(text, &STRICT, kind, offset);
    }
    let options = STRICT.byte_order_mark(false);
    rejected("\u{feff}1", &options, not(Leniency::ByteOrderMark), 0);
    rejected("\u{feff}\u{feff}1", &STRICT, syntax(Value, 0xEF), 3);
}

#[test]
fn what_options_allow() {
    let lenient = ReadOptions::lenient();
    for text in [
        "// x\n1",
        "/**/1/***/",
        "[1, /* x\n * y */ 2 // z\n]",
        "/**//**/{/**/\"a\"/**/:/**/1/**/,/**/\"b\"/**/:/**/\"x\"/**/}//",
        "[/**/]",
        "[/**/true/**/,/**/null,/**/1.5,/**/-1]",
        "[1,]",
        "[1 , ]",
        "{\"a\":1,}",
        "'a'",
        "'a\"b\\'c\\\"d\\u0041'",
        "''",
        "['','',\"'\"]",
        "{'a':'b','c\\n':''}",
        "{a:1,$b_2-c:2,été:3,4:5}",
        "[NaN,Infinity,-Infinity,-1]",
        "{a:NaN,/**/b:-Infinity,}",
    ] {
        accepted(text, &lenient);
    }
    use Expected::{CommaOrBracket, Digit, Name, Value};
    let table = [
        ("[,]", syntax(Value, b','), 1),
        ("[1,,]", syntax(Value, b','), 3),
        ("{,}", syntax(Name, b','), 1),
        ("{a b:1}", syntax(Expected::Colon, b'b'), 3),
        ("'a", end(Expected::Quote), 2),
        ("'a\"", end(Expected::Quote), 3),
        ("'\n'", ErrorKind::ControlCharacter(b'\n'), 1),
        ("'\\n\n'", ErrorKind::ControlCharacter(b'\n'), 3),
        ("\"a'", end(Expected::Quote), 3),
        ("/* x", end(Expected::CommentEnd), 4),
        ("[1 /* x", end(Expected::CommentEnd), 7),
        ("[1 /x", syntax(CommaOrBracket, b'/'), 3),
        ("-NaN", syntax(Digit, b'N'), 1),
        ("-Inf", syntax(Digit, b'I'), 1),
        ("[+Infinity]", syntax(Value, b'+'), 1),
        ("[.5]", syntax(Value, b'.'), 1),
        ("01", ErrorKind::LeadingZero, 0),
    ];
    for (text, kind, offset) in table {
        rejected(text, &lenient, kind, offset);
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let table: &[(&[u8], usize)] = &[
        (b"\x80", 0),
        (b"\xBF", 0),
        (b"a\xC3", 1),
        (b"\xC3\x28", 0),
        (b"\xE2\x82", 0),
        (b"\xE2\x28\xA1", 0),
        (b"\xF0\x9F\x98", 0),
        (b"\xF0\x28\x8C\xBC", 0),
        // Longer than need be.
        (b"\xC0\x80", 0),
        (b"\xC1\xBF", 0),
        (b"\xE0\x80\x80", 0),
        (b"\xE0\x9F\xBF", 0),
        (b"\xF0\x80\x80\x80", 0),
        (b"\xF0\x8F\xBF\xBF", 0),
        // Surrogates.
        (b"\xED\xA0\x80", 0),
        (b"\xED\xBF\xBF", 0),
        // Beyond U+10FFFF.
        (b"\xF4\x90\x80\x80", 0),
        (b"\xF5\x80\x80\x80", 0),
        (b"\xFE", 0),
        (b"\xFF", 0),
    ];
    for &(bytes, at) in table {
        for before in ["", "x", "é", "0123456789abcdef0123456789abcdef012345"] {
            for after in ["", "x", "\\n"] {
                let text = [b"\"", before.as_bytes(), bytes, after.as_bytes(), b"\""].concat();
                rejected(&text, &STRICT, ErrorKind::InvalidUtf8, 1 + before.len() + at);
                let key = [b"{", text.as_slice(), b":1}"].concat();
                rejected(&key, &STRICT, ErrorKind::InvalidUtf8, 2 + before.len() + at);
            }
            let text = [b"\"\\n", before.as_bytes(), bytes, b"\""].concat();
            rejected(&text, &STRICT, ErrorKind::InvalidUtf8, 3 + before.len() + at);
            let text = [b"'", before.as_bytes(), bytes, b"'"].concat();
            let lenient = ReadOptions::lenient();
            rejected(&text, &lenient, ErrorKind::InvalidUtf8, 1 + before.len() + at);
        }
    }
    for byte in 0x80..=0xFF {
        assert!(fault([byte], &STRICT, |cursor| cursor.skip_value()).is_some());
    }
}

#[test]
fn every_beginning_of_a_document() {
    let text = r#" {"id" : 12345678901, "name": "J\u00f6rg \ud83d\ude00 é", "ok":true, "none":null,
        "rates": [1.5, -0.25e-3, 1E10, 0], "nested": {"a": [[], {}], "b": false}} "#;
    accepted(text, &STRICT);
    let len = text.trim_end().len();
    for end in 0..len {
        let text = allocated(&text.as_bytes()[..end]);
        for skip in [false, true] {
            let mut cursor = Cursor::new(&text, &STRICT);
            let result = if skip { cursor.skip_value() } else { walk(&mut cursor) };
            assert_eq!(result.and_then(|()| cursor.finish()), Err(Fail), "{end}");
            let error = cursor.error();
            assert!(error.is_eof(), "{end}: {error}");
            assert_eq!(error.offset(), end, "{error}");
        }
    }
}

#[test]
fn depth() {
    let nested = |depth: usize| [vec![b'['; depth], vec![b']'; depth]].concat();
    accepted(nested(128), &STRICT);
    rejected(nested(129), &STRICT, limit(Limit::Depth, 128), 128);
    rejected("[".repeat(100_000), &STRICT, limit(Limit::Depth, 128), 128);
    accepted("[1,{\"a\":[]}]", &STRICT.max_depth(3));
    rejected("[1,{\"a\":[]}]", &STRICT.max_depth(2), limit(Limit::Depth, 2), 8);
    rejected("[]", &STRICT.max_depth(0), limit(Limit::Depth, 0), 0);
    accepted("[[],[],{},{\"a\":{}}]", &STRICT.max_depth(3));

    let deep = STRICT.max_depth(1_000_000);
    let mut mixed = String::new();
    for level in 0..100_000 {
        mixed.push_str(if level % 3 == 0 { "[0," } else { "{\"a\":" });
    }
    let opened = mixed.len();
    mixed.push('1');
    for level in (0..100_000).rev() {
        mixed.push_str(if level % 3 == 0 { "]" } else { ",\"b\":2}" });
    }
    let skip = |text: &str| fault(text, &deep, |cursor| cursor.skip_value());
    assert_eq!(skip(&mixed), None);
    assert_eq!(skip(&mixed[..opened]).map(|fault| fault.1), Some(opened));
    // The other bracket somewhere far out.
    let wrong = mixed.len() - 100;
    let at = wrong + mixed[wrong..].find(']').unwrap();
    let mut broken = mixed.into_bytes();
    broken[at] = b'}';
    let broken = String::from_utf8(broken).unwrap();
    assert_eq!(skip(&broken).map(|fault| fault.1), Some(at));
}

#[test]
fn lengths() {
    let string = STRICT.max_string_bytes(5);
    accepted("\"12345\"", &string);
    accepted("\"\\u00e9345\"", &string);
    rejected("\"123456\"", &string, limit(Limit::StringBytes, 5), 1);
    rejected("\"\\u00e93456\"", &string, limit(Limit::StringBytes, 5), 1);
    let single = ReadOptions::lenient().max_string_bytes(5);
    accepted("['12345','']", &single);
    rejected("'123456'", &single, limit(Limit::StringBytes, 5), 1);
    accepted("\"\"", &STRICT.max_string_bytes(0));
    rejected("\"1\"", &STRICT.max_string_bytes(0), limit(Limit::StringBytes, 0), 1);
    accepted("\"1\"", &STRICT.max_string_bytes(usize::MAX));

    let name = STRICT.max_name_bytes(3);
    accepted("{\"abc\":\"abcd\"}", &name);
    rejected("{\"abcd\":1}", &name, limit(Limit::NameBytes, 3), 2);
    rejected("{\"abc\\n\":1}", &name, limit(Limit::NameBytes, 3), 2);
    rejected("{abcd:1}", &ReadOptions::lenient().max_name_bytes(3), limit(Limit::NameBytes, 3), 1);

    for bytes in [1, 3, 17, 18, 19, 20, 21, 22, 30, 300] {
        let options = STRICT.max_number_bytes(bytes);
        let ones = "1".repeat(bytes);
        accepted(&ones, &options);
        rejected(format!("{ones}1"), &options, limit(Limit::NumberBytes, bytes), 0);
        if bytes > 2 {
            let ones = "1".repeat(bytes - 2);
            accepted(format!("1.{ones}"), &options);
            rejected(format!("[-1.{ones}]"), &options, limit(Limit::NumberBytes, bytes), 1);
            let zeros = "0".repeat(bytes - 2);
            accepted(format!("1e{zeros}"), &options);
            rejected(format!("-1e{zeros}"), &options, limit(Limit::NumberBytes, bytes), 0);
        }
    }

    let skip = |text: &str| fault(text, &STRICT, |cursor| cursor.skip_value());
    assert_eq!(skip(&"1".repeat(1_000)), None);
    assert_eq!(skip(&"1".repeat(1_001)).map(|fault| fault.1), Some(0));

    accepted("[1,2]", &STRICT.max_document_bytes(5));
    rejected("[1,2]", &STRICT.max_document_bytes(4), limit(Limit::DocumentBytes, 4), 4);
}

#[test]
fn tokens() {
    // Text, number of tokens, and where the last one begins.
    let table = [
        ("[1, \"a, b\\\"\", {\"c\" : [true,null]}]", 11, 33),
        ("1", 1, 0),
        ("\"[1,2]\"", 1, 0),
        ("{\"a\":\"b\"}", 4, 8),
        ("/* 1 2 */ [ 'it\"s', // 3\n4, a]", 5, 29),
    ];
    let lenient = ReadOptions::lenient();
    for (text, count, last) in table {
        assert_eq!(tokens::offset_of(text.as_bytes(), count, &lenient), None, "{text}");
        let one_less = tokens::offset_of(text.as_bytes(), count - 1, &lenient);
        assert_eq!(one_less, Some(last), "{text}");
    }
    accepted("[1,2]", &STRICT.max_tokens(4));
    rejected("[1,2]", &STRICT.max_tokens(3), limit(Limit::Tokens, 3), 4);
    let text = allocated("[1,2]");
    assert!(!Cursor::new(&text, &STRICT.max_tokens(0)).at_end());
}

#[test]
fn raw_values() {
    let text = allocated(" {\"a\" : [1, \"\\n\"]} ,2");
    let mut cursor = Cursor::new(&text, &STRICT);
    assert_eq!(cursor.raw_value(), Ok("{\"a\" : [1, \"\\n\"]}"));
    assert!(cursor.punct(b','));
    assert_eq!(cursor.raw_value(), Ok("2"));
    let comment = b"[ /*\xFF*/ ]";
    let raw = |cursor: &mut Cursor<'_>| cursor.raw_value().map(drop);
    let expected = Some((String::from("InvalidUtf8"), 4));
    assert_eq!(fault(comment, &ReadOptions::lenient(), raw), expected);
}
