//! Where the keys of a large map are: a hash table of positions.
//!
//! std's tables own their keys; this one refers to those of the map by position. It hashes with a
//! seed of its own, so that nobody can choose keys which collide.

use std::hash::{BuildHasher, RandomState};

use crate::text::Text;

/// A key's hash and its position plus one; zero where there is none.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u32,
    place: u32,
}

/// Open addressing with linear probing, at most half full.
#[derive(Clone, Default)]
pub(super) struct Index {
    hasher: RandomState,
    /// A power of two of them; none at first.
    slots: Vec<Slot>,
    length: usize,
}

impl Index {
    /// Whether it has never known a key.
    pub(super) fn is_new(&self) -> bool {
        self.slots.is_empty()
    }

    pub(super) fn hash(&self, key: &str) -> u32 {
        (self.hasher.hash_one(key) >> 32) as u32
    }

    /// The position of the key with this hash that is the one looked for.
    pub(super) fn find(&self, hash: u32, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            let position = (slot.place as usize).checked_sub(1)?;
            if slot.hash == hash && is_it(position) {
                return Some(position);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a key that is not there.
    ///
    /// # Panics
    ///
    /// At position 4,294,967,295: the keys before it take 96 GiB.
    pub(super) fn insert(&mut self, hash: u32, position: usize) {
        self.reserve(self.length + 1);
        let place = u32::try_from(position + 1).expect("a map has fewer than 2^32 entries");
        put(&mut self.slots, Slot { hash, place });
        self.length += 1;
    }

    fn reserve(&mut self, length: usize) {
        if length * 2 <= self.slots.len() {
            return;
        }
        let room = (length * 2).next_power_of_two();
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); room]);
        for slot in old.into_iter().filter(|slot| slot.place != 0) {
            put(&mut self.slots, slot);
        }
    }

    /// Forgets everything and adds all these keys, which differ from each other. There is room for as
    /// many as are expected, and not for as many as there once were: clearing that could take much longer
    /// than adding a few.
    pub(super) fn rebuild(&mut self, keys: &[Text], expected: usize) {
        let room = (expected.max(keys.len()) * 2).next_power_of_two();
        self.slots.clear();
        self.slots.resize(room, Slot::default());
        self.length = 0;
        for (position, key) in keys.iter().enumerate() {
            self.insert(self.hash(key), position);
        }
    }

    /// Removes a key. The positions behind it move up by one.
    pub(super) fn remove(&mut self, hash: u32, position: usize) {
        let mask = self.slots.len() - 1;
        let mut hole = hash as usize & mask;
        while self.slots[hole].place as usize != position + 1 {
            hole = (hole + 1) & mask;
        }
        let mut next = (hole + 1) & mask;
        while self.slots[next].place != 0 {
            // What could also lie at the hole or before it closes it.
            let home = self.slots[next].hash as usize & mask;
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        self.slots[hole] = Slot::default();
        self.length -= 1;
        for slot in &mut self.slots {
            slot.place -= u32::from(slot.place as usize > position);
        }
    }
}

/// Puts a slot into the first free place, of which there is one.
fn put(slots: &mut [Slot], slot: Slot) {
    let mask = slots.len() - 1;
    let mut at = slot.hash as usize & mask;
    while slots[at].place != 0 {
        at = (at + 1) & mask;
    }
    slots[at] = slot;
}
