//! Serializers of `device-state`: mirror types for the record and its properties, serializers from
//! outside for the rest.

use std::collections::HashMap;

use apograph_workloads::{Severity, Timestamp, device_state};
use fory::{Error, Fory, ForyEnum, ForyStruct, ForyUnion, UnknownCase};

use super::shared::Moment;
use crate::view::Projection;

pub(super) fn register(fory: &mut Fory) -> Result<(), Error> {
    fory.register::<Moment>(100)?;
    fory.register::<SeveritySerializer>(101)?;
    fory.register::<Status>(102)?;
    fory.register::<Region>(103)?;
    fory.register::<Location>(104)?;
    fory.register::<Alarm>(105)?;
    fory.register_union::<Property>(106)?;
    fory.register::<DeviceState>(107)
}

/// The mirror types and back.
pub(super) const PROJECTION: Projection<device_state::DeviceState, DeviceState> = Projection {
    project: |state| Ok(DeviceState::from(state)),
    restore: |state| device_state::DeviceState::try_from(state),
};

/// Mirror of [`device_state::DeviceState`].
#[derive(Clone, ForyStruct)]
pub(super) struct DeviceState {
    device_id: String,
    serial_number: String,
    name: String,
    model: String,
    firmware: String,
    #[fory(with = Status)]
    status: device_state::DeviceStatus,
    online: bool,
    battery_percent: Option<u8>,
    signal_dbm: i32,
    temperature: f64,
    humidity: Option<f64>,
    voltage: f32,
    uptime_seconds: u64,
    message_count: i64,
    error_code: Option<i32>,
    tenant_id: i64,
    #[fory(with = Moment)]
    created_at: Timestamp,
    #[fory(with = Moment)]
    last_seen: Timestamp,
    #[fory(with = Location)]
    location: device_state::Location,
    tags: Vec<String>,
    properties: HashMap<String, Property>,
    #[fory(with = Vec<Alarm>)]
    alarms: Vec<device_state::Alarm>,
}

/// Mirror of [`apograph_workloads::Property`].
#[derive(Clone, ForyUnion)]
pub(super) enum Property {
    #[fory(default)]
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    /// The case that Fory demands for what a newer writer may send.
    #[fory(unknown)]
    Unknown(UnknownCase),
}

impl From<&device_state::DeviceState> for DeviceState {
    fn from(state: &device_state::DeviceState) -> Self {
        let device_state::DeviceState {
            device_id,
            serial_number,
            name,
            model,
            firmware,
            status,
            online,
            battery_percent,
            signal_dbm,
            temperature,
            humidity,
            voltage,
            uptime_seconds,
            message_count,
            error_code,
            tenant_id,
            created_at,
            last_seen,
            location,
            tags,
            properties,
            alarms,
        } = state.clone();
        Self {
            device_id,
            serial_number,
            name,
            model,
            firmware,
            status,
            online,
            battery_percent,
            signal_dbm,
            temperature,
            humidity,
            voltage,
            uptime_seconds,
            message_count,
            error_code,
            tenant_id,
            created_at,
            last_seen,
            location,
            tags,
            properties: properties.into_iter().map(|(name, value)| (name, value.into())).collect(),
            alarms,
        }
    }
}

impl TryFrom<&DeviceState> for device_state::DeviceState {
    type Error = String;

    fn try_from(state: &DeviceState) -> Result<Self, String> {
        let DeviceState {
            device_id,
            serial_number,
            name,
            model,
            firmware,
            status,
            online,
            battery_percent,
            signal_dbm,
            temperature,
            humidity,
            voltage,
            uptime_seconds,
            message_count,
            error_code,
            tenant_id,
            created_at,
            last_seen,
            location,
            tags,
            properties,
            alarms,
        } = state.clone();
        let properties = properties
            .into_iter()
            .map(|(name, value)| Ok((name, value.try_into()?)))
            .collect::<Result<_, String>>()?;
        Ok(Self {
            device_id,
            serial_number,
            name,
            model,
            firmware,
            status,
            online,
            battery_percent,
            signal_dbm,
            temperature,
            humidity,
            voltage,
            uptime_seconds,
            message_count,
            error_code,
            tenant_id,
            created_at,
            last_seen,
            location,
            tags,
            properties,
            alarms,
        })
    }
}

impl From<apograph_workloads::Property> for Property {
    fn from(property: apograph_workloads::Property) -> Self {
        match property {
            apograph_workloads::Property::Null => Self::Null,
            apograph_workloads::Property::Bool(value) => Self::Bool(value),
            apograph_workloads::Property::Integer(value) => Self::Integer(value),
            apograph_workloads::Property::Float(value) => Self::Float(value),
            apograph_workloads::Property::Text(value) => Self::Text(value),
        }
    }
}

impl TryFrom<Property> for apograph_workloads::Property {
    type Error = String;

    fn try_from(property: Property) -> Result<Self, String> {
        Ok(match property {
            Property::Null => Self::Null,
            Property::Bool(value) => Self::Bool(value),
            Property::Integer(value) => Self::Integer(value),
            Property::Float(value) => Self::Float(value),
            Property::Text(value) => Self::Text(value),
            Property::Unknown(_) => return Err("a property came back as an unknown case".into()),
        })
    }
}

#[derive(ForyEnum)]
#[fory(target = device_state::DeviceStatus)]
enum Status {
    #[fory(default)]
    Provisioned,
    Active,
    Idle,
    Sleeping,
    Updating,
    Maintenance,
    Faulted,
    Retired,
}

#[derive(ForyEnum)]
#[fory(target = Severity)]
enum SeveritySerializer {
    #[fory(default)]
    Info,
    Warning,
    Minor,
    Major,
    Critical,
}

#[derive(ForyStruct)]
#[fory(target = device_state::Location)]
struct Location {
    latitude: f64,
    longitude: f64,
    altitude: Option<f32>,
    address: String,
    #[fory(with = Region)]
    region: device_state::Region,
}

#[derive(ForyStruct)]
#[fory(target = device_state::Region)]
struct Region {
    id: i32,
    code: String,
    name: String,
    country: String,
    time_zone: String,
}

#[derive(ForyStruct)]
#[fory(target = device_state::Alarm)]
struct Alarm {
    id: i64,
    code: String,
    #[fory(with = SeveritySerializer)]
    severity: Severity,
    message: String,
    #[fory(with = Moment)]
    raised_at: Timestamp,
    acknowledged: bool,
    #[fory(with = Option<Moment>)]
    cleared_at: Option<Timestamp>,
    value: Option<f64>,
}
