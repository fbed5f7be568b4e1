use super::*;

/// A string as both ways of reading give it.
fn read(text: &[u8], options: &ReadOptions) -> Result<String, Fail> {
    let text = allocated(text);
    let mut cursor = Cursor::new(&text, options);
    let string = cursor.string().map(|text| text.to_string());
    let mut skipping = Cursor::new(&text, options);
    assert_eq!(skipping.skip_value().is_ok(), string.is_ok(), "{text:?}");
    if string.is_ok() {
        assert!(cursor.at_end());
        assert!(skipping.at_end());
    }
    string
}

#[test]
fn every_escape() {
    for byte in 0..=u8::MAX {
        let expected = match byte {
            b'"' | b'\\' | b'/' => Some(char::from(byte)),
            b'b' => Some('\x08'),
            b'f' => Some('\x0C'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            _ => None,
        };
        let text = [b"\"ab\\", [byte].as_slice(), b"cd\""].concat();
        let expected = expected.map(|char| format!("ab{char}cd")).ok_or(Fail);
        assert_eq!(read(&text, &ReadOptions::new()), expected, "{byte}");
    }
    let fault = fault("\"ab\\xcd\"", &ReadOptions::new(), |cursor| cursor.string().map(drop));
    assert_eq!(fault, Some((String::from("Escape { found: Byte(120) }"), 4)));
}

#[test]
fn every_escape_by_code() {
    for code in 0..=0xFFFF_u32 {
        let lower = read(format!("\"\\u{code:04x}\"").as_bytes(), &ReadOptions::new());
        let upper = read(format!("\"\\u{code:04X}\"").as_bytes(), &ReadOptions::new());
        assert_eq!(lower, char::from_u32(code).map(String::from).ok_or(Fail), "{code}");
        assert_eq!(lower, upper);
    }
    for code in (0x1_0000..=0x10_FFFF).step_by(97) {
        let char = char::from_u32(code).unwrap();
        let units = char
            .encode_utf16(&mut [0; 2])
            .iter()
            .map(|unit| format!("\\u{unit:04x}"))
            .collect::<String>();
        assert_eq!(
            read(format!("\"{units}\"").as_bytes(), &ReadOptions::new()),
            Ok(char.to_string())
        );
    }
}

#[test]
fn halves_and_bad_digits() {
    let lone = "LoneSurrogate";
    let hex = |byte: u8| format!("Syntax {{ expected: HexDigit, found: Byte({byte}) }}");
    let table = [
        (r#""\ud800""#, lone.to_owned(), 1),
        (r#""x\udc00""#, lone.to_owned(), 2),
        (r#""\ud800\ud800""#, lone.to_owned(), 1),
        (r#""\ud800\n""#, lone.to_owned(), 1),
        (r#""\ud800x""#, lone.to_owned(), 1),
        (r#""\ud800\u0041""#, lone.to_owned(), 1),
        (r#""\udc00\ud800""#, lone.to_owned(), 1),
        (r#""\ud83d\ude0""#, hex(b'"'), 12),
        (r#""\u12g4""#, hex(b'g'), 5),
        (r#""\u""#, hex(b'"'), 3),
        (r#""\u+123""#, hex(b'+'), 3),
        (r#""\U0041""#, String::from("Escape { found: Byte(85) }"), 2),
    ];
    for (text, kind, offset) in table {
        let expected = Some((kind, offset));
        let string = |cursor: &mut Cursor<'_>| cursor.string().map(drop);
        assert_eq!(fault(text, &ReadOptions::new(), string), expected, "{text}");
        assert_eq!(fault(text, &ReadOptions::new(), |cursor| cursor.skip_value()), expected);
    }
}

#[test]
fn every_length_with_something_at_every_place() {
    for len in 0..100 {
        let plain = "abcdefghij".repeat(10)[..len].to_owned();
        for before in ["", " ", "                 "] {
            let text = format!("{before}\"{plain}\"");
            assert_eq!(read(text.as_bytes(), &ReadOptions::new()), Ok(plain.clone()));
            let text = allocated(text);
            let mut cursor = Cursor::new(&text, &ReadOptions::new());
            assert!(matches!(cursor.string(), Ok(Str::Borrowed(text)) if text == plain));
        }
        for at in 0..=len {
            for (inserted, meaning) in
                [("\\n", "\n"), ("é", "é"), ("\u{1f600}", "\u{1f600}"), ("\\\"", "\"")]
            {
                let text = format!("\"{}{inserted}{}\"", &plain[..at], &plain[at..]);
                let expected = format!("{}{meaning}{}", &plain[..at], &plain[at..]);
                assert_eq!(read(text.as_bytes(), &ReadOptions::new()), Ok(expected));
            }
            for stop in ["\n", "\0", "\u{1f}"] {
                let text = format!("\"{}{stop}{}\"", &plain[..at], &plain[at..]);
                assert_eq!(read(text.as_bytes(), &ReadOptions::new()), Err(Fail));
            }
            // The end of the input instead.
            assert_eq!(
                read(format!("\"{}", &plain[..at]).as_bytes(), &ReadOptions::new()),
                Err(Fail)
            );
        }
    }
}

#[test]
fn bodies_with_escapes_are_left_alone() {
    let mut cursor = Cursor::new(b"\"a\\tb\" \"c\"", &ReadOptions::new());
    assert_eq!(cursor.quote(), Ok(()));
    assert_eq!(cursor.str_body(), Ok(None));
    assert_eq!(cursor.offset(), 1);
    assert_eq!(cursor.unescape(), Ok("a\tb"));
    assert_eq!(cursor.quote(), Ok(()));
    assert_eq!(cursor.str_body(), Ok(Some("c")));
    assert!(cursor.at_end());
}

#[test]
fn single_quotes() {
    let lenient = ReadOptions::lenient();
    let table = [
        ("'a'", Ok("a")),
        ("'it\\'s'", Ok("it's")),
        ("'\"'", Ok("\"")),
        ("'\\\"'", Ok("\"")),
        ("\"it's\"", Ok("it's")),
        ("\"it\\'s\"", Ok("it's")),
        ("'\\ud83d\\ude00'", Ok("\u{1f600}")),
        ("'\\ud83d'", Err(Fail)),
        ("'a\"", Err(Fail)),
    ];
    for (text, expected) in table {
        assert_eq!(read(text.as_bytes(), &lenient), expected.map(String::from), "{text}");
    }
}
