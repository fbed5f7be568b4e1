use super::*;
use crate::error::{Found, Leniency};

mod grammar;
mod mutations;
mod numbers;
mod strings;

/// Bytes at the very end of an allocation, so that a sanitizer sees a read beyond.
fn allocated(text: impl AsRef<[u8]>) -> Box<[u8]> {
    text.as_ref().into()
}

/// What a reading fails with, and at which byte; the kind in its debug form, for it holds errors
/// that cannot be compared.
fn fault<T>(
    text: impl AsRef<[u8]>,
    options: &ReadOptions,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<T, Fail>,
) -> Option<(String, usize)> {
    let text = allocated(text);
    let mut cursor = Cursor::new(&text, options);
    let result = read(&mut cursor).and_then(|_| cursor.finish());
    result.is_err().then(|| {
        let error = cursor.error();
        (format!("{:?}", error.kind()), error.offset())
    })
}

/// Reads a whole value through the single tokens, as readers above do.
fn walk(cursor: &mut Cursor<'_>) -> Result<(), Fail> {
    cursor.skip_space();
    match cursor.peek() {
        b'{' => {
            cursor.enter()?;
            cursor.expect(b'{')?;
            let mut first = true;
            while cursor.more(first, b'}')? {
                first = false;
                cursor.key()?;
                cursor.colon()?;
                walk(cursor)?;
            }
            cursor.leave();
        }
        b'[' => {
            cursor.enter()?;
            cursor.expect(b'[')?;
            let mut first = true;
            while cursor.more(first, b']')? {
                first = false;
                walk(cursor)?;
            }
            cursor.leave();
        }
        b'"' | b'\'' => {
            cursor.string()?;
        }
        b't' | b'f' => {
            cursor.bool()?;
        }
        b'n' => {
            cursor.null()?;
        }
        b'-' | b'0'..=b'9' | b'N' | b'I' => {
            cursor.number()?;
        }
        _ => return Err(cursor.no_value()),
    }
    Ok(())
}

#[test]
fn seeking_and_peeking() {
    let text = allocated("[1,2]");
    let mut cursor = Cursor::new(&text, &ReadOptions::new());
    assert_eq!((cursor.peek(), cursor.offset(), cursor.left()), (b'[', 0, 5));
    cursor.seek(5);
    assert_eq!((cursor.peek(), cursor.offset(), cursor.left()), (0, 5, 0));
    assert!(cursor.at_end());
    cursor.seek(1);
    assert_eq!(cursor.int(), Ok(1_u8));
    assert_eq!(cursor.input(), b"[1,2]");
    assert_eq!(cursor.options().max_depth, 128);
}

#[test]
#[should_panic(expected = "range start index 6 out of range for slice of length 5")]
fn seeking_beyond_the_end() {
    Cursor::new(b"[1,2]", &ReadOptions::new()).seek(6);
}

#[test]
fn texts_that_are_taken_or_not() {
    let mut cursor = Cursor::new(b"{\"a\":1 , \"b\" :2}", &ReadOptions::new());
    assert!(!cursor.literal(b"{\"b\":"));
    assert!(cursor.literal(b"{\"a\":"));
    assert_eq!(cursor.i64(), Ok(1));
    assert!(!cursor.punct(b'}'));
    assert_eq!(cursor.expect(b','), Ok(()));
    assert_eq!(&*cursor.key().unwrap(), "b");
    assert_eq!(cursor.colon(), Ok(()));
    assert_eq!(cursor.u64(), Ok(2));
    assert!(!cursor.literal(b"}}"));
    assert!(cursor.punct(b'}'));
    assert_eq!(cursor.finish(), Ok(()));
    assert!(!cursor.literal(b"x"));
    assert!(cursor.literal(b""));
}

#[test]
fn predicted_keys() {
    // Text, whether it is the first member, and the place after it if it is taken.
    let table: &[(&str, bool, Option<usize>)] = &[
        (r#""key":1"#, true, Some(6)),
        (r#"  "key": 1"#, true, Some(9)),
        (r#","key":1"#, false, Some(7)),
        (" , \"key\":\n1", false, Some(9)),
        (",\n                      \"key\":1", false, Some(30)),
        (r#""key" :1"#, true, None),
        (r#""key":1"#, false, None),
        (r#","key":1"#, true, None),
        (r#",,"key":1"#, false, None),
        (r#", "kez":1"#, false, None),
        (",\u{b}\"key\":1", false, None),
        ("\0,\"key\":1", false, None),
        (r#", "key""#, false, None),
        (r#", "key":"#, false, Some(8)),
        (",", false, None),
        ("", false, None),
        ("", true, None),
    ];
    for &(text, first, expected) in table {
        let text = allocated(text);
        let mut cursor = Cursor::new(&text, &ReadOptions::new());
        let taken = if first {
            cursor.key_spaced::<true>(b"\"key\":")
        } else {
            cursor.key_spaced::<false>(b"\"key\":")
        };
        assert_eq!(taken, expected.is_some(), "{text:?}");
        assert_eq!(cursor.offset(), expected.unwrap_or(0), "{text:?}");
    }
}

#[test]
fn places_of_errors() {
    let text = "{\"a\":\r\n [1,\n é2]}";
    let mut cursor = Cursor::new(text.as_bytes(), &ReadOptions::new());
    assert_eq!(cursor.skip_value(), Err(Fail));
    let error = cursor.error().with_path(String::from("$.a[1]"));
    assert_eq!((error.offset(), error.line(), error.column()), (13, 3, 2));
    assert_eq!(error.path(), "$.a[1]");
    assert_eq!(
        error.to_string(),
        "expected a value, found a character outside ASCII (byte 0xC3) at line 3 column 2 ($.a[1])"
    );
    assert!(error.is_syntax());
}

#[test]
fn a_failure_without_a_fault() {
    let error = Cursor::new(b"1", &ReadOptions::new()).error();
    assert_eq!(error.to_string(), "the value cannot be read at line 1 column 1");
}

#[test]
fn types_that_do_not_match() {
    type Read = fn(&mut Cursor<'_>) -> Result<(), Fail>;
    let table: &[(&str, Read, &str)] = &[
        ("\"x\"", |c| c.i32().map(drop), "expected an integer, found a string"),
        (" [1]", |c| c.f64().map(drop), "expected a number, found an array"),
        ("{}", |c| c.bool().map(drop), "expected a boolean, found an object"),
        ("null", |c| c.string().map(drop), "expected a string, found null"),
        ("true", |c| c.expect(b'{'), "expected an object, found a boolean"),
        ("12", |c| c.expect(b'['), "expected an array, found a number"),
        ("1.5", |c| c.i64().map(drop), "found a number with a fraction or an exponent"),
        ("1e2", |c| c.u128().map(drop), "found a number with a fraction or an exponent"),
        ("300", |c| c.int::<u8>().map(drop), "number out of range of u8"),
        ("1e400", |c| c.f64().map(drop), "number out of range of f64"),
        ("1e39", |c| c.f32().map(drop), "number out of range of f32"),
    ];
    for (text, read, expected) in table {
        let mut cursor = Cursor::new(text.as_bytes(), &ReadOptions::new());
        assert_eq!(read(&mut cursor), Err(Fail), "{text}");
        let error = cursor.error();
        assert!(error.is_data(), "{text}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn one_way_and_then_another() {
    let mut cursor = Cursor::new(b"[['a\\n',2]]", &ReadOptions::lenient().max_depth(2));
    assert_eq!(cursor.expect(b'['), Ok(()));
    let mark = cursor.mark();
    assert_eq!(cursor.enter(), Ok(()));
    assert_eq!(cursor.expect(b'['), Ok(()));
    assert_eq!(cursor.quote(), Ok(()));
    assert_eq!(cursor.str_body(), Ok(None));
    assert_eq!(cursor.i64(), Err(Fail));
    cursor.restore(mark);
    assert_eq!(cursor.raw_value(), Ok("['a\\n',2]"));
    assert!(cursor.punct(b']'));
    assert_eq!(cursor.finish(), Ok(()));

    // A fault from before stays.
    let mut cursor = Cursor::new(b"12", &ReadOptions::new().max_document_bytes(1));
    let mark = cursor.mark();
    assert_eq!(cursor.i64(), Err(Fail));
    cursor.restore(mark);
    assert!(!cursor.at_end());
    assert!(matches!(cursor.error().kind(), ErrorKind::Limit { .. }));
}

#[test]
fn threads_may_have_it() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&Cursor::new(b"1", &ReadOptions::new()));
}
