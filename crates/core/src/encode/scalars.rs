//! Numbers, booleans, characters and strings.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::num::{NonZero, Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic;

use super::{Encode, Encoder, Place};
use crate::shape::{Kind, Shape, Slot};

macro_rules! scalars {
    ($($ty:ty, $kind:ident, $method:ident, $class:literal;)*) => {$(
        impl Encode for $ty {
            const SHAPE: &'static Shape = {
                static SLOT: Slot = Slot::new();
                &Shape::new(Kind::$kind, stringify!($ty), &SLOT).of_final_class($class)
            };

            #[inline(always)]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                encoder.$method(place, *self)
            }
        }
    )*};
}

scalars! {
    bool, Bool, bool, "java.lang.Boolean";
    i8, I8, i8, "java.lang.Byte";
    i16, I16, i16, "java.lang.Short";
    i32, I32, i32, "java.lang.Integer";
    i64, I64, i64, "java.lang.Long";
    i128, I128, i128, "java.math.BigInteger";
    u8, U8, u8, "java.lang.Short";
    u16, U16, u16, "java.lang.Integer";
    u32, U32, u32, "java.lang.Long";
    u64, U64, u64, "java.math.BigInteger";
    u128, U128, u128, "java.math.BigInteger";
    f32, F32, f32, "java.lang.Float";
    f64, F64, f64, "java.lang.Double";
    char, Char, char, "java.lang.Character";
}

impl Encode for usize {
    const SHAPE: &'static Shape = <u64 as Encode>::SHAPE;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        // Lossless on every platform there is.
        encoder.u64(place, *self as u64)
    }
}

impl Encode for isize {
    const SHAPE: &'static Shape = <i64 as Encode>::SHAPE;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.i64(place, *self as i64)
    }
}

impl Encode for str {
    const SHAPE: &'static Shape = {
        static SLOT: Slot = Slot::new();
        &Shape::new(Kind::String, "str", &SLOT).of_final_class("java.lang.String")
    };

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.str(place, self)
    }
}

impl Encode for String {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.str(place, self)
    }
}

impl Encode for crate::Text {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.str(place, self)
    }
}

impl Encode for () {
    const SHAPE: &'static Shape = {
        static SLOT: Slot = Slot::new();
        &Shape::new(Kind::Unit, "()", &SLOT)
    };
    const NULLABLE: bool = true;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.null(place)
    }

    #[inline(always)]
    fn is_null(&self) -> bool {
        true
    }
}

impl<T: ?Sized> Encode for PhantomData<T> {
    const SHAPE: &'static Shape = <() as Encode>::SHAPE;
    const NULLABLE: bool = true;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.null(place)
    }

    #[inline(always)]
    fn is_null(&self) -> bool {
        true
    }
}

impl<T: Encode> Encode for Option<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NULLABLE: bool = true;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self {
            Some(value) => value.encode(encoder, place),
            None => encoder.null(place),
        }
    }

    #[inline(always)]
    fn is_null(&self) -> bool {
        self.is_none()
    }

    #[inline(always)]
    fn shape_of_value(&self) -> Option<&'static Shape> {
        self.as_ref().and_then(T::shape_of_value)
    }
}

/// Values that are written as what they hold.
macro_rules! transparent {
    ($([$($generics:tt)*] $ty:ty, $inner:ty, |$value:ident| $get:expr;)*) => {$(
        impl<$($generics)*> Encode for $ty {
            const SHAPE: &'static Shape = <$inner as Encode>::SHAPE;
            const NULLABLE: bool = <$inner as Encode>::NULLABLE;

            #[inline(always)]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                let $value = self;
                <$inner as Encode>::encode($get, encoder, place)
            }

            #[inline(always)]
            fn is_null(&self) -> bool {
                let $value = self;
                <$inner as Encode>::is_null($get)
            }

            #[inline(always)]
            fn shape_of_value(&self) -> Option<&'static Shape> {
                let $value = self;
                <$inner as Encode>::shape_of_value($get)
            }
        }
    )*};
}

transparent! {
    [T: Encode + ?Sized] &T, T, |value| value;
    [T: Encode + ?Sized] &mut T, T, |value| value;
    [T: Encode + ?Sized] Box<T>, T, |value| value;
    [T: Encode + ?Sized + ToOwned] Cow<'_, T>, T, |value| value;
    [T: Encode] Wrapping<T>, T, |value| &value.0;
    [T: Encode] Saturating<T>, T, |value| &value.0;
    [T: Encode] std::cmp::Reverse<T>, T, |value| &value.0;
    [T: Encode + ?Sized] std::pin::Pin<Box<T>>, T, |value| value;
}

/// Handles of text that never changes: sharing it is not to be seen.
impl Encode for Rc<str> {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.str(place, self)
    }
}

impl Encode for Arc<str> {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    #[inline(always)]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.str(place, self)
    }
}

macro_rules! by_copy {
    ($([$ty:ty] $inner:ty, |$value:ident| $get:expr;)*) => {$(
        impl Encode for $ty {
            const SHAPE: &'static Shape = <$inner as Encode>::SHAPE;

            #[inline(always)]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                let $value = self;
                <$inner as Encode>::encode(&$get, encoder, place)
            }
        }
    )*};
}

by_copy! {
    [NonZero<i8>] i8, |value| value.get();
    [NonZero<i16>] i16, |value| value.get();
    [NonZero<i32>] i32, |value| value.get();
    [NonZero<i64>] i64, |value| value.get();
    [NonZero<i128>] i128, |value| value.get();
    [NonZero<isize>] isize, |value| value.get();
    [NonZero<u8>] u8, |value| value.get();
    [NonZero<u16>] u16, |value| value.get();
    [NonZero<u32>] u32, |value| value.get();
    [NonZero<u64>] u64, |value| value.get();
    [NonZero<u128>] u128, |value| value.get();
    [NonZero<usize>] usize, |value| value.get();
    [atomic::AtomicBool] bool, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicI8] i8, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicI16] i16, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicI32] i32, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicI64] i64, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicIsize] isize, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicU8] u8, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicU16] u16, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicU32] u32, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicU64] u64, |value| value.load(atomic::Ordering::Relaxed);
    [atomic::AtomicUsize] usize, |value| value.load(atomic::Ordering::Relaxed);
}
