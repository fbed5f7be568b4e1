//! Counted handles. Formats without references make one for each value.

use std::rc::Rc;
use std::sync::Arc;

use super::{Decode, Decoder, Fail};
use crate::shape::{Field, Shape};

macro_rules! handles {
    ($($handle:ident)*) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $handle<T> {
            const SHAPE: &'static Shape = T::SHAPE;
            const NULLABLE: bool = T::NULLABLE;

            #[inline]
            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                T::decode(decoder).map(Self::new)
            }

            /// What others have handles of stays as it is: then a new value is made.
            #[inline]
            fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
                match Self::get_mut(self) {
                    Some(value) => value.decode_into(decoder),
                    None => {
                        *self = Self::decode(decoder)?;
                        Ok(())
                    }
                }
            }

            #[inline]
            fn decode_field<D: Decoder<'de>>(
                decoder: &mut D,
                field: &'static Field,
            ) -> Result<Self, Fail> {
                T::decode_field(decoder, field).map(Self::new)
            }

            #[inline]
            fn absent() -> Option<Self> {
                T::absent().map(Self::new)
            }
        }
    )*};
}

handles! { Rc Arc }
