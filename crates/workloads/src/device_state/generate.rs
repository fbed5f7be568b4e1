//! Device states as a platform with many customers has them.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{Alarm, DeviceState, DeviceStatus, Location, Region};
use crate::random::Random;
use crate::vocabulary::devices::{
    ALARMS, DEVICE_NAMES, FIRMWARE_SUFFIXES, Kind, MODELS, Model, PROPERTIES, TAGS,
};
use crate::vocabulary::places::{self, City, REGIONS};
use crate::{FixedState, Property, Severity, Timestamp};

const STREAM: u64 = 1;

/// Distinct device states, the same ones for the same seed; a shorter corpus is the beginning of
/// a longer one.
///
/// ```
/// use apograph_workloads::device_state::corpus;
///
/// let states = corpus(apograph_workloads::DEFAULT_SEED, 16);
/// assert_eq!(states.len(), 16);
/// assert!((15..=30).contains(&states[0].properties.len()));
/// ```
pub fn corpus(seed: u64, objects: usize) -> Vec<DeviceState> {
    let mut random = Random::new(seed, STREAM);
    (0..objects).map(|_| device_state(&mut random)).collect()
}

const STATUSES: &[(DeviceStatus, u32); 8] = &[
    (DeviceStatus::Active, 60),
    (DeviceStatus::Idle, 15),
    (DeviceStatus::Sleeping, 8),
    (DeviceStatus::Updating, 3),
    (DeviceStatus::Maintenance, 4),
    (DeviceStatus::Faulted, 4),
    (DeviceStatus::Retired, 2),
    (DeviceStatus::Provisioned, 4),
];

fn device_state(random: &mut Random) -> DeviceState {
    let model = random.pick_first(MODELS);
    let status = random.pick_weighted(STATUSES);
    let city = places::city_of(random);
    let online = match status {
        DeviceStatus::Provisioned | DeviceStatus::Retired => false,
        DeviceStatus::Faulted => random.per_mille(400),
        _ => random.per_mille(940),
    };
    let created_at = random.day_long_ago();
    let last_seen = if online { random.moment() } else { random.day_long_ago() };
    DeviceState {
        device_id: device_id(random),
        serial_number: serial_number(random, model),
        name: device_name(random),
        model: model.name.to_owned(),
        firmware: firmware(random),
        status,
        online,
        battery_percent: if model.battery {
            random.maybe(960, |random| 100 - random.few(0..=100) as u8)
        } else {
            None
        },
        signal_dbm: random.between(-118..=-31),
        temperature: random.measured(-2_500..=6_500, 2),
        humidity: if model.humidity {
            random.maybe(970, |random| random.measured(80..=1_000, 1))
        } else {
            None
        },
        voltage: voltage(random, model),
        uptime_seconds: random.magnitude(8).unsigned_abs(),
        message_count: random.magnitude(10),
        error_code: random.maybe(150, |random| {
            let code = random.magnitude(5) as i32;
            if random.per_mille(300) { -code } else { code }
        }),
        tenant_id: random.magnitude(6),
        created_at,
        // A clock that is wrong is common; a device seen before it was registered is not.
        last_seen: last_seen.max(created_at),
        location: location(random, city),
        tags: tags(random),
        properties: properties(random),
        alarms: alarms(random, created_at),
    }
}

/// Half of the platforms take UUIDs, the others something shorter.
fn device_id(random: &mut Random) -> String {
    let mut id = String::with_capacity(36);
    match random.weighted(&[50, 30, 20]) {
        0 => {
            random.push_hex(&mut id, 8);
            id.push('-');
            random.push_hex(&mut id, 4);
            id.push_str("-4");
            random.push_hex(&mut id, 3);
            id.push('-');
            id.push(*random.pick(&['8', '9', 'a', 'b']));
            random.push_hex(&mut id, 3);
            id.push('-');
            random.push_hex(&mut id, 12);
        }
        1 => {
            id.push_str("dev-");
            random.push_hex(&mut id, 12);
        }
        _ => random.push_digits(&mut id, 15),
    }
    id
}

pub(crate) fn serial_number(random: &mut Random, model: &Model) -> String {
    let mut serial =
        String::with_capacity(model.serial_prefix.len() + model.serial_digits as usize);
    serial.push_str(model.serial_prefix);
    random.push_digits(&mut serial, model.serial_digits);
    serial
}

pub(crate) fn device_name(random: &mut Random) -> String {
    let base = random.pick_first(DEVICE_NAMES);
    let mut name = String::with_capacity(base.len() + 4);
    name.push_str(base);
    if random.per_mille(600) {
        let number = random.magnitude(3);
        // Writing to a string does not fail.
        let _ = write!(name, " {number}");
    }
    name
}

fn firmware(random: &mut Random) -> String {
    let mut version = version(random);
    if random.per_mille(250) {
        version.push_str(random.word(FIRMWARE_SUFFIXES));
    }
    version
}

fn version(random: &mut Random) -> String {
    let (major, minor, patch) = (random.few(0..=12), random.few(0..=40), random.magnitude(3));
    let mut version = String::with_capacity(9);
    let _ = write!(version, "{major}.{minor}.{patch}");
    version
}

fn voltage(random: &mut Random, model: &Model) -> f32 {
    let (millivolts, scale) = if model.battery {
        (random.between(2_600..=4_200), 1_000.0)
    } else {
        (random.between(2_070..=2_530), 10.0)
    };
    millivolts as f32 / scale
}

fn location(random: &mut Random, city: &City) -> Location {
    let (latitude, longitude) = places::around(random, city);
    let region = &REGIONS[city.region];
    Location {
        latitude,
        longitude,
        altitude: random.maybe(650, |random| random.between(-300..=20_000) as f32 / 10.0),
        address: places::address_line(random, city),
        region: Region {
            id: region.id,
            code: region.code.to_owned(),
            name: region.name.to_owned(),
            country: city.country.to_owned(),
            time_zone: region.time_zone.to_owned(),
        },
    }
}

fn tags(random: &mut Random) -> Vec<String> {
    let count = random.few(0..=8);
    (0..count).map(|_| random.common_word(TAGS).to_owned()).collect()
}

fn properties(random: &mut Random) -> HashMap<String, Property, FixedState> {
    let count = random.between(15..=30);
    let mut places: [u8; PROPERTIES.len()] = std::array::from_fn(|place| place as u8);
    let mut properties = HashMap::with_capacity_and_hasher(count, FixedState::default());
    for drawn in 0..count {
        places.swap(drawn, random.between(drawn..=PROPERTIES.len() - 1));
        let (name, kind) = &PROPERTIES[usize::from(places[drawn])];
        properties.insert((*name).to_owned(), property(random, kind));
    }
    properties
}

fn property(random: &mut Random, kind: &Kind) -> Property {
    if random.per_mille(25) {
        return Property::Null;
    }
    match *kind {
        Kind::Switch => Property::Bool(random.per_mille(500)),
        Kind::Setting(low, high) => Property::Integer(random.between(low..=high)),
        Kind::Count(digits) => Property::Integer(match random.per_mille(80) {
            true => 0,
            false => random.magnitude(digits),
        }),
        Kind::Measured(low, high, decimals) => {
            Property::Float(random.measured(low..=high, decimals))
        }
        Kind::Mode(modes) => Property::Text(random.common_word(modes).to_owned()),
        Kind::Version => Property::Text(version(random)),
        Kind::Hex(digits) => {
            let mut text = String::with_capacity(digits as usize);
            random.push_hex(&mut text, digits);
            Property::Text(text)
        }
        Kind::Moment => Property::Integer(random.day_long_ago().0),
    }
}

const SEVERITIES: &[(Severity, u32); 5] = &[
    (Severity::Info, 20),
    (Severity::Warning, 40),
    (Severity::Minor, 20),
    (Severity::Major, 14),
    (Severity::Critical, 6),
];

pub(crate) fn severity(random: &mut Random) -> Severity {
    random.pick_weighted(SEVERITIES)
}

/// Code and message of an alarm.
pub(crate) fn alarm_text(random: &mut Random) -> (String, String) {
    let (code, message) = random.pick_first(ALARMS);
    let message = match message.split_once("{}") {
        Some((before, after)) => format!("{before}{}{after}", random.magnitude(4)),
        None => (*message).to_owned(),
    };
    ((*code).to_owned(), message)
}

/// Most devices have none.
fn alarms(random: &mut Random, since: Timestamp) -> Vec<Alarm> {
    let count = random.weighted(&[48, 22, 13, 8, 5, 4]);
    let mut alarms: Vec<Alarm> = (0..count).map(|_| alarm(random, since)).collect();
    alarms.sort_by_key(|alarm| std::cmp::Reverse(alarm.raised_at));
    alarms
}

fn alarm(random: &mut Random, since: Timestamp) -> Alarm {
    let (code, message) = alarm_text(random);
    let raised_at = random.moment().max(since);
    let digits = if random.per_mille(700) { random.between(4..=9) } else { 18 };
    Alarm {
        id: random.digits(digits),
        code,
        severity: severity(random),
        message,
        raised_at,
        acknowledged: random.per_mille(450),
        cleared_at: random.maybe(350, |random| random.after(raised_at)),
        value: random.maybe(500, |random| random.measured(-50_000..=150_000, 3)),
    }
}
