//! Writing token by token.

use std::io;

use apograph_core::{Encode, Value};
use apograph_json::{Error, ErrorKind, NonFinite, WriteOptions, Writer};

type Step = fn(&mut Writer<Vec<u8>>) -> Result<(), Error>;

/// Every kind of token.
const STEPS: [(&str, Step); 7] = [
    ("{", |writer| writer.begin_object()),
    ("}", |writer| writer.end_object()),
    ("[", |writer| writer.begin_array()),
    ("]", |writer| writer.end_array()),
    ("n", |writer| writer.name("n")),
    ("1", |writer| writer.i64(1)),
    ("r", |writer| writer.raw("\"r\"")),
];

/// Whether the last token may stand after the others, by a grammar of its own.
fn allowed(tokens: &[usize]) -> bool {
    let mut open = Vec::new();
    let (mut named, mut done) = (false, false);
    for (position, &token) in tokens.iter().enumerate() {
        let in_object = open.last() == Some(&'{');
        let value = if in_object { named } else { !done };
        let fits = match STEPS[token].0 {
            "n" => in_object && !named,
            "}" => in_object && !named,
            "]" => open.last() == Some(&'['),
            _ => value,
        };
        if !fits {
            assert_eq!(position + 1, tokens.len());
            return false;
        }
        match STEPS[token].0 {
            "n" => {
                named = true;
                continue;
            }
            "{" => open.push('{'),
            "[" => open.push('['),
            "}" | "]" => _ = open.pop(),
            _ => {}
        }
        named = false;
        done = open.is_empty();
    }
    true
}

#[test]
fn wrong_use_is_an_error_and_leaves_no_trace() {
    let mut queue: Vec<Vec<usize>> = vec![Vec::new()];
    let mut tried = 0;
    while let Some(tokens) = queue.pop() {
        for (next, step) in STEPS.iter().enumerate() {
            let mut all = tokens.clone();
            all.push(next);
            let mut writer = Writer::new(Vec::new());
            for &token in &tokens {
                STEPS[token].1(&mut writer).unwrap();
            }
            let result = step.1(&mut writer);
            tried += 1;
            if allowed(&all) {
                result.unwrap();
                if all.len() < 6 {
                    queue.push(all);
                }
                continue;
            }
            let error = result.unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::WriterState { .. }), "{error}");
            assert!(error.to_string().starts_with("expected "));
            // What has been written can be completed.
            let open: Vec<_> = std::iter::from_fn(|| {
                if writer.end_array().is_ok() || writer.end_object().is_ok() {
                    return Some(());
                }
                (writer.depth() > 0).then(|| writer.null().unwrap())
            })
            .collect();
            assert!(open.len() < 20);
            if tokens.is_empty() {
                assert!(writer.finish().is_err());
                continue;
            }
            let text = writer.finish().unwrap();
            apograph_json::from_slice::<Value>(&text).unwrap();
        }
    }
    assert!(tried > 1_000, "{tried}");
}

#[test]
fn messages_say_what_can_be_written() {
    let mut writer = Writer::new(Vec::new());
    assert_eq!(writer.name("a").unwrap_err().to_string(), "expected a value");
    writer.begin_object().unwrap();
    assert_eq!(writer.i64(1).unwrap_err().to_string(), "expected a name or the end of the object");
    writer.name("a").unwrap();
    assert_eq!(writer.name("a").unwrap_err().to_string(), "expected the value of the member");
    assert_eq!(writer.end_object().unwrap_err().to_string(), "expected the value of the member");
    writer.begin_array().unwrap();
    assert_eq!(
        writer.end_object().unwrap_err().to_string(),
        "expected a value or the end of the array"
    );
    writer.end_array().unwrap();
    writer.end_object().unwrap();
    assert_eq!(
        writer.null().unwrap_err().to_string(),
        "expected nothing: the document is complete"
    );
    assert_eq!(writer.finish().unwrap(), b"{\"a\":[]}");
}

#[derive(Encode)]
#[apograph(crate = "apograph_core")]
struct Item {
    id: u32,
    tags: Vec<String>,
}

fn write_all(writer: &mut Writer<Vec<u8>>) -> Result<(), Error> {
    writer.begin_object()?;
    writer.name("items")?;
    writer.begin_array()?;
    writer.value(&Item { id: 1, tags: vec!["a\u{e9}".into()] })?;
    writer.value(&Item { id: 2, tags: vec![] })?;
    writer.end_array()?;
    writer.name("empty")?;
    writer.begin_object()?;
    writer.end_object()?;
    writer.name("f\"")?;
    writer.f64(1.0)?;
    writer.name("raw")?;
    writer.raw("1.50")?;
    writer.name("big")?;
    writer.u128(u128::MAX)?;
    writer.end_object()
}

#[test]
fn the_layout_is_that_of_whole_values() {
    for options in [
        WriteOptions::new(),
        WriteOptions::pretty(),
        WriteOptions::new().indent("\t").ascii_only(true),
    ] {
        let mut writer = Writer::with_options(Vec::new(), options.clone());
        write_all(&mut writer).unwrap();
        let text = writer.finish().unwrap();
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(value["items"][0]["tags"][0], "a\u{e9}");
        if options.is_default() {
            let expected = "{\"items\":[{\"id\":1,\"tags\":[\"a\u{e9}\"]},{\"id\":2,\"tags\":[]}],\
                \"empty\":{},\"f\\\"\":1.0,\"raw\":1.50,\"big\":340282366920938463463374607431768211455}";
            assert_eq!(String::from_utf8(text).unwrap(), expected);
        } else if text.is_ascii() {
            assert!(
                text.starts_with(b"{\n\t\"items\": [\n\t\t{\n\t\t\t\"id\": 1,\n\t\t\t\"tags\": [")
            );
        } else {
            let expected = "{\n  \"items\": [\n    {\n      \"id\": 1,\n      \"tags\": [\n        \
                \"a\u{e9}\"\n      ]\n    },\n    {\n      \"id\": 2,\n      \"tags\": []\n    }\n  ],\n  \
                \"empty\": {},\n  \"f\\\"\": 1.0,\n  \"raw\": 1.50,\n  \
                \"big\": 340282366920938463463374607431768211455\n}";
            assert_eq!(String::from_utf8(text).unwrap(), expected);
        }
    }
}

trait IsDefault {
    fn is_default(&self) -> bool;
}

impl IsDefault for WriteOptions {
    fn is_default(&self) -> bool {
        format!("{self:?}") == format!("{:?}", Self::new())
    }
}

#[test]
fn a_value_that_fails_leaves_no_trace() {
    let options = WriteOptions::new().non_finite(NonFinite::Error).max_depth(2);
    let mut writer = Writer::with_options(Vec::new(), options);
    writer.begin_array().unwrap();
    writer.i64(1).unwrap();
    assert!(matches!(writer.f64(f64::NAN).unwrap_err().kind(), ErrorKind::NonFinite));
    let error = writer.value(&[[1]]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::WrittenTooDeep { allowed: 2 }));
    assert!(writer.raw("[[1]]").unwrap_err().is_syntax());
    assert!(writer.raw("1 2").unwrap_err().is_syntax());
    assert!(writer.raw("").unwrap_err().is_eof());
    writer.begin_array().unwrap();
    assert!(writer.begin_object().is_err());
    writer.end_array().unwrap();
    writer.raw("[1]").unwrap();
    writer.end_array().unwrap();
    assert_eq!(writer.finish().unwrap(), b"[1,[],[1]]");
}

/// Takes so many bytes, and remembers the longest piece.
struct Narrow {
    left: usize,
    longest: usize,
    total: usize,
}

impl io::Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.longest = self.longest.max(bytes.len());
        let taken = bytes.len().min(self.left).min(1_000);
        self.left -= taken;
        self.total += taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn long_documents_are_handed_on_in_pieces() {
    let mut writer = Writer::new(Narrow { left: usize::MAX, longest: 0, total: 0 });
    writer.begin_array().unwrap();
    for _ in 0..100_000 {
        writer.value(&Item { id: 7, tags: vec!["x".into()] }).unwrap();
    }
    writer.end_array().unwrap();
    let target = writer.finish().unwrap();
    assert!(target.longest < 9_000, "{}", target.longest);
    assert_eq!(target.total, 1 + 100_000 * "{\"id\":7,\"tags\":[\"x\"]},".len());
}

#[test]
fn after_an_error_of_the_target_nothing_is_written() {
    let mut writer = Writer::new(Narrow { left: 5_000, longest: 0, total: 0 });
    writer.begin_array().unwrap();
    let error = loop {
        if let Err(error) = writer.string("some text") {
            break error;
        }
    };
    assert!(error.is_io());
    for result in [writer.null(), writer.end_array(), writer.flush()] {
        assert!(matches!(result.unwrap_err().kind(), ErrorKind::WriterState { .. }));
    }
    assert_eq!(writer.get_ref().total, 5_000);
    assert!(writer.finish().is_err());
}
