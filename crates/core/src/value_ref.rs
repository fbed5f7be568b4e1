//! Values that borrow from what they were read from.

use std::borrow::Cow;

use crate::map::Map;
use crate::number::Number;
use crate::value::{Tagged, Timestamp, Value, pointer_index, pointer_tokens};

/// A [`Value`] whose texts and bytes lie in the input, where the format has them there as they are.
///
/// The fastest way to look at a message once: a text without escapes costs nothing to read, and objects are
/// plain lists of entries, in which keys may repeat. [`into_owned`](ValueRef::into_owned) makes a
/// [`Value`] of it.
///
/// ```
/// use apograph_core::{Value, ValueRef};
///
/// let value = ValueRef::Object(vec![
///     ("name".into(), ValueRef::from("pump")),
///     ("alarms".into(), ValueRef::Array(vec![7.into()])),
/// ]);
/// assert_eq!(value.get("name").and_then(ValueRef::as_str), Some("pump"));
/// assert_eq!(value.pointer("/alarms/0").and_then(ValueRef::as_i64), Some(7));
/// assert_eq!(value.into_owned()["name"], "pump");
/// ```
///
/// Entries of objects are compared in order, unlike those of a [`Map`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueRef<'a> {
    /// Nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text. Owned if it was written in another way than it reads, with escapes for example.
    Str(Cow<'a, str>),
    /// Values in order.
    Array(Vec<ValueRef<'a>>),
    /// Keys and values, as they were written.
    Object(Vec<(Cow<'a, str>, ValueRef<'a>)>),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
    /// A point in time.
    Timestamp(Timestamp),
    /// The name of a class, and a value of it.
    Tagged(Box<(Cow<'a, str>, ValueRef<'a>)>),
}

/// A key or a position: what is looked for in a [`ValueRef`].
///
/// ```
/// use apograph_core::ValueRef;
///
/// let value = ValueRef::Array(vec![1.into()]);
/// assert_eq!(value.get(0).and_then(ValueRef::as_i64), Some(1));
/// ```
pub trait Index: sealed::Sealed {
    #[doc(hidden)]
    fn find<'v, 'a>(self, value: &'v ValueRef<'a>) -> Option<&'v ValueRef<'a>>;
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for usize {}
    impl Sealed for &str {}
}

impl Index for usize {
    fn find<'v, 'a>(self, value: &'v ValueRef<'a>) -> Option<&'v ValueRef<'a>> {
        value.as_array()?.get(self)
    }
}

impl Index for &str {
    fn find<'v, 'a>(self, value: &'v ValueRef<'a>) -> Option<&'v ValueRef<'a>> {
        value.as_object()?.iter().rev().find(|(key, _)| key == self).map(|(_, value)| value)
    }
}

macro_rules! contents {
    ($($(#[$comment:meta])* $name:ident -> $type:ty: $pattern:pat => $content:expr;)*) => {
        /// What is in it, if it is of that kind.
        impl<'a> ValueRef<'a> {$(
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
    /// True or false.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert_eq!(ValueRef::from(true).as_bool(), Some(true));
    /// ```
    as_bool -> bool: ValueRef::Bool(value) => Some(*value);
    /// The number.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert!(ValueRef::from(1).as_number().unwrap().is_integer());
    /// ```
    as_number -> &Number: ValueRef::Number(number) => Some(number);
    /// The integer, if it fits.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert_eq!(ValueRef::from(-1).as_i64(), Some(-1));
    /// ```
    as_i64 -> i64: ValueRef::Number(number) => number.as_i64();
    /// The integer, if it fits.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert_eq!(ValueRef::from(-1).as_u64(), None);
    /// ```
    as_u64 -> u64: ValueRef::Number(number) => number.as_u64();
    /// The nearest float of any number.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert_eq!(ValueRef::from(1).as_f64(), Some(1.0));
    /// ```
    as_f64 -> f64: ValueRef::Number(number) => number.as_f64();
    /// The text.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert_eq!(ValueRef::from("text").as_str(), Some("text"));
    /// ```
    as_str -> &str: ValueRef::Str(text) => Some(text);
    /// The elements.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert!(ValueRef::Array(Vec::new()).as_array().unwrap().is_empty());
    /// ```
    as_array -> &[ValueRef<'a>]: ValueRef::Array(elements) => Some(elements);
    /// The entries, as they were written.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert!(ValueRef::Object(Vec::new()).as_object().unwrap().is_empty());
    /// ```
    as_object -> &[(Cow<'a, str>, ValueRef<'a>)]: ValueRef::Object(entries) => Some(entries);
    /// The bytes.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// let bytes = [1, 2];
    /// assert_eq!(ValueRef::Bytes((&bytes[..]).into()).as_bytes(), Some(&bytes[..]));
    /// ```
    as_bytes -> &[u8]: ValueRef::Bytes(bytes) => Some(bytes);
    /// The point in time.
    ///
    /// ```
    /// # use apograph_core::{ValueRef, value::Timestamp};
    /// let time = Timestamp::from_millis(1);
    /// assert_eq!(ValueRef::Timestamp(time).as_timestamp(), Some(time));
    /// ```
    as_timestamp -> Timestamp: ValueRef::Timestamp(timestamp) => Some(*timestamp);
}

impl<'a> ValueRef<'a> {
    /// Whether it is null.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// assert!(ValueRef::default().is_null());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The element at a position, or the value of a key: of one that repeats, the last.
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// let value = ValueRef::Object(vec![("a".into(), 1.into()), ("a".into(), 2.into())]);
    /// assert_eq!(value.get("a").and_then(ValueRef::as_i64), Some(2));
    /// ```
    #[inline]
    #[must_use]
    pub fn get<I: Index>(&self, index: I) -> Option<&Self> {
        index.find(self)
    }

    /// The value at a JSON Pointer. See [`Value::pointer`].
    ///
    /// ```
    /// # use apograph_core::ValueRef;
    /// let value = ValueRef::Object(vec![("a/b".into(), true.into())]);
    /// assert_eq!(value.pointer("/a~1b"), Some(&true.into()));
    /// ```
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        pointer_tokens(pointer)?.try_fold(self, |value, token| match value {
            Self::Object(_) => value.get(&*token),
            Self::Array(_) => value.get(pointer_index(&token)?),
            _ => None,
        })
    }

    /// A value that borrows nothing. Of keys that repeat, it has the last value, at the place of the
    /// first.
    ///
    /// ```
    /// # use apograph_core::{Value, ValueRef};
    /// assert_eq!(ValueRef::from("text").into_owned(), Value::from("text"));
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Number(number) => Value::Number(number),
            Self::Str(text) => Value::String(text.into()),
            Self::Array(elements) => elements.into_iter().map(Self::into_owned).collect(),
            Self::Object(entries) => {
                let mut map = Map::with_capacity(entries.len());
                map.extend(entries.into_iter().map(|(key, value)| (key, value.into_owned())));
                Value::Object(Box::new(map))
            }
            Self::Bytes(bytes) => Value::Bytes(bytes.into()),
            Self::Timestamp(timestamp) => Value::Timestamp(timestamp),
            Self::Tagged(tagged) => {
                let (class, value) = *tagged;
                Tagged { class: class.into(), value: value.into_owned() }.into()
            }
        }
    }
}

impl<'a> From<&'a Value> for ValueRef<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.clone()),
            Value::String(text) => Self::Str(text.into()),
            Value::Array(elements) => Self::Array(elements.iter().map(Self::from).collect()),
            Value::Object(map) => {
                Self::Object(map.iter().map(|(key, value)| (key.into(), value.into())).collect())
            }
            Value::Bytes(bytes) => Self::Bytes(Cow::Borrowed(bytes)),
            Value::Timestamp(timestamp) => Self::Timestamp(*timestamp),
            Value::Tagged(tagged) => {
                Self::Tagged(Box::new(((&tagged.class).into(), (&tagged.value).into())))
            }
        }
    }
}

impl<'a> From<&'a str> for ValueRef<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self::Str(text.into())
    }
}

impl<'a> From<Cow<'a, str>> for ValueRef<'a> {
    #[inline]
    fn from(text: Cow<'a, str>) -> Self {
        Self::Str(text)
    }
}

impl From<bool> for ValueRef<'_> {
    #[inline]
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl<N: Into<Number>> From<N> for ValueRef<'_> {
    #[inline]
    fn from(number: N) -> Self {
        Self::Number(number.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_borrowed_value_becomes_the_owned_one_it_came_from() {
        let value = Value::from([
            ("null", Value::Null),
            ("list", Value::from([Value::from(true), "text".into(), 1.5.into()])),
            ("bytes", Value::Bytes(Box::new([1, 2]))),
            ("time", Timestamp::from_millis(5).into()),
            ("tagged", Tagged { class: "C".into(), value: 1.into() }.into()),
        ]);
        let borrowed = ValueRef::from(&value);
        assert!(matches!(borrowed.pointer("/list/1"), Some(ValueRef::Str(Cow::Borrowed("text")))));
        assert_eq!(borrowed.pointer("/list/01"), None);
        assert_eq!(borrowed.pointer("list"), None);
        assert_eq!(borrowed.into_owned(), value);
    }

    #[test]
    fn the_last_of_equal_keys_wins_at_the_place_of_the_first() {
        let entries = [("a", 1), ("b", 2), ("a", 3)];
        let entries = entries.map(|(key, value)| (key.into(), value.into()));
        let value = ValueRef::Object(entries.into());
        assert_eq!(value.get("a").and_then(ValueRef::as_i64), Some(3));
        let value = value.into_owned();
        assert!(
            value.as_object().unwrap().iter().eq(Map::from([
                ("a", Value::from(3)),
                ("b", 2.into())
            ])
            .iter())
        );
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_borrowed_value_takes_32_bytes() {
        assert_eq!(size_of::<ValueRef<'_>>(), 32);
    }
}
