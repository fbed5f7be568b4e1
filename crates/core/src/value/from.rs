//! Values of Rust's own types, and comparisons with them.

use std::borrow::Cow;

use crate::map::Map;
use crate::number::Number;
use crate::text::Text;

use super::{Tagged, Timestamp, Value};

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl From<$type> for Value {
            #[inline]
            fn from(number: $type) -> Self {
                Self::Number(number.into())
            }
        }

        impl PartialEq<$type> for Value {
            /// As numbers are equal: an integer never equals a float.
            #[inline]
            fn eq(&self, other: &$type) -> bool {
                self.as_number().is_some_and(|number| *number == Number::from(*other))
            }
        }

        impl PartialEq<Value> for $type {
            #[inline]
            fn eq(&self, other: &Value) -> bool {
                other == self
            }
        }
    )*};
}

numbers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64);

macro_rules! texts {
    ($([$($lifetime:lifetime)?] $type:ty),*) => {$(
        impl<$($lifetime)?> From<$type> for Value {
            #[inline]
            fn from(text: $type) -> Self {
                Self::String(text.into())
            }
        }

        impl<$($lifetime)?> PartialEq<$type> for Value {
            #[inline]
            fn eq(&self, other: &$type) -> bool {
                self.as_str() == Some(&other[..])
            }
        }

        impl<$($lifetime)?> PartialEq<Value> for $type {
            #[inline]
            fn eq(&self, other: &Value) -> bool {
                other == self
            }
        }
    )*};
}

texts!(['a] &'a str, [] String, [] Text, [] Box<str>, ['a] Cow<'a, str>);

impl PartialEq<str> for Value {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<Value> for str {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        other == self
    }
}

impl PartialEq<bool> for Value {
    #[inline]
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl PartialEq<Value> for bool {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        other == self
    }
}

macro_rules! variants {
    ($($type:ty => $variant:ident;)*) => {$(
        impl From<$type> for Value {
            #[inline]
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        }
    )*};
}

variants! {
    bool => Bool;
    Number => Number;
    char => String;
    Map => Object;
    Box<Map> => Object;
    Timestamp => Timestamp;
    Box<[u8]> => Bytes;
    Tagged => Tagged;
    Box<Tagged> => Tagged;
}

impl From<()> for Value {
    #[inline]
    fn from((): ()) -> Self {
        Self::Null
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    /// Null for `None`.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Clone + Into<Self>> From<&[T]> for Value {
    fn from(elements: &[T]) -> Self {
        elements.iter().cloned().collect()
    }
}

impl<T, const N: usize> From<[T; N]> for Value
where
    Self: FromIterator<T>,
{
    /// An array, or an object of pairs: `Value::from([1, 2])`, `Value::from([("a", 1)])`.
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Into<Self>> FromIterator<T> for Value {
    /// An array.
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::Array(elements.into_iter().map(Into::into).collect())
    }
}

impl<K: Into<Text>, V: Into<Self>> FromIterator<(K, V)> for Value {
    /// An object.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let map: Map = entries.into_iter().map(|(key, value)| (key, value.into())).collect();
        map.into()
    }
}
