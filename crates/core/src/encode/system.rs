//! Times, ranges, paths, addresses and results, as serde writes them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Encode, Encoder, Place, Record, shape_of};
use crate::shape::{Field, Flags, Kind, Learned, Shape, Slot, TypeRef, Variant};

/// The shape of a record with these fields.
macro_rules! record_shape {
    ($name:literal, $($index:literal $field:ident: $shape:expr),*) => {{
        static SLOT: Slot = Slot::new();
        static LEARNED: Learned = Learned::new();
        const FIELDS: usize = [$($index),*].len();
        &Shape {
            fields: &[$(Field {
                name: stringify!($field),
                java_name: stringify!($field),
                aliases: &[],
                key: concat!(",\"", stringify!($field), "\":"),
                index: $index,
                flags: Flags::NONE,
                shape: TypeRef::Static($shape),
                learned: &LEARNED,
            }),*],
            // All of them have two fields at most, and the second is first by name.
            name_order: if FIELDS == 1 { &[0] } else { &[1, 0] },
            // As serde has them.
            denies_unknown: true,
            ..Shape::new(Kind::Record, $name, &SLOT)
        }
    }};
}
pub(crate) use record_shape;

/// Records of the standard library: how each field is got.
macro_rules! records {
    ($([$($generics:tt)*] $ty:ty, $name:literal, |$value:ident, $encoder:ident|
        $($index:literal $field:ident: $field_ty:ty = $get:expr),*;)*) => {$(
        impl<$($generics)*> Encode for $ty {
            const SHAPE: &'static Shape =
                record_shape!($name, $($index $field: shape_of::<$field_ty>),*);

            #[inline]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                encoder.record(place, self)
            }
        }

        impl<$($generics)*> Record for $ty {
            fn fields<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error> {
                $(self.field_at($index, encoder)?;)*
                Ok(())
            }

            fn field_at<E: Encoder>(&self, index: usize, $encoder: &mut E) -> Result<(), E::Error> {
                let $value = self;
                match index {
                    $($index => <$field_ty as Encode>::encode(
                        &$get,
                        $encoder,
                        Place::Field(&Self::SHAPE.fields[$index]),
                    ),)*
                    _ => Ok(()),
                }
            }
        }
    )*};
}

records! {
    [] Duration, "Duration", |value, encoder|
        0 secs: u64 = value.as_secs(),
        1 nanos: u32 = value.subsec_nanos();
    [] SystemTime, "SystemTime", |value, encoder|
        0 secs_since_epoch: u64 = match value.duration_since(UNIX_EPOCH) {
            Ok(since) => since.as_secs(),
            Err(_) => return Err(encoder.error(&"a time before 1970 has no seconds since then")),
        },
        1 nanos_since_epoch: u32 = value.duration_since(UNIX_EPOCH).unwrap_or_default().subsec_nanos();
    [T: Encode] Range<T>, "Range", |value, encoder|
        0 start: &T = &value.start,
        1 end: &T = &value.end;
    [T: Encode] RangeInclusive<T>, "RangeInclusive", |value, encoder|
        0 start: &T = value.start(),
        1 end: &T = value.end();
    [T: Encode] RangeFrom<T>, "RangeFrom", |value, encoder|
        0 start: &T = &value.start;
    [T: Encode] RangeTo<T>, "RangeTo", |value, encoder|
        0 end: &T = &value.end;
}

/// A variant of an enum of the standard library.
pub(crate) const fn variant(
    index: u32,
    name: &'static str,
    quoted: &'static str,
    is_unit: bool,
) -> Variant {
    Variant { name, aliases: &[], quoted, index, is_unit, is_untagged: false }
}

pub(crate) static RESULT: Slot = Slot::new();
pub(crate) static RESULT_VARIANTS: &[Variant] =
    &[variant(0, "Ok", "\"Ok\"", false), variant(1, "Err", "\"Err\"", false)];
pub(crate) static BOUND: Slot = Slot::new();
pub(crate) static BOUND_VARIANTS: &[Variant] = &[
    variant(0, "Unbounded", "\"Unbounded\"", true),
    variant(1, "Included", "\"Included\"", false),
    variant(2, "Excluded", "\"Excluded\"", false),
];

impl<T: Encode, U: Encode> Encode for Result<T, U> {
    const SHAPE: &'static Shape = &Shape {
        variants: RESULT_VARIANTS,
        arguments: &[TypeRef::Static(shape_of::<T>), TypeRef::Static(shape_of::<U>)],
        ..Shape::new(Kind::Union, "Result", &RESULT)
    };

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self {
            Ok(value) => encoder.variant(place, Self::SHAPE, &RESULT_VARIANTS[0], value),
            Err(error) => encoder.variant(place, Self::SHAPE, &RESULT_VARIANTS[1], error),
        }
    }
}

impl<T: Encode> Encode for Bound<T> {
    const SHAPE: &'static Shape = &Shape {
        variants: BOUND_VARIANTS,
        arguments: &[TypeRef::Static(shape_of::<T>)],
        ..Shape::new(Kind::Union, "Bound", &BOUND)
    };

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self {
            Self::Unbounded => encoder.unit_variant(place, Self::SHAPE, &BOUND_VARIANTS[0]),
            Self::Included(value) => encoder.variant(place, Self::SHAPE, &BOUND_VARIANTS[1], value),
            Self::Excluded(value) => encoder.variant(place, Self::SHAPE, &BOUND_VARIANTS[2], value),
        }
    }
}

impl Encode for Path {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self.to_str() {
            Some(path) => encoder.str(place, path),
            None => Err(encoder.error(&"a path is not UTF-8")),
        }
    }
}

impl Encode for PathBuf {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        self.as_path().encode(encoder, place)
    }
}

/// Types that are written as what `Display` says of them.
macro_rules! formatted {
    ($($ty:ty, $name:literal;)*) => {$(
        impl Encode for $ty {
            const SHAPE: &'static Shape = {
                static SLOT: Slot = Slot::new();
                &Shape::new(Kind::Formatted, $name, &SLOT)
            };

            #[inline]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                encoder.formatted(place, Self::SHAPE, self)
            }
        }
    )*};
}

formatted! {
    IpAddr, "IpAddr";
    Ipv4Addr, "Ipv4Addr";
    Ipv6Addr, "Ipv6Addr";
    SocketAddr, "SocketAddr";
    SocketAddrV4, "SocketAddrV4";
    SocketAddrV6, "SocketAddrV6";
}
