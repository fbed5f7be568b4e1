//! What is found in a value by key, position or JSON Pointer.

use std::ops;

use crate::text::Text;

use super::Value;

static NULL: Value = Value::Null;

mod sealed {
    pub trait Sealed {}

    impl Sealed for usize {}
    impl Sealed for str {}
    impl Sealed for String {}
    impl Sealed for crate::text::Text {}
    impl<T: ?Sized + Sealed> Sealed for &T {}
}

/// A key or a position: what a [`Value`] can be indexed with.
///
/// Implemented for `usize`, which finds elements of arrays, and `str`, `String` and [`Text`], which find
/// entries of objects.
///
/// ```
/// use apograph_core::Value;
///
/// let value = Value::from([("a", [1, 2])]);
/// assert_eq!(value["a"][1], 2);
/// assert_eq!(value[&String::from("a")][1], 2);
/// ```
pub trait Index: sealed::Sealed {
    #[doc(hidden)]
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value>;

    #[doc(hidden)]
    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value>;

    #[doc(hidden)]
    fn find_or_insert<'v>(&self, value: &'v mut Value) -> &'v mut Value;
}

impl Index for usize {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_array()?.get(*self)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        value.as_array_mut()?.get_mut(*self)
    }

    #[track_caller]
    fn find_or_insert<'v>(&self, value: &'v mut Value) -> &'v mut Value {
        let Value::Array(elements) = value else { panic!("a position in what is not an array") };
        let length = elements.len();
        match elements.get_mut(*self) {
            Some(element) => element,
            None => panic!("position {self} in an array of {length} elements"),
        }
    }
}

impl Index for str {
    fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_object()?.get(self)
    }

    fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        value.as_object_mut()?.get_mut(self)
    }

    #[track_caller]
    fn find_or_insert<'v>(&self, value: &'v mut Value) -> &'v mut Value {
        if value.is_null() {
            *value = Value::Object(Box::default());
        }
        match value {
            Value::Object(map) => map.get_or_insert_with(self, || Value::Null),
            _ => panic!("a key in what is not an object"),
        }
    }
}

macro_rules! as_other {
    ($([$($parameter:ident)?] $type:ty;)*) => {$(
        impl<$($parameter: ?Sized + Index)?> Index for $type {
            fn find<'v>(&self, value: &'v Value) -> Option<&'v Value> {
                Index::find(&**self, value)
            }

            fn find_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
                (**self).find_mut(value)
            }

            #[track_caller]
            fn find_or_insert<'v>(&self, value: &'v mut Value) -> &'v mut Value {
                (**self).find_or_insert(value)
            }
        }
    )*};
}

as_other! {
    [] String;
    [] Text;
    [T] &T;
}

/// What is found in it.
impl Value {
    /// The element at a position, or the value of a key.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let value = Value::from([("a", 1)]);
    /// assert_eq!(value.get("a").and_then(Value::as_i64), Some(1));
    /// assert_eq!(value.get(0), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn get<I: Index>(&self, index: I) -> Option<&Self> {
        index.find(self)
    }

    /// The element at a position, or the value of a key, to be changed.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let mut value = Value::from([1, 2]);
    /// *value.get_mut(0).unwrap() = "one".into();
    /// assert_eq!(value[0], "one");
    /// ```
    #[inline]
    pub fn get_mut<I: Index>(&mut self, index: I) -> Option<&mut Self> {
        index.find_mut(self)
    }

    /// The value at a JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)): keys and
    /// positions with a `/` before each, in which `~1` stands for `/` and `~0` for `~`.
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let value = Value::from([("a/b", [1, 2])]);
    /// assert_eq!(value.pointer("/a~1b/1"), Some(&2.into()));
    /// assert_eq!(value.pointer(""), Some(&value));
    /// ```
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        pointer_tokens(pointer)?.try_fold(self, |value, token| match value {
            Self::Object(map) => map.get(&token),
            Self::Array(elements) => elements.get(pointer_index(&token)?),
            _ => None,
        })
    }

    /// The value at a JSON Pointer, to be changed. See [`pointer`](Value::pointer).
    ///
    /// ```
    /// # use apograph_core::Value;
    /// let mut value = Value::from([("a", [1, 2])]);
    /// *value.pointer_mut("/a/0").unwrap() = 7.into();
    /// assert_eq!(value["a"][0], 7);
    /// ```
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Self> {
        pointer_tokens(pointer)?.try_fold(self, |value, token| match value {
            Self::Object(map) => map.get_mut(&token),
            Self::Array(elements) => elements.get_mut(pointer_index(&token)?),
            _ => None,
        })
    }
}

/// The keys and positions of a JSON Pointer.
pub(crate) fn pointer_tokens(pointer: &str) -> Option<impl Iterator<Item = String>> {
    if !pointer.is_empty() && !pointer.starts_with('/') {
        return None;
    }
    Some(pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~")))
}

/// A position, which has no sign and no zeros in front.
pub(crate) fn pointer_index(token: &str) -> Option<usize> {
    if token.starts_with('+') || (token.starts_with('0') && token.len() > 1) {
        return None;
    }
    token.parse().ok()
}

impl<I: Index> ops::Index<I> for Value {
    type Output = Self;

    /// The element or entry, and null where there is none.
    #[inline]
    fn index(&self, index: I) -> &Self {
        index.find(self).unwrap_or(&NULL)
    }
}

impl<I: Index> ops::IndexMut<I> for Value {
    /// The element or entry. A key that is not there is added with null; null becomes an object for
    /// that.
    ///
    /// # Panics
    ///
    /// When a key is looked for in something else than an object, or a position outside an array.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut Self {
        index.find_or_insert(self)
    }
}
