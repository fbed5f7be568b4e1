//! Values whose type is only known when they are read.

mod from;
mod lookup;
#[cfg(feature = "serde")]
mod serde;
mod time;

use std::fmt;
use std::mem;

use crate::map::Map;
use crate::number::Number;
use crate::text::Text;

pub use self::lookup::Index;
pub(crate) use self::lookup::{pointer_index, pointer_tokens};
pub use self::time::Timestamp;

/// Any value of JSON or of a binary format, in 32 bytes.
///
/// The names are those that `serde_json::Value` has made familiar. Beyond JSON there are bytes, points in time
/// and values tagged with the name of a class, which binary formats have.
///
/// # Depth
///
/// Dropping, cloning and comparing recurse, one level for each level of nesting. Readers limit the depth of
/// what they read, so that this is of no concern for what came from them. A value that was nested
/// deeper by other means is to be freed with [`drop_deep`](Value::drop_deep). (The type has no `Drop` of its
/// own, for then nothing could be moved out of a matched value, and every drop would pay for it.)
///
/// # Example
///
/// ```
/// use apograph_core::Value;
///
/// let mut device = Value::from([("name", Value::from("pump")), ("alarms", Value::from([1, 7]))]);
/// assert_eq!(device["name"], "pump");
/// assert_eq!(device["alarms"][1], 7);
/// assert_eq!(device["missing"]["deeper"], Value::Null);
///
/// device["place"]["hall"] = "north".into();
/// assert_eq!(device.pointer("/place/hall"), Some(&"north".into()));
/// ```
#[derive(Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// Nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    String(Text),
    /// Values in order.
    Array(Vec<Value>),
    /// Values by name, in order. Boxed, for a map has three words too many for 32 bytes.
    Object(Box<Map>),
    /// Bytes.
    Bytes(Box<[u8]>),
    /// A point in time.
    Timestamp(Timestamp),
    /// A value with the name of its class.
    Tagged(Box<Tagged>),
}

/// A [`Value`] with the name of its class, as binary formats write it for objects whose type is not declared.
///
/// ```
/// use apograph_core::Value;
/// use apograph_core::value::Tagged;
///
/// let value = Value::from(Tagged { class: "com.acme.Id".into(), value: 7.into() });
/// assert_eq!(value.as_tagged().unwrap().value, 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagged {
    /// The name, as the format has it.
    pub class: Text,
    /// The value.
    pub value: Value,
}

macro_rules! questions {
    ($($(#[$comment:meta])* $name:ident: $pattern:pat,)*) => {
        /// What it is.
        impl Value {$(
            $(#[$comment])*
            #[inline]
            #[must_use]
            pub fn $name(&self) -> bool {
                matches!(self, $pattern)
            }
        )*}
    };
}

questions! {
    /// Whether it is null.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::default().is_null());
    /// ```
    is_null: Value::Null,
    /// Whether it is true or false.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::from(false).is_bool());
    /// ```
    is_bool: Value::Bool(_),
    /// Whether it is a number.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::from(1).is_number());
    /// ```
    is_number: Value::Number(_),
    /// Whether it is a text.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::from("text").is_string());
    /// ```
    is_string: Value::String(_),
    /// Whether it is an array.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::from([1, 2]).is_array());
    /// ```
    is_array: Value::Array(_),
    /// Whether it is an object.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::from([("a", 1)]).is_object());
    /// ```
    is_object: Value::Object(_),
    /// Whether it is bytes.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::Bytes(Box::new([1, 2])).is_bytes());
    /// ```
    is_bytes: Value::Bytes(_),
    /// Whether it is a point in time.
    ///
    /// ```
    /// # use apograph_core::{Value, value::Timestamp};
    /// assert!(Value::from(Timestamp::new(0, 0).unwrap()).is_timestamp());
    /// ```
    is_timestamp: Value::Timestamp(_),
}

macro_rules! contents {
    ($($(#[$comment:meta])* $name:ident -> $type:ty: $pattern:pat => $content:expr;)*) => {
        /// What is in it, if it is of that kind.
        impl Value {$(
            $(#[$comment])*
            #[inline]
            #[must_use]
            pub fn $name(&self) -> Option<$type> {
                match self {
                    $pattern => $content,
                    _ => None,
                }
            }
        )*}
    };
}

contents! {
    /// Nothing, if it is null.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::Null.as_null(), Some(()));
    /// ```
    as_null -> (): Value::Null => Some(());
    /// True or false.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::from(true).as_bool(), Some(true));
    /// ```
    as_bool -> bool: Value::Bool(value) => Some(*value);
    /// The number.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::from(1).as_number().unwrap().is_integer());
    /// ```
    as_number -> &Number: Value::Number(number) => Some(number);
    /// The integer, if it fits: see [`Number::as_i64`].
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::from(-1).as_i64(), Some(-1));
    /// assert_eq!(Value::from(-1.0).as_i64(), None);
    /// ```
    as_i64 -> i64: Value::Number(number) => number.as_i64();
    /// The integer, if it fits: see [`Number::as_u64`].
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::from(1).as_u64(), Some(1));
    /// assert_eq!(Value::from(-1).as_u64(), None);
    /// ```
    as_u64 -> u64: Value::Number(number) => number.as_u64();
    /// The nearest float of any number: see [`Number::as_f64`].
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::from(1).as_f64(), Some(1.0));
    /// ```
    as_f64 -> f64: Value::Number(number) => number.as_f64();
    /// The text.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::from("text").as_str(), Some("text"));
    /// ```
    as_str -> &str: Value::String(text) => Some(text);
    /// The elements.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::from([1, 2]).as_array().unwrap().len(), 2);
    /// ```
    as_array -> &Vec<Value>: Value::Array(elements) => Some(elements);
    /// The entries.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::from([("a", 1)]).as_object().unwrap().len(), 1);
    /// ```
    as_object -> &Map: Value::Object(map) => Some(map);
    /// The bytes.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert_eq!(Value::Bytes(Box::new([1, 2])).as_bytes(), Some(&[1, 2][..]));
    /// ```
    as_bytes -> &[u8]: Value::Bytes(bytes) => Some(bytes);
    /// The point in time.
    ///
    /// ```
    /// # use apograph_core::{Value, value::Timestamp};
    /// let time = Timestamp::new(1, 0).unwrap();
    /// assert_eq!(Value::from(time).as_timestamp(), Some(time));
    /// ```
    as_timestamp -> Timestamp: Value::Timestamp(timestamp) => Some(*timestamp);
    /// The value and the name of its class.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// assert!(Value::Null.as_tagged().is_none());
    /// ```
    as_tagged -> &Tagged: Value::Tagged(tagged) => Some(tagged);
}

impl Value {
    /// The text, to be changed.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let mut value = Value::from("old");
    /// value.as_text_mut().unwrap().assign("new");
    /// assert_eq!(value, "new");
    /// ```
    #[inline]
    pub fn as_text_mut(&mut self) -> Option<&mut Text> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements, to be changed.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let mut value = Value::from([1]);
    /// value.as_array_mut().unwrap().push("two".into());
    /// assert_eq!(value[1], "two");
    /// ```
    #[inline]
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries, to be changed.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let mut value = Value::from([("a", 1)]);
    /// value.as_object_mut().unwrap().insert("b", 2.into());
    /// assert_eq!(value["b"], 2);
    /// ```
    #[inline]
    pub fn as_object_mut(&mut self) -> Option<&mut Map> {
        match self {
            Self::Object(map) => Some(map),
            _ => None,
        }
    }

    /// Takes the value and leaves null.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let mut value = Value::from([("a", 1)]);
    /// assert_eq!(value["a"].take(), 1);
    /// assert!(value["a"].is_null());
    /// ```
    #[inline]
    #[must_use = "without the value, `*value = Value::Null` says what it does"]
    pub fn take(&mut self) -> Self {
        mem::take(self)
    }

    /// Frees a value of any depth in a constant amount of stack. See [Depth](Value#depth).
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let mut value = Value::Null;
    /// for _ in 0..1_000_000 {
    ///     value = Value::Array(vec![value]);
    /// }
    /// value.drop_deep();
    /// ```
    pub fn drop_deep(self) {
        let mut rest = vec![self];
        while let Some(value) = rest.pop() {
            match value {
                Self::Array(elements) => rest.extend(elements),
                Self::Object(map) => rest.extend(map.into_iter().map(|(_, value)| value)),
                Self::Tagged(tagged) => rest.push(tagged.value),
                _ => {}
            }
        }
    }
}

impl Clone for Value {
    fn clone(&self) -> Self {
        match self {
            Self::Null => Self::Null,
            Self::Bool(value) => Self::Bool(*value),
            Self::Number(number) => Self::Number(number.clone()),
            Self::String(text) => Self::String(text.clone()),
            Self::Array(elements) => Self::Array(elements.clone()),
            Self::Object(map) => Self::Object(map.clone()),
            Self::Bytes(bytes) => Self::Bytes(bytes.clone()),
            Self::Timestamp(timestamp) => Self::Timestamp(*timestamp),
            Self::Tagged(tagged) => Self::Tagged(tagged.clone()),
        }
    }

    /// Reuses what both kinds have in common, at every level.
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Self::String(to), Self::String(from)) => to.clone_from(from),
            (Self::Array(to), Self::Array(from)) => to.clone_from(from),
            (Self::Object(to), Self::Object(from)) => to.clone_from(from),
            (Self::Bytes(to), Self::Bytes(from)) => to.clone_from(from),
            (Self::Tagged(to), Self::Tagged(from)) => {
                to.class.clone_from(&from.class);
                to.value.clone_from(&from.value);
            }
            (to, from) => *to = from.clone(),
        }
    }
}

impl fmt::Debug for Value {
    /// `Null`, `Bool(true)`, `Number(1)`, `String("text")`, `Array [...]`, `Object {...}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("Null"),
            Self::Bool(value) => write!(f, "Bool({value})"),
            Self::Number(number) => fmt::Debug::fmt(number, f),
            Self::String(text) => write!(f, "String({text:?})"),
            Self::Array(elements) => {
                f.write_str("Array ")?;
                fmt::Debug::fmt(elements, f)
            }
            Self::Object(map) => {
                f.write_str("Object ")?;
                fmt::Debug::fmt(map, f)
            }
            Self::Bytes(bytes) => write!(f, "Bytes({bytes:?})"),
            Self::Timestamp(timestamp) => write!(f, "Timestamp({timestamp})"),
            Self::Tagged(tagged) => fmt::Debug::fmt(tagged, f),
        }
    }
}

#[cfg(test)]
mod tests;
