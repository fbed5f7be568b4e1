//! Tuples and arrays.

use super::{Decode, Decoder, Fail, shape_of};
use crate::encode::slots;
use crate::shape::{Kind, Shape, Slot, TypeRef};

/// The next element of a tuple, which must be there.
macro_rules! next {
    ($decoder:ident, $sequence:ident, $length:expr) => {
        if !$decoder.next_item(&mut $sequence)? {
            return Err($decoder.wrong_length($length));
        }
    };
}

macro_rules! tuples {
    ($($length:literal: $($T:ident $index:tt)+;)*) => {$(
        impl<'de, $($T: Decode<'de>),+> Decode<'de> for ($($T,)+) {
            const SHAPE: &'static Shape = {
                static SLOT: Slot = Slot::new();
                &Shape {
                    arguments: &[$(TypeRef::Static(shape_of::<$T>)),+],
                    ..Shape::new(Kind::Tuple, concat!("tuple of ", $length), &SLOT)
                }
            };

            fn decode<De: Decoder<'de>>(decoder: &mut De) -> Result<Self, Fail> {
                let mut sequence = decoder.tuple(Self::SHAPE, $length)?;
                let tuple = ($({
                    next!(decoder, sequence, $length);
                    match $T::decode(decoder) {
                        Ok(value) => value,
                        Err(fail) => {
                            decoder.in_item($index);
                            return Err(fail);
                        }
                    }
                },)+);
                if decoder.next_item(&mut sequence)? {
                    return Err(decoder.wrong_length($length));
                }
                Ok(tuple)
            }

            fn decode_into<De: Decoder<'de>>(&mut self, decoder: &mut De) -> Result<(), Fail> {
                let mut sequence = decoder.tuple(Self::SHAPE, $length)?;
                $(
                    next!(decoder, sequence, $length);
                    if let Err(fail) = self.$index.decode_into(decoder) {
                        decoder.in_item($index);
                        return Err(fail);
                    }
                )+
                if decoder.next_item(&mut sequence)? {
                    return Err(decoder.wrong_length($length));
                }
                Ok(())
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

impl<'de, T: Decode<'de>, const N: usize> Decode<'de> for [T; N] {
    const SHAPE: &'static Shape = &Shape {
        arguments: &[TypeRef::Static(shape_of::<T>)],
        ..Shape::new(Kind::Sequence, "ARRAY", &slots::ARRAY).of_class("java.util.ArrayList")
    };

    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let (mut sequence, _) = decoder.sequence(Self::SHAPE)?;
        let mut items = [const { None }; N];
        for (index, item) in items.iter_mut().enumerate() {
            next!(decoder, sequence, N);
            match T::decode(decoder) {
                Ok(value) => *item = Some(value),
                Err(fail) => {
                    decoder.in_item(index);
                    return Err(fail);
                }
            }
        }
        if decoder.next_item(&mut sequence)? {
            return Err(decoder.wrong_length(N));
        }
        let items = items.map(|item| match item {
            Some(item) => item,
            None => unreachable!("every element was read"),
        });
        Ok(items)
    }

    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        let (mut sequence, _) = decoder.sequence(Self::SHAPE)?;
        for (index, item) in self.iter_mut().enumerate() {
            next!(decoder, sequence, N);
            if let Err(fail) = item.decode_into(decoder) {
                decoder.in_item(index);
                return Err(fail);
            }
        }
        if decoder.next_item(&mut sequence)? {
            return Err(decoder.wrong_length(N));
        }
        Ok(())
    }
}
