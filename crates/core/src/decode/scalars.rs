//! Numbers, booleans, characters and strings.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::num::{NonZero, Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic;

use super::{Decode, Decoder, Fail};
use crate::encode::Encode;
use crate::shape::{Field, Shape};
use crate::text::Text;

macro_rules! scalars {
    ($($ty:ident)*) => {$(
        impl<'de> Decode<'de> for $ty {
            const SHAPE: &'static Shape = <$ty as Encode>::SHAPE;

            #[inline(always)]
            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                decoder.$ty()
            }

            #[inline]
            fn decode_equal<D: Decoder<'de>>(&self, decoder: &mut D) -> Result<bool, Fail> {
                Ok(decoder.$ty()? == *self)
            }
        }
    )*};
}

scalars! { bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char }

impl<'de> Decode<'de> for usize {
    const SHAPE: &'static Shape = <u64 as Encode>::SHAPE;

    #[inline(always)]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let number = decoder.u64()?;
        Self::try_from(number).map_err(|_| decoder.fail(&"a number is too large for this machine"))
    }
}

impl<'de> Decode<'de> for isize {
    const SHAPE: &'static Shape = <i64 as Encode>::SHAPE;

    #[inline(always)]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let number = decoder.i64()?;
        Self::try_from(number).map_err(|_| decoder.fail(&"a number is too large for this machine"))
    }
}

impl<'de> Decode<'de> for String {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.string()
    }

    #[inline(always)]
    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        decoder.string_into(self)
    }

    #[inline(always)]
    fn decode_equal<D: Decoder<'de>>(&self, decoder: &mut D) -> Result<bool, Fail> {
        decoder.with_str(|text| text == &**self)
    }
}

impl<'de> Decode<'de> for Text {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.text()
    }

    #[inline(always)]
    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        decoder.text_into(self)
    }

    #[inline(always)]
    fn decode_equal<D: Decoder<'de>>(&self, decoder: &mut D) -> Result<bool, Fail> {
        decoder.with_str(|text| text == &**self)
    }
}

macro_rules! strings {
    ($($ty:ty)*) => {$(
        impl<'de> Decode<'de> for $ty {
            const SHAPE: &'static Shape = <str as Encode>::SHAPE;

            #[inline]
            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                Ok(decoder.cow()?.into())
            }

            #[inline(always)]
            fn decode_equal<D: Decoder<'de>>(&self, decoder: &mut D) -> Result<bool, Fail> {
                decoder.with_str(|text| text == &**self)
            }
        }
    )*};
}

strings! { Box<str> Rc<str> Arc<str> }

/// Only where the input has the text as it is; one with escapes is an error. `Cow<str>` takes both.
impl<'de: 'a, 'a> Decode<'de> for &'a str {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.borrowed()
    }

    #[inline(always)]
    fn decode_equal<D: Decoder<'de>>(&self, decoder: &mut D) -> Result<bool, Fail> {
        decoder.with_str(|text| text == &**self)
    }
}

/// Borrows from the input where it can.
impl<'de: 'a, 'a> Decode<'de> for Cow<'a, str> {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.cow()
    }

    #[inline(always)]
    fn decode_equal<D: Decoder<'de>>(&self, decoder: &mut D) -> Result<bool, Fail> {
        decoder.with_str(|text| text == &**self)
    }
}

impl<'de, 'a, T: Decode<'de> + Clone> Decode<'de> for Cow<'a, [T]> {
    const SHAPE: &'static Shape = <Vec<T> as Decode>::SHAPE;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        Vec::decode(decoder).map(Cow::Owned)
    }
}

impl<'de> Decode<'de> for () {
    const SHAPE: &'static Shape = <() as Encode>::SHAPE;
    const NULLABLE: bool = true;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.unit()
    }
}

impl<'de, T: ?Sized> Decode<'de> for PhantomData<T> {
    const SHAPE: &'static Shape = <() as Encode>::SHAPE;
    const NULLABLE: bool = true;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.unit().map(|()| Self)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Option<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NULLABLE: bool = true;

    #[inline(always)]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        if decoder.is_null()? { Ok(None) } else { T::decode(decoder).map(Some) }
    }

    #[inline(always)]
    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        if decoder.is_null()? {
            *self = None;
            return Ok(());
        }
        match self {
            Some(value) => value.decode_into(decoder),
            None => {
                *self = Some(T::decode(decoder)?);
                Ok(())
            }
        }
    }

    #[inline(always)]
    fn decode_field<D: Decoder<'de>>(decoder: &mut D, field: &'static Field) -> Result<Self, Fail> {
        if decoder.is_null()? { Ok(None) } else { T::decode_field(decoder, field).map(Some) }
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// Values that are read as what they hold: made of it, and where they lend it.
macro_rules! transparent {
    ($([$($generics:tt)*] $ty:ty, $inner:ty, $make:expr, |$value:ident| $get:expr;)*) => {$(
        impl<'de, $($generics)*> Decode<'de> for $ty {
            const SHAPE: &'static Shape = <$inner as Decode<'de>>::SHAPE;
            const NULLABLE: bool = <$inner as Decode<'de>>::NULLABLE;

            #[inline]
            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                <$inner>::decode(decoder).map($make)
            }

            #[inline]
            fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
                let $value = self;
                <$inner>::decode_into($get, decoder)
            }

            #[inline]
            fn decode_field<D: Decoder<'de>>(
                decoder: &mut D,
                field: &'static Field,
            ) -> Result<Self, Fail> {
                <$inner>::decode_field(decoder, field).map($make)
            }

            #[inline]
            fn absent() -> Option<Self> {
                <$inner>::absent().map($make)
            }
        }
    )*};
}
pub(super) use transparent;

transparent! {
    [T: Decode<'de>] Box<T>, T, Box::new, |value| &mut **value;
    [T: Decode<'de>] Wrapping<T>, T, Wrapping, |value| &mut value.0;
    [T: Decode<'de>] Saturating<T>, T, Saturating, |value| &mut value.0;
    [T: Decode<'de>] std::cmp::Reverse<T>, T, std::cmp::Reverse, |value| &mut value.0;
}

impl<'de, T: Decode<'de>> Decode<'de> for std::pin::Pin<Box<T>> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NULLABLE: bool = T::NULLABLE;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        T::decode(decoder).map(Box::pin)
    }
}

macro_rules! non_zero {
    ($($ty:ident)*) => {$(
        impl<'de> Decode<'de> for NonZero<$ty> {
            const SHAPE: &'static Shape = <$ty as Decode>::SHAPE;

            #[inline]
            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                let number = <$ty>::decode(decoder)?;
                Self::new(number).ok_or_else(|| decoder.fail(&"expected a number other than 0"))
            }
        }
    )*};
}

non_zero! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! atomics {
    ($($ty:ident $inner:ident;)*) => {$(
        impl<'de> Decode<'de> for atomic::$ty {
            const SHAPE: &'static Shape = <$inner as Decode>::SHAPE;

            #[inline]
            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                <$inner>::decode(decoder).map(Self::new)
            }
        }
    )*};
}

atomics! {
    AtomicBool bool;
    AtomicI8 i8;
    AtomicI16 i16;
    AtomicI32 i32;
    AtomicI64 i64;
    AtomicIsize isize;
    AtomicU8 u8;
    AtomicU16 u16;
    AtomicU32 u32;
    AtomicU64 u64;
    AtomicUsize usize;
}
