//! Broken documents, read in every way there is: all have to say the same.

use super::numbers::Random;
use super::*;
use crate::read_options::BigNumbers;

const COUNT: usize = if cfg!(debug_assertions) { 20_000 } else { 500_000 };

const SAMPLES: &[&str] = &[
    r#"{"id":12345678901,"name":"J\u00f6rg \ud83d\ude00 é","ok":true,"none":null,"rates":[1.5,-0.25e-3,1E10,0]}"#,
    "[ 1 , -2.5e+3,\"a\\n\\\"b\", {\"x\" : [ ] , \"y\":{ }}, false ]\r\n",
    "{\n                  \"a\": [\n                      1,\n                      2\n                  ]\n}",
    r#"["\\\/\b\f\n\r\t","0123456789abcdef0123456789abcdef0123456789abcdef",[[[[]]]],18446744073709551615]"#,
    "null",
    "-0.0",
];

/// Bytes that mean something, more often than not.
const BYTES: &[u8] =
    b"{}[]:,\"\\/'0123456789+-.eEtrufalsn \t\n\r\x00\x0B\x1F\x7F\x80\xC3\xA9\xED\xA0\xF4\xFF";

/// A sample with a few bytes changed, taken out, put in, or moved.
fn mutation(random: &mut Random) -> Vec<u8> {
    let mut pick = |count: usize| usize::try_from(random.next() >> 33).unwrap() % count.max(1);
    let mut text = SAMPLES[pick(SAMPLES.len())].as_bytes().to_vec();
    for _ in 0..=pick(3) {
        let at = pick(text.len());
        let byte = BYTES[pick(BYTES.len())];
        match pick(5) {
            0 if !text.is_empty() => text[at] = byte,
            1 if !text.is_empty() => drop(text.remove(at)),
            2 => text.insert(at, byte),
            3 => text.truncate(at),
            _ => {
                let piece = text[at..text.len().min(at + 1 + pick(12))].to_vec();
                let to = pick(text.len());
                text.splice(to..to, piece);
            }
        }
    }
    text
}

#[test]
fn all_ways_agree() {
    let strict = ReadOptions::new().byte_order_mark(false);
    let lenient = ReadOptions::lenient();
    let mut random = Random(0x0123_4567_89AB_CDEF);
    for _ in 0..COUNT {
        let text = mutation(&mut random);
        let shown = String::from_utf8_lossy(&text);
        let exact = strict.clone().big_numbers(BigNumbers::Exact);
        let skipped = fault(&text, &exact, |cursor| cursor.skip_value());
        let walked = fault(&text, &exact, walk);
        assert_eq!(skipped, walked, "{shown}");
        let raw = fault(&text, &exact, |cursor| cursor.raw_value().map(drop));
        assert_eq!(raw, skipped, "{shown}");
        // What is JSON is so to serde_json too, which stops at numbers out of range.
        let peer = serde_json::from_slice::<serde_json::Value>(&text);
        let range = peer.as_ref().is_err_and(|error| error.to_string().starts_with("number out"));
        assert!(range || skipped.is_none() == peer.is_ok(), "{shown}: {skipped:?}, {peer:?}");
        // What is JSON is so to a lenient reader as well.
        let skipped_leniently = fault(&text, &lenient, |cursor| cursor.skip_value());
        let walked = fault(&text, &lenient, walk);
        let out_of_range = walked.as_ref().is_some_and(|fault| fault.0.starts_with("OutOfRange"));
        assert!(
            out_of_range || skipped_leniently == walked,
            "{shown}: {skipped_leniently:?}, {walked:?}"
        );
        assert!(skipped.is_some() || skipped_leniently.is_none(), "{shown}");
    }
}
