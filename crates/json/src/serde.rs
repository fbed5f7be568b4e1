//! Types that have serde's traits, by the same reader and writer.
//!
//! The functions have the names of serde_json's and write the same bytes. For types of other crates and for
//! code that is on its way: a derive of `Encode` and `Decode` is faster.
//!
//! ```
//! let text = apograph_json::serde::to_string(&serde_json::json!({ "a": [1, null] }))?;
//! assert_eq!(text, r#"{"a":[1,null]}"#);
//! # Ok::<(), apograph_json::Error>(())
//! ```

mod deserializer;
mod error;
mod serializer;

use std::io;

use apograph_core::decode::Fail;
use apograph_core::encode::Place;
use serde::de::{Deserialize, DeserializeOwned};
use serde::ser::Serialize;

use crate::decoder::JsonDecoder;
use crate::encoder::JsonEncoder;
use crate::error::Error;
use crate::keys::{Declared, Keys};
use crate::layout::{Compact, Custom, Layout};
use crate::mapper::Mapper;
use crate::read_options::ReadOptions;
use crate::write::text;
use crate::write_options::WriteOptions;

use self::deserializer::Deserializer;
pub(crate) use self::serializer::Serializer;

static STRICT: ReadOptions = ReadOptions::new();

/// Writes a value to a string.
///
/// # Errors
///
/// What JSON cannot hold, and what the value reports.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    to_vec(value).map(text)
}

/// Writes a value to a string, with a line for each element and field.
///
/// # Errors
///
/// As [`to_string`].
pub fn to_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Mapper::new().write_options(WriteOptions::pretty()).serialize(value).map(text)
}

/// Writes a value to a vector.
///
/// # Errors
///
/// As [`to_string`].
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut target = Vec::with_capacity(256);
    write_to(value, &mut target)?;
    Ok(target)
}

/// Writes a value to the end of a vector, which can be kept from value to value.
///
/// # Errors
///
/// As [`to_string`]. The vector is then as it was.
pub fn write_to<T: Serialize + ?Sized>(value: &T, target: &mut Vec<u8>) -> Result<(), Error> {
    write(value, target, Compact)
}

/// Writes a value to a writer, in one piece: its text is made in memory first.
///
/// # Errors
///
/// As [`to_string`], and what the writer reports.
pub fn to_writer<W: io::Write, T: Serialize + ?Sized>(
    mut writer: W,
    value: &T,
) -> Result<(), Error> {
    writer.write_all(&to_vec(value)?).map_err(Error::from)
}

fn write<T: Serialize + ?Sized, L: Layout>(
    value: &T,
    target: &mut Vec<u8>,
    layout: L,
) -> Result<(), Error> {
    let mut encoder = JsonEncoder::new(target, layout);
    value.serialize(Serializer::new(&mut encoder, Place::Root))?;
    encoder.buffer.finish();
    Ok(())
}

/// Reads a value from text.
///
/// # Errors
///
/// When the text is not JSON, or is not the value that is asked for, or goes on after it.
///
/// ```
/// let numbers: Vec<u8> = apograph_json::serde::from_str("[1, 2]")?;
/// assert_eq!(numbers, [1, 2]);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    from_slice(text.as_bytes())
}

/// Reads a value from bytes.
///
/// # Errors
///
/// As [`from_str`], and when a string in it is not UTF-8.
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    read(bytes, &STRICT)
}

/// Reads a value from a reader, to whose end it goes. All of it is read into memory first.
///
/// # Errors
///
/// As [`from_slice`], and what the reader reports.
pub fn from_reader<R: io::Read, T: DeserializeOwned>(mut reader: R) -> Result<T, Error> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    from_slice(&bytes)
}

fn read<'de, T: Deserialize<'de>>(bytes: &'de [u8], options: &ReadOptions) -> Result<T, Error> {
    let mut decoder = JsonDecoder::new(bytes, options, Declared);
    match deserialize(&mut decoder) {
        Ok(value) if decoder.is_done() => Ok(value),
        _ => Err(decoder.error()),
    }
}

/// Reads a value in the middle of others.
pub(crate) fn deserialize<'de, T: Deserialize<'de>, K: Keys>(
    decoder: &mut JsonDecoder<'de, K>,
) -> Result<T, Fail> {
    T::deserialize(Deserializer::new(decoder)).map_err(|error| error.record(decoder))
}

impl Mapper {
    /// Writes a value of a type that has serde's trait. Names are as serde has them, whatever
    /// [`naming`](Self::naming) says.
    ///
    /// # Errors
    ///
    /// As [`to_string`].
    pub fn serialize<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>, Error> {
        let mut target = Vec::with_capacity(256);
        write(value, &mut target, Custom::new(self))?;
        Ok(target)
    }

    /// Reads a value of a type that has serde's trait.
    ///
    /// # Errors
    ///
    /// As [`from_slice`].
    ///
    /// ```
    /// use apograph_json::{Mapper, ReadOptions};
    ///
    /// let mapper = Mapper::new().read_options(ReadOptions::new().trailing_commas(true));
    /// assert_eq!(mapper.deserialize::<Vec<u8>>(b"[1, 2,]")?, [1, 2]);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn deserialize<'de, T: Deserialize<'de>>(&self, bytes: &'de [u8]) -> Result<T, Error> {
        read(bytes, &self.read)
    }
}
