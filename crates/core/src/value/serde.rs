//! serde's traits for texts, maps, numbers and values.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::map::{Map, Slot};
use crate::number::{Number, NumberKind};
use crate::text::Text;
use crate::value::{Timestamp, Value};
use crate::value_ref::ValueRef;

/// Up to how many elements are made room for because the input says that they come.
const CAUTIOUS: usize = 1024;

fn cautious(hint: Option<usize>) -> usize {
    hint.unwrap_or(0).min(CAUTIOUS)
}

impl Serialize for Text {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Text {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl Visitor<'_> for TextVisitor {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(text.into())
            }

            fn visit_string<E>(self, text: String) -> Result<Text, E> {
                Ok(text.into())
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text, E> {
                match str::from_utf8(bytes) {
                    Ok(text) => Ok(text.into()),
                    Err(_) => Err(E::custom("the bytes are not UTF-8")),
                }
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}

impl<V: Serialize> Serialize for Map<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Map<V> {
    /// Of keys that repeat, the last value at the place of the first.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for MapVisitor<V> {
            type Value = Map<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Map<V>, A::Error> {
                visit_map(entries)
            }
        }

        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

fn visit_map<'de, V: Deserialize<'de>, A: MapAccess<'de>>(
    mut entries: A,
) -> Result<Map<V>, A::Error> {
    let mut map = Map::with_capacity(cautious(entries.size_hint()));
    let mut filling = map.fill();
    while let Some(key) = entries.next_key::<Text>()? {
        match filling.text(key) {
            Slot::New(new) => new.finish(entries.next_value()?),
            Slot::Duplicate(earlier) => *earlier.value = entries.next_value()?,
            Slot::Old(mut old) => {
                *old.value() = entries.next_value()?;
                old.finish();
            }
        }
    }
    drop(filling);
    Ok(map)
}

impl Serialize for Number {
    /// As the primitive that it is. What no primitive holds goes as an integer of 128 bits if that
    /// is enough, as a float if that has the very digits, and as a string otherwise.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.kind(), self.as_str().unwrap_or_default()) {
            (NumberKind::I32, _) => serializer.serialize_i32(self.as_i32().unwrap_or_default()),
            (NumberKind::I64, _) => serializer.serialize_i64(self.as_i64().unwrap_or_default()),
            (NumberKind::U64, _) => serializer.serialize_u64(self.as_u64().unwrap_or_default()),
            #[expect(clippy::cast_possible_truncation, reason = "it was a float of 32 bits")]
            (NumberKind::F32, _) => {
                serializer.serialize_f32(self.as_f64().unwrap_or_default() as f32)
            }
            (NumberKind::F64, _) => serializer.serialize_f64(self.as_f64().unwrap_or_default()),
            (NumberKind::Integer, text) => match (self.as_i128(), self.as_u128()) {
                (Some(integer), _) => serializer.serialize_i128(integer),
                (_, Some(integer)) => serializer.serialize_u128(integer),
                _ => serializer.serialize_str(text),
            },
            (NumberKind::Decimal, text) => match self.as_f64() {
                Some(float) if Self::from(float).to_string() == text => {
                    serializer.serialize_f64(float)
                }
                _ => serializer.serialize_str(text),
            },
        }
    }
}

macro_rules! visit_numbers {
    ($value:ty: $($visit:ident $type:ty,)*) => {$(
        #[inline]
        fn $visit<E>(self, number: $type) -> Result<$value, E> {
            Ok(Number::from(number).into())
        }
    )*};
}

impl<'de> Deserialize<'de> for Number {
    /// A number, or a string that is one, digit for digit.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberVisitor;

        impl Visitor<'_> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            visit_numbers! {
                Number:
                visit_i8 i8, visit_i16 i16, visit_i32 i32, visit_i64 i64, visit_i128 i128,
                visit_u8 u8, visit_u16 u16, visit_u32 u32, visit_u64 u64, visit_u128 u128,
                visit_f32 f32, visit_f64 f64,
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                Number::exact(text).map_err(E::custom)
            }
        }

        deserializer.deserialize_any(NumberVisitor)
    }
}

impl Serialize for Timestamp {
    /// As a string: see its `Display`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Value {
    /// A point in time goes as a string, and a tagged value without the name of its class.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(elements) => elements.serialize(serializer),
            Self::Object(map) => map.serialize(serializer),
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Self::Timestamp(timestamp) => timestamp.serialize(serializer),
            Self::Tagged(tagged) => tagged.value.serialize(serializer),
        }
    }
}

impl Serialize for ValueRef<'_> {
    /// As a [`Value`] does. Keys that repeat are written again.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::Str(text) => serializer.serialize_str(text),
            Self::Array(elements) => elements.serialize(serializer),
            Self::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Self::Timestamp(timestamp) => timestamp.serialize(serializer),
            Self::Tagged(tagged) => tagged.1.serialize(serializer),
        }
    }
}

macro_rules! visit_values {
    ($value:ident) => {
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("any value")
        }

        visit_numbers! {
            Self::Value:
            visit_i8 i8, visit_i16 i16, visit_i32 i32, visit_i64 i64, visit_i128 i128,
            visit_u8 u8, visit_u16 u16, visit_u32 u32, visit_u64 u64, visit_u128 u128,
            visit_f32 f32, visit_f64 f64,
        }

        #[inline]
        fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
            Ok($value::Bool(value))
        }

        #[inline]
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok($value::Null)
        }

        #[inline]
        fn visit_none<E>(self) -> Result<Self::Value, E> {
            Ok($value::Null)
        }

        fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Self::Value, D::Error> {
            Deserialize::deserialize(inner)
        }

        fn visit_newtype_struct<D: Deserializer<'de>>(
            self,
            inner: D,
        ) -> Result<Self::Value, D::Error> {
            Deserialize::deserialize(inner)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut elements = Vec::with_capacity(cautious(seq.size_hint()));
            while let Some(element) = seq.next_element()? {
                elements.push(element);
            }
            Ok($value::Array(elements))
        }
    };
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;

        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = Value;

            visit_values!(Value);

            #[inline]
            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(text.into())
            }

            fn visit_string<E>(self, text: String) -> Result<Value, E> {
                Ok(text.into())
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
                Ok(Value::Bytes(bytes.into()))
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Value, E> {
                Ok(Value::Bytes(bytes.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Value, A::Error> {
                visit_map(entries).map(|map: Map| map.into())
            }
        }

        deserializer.deserialize_any(ValueVisitor)
    }
}

/// A text that is borrowed where the format can lend it, which serde's own `Cow` never is.
struct Lent<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Lent<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LentVisitor;

        impl<'de> Visitor<'de> for LentVisitor {
            type Value = Lent<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Lent<'de>, E> {
                Ok(Lent(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Lent<'de>, E> {
                Ok(Lent(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Lent<'de>, E> {
                Ok(Lent(Cow::Owned(text)))
            }
        }

        deserializer.deserialize_str(LentVisitor)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ValueRef<'a> {
    /// Borrows every text and all bytes that the format can lend.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor<'a>(PhantomData<&'a ()>);

        impl<'de: 'a, 'a> Visitor<'de> for ValueVisitor<'a> {
            type Value = ValueRef<'a>;

            visit_values!(ValueRef);

            #[inline]
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<ValueRef<'a>, E> {
                Ok(text.into())
            }

            fn visit_str<E>(self, text: &str) -> Result<ValueRef<'a>, E> {
                Ok(ValueRef::Str(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<ValueRef<'a>, E> {
                Ok(ValueRef::Str(Cow::Owned(text)))
            }

            fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<ValueRef<'a>, E> {
                Ok(ValueRef::Bytes(Cow::Borrowed(bytes)))
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<ValueRef<'a>, E> {
                Ok(ValueRef::Bytes(Cow::Owned(bytes.to_owned())))
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<ValueRef<'a>, E> {
                Ok(ValueRef::Bytes(Cow::Owned(bytes)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ValueRef<'a>, A::Error> {
                let mut entries = Vec::with_capacity(cautious(map.size_hint()));
                while let Some((Lent(key), value)) = map.next_entry()? {
                    entries.push((key, value));
                }
                Ok(ValueRef::Object(entries))
            }
        }

        deserializer.deserialize_any(ValueVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Tagged;

    #[test]
    fn json_goes_through_values_unchanged() {
        for text in [
            "null",
            "true",
            "-1",
            "18446744073709551615",
            "1.5",
            r#""text""#,
            r#"[1,[2.0,"\n"],{}]"#,
            r#"{"b":1,"a":{"c":[null]},"a long key of more than 23 bytes":"x"}"#,
        ] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
            let borrowed: ValueRef<'_> = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&borrowed).unwrap(), text);
            assert_eq!(borrowed.into_owned(), value);
        }
    }

    #[test]
    fn the_last_of_equal_keys_wins_at_the_place_of_the_first() {
        let map: Map<u32> = serde_json::from_str(r#"{"a":1,"b":2,"a":3}"#).unwrap();
        assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"a":3,"b":2}"#);
    }

    #[test]
    fn texts_without_escapes_are_borrowed() {
        let value: ValueRef<'_> = serde_json::from_str(r#"{"key":["text","esc\nape"]}"#).unwrap();
        assert!(matches!(&value.as_object().unwrap()[0].0, Cow::Borrowed("key")));
        assert!(matches!(value.pointer("/key/0"), Some(ValueRef::Str(Cow::Borrowed("text")))));
        assert!(matches!(value.pointer("/key/1"), Some(ValueRef::Str(Cow::Owned(_)))));
    }

    #[test]
    fn numbers_that_no_primitive_holds_are_written_without_loss() {
        for (text, written) in [
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            (
                "-170141183460469231731687303715884105728",
                "-170141183460469231731687303715884105728",
            ),
            ("0.1", "0.1"),
            ("0.10", r#""0.10""#),
            ("1e999", r#""1e999""#),
        ] {
            let number = Number::exact(text).unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), written);
        }
        let digits = "9".repeat(50);
        let number = Number::exact(&digits).unwrap();
        let written = serde_json::to_string(&number).unwrap();
        assert_eq!(serde_json::from_str::<Number>(&written).unwrap(), number);
        assert!(serde_json::from_str::<Number>(r#""text""#).is_err());
    }

    #[test]
    fn what_serde_has_no_word_for_is_written_as_the_nearest() {
        let tagged = Tagged { class: "C".into(), value: 1.into() };
        let value = Value::from([tagged.into(), Value::from(Timestamp::from_millis(0))]);
        let written = serde_json::to_string(&value).unwrap();
        assert_eq!(written, r#"[1,"1970-01-01T00:00:00Z"]"#);
    }

    #[test]
    fn floats_are_displayed_as_short_as_serde_json_writes_them() {
        let mut state = 1_u64;
        for round in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let float = match round % 3 {
                0 => f64::from_bits(state),
                1 => state as f64 / 1e24,
                _ => (state >> 40) as f64 / 1000.0,
            };
            if float.is_finite() {
                let written = serde_json::to_string(&float).unwrap();
                let displayed = Number::from(float).to_string();
                // Of two texts that are as short and as near, each may take another one.
                assert_eq!(displayed.len(), written.replace("e+", "e").len(), "{displayed}");
                assert_eq!(displayed.parse::<Number>().unwrap(), float.into());
            }
        }
    }
}
