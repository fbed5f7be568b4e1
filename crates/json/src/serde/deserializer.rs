//! serde's `Deserializer`.

use apograph_core::decode::{Decoder, Fail};
use serde::de::{
    self, DeserializeSeed, Deserializer as _, EnumAccess, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::ReadError;
use crate::cursor::{Num, Str};
use crate::decoder::JsonDecoder;
use crate::error::{ErrorKind, Expected};
use crate::keys::Keys;

type Result<T> = std::result::Result<T, ReadError>;

/// Reads the value that comes next.
pub(crate) struct Deserializer<'d, 'de, K> {
    decoder: &'d mut JsonDecoder<'de, K>,
}

impl<'d, 'de, K: Keys> Deserializer<'d, 'de, K> {
    #[inline]
    pub(crate) fn new(decoder: &'d mut JsonDecoder<'de, K>) -> Self {
        Self { decoder }
    }

    #[inline]
    fn object<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let cursor = &mut self.decoder.cursor;
        if !cursor.punct(b'{') {
            return Err(self.mismatch(Expected::Object));
        }
        cursor.enter()?;
        let mut members =
            Members { decoder: self.decoder, first: true, ended: false, names, start: 0 };
        let value = visitor.visit_map(&mut members)?;
        members.end()?;
        Ok(value)
    }

    /// Hands over a number that is not of the type that the visitor asks for. It may take it all the same,
    /// or else what is wrong is known already.
    #[cold]
    #[inline(never)]
    fn other_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let cursor = &mut self.decoder.cursor;
        let offset = cursor.offset();
        let Some(kind) = cursor.back_to_number() else { return Err(Fail.into()) };
        visit_number(cursor.number()?, visitor)
            .map_err(|_| self.decoder.cursor.fail_at(kind, offset).into())
    }

    #[cold]
    fn mismatch(self, expected: Expected) -> ReadError {
        self.decoder.cursor.mismatch(expected).into()
    }
}

#[inline]
fn visit_number<'de, V: Visitor<'de>>(number: Num<'de>, visitor: V) -> Result<V::Value> {
    match number {
        Num::I64(number) if number >= 0 => visitor.visit_u64(number as u64),
        Num::I64(number) => visitor.visit_i64(number),
        Num::U64(number) => visitor.visit_u64(number),
        Num::F64(number) => visitor.visit_f64(number),
        Num::Text(number) => visitor.visit_borrowed_str(number),
    }
}

macro_rules! scalars {
    ($($function:ident $visit:ident $ty:ident;)*) => {$(
        #[inline]
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.decoder.$ty()?)
        }
    )*};
}

/// As with serde_json, an integer without a sign is an unsigned one, whatever the visitor asks for: there are
/// visitors that know nothing else.
macro_rules! visit_integer {
    ($visitor:ident $number:ident signed) => {
        match u64::try_from($number) {
            Ok(number) => $visitor.visit_u64(number),
            Err(_) => $visitor.visit_i64($number.into()),
        }
    };
    ($visitor:ident $number:ident $visit:ident) => {
        $visitor.$visit($number)
    };
}

macro_rules! integers {
    ($($function:ident $ty:ident $visit:ident;)*) => {$(
        #[inline]
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.decoder.cursor.int::<$ty>() {
                Ok(number) => visit_integer!(visitor number $visit),
                Err(Fail) => self.other_number(visitor),
            }
        }
    )*};
}

impl<'de, K: Keys> de::Deserializer<'de> for Deserializer<'_, 'de, K> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let cursor = &mut self.decoder.cursor;
        cursor.skip_space();
        match cursor.peek() {
            b'"' | b'\'' => self.deserialize_str(visitor),
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            b't' | b'f' => visitor.visit_bool(cursor.bool()?),
            b'n' if cursor.null()? => visitor.visit_unit(),
            _ => visit_number(cursor.number()?, visitor),
        }
    }

    scalars! {
        deserialize_bool visit_bool bool;
        deserialize_i128 visit_i128 i128;
        deserialize_u128 visit_u128 u128;
        deserialize_f32 visit_f32 f32;
        deserialize_f64 visit_f64 f64;
        deserialize_char visit_char char;
    }

    integers! {
        deserialize_i8 i8 signed;
        deserialize_i16 i16 signed;
        deserialize_i32 i32 signed;
        deserialize_i64 i64 signed;
        deserialize_u8 u8 visit_u8;
        deserialize_u16 u16 visit_u16;
        deserialize_u32 u32 visit_u32;
        deserialize_u64 u64 visit_u64;
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(text) = self.decoder.cursor.plain_string() {
            return visitor.visit_borrowed_str(text);
        }
        match self.decoder.cursor.string()? {
            Str::Borrowed(text) => visitor.visit_borrowed_str(text),
            Str::Scratch(text) => visitor.visit_str(text),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let cursor = &mut self.decoder.cursor;
        cursor.skip_space();
        if cursor.peek() == b'[' {
            return self.deserialize_seq(visitor);
        }
        match cursor.string()? {
            Str::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Str::Scratch(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.decoder.is_null()? { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.decoder.unit()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let cursor = &mut self.decoder.cursor;
        if !cursor.punct(b'[') {
            return Err(self.mismatch(Expected::Array));
        }
        cursor.enter()?;
        let mut elements = Elements { decoder: self.decoder, count: 0, ended: false };
        let value = visitor.visit_seq(&mut elements)?;
        elements.end()?;
        Ok(value)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.object(&[], visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.decoder.cursor.skip_space();
        // As serde_json: the fields may come one after the other, without names.
        if self.decoder.cursor.peek() == b'[' {
            return self.deserialize_seq(visitor);
        }
        self.object(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let decoder = self.decoder;
        decoder.cursor.skip_space();
        match decoder.cursor.peek() {
            b'{' => {
                decoder.cursor.punct(b'{');
                decoder.cursor.enter()?;
                let more = decoder.cursor.more(true, b'}')?;
                if !decoder.past_tags(more)? {
                    return Err(decoder.cursor.mismatch(Expected::Variant).into());
                }
                let value =
                    visitor.visit_enum(Variant { decoder: &mut *decoder, has_data: true })?;
                let more = decoder.cursor.more(false, b'}')?;
                if decoder.past_tags(more)? {
                    let kind = ErrorKind::InvalidLength { expected: 1 };
                    return Err(decoder.cursor.fail(kind).into());
                }
                decoder.cursor.leave();
                Ok(value)
            }
            b'"' | b'\'' => visitor.visit_enum(Variant { decoder, has_data: false }),
            _ => Err(decoder.cursor.mismatch(Expected::Variant).into()),
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.decoder.cursor.skip_value()?;
        visitor.visit_unit()
    }
}

/// The elements of an array.
struct Elements<'d, 'de, K> {
    decoder: &'d mut JsonDecoder<'de, K>,
    /// How many there have been.
    count: usize,
    ended: bool,
}

impl<K: Keys> Elements<'_, '_, K> {
    #[inline]
    fn more(&mut self) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        let more = self.decoder.cursor.more(self.count == 0, b']')?;
        self.count += 1;
        self.ended = !more;
        Ok(more)
    }

    /// Nothing may be left that the type did not ask for.
    #[inline]
    fn end(&mut self) -> Result<()> {
        if self.more()? {
            let message = "an array has more elements than its type".to_owned();
            return Err(self.decoder.cursor.fail(ErrorKind::Message(message)).into());
        }
        self.decoder.cursor.leave();
        Ok(())
    }
}

impl<'de, K: Keys> SeqAccess<'de> for &mut Elements<'_, 'de, K> {
    type Error = ReadError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.more()? {
            return Ok(None);
        }
        match seed.deserialize(Deserializer::new(self.decoder)) {
            Ok(element) => Ok(Some(element)),
            Err(error) => {
                self.decoder.in_item(self.count - 1);
                Err(error)
            }
        }
    }
}

/// The members of an object.
struct Members<'d, 'de, K> {
    decoder: &'d mut JsonDecoder<'de, K>,
    first: bool,
    ended: bool,
    /// What the type calls its fields, if it has some.
    names: &'static [&'static str],
    /// Where the name of the last one begins.
    start: usize,
}

impl<K: Keys> Members<'_, '_, K> {
    #[inline]
    fn more(&mut self) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        let more = self.decoder.cursor.more(std::mem::replace(&mut self.first, false), b'}')?;
        let more = self.decoder.past_tags(more)?;
        self.ended = !more;
        Ok(more)
    }

    #[inline]
    fn end(&mut self) -> Result<()> {
        if self.more()? {
            let message = "an object has more members than its type".to_owned();
            return Err(self.decoder.cursor.fail(ErrorKind::Message(message)).into());
        }
        self.decoder.cursor.leave();
        Ok(())
    }
}

impl<'de, K: Keys> MapAccess<'de> for &mut Members<'_, 'de, K> {
    type Error = ReadError;

    #[inline]
    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.more()? {
            return Ok(None);
        }
        self.start = self.decoder.cursor.offset();
        seed.deserialize(Key { decoder: self.decoder }).map(Some)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        self.decoder.cursor.colon()?;
        let value = seed.deserialize(Deserializer::new(self.decoder));
        if value.is_err() {
            self.decoder.in_member(self.start, self.names);
        }
        value
    }
}

/// Reads the name of a member. Numbers and booleans stand in quotes.
struct Key<'d, 'de, K> {
    decoder: &'d mut JsonDecoder<'de, K>,
}

macro_rules! quoted {
    ($($function:ident $ty:ident $visit:ident;)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.decoder.at_key = true;
            let key = self.decoder.$ty()?;
            visit_integer!(visitor key $visit)
        }
    )*};
}

impl<'de, K: Keys> de::Deserializer<'de> for Key<'_, 'de, K> {
    type Error = ReadError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let cursor = &mut self.decoder.cursor;
        let start = cursor.offset();
        if let Some(text) = cursor.plain_string() {
            if text.len() > cursor.options().max_name_bytes {
                cursor.long_name(start)?;
            }
            return visitor.visit_borrowed_str(text);
        }
        match cursor.key()? {
            Str::Borrowed(text) => visitor.visit_borrowed_str(text),
            Str::Scratch(text) => visitor.visit_str(text),
        }
    }

    quoted! {
        deserialize_bool bool visit_bool;
        deserialize_i8 i8 signed;
        deserialize_i16 i16 signed;
        deserialize_i32 i32 signed;
        deserialize_i64 i64 signed;
        deserialize_i128 i128 visit_i128;
        deserialize_u8 u8 visit_u8;
        deserialize_u16 u16 visit_u16;
        deserialize_u32 u32 visit_u32;
        deserialize_u64 u64 visit_u64;
        deserialize_u128 u128 visit_u128;
        deserialize_f32 f32 visit_f32;
        deserialize_f64 f64 visit_f64;
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.decoder.cursor.key()? {
            Str::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Str::Scratch(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant { decoder: self.decoder, has_data: false })
    }

    forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// A variant by its name, and its data if it has some.
struct Variant<'d, 'de, K> {
    decoder: &'d mut JsonDecoder<'de, K>,
    has_data: bool,
}

impl<'d, 'de, K: Keys> EnumAccess<'de> for Variant<'d, 'de, K> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let name = seed.deserialize(Key { decoder: &mut *self.decoder })?;
        if self.has_data {
            self.decoder.cursor.colon()?;
        }
        Ok((name, self))
    }
}

impl<'de, K: Keys> Variant<'_, 'de, K> {
    fn data(self) -> Result<Self> {
        if self.has_data {
            return Ok(self);
        }
        let message = "the variant has data, and none is there".to_owned();
        Err(self.decoder.cursor.fail(ErrorKind::Message(message)).into())
    }
}

impl<'de, K: Keys> VariantAccess<'de> for Variant<'_, 'de, K> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<()> {
        if self.has_data {
            self.decoder.unit()?;
        }
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(Deserializer::new(self.data()?.decoder))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        Deserializer::new(self.data()?.decoder).deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        Deserializer::new(self.data()?.decoder).deserialize_struct("", fields, visitor)
    }
}
