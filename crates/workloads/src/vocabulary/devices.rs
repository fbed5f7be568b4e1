//! Models, properties and alarms of devices.

/// A model, with what its serial numbers begin with and how many digits follow.
pub(crate) struct Model {
    pub(crate) name: &'static str,
    pub(crate) vendor: &'static str,
    pub(crate) serial_prefix: &'static str,
    pub(crate) serial_digits: u32,
    /// Whether it runs on a battery.
    pub(crate) battery: bool,
    /// Whether it measures humidity.
    pub(crate) humidity: bool,
}

/// Common ones first.
pub(crate) const MODELS: &[Model] = &[
    model("TH-200", "Sensora", "TH2", 8, true, true),
    model("GW-1000", "Nordlink", "GW", 10, false, false),
    model("Climate Station Pro", "Aeris", "CSP-", 7, false, true),
    model("EM340", "Voltaic", "EM340.", 6, false, false),
    model("Pump Controller 4", "Hydrodyne", "PC4-", 9, false, false),
    model("VD-12 \"Slim\"", "Sensora", "VD12", 8, true, false),
    model("Charger AC22", "Voltaic", "AC22", 12, false, false),
    model("LoRa Tag", "Nordlink", "", 16, true, false),
    model("Kälteregler KR-7", "Frostwerk", "KR7/", 5, false, true),
    model("X1", "Aeris", "X", 4, true, true),
    model(
        "Industrial Edge Computer IEC-9000 Rev. B",
        "Blackbox Systems",
        "IEC9K-B-",
        12,
        false,
        false,
    ),
    model("スマートメーター", "Denki", "SM", 11, false, false),
];

const fn model(
    name: &'static str,
    vendor: &'static str,
    serial_prefix: &'static str,
    serial_digits: u32,
    battery: bool,
    humidity: bool,
) -> Model {
    Model { name, vendor, serial_prefix, serial_digits, battery, humidity }
}

/// What devices are called, before the number.
pub(crate) const DEVICE_NAMES: &[&str] = &[
    "Boiler room",
    "Cold store",
    "Gate",
    "Lobby",
    "Line 3 press",
    "Server room",
    "Roof unit",
    "Lab",
    "Kühlraum Süd",
    "Parking level -1",
    "Warehouse A",
    "Meeting room Turing",
    "Werkstatt",
    "冷蔵庫",
    "Greenhouse East",
    "Pump",
    "Loading dock \"North\"",
    "Étage 2",
    "My sensor 🌡️",
    "Stromzähler",
    "Please do not unplug - belongs to facility management (ext. 4417)",
    "test",
];

pub(crate) const FIRMWARE_SUFFIXES: &[&str] =
    &["-rc1", "-hotfix2", "+build.20260714", "-beta", "-lts", "+g3f9c2e1"];

/// Common ones first.
pub(crate) const TAGS: &[&str] = &[
    "production",
    "indoor",
    "critical",
    "outdoor",
    "leased",
    "hvac",
    "floor-2",
    "energy",
    "beta",
    "site:ham-04",
    "customer/gold",
    "müll",
    "do-not-update",
    "x",
    "replacement-scheduled-2026-q4",
];

/// How the value of a property is made.
pub(crate) enum Kind {
    Switch,
    /// An integer of the range.
    Setting(i64, i64),
    /// An integer of one to so many digits.
    Count(u32),
    /// An integer of the range, divided by ten to the power of the last number.
    Measured(i64, i64, u32),
    /// One of the texts.
    Mode(&'static [&'static str]),
    Version,
    /// A text of so many hexadecimal digits.
    Hex(u32),
    Moment,
}

const SPEEDS: &[&str] = &["auto", "low", "medium", "high", "turbo"];
const CHANNELS: &[&str] = &["stable", "beta", "lts", "canary"];
const NETWORKS: &[&str] = &["wifi", "ethernet", "lte-m", "lorawan", "nb-iot"];
const OPERATORS: &[&str] = &["Telekom", "vodafone UK", "Orange", "中国移动", "Swisscom", "AT&T"];
const LOCALES: &[&str] = &["de-DE", "en-GB", "en-US", "fr-FR", "zh-Hans-CN", "ja-JP", "pt-BR"];
const URLS: &[&str] = &[
    "mqtts://broker.example.com:8883",
    "https://ingest.eu.example.com/v2/telemetry?compress=zstd",
    "coaps://[2001:db8::17]/up",
];
const REASONS: &[&str] = &["power-on", "watchdog", "user", "firmware update", "brown-out", ""];
const NOTES: &[&str] = &[
    "filter changed by H. Vogel",
    "door sticks, push firmly",
    "see ticket #48213 \"intermittent\"",
    "C:\\config\\site.ini",
    "Sensor hinter der Verkleidung, Schlüssel beim Pförtner",
    "ok",
];

/// The names of properties, each with its kind of value. Teams do not agree on one style.
pub(crate) const PROPERTIES: &[(&str, Kind)] = &[
    ("firmware.channel", Kind::Mode(CHANNELS)),
    ("fanSpeed", Kind::Mode(SPEEDS)),
    ("setpoint", Kind::Measured(50, 300, 1)),
    ("setpoint.min", Kind::Measured(-200, 100, 1)),
    ("setpoint.max", Kind::Measured(150, 450, 1)),
    ("co2_ppm", Kind::Setting(380, 2_400)),
    ("co2_alarm", Kind::Switch),
    ("pressure_hpa", Kind::Measured(96_000, 104_500, 2)),
    ("lux", Kind::Count(5)),
    ("power.active_w", Kind::Measured(-50_000, 2_200_000, 2)),
    ("power.reactive_var", Kind::Measured(-90_000, 90_000, 2)),
    ("energy.total_wh", Kind::Count(12)),
    ("energy.returned_wh", Kind::Count(9)),
    ("frequency", Kind::Measured(49_800, 50_200, 3)),
    ("phaseCount", Kind::Setting(1, 3)),
    ("network.type", Kind::Mode(NETWORKS)),
    ("network.operator", Kind::Mode(OPERATORS)),
    ("network.roaming", Kind::Switch),
    ("network.rx_bytes", Kind::Count(13)),
    ("network.tx_bytes", Kind::Count(13)),
    ("network.mac", Kind::Hex(12)),
    ("reportInterval", Kind::Setting(5, 86_400)),
    ("sampleRateHz", Kind::Measured(1, 100_000, 2)),
    ("locale", Kind::Mode(LOCALES)),
    ("endpoint", Kind::Mode(URLS)),
    ("ledEnabled", Kind::Switch),
    ("childLock", Kind::Switch),
    ("debug", Kind::Switch),
    ("autoUpdate", Kind::Switch),
    ("bootCount", Kind::Count(4)),
    ("lastBootReason", Kind::Mode(REASONS)),
    ("bootloader", Kind::Version),
    ("radio.version", Kind::Version),
    ("configHash", Kind::Hex(16)),
    ("calibration.offset", Kind::Measured(-2_500, 2_500, 3)),
    ("calibration.gain", Kind::Measured(900_000, 1_100_000, 6)),
    ("calibration.date", Kind::Moment),
    ("filter.hours_left", Kind::Setting(-200, 4_000)),
    ("filter.replaced_at", Kind::Moment),
    ("valvePosition", Kind::Setting(0, 100)),
    ("flow_l_min", Kind::Measured(0, 120_000, 2)),
    ("vibration.rms", Kind::Measured(0, 30_000, 4)),
    ("dewPoint", Kind::Measured(-300, 250, 1)),
    ("freeHeap", Kind::Count(7)),
    ("queueDepth", Kind::Count(3)),
    ("note", Kind::Mode(NOTES)),
    ("owner.group", Kind::Setting(1, 500)),
    ("a", Kind::Setting(0, 1)),
];

/// Codes and messages of alarms; `{}` stands for a number.
pub(crate) const ALARMS: &[(&str, &str)] = &[
    ("TEMP_HIGH", "Temperature above limit"),
    ("OFFLINE", "No message for {} s"),
    ("BATTERY_LOW", "Battery at {} %"),
    ("DOOR_OPEN", "Door open for more than {} minutes"),
    ("COMM_ERR", "Modbus timeout on \"port {}\", retrying"),
    ("FILTER", "Filter service due"),
    ("CAL_EXPIRED", "Kalibrierung abgelaufen seit {} Tagen"),
    (
        "HW.FAN.STALL",
        "Fan {} does not turn although it is driven at full voltage; check the bearing and the cable harness",
    ),
    ("E17", "E17"),
    ("TAMPER", "Housing opened"),
    ("VOLTAGE_DIP", "Supply below limit on phase {}"),
    ("漏水", "漏水を検知しました（ゾーン {}）"),
];
