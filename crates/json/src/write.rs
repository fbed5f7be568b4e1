//! Writing of values, without settings.

use std::io;

use apograph_core::Encode;

use crate::encoder::JsonEncoder;
use crate::error::Error;
use crate::layout::{Compact, Pretty};

/// Writes a value to a string.
///
/// # Errors
///
/// What JSON cannot hold: a map whose keys are neither text nor numbers, or a value that says so itself.
///
/// ```
/// assert_eq!(apograph_json::to_string(&vec![Some(1), None])?, "[1,null]");
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn to_string<T: Encode + ?Sized>(value: &T) -> Result<String, Error> {
    to_vec(value).map(text)
}

/// Writes a value to a string, with a line for each element and field.
///
/// # Errors
///
/// As [`to_string`].
///
/// ```
/// assert_eq!(apograph_json::to_string_pretty(&[1, 2])?, "[\n  1,\n  2\n]");
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn to_string_pretty<T: Encode + ?Sized>(value: &T) -> Result<String, Error> {
    to_vec_pretty(value).map(text)
}

/// Writes a value to a vector.
///
/// # Errors
///
/// As [`to_string`].
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    // Room for as much as the last value of the type had: growing would copy what is written.
    let room = T::SHAPE.slot.written();
    let mut target = Vec::with_capacity(room.max(64));
    write_to(value, &mut target)?;
    T::SHAPE.slot.has_written(target.len());
    Ok(target)
}

/// Writes a value to a vector, with a line for each element and field.
///
/// # Errors
///
/// As [`to_string`].
pub fn to_vec_pretty<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut target = Vec::with_capacity(128);
    JsonEncoder::write(value, &mut target, Pretty::new())?;
    Ok(target)
}

/// Writes a value to the end of a vector. One that is kept from value to value makes this the fastest way:
/// nothing is allocated once it has room for the longest.
///
/// # Errors
///
/// As [`to_string`]. The vector is then as it was.
///
/// ```
/// let mut lines = Vec::new();
/// for number in [1, 2] {
///     apograph_json::write_to(&number, &mut lines)?;
///     lines.push(b'\n');
/// }
/// assert_eq!(lines, b"1\n2\n");
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[inline]
pub fn write_to<T: Encode + ?Sized>(value: &T, target: &mut Vec<u8>) -> Result<(), Error> {
    JsonEncoder::write(value, target, Compact)
}

/// Writes a value to a writer, in one piece: its text is made in memory first.
///
/// # Errors
///
/// As [`to_string`], and what the writer reports.
///
/// ```
/// apograph_json::to_writer(std::io::sink(), "text")?;
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn to_writer<W: io::Write, T: Encode + ?Sized>(mut writer: W, value: &T) -> Result<(), Error> {
    writer.write_all(&to_vec(value)?).map_err(Error::from)
}

/// Writes a value to a writer, with a line for each element and field.
///
/// # Errors
///
/// As [`to_writer`].
pub fn to_writer_pretty<W: io::Write, T: Encode + ?Sized>(
    mut writer: W,
    value: &T,
) -> Result<(), Error> {
    writer.write_all(&to_vec_pretty(value)?).map_err(Error::from)
}

/// JSON as a string.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|_| unreachable!("JSON is made of strings"))
}
