//! What the code of the derives needs.

#[cfg(feature = "serde")]
pub use serde;

#[cfg(feature = "serde")]
use crate::encode::{Encode, Encoder, Place};
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
