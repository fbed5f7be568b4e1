//! Trees and the types they are made of.

use super::{Encode, Encoder, Place};
use crate::map::Map;
use crate::number::{Number, NumberKind};
use crate::shape::{self, Kind, Shape, Slot};
use crate::value::{Timestamp, Value};
use crate::value_ref::ValueRef;

impl Encode for Number {
    const SHAPE: &'static Shape = {
        static SLOT: Slot = Slot::new();
        &Shape::new(Kind::Number, "Number", &SLOT).of_class("java.lang.Number")
    };

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        // What the kind says the number has.
        match self.kind() {
            NumberKind::I32 => encoder.i32(place, self.as_i32().unwrap_or_default()),
            NumberKind::I64 => encoder.i64(place, self.as_i64().unwrap_or_default()),
            NumberKind::U64 => encoder.u64(place, self.as_u64().unwrap_or_default()),
            NumberKind::F32 => encoder.f32(place, self.as_f64().unwrap_or_default() as f32),
            NumberKind::F64 => encoder.f64(place, self.as_f64().unwrap_or_default()),
            NumberKind::Integer | NumberKind::Decimal => {
                encoder.number(place, self.as_str().unwrap_or_default())
            }
        }
    }

    #[inline]
    fn shape_of_value(&self) -> Option<&'static Shape> {
        Some(match self.kind() {
            NumberKind::I32 => <i32 as Encode>::SHAPE,
            NumberKind::I64 => <i64 as Encode>::SHAPE,
            NumberKind::U64 => <u64 as Encode>::SHAPE,
            NumberKind::F32 => <f32 as Encode>::SHAPE,
            NumberKind::F64 => <f64 as Encode>::SHAPE,
            NumberKind::Integer => <i128 as Encode>::SHAPE,
            NumberKind::Decimal => <Self as Encode>::SHAPE,
        })
    }
}

impl Encode for Timestamp {
    const SHAPE: &'static Shape = {
        static SLOT: Slot = Slot::new();
        &Shape::new(Kind::Formatted, "Timestamp", &SLOT)
    };

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        encoder.formatted(place, Self::SHAPE, self)
    }
}

impl Encode for Value {
    const SHAPE: &'static Shape = shape::dynamic();
    const NULLABLE: bool = true;

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self {
            Self::Null => encoder.null(place),
            Self::Bool(value) => encoder.bool(place, *value),
            Self::Number(number) => number.encode(encoder, place),
            Self::String(text) => encoder.str(place, text),
            Self::Array(items) => items.encode(encoder, place),
            Self::Object(map) => map.encode(encoder, place),
            Self::Bytes(bytes) => encoder.bytes(place, bytes),
            Self::Timestamp(time) => time.encode(encoder, place),
            Self::Tagged(tagged) => tagged.value.encode(encoder, place),
        }
    }

    #[inline]
    fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    fn shape_of_value(&self) -> Option<&'static Shape> {
        Some(match self {
            Self::Null => return None,
            Self::Bool(_) => <bool as Encode>::SHAPE,
            Self::Number(number) => return number.shape_of_value(),
            Self::String(_) => <str as Encode>::SHAPE,
            Self::Array(_) => <Vec<Self> as Encode>::SHAPE,
            Self::Object(_) => <Map as Encode>::SHAPE,
            Self::Bytes(_) => <[u8] as Encode>::SHAPE,
            Self::Timestamp(_) => <Timestamp as Encode>::SHAPE,
            Self::Tagged(tagged) => return tagged.value.shape_of_value(),
        })
    }
}

impl Encode for ValueRef<'_> {
    const SHAPE: &'static Shape = shape::dynamic();
    const NULLABLE: bool = true;

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self {
            Self::Null => encoder.null(place),
            Self::Bool(value) => encoder.bool(place, *value),
            Self::Number(number) => number.encode(encoder, place),
            Self::Str(text) => encoder.str(place, text),
            Self::Array(items) => items.encode(encoder, place),
            Self::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| (key, value));
                encoder.map(place, <Map as Encode>::SHAPE, entries)
            }
            Self::Bytes(bytes) => encoder.bytes(place, bytes),
            Self::Timestamp(time) => time.encode(encoder, place),
            Self::Tagged(tagged) => tagged.1.encode(encoder, place),
        }
    }

    #[inline]
    fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}
