//! Reading of values, without settings.

use std::io;

use apograph_core::Decode;

use crate::decoder::JsonDecoder;
use crate::error::Error;
use crate::keys::Declared;
use crate::read_options::ReadOptions;

static STRICT: ReadOptions = ReadOptions::new();

/// Reads a value from text.
///
/// # Errors
///
/// When the text is not JSON, or is not the value that is asked for, or goes on after it. The error says
/// where.
///
/// ```
/// let numbers: Vec<u8> = apograph_json::from_str("[1, 2]")?;
/// assert_eq!(numbers, [1, 2]);
/// let error = apograph_json::from_str::<Vec<u8>>("[1, 256]").unwrap_err();
/// assert_eq!(error.path(), "$[1]");
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn from_str<'de, T: Decode<'de>>(text: &'de str) -> Result<T, Error> {
    from_slice(text.as_bytes())
}

/// Reads a value from bytes.
///
/// # Errors
///
/// As [`from_str`], and when a string in it is not UTF-8.
///
/// ```
/// use std::borrow::Cow;
///
/// let text: Cow<str> = apograph_json::from_slice(b"\"borrowed from the input\"")?;
/// assert!(matches!(text, Cow::Borrowed(_)));
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[inline]
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    JsonDecoder::read(bytes, &STRICT, Declared)
}

/// Reads a value from bytes over one that is there, which keeps its memory: strings their buffers, vectors
/// their elements, maps their tables.
///
/// # Errors
///
/// As [`from_slice`]. The value is then a mix of old and new parts.
///
/// ```
/// let mut names = vec![String::with_capacity(100), String::new()];
/// apograph_json::from_slice_into(b"[\"pump\"]", &mut names)?;
/// assert_eq!(names, ["pump"]);
/// assert_eq!(names[0].capacity(), 100);
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[inline]
pub fn from_slice_into<'de, T: Decode<'de>>(bytes: &'de [u8], target: &mut T) -> Result<(), Error> {
    JsonDecoder::read_into(bytes, &STRICT, Declared, target)
}

/// Reads a value from a reader, to whose end it goes. All of it is read into memory first.
///
/// # Errors
///
/// As [`from_slice`], and what the reader reports.
///
/// ```
/// let value: bool = apograph_json::from_reader(&b"true"[..])?;
/// assert!(value);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn from_reader<R: io::Read, T: for<'de> Decode<'de>>(mut reader: R) -> Result<T, Error> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    from_slice(&bytes)
}
