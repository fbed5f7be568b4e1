//! The state of a device in apograph's own types: [`Text`] for all texts, and [`Map`] for the
//! properties, which then keep the order in which they were sent.

#![expect(missing_docs, reason = "the fields are those of the plain types")]

use apograph::{Decode, Encode, Map, Text};

use super::DeviceStatus;
use crate::property::bare_values;
use crate::same::{Same, same_fields};
use crate::{Severity, Timestamp};

/// The state of a device.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct DeviceState {
    pub device_id: Text,
    pub serial_number: Text,
    pub name: Text,
    pub model: Text,
    pub firmware: Text,
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
    pub location: Location,
    pub tags: Vec<Text>,
    pub properties: Map<Property>,
    pub alarms: Vec<Alarm>,
}

/// Where a device stands.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct Location {
    pub latitude: f64,
    pub longitude: f64,
    pub altitude: Option<f32>,
    pub address: Text,
    pub region: Region,
}

/// A region of the platform.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct Region {
    pub id: i32,
    pub code: Text,
    pub name: Text,
    pub country: Text,
    pub time_zone: Text,
}

/// Something that is wrong with a device.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct Alarm {
    pub id: i64,
    pub code: Text,
    pub severity: Severity,
    pub message: Text,
    pub raised_at: Timestamp,
    pub acknowledged: bool,
    pub cleared_at: Option<Timestamp>,
    pub value: Option<f64>,
}

/// A value of a property.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Property {
    #[default]
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(Text),
}

bare_values!(Property, text, text_into);

impl Same<crate::Property> for Property {
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

impl Same<Property> for crate::Property {
    fn same(&self) -> Property {
        match self {
            Self::Null => Property::Null,
            Self::Bool(value) => Property::Bool(*value),
            Self::Integer(value) => Property::Integer(*value),
            Self::Float(value) => Property::Float(*value),
            Self::Text(value) => Property::Text(value.same()),
        }
    }
}

same_fields! {
    DeviceState, super::DeviceState {
        device_id, serial_number, name, model, firmware, status, online, battery_percent,
        signal_dbm, temperature, humidity, voltage, uptime_seconds, message_count, error_code,
        tenant_id, created_at, last_seen, location, tags, properties, alarms,
    }
    Location, super::Location {
        latitude, longitude, altitude, address, region,
    }
    Region, super::Region {
        id, code, name, country, time_zone,
    }
    Alarm, super::Alarm {
        id, code, severity, message, raised_at, acknowledged, cleared_at, value,
    }
}
