//! Writing of values to any format.
//!
//! A type says how it is written in [`Encode`], by calls to an [`Encoder`]: the derive emits one call for
//! each field. A format is an `Encoder`. All of it is generic and inlined, so that the code for one type and
//! one format is what one would write by hand: keys are literals, numbers go straight into the buffer.
//!
//! Each call says in a [`Place`] where the value stands. So an encoder writes what must precede the
//! value (a key, a comma, a class) together with it, and can leave out a field whole.

mod cells;
mod collections;
mod dynamic;
mod foreign;
mod handles;
mod scalars;
mod system;
mod tuples;

use std::fmt;

pub(crate) use self::collections::slots;
pub(crate) use self::system::{BOUND, BOUND_VARIANTS, RESULT, RESULT_VARIANTS, record_shape};
pub use self::tuples::Fields;
use crate::shape::{Field, Shape, Variant};

/// Where a value stands.
///
/// An implementation of [`Encode`] hands on the place it was given.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// It is the whole document.
    Root,
    /// It is a field of a record.
    Field(&'static Field),
    /// It is a field of a record whose name is only known at run time.
    Name(&'a str),
    /// It is an element of a sequence.
    Item,
    /// It is a key of a map.
    Key,
    /// It is the value that belongs to the key before.
    Value,
}

/// A value that can be written in any format.
///
/// Derived; by hand it is written in terms of values that are encodable already:
///
/// ```
/// use apograph_core::encode::{Encode, Encoder, Place};
/// use apograph_core::shape::Shape;
///
/// /// Written as `#rrggbb`.
/// struct Color(u8, u8, u8);
///
/// impl Encode for Color {
///     const SHAPE: &'static Shape = <String as Encode>::SHAPE;
///
///     fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
///         encoder.str(place, &format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be written",
    label = "there is no `Encode` for it",
    note = "derive it: `#[derive(Encode)]`; a type with serde's trait only can be a field with `#[serde(with = \"…\")]`"
)]
pub trait Encode {
    /// What the type is.
    const SHAPE: &'static Shape;

    /// Whether values of the type can be null.
    const NULLABLE: bool = false;

    /// Writes the value.
    ///
    /// # Errors
    ///
    /// What the format cannot write, such as infinity, and what the encoder's buffer reports.
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error>;

    /// Whether this value is null.
    #[inline(always)]
    fn is_null(&self) -> bool {
        false
    }

    /// The shape of this very value, where it differs from one value to the next. None if it is null.
    #[inline(always)]
    fn shape_of_value(&self) -> Option<&'static Shape> {
        if self.is_null() { None } else { Some(Self::SHAPE) }
    }
}

/// A value with fields. The derive implements it for structs.
pub trait Record: Encode {
    /// Writes all fields, in the order that the encoder asks for.
    ///
    /// # Errors
    ///
    /// As [`Encode::encode`].
    fn fields<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error>;

    /// Writes one field, for encoders that choose the order at run time.
    ///
    /// # Errors
    ///
    /// As [`Encode::encode`].
    fn field_at<E: Encoder>(&self, index: usize, encoder: &mut E) -> Result<(), E::Error>;
}

/// A value whose fields can stand among those of another, as `#[serde(flatten)]` puts them.
pub trait Flatten {
    /// Writes the fields, without what a record has around them.
    ///
    /// # Errors
    ///
    /// As [`Encode::encode`].
    fn flatten<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error>;
}

/// A format that values are written to.
///
/// Formats that know fewer kinds of values than there are methods need only the ones without a default.
#[expect(missing_docs, reason = "the scalar methods write a value of the type in their name")]
#[expect(clippy::missing_errors_doc, reason = "each fails for what the format cannot write")]
pub trait Encoder: Sized {
    /// What goes wrong.
    type Error;

    /// Whether the fields of a record come in the order of their Java names.
    const NAME_ORDER: bool = false;

    fn null(&mut self, place: Place<'_>) -> Result<(), Self::Error>;
    fn bool(&mut self, place: Place<'_>, value: bool) -> Result<(), Self::Error>;
    fn i64(&mut self, place: Place<'_>, value: i64) -> Result<(), Self::Error>;
    fn u64(&mut self, place: Place<'_>, value: u64) -> Result<(), Self::Error>;
    fn i128(&mut self, place: Place<'_>, value: i128) -> Result<(), Self::Error>;
    fn u128(&mut self, place: Place<'_>, value: u128) -> Result<(), Self::Error>;
    fn f32(&mut self, place: Place<'_>, value: f32) -> Result<(), Self::Error>;
    fn f64(&mut self, place: Place<'_>, value: f64) -> Result<(), Self::Error>;
    fn str(&mut self, place: Place<'_>, value: &str) -> Result<(), Self::Error>;

    /// Writes text that was put together in an array, such as the digits of a date: its first `length`
    /// bytes, or all if it has no more.
    ///
    /// A format that looks at each byte anyway finds out meanwhile whether they are text, so that
    /// [`str::from_utf8`] is not needed before; and an array of 16 or 24 bytes need not even pass
    /// through memory.
    #[inline]
    fn utf8<const N: usize>(
        &mut self,
        place: Place<'_>,
        bytes: [u8; N],
        length: usize,
    ) -> Result<(), Self::Error> {
        match std::str::from_utf8(&bytes[..length.min(N)]) {
            Ok(text) => self.str(place, text),
            Err(error) => Err(self.error(&error)),
        }
    }

    #[inline(always)]
    fn i8(&mut self, place: Place<'_>, value: i8) -> Result<(), Self::Error> {
        self.i32(place, value.into())
    }

    #[inline(always)]
    fn i16(&mut self, place: Place<'_>, value: i16) -> Result<(), Self::Error> {
        self.i32(place, value.into())
    }

    #[inline(always)]
    fn i32(&mut self, place: Place<'_>, value: i32) -> Result<(), Self::Error> {
        self.i64(place, value.into())
    }

    #[inline(always)]
    fn u8(&mut self, place: Place<'_>, value: u8) -> Result<(), Self::Error> {
        self.u32(place, value.into())
    }

    #[inline(always)]
    fn u16(&mut self, place: Place<'_>, value: u16) -> Result<(), Self::Error> {
        self.u32(place, value.into())
    }

    #[inline(always)]
    fn u32(&mut self, place: Place<'_>, value: u32) -> Result<(), Self::Error> {
        self.u64(place, value.into())
    }

    #[inline]
    fn char(&mut self, place: Place<'_>, value: char) -> Result<(), Self::Error> {
        self.str(place, value.encode_utf8(&mut [0; 4]))
    }

    /// Writes bytes: as such in binary formats, as a sequence of numbers in text.
    fn bytes(&mut self, place: Place<'_>, value: &[u8]) -> Result<(), Self::Error>;

    /// Writes what has a text form, such as a date.
    fn formatted(
        &mut self,
        place: Place<'_>,
        shape: &'static Shape,
        value: &dyn fmt::Display,
    ) -> Result<(), Self::Error>;

    /// Writes a number that is given as text: digits, with an optional sign, fraction and exponent as in
    /// JSON.
    fn number(&mut self, place: Place<'_>, digits: &str) -> Result<(), Self::Error>;

    /// Writes values of one type, one after the other.
    ///
    /// Some formats go over them twice, hence the `Clone`.
    fn sequence<'v, T: Encode + 'v>(
        &mut self,
        place: Place<'_>,
        shape: &'static Shape,
        items: impl ExactSizeIterator<Item = &'v T> + Clone,
    ) -> Result<(), Self::Error>;

    /// Writes pairs of keys and values.
    fn map<'v, K: Encode + 'v, V: Encode + 'v>(
        &mut self,
        place: Place<'_>,
        shape: &'static Shape,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
    ) -> Result<(), Self::Error>;

    /// Writes values of several types, one after the other, each at [`Place::Item`].
    fn tuple<T: Fields + ?Sized>(
        &mut self,
        place: Place<'_>,
        shape: &'static Shape,
        value: &T,
    ) -> Result<(), Self::Error>;

    /// Writes a value with fields.
    fn record<R: Record + ?Sized>(
        &mut self,
        place: Place<'_>,
        value: &R,
    ) -> Result<(), Self::Error>;

    /// Writes the fields of a record among those of another.
    #[inline]
    fn fields_among<R: Record + ?Sized>(&mut self, value: &R) -> Result<(), Self::Error> {
        value.fields(self)
    }

    /// Writes a variant that has no data, of an enum that is tagged externally.
    fn unit_variant(
        &mut self,
        place: Place<'_>,
        set: &'static Shape,
        variant: &'static Variant,
    ) -> Result<(), Self::Error>;

    /// Writes a variant with its data, tagged as the shape says. `data` of a variant without data is `()`.
    fn variant<T: Encode + ?Sized>(
        &mut self,
        place: Place<'_>,
        set: &'static Shape,
        variant: &'static Variant,
        data: &T,
    ) -> Result<(), Self::Error>;

    /// Writes what a counted handle leads to.
    ///
    /// The address is that of the shared allocation, and `lone` says that there is no other handle of it.
    /// Formats without references write the value each time.
    #[inline]
    fn shared<T: Encode + ?Sized>(
        &mut self,
        place: Place<'_>,
        address: *const (),
        lone: bool,
        value: &T,
    ) -> Result<(), Self::Error> {
        let _ = (address, lone);
        value.encode(self, place)
    }

    /// Writes a value of a type that has serde's trait only.
    #[cfg(feature = "serde")]
    fn serialize<T: serde::Serialize + ?Sized>(
        &mut self,
        place: Place<'_>,
        value: &T,
    ) -> Result<(), Self::Error>;

    /// Writes a value that is JSON already, which formats other than JSON cannot.
    #[doc(hidden)]
    #[cold]
    fn raw_json(&mut self, place: Place<'_>, text: &str) -> Result<(), Self::Error> {
        let _ = (place, text);
        Err(self.error(&"a value that is JSON text can only be written as JSON"))
    }

    /// The error for a value that cannot be written for a reason of its own.
    fn error(&mut self, message: &dyn fmt::Display) -> Self::Error;
}

/// The shape of a type, as a function.
#[must_use]
pub fn shape_of<T: Encode + ?Sized>() -> &'static Shape {
    T::SHAPE
}
