//! Reading a map over what is there.

use std::fmt;

use super::{LINEAR, Map, index::Index};
use crate::text::{Short, Text};

/// A map that is filled entry by entry, over the entries it has.
///
/// The way for a reader to fill a map, be it new or one of before. Keys and values come in
/// the order of the input; the first one takes the place of the first one there, and so on, so that
/// values can reuse what they own. Nothing is looked up for that: a key is only checked against the
/// keys that came before it.
///
/// Each key gives a [`Slot`], and each slot of a new key is finished with its value. When the filling is
/// dropped, be it at the end, after an error or by a panic, the map has the finished entries and
/// no others.
///
/// # Example
///
/// ```
/// use apograph_core::Map;
/// use apograph_core::map::Slot;
///
/// fn read(input: &[(&str, &str)], map: &mut Map<String>) {
///     let mut filling = map.fill();
///     for &(key, value) in input {
///         match filling.key(key) {
///             Slot::Old(mut old) => {
///                 value.clone_into(old.value());
///                 old.finish();
///             }
///             Slot::New(new) => new.finish(value.to_string()),
///             // As most readers have it: the last value, at the place of the first.
///             Slot::Duplicate(earlier) => value.clone_into(earlier.value),
///         }
///     }
/// }
///
/// let mut map = Map::from([("name", "pump".repeat(10)), ("place", "hall".to_owned())]);
/// let address = map["name"].as_ptr();
/// read(&[("id", "7"), ("name", "valve"), ("id", "8")], &mut map);
/// assert_eq!(map, Map::from([("id", "8".to_owned()), ("name", "valve".to_owned())]));
/// assert_eq!(map["id"].as_ptr(), address);
/// ```
pub struct Filling<'a, V> {
    map: &'a mut Map<V>,
    /// Taken out of the map, which finds its keys without while the filling is there, or leaked.
    index: Option<Box<Index>>,
    filled: usize,
    known: Known,
}

/// How keys are checked against those before them.
enum Known {
    /// A few keys: by a filter with a bit for each, and one by one where it says that there may be one.
    Few([u64; 4]),
    /// The index is that of the old keys, and all keys so far were the old ones in their places.
    Same,
    /// The index is that of the keys so far.
    Indexed,
}

/// What is at the place of a key: see [`Filling`].
#[derive(Debug)]
#[must_use = "an entry is only kept when it is finished"]
pub enum Slot<'f, V> {
    /// A value of before, to be written over.
    Old(Old<'f, V>),
    /// Nothing yet.
    New(New<'f, V>),
    /// The key came before.
    Duplicate(Duplicate<'f, V>),
}

/// A key with a value of before. Dropped without being [finished](Old::finish), the entry is not kept.
#[derive(Debug)]
pub struct Old<'f, V> {
    value: &'f mut V,
    commit: Commit<'f>,
}

/// A key without a value. Dropped without being [finished](New::finish), the entry is not kept.
pub struct New<'f, V> {
    values: &'f mut Vec<V>,
    commit: Commit<'f>,
}

/// A key that came before. Its entry stays, whatever becomes of the value.
#[derive(Debug)]
pub struct Duplicate<'f, V> {
    /// The position of the entry.
    pub index: usize,
    /// The value it has so far.
    pub value: &'f mut V,
}

/// Counts an entry as finished.
struct Commit<'f> {
    filled: &'f mut usize,
    index: Option<(&'f mut Index, u32)>,
}

/// What a key can be given as: owned, or borrowed and short or long.
trait Key {
    fn as_str(&self) -> &str;
    fn is(&self, other: &Text) -> bool;
    fn mix(&self) -> u64;
    fn put(self, place: &mut Text);
    fn into_text(self) -> Text;
}

impl<V> Map<V> {
    /// Begins to fill the map anew, over the entries it has. See [`Filling`].
    ///
    /// ```
    /// # use apograph_core::{Map, map::Slot};
    /// let mut map = Map::from([("a", 1), ("b", 2)]);
    /// if let Slot::Old(mut old) = map.fill().key("c") {
    ///     *old.value() = 3;
    ///     old.finish();
    /// }
    /// assert_eq!(map, Map::from([("c", 3)]));
    /// ```
    #[inline]
    pub fn fill(&mut self) -> Filling<'_, V> {
        let index = self.index.take();
        let known = if index.is_some() && self.keys.len() > LINEAR {
            Known::Same
        } else {
            Known::Few([0; 4])
        };
        Filling { map: self, index, filled: 0, known }
    }
}

impl<V> Filling<'_, V> {
    /// Takes the next key from text that is borrowed.
    ///
    /// ```
    /// # use apograph_core::{Map, map::Slot};
    /// let mut map = Map::new();
    /// if let Slot::New(new) = map.fill().key("a") {
    ///     new.finish(1);
    /// }
    /// assert_eq!(map["a"], 1);
    /// ```
    #[inline]
    pub fn key(&mut self, key: &str) -> Slot<'_, V> {
        match Short::new(key) {
            Some(short) => self.enter((short, key)),
            None => self.enter(key),
        }
    }

    /// Takes the next key from text that is owned.
    ///
    /// ```
    /// # use apograph_core::{Map, Text, map::Slot};
    /// let mut map = Map::<u32>::new();
    /// assert!(matches!(map.fill().text(Text::new("a")), Slot::New(_)));
    /// assert!(map.is_empty());
    /// ```
    #[inline]
    pub fn text(&mut self, key: Text) -> Slot<'_, V> {
        self.enter(key)
    }

    /// How many entries are finished.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::from([("a", 1)]);
    /// assert_eq!(map.fill().finished(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn finished(&self) -> usize {
        self.filled
    }

    /// Makes room for so many more entries than are finished.
    ///
    /// ```
    /// # use apograph_core::Map;
    /// let mut map = Map::<u32>::new();
    /// map.fill().reserve(10);
    /// assert!(map.capacity() >= 10);
    /// ```
    pub fn reserve(&mut self, additional: usize) {
        let room = self.filled.saturating_add(additional);
        self.map.reserve(room.saturating_sub(self.map.keys.len()));
    }

    #[inline]
    fn enter(&mut self, key: impl Key) -> Slot<'_, V> {
        let (earlier, hash) = match &mut self.known {
            Known::Few(filter) if self.filled < LINEAR => {
                let bit = key.mix() >> 56;
                let word = &mut filter[(bit >> 6) as usize];
                let seen = *word & (1 << (bit & 63)) != 0;
                *word |= 1 << (bit & 63);
                let before = &self.map.keys[..self.filled];
                (if seen { before.iter().position(|old| key.is(old)) } else { None }, None)
            }
            _ => self.look_up(&key),
        };
        if let Some(index) = earlier {
            return Slot::Duplicate(Duplicate { index, value: &mut self.map.values[index] });
        }
        match self.map.keys.get_mut(self.filled) {
            Some(place) => key.put(place),
            None => self.map.keys.push(key.into_text()),
        }
        let index = hash.and_then(|hash| Some((&mut **self.index.as_mut()?, hash)));
        let place = self.filled;
        let commit = Commit { filled: &mut self.filled, index };
        if place < self.map.values.len() {
            Slot::Old(Old { value: &mut self.map.values[place], commit })
        } else {
            Slot::New(New { values: &mut self.map.values, commit })
        }
    }

    /// The position of a key among many, and its hash if it is to be added to the index.
    fn look_up(&mut self, key: &impl Key) -> (Option<usize>, Option<u32>) {
        let keys = &self.map.keys;
        let index = self.index.get_or_insert_default();
        // A key without a value is one that was not finished, and not in the index.
        let old = self.filled < self.map.values.len();
        match &self.known {
            Known::Same if old && key.is(&keys[self.filled]) => return (None, None),
            Known::Same if self.filled < LINEAR => return self.look_up_few(key),
            Known::Same if !old => {}
            Known::Indexed => {}
            Known::Same | Known::Few(_) => {
                // As many keys as there were the last time, or as there is room for, will come.
                let expected = if index.is_new() { keys.capacity() } else { keys.len() };
                index.rebuild(&keys[..self.filled], expected);
                self.known = Known::Indexed;
            }
        }
        let hash = index.hash(key.as_str());
        let found = index.find(hash, |at| keys.get(at).is_some_and(|old| key.is(old)));
        (found, Some(hash))
    }

    /// The first key that is not the old one, when there are only a few so far.
    #[cold]
    fn look_up_few(&mut self, key: &impl Key) -> (Option<usize>, Option<u32>) {
        let mut filter = [0; 4];
        let before = &self.map.keys[..self.filled];
        for mix in before.iter().map(Text::mix).chain([key.mix()]) {
            let bit = mix >> 56;
            filter[(bit >> 6) as usize] |= 1 << (bit & 63);
        }
        self.known = Known::Few(filter);
        (before.iter().position(|old| key.is(old)), None)
    }
}

impl<V> Drop for Filling<'_, V> {
    fn drop(&mut self) {
        let shortened = self.map.keys.len() > self.filled;
        self.map.keys.truncate(self.filled);
        self.map.values.truncate(self.filled);
        if let (Known::Same, true, Some(index)) = (&self.known, shortened, &mut self.index)
            && self.filled > LINEAR
        {
            index.rebuild(&self.map.keys, self.filled);
        }
        self.map.index = self.index.take();
    }
}

impl<V> Old<'_, V> {
    /// The value of before.
    ///
    /// ```
    /// # use apograph_core::{Map, map::Slot};
    /// let mut map = Map::from([("a", 1)]);
    /// if let Slot::Old(mut old) = map.fill().key("b") {
    ///     *old.value() += 1;
    ///     old.finish();
    /// }
    /// assert_eq!(map["b"], 2);
    /// ```
    #[inline]
    pub fn value(&mut self) -> &mut V {
        self.value
    }

    /// Keeps the entry.
    ///
    /// ```
    /// # use apograph_core::{Map, map::Slot};
    /// let mut map = Map::from([("a", 1)]);
    /// if let Slot::Old(old) = map.fill().key("b") {
    ///     old.finish();
    /// }
    /// assert_eq!(map["b"], 1);
    /// ```
    #[inline]
    pub fn finish(self) {
        self.commit.now();
    }
}

impl<V> New<'_, V> {
    /// Gives the key its value, and keeps the entry.
    ///
    /// ```
    /// # use apograph_core::{Map, map::Slot};
    /// let mut map = Map::new();
    /// if let Slot::New(new) = map.fill().key("a") {
    ///     new.finish("value");
    /// }
    /// assert_eq!(map["a"], "value");
    /// ```
    #[inline]
    pub fn finish(self, value: V) {
        self.values.push(value);
        self.commit.now();
    }
}

impl Commit<'_> {
    #[inline]
    fn now(self) {
        if let Some((index, hash)) = self.index {
            index.insert(hash, *self.filled);
        }
        *self.filled += 1;
    }
}

impl Key for Text {
    #[inline]
    fn as_str(&self) -> &str {
        self
    }

    #[inline]
    fn is(&self, other: &Text) -> bool {
        self == other
    }

    #[inline]
    fn mix(&self) -> u64 {
        Text::mix(self)
    }

    #[inline]
    fn put(self, place: &mut Text) {
        *place = self;
    }

    #[inline]
    fn into_text(self) -> Text {
        self
    }
}

impl Key for (Short, &str) {
    #[inline]
    fn as_str(&self) -> &str {
        self.1
    }

    #[inline]
    fn is(&self, other: &Text) -> bool {
        self.0.is(other)
    }

    #[inline]
    fn mix(&self) -> u64 {
        self.0.mix()
    }

    #[inline]
    fn put(self, place: &mut Text) {
        *place = self.0.into_text();
    }

    #[inline]
    fn into_text(self) -> Text {
        self.0.into_text()
    }
}

/// A long one.
impl Key for &str {
    fn as_str(&self) -> &str {
        self
    }

    fn is(&self, other: &Text) -> bool {
        other == *self
    }

    fn mix(&self) -> u64 {
        Text::mix_long(self.as_bytes())
    }

    fn put(self, place: &mut Text) {
        place.assign(self);
    }

    fn into_text(self) -> Text {
        Text::new(self)
    }
}

impl<V: fmt::Debug> fmt::Debug for Filling<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.map.iter().take(self.filled)).finish()
    }
}

impl<V> fmt::Debug for New<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("New").finish_non_exhaustive()
    }
}

impl fmt::Debug for Commit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Commit").field("position", self.filled).finish_non_exhaustive()
    }
}
