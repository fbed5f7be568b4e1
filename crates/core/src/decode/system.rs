//! Times, ranges, paths, addresses and results, as serde reads them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Decode, Decoder, Fail, Key, Repeated, shape_of};
use crate::encode::{BOUND, BOUND_VARIANTS, Encode, RESULT, RESULT_VARIANTS, record_shape};
use crate::shape::{Field, Flags, Kind, Learned, Shape, Slot, TypeRef};

/// Records of the standard library: what is made of the fields, or what is wrong with them.
macro_rules! records {
    ($([$($generics:tt)*] $ty:ty, $name:literal,
        |$($index:literal $field:ident: $field_ty:ty),*| $make:expr;)*) => {$(
        impl<'de, $($generics)*> Decode<'de> for $ty {
            const SHAPE: &'static Shape =
                record_shape!($name, $($index $field: shape_of::<$field_ty>),*);

            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                $(let mut $field: Option<$field_ty> = None;)*
                let shape = <Self as Decode<'de>>::SHAPE;
                let saved = decoder.begin(shape)?;
                let mut previous = 0;
                let mut first = true;
                loop {
                    match decoder.next_key(shape, previous, first)? {
                        $(Key::Field($index) => {
                            if $field.is_some()
                                && decoder.repeated(&shape.fields[$index])? == Repeated::Skip
                            {
                                decoder.skip()?;
                            } else {
                                match <$field_ty>::decode(decoder) {
                                    Ok(value) => $field = Some(value),
                                    Err(fail) => {
                                        decoder.in_field(&shape.fields[$index]);
                                        return Err(fail);
                                    }
                                }
                            }
                            previous = $index + 1;
                        })*
                        Key::Field(_) | Key::Unknown => decoder.unknown(shape)?,
                        Key::End => break,
                    }
                    first = false;
                }
                decoder.leave(saved);
                $(let Some($field) = $field else {
                    return Err(decoder.missing(&shape.fields[$index]));
                };)*
                let made: Result<Self, &'static str> = $make;
                made.map_err(|message| decoder.fail(&message))
            }
        }
    )*};
}

records! {
    [] Duration, "Duration", |0 secs: u64, 1 nanos: u32| {
        let whole = u64::from(nanos / 1_000_000_000);
        match secs.checked_add(whole) {
            Some(secs) => Ok(Duration::new(secs, nanos % 1_000_000_000)),
            None => Err("a duration is too long"),
        }
    };
    [] SystemTime, "SystemTime", |0 secs_since_epoch: u64, 1 nanos_since_epoch: u32| {
        let whole = u64::from(nanos_since_epoch / 1_000_000_000);
        secs_since_epoch
            .checked_add(whole)
            .and_then(|secs| {
                UNIX_EPOCH.checked_add(Duration::new(secs, nanos_since_epoch % 1_000_000_000))
            })
            .ok_or("a time is too late for this system")
    };
    [T: Decode<'de>] Range<T>, "Range", |0 start: T, 1 end: T| Ok(start..end);
    [T: Decode<'de>] RangeInclusive<T>, "RangeInclusive", |0 start: T, 1 end: T| Ok(start..=end);
    [T: Decode<'de>] RangeFrom<T>, "RangeFrom", |0 start: T| Ok(start..);
    [T: Decode<'de>] RangeTo<T>, "RangeTo", |0 end: T| Ok(..end);
}

impl<'de, T: Decode<'de>, U: Decode<'de>> Decode<'de> for Result<T, U> {
    const SHAPE: &'static Shape = &Shape {
        variants: RESULT_VARIANTS,
        arguments: &[TypeRef::Static(shape_of::<T>), TypeRef::Static(shape_of::<U>)],
        ..Shape::new(Kind::Union, "Result", &RESULT)
    };

    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let (index, mut variant) = decoder.variant(Self::SHAPE)?;
        decoder.data(&mut variant)?;
        let value =
            if index == 0 { T::decode(decoder).map(Ok) } else { U::decode(decoder).map(Err) }?;
        decoder.end_variant(variant)?;
        Ok(value)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Bound<T> {
    const SHAPE: &'static Shape = &Shape {
        variants: BOUND_VARIANTS,
        arguments: &[TypeRef::Static(shape_of::<T>)],
        ..Shape::new(Kind::Union, "Bound", &BOUND)
    };

    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let (index, mut variant) = decoder.variant(Self::SHAPE)?;
        let bound = if index == 0 {
            decoder.unit_data(&mut variant)?;
            Self::Unbounded
        } else {
            decoder.data(&mut variant)?;
            let value = T::decode(decoder)?;
            if index == 1 { Self::Included(value) } else { Self::Excluded(value) }
        };
        decoder.end_variant(variant)?;
        Ok(bound)
    }
}

impl<'de> Decode<'de> for PathBuf {
    const SHAPE: &'static Shape = <str as Encode>::SHAPE;

    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.string().map(Self::from)
    }
}

/// Types that are read by `FromStr`.
macro_rules! parsed {
    ($($ty:ty, $expected:literal;)*) => {$(
        impl<'de> Decode<'de> for $ty {
            const SHAPE: &'static Shape = <$ty as Encode>::SHAPE;

            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                decoder.parse($expected, |text| text.parse().ok())
            }
        }
    )*};
}

parsed! {
    IpAddr, "an IP address";
    Ipv4Addr, "an IPv4 address";
    Ipv6Addr, "an IPv6 address";
    SocketAddr, "a socket address";
    SocketAddrV4, "an IPv4 socket address";
    SocketAddrV6, "an IPv6 socket address";
}
