//! Which object became which: the table that keeps sharing and cycles.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Place;
use std::hash::{BuildHasherDefault, Hasher};

use super::target::Blocks;

/// The rank of a copy that waits for nothing: everything it reaches is there.
pub(super) const COMPLETE: u32 = u32::MAX;

/// The rank of a copy that waits for work which was put off.
pub(super) const WAITING: u32 = 0;

/// The shared objects that a walk has met, by the address of their content.
///
/// An address is enough: only what an `Rc` or `Arc` holds is entered, no two of these blocks
/// overlap, and the table keeps every original alive, so that none is freed and its address used
/// again while the walk goes on.
#[derive(Default)]
pub(super) struct Identity {
    places: HashMap<usize, u32, BuildHasherDefault<AddressHasher>>,
    entries: Vec<Entry>,
    /// How many entries were reserved by weak handles, and may be so still.
    reserved: usize,
}

/// An original with its copy. It owns a handle of both.
pub(super) struct Entry {
    from: *mut (),
    to: *mut (),
    length: usize,
    release: unsafe fn(*mut (), usize),
    free: unsafe fn(*mut (), usize),
    /// Of a filled copy: the lowest rank of the copies that it waits for. Copies can wait for each
    /// other in cycles; the one that was met first stands for them all, as in Tarjan's search for
    /// strongly connected components.
    low: u32,
    progress: Progress,
}

/// How far a copy has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Only weak handles led here so far. If it stays like that, they dangle in the copy.
    Reserved,
    /// It will be filled.
    Begun,
    /// Its content is there, though parts of that may still wait.
    Filled,
    /// Only weak handles led to it, and the walk is over.
    Gone,
}

/// A copy about to be entered.
pub(super) struct New {
    /// The content of the original, of which the table gets a handle.
    pub(super) from: *mut (),
    /// The content of the copy, of which the table gets a handle.
    pub(super) to: *mut (),
    /// Their length, if they are slices.
    pub(super) length: usize,
    /// Whether they are held by `Arc` and not `Rc`.
    pub(super) atomic: bool,
    pub(super) blocks: &'static Blocks,
    pub(super) progress: Progress,
}

impl Identity {
    /// The number of the entry for an original.
    pub(super) fn find(&self, from: *const ()) -> Option<u32> {
        self.places.get(&from.addr()).copied()
    }

    /// The number of the entry for an original, which is made if there is none yet: then the
    /// second is true.
    pub(super) fn enter(&mut self, from: *const (), new: impl FnOnce() -> New) -> (u32, bool) {
        match self.places.entry(from.addr()) {
            Place::Occupied(place) => (*place.get(), false),
            Place::Vacant(place) => {
                let number = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
                // Four thousand million entries do not fit into memory with their objects, but a
                // number must never stand for two.
                assert!(rank(number) < COMPLETE, "more than four thousand million shared objects");
                let new = new();
                let (release, free) = if new.atomic {
                    (new.blocks.release_arc, new.blocks.free_arc)
                } else {
                    (new.blocks.release_rc, new.blocks.free_rc)
                };
                let New { from, to, length, progress, .. } = new;
                self.reserved += usize::from(progress == Progress::Reserved);
                self.entries.push(Entry {
                    from,
                    to,
                    length,
                    release,
                    free,
                    low: COMPLETE,
                    progress,
                });
                place.insert(number);
                (number, true)
            }
        }
    }

    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap_or(u32::MAX)
    }

    /// The content of an entry's copy.
    pub(super) fn to(&self, number: u32) -> *mut () {
        self.entries[number as usize].to
    }

    pub(super) fn progress(&self, number: u32) -> Progress {
        self.entries[number as usize].progress
    }

    /// A strong edge leads to what was reserved.
    pub(super) fn begin(&mut self, number: u32) {
        self.entries[number as usize].progress = Progress::Begun;
        self.reserved = self.reserved.saturating_sub(1);
    }

    /// Whether only weak handles lead to some entry from a number on.
    pub(super) fn has_reserved(&self, since: u32) -> bool {
        self.reserved > 0
            && self.entries.iter().skip(since as usize).any(|e| e.progress == Progress::Reserved)
    }

    /// The walk is over: what only weak handles led to is given up, so that they dangle.
    pub(super) fn give_up_reserved(&mut self) {
        if self.reserved == 0 {
            return;
        }
        for entry in &mut self.entries {
            if entry.progress == Progress::Reserved {
                entry.progress = Progress::Gone;
                // SAFETY: the entry owns the only strong handle of the copy, which has no content.
                unsafe { (entry.free)(entry.to, entry.length) };
            }
        }
        self.reserved = 0;
    }

    /// Gives an entry another copy.
    ///
    /// # Safety
    ///
    /// The caller gives up a count of `to`, which is of the entry's type and has content.
    pub(super) unsafe fn replace(&mut self, number: u32, to: *mut ()) {
        let entry = &mut self.entries[number as usize];
        let old = std::mem::replace(&mut entry.to, to);
        let progress = std::mem::replace(&mut entry.progress, Progress::Filled);
        entry.low = COMPLETE;
        if progress == Progress::Filled {
            // SAFETY: the entry owned a count of the old copy, which had content.
            unsafe { (entry.release)(old, entry.length) };
        }
    }

    /// The content is there, and waits for copies of this rank and later ones.
    pub(super) fn fill(&mut self, number: u32, low: u32) -> u32 {
        let entry = &mut self.entries[number as usize];
        entry.progress = Progress::Filled;
        entry.low = if low >= rank(number) { COMPLETE } else { low };
        entry.low
    }

    /// What a copy waits for: [`COMPLETE`], [`WAITING`] or the rank of another copy.
    pub(super) fn low(&self, mut number: u32) -> u32 {
        loop {
            let entry = &self.entries[number as usize];
            if entry.progress != Progress::Filled {
                return rank(number);
            }
            match entry.low {
                low @ (COMPLETE | WAITING) => return low,
                // Always an earlier one, so this ends.
                low => number = low - 1,
            }
        }
    }

    /// Everything that was entered from a number on is complete.
    pub(super) fn complete(&mut self, since: u32) {
        for entry in self.entries.iter_mut().skip(since as usize) {
            entry.low = COMPLETE;
        }
    }

    /// Forgets everything and gives the handles back. Keeps its memory.
    ///
    /// Copies that were filled are dropped if nobody else has a handle of them, unless they are to
    /// be `leaked`: then they may hold blocks without content.
    pub(super) fn clear(&mut self, leaked: bool) {
        self.places.clear();
        self.reserved = 0;
        let mut unfilled = Vec::new();
        for entry in self.entries.drain(..) {
            // SAFETY: the entry owns a handle of the original, which is given up with it.
            unsafe { (entry.release)(entry.from, entry.length) };
            match entry.progress {
                Progress::Reserved | Progress::Begun => unfilled.push(entry),
                // SAFETY: the same for the copy. Its content is there, and what that reaches too,
                // but for copies without content of which the table still has handles.
                Progress::Filled if !leaked => unsafe { (entry.release)(entry.to, entry.length) },
                Progress::Filled | Progress::Gone => {}
            }
        }
        // After all others, which may have handles of these.
        for entry in unfilled {
            // SAFETY: the entry owns a handle of the copy; there is no content to drop.
            unsafe { (entry.free)(entry.to, entry.length) };
        }
    }
}

/// Ranks count from 1, for 0 is [`WAITING`].
pub(super) fn rank(number: u32) -> u32 {
    number.saturating_add(1)
}

/// One multiplication spreads an address over all bits.
#[derive(Default)]
pub(super) struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only addresses are hashed");
    }

    #[inline]
    fn write_usize(&mut self, address: usize) {
        let product = u128::from(address as u64) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
