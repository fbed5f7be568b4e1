//! Reading of values from any format.
//!
//! A type says how it is read in [`Decode`], by calls to a [`Decoder`]. A format is a `Decoder`.
//!
//! Records are read by prediction: the derive asks for one field after the other, in the order of their
//! declaration, which costs a comparison each. On the first surprise, be it another order, a field that
//! is missing or one that is unknown, a general loop goes on from there.
//!
//! Why something failed and where is kept in the decoder. Results hold only [`Fail`], which has no size.

mod cells;
mod collections;
mod dynamic;
mod fail;
mod flat;
mod foreign;
mod handles;
mod map_lengths;
mod scalars;
mod system;
mod tuples;

use std::borrow::Cow;
use std::fmt;

pub use self::dynamic::Dynamic;
pub use self::fail::Fail;
pub use self::flat::{DecodeFlat, Ignored, Offer};
pub use self::map_lengths::MapLengths;
use crate::number::Number;
use crate::shape::{Field, Shape};
use crate::text::Text;

/// A value that can be read from any format.
///
/// Derived; by hand it is written in terms of values that are decodable already:
///
/// ```
/// use apograph_core::decode::{Decode, Decoder, Fail};
/// use apograph_core::shape::Shape;
///
/// /// Written as `#rrggbb`.
/// struct Color(u8, u8, u8);
///
/// impl<'de> Decode<'de> for Color {
///     const SHAPE: &'static Shape = <String as Decode>::SHAPE;
///
///     fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
///         decoder.parse("a color as in \"#a0b1c2\"", |text| {
///             let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
///             let [_, r, g, b] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
///             Some(Self(r, g, b))
///         })
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be read",
    label = "there is no `Decode` for it",
    note = "derive it: `#[derive(Decode)]`; a type with serde's trait only can be a field with `#[serde(with = \"…\")]`"
)]
pub trait Decode<'de>: Sized {
    /// What the type is.
    const SHAPE: &'static Shape;

    /// Whether there is a value for null.
    const NULLABLE: bool = false;

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// When the input has something else. What and where the decoder knows.
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail>;

    /// Reads a value into this one, and reuses what it owns.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode). The value is then a mix of old and new parts.
    #[inline]
    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        *self = Self::decode(decoder)?;
        Ok(())
    }

    /// Reads the value of a field. Collections make room for as many elements as it had last time.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    #[inline(always)]
    fn decode_field<D: Decoder<'de>>(decoder: &mut D, field: &'static Field) -> Result<Self, Fail> {
        let _ = field;
        Self::decode(decoder)
    }

    /// Reads an element of a sequence. Collections make room for as many elements as the one before has.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    #[inline(always)]
    fn decode_after<D: Decoder<'de>>(
        previous: Option<&Self>,
        decoder: &mut D,
    ) -> Result<Self, Fail> {
        let _ = previous;
        Self::decode(decoder)
    }

    /// Reads a value and says whether it is equal to this one, without making it where that can be.
    ///
    /// False where the type does not know how: the value is passed over.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode).
    #[inline]
    fn decode_equal<D: Decoder<'de>>(&self, decoder: &mut D) -> Result<bool, Fail> {
        decoder.skip()?;
        Ok(false)
    }

    /// The value of a field that is not there, if it need not be.
    #[inline]
    fn absent() -> Option<Self> {
        None
    }
}

/// What the next key of a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The field with this index.
    Field(usize),
    /// None that the shape has. Its value must be read or skipped: see [`Decoder::unknown`].
    Unknown,
    /// There is none: the record ends.
    End,
}

/// What to do with the second value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    /// It takes the place of the first.
    Replace,
    /// It is skipped.
    Skip,
}

/// A format that values are read from.
///
/// The input is complete and in memory: a decoder can go back to where it was.
#[expect(missing_docs, reason = "the scalar methods read a value of the type in their name")]
#[expect(clippy::missing_errors_doc, reason = "each fails if the input has something else")]
pub trait Decoder<'de>: Sized {
    /// Whether the fields of a record come in the order of their Java names, without names.
    const NAME_ORDER: bool = false;

    /// What must come back when a record ends.
    type Saved: Copy;
    /// How far a sequence has been read.
    type Sequence;
    /// How far a map has been read.
    type Map;
    /// How far a variant has been read.
    type Variant;
    /// A place to go back to.
    type Mark: Copy;

    fn bool(&mut self) -> Result<bool, Fail>;
    fn i8(&mut self) -> Result<i8, Fail>;
    fn i16(&mut self) -> Result<i16, Fail>;
    fn i32(&mut self) -> Result<i32, Fail>;
    fn i64(&mut self) -> Result<i64, Fail>;
    fn i128(&mut self) -> Result<i128, Fail>;
    fn u8(&mut self) -> Result<u8, Fail>;
    fn u16(&mut self) -> Result<u16, Fail>;
    fn u32(&mut self) -> Result<u32, Fail>;
    fn u64(&mut self) -> Result<u64, Fail>;
    fn u128(&mut self) -> Result<u128, Fail>;
    fn f32(&mut self) -> Result<f32, Fail>;
    fn f64(&mut self) -> Result<f64, Fail>;
    fn char(&mut self) -> Result<char, Fail>;
    fn string(&mut self) -> Result<String, Fail>;
    /// Reads a string into one that keeps its memory.
    fn string_into(&mut self, target: &mut String) -> Result<(), Fail>;
    fn text(&mut self) -> Result<Text, Fail>;
    /// Reads a string over a text, which keeps its memory if it has some.
    #[inline]
    fn text_into(&mut self, target: &mut Text) -> Result<(), Fail> {
        *target = self.text()?;
        Ok(())
    }
    /// Reads a string that is lent if it can be, and owned if it has escapes.
    fn cow(&mut self) -> Result<Cow<'de, str>, Fail>;
    /// Reads a string that is lent by the input.
    fn borrowed(&mut self) -> Result<&'de str, Fail>;
    /// Reads a string and makes something of it. `expected` says of what in an error.
    fn parse<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Fail>;
    fn bytes(&mut self) -> Result<Vec<u8>, Fail>;
    fn borrowed_bytes(&mut self) -> Result<&'de [u8], Fail>;
    /// Reads a number of any length.
    fn number(&mut self) -> Result<Number, Fail>;
    /// Reads the empty value.
    fn unit(&mut self) -> Result<(), Fail>;
    /// Whether null comes next. If so, it is consumed.
    fn is_null(&mut self) -> Result<bool, Fail>;
    /// Reads a value of whatever kind it is.
    fn any<V: Dynamic<'de>>(&mut self) -> Result<V, Fail>;
    /// Reads one over another.
    fn any_into<V: Dynamic<'de>>(&mut self, target: &mut V) -> Result<(), Fail>;
    /// Passes over a value of whatever kind it is.
    fn skip(&mut self) -> Result<(), Fail>;

    /// Begins a record.
    fn begin(&mut self, shape: &'static Shape) -> Result<Self::Saved, Fail>;
    /// Says which field the next value belongs to, in formats that tell fields by their position.
    #[inline(always)]
    fn enter(&mut self, field: &'static Field) {
        let _ = field;
    }
    /// Whether the next key is that of the field. If so, it is consumed; if not, nothing is.
    fn key<const FIRST: bool>(&mut self, field: &'static Field) -> bool;
    /// Whether the record ends here. If so, the end is consumed; if not, nothing is.
    fn end(&mut self) -> bool;
    /// Reads the next key. `previous` is one more than the index of the field before, or 0.
    fn next_key(
        &mut self,
        shape: &'static Shape,
        previous: usize,
        first: bool,
    ) -> Result<Key, Fail>;
    /// The index of the field with a name.
    fn find_field(&self, shape: &'static Shape, name: &str) -> Option<usize> {
        shape.field(name)
    }
    /// Reads the next key as a name. None if the record ends.
    fn next_name(&mut self, first: bool) -> Result<Option<Cow<'de, str>>, Fail>;
    /// Passes over the value of a key that the shape does not have, or fails if that is not allowed.
    fn unknown(&mut self, shape: &'static Shape) -> Result<(), Fail>;
    /// What to do with another value of a field.
    fn repeated(&mut self, field: &'static Field) -> Result<Repeated, Fail>;
    /// Ends a record: gives back what [`begin`](Self::begin) saved.
    fn leave(&mut self, saved: Self::Saved);
    /// The failure of a field that must be there and is not.
    fn missing(&mut self, field: &'static Field) -> Fail;

    /// Begins a sequence. Also says for how many elements to make room: 0 if that is not known, and
    /// never more than the rest of the input can have.
    fn sequence(&mut self, shape: &'static Shape) -> Result<(Self::Sequence, usize), Fail>;
    /// Whether there is another element.
    fn next_item(&mut self, sequence: &mut Self::Sequence) -> Result<bool, Fail>;
    /// Begins a tuple.
    fn tuple(&mut self, shape: &'static Shape, length: usize) -> Result<Self::Sequence, Fail>;
    /// Begins a map, as [`sequence`](Self::sequence) does.
    fn map(&mut self, shape: &'static Shape) -> Result<(Self::Map, usize), Fail>;
    /// What is known of the lengths of maps.
    fn map_lengths(&mut self) -> &mut MapLengths;
    /// Whether there is another key.
    fn next_entry(&mut self, map: &mut Self::Map) -> Result<bool, Fail>;
    /// After a key: its value is next.
    fn entry_value(&mut self, map: &mut Self::Map) -> Result<(), Fail>;
    /// Reads a string and hands it to a function.
    fn with_str<T>(&mut self, look: impl FnOnce(&str) -> T) -> Result<T, Fail>;
    /// What to do with another value of a key in a map.
    fn repeated_entry(&mut self) -> Result<Repeated, Fail>;
    /// The failure of a sequence that has another number of elements.
    fn wrong_length(&mut self, expected: usize) -> Fail;

    /// Begins a value of an enum: which variant it is.
    fn variant(&mut self, set: &'static Shape) -> Result<(usize, Self::Variant), Fail>;
    /// Reads the data of a variant that has none.
    fn unit_data(&mut self, variant: &mut Self::Variant) -> Result<(), Fail>;
    /// The data of a variant is next.
    fn data(&mut self, variant: &mut Self::Variant) -> Result<(), Fail>;
    /// Ends a value of an enum.
    fn end_variant(&mut self, variant: Self::Variant) -> Result<(), Fail>;

    /// Where the decoder is.
    fn mark(&self) -> Self::Mark;
    /// Goes back, and forgets what failed since.
    fn rewind(&mut self, mark: Self::Mark);

    /// Notes for the path of a failure that it was in this field.
    fn in_field(&mut self, field: &'static Field);
    /// Notes for the path of a failure that it was in this element.
    fn in_item(&mut self, index: usize);
    /// Notes for the path of a failure that it was in a value of a map.
    fn in_entry(&mut self);
    /// Reads a value as the JSON that it is, which formats other than JSON cannot.
    #[doc(hidden)]
    #[cold]
    fn raw_json(&mut self) -> Result<&'de str, Fail> {
        Err(self.fail(&"a value that is JSON text can only be read from JSON"))
    }

    /// A failure for a reason of the type's own.
    fn fail(&mut self, message: &dyn fmt::Display) -> Fail;

    /// Reads a value of a type that has serde's trait only.
    #[cfg(feature = "serde")]
    fn deserialize<T: serde::Deserialize<'de>>(&mut self) -> Result<T, Fail>;
}

/// The shape of a type, as a function.
#[must_use]
pub fn shape_of<'de, T: Decode<'de>>() -> &'static Shape {
    T::SHAPE
}
