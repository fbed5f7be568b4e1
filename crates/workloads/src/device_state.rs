//! The state of a device, as a fleet service keeps it in memory and hands it on.
//!
//! It stands for what an IoT platform or a station manager holds per device and copies or encodes
//! each time something changes: for the database, for the push channel, for the statistics job.
//! The record has exactly 22 fields and three levels (device, location, region); the properties
//! are a `HashMap` of 15 to 30 mixed values whose keys come from a vocabulary of tens, as property
//! names do. Compact JSON has about 2 kB in the median.

pub mod borrowed;
mod generate;
pub mod text;

use apograph::{Decode, DeepCopy, Encode};
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

pub use self::generate::corpus;
pub(crate) use self::generate::{alarm_text, device_name, severity};
use crate::{FixedState, Property, Severity, Timestamp};

/// The state of a device.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct DeviceState {
    /// Identifier in the platform.
    pub device_id: String,
    /// What stands on the type plate.
    pub serial_number: String,
    /// The name its owner gave it.
    pub name: String,
    /// Model designation.
    pub model: String,
    /// Version of the software it runs.
    pub firmware: String,
    /// What it is doing.
    pub status: DeviceStatus,
    /// Whether it is connected.
    pub online: bool,
    /// Charge of the battery, if it has one.
    pub battery_percent: Option<u8>,
    /// Strength of the radio signal in dBm.
    pub signal_dbm: i32,
    /// Temperature in degrees Celsius.
    pub temperature: f64,
    /// Relative humidity in percent, if it has such a sensor.
    pub humidity: Option<f64>,
    /// Supply voltage in volts.
    pub voltage: f32,
    /// Seconds since it started.
    pub uptime_seconds: u64,
    /// Messages sent since it was made.
    pub message_count: i64,
    /// The last error, if any.
    pub error_code: Option<i32>,
    /// The customer it belongs to.
    pub tenant_id: i64,
    /// When it was registered.
    pub created_at: Timestamp,
    /// When it last sent something.
    pub last_seen: Timestamp,
    /// Where it stands.
    pub location: Location,
    /// Labels for search.
    pub tags: Vec<String>,
    /// Settings and measured values by name.
    pub properties: HashMap<String, Property, FixedState>,
    /// What is wrong with it, newest first.
    pub alarms: Vec<Alarm>,
}

/// What a device is doing.
#[derive(
    Clone,
    Copy,
    DeepCopy,
    Encode,
    Decode,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub enum DeviceStatus {
    /// Registered, never seen.
    #[default]
    Provisioned,
    /// At work.
    Active,
    /// Waiting for work.
    Idle,
    /// In saving mode.
    Sleeping,
    /// Loading new software.
    Updating,
    /// Taken out by its operator.
    Maintenance,
    /// Broken.
    Faulted,
    /// Out of use.
    Retired,
}

/// Where a device stands.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Location {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Metres above the sea, if known.
    pub altitude: Option<f32>,
    /// Postal address.
    pub address: String,
    /// The region it is served from.
    pub region: Region,
}

/// A region of the platform.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Region {
    /// Identifier.
    pub id: i32,
    /// Short code.
    pub code: String,
    /// Name for people.
    pub name: String,
    /// ISO 3166 code of the country.
    pub country: String,
    /// IANA time zone.
    pub time_zone: String,
}

/// Something that is wrong with a device.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Alarm {
    /// Identifier, unique in the platform.
    pub id: i64,
    /// Kind of alarm.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// Text for people.
    pub message: String,
    /// When it came.
    pub raised_at: Timestamp,
    /// Whether someone has seen it.
    pub acknowledged: bool,
    /// When it went, if it has.
    pub cleared_at: Option<Timestamp>,
    /// The measured value that set it off, if one did.
    pub value: Option<f64>,
}
