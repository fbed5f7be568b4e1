//! The state of a device whose texts are lent by the input that it was read from, except for those
//! with escapes.
//!
//! The properties stand in a [`Map`] for all readers alike: what differs between them is the
//! reading. Its short keys need no memory of their own, so nothing is gained by lending them.

#![expect(missing_docs, reason = "the fields are those of the plain types")]

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use apograph::decode::{Decoder, Fail};
use apograph::shape::{Field, Shape};
use apograph::{Decode, Map, Text};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use super::DeviceStatus;
use crate::property::{EXPECTED, bare_values};
use crate::same::{Same, same_fields};
use crate::{FixedState, Severity, Timestamp};

/// The state of a device.
#[derive(Clone, Decode, Debug, Default, PartialEq, serde::Deserialize)]
pub struct DeviceState<'a> {
    #[serde(borrow)]
    pub device_id: Cow<'a, str>,
    #[serde(borrow)]
    pub serial_number: Cow<'a, str>,
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(borrow)]
    pub model: Cow<'a, str>,
    #[serde(borrow)]
    pub firmware: Cow<'a, str>,
    pub status: DeviceStatus,
    pub online: bool,
    pub battery_percent: Option<u8>,
    pub signal_dbm: i32,
    pub temperature: f64,
    pub humidity: Option<f64>,
    pub voltage: f32,
    pub uptime_seconds: u64,
    pub message_count: i64,
    pub error_code: Option<i32>,
    pub tenant_id: i64,
    pub created_at: Timestamp,
    pub last_seen: Timestamp,
    #[serde(borrow)]
    pub location: Location<'a>,
    #[serde(borrow)]
    pub tags: Vec<Tag<'a>>,
    #[serde(borrow)]
    pub properties: Properties<'a>,
    #[serde(borrow)]
    pub alarms: Vec<Alarm<'a>>,
}

/// Where a device stands.
#[derive(Clone, Decode, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Location<'a> {
    pub latitude: f64,
    pub longitude: f64,
    pub altitude: Option<f32>,
    #[serde(borrow)]
    pub address: Cow<'a, str>,
    #[serde(borrow)]
    pub region: Region<'a>,
}

/// A region of the platform.
#[derive(Clone, Decode, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Region<'a> {
    pub id: i32,
    #[serde(borrow)]
    pub code: Cow<'a, str>,
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(borrow)]
    pub country: Cow<'a, str>,
    #[serde(borrow)]
    pub time_zone: Cow<'a, str>,
}

/// Something that is wrong with a device.
#[derive(Clone, Decode, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Alarm<'a> {
    pub id: i64,
    #[serde(borrow)]
    pub code: Cow<'a, str>,
    pub severity: Severity,
    #[serde(borrow)]
    pub message: Cow<'a, str>,
    pub raised_at: Timestamp,
    pub acknowledged: bool,
    pub cleared_at: Option<Timestamp>,
    pub value: Option<f64>,
}

/// A value of a property.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Property<'a> {
    #[default]
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(Cow<'a, str>),
}

bare_values!(read ['de: 'a, 'a] Property<'a>, cow);

impl Same<crate::Property> for Property<'_> {
    fn same(&self) -> crate::Property {
        match self {
            Self::Null => crate::Property::Null,
            Self::Bool(value) => crate::Property::Bool(*value),
            Self::Integer(value) => crate::Property::Integer(*value),
            Self::Float(value) => crate::Property::Float(*value),
            Self::Text(value) => crate::Property::Text(value.same()),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Property<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PropertyVisitor)
    }
}

struct PropertyVisitor;

impl<'de> Visitor<'de> for PropertyVisitor {
    type Value = Property<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED.trim_start_matches("expected "))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Property<'de>, E> {
        Ok(Property::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Property<'de>, E> {
        Ok(Property::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Property<'de>, E> {
        Ok(Property::Integer(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Property<'de>, E> {
        i64::try_from(value)
            .map(Property::Integer)
            .map_err(|_| E::custom("expected an integer of at most 63 bits and a sign"))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Property<'de>, E> {
        Ok(Property::Float(value))
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Property<'de>, E> {
        Ok(Property::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Property<'de>, E> {
        Ok(Property::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Property<'de>, E> {
        Ok(Property::Text(Cow::Owned(value)))
    }
}

/// The properties by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties<'a>(pub Map<Property<'a>>);

impl<'de: 'a, 'a> Decode<'de> for Properties<'a> {
    const SHAPE: &'static Shape = <Map<Property<'a>> as Decode<'de>>::SHAPE;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        Map::decode(decoder).map(Self)
    }

    #[inline]
    fn decode_field<D: Decoder<'de>>(decoder: &mut D, field: &'static Field) -> Result<Self, Fail> {
        Map::decode_field(decoder, field).map(Self)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Properties<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PropertiesVisitor)
    }
}

struct PropertiesVisitor;

impl<'de> Visitor<'de> for PropertiesVisitor {
    type Value = Properties<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Properties<'de>, A::Error> {
        let mut map = Map::new();
        while let Some((Tag(key), value)) = entries.next_entry()? {
            map.insert(Text::from(key), value);
        }
        Ok(Properties(map))
    }
}

impl Same<HashMap<String, crate::Property, FixedState>> for Properties<'_> {
    fn same(&self) -> HashMap<String, crate::Property, FixedState> {
        self.0.same()
    }
}

/// A label. A type of its own, since serde lends the texts of a list only when told so for each.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Tag<'a>(#[serde(borrow)] pub Cow<'a, str>);

impl<'de: 'a, 'a> Decode<'de> for Tag<'a> {
    const SHAPE: &'static Shape = <Cow<'a, str> as Decode<'de>>::SHAPE;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.cow().map(Self)
    }
}

impl Same<String> for Tag<'_> {
    fn same(&self) -> String {
        self.0.same()
    }
}

same_fields! {
    DeviceState<'_> => super::DeviceState {
        device_id, serial_number, name, model, firmware, status, online, battery_percent,
        signal_dbm, temperature, humidity, voltage, uptime_seconds, message_count, error_code,
        tenant_id, created_at, last_seen, location, tags, properties, alarms,
    }
    Location<'_> => super::Location {
        latitude, longitude, altitude, address, region,
    }
    Region<'_> => super::Region {
        id, code, name, country, time_zone,
    }
    Alarm<'_> => super::Alarm {
        id, code, severity, message, raised_at, acknowledged, cleared_at, value,
    }
}
