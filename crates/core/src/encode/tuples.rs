//! Tuples and arrays.

use super::{Encode, Encoder, Place, collections::slots, shape_of};
use crate::shape::{Kind, Shape, Slot, TypeRef};

/// The values of a tuple, one after the other.
pub trait Fields {
    /// How many there are.
    const LENGTH: usize;

    /// Writes each of them at [`Place::Item`].
    ///
    /// # Errors
    ///
    /// As [`Encode::encode`].
    fn items<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error>;
}

macro_rules! tuples {
    ($($length:literal: $($T:ident $index:tt)+;)*) => {$(
        impl<$($T: Encode),+> Fields for ($($T,)+) {
            const LENGTH: usize = $length;

            #[inline(always)]
            fn items<En: Encoder>(&self, encoder: &mut En) -> Result<(), En::Error> {
                $(self.$index.encode(encoder, Place::Item)?;)+
                Ok(())
            }
        }

        impl<$($T: Encode),+> Encode for ($($T,)+) {
            const SHAPE: &'static Shape = {
                static SLOT: Slot = Slot::new();
                &Shape {
                    arguments: &[$(TypeRef::Static(shape_of::<$T>)),+],
                    ..Shape::new(Kind::Tuple, concat!("tuple of ", $length), &SLOT)
                }
            };

            #[inline]
            fn encode<En: Encoder>(&self, encoder: &mut En, place: Place<'_>) -> Result<(), En::Error> {
                encoder.tuple(place, Self::SHAPE, self)
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
    7: A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    8: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    9: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    10: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    11: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    12: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
    13: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12;
    14: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13;
    15: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14;
    16: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15;
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    const SHAPE: &'static Shape = &Shape {
        arguments: &[TypeRef::Static(shape_of::<T>)],
        ..Shape::new(Kind::Sequence, "ARRAY", &slots::ARRAY).of_class("java.util.ArrayList")
    };

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.sequence(place, Self::SHAPE, self.iter())
    }
}
