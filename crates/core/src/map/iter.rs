//! Iterators over the entries of a map.

use std::iter::{FusedIterator, Zip};
use std::{fmt, slice, vec};

use super::Map;
use crate::text::Text;

/// The entries of a [`Map`] in order, from [`Map::iter`].
pub struct Iter<'a, V>(Zip<slice::Iter<'a, Text>, slice::Iter<'a, V>>);

/// The entries of a [`Map`] in order, with values that can be changed, from [`Map::iter_mut`].
pub struct IterMut<'a, V>(Zip<slice::Iter<'a, Text>, slice::IterMut<'a, V>>);

/// The entries of a [`Map`] in order, owned.
pub struct IntoIter<V>(Zip<vec::IntoIter<Text>, vec::IntoIter<V>>);

impl<'a, V> Iter<'a, V> {
    pub(super) fn new(keys: &'a [Text], values: &'a [V]) -> Self {
        Self(keys.iter().zip(values))
    }
}

impl<'a, V> IterMut<'a, V> {
    pub(super) fn new(keys: &'a [Text], values: &'a mut [V]) -> Self {
        Self(keys.iter().zip(values))
    }
}

impl<V> Clone for Iter<'_, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<V> IntoIterator for Map<V> {
    type Item = (Text, V);
    type IntoIter = IntoIter<V>;

    fn into_iter(self) -> IntoIter<V> {
        IntoIter(self.keys.into_iter().zip(self.values))
    }
}

impl<'a, V> IntoIterator for &'a Map<V> {
    type Item = (&'a Text, &'a V);
    type IntoIter = Iter<'a, V>;

    fn into_iter(self) -> Iter<'a, V> {
        self.iter()
    }
}

impl<'a, V> IntoIterator for &'a mut Map<V> {
    type Item = (&'a Text, &'a mut V);
    type IntoIter = IterMut<'a, V>;

    fn into_iter(self) -> IterMut<'a, V> {
        self.iter_mut()
    }
}

macro_rules! iterators {
    ($($name:ident<$($lifetime:lifetime)?> of $key:ty, $value:ty;)*) => {$(
        impl<$($lifetime,)? V> Iterator for $name<$($lifetime,)? V> {
            type Item = ($key, $value);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.0.next()
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<$($lifetime,)? V> DoubleEndedIterator for $name<$($lifetime,)? V> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.0.next_back()
            }
        }

        impl<$($lifetime,)? V> ExactSizeIterator for $name<$($lifetime,)? V> {}

        impl<$($lifetime,)? V> FusedIterator for $name<$($lifetime,)? V> {}

        impl<$($lifetime,)? V> fmt::Debug for $name<$($lifetime,)? V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("left", &self.len()).finish_non_exhaustive()
            }
        }
    )*};
}

iterators! {
    Iter<'a> of &'a Text, &'a V;
    IterMut<'a> of &'a Text, &'a mut V;
    IntoIter<> of Text, V;
}
