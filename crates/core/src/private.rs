//! What the code of the derives needs.

#[cfg(feature = "serde")]
pub use serde;

use crate::decode::{Decode, Decoder, Fail, Repeated};
#[cfg(feature = "serde")]
use crate::encode::{Encode, Encoder, Place};
use crate::shape::Field;
#[cfg(feature = "serde")]
use crate::shape::{self, Shape};

/// A value that only serde can write.
#[cfg(feature = "serde")]
#[derive(Debug)]
pub struct Serialized<T>(pub T);

#[cfg(feature = "serde")]
impl<T: serde::Serialize> Encode for Serialized<T> {
    const SHAPE: &'static Shape = shape::dynamic();

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.serialize(place, &self.0)
    }
}

/// What became of the field that was expected next.
#[derive(Debug)]
pub enum Step {
    Read,
    /// It is not the next one.
    Missed,
    Failed,
}

/// Reads the field that is expected next, if it is.
#[inline(always)]
pub fn step<'de, const FIRST: bool, T: Decode<'de>, D: Decoder<'de>>(
    decoder: &mut D,
    field: &'static Field,
    place: &mut Option<T>,
) -> Step {
    if !is_next::<FIRST, _>(decoder, field) {
        return Step::Missed;
    }
    match T::decode_field(decoder, field) {
        Ok(value) => {
            *place = Some(value);
            Step::Read
        }
        Err(Fail) => failed(decoder, field),
    }
}

/// The same over a value that is there.
#[inline(always)]
pub fn step_over<'de, const FIRST: bool, T: Decode<'de>, D: Decoder<'de>>(
    decoder: &mut D,
    field: &'static Field,
    target: &mut T,
) -> Step {
    if !is_next::<FIRST, _>(decoder, field) {
        return Step::Missed;
    }
    match target.decode_into(decoder) {
        Ok(()) => Step::Read,
        Err(Fail) => failed(decoder, field),
    }
}

/// The same by a function.
#[inline(always)]
pub fn step_with<'de, const FIRST: bool, D: Decoder<'de>>(
    decoder: &mut D,
    field: &'static Field,
    read: impl FnOnce(&mut D) -> Result<(), Fail>,
) -> Step {
    if !is_next::<FIRST, _>(decoder, field) {
        return Step::Missed;
    }
    match read(decoder) {
        Ok(()) => Step::Read,
        Err(Fail) => failed(decoder, field),
    }
}

#[inline(always)]
fn is_next<'de, const FIRST: bool, D: Decoder<'de>>(
    decoder: &mut D,
    field: &'static Field,
) -> bool {
    if D::NAME_ORDER {
        decoder.enter(field);
    }
    decoder.key::<FIRST>(field)
}

#[cold]
#[inline(never)]
fn failed<'de, D: Decoder<'de>>(decoder: &mut D, field: &'static Field) -> Step {
    decoder.in_field(field);
    Step::Failed
}

/// Reads a field that comes at any place, out of line: one function for all fields of a type.
///
/// # Errors
///
/// As [`Decode::decode`].
#[inline(never)]
pub fn read_one<'de, T: Decode<'de>, D: Decoder<'de>>(
    decoder: &mut D,
    field: &'static Field,
    place: &mut Option<T>,
) -> Result<(), Fail> {
    read_one_with(decoder, field, place, |decoder| T::decode_field(decoder, field))
}

/// The same by a function.
///
/// # Errors
///
/// As the function.
#[inline(always)]
pub fn read_one_with<'de, T, D: Decoder<'de>>(
    decoder: &mut D,
    field: &'static Field,
    place: &mut Option<T>,
    read: impl FnOnce(&mut D) -> Result<T, Fail>,
) -> Result<(), Fail> {
    if place.is_some() && passed_again(decoder, field)? {
        return Ok(());
    }
    match read(decoder) {
        Ok(value) => {
            *place = Some(value);
            Ok(())
        }
        Err(fail) => {
            decoder.in_field(field);
            Err(fail)
        }
    }
}

/// Reads a value over another, out of line.
///
/// # Errors
///
/// As [`Decode::decode`].
#[inline(never)]
pub fn read_over<'de, T: Decode<'de>, D: Decoder<'de>>(
    target: &mut T,
    decoder: &mut D,
) -> Result<(), Fail> {
    target.decode_into(decoder)
}

/// Whether the value of a field that has one already is to be passed over. If so, it is.
///
/// # Errors
///
/// If a field may have one value only, and what passing over it finds.
#[cold]
#[inline(never)]
pub fn passed_again<'de, D: Decoder<'de>>(
    decoder: &mut D,
    field: &'static Field,
) -> Result<bool, Fail> {
    if decoder.repeated(field)? == Repeated::Replace {
        return Ok(false);
    }
    match decoder.skip() {
        Ok(()) => Ok(true),
        Err(fail) => {
            decoder.in_field(field);
            Err(fail)
        }
    }
}
