//! Values of mixed kind, as they stand in property maps.

use std::fmt;

use apograph::DeepCopy;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A value of a property: what a `Map<String, Object>` holds on the JVM.
///
/// Written as the bare value in a human-readable format, as an enum in any other. The kinds of
/// numbers stay apart: 21 and 21.0 are not equal. Reading picks the kind from the token, without
/// the buffering of serde's `untagged`, as code that cares for speed does.
///
/// ```
/// use apograph_workloads::Property;
///
/// let list: Vec<Property> = serde_json::from_str(r#"[true, 21, 21.0, "auto", null]"#)?;
/// assert_eq!(list[1], Property::Integer(21));
/// assert_eq!(list[2], Property::Float(21.0));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, DeepCopy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub enum Property {
    /// Known, but without a value.
    #[default]
    Null,
    /// A switch.
    Bool(bool),
    /// A count, a code, a setting.
    Integer(i64),
    /// A measured value; finite, since JSON has no other.
    Float(f64),
    /// A name, a mode, a version.
    Text(String),
}

/// How properties are written and read: as the bare value, by the kind of the token.
macro_rules! bare_values {
    ($property:ty, $read:ident $(, $read_into:ident)?) => {
        $crate::property::bare_values!(read ['de] $property, $read $(, $read_into)?);

        impl apograph::encode::Encode for $property {
            const SHAPE: &'static apograph::shape::Shape = apograph::shape::dynamic();
            const NULLABLE: bool = true;

            #[inline]
            fn encode<E: apograph::encode::Encoder>(
                &self,
                encoder: &mut E,
                place: apograph::encode::Place<'_>,
            ) -> Result<(), E::Error> {
                match self {
                    Self::Null => encoder.null(place),
                    Self::Bool(value) => encoder.bool(place, *value),
                    Self::Integer(value) => encoder.i64(place, *value),
                    Self::Float(value) => encoder.f64(place, *value),
                    Self::Text(value) => encoder.str(place, value),
                }
            }

            #[inline]
            fn is_null(&self) -> bool {
                matches!(self, Self::Null)
            }
        }
    };
    (read [$($generics:tt)*] $property:ty, $read:ident $(, $read_into:ident)?) => {
        impl<$($generics)*> apograph::decode::Decode<'de> for $property {
            const SHAPE: &'static apograph::shape::Shape = apograph::shape::dynamic();
            const NULLABLE: bool = true;

            #[inline]
            fn decode<D: apograph::decode::Decoder<'de>>(
                decoder: &mut D,
            ) -> Result<Self, apograph::decode::Fail> {
                decoder.any()
            }

            #[inline]
            fn decode_into<D: apograph::decode::Decoder<'de>>(
                &mut self,
                decoder: &mut D,
            ) -> Result<(), apograph::decode::Fail> {
                decoder.any_into(self)
            }
        }

        impl<$($generics)*> apograph::decode::Dynamic<'de> for $property {
            #[inline]
            fn null() -> Self {
                Self::Null
            }

            #[inline]
            fn bool(value: bool) -> Self {
                Self::Bool(value)
            }

            #[inline]
            fn number<D: apograph::decode::Decoder<'de>>(
                decoder: &mut D,
                value: apograph::Number,
            ) -> Result<Self, apograph::decode::Fail> {
                if let Some(integer) = value.as_i64() {
                    return Ok(Self::Integer(integer));
                }
                match value.as_f64().filter(|_| value.is_float()) {
                    Some(float) => Ok(Self::Float(float)),
                    None => Err(decoder.fail(&"expected an integer of at most 63 bits and a sign")),
                }
            }

            #[inline]
            fn string<D: apograph::decode::Decoder<'de>>(
                decoder: &mut D,
            ) -> Result<Self, apograph::decode::Fail> {
                decoder.$read().map(Self::Text)
            }

            $(
                #[inline]
                fn string_into<D: apograph::decode::Decoder<'de>>(
                    &mut self,
                    decoder: &mut D,
                ) -> Result<(), apograph::decode::Fail> {
                    if let Self::Text(text) = self {
                        return decoder.$read_into(text);
                    }
                    *self = Self::string(decoder)?;
                    Ok(())
                }
            )?

            fn sequence<D: apograph::decode::Decoder<'de>>(
                decoder: &mut D,
            ) -> Result<Self, apograph::decode::Fail> {
                Err(decoder.fail(&$crate::property::EXPECTED))
            }

            fn map<D: apograph::decode::Decoder<'de>>(
                decoder: &mut D,
            ) -> Result<Self, apograph::decode::Fail> {
                Err(decoder.fail(&$crate::property::EXPECTED))
            }

            fn bytes<D: apograph::decode::Decoder<'de>>(
                decoder: &mut D,
                _: std::borrow::Cow<'de, [u8]>,
            ) -> Result<Self, apograph::decode::Fail> {
                Err(decoder.fail(&$crate::property::EXPECTED))
            }
        }
    };
}

pub(crate) use bare_values;

/// What a property may be.
pub(crate) const EXPECTED: &str = "expected a boolean, a number, a text or null";

bare_values!(Property, string, string_into);

/// The form in formats that are not for reading.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Property")]
enum Tagged {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
}

impl Serialize for Property {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Tagged::serialize(self, serializer);
        }
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Text(value) => serializer.serialize_str(value),
        }
    }
}

impl<'de> Deserialize<'de> for Property {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(ValueVisitor)
        } else {
            Tagged::deserialize(deserializer)
        }
    }
}

struct ValueVisitor;

impl de::Visitor<'_> for ValueVisitor {
    type Value = Property;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a boolean, a number, a text or null")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Property, E> {
        Ok(Property::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Property, E> {
        Ok(Property::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Property, E> {
        Ok(Property::Integer(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Property, E> {
        i64::try_from(value)
            .map(Property::Integer)
            .map_err(|_| E::custom("expected an integer of at most 63 bits and a sign"))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Property, E> {
        Ok(Property::Float(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Property, E> {
        Ok(Property::Text(value.to_owned()))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Property, E> {
        Ok(Property::Text(value))
    }
}
