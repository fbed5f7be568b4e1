//! The same value as a value of another type: how the variants of a subject are made of it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use apograph::{Map, Text};

use crate::device_state::DeviceStatus;
use crate::order::OrderStatus;
use crate::{Decimal, FixedState, Severity, Timestamp};

pub(crate) trait Same<T> {
    fn same(&self) -> T;
}

/// Conversions between records with the same fields: `=>` in one direction, `<=>` in both.
macro_rules! same_fields {
    () => {};
    ($one:ty => $other:ty { $($field:ident),* $(,)? } $($rest:tt)*) => {
        impl From<&$one> for $other {
            fn from(record: &$one) -> Self {
                Self { $($field: $crate::same::Same::same(&record.$field)),* }
            }
        }

        impl $crate::same::Same<$other> for $one {
            fn same(&self) -> $other {
                self.into()
            }
        }

        $crate::same::same_fields!($($rest)*);
    };
    ($one:ty, $other:ty { $($field:ident),* $(,)? } $($rest:tt)*) => {
        $crate::same::same_fields!(
            $one => $other { $($field),* }
            $other => $one { $($field),* }
            $($rest)*
        );
    };
}

pub(crate) use same_fields;

macro_rules! themselves {
    ($($ty:ty),*) => {$(
        impl Same<Self> for $ty {
            fn same(&self) -> Self {
                *self
            }
        }
    )*};
}

themselves!(
    bool,
    u8,
    u64,
    i32,
    i64,
    f32,
    f64,
    Decimal,
    DeviceStatus,
    OrderStatus,
    Severity,
    Timestamp
);

impl Same<Text> for String {
    fn same(&self) -> Text {
        self.into()
    }
}

impl Same<String> for Text {
    fn same(&self) -> String {
        self.as_str().to_owned()
    }
}

impl Same<String> for Cow<'_, str> {
    fn same(&self) -> String {
        self.clone().into_owned()
    }
}

impl<A: Same<B>, B> Same<Option<B>> for Option<A> {
    fn same(&self) -> Option<B> {
        self.as_ref().map(Same::same)
    }
}

impl<A: Same<B>, B> Same<Vec<B>> for Vec<A> {
    fn same(&self) -> Vec<B> {
        self.iter().map(Same::same).collect()
    }
}

impl<A: Same<B>, B> Same<Map<B>> for HashMap<String, A, FixedState> {
    fn same(&self) -> Map<B> {
        self.iter().map(|(key, value)| (key.as_str(), value.same())).collect()
    }
}

impl<A: Same<B>, B> Same<HashMap<String, B, FixedState>> for Map<A> {
    fn same(&self) -> HashMap<String, B, FixedState> {
        self.iter().map(|(key, value)| (key.as_str().to_owned(), value.same())).collect()
    }
}

impl<A: Same<B>, B> Same<Map<B>> for BTreeMap<String, A> {
    fn same(&self) -> Map<B> {
        self.iter().map(|(key, value)| (key.as_str(), value.same())).collect()
    }
}

impl<A: Same<B>, B> Same<BTreeMap<String, B>> for Map<A> {
    fn same(&self) -> BTreeMap<String, B> {
        self.iter().map(|(key, value)| (key.as_str().to_owned(), value.same())).collect()
    }
}
