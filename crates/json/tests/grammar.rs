//! RFC 8259, rule by rule: what is accepted, what is not, and what it leaves open. Each text goes through
//! both kinds of tree, skipping, the type that it fits, tokens of the whole and of single bytes, raw values,
//! pointers and the bridge to serde; serde_json says the same unless a row says why not.

use std::collections::BTreeMap;
use std::fmt::Debug;

use apograph_core::decode::Ignored;
use apograph_core::{Decode, Encode};
use apograph_json::{
    Elements, Event, Feeder, IoReader, Map, RawValue, Reader, Text, Value, ValueRef, from_slice,
};
use serde::de::IgnoredAny;

/// What becomes of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Accepted,
    Rejected,
    /// Well-formed, but more than a tree holds: only skipping accepts it.
    Skipped,
}

use Verdict::{Accepted, Rejected, Skipped};

/// One text that is taken or not.
struct Row {
    name: &'static str,
    text: Vec<u8>,
    verdict: Verdict,
    /// Why serde_json says otherwise.
    differs: Option<&'static str>,
}

fn row(name: &'static str, text: impl Into<Vec<u8>>, verdict: Verdict) -> Row {
    Row { name, text: text.into(), verdict, differs: None }
}

impl Row {
    fn differs(mut self, why: &'static str) -> Self {
        self.differs = Some(why);
        self
    }
}

fn rows<const N: usize>(verdict: Verdict, texts: [(&'static str, &str); N]) -> Vec<Row> {
    texts.into_iter().map(|(name, text)| row(name, text, verdict)).collect()
}

/// As a field that is asked for, and after one that is not.
#[derive(Encode, Decode, Debug)]
#[apograph(crate = "apograph_core")]
struct Field {
    known: Value,
    last: Option<bool>,
}

fn reads<'a, T: Decode<'a>>(text: &'a [u8]) -> bool {
    from_slice::<T>(text).is_ok()
}

/// By tokens, whole and byte by byte, as a raw value, by a pointer that leads past it, and by serde.
#[track_caller]
fn in_other_ways(row: &str, text: &[u8], verdict: Verdict) {
    let is_json = verdict != Rejected;
    let kept = from_slice::<RawValue>(text);
    assert_eq!(kept.is_ok(), is_json, "{row}: a raw value: {kept:?}");
    if let Ok(kept) = kept {
        let read = kept.read::<Value>();
        assert_eq!(read.is_ok(), verdict == Accepted, "{row}: of a raw value: {read:?}");
    }
    let mut reader = Reader::new(text);
    let tokens = loop {
        match reader.next() {
            Ok(Some(_)) => {}
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    assert_eq!(tokens.is_ok(), is_json, "{row}: tokens: {tokens:?}");
    let mut skipping = Reader::new(text);
    let skipped = skipping.skip_value().and_then(|()| skipping.finish());
    assert_eq!(skipped.is_ok(), is_json, "{row}: skipping a token: {skipped:?}");
    let mut feeder = Feeder::new();
    let mut pieces = text.chunks(1);
    let fed = loop {
        match feeder.next() {
            Ok(Event::Token(_)) => {}
            Ok(Event::End) => break Ok(()),
            Ok(Event::NeedMore) => match pieces.next() {
                Some(piece) => feeder.feed(piece).expect("it has not ended"),
                None => feeder.finish(),
            },
            Err(error) => break Err(error),
        }
    };
    assert_eq!(fed.is_ok(), is_json, "{row}: pieces: {fed:?}");
    if let (Err(a), Err(b)) = (&fed, &tokens) {
        assert_eq!((a.offset(), a.line()), (b.offset(), b.line()), "{row}: {a} is not {b}");
    }
    let read = IoReader::new(text).read::<Value>();
    let alone = !text.is_empty() && verdict == Accepted;
    assert!(read.is_ok() || !alone, "{row}: a value of a source: {read:?}");
    let bridge = apograph_json::serde::from_slice::<serde_json::Value>(text);
    assert_eq!(bridge.is_ok(), verdict == Accepted, "{row}: serde: {bridge:?}");
    let ignored = apograph_json::serde::from_slice::<IgnoredAny>(text);
    assert_eq!(ignored.is_ok(), is_json, "{row}: what serde ignores: {ignored:?}");
    if text.len() < 200 && !text.starts_with(b"\xEF\xBB\xBF") {
        let around = [b"{\"a\":[0,", text, b"],\"b\":7}"].concat();
        let found = apograph_json::read_at::<u8>(&around, "/b");
        let is_whole = from_slice::<Ignored>(&around).is_ok();
        assert_eq!(found.is_ok(), is_whole, "{row}: past it: {found:?}");
        let array = [b"[", text, b"]"].concat();
        let mut elements = Elements::array(&array[..]);
        let mut all = Ok(0);
        while let Some(element) = elements.next::<Ignored>().transpose() {
            match element {
                Ok(_) => all = all.map(|count| count + 1),
                Err(error) => {
                    all = Err(error);
                    break;
                }
            }
        }
        let is_whole = from_slice::<Ignored>(&array).is_ok();
        assert_eq!(all.is_ok(), is_whole, "{row}: elements: {all:?}");
    }
}

/// All rows of one rule, read as `T` where they are accepted.
#[track_caller]
fn check<T: for<'a> Decode<'a> + Debug>(rows: Vec<Row>) -> usize {
    let count = rows.len();
    for Row { name, text, verdict, differs } in rows {
        let shown = if text.len() < 200 { String::from_utf8_lossy(&text) } else { "…".into() };
        let row = format!("{name}: {shown}");
        let tree = from_slice::<Value>(&text);
        assert_eq!(tree.is_ok(), verdict == Accepted, "{row}: a tree: {tree:?}");
        let borrowed = from_slice::<ValueRef<'_>>(&text);
        match (&tree, &borrowed) {
            (Ok(tree), Ok(borrowed)) => assert_eq!(tree, &borrowed.clone().into_owned(), "{row}"),
            (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string(), "{row}"),
            _ => panic!("{row}: {tree:?} is not {borrowed:?}"),
        }
        let skipped = from_slice::<Ignored>(&text);
        assert_eq!(skipped.is_ok(), verdict != Rejected, "{row}: skipping: {skipped:?}");
        if let (Err(a), Err(b)) = (&tree, &skipped) {
            assert_eq!(a.offset(), b.offset(), "{row}: {a} is not {b}");
            assert_eq!(
                std::mem::discriminant(a.kind()),
                std::mem::discriminant(b.kind()),
                "{row}: {a} is not {b}"
            );
        }
        let typed = from_slice::<T>(&text);
        assert_eq!(typed.is_ok(), verdict == Accepted, "{row}: a type: {typed:?}");
        in_other_ways(&row, &text, verdict);
        let serde = serde_json::from_slice::<serde_json::Value>(&text);
        let same = serde.is_ok() == (verdict == Accepted);
        assert_eq!(same, differs.is_none(), "{row}: {differs:?}, but serde_json: {serde:?}");
        // Inside of other values, where nothing may follow that would make a whole of it, and where the
        // depth and the beginning are others.
        let whole = text.len() < 200 && !text.starts_with(b"\xEF\xBB\xBF");
        if whole && !text.iter().any(|byte| b",:]}".contains(byte)) {
            let around =
                |before: &str, after: &str| [before.as_bytes(), &text, after.as_bytes()].concat();
            let element = around("[", "]");
            let empty = text.iter().all(|byte| b" \t\r\n".contains(byte));
            assert_eq!(
                reads::<Vec<T>>(&element),
                verdict == Accepted || empty,
                "{row}: an element"
            );
            let member = around("{\"a\":", "}");
            assert_eq!(reads::<BTreeMap<Text, T>>(&member), verdict == Accepted, "{row}: a member");
            assert_eq!(reads::<Map<T>>(&member), verdict == Accepted, "{row}: a member");
            let field = around("{\"known\":", ",\"last\":true}");
            assert_eq!(reads::<Field>(&field), verdict == Accepted, "{row}: a field");
            let unknown = around("{\"other\":", " ,\"known\":1}");
            assert_eq!(
                reads::<Field>(&unknown),
                verdict != Rejected,
                "{row}: a field that is not there"
            );
        }
    }
    count
}

#[test]
fn documents() {
    let mut table = rows(
        Accepted,
        [
            ("scalar at the top", "1"),
            ("space around", " \t\r\n1 \t\r\n"),
            ("line feed only", "\n\n1"),
            ("much space", "                                                1"),
        ],
    );
    table.extend(rows(
        Rejected,
        [
            ("nothing", ""),
            ("only space", " \n"),
            ("two documents", "1 2"),
            ("comma after", "1,"),
            ("NUL before", "\u{0}1"),
            ("NUL after", "1\0"),
            ("NUL alone", "\0"),
            ("form feed", "\x0C1"),
            ("vertical tab", "1\x0B"),
            ("no-break space", "\u{A0}1"),
            ("line separator", "\u{2028}1"),
            ("next line", "\u{85}1"),
            ("word joiner", "\u{2060}1"),
            ("comment", "1 // one"),
            ("comment in stars", "/**/1"),
            ("hash comment", "# one\n1"),
            ("half of a comment", "/1"),
            ("semicolon", "1;"),
            ("letter", "a"),
            ("question mark", "?"),
            ("asterisk", "*"),
            ("ASCII escape", "\x1B1"),
            ("delete", "\x7F"),
            ("closing bracket", "]"),
            ("closing brace", "}"),
            ("colon", ":"),
            ("parenthesis", "(1)"),
            ("backslash", "\\1"),
        ],
    ));
    let mark = "RFC 8259 lets parsers pass over it; serde_json does not";
    table.extend([
        row("byte order mark", "\u{FEFF}1", Accepted).differs(mark),
        row("byte order mark and space", "\u{FEFF} 1", Accepted).differs(mark),
        row("two byte order marks", "\u{FEFF}\u{FEFF}1", Rejected),
        row("byte order mark alone", "\u{FEFF}", Rejected),
        row("byte order mark after space", " \u{FEFF}1", Rejected),
        row("byte order mark after", "1\u{FEFF}", Rejected),
        row("half of a byte order mark", b"\xEF\xBB1".as_slice(), Rejected),
        row("UTF-16 big endian", b"\xFE\xFF\x001".as_slice(), Rejected),
        row("UTF-16 little endian", b"\xFF\xFE1\0".as_slice(), Rejected),
        row("UTF-16 without a mark", b"1\0".as_slice(), Rejected),
        row("byte that is no UTF-8", b"\xFF".as_slice(), Rejected),
    ]);
    assert_eq!(check::<i64>(table), 43);
}

#[test]
fn literals() {
    let table = rows(Accepted, [("true", "true"), ("false", "false"), ("spaced", " true ")]);
    assert_eq!(check::<bool>(table), 3);
    assert_eq!(check::<()>(rows(Accepted, [("null", "null"), ("spaced null", "\tnull\n")])), 2);
    let mut table = rows(
        Rejected,
        [
            ("True", "True"),
            ("TRUE", "TRUE"),
            ("Null", "Null"),
            ("nil", "nil"),
            ("None", "None"),
            ("undefined", "undefined"),
            ("goes on", "trueish"),
            ("goes on after null", "nullx"),
            ("digit after", "true1"),
            ("wrong end", "falze"),
            ("wrong end of null", "nul1"),
            ("space inside", "tr ue"),
            ("NUL inside", "tru\0"),
            ("two in one", "truefalse"),
            ("quote after", "null\""),
            ("yes", "yes"),
        ],
    );
    for whole in ["true", "false", "null"] {
        table.extend((1..whole.len()).map(|len| row("truncated", &whole[..len], Rejected)));
    }
    assert_eq!(check::<bool>(table), 26);
}

#[test]
fn numbers() {
    let mut table = rows(
        Accepted,
        [
            ("zero", "0"),
            ("minus zero", "-0"),
            ("one digit", "7"),
            ("negative", "-7"),
            ("many digits", "12345678901234567890"),
            ("beyond 64 bits", "123456789012345678901234567890"),
            ("i64 minimum", "-9223372036854775808"),
            ("below i64", "-9223372036854775809"),
            ("u64 maximum", "18446744073709551615"),
            ("above u64", "18446744073709551616"),
            ("fraction", "1.5"),
            ("zero fraction", "0.0"),
            ("minus zero fraction", "-0.0"),
            ("long fraction", "0.1000000000000000055511151231257827021181583404541015625"),
            ("exponent", "1e5"),
            ("capital exponent", "1E5"),
            ("plus exponent", "1e+5"),
            ("minus exponent", "1e-5"),
            ("zeros in the exponent", "1e0005"),
            ("zero exponent", "1e0"),
            ("minus zero exponent", "1e-0"),
            ("zero with exponent", "0e5"),
            ("fraction and exponent", "-1.25e-3"),
            ("largest", "1.7976931348623157e308"),
            ("smallest", "5e-324"),
            ("rounds to zero", "1e-400"),
            ("zero with a huge exponent", "0e999999999999999999999"),
            ("tiny exponent", "1e-999999999999999999999"),
            ("negative and tiny", "-1e-999999999999999999999"),
            ("integer that a large exponent makes small", "1000000000000000000000e-20"),
            ("fraction that a large exponent makes large", "0.0000000000000000000001e22"),
            ("zeros before a large exponent", "0.00000000000000000000000000000000e300"),
        ],
    );
    table.extend(rows(
        Skipped,
        [
            ("too large", "1e309"),
            ("too large with a minus", "-1e309"),
            ("just too large", "1.7976931348623159e308"),
            ("huge exponent", "1e999999999999999999999"),
            ("huge exponent with a minus", "-1e999999999999999999999"),
        ],
    ));
    table.extend(rows(
        Rejected,
        [
            ("minus alone", "-"),
            ("two minuses", "--1"),
            ("minus and space", "- 1"),
            ("plus", "+1"),
            ("point first", ".5"),
            ("minus and point", "-.5"),
            ("point last", "1."),
            ("point before exponent", "1.e5"),
            ("two points", "1.2.3"),
            ("exponent without digits", "1e"),
            ("exponent sign without digits", "1e+"),
            ("exponent minus without digits", "1.5e-"),
            ("exponent with two signs", "1e+-1"),
            ("exponent with a fraction", "1e1.5"),
            ("two exponents", "1e5e5"),
            ("leading zero", "01"),
            ("leading zeros", "00"),
            ("minus and leading zero", "-01"),
            ("leading zero with fraction", "00.5"),
            ("hexadecimal", "0x10"),
            ("octal", "0o17"),
            ("binary", "0b1"),
            ("underscore", "1_000"),
            ("comma", "1,000"),
            ("space inside", "1 000"),
            ("letter after", "1a"),
            ("suffix", "1f"),
            ("exponent alone", "e5"),
            ("NaN", "NaN"),
            ("nan", "nan"),
            ("-NaN", "-NaN"),
            ("Infinity", "Infinity"),
            ("-Infinity", "-Infinity"),
            ("inf", "inf"),
            ("-inf", "-inf"),
            ("full-width digit", "１"),
            ("Arabic digit", "١"),
            ("NUL inside", "1\x002"),
            ("quote after", "1\""),
            ("minus after", "1-"),
            ("minus inside", "1-2"),
            ("point of another kind", "1·5"),
        ],
    ));
    table.extend([
        row("rounds to the largest", "1.7976931348623158e308", Accepted)
            .differs("it rounds to f64::MAX; serde_json multiplies and finds infinity"),
        row("308 digits", "1".repeat(308), Accepted),
        row("1,000 digits", "1".repeat(1000), Skipped),
        row("1,000 zeros after the point", format!("0.{}", "0".repeat(998)), Accepted),
        row("1,001 bytes", "1".repeat(1001), Rejected),
        row("zeros over the limit", format!("0.{}", "0".repeat(999)), Rejected)
            .differs("a limit, so that no number costs much"),
    ]);
    assert_eq!(check::<f64>(table), 85);
}

/// Every kind of byte sequence that is no UTF-8.
const NOT_UTF8: &[(&str, &[u8])] = &[
    ("continuation alone", b"\x80"),
    ("last continuation alone", b"\xBF"),
    ("two continuations", b"\x80\xBF"),
    ("two bytes, truncated", b"\xC3"),
    ("two bytes, wrong second", b"\xC3\x41"),
    ("two bytes, two leads", b"\xC3\xC3\xA9"),
    ("overlong two bytes", b"\xC0\xAF"),
    ("overlong two bytes, last", b"\xC1\xBF"),
    ("overlong NUL", b"\xC0\x80"),
    ("three bytes, truncated after one", b"\xE2"),
    ("three bytes, truncated after two", b"\xE2\x82"),
    ("three bytes, wrong third", b"\xE2\x82\x41"),
    ("overlong three bytes", b"\xE0\x80\xAF"),
    ("overlong three bytes, last", b"\xE0\x9F\xBF"),
    ("surrogate, first", b"\xED\xA0\x80"),
    ("surrogate, last", b"\xED\xBF\xBF"),
    ("surrogate pair", b"\xED\xA0\xBD\xED\xB8\x80"),
    ("four bytes, truncated after one", b"\xF0"),
    ("four bytes, truncated after three", b"\xF0\x9F\x98"),
    ("four bytes, wrong fourth", b"\xF0\x9F\x98\x41"),
    ("overlong four bytes", b"\xF0\x80\x80\xAF"),
    ("overlong four bytes, last", b"\xF0\x8F\xBF\xBF"),
    ("beyond U+10FFFF", b"\xF4\x90\x80\x80"),
    ("far beyond U+10FFFF", b"\xF7\xBF\xBF\xBF"),
    ("five bytes", b"\xF8\x88\x80\x80\x80"),
    ("six bytes", b"\xFC\x84\x80\x80\x80\x80"),
    ("FE", b"\xFE"),
    ("FF", b"\xFF"),
    ("Latin-1", b"caf\xE9"),
];

#[test]
fn strings() {
    let mut table = rows(
        Accepted,
        [
            ("empty", r#""""#),
            ("plain", r#""abc""#),
            ("all short escapes", r#""\"\\\/\b\f\n\r\t""#),
            ("slash", r#""/""#),
            ("NUL as an escape", r#""\u0000""#),
            ("small digits", r#""\u00e9""#),
            ("capital digits", r#""\u00E9""#),
            ("mixed digits", r#""\uaBcD""#),
            ("surrogate pair", r#""\ud83d\ude00""#),
            ("highest character", r#""\udbff\udfff""#),
            ("first of the pairs", r#""\ud800\udc00""#),
            ("before the surrogates", r#""\uD7FF""#),
            ("after the surrogates", r#""\uE000""#),
            ("no character", r#""\uFFFF""#),
            ("no character of a plane", r#""\uD83F\uDFFE""#),
            ("delete", "\"\x7F\""),
            ("separators", "\"\u{2028}\u{2029}\""),
            ("C1 control", "\"\u{85}\""),
            ("two bytes", "\"é\""),
            ("three bytes", "\"€\""),
            ("four bytes", "\"😀\""),
            ("byte order mark", "\"\u{FEFF}\""),
            ("no character as it is", "\"\u{FFFF}\u{10FFFF}\""),
            ("escape of an escape", r#""\\u0041""#),
            ("pair after a pair", r#""\ud83d\ude00\ud83d\ude00""#),
            ("17 bytes", r#""0123456789abcdef0""#),
            ("33 bytes with an escape at the end", r#""0123456789abcdef0123456789abcdef\n""#),
        ],
    );
    table.extend(rows(
        Rejected,
        [
            ("quote alone", "\""),
            ("no end", "\"abc"),
            ("end is an escape", "\"abc\\\""),
            ("backslash at the end", "\"\\"),
            ("single quotes", "'abc'"),
            ("back quotes", "`abc`"),
            ("typographic quotes", "“abc”"),
            ("no quotes", "abc"),
            ("quote inside", "\"a\"b\""),
            ("two strings", "\"a\"\"b\""),
            ("hexadecimal escape", r#""\x41""#),
            ("octal escape", r#""\101""#),
            ("escape of a zero", r#""\0""#),
            ("escape of a single quote", r#""\'""#),
            ("escape of a letter", r#""\a""#),
            ("vertical tab escape", r#""\v""#),
            ("capital short escape", r#""\N""#),
            ("capital U", r#""\U0041""#),
            ("braces", r#""\u{41}""#),
            ("escape of a space", r#""\ ""#),
            ("escape of a line break", "\"\\\n\""),
            ("escape of a character", "\"\\é\""),
            ("escape of NUL", "\"\\\0\""),
            ("no digits", r#""\u""#),
            ("three digits", r#""\u004""#),
            ("three digits and the end", r#""\u004"#),
            ("no hexadecimal digit", r#""\u004g""#),
            ("sign among digits", r#""\u+041""#),
            ("space among digits", r#""\u 041""#),
            ("first surrogate alone", r#""\uD83D""#),
            ("second surrogate alone", r#""\uDE00""#),
            ("first surrogate and text", r#""\uD83Dabc""#),
            ("first surrogate and a short escape", r#""\uD83D\n""#),
            ("first surrogate and a character", r#""\uD83D\u0041""#),
            ("two first surrogates", r#""\uD83D\uD83D""#),
            ("two first surrogates and a second", r#""\uD83D\uD83D\uDE00""#),
            ("wrong order", r#""\uDE00\uD83D""#),
            ("truncated pair", r#""\uD83D\uDE0""#),
            ("truncated pair without digits", r#""\uD83D\u""#),
            ("truncated pair with a backslash", r#""\uD83D\"#),
            ("truncated escape", r#""\u12"#),
        ],
    ));
    for byte in 0..0x20 {
        table.push(row("control character", [b'"', b'a', byte, b'"'], Rejected));
    }
    for &(name, bytes) in NOT_UTF8 {
        table.push(row(name, [b"\"", bytes, b"\""].concat(), Rejected));
        table.push(row(name, [b"\"0123456789abcdef\\n", bytes, b" and more\""].concat(), Rejected));
    }
    assert_eq!(check::<String>(table), 158);
}

#[test]
fn arrays() {
    let mut table = rows(
        Accepted,
        [
            ("empty", "[]"),
            ("space in it", "[ \n]"),
            ("one", "[1]"),
            ("several", "[1,2,3]"),
            ("space everywhere", " [ 1 , 2\t,\r\n3 ] "),
            ("of arrays", "[[],[[]]]"),
            ("of everything", r#"[null,true,false,0,"",[],{}]"#),
        ],
    );
    table.extend(rows(
        Rejected,
        [
            ("no end", "["),
            ("no end after a value", "[1"),
            ("no end after a comma", "[1,"),
            ("trailing comma", "[1,]"),
            ("comma first", "[,1]"),
            ("comma alone", "[,]"),
            ("two commas", "[1,,2]"),
            ("no comma", "[1 2]"),
            ("no comma between strings", r#"["a""b"]"#),
            ("colon", "[1:2]"),
            ("wrong end", "[1}"),
            ("end twice", "[1]]"),
            ("comma after", "[1],"),
            ("semicolon", "[1;2]"),
            ("end in a string", "[\"a]"),
            ("member", r#"["a":1]"#),
            ("spread", "[...]"),
            ("NUL as a separator", "[1\x002]"),
            ("wrong nesting", "[{]}"),
        ],
    ));
    assert_eq!(check::<Vec<Value>>(table), 26);
}

#[test]
fn objects() {
    let mut table = rows(
        Accepted,
        [
            ("empty", "{}"),
            ("space in it", "{ \t}"),
            ("one", r#"{"a":1}"#),
            ("several", r#"{"a":1,"b":[],"c":{}}"#),
            ("space everywhere", " { \"a\" : 1\n,\r\n\"b\"\t:\t2 } "),
            ("empty name", r#"{"":1}"#),
            ("name with escapes", r#"{"\u0061\n\"":1}"#),
            ("name beyond ASCII", r#"{"é😀":1}"#),
            ("NUL in a name", r#"{"\u0000":1}"#),
            ("name twice", r#"{"a":1,"a":2}"#),
            ("name twice, once with escapes", r#"{"a":1,"\u0061":2}"#),
            ("name like a number", r#"{"1":1}"#),
            ("name __proto__", r#"{"__proto__":{}}"#),
        ],
    );
    table.extend(rows(
        Rejected,
        [
            ("no end", "{"),
            ("no end after a name", r#"{"a""#),
            ("no end after a colon", r#"{"a":"#),
            ("no end after a value", r#"{"a":1"#),
            ("no end after a comma", r#"{"a":1,"#),
            ("trailing comma", r#"{"a":1,}"#),
            ("comma first", r#"{,"a":1}"#),
            ("comma alone", "{,}"),
            ("two commas", r#"{"a":1,,"b":2}"#),
            ("no comma", r#"{"a":1 "b":2}"#),
            ("no colon", r#"{"a" 1}"#),
            ("two colons", r#"{"a"::1}"#),
            ("equals sign", r#"{"a"=1}"#),
            ("comma for a colon", r#"{"a",1}"#),
            ("no value", r#"{"a":}"#),
            ("name alone", r#"{"a"}"#),
            ("value alone", "{1}"),
            ("name without quotes", "{a:1}"),
            ("name in single quotes", "{'a':1}"),
            ("number as a name", "{1:1}"),
            ("null as a name", "{null:1}"),
            ("true as a name", "{true:1}"),
            ("array as a name", r#"{["a"]:1}"#),
            ("object as a name", r#"{{"a":1}:1}"#),
            ("name that has no end", r#"{"a:1}"#),
            ("control character in a name", "{\"a\n\":1}"),
            ("lone surrogate in a name", r#"{"\uD83D":1}"#),
            ("wrong end", r#"{"a":1]"#),
            ("end twice", r#"{"a":1}}"#),
            ("comment for a member", "{/**/}"),
            ("garbage after", r#"{"a":1}x"#),
        ],
    ));
    for &(name, bytes) in NOT_UTF8 {
        table.push(row(name, [b"{\"", bytes, b"\":1}"].concat(), Rejected));
    }
    assert_eq!(check::<Map>(table), 73);
}

#[test]
fn nesting() {
    let deep = |open: &str, inner: &str, close: &str, levels: usize| {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    let limit = "max_depth is 128; serde_json stops one level before";
    let table = vec![
        row("127 arrays", deep("[", "1", "]", 127), Accepted),
        row("128 arrays", deep("[", "1", "]", 128), Accepted).differs(limit),
        row("129 arrays", deep("[", "1", "]", 129), Rejected),
        row("128 empty arrays", deep("[", "", "]", 128), Accepted).differs(limit),
        row("127 objects", deep("{\"a\":", "1", "}", 127), Accepted),
        row("128 objects", deep("{\"a\":", "1", "}", 128), Accepted).differs(limit),
        row("129 objects", deep("{\"a\":", "1", "}", 129), Rejected),
        row("mixed, 128 levels", deep("[{\"a\":", "1", "}]", 64), Accepted).differs(limit),
        row("mixed, 130 levels", deep("[{\"a\":", "1", "}]", 65), Rejected),
        row("100,000 arrays", deep("[", "", "]", 100_000), Rejected),
        row("100,000 open arrays", "[".repeat(100_000), Rejected),
        row("100,000 objects", deep("{\"a\":", "1", "}", 100_000), Rejected),
        row("100,000 open objects", "{\"a\":".repeat(100_000), Rejected),
        row("100,000 mixed", deep("[{\"a\":", "1", "}]", 50_000), Rejected),
        row("100,000 closing", "]".repeat(100_000), Rejected),
        row("many in one level", format!("[{}1]", "[],{},".repeat(10_000)), Accepted),
    ];
    assert_eq!(check::<Value>(table), 16);
}

/// Every beginning of a document is an end that comes too early, and is known as such.
#[test]
fn truncations() {
    let whole = r#" { "aé\n" : [ 1.5e+3 , -0 , true , null , "\ud83d\ude00" , { } ] , "b" : "" } "#;
    assert!(reads::<Value>(whole.as_bytes()));
    for len in 0..whole.trim_end().len() {
        let text = &whole.as_bytes()[..len];
        let error = from_slice::<Value>(text).expect_err("it is truncated");
        let shown = String::from_utf8_lossy(text);
        // A character may be cut in two.
        let is_end = error.is_eof() || std::str::from_utf8(text).is_err();
        assert!(is_end, "{shown}: {error}");
        let skipped = from_slice::<Ignored>(text).expect_err("it is truncated");
        assert_eq!(error.offset(), skipped.offset(), "{shown}: {error} is not {skipped}");
        assert!(serde_json::from_slice::<serde_json::Value>(text).is_err());
        in_other_ways(&shown, text, Rejected);
    }
}
