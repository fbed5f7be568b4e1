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

use apograph_core::Value;
use apograph_core::decode::Fail;
use serde::de::{Deserialize, DeserializeOwned};
use serde::ser::Serialize;

use crate::decoder::JsonDecoder;
use crate::encoder::JsonEncoder;
use crate::error::Error;
use crate::keys::{Declared, Keys};
use crate::layout::{Compact, Custom, Layout, Pretty};
use crate::mapper::Mapper;
use crate::read_options::{BigNumbers, ReadOptions};
use crate::write::text;
use crate::write_options::MAX_DEPTH;

use self::deserializer::Deserializer;
use self::serializer::Here;
pub(crate) use self::serializer::Serializer;

static STRICT: ReadOptions = ReadOptions::new();

/// For texts that were written a moment ago: as deep as they can be written, and of any length.
static TREE: ReadOptions = ReadOptions::new()
    .max_depth(MAX_DEPTH)
    .max_string_bytes(usize::MAX)
    .max_name_bytes(usize::MAX)
    .max_number_bytes(usize::MAX)
    .big_numbers(BigNumbers::Exact);

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
    to_vec_pretty(value).map(text)
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

/// Writes a value to a vector, with a line for each element and field.
///
/// # Errors
///
/// As [`to_string`].
pub fn to_vec_pretty<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut target = Vec::with_capacity(256);
    write(value, &mut target, Pretty::new())?;
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

/// Writes a value to a writer, with a line for each element and field.
///
/// # Errors
///
/// As [`to_writer`].
pub fn to_writer_pretty<W: io::Write, T: Serialize + ?Sized>(
    mut writer: W,
    value: &T,
) -> Result<(), Error> {
    writer.write_all(&to_vec_pretty(value)?).map_err(Error::from)
}

/// Makes a tree of a value: the one that its text is read as. Floats that are not finite become null.
///
/// # Errors
///
/// As [`to_string`].
///
/// ```
/// use apograph_json::json;
///
/// assert_eq!(apograph_json::serde::to_value(&(1, "a", None::<u8>))?, json!([1, "a", null]));
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    let text = to_vec(value)?;
    JsonDecoder::read(&text, &TREE, Declared).map_err(Error::without_position)
}

/// Makes a value of a tree.
///
/// # Errors
///
/// When the tree is not the value that is asked for. The error has no position, for there is no text.
///
/// ```
/// use apograph_json::json;
///
/// let pair: (u8, String) = apograph_json::serde::from_value(json!([1, "a"]))?;
/// assert_eq!(pair, (1, "a".to_owned()));
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    let text = crate::to_vec(&value)?;
    read(&text, &TREE).map_err(Error::without_position)
}

fn write<T: Serialize + ?Sized, L: Layout>(
    value: &T,
    target: &mut Vec<u8>,
    layout: L,
) -> Result<(), Error> {
    let mut encoder = JsonEncoder::new(target, layout);
    value.serialize(Serializer::new(&mut encoder, Here))?;
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
        self.serialize_to(value, &mut target)?;
        Ok(target)
    }

    /// Writes a value of a type that has serde's trait to the end of a vector.
    ///
    /// # Errors
    ///
    /// As [`serialize`](Self::serialize). The vector is then as it was.
    pub fn serialize_to<T: Serialize + ?Sized>(
        &self,
        value: &T,
        target: &mut Vec<u8>,
    ) -> Result<(), Error> {
        write(value, target, Custom::new(self))
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
