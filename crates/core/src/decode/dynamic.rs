use std::borrow::Cow;

use super::{Decode, Decoder, Fail, MapLengths, Repeated, shape_of};
use crate::encode::{Encode, slots};
use crate::map::{Map, Slot};
use crate::number::Number;
use crate::shape::{Field, Kind, Shape, TypeRef};
use crate::text::Text;
use crate::value::Value;
use crate::value_ref::ValueRef;

/// A value that is of another kind each time: a tree. The decoder sees what comes next and calls the
/// constructor for it.
///
/// [`Value`] and [`ValueRef`] are such trees. With an implementation of its own, a program reads into the
/// tree of another crate.
#[expect(clippy::missing_errors_doc, reason = "each fails if its parts cannot be read")]
pub trait Dynamic<'de>: Sized {
    /// Null.
    fn null() -> Self;
    /// A boolean.
    fn bool(value: bool) -> Self;
    /// A number.
    fn number<D: Decoder<'de>>(decoder: &mut D, value: Number) -> Result<Self, Fail>;
    /// A string: comes next and is to be read with the decoder.
    fn string<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail>;
    /// A sequence: comes next.
    fn sequence<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail>;
    /// A map: comes next.
    fn map<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail>;
    /// Reads a string over this value.
    fn string_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        *self = Self::string(decoder)?;
        Ok(())
    }
    /// Reads a sequence over this value.
    fn sequence_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        *self = Self::sequence(decoder)?;
        Ok(())
    }
    /// Reads a map over this value.
    fn map_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        *self = Self::map(decoder)?;
        Ok(())
    }
    /// Bytes, in formats that have them.
    fn bytes<D: Decoder<'de>>(decoder: &mut D, bytes: Cow<'de, [u8]>) -> Result<Self, Fail>;
}

impl<'de> Dynamic<'de> for Value {
    #[inline]
    fn null() -> Self {
        Self::Null
    }

    #[inline]
    fn bool(value: bool) -> Self {
        Self::Bool(value)
    }

    #[inline]
    fn number<D: Decoder<'de>>(_: &mut D, value: Number) -> Result<Self, Fail> {
        Ok(Self::Number(value))
    }

    #[inline]
    fn string<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.text().map(Self::String)
    }

    #[inline]
    fn sequence<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        Vec::decode(decoder).map(Self::Array)
    }

    #[inline]
    fn map<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        Map::decode(decoder).map(|map| Self::Object(Box::new(map)))
    }

    #[inline]
    fn string_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        if let Self::String(text) = self {
            return decoder.text_into(text);
        }
        *self = Self::string(decoder)?;
        Ok(())
    }

    fn sequence_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        if let Self::Array(items) = self {
            return items.decode_into(decoder);
        }
        *self = Self::sequence(decoder)?;
        Ok(())
    }

    fn map_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        if let Self::Object(map) = self {
            return map.decode_into(decoder);
        }
        *self = Self::map(decoder)?;
        Ok(())
    }

    fn bytes<D: Decoder<'de>>(_: &mut D, bytes: Cow<'de, [u8]>) -> Result<Self, Fail> {
        Ok(Self::Bytes(bytes.into_owned().into()))
    }
}

impl<'de> Decode<'de> for Value {
    const SHAPE: &'static Shape = <Self as Encode>::SHAPE;
    const NULLABLE: bool = true;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.any()
    }

    #[inline]
    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        decoder.any_into(self)
    }
}

impl<'de: 'a, 'a> Dynamic<'de> for ValueRef<'a> {
    #[inline]
    fn null() -> Self {
        Self::Null
    }

    #[inline]
    fn bool(value: bool) -> Self {
        Self::Bool(value)
    }

    #[inline]
    fn number<D: Decoder<'de>>(_: &mut D, value: Number) -> Result<Self, Fail> {
        Ok(Self::Number(value))
    }

    #[inline]
    fn string<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.cow().map(Self::Str)
    }

    #[inline]
    fn sequence<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        Vec::decode(decoder).map(Self::Array)
    }

    /// Keeps all entries: that of two equal keys the last one counts is not looked at.
    fn map<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let mut entries = Vec::new();
        let mut begins_with = None;
        let (mut state, _) = decoder.map(<Map as Decode>::SHAPE)?;
        while decoder.next_entry(&mut state)? {
            let key = decoder.cow()?;
            decoder.entry_value(&mut state)?;
            if begins_with.is_none() {
                let place = MapLengths::place(&key);
                begins_with = Some(place);
                entries.reserve_exact(decoder.map_lengths().expected(place));
            }
            match decoder.any() {
                Ok(value) => entries.push((key, value)),
                Err(fail) => {
                    decoder.in_entry();
                    return Err(fail);
                }
            }
        }
        if let Some(place) = begins_with {
            decoder.map_lengths().learn(place, entries.len());
        }
        if MapLengths::is_wasteful(entries.len(), entries.capacity()) {
            entries.shrink_to_fit();
        }
        Ok(Self::Object(entries))
    }

    fn bytes<D: Decoder<'de>>(_: &mut D, bytes: Cow<'de, [u8]>) -> Result<Self, Fail> {
        Ok(Self::Bytes(bytes))
    }
}

impl<'de: 'a, 'a> Decode<'de> for ValueRef<'a> {
    const SHAPE: &'static Shape = <Self as Encode>::SHAPE;
    const NULLABLE: bool = true;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.any()
    }
}

impl<'de> Decode<'de> for Number {
    const SHAPE: &'static Shape = <Self as Encode>::SHAPE;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.number()
    }
}

impl<'de, V: Decode<'de>> Decode<'de> for Map<V> {
    const SHAPE: &'static Shape = &Shape {
        arguments: &[TypeRef::Static(shape_of::<Text>), TypeRef::Static(shape_of::<V>)],
        ..Shape::new(Kind::Map, "MAP", &slots::MAP).of_class("java.util.LinkedHashMap")
    };

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let mut map = Self::new();
        fill(&mut map, decoder, 0)?;
        if MapLengths::is_wasteful(map.len(), map.capacity()) {
            map.shrink_to_fit();
        }
        Ok(map)
    }

    #[inline]
    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        fill(self, decoder, 0)
    }

    #[inline]
    fn decode_field<D: Decoder<'de>>(decoder: &mut D, field: &'static Field) -> Result<Self, Fail> {
        let mut map = Self::new();
        // Keys and values stand in two blocks, and each should be one that is handed out quickly.
        let size = size_of::<V>().max(size_of::<Text>());
        fill(&mut map, decoder, field.learned.room(size))?;
        field.learned.learn(map.len());
        Ok(map)
    }
}

/// Reads entries over those that a map has.
fn fill<'de, V: Decode<'de>, D: Decoder<'de>>(
    map: &mut Map<V>,
    decoder: &mut D,
    room: usize,
) -> Result<(), Fail> {
    let (mut state, _) = decoder.map(<Map<V> as Decode>::SHAPE)?;
    let mut filling = map.fill();
    let mut begins_with = None;
    while decoder.next_entry(&mut state)? {
        let key = decoder.text()?;
        decoder.entry_value(&mut state)?;
        if begins_with.is_none() {
            let place = MapLengths::place(&key);
            begins_with = Some(place);
            let room = if room == 0 { decoder.map_lengths().expected(place) } else { room };
            filling.reserve(room);
        }
        let read = match filling.text(key) {
            Slot::Old(mut old) => {
                let read = old.value().decode_into(decoder);
                if read.is_ok() {
                    old.finish();
                }
                read
            }
            Slot::New(new) => V::decode(decoder).map(|value| new.finish(value)),
            Slot::Duplicate(earlier) => match decoder.repeated_entry()? {
                Repeated::Replace => earlier.value.decode_into(decoder),
                Repeated::Skip => decoder.skip(),
            },
        };
        if let Err(fail) = read {
            decoder.in_entry();
            return Err(fail);
        }
    }
    if let Some(place) = begins_with {
        decoder.map_lengths().learn(place, filling.finished());
    }
    Ok(())
}
