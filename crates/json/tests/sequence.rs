//! Values one by one.

use std::borrow::Cow;
use std::io::{self, Read};

use apograph_core::{Decode, Encode, Value};
use apograph_json::{
    ArrayWriter, Elements, Error, ErrorKind, Limit, LinesWriter, ReadOptions, WriteOptions,
};

/// Gives 1 to 7 bytes at a time.
struct Drip<'a> {
    rest: &'a [u8],
    next: usize,
}

impl<'a> Drip<'a> {
    fn new(rest: &'a [u8]) -> Self {
        Self { rest, next: 0 }
    }
}

impl Read for Drip<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        self.next = self.next * 5 % 7 + 3;
        if self.next.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = (1 + self.next % 7).min(self.rest.len()).min(target.len());
        self.rest.read(&mut target[..count])
    }
}

#[derive(Encode, Decode, Debug, Clone, PartialEq)]
#[apograph(crate = "apograph_core")]
struct Item {
    id: u32,
    name: String,
    tags: Vec<String>,
}

fn item(id: u32) -> Item {
    let name = ["plain", "a \"quote\"", "]}[{", "\u{1F980} \\"][id as usize % 4];
    Item { id, name: name.into(), tags: vec!["x,".into(); id as usize % 3] }
}

#[test]
fn a_long_array_comes_through_a_narrow_source() {
    for options in [WriteOptions::new(), WriteOptions::pretty()] {
        let mut array = ArrayWriter::with_options(Vec::new(), options).unwrap();
        for id in 0..100_000 {
            array.write(&item(id)).unwrap();
        }
        let text = array.finish().unwrap();
        let mut elements = Elements::array(Drip::new(&text)).max_element_bytes(200);
        let mut target = item(0);
        for id in 0..100_000 {
            if id % 2 == 0 {
                assert_eq!(elements.next::<Item>().unwrap().unwrap(), item(id));
            } else {
                assert!(elements.next_into(&mut target).unwrap());
                assert_eq!(target, item(id));
            }
        }
        assert!(!elements.next_into(&mut target).unwrap());
        assert_eq!(elements.next::<Item>().unwrap(), None);
        assert_eq!(elements.count_read(), 100_000);
    }
}

#[test]
fn lines_come_through_a_narrow_source() {
    let mut lines = LinesWriter::with_options(Vec::new(), WriteOptions::pretty());
    for id in 0..10_000 {
        lines.write(&item(id)).unwrap();
    }
    let text = lines.finish().unwrap();
    assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 10_000);
    let mut elements = Elements::lines(Drip::new(&text));
    let items: Result<Vec<Item>, Error> = elements.iter().collect();
    assert_eq!(items.unwrap(), (0..10_000).map(item).collect::<Vec<_>>());
    assert_eq!(elements.line(), 10_001);
}

#[test]
fn arrays_that_are_cut_off_end_too_early() {
    let text = br#" [ {"a": [1, "]\""]} , -1.5e3 ,"x" , [ ] ] "#;
    let whole = text.len() - 2;
    for end in 0..=text.len() {
        let mut elements = Elements::array(&text[..end]);
        let all: Result<Vec<Value>, Error> = elements.iter().collect();
        match all {
            Ok(all) => assert!(end > whole && all.len() == 4, "{end}"),
            Err(error) => {
                assert!(error.is_eof() && end <= whole, "{end}: {error}");
                assert_eq!(elements.next::<Value>().unwrap(), None);
            }
        }
    }
    assert_eq!(Elements::array(&b"[]"[..]).next::<Value>().unwrap(), None);
}

#[test]
fn what_is_no_array_is_an_error() {
    for text in [
        "[1,]", "[,1]", "[1 2]", "[1]]", "[1] 2", "{}", "1", "[1}", "[{]", "[1:2]", "[tru]",
        "[/**/]",
    ] {
        let all: Result<Vec<Value>, Error> = Elements::array(text.as_bytes()).iter().collect();
        assert!(all.is_err(), "{text}");
    }
    let lenient = "\u{FEFF}/* a */ [ // b\n 1 /* ] */, ['\\'', /* ' */ 2 ], ] // c";
    let mut elements =
        Elements::array(Drip::new(lenient.as_bytes())).with_options(&ReadOptions::lenient());
    let all: Result<Vec<Value>, Error> = elements.iter().collect();
    assert_eq!(all.unwrap().len(), 2);
}

#[test]
fn errors_say_where_in_the_whole_input() {
    let text =
        b"[\n  {\"id\": 1, \"name\": \"a\", \"tags\": []},\n  {\"id\": -1}, {\"id\": 2, \"name\": \
        \"b\", \"tags\": []}, {\"id\" 3}, 4]";
    let mut elements = Elements::array(Drip::new(text));
    assert!(elements.next::<Item>().is_ok());
    let error = elements.next::<Item>().unwrap_err();
    assert_eq!((error.line(), error.column(), error.path()), (3, 10, "$[1].id"));
    assert_eq!(error.offset(), text.windows(2).position(|pair| pair == b"-1").unwrap());
    assert_eq!(elements.next::<Item>().unwrap().unwrap().id, 2);
    let error = elements.next::<Item>().unwrap_err();
    assert!(error.is_syntax());
    assert_eq!((error.line(), error.path()), (3, "$[3]"));
    assert_eq!(elements.next::<Item>().unwrap(), None);
}

#[test]
fn lines_can_be_read_on_after_broken_ones() {
    let text = b"\xEF\xBB\xBF1\r\n\n  \n\"x\n[1,\n\"\xFF\"\n2 3\n{}}\n\"ok\"\n 4";
    let strict: Vec<_> = Elements::lines(Drip::new(text)).into_iter_of::<Value>().collect();
    assert_eq!(strict.len(), 2);
    assert!(strict[1].as_ref().unwrap_err().is_eof());
    let all: Vec<_> =
        Elements::lines(Drip::new(text)).recover(true).into_iter_of::<Value>().collect();
    let good: Vec<_> = all.iter().filter_map(|value| value.as_ref().ok()).collect();
    assert_eq!(good, [&Value::from(1), &Value::from("ok"), &Value::from(4)]);
    let lines: Vec<_> =
        all.iter().filter_map(|value| value.as_ref().err()).map(Error::line).collect();
    assert_eq!(lines, [4, 5, 6, 7, 8]);
}

#[test]
fn elements_longer_than_the_limit_are_not_kept() {
    let long = "1".repeat(100_000);
    let text = format!("1\n\"{long}\"\n2\n\"{long}\"");
    let mut lines = Elements::lines(Drip::new(text.as_bytes())).max_element_bytes(50).recover(true);
    assert_eq!(lines.next::<u8>().unwrap(), Some(1));
    assert!(is_limit(&lines.next::<u8>().unwrap_err(), Limit::ElementBytes));
    assert_eq!(lines.next::<u8>().unwrap(), Some(2));
    assert!(is_limit(&lines.next::<u8>().unwrap_err(), Limit::ElementBytes));
    assert_eq!(lines.next::<u8>().unwrap(), None);

    let text = format!("[1, [\"{long}\"]]");
    let mut elements = Elements::array(text.as_bytes()).max_element_bytes(50);
    assert_eq!(elements.next::<u8>().unwrap(), Some(1));
    let error = elements.next::<Value>().unwrap_err();
    assert!(is_limit(&error, Limit::ElementBytes), "{error}");
    assert!(error.to_string().contains("Elements::max_element_bytes"), "{error}");
}

fn is_limit(error: &Error, expected: Limit) -> bool {
    matches!(error.kind(), ErrorKind::Limit { limit, .. } if *limit == expected)
}

#[test]
fn limits_hold_for_the_whole() {
    let options = ReadOptions::new().max_depth(2).max_document_bytes(20);
    let mut elements = Elements::array(&b"[[1], [[2]]]"[..]).with_options(&options);
    assert!(elements.next::<Value>().is_ok());
    assert!(is_limit(&elements.next::<Value>().unwrap_err(), Limit::Depth));
    let error = Elements::values(&b"1 2 3 4 5 6 7 8 9 10 11 12"[..])
        .with_options(&options)
        .into_iter_of::<u8>()
        .find_map(Result::err);
    assert!(is_limit(&error.unwrap(), Limit::DocumentBytes));
}

#[test]
fn values_stand_one_after_the_other() {
    let text = br#"1 "a"[]{"b":[2]}true null -0.5"x""#;
    let all: Result<Vec<Value>, Error> = Elements::values(Drip::new(text)).into_iter_of().collect();
    assert_eq!(all.unwrap().len(), 8);
    for text in ["1,2", "]", "truefalse", "{\"a\"", "1 \"a"] {
        let all: Result<Vec<Value>, Error> =
            Elements::values(text.as_bytes()).into_iter_of().collect();
        assert!(all.is_err(), "{text}");
    }
    assert_eq!(Elements::values(&b" \n"[..]).next::<Value>().unwrap(), None);
}

#[test]
fn elements_can_borrow_from_the_buffer() {
    let mut lines = Elements::lines(&b"\"plain\"\n\"\\n\"\n"[..]);
    assert!(matches!(lines.next::<Cow<'_, str>>().unwrap(), Some(Cow::Borrowed("plain"))));
    assert!(matches!(lines.next::<Cow<'_, str>>().unwrap(), Some(Cow::Owned(_))));
}

#[test]
fn errors_of_the_source_end_the_sequence() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let mut elements = Elements::array((&b"[1,2"[..]).chain(Broken));
    assert_eq!(elements.next::<u8>().unwrap(), Some(1));
    assert!(elements.next::<u8>().unwrap_err().is_io());
    assert_eq!(elements.next::<u8>().unwrap(), None);
}
