//! The same object at a later time.

use std::collections::{BTreeMap, HashMap};

use crate::device_state::{Alarm, DeviceState, DeviceStatus, Location};
use crate::number_heavy::{Coordinate, Histogram, Telemetry};
use crate::order::{Order, OrderItem, OrderStatus};
use crate::order_list::OrderSummary;
use crate::simple_user::SimpleUser;
use crate::text_heavy::{Article, Comment};
use crate::{Decimal, Property, Timestamp};

/// What becomes of an object after a while: other values in the same structure.
///
/// Numbers move, texts become other texts of about the same length; the keys of maps, the lengths of
/// lists, what is absent and what never changes in such an object, such as its identifier, stay. This
/// is what a cache that is refreshed sees, and a copy into a target that is kept.
///
/// ```
/// use apograph_workloads::{DEFAULT_SEED, Later, device_state};
///
/// let state = &device_state::corpus(DEFAULT_SEED, 1)[0];
/// let later = state.later();
/// assert_eq!(later.device_id, state.device_id);
/// assert_ne!(later.last_seen, state.last_seen);
/// assert_eq!(later.properties.len(), state.properties.len());
/// ```
pub trait Later {
    /// The object after a while.
    #[must_use]
    fn later(&self) -> Self;
}

macro_rules! records {
    ($($record:ident { $($field:ident),* $(,)? })*) => {$(
        impl Later for $record {
            fn later(&self) -> Self {
                let mut later = self.clone();
                $(later.$field = self.$field.later();)*
                later
            }
        }
    )*};
}

records! {
    DeviceState {
        name, firmware, status, online, battery_percent, signal_dbm, temperature, humidity, voltage,
        uptime_seconds, message_count, error_code, last_seen, location, tags, properties, alarms,
    }
    Location { latitude, longitude, altitude, address }
    Alarm { message, raised_at, acknowledged, cleared_at, value }
    SimpleUser { username, email }
    Order { status, items, attributes, total }
    OrderItem { title, variant, quantity, unit_price, discount }
    OrderSummary { status, warehouse, item_count, total, paid, shipped_at, remark }
    Article { title, subtitle, summary, paragraphs, html, snippet, keywords, comments }
    Comment { text, likes }
    Telemetry {
        sequence, started_at, clock_offset_nanos, samples, acceleration, track, counters, histogram,
        mean, variance, checksum,
    }
    Coordinate { latitude, longitude, altitude }
    Histogram { counts }
}

macro_rules! numbers {
    ($($number:ty: $step:expr;)*) => {$(
        impl Later for $number {
            fn later(&self) -> Self {
                // The other way at the end of the range.
                self.checked_add($step).unwrap_or_else(|| self - $step)
            }
        }
    )*};
}

numbers! {
    u8: 1;
    i32: 3;
    i64: 60;
    u64: 60;
}

impl Later for f32 {
    fn later(&self) -> Self {
        self * 1.01 + 0.1
    }
}

impl Later for f64 {
    fn later(&self) -> Self {
        self * 1.01 + 0.1
    }
}

impl Later for bool {
    fn later(&self) -> Self {
        !self
    }
}

impl Later for String {
    fn later(&self) -> Self {
        let mut later: String = self.chars().rev().collect();
        // A little longer or shorter, as it comes.
        if later.len().is_multiple_of(2) {
            later.pop();
        } else {
            later.push('.');
        }
        later
    }
}

impl Later for Timestamp {
    fn later(&self) -> Self {
        Self(self.0 + 60_000)
    }
}

impl Later for Decimal {
    fn later(&self) -> Self {
        Self { unscaled: self.unscaled.later(), ..*self }
    }
}

impl Later for DeviceStatus {
    fn later(&self) -> Self {
        if *self == Self::Active { Self::Idle } else { Self::Active }
    }
}

impl Later for OrderStatus {
    fn later(&self) -> Self {
        if *self == Self::Shipped { Self::Delivered } else { Self::Shipped }
    }
}

impl Later for Property {
    fn later(&self) -> Self {
        match self {
            Self::Null => Self::Null,
            Self::Bool(value) => Self::Bool(value.later()),
            Self::Integer(value) => Self::Integer(value.later()),
            Self::Float(value) => Self::Float(value.later()),
            Self::Text(value) => Self::Text(value.later()),
        }
    }
}

impl<T: Later> Later for Option<T> {
    fn later(&self) -> Self {
        self.as_ref().map(T::later)
    }
}

impl<T: Later> Later for Vec<T> {
    fn later(&self) -> Self {
        self.iter().map(T::later).collect()
    }
}

impl<T: Later, const N: usize> Later for [T; N] {
    fn later(&self) -> Self {
        self.each_ref().map(|value| value.later())
    }
}

impl<V: Later + Clone, S: Clone> Later for HashMap<String, V, S> {
    fn later(&self) -> Self {
        // The same table with other values, as an update leaves it.
        let mut later = self.clone();
        for value in later.values_mut() {
            *value = value.later();
        }
        later
    }
}

impl<V: Later> Later for BTreeMap<String, V> {
    fn later(&self) -> Self {
        self.iter().map(|(key, value)| (key.clone(), value.later())).collect()
    }
}
