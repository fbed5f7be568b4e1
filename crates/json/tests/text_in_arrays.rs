//! Text that a type puts together in an array and writes with `Encoder::utf8`.

use apograph_core::encode::{Encode, Encoder, Place};
use apograph_core::shape::Shape;
use apograph_json::{Mapper, WriteOptions, to_vec};

/// The first bytes of an array.
struct Part<const N: usize>([u8; N], usize);

impl<const N: usize> Encode for Part<N> {
    const SHAPE: &'static Shape = <String as Encode>::SHAPE;

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.utf8(place, self.0, self.1)
    }
}

/// What stands in the array around the text, none of which may get out.
const AROUND: u8 = b'"';

fn part<const N: usize>(text: &str) -> Part<N> {
    let mut bytes = [AROUND; N];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    Part(bytes, text.len())
}

fn writes_as_serde_json_does<const N: usize>() {
    for special in ["", "\"", "\\", "\n", "\0", "\u{1f}", "\u{7f}", "é", "\u{2028}", "😀"] {
        for length in 0..=N - special.len() {
            for at in [0, length / 2, length] {
                let digits = |count| "0123456789".chars().cycle().take(count);
                let text: String =
                    digits(at).chain(special.chars()).chain(digits(length - at)).collect();
                let value = [part::<N>(&text), part::<N>("")];
                let expected = serde_json::to_string(&[&text, ""]).expect("text");
                let written = to_vec(&value).expect("text");
                assert_eq!(String::from_utf8(written).expect("text"), expected, "{N}");
            }
        }
    }
}

#[test]
fn arrays_of_every_size_are_written_as_text() {
    writes_as_serde_json_does::<4>();
    writes_as_serde_json_does::<8>();
    writes_as_serde_json_does::<15>();
    writes_as_serde_json_does::<16>();
    writes_as_serde_json_does::<24>();
    writes_as_serde_json_does::<33>();
    writes_as_serde_json_does::<64>();
    writes_as_serde_json_does::<65>();
    writes_as_serde_json_does::<260>();
}

#[test]
fn a_length_beyond_the_array_is_all_of_it() {
    assert_eq!(to_vec(&Part(*b"2024", 99)).expect("text"), b"\"2024\"");
    assert_eq!(to_vec(&Part([], 1)).expect("text"), b"\"\"");
}

#[test]
fn bytes_that_are_no_text_are_an_error_and_leave_the_buffer_as_it_was() {
    let broken: [&[u8]; 5] = [b"\xff", b"12\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"1\x802"];
    for bytes in broken {
        let mut array = [b'0'; 24];
        array[..bytes.len()].copy_from_slice(bytes);
        let mut target = b"before".to_vec();
        let length = bytes.len();
        apograph_json::write_to(&[Part(array, length)], &mut target).expect_err("no text");
        assert_eq!(target, b"before");
    }
}

#[test]
fn settings_apply_to_it() {
    let ascii = Mapper::new().write_options(WriteOptions::new().ascii_only(true));
    let written = ascii.to_vec(&[part::<16>("1 é"), part("12")]).expect("text");
    assert_eq!(String::from_utf8(written).expect("text"), r#"["1 \u00e9","12"]"#);
    let pretty = apograph_json::to_string_pretty(&[part::<16>("1")]).expect("text");
    assert_eq!(pretty, "[\n  \"1\"\n]");
}
