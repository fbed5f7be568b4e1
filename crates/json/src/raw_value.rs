//! Parts of documents that stay text.

use std::fmt;

use apograph_core::decode::{Decode, Decoder, Fail};
use apograph_core::encode::{Encode, Encoder, Place};
use apograph_core::shape::{self, Shape};

use crate::error::Error;
use crate::reader::Reader;

/// A value that stays the text that it is: for what is only handed on, or read later.
///
/// `RawValue` has its text, `RawValue<&str>` borrows it from the input. It is JSON in either case, without
/// space around it. Only JSON holds such values; writing one in another format is an error.
///
/// ```
/// use apograph_core::{Decode, Encode};
/// use apograph_json::RawValue;
///
/// #[derive(Encode, Decode)]
/// # #[apograph(crate = "apograph_core")]
/// struct Message<'a> {
///     kind: u8,
///     body: RawValue<&'a str>,
/// }
///
/// let text = r#"{"kind":1,"body":{"price": 1.50}}"#;
/// let message: Message = apograph_json::from_str(text)?;
/// assert_eq!(message.body.get(), r#"{"price": 1.50}"#);
/// assert_eq!(apograph_json::to_string(&message)?, text);
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawValue<S = Box<str>>(S);

impl<S: AsRef<str>> RawValue<S> {
    /// The text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.as_ref()
    }

    /// The value that the text is.
    ///
    /// # Errors
    ///
    /// When it is not what is asked for.
    ///
    /// ```
    /// let raw = apograph_json::RawValue::parse("[1, 2]")?;
    /// assert_eq!(raw.read::<Vec<u8>>()?, [1, 2]);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn read<'de, T: Decode<'de>>(&'de self) -> Result<T, Error> {
        crate::from_str(self.get())
    }

    /// The same with a text of its own.
    #[must_use]
    pub fn to_owned(&self) -> RawValue {
        RawValue(self.get().into())
    }
}

impl<'a> RawValue<&'a str> {
    /// A text, which is checked. Space around the value is left out.
    ///
    /// # Errors
    ///
    /// When it is no JSON.
    ///
    /// ```
    /// use apograph_json::RawValue;
    ///
    /// assert_eq!(RawValue::parse(" 1.0\n")?.get(), "1.0");
    /// assert!(RawValue::parse("1.").is_err());
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        let mut reader = Reader::new(text.as_bytes());
        let value = reader.raw_value()?;
        reader.finish()?;
        Ok(Self(value))
    }
}

impl RawValue {
    /// The text of a value.
    ///
    /// # Errors
    ///
    /// As [`to_string`](crate::to_string).
    ///
    /// ```
    /// let raw = apograph_json::RawValue::of(&[1, 2])?;
    /// assert_eq!(raw.get(), "[1,2]");
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn of<T: Encode + ?Sized>(value: &T) -> Result<Self, Error> {
        Ok(Self(crate::to_string(value)?.into()))
    }
}

impl<S: AsRef<str>> fmt::Display for RawValue<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl<S: AsRef<str>> fmt::Debug for RawValue<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawValue({})", self.get())
    }
}

impl<S: AsRef<str>> Encode for RawValue<S> {
    const SHAPE: &'static Shape = shape::dynamic();
    const NULLABLE: bool = true;

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.raw_json(place, self.get())
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.get() == "null"
    }
}

impl<'de: 'a, 'a> Decode<'de> for RawValue<&'a str> {
    const SHAPE: &'static Shape = shape::dynamic();
    const NULLABLE: bool = true;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.raw_json().map(RawValue)
    }
}

impl<'de> Decode<'de> for RawValue {
    const SHAPE: &'static Shape = shape::dynamic();
    const NULLABLE: bool = true;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.raw_json().map(|text| Self(text.into()))
    }
}
