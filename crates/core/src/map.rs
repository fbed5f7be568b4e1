//! Maps from text to values that keep the order of their entries.
//!
//! Keys and values lie in two vectors. Objects of messages have a few dozen entries: to compare a
//! key with that many, three words each, takes no longer than to hash it, and reading a map means
//! appending to two vectors, or [writing over](Filling) what they have. Above 32 entries there
//! is an index too.

mod filling;
mod index;
mod iter;

use std::fmt;
use std::ops;

use crate::text::{Short, Text};
use crate::value::Value;

pub use self::filling::{Duplicate, Filling, New, Old, Slot};
use self::index::Index;
pub use self::iter::{IntoIter, Iter, IterMut};

/// Up to how many entries keys are looked for one by one.
const LINEAR: usize = 32;

/// A map from [`Text`] to `V` in the order in which entries were added.
///
/// It is what objects of a [`Value`] are, and does as well for fields of one's own types. Up to 32 entries
/// are searched one by one; larger maps have an index, hashed with a random seed, so that no choice
/// of keys makes them slow. Order does not matter for equality.
///
/// # Example
///
/// ```
/// use apograph_core::Map;
///
/// let mut map = Map::new();
/// map.insert("voltage", 230);
/// map.insert("current", 16);
/// map.insert("voltage", 400);
/// assert_eq!(map["voltage"], 400);
/// assert_eq!(map.keys().map(|key| key.as_str()).collect::<Vec<_>>(), ["voltage", "current"]);
/// ```
pub struct Map<V = Value> {
    pub(crate) keys: Vec<Text>,
    pub(crate) values: Vec<V>,
    /// With more than 32 entries, knows all of them if it is there; with fewer, what it knows is
    /// of the past and only its memory counts.
    index: Option<Box<Index>>,
}

impl<V> Map<V> {
    /// An empty map. It allocates nothing.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert!(Map::<u32>::new().is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Vec::new(), values: Vec::new(), index: None }
    }

    /// An empty map with room for so many entries.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert!(Map::<u32>::with_capacity(10).capacity() >= 10);
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            keys: Vec::with_capacity(capacity),
            values: Vec::with_capacity(capacity),
            index: None,
        }
    }

    /// For how many entries there is room.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert_eq!(Map::<u32>::new().capacity(), 0);
    /// ```
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.keys.capacity().min(self.values.capacity())
    }

    /// Makes room for so many more entries.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::<u32>::new();
    /// map.reserve(10);
    /// assert!(map.capacity() >= 10);
    /// ```
    pub fn reserve(&mut self, additional: usize) {
        self.keys.reserve(additional);
        self.values.reserve(additional);
    }

    /// Gives back the room that no entry needs.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::<u32>::with_capacity(10);
    /// map.shrink_to_fit();
    /// assert_eq!(map.capacity(), 0);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.keys.shrink_to_fit();
        self.values.shrink_to_fit();
        if self.keys.len() <= LINEAR {
            self.index = None;
        }
    }

    /// How many entries there are.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert_eq!(Map::from([("a", 1)]).len(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no entries.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert!(!Map::from([("a", 1)]).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Removes all entries and keeps the memory.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("a", 1)]);
    /// map.clear();
    /// assert!(map.is_empty() && map.capacity() > 0);
    /// ```
    pub fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
    }

    /// The value of a key.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let map = Map::from([("a", 1)]);
    /// assert_eq!(map.get("a"), Some(&1));
    /// assert_eq!(map.get("b"), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&V> {
        self.values.get(self.get_index_of(key)?)
    }

    /// The value of a key, to be changed.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("a", 1)]);
    /// *map.get_mut("a").unwrap() += 1;
    /// assert_eq!(map["a"], 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        let index = self.get_index_of(key)?;
        self.values.get_mut(index)
    }

    /// The entry at a position.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let map = Map::from([("a", 1), ("b", 2)]);
    /// assert_eq!(map.get_index(1).unwrap().0, "b");
    /// assert_eq!(map.get_index(2), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn get_index(&self, index: usize) -> Option<(&Text, &V)> {
        Some((self.keys.get(index)?, self.values.get(index)?))
    }

    /// The position of a key.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert_eq!(Map::from([("a", 1), ("b", 2)]).get_index_of("b"), Some(1));
    /// ```
    #[inline]
    #[must_use]
    pub fn get_index_of(&self, key: &str) -> Option<usize> {
        match Short::new(key) {
            Some(short) => self.position(key, |other| short.is(other)),
            None => self.position(key, |other| other == key),
        }
    }

    /// Whether a key is there.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert!(Map::from([("a", 1)]).contains_key("a"));
    /// ```
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.get_index_of(key).is_some()
    }

    /// Sets the value of a key and returns the old one. A new key goes to the end, one that is
    /// there keeps its place.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::new();
    /// assert_eq!(map.insert("a", 1), None);
    /// assert_eq!(map.insert("a", 2), Some(1));
    /// ```
    #[inline]
    pub fn insert(&mut self, key: impl Into<Text>, value: V) -> Option<V> {
        let key = key.into();
        match self.find(&key) {
            Some(index) => Some(std::mem::replace(&mut self.values[index], value)),
            None => {
                self.push(key, value);
                None
            }
        }
    }

    /// The value of a key, made now if it is not there.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut counts = Map::new();
    /// for word in ["a", "b", "a"] {
    ///     *counts.get_or_insert_with(word, || 0) += 1;
    /// }
    /// assert_eq!(counts, Map::from([("a", 2), ("b", 1)]));
    /// ```
    pub fn get_or_insert_with(&mut self, key: impl Into<Text>, make: impl FnOnce() -> V) -> &mut V {
        let key = key.into();
        let index = self.find(&key).unwrap_or_else(|| {
            let value = make();
            self.push(key, value);
            self.values.len() - 1
        });
        &mut self.values[index]
    }

    /// Removes a key and returns its value. The entries behind it move up, so that the order stays
    /// what it was.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("a", 1), ("b", 2), ("c", 3)]);
    /// assert_eq!(map.remove("a"), Some(1));
    /// assert!(map.keys().eq(["b", "c"]));
    /// ```
    pub fn remove(&mut self, key: &str) -> Option<V> {
        let position = self.get_index_of(key)?;
        if self.keys.len() > LINEAR
            && let Some(index) = &mut self.index
        {
            index.remove(index.hash(key), position);
        }
        self.keys.remove(position);
        Some(self.values.remove(position))
    }

    /// Keeps the entries for which `keep` says so, in their order.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("a", 1), ("b", 2), ("c", 3)]);
    /// map.retain(|_, value| *value != 2);
    /// assert_eq!(map, Map::from([("a", 1), ("c", 3)]));
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&Text, &mut V) -> bool) {
        // Should `keep` panic, entries may have moved, and the map has no index that says otherwise.
        let index = self.index.take();
        let mut kept = 0;
        for at in 0..self.values.len() {
            if keep(&self.keys[at], &mut self.values[at]) {
                self.keys.swap(kept, at);
                self.values.swap(kept, at);
                kept += 1;
            }
        }
        self.keys.truncate(kept);
        self.values.truncate(kept);
        self.index = index;
        self.rebuild();
    }

    /// Sorts the entries by their keys, as `str` does. Values are not looked into.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("b", 2), ("a", 1)]);
    /// map.sort_keys();
    /// assert!(map.keys().eq(["a", "b"]));
    /// ```
    pub fn sort_keys(&mut self) {
        if self.keys.is_sorted() {
            return;
        }
        let mut entries: Vec<_> = self.keys.drain(..).zip(self.values.drain(..)).collect();
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (key, value) in entries {
            self.keys.push(key);
            self.values.push(value);
        }
        self.rebuild();
    }

    /// The entries in order.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// for (key, value) in Map::from([("a", 1)]).iter() {
    ///     assert_eq!((key.as_str(), *value), ("a", 1));
    /// }
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'_, V> {
        Iter::new(&self.keys, &self.values)
    }

    /// The entries in order, with values that can be changed.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("a", 1)]);
    /// for (_, value) in map.iter_mut() {
    ///     *value += 1;
    /// }
    /// assert_eq!(map["a"], 2);
    /// ```
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, V> {
        IterMut::new(&self.keys, &mut self.values)
    }

    /// The keys in order.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert!(Map::from([("a", 1), ("b", 2)]).keys().eq(["a", "b"]));
    /// ```
    #[inline]
    pub fn keys(&self) -> std::slice::Iter<'_, Text> {
        self.keys.iter()
    }

    /// The values in order.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// assert!(Map::from([("a", 1), ("b", 2)]).values().eq(&[1, 2]));
    /// ```
    #[inline]
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.values.iter()
    }

    /// The values in order, to be changed.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("a", 1)]);
    /// map.values_mut().for_each(|value| *value = 7);
    /// assert_eq!(map["a"], 7);
    /// ```
    #[inline]
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.values.iter_mut()
    }

    fn find(&self, key: &Text) -> Option<usize> {
        self.position(key, |other| other == key)
    }

    #[inline]
    fn position(&self, key: &str, is_it: impl Fn(&Text) -> bool) -> Option<usize> {
        match &self.index {
            Some(index) if self.keys.len() > LINEAR => {
                index.find(index.hash(key), |at| self.keys.get(at).is_some_and(&is_it))
            }
            _ => self.keys.iter().position(is_it),
        }
    }

    /// Adds a key that is not there.
    fn push(&mut self, key: Text, value: V) {
        self.keys.push(key);
        self.values.push(value);
        let length = self.keys.len();
        match &mut self.index {
            Some(index) if length > LINEAR + 1 => {
                index.insert(index.hash(&self.keys[length - 1]), length - 1);
            }
            _ => self.rebuild(),
        }
    }

    /// Makes the index anew, if the map is large enough to have one.
    fn rebuild(&mut self) {
        if self.keys.len() > LINEAR {
            self.index.get_or_insert_default().rebuild(&self.keys, self.keys.len());
        }
    }

    /// The keys of a map that still has to get [values](Self::with_values), as many of them.
    pub(crate) fn keys_alone<W>(&self) -> Map<W> {
        let index = self.index.as_ref().filter(|_| self.keys.len() > LINEAR).cloned();
        Map { keys: self.keys.clone(), values: Vec::new(), index }
    }

    pub(crate) fn with_values(self, values: Vec<V>) -> Self {
        Self { values, ..self }
    }

    /// Changes keys and values together. Where one is left without the other, it goes too.
    pub(crate) fn set_parts<R>(
        &mut self,
        change: impl FnOnce(&mut Vec<Text>, &mut Vec<V>) -> R,
    ) -> R {
        let index = self.index.take();
        let result = change(&mut self.keys, &mut self.values);
        let length = self.keys.len().min(self.values.len());
        self.keys.truncate(length);
        self.values.truncate(length);
        self.index = index;
        self.rebuild();
        result
    }
}

impl<V> Default for Map<V> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Clone> Clone for Map<V> {
    fn clone(&self) -> Self {
        self.keys_alone().with_values(self.values.clone())
    }

    /// Reuses the memory of both vectors and of the values.
    fn clone_from(&mut self, source: &Self) {
        let same = self.keys == source.keys;
        if same {
            return self.values.clone_from(&source.values);
        }
        self.set_parts(|keys, values| {
            keys.clone_from(&source.keys);
            values.clone_from(&source.values);
        });
    }
}

impl<V: PartialEq> PartialEq for Map<V> {
    /// Whether both have the same keys with equal values, in any order.
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.iter().enumerate().all(|(at, (key, value))| match other.keys.get(at) {
                Some(same) if same == key => other.values.get(at) == Some(value),
                _ => other.find(key).and_then(|at| other.values.get(at)) == Some(value),
            })
    }
}

impl<V: Eq> Eq for Map<V> {}

impl<V: fmt::Debug> fmt::Debug for Map<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<V> ops::Index<&str> for Map<V> {
    type Output = V;

    /// # Panics
    ///
    /// When the key is not there.
    fn index(&self, key: &str) -> &V {
        self.get(key).expect("the key is not in the map")
    }
}

impl<V> ops::IndexMut<&str> for Map<V> {
    /// # Panics
    ///
    /// When the key is not there.
    fn index_mut(&mut self, key: &str) -> &mut V {
        self.get_mut(key).expect("the key is not in the map")
    }
}

impl<K: Into<Text>, V> Extend<(K, V)> for Map<V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.reserve(entries.size_hint().0);
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Into<Text>, V> FromIterator<(K, V)> for Map<V> {
    /// Of equal keys, the last value at the place of the first.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Into<Text>, V, const N: usize> From<[(K, V); N]> for Map<V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
