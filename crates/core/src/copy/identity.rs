//! Which object became which: the table that keeps sharing and cycles.
//!
//! Addresses are looked up in a table of our own with linear probing, which is emptied by counting on
//! and not by writing. What every edge needs of an entry lies apart from what only its end needs.

use std::mem;

use super::target::Blocks;

/// The rank of a copy that waits for nothing: everything it reaches is there.
pub(super) const COMPLETE: u32 = u32::MAX;

/// The content is not there yet, but will be.
const BEGUN: u32 = u32::MAX - 1;

/// Only weak handles led to it so far. If it stays like that, they dangle in the copy.
const RESERVED: u32 = u32::MAX - 2;

/// Only weak handles led to it, and the walk is over.
const GONE: u32 = u32::MAX - 3;

/// The rank of a copy that waits for work which was put off.
pub(super) const WAITING: u32 = 0;

/// The shared objects that a walk has met, by the address of their content.
///
/// An address is enough: only what an `Rc` or `Arc` holds is entered, no two of these blocks
/// overlap, and the table keeps every original alive, so that none is freed and its address used
/// again while the walk goes on.
#[derive(Default)]
pub(super) struct Identity {
    /// As many as a power of two, or none.
    slots: Vec<Slot>,
    /// Slots of other epochs are empty.
    epoch: u32,
    entries: Vec<Entry>,
    details: Vec<Details>,
    /// Whether weak handles were the first to lead to some entry.
    has_reserved: bool,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    address: usize,
    number: u32,
    epoch: u32,
}

/// A slot where an address that has no entry belongs; without slots, any number.
#[derive(Default)]
pub(super) struct Free(usize);

/// What every edge to an object asks for.
pub(super) struct Entry {
    /// The content of the copy.
    to: *mut (),
    /// How far the copy has come: one of the constants above or, of a copy whose content is there,
    /// the lowest rank of the copies that it waits for. Copies can wait for each other in cycles;
    /// the one that was met first stands for them all, as in Tarjan's search for strongly connected
    /// components.
    low: u32,
    /// The table's own count of the copy was given to the first handle of it. That is safe as long
    /// as nothing drops what the walk has made.
    is_lent: bool,
}

impl Entry {
    /// The content is there, and waits for copies of this rank and later ones. Gives the rank that it
    /// waits for in the end. The entry is that of this number.
    #[inline]
    pub(super) fn fill(&mut self, number: u32, low: u32) -> u32 {
        self.low = if low >= rank(number) { COMPLETE } else { low };
        self.low
    }

    /// Gives the table's own count of the copy to a handle. False if it is given already.
    #[inline]
    pub(super) fn lend(&mut self) -> bool {
        !mem::replace(&mut self.is_lent, true)
    }
}

/// What is needed when the walk is over. The entry owns a handle of the original.
struct Details {
    from: *mut (),
    length: usize,
    blocks: &'static Blocks,
    is_atomic: bool,
}

impl Details {
    fn release(&self) -> unsafe fn(*mut (), usize) {
        if self.is_atomic { self.blocks.release_arc } else { self.blocks.release_rc }
    }

    fn free(&self) -> unsafe fn(*mut (), usize) {
        if self.is_atomic { self.blocks.free_arc } else { self.blocks.free_rc }
    }

    fn retain(&self) -> unsafe fn(*mut (), usize) {
        if self.is_atomic { self.blocks.retain_arc } else { self.blocks.retain_rc }
    }
}

/// An original and its copy about to be entered.
pub(super) struct New {
    /// The content of the original, of which the table gets a handle.
    pub(super) from: *mut (),
    /// The content of the copy, of which the table gets a handle.
    pub(super) to: *mut (),
    /// Their length, if they are slices.
    pub(super) length: usize,
    /// Whether they are held by `Arc` and not `Rc`.
    pub(super) is_atomic: bool,
    pub(super) blocks: &'static Blocks,
    pub(super) state: Beginning,
}

/// How an entry begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beginning {
    /// It will be filled.
    Begun,
    /// Only a weak handle leads to it.
    Reserved,
    /// The copy is there already.
    Complete,
}

impl Identity {
    /// The number of the entry for an original, or the place for one.
    #[inline]
    pub(super) fn find(&self, from: *const ()) -> Result<u32, Free> {
        let address = from.addr();
        let mask = self.slots.len().wrapping_sub(1);
        // The low bits are those of the alignment; the product's high bits depend on all others.
        let product = (address as u64 >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (product >> 32) as usize & mask;
        while let Some(slot) = self.slots.get(place) {
            if slot.epoch != self.epoch {
                break;
            }
            if slot.address == address {
                return Ok(slot.number);
            }
            place = (place + 1) & mask;
        }
        Err(Free(place))
    }

    /// Makes an entry at the place that [`find`](Self::find) gave for the original just now, and gives
    /// its number.
    #[inline]
    pub(super) fn enter(&mut self, free: Free, new: New) -> u32 {
        let New { from, to, length, is_atomic, blocks, state } = new;
        let number = self.len();
        let low = match state {
            Beginning::Begun => BEGUN,
            Beginning::Reserved => RESERVED,
            Beginning::Complete => COMPLETE,
        };
        self.has_reserved |= low == RESERVED;
        self.entries.push(Entry { to, low, is_lent: false });
        self.details.push(Details { from, length, blocks, is_atomic });
        // Half of the slots at least stay free.
        let is_full = self.entries.len() * 2 > self.slots.len();
        match self.slots.get_mut(free.0) {
            Some(slot) if !is_full => {
                *slot = Slot { address: from.addr(), number, epoch: self.epoch };
            }
            _ => self.grow(),
        }
        number
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(16);
        // Four thousand million entries do not fit into memory with their objects, but a number
        // must never stand for two, nor for one of the constants.
        assert!(slots < GONE as usize, "more than two thousand million shared objects");
        self.epoch = 1;
        self.slots.clear();
        self.slots.resize(slots, Slot::default());
        for number in 0..self.len() {
            let from = self.details[number as usize].from;
            if let Err(free) = self.find(from) {
                self.slots[free.0] = Slot { address: from.addr(), number, epoch: 1 };
            }
        }
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The content of an entry's copy.
    #[inline]
    pub(super) fn to(&self, number: u32) -> *mut () {
        self.entries[number as usize].to
    }

    /// The content of an entry's copy, and what that waits for: [`COMPLETE`], [`WAITING`] or the rank
    /// of another copy.
    #[inline]
    pub(super) fn get(&self, number: u32) -> (*mut (), u32) {
        let Entry { to, mut low, .. } = self.entries[number as usize];
        let mut waiting = number;
        while (1..GONE).contains(&low) {
            // Always an earlier one, so this ends.
            waiting = low - 1;
            low = self.entries[waiting as usize].low;
        }
        let low = match low {
            BEGUN => rank(waiting),
            // Nobody is at work on it, so that no earlier copy stands for it.
            RESERVED | GONE => WAITING,
            low => low,
        };
        (to, low)
    }

    #[inline]
    pub(super) fn entry(&mut self, number: u32) -> &mut Entry {
        &mut self.entries[number as usize]
    }

    /// Takes counts of its own again for the copies that were lent, from a number on: what the walk
    /// has made is about to be dropped, or kept.
    pub(super) fn own(&mut self, since: u32) {
        let since = since as usize;
        for (entry, details) in self.entries.iter_mut().zip(&self.details).skip(since) {
            if mem::take(&mut entry.is_lent) {
                // SAFETY: there is a handle of the copy, for nothing was dropped since it was lent.
                unsafe { details.retain()(entry.to, details.length) };
            }
        }
    }

    pub(super) fn is_reserved(&self, number: u32) -> bool {
        self.entries[number as usize].low == RESERVED
    }

    /// Whether the content of a copy is there.
    pub(super) fn is_filled(&self, number: u32) -> bool {
        !matches!(self.entries[number as usize].low, BEGUN | RESERVED | GONE)
    }

    /// What was reserved will be filled.
    pub(super) fn begin(&mut self, number: u32) {
        self.entries[number as usize].low = BEGUN;
    }

    /// Everything with content that was entered from a number on is complete.
    pub(super) fn complete(&mut self, since: u32) {
        for entry in self.entries.iter_mut().skip(since as usize) {
            if !matches!(entry.low, BEGUN | RESERVED | GONE) {
                entry.low = COMPLETE;
            }
        }
    }

    /// Whether only weak handles lead to some entry from a number on.
    pub(super) fn has_reserved(&self, since: u32) -> bool {
        self.has_reserved && self.entries.iter().skip(since as usize).any(|e| e.low == RESERVED)
    }

    /// The walk is over: what only weak handles led to is given up, so that they dangle.
    pub(super) fn give_up_reserved(&mut self) {
        if !mem::take(&mut self.has_reserved) {
            return;
        }
        for (entry, details) in self.entries.iter_mut().zip(&self.details) {
            if entry.low == RESERVED {
                entry.low = GONE;
                // SAFETY: the entry owns the only strong handle of the copy, which has no content.
                unsafe { details.free()(entry.to, details.length) };
            }
        }
    }

    /// Gives an entry another copy.
    ///
    /// # Safety
    ///
    /// The caller gives up a count of `to`, which is of the entry's type and has content; the walk
    /// has not begun.
    pub(super) unsafe fn replace(&mut self, number: u32, to: *mut ()) {
        let (entry, details) = (&mut self.entries[number as usize], &self.details[number as usize]);
        let old = mem::replace(&mut entry.to, to);
        // SAFETY: before the walk there are only complete copies, of which the entry owns a count.
        unsafe { details.release()(old, details.length) };
    }

    /// Forgets everything and gives the handles back. Keeps its memory.
    ///
    /// Copies of which it owns a count are dropped if nobody else has a handle of them, unless they
    /// are to be `leaked`: then they may hold blocks without content.
    pub(super) fn clear(&mut self, leaked: bool) {
        self.has_reserved = false;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            // Slots of the first epochs would count as filled again.
            self.slots.clear();
        }
        // Taken out, so that nothing is given back twice when a drop panics.
        let mut entries = mem::take(&mut self.entries);
        let mut details = mem::take(&mut self.details);
        let mut unfilled = Vec::new();
        for (entry, details) in entries.iter().zip(&details) {
            // SAFETY: the entry owns a handle of the original, which is given up with it.
            unsafe { details.release()(details.from, details.length) };
            match entry.low {
                GONE => {}
                _ if entry.is_lent => {}
                BEGUN | RESERVED => unfilled.push((entry, details)),
                _ if leaked => {}
                // SAFETY: the same for the copy. Its content is there, and what that reaches too,
                // but for copies without content of which the table still has handles.
                _ => unsafe { details.release()(entry.to, details.length) },
            }
        }
        // After all others, which may have handles of these.
        for (entry, details) in unfilled {
            // SAFETY: the entry owns a handle of the copy; there is no content to drop.
            unsafe { details.free()(entry.to, details.length) };
        }
        entries.clear();
        details.clear();
        (self.entries, self.details) = (entries, details);
    }
}

/// Ranks count from 1, for 0 is [`WAITING`].
#[inline]
pub(super) fn rank(number: u32) -> u32 {
    number.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::copy::target::Target;

    fn new(from: &Rc<u32>, to: Rc<u32>) -> New {
        New {
            from: Rc::into_raw(Rc::clone(from)).cast_mut().cast(),
            to: Rc::into_raw(to).cast_mut().cast(),
            length: 0,
            is_atomic: false,
            blocks: 0_u32.blocks(),
            state: Beginning::Complete,
        }
    }

    fn enter(identity: &mut Identity, new: New) -> u32 {
        let Err(free) = identity.find(new.from) else { panic!("it is there") };
        identity.enter(free, new)
    }

    #[test]
    fn entries_are_found_until_they_are_cleared() {
        let originals: Vec<Rc<u32>> = (0..1_000).map(Rc::new).collect();
        let copies: Vec<Rc<u32>> = (0..1_000).map(Rc::new).collect();
        let mut identity = Identity::default();
        for _ in 0..3 {
            for (number, (from, to)) in (0_u32..).zip(originals.iter().zip(&copies)) {
                assert_eq!(enter(&mut identity, new(from, Rc::clone(to))), number);
                assert_eq!(identity.find(Rc::as_ptr(from).cast()).ok(), Some(number));
            }
            for (number, (from, to)) in (0_u32..).zip(originals.iter().zip(&copies)) {
                assert_eq!(identity.find(Rc::as_ptr(from).cast()).ok(), Some(number));
                assert_eq!(identity.to(number).cast_const(), Rc::as_ptr(to).cast());
                assert_eq!((Rc::strong_count(from), Rc::strong_count(to)), (2, 2));
            }
            identity.clear(false);
            assert_eq!(identity.len(), 0);
        }
        assert!(originals.iter().chain(&copies).all(|object| Rc::strong_count(object) == 1));
    }

    #[test]
    fn an_epoch_that_comes_round_finds_nothing_of_the_first_one() {
        let (from, to) = (Rc::new(1), Rc::new(2));
        let address = Rc::as_ptr(&from).cast();
        let mut identity = Identity::default();
        enter(&mut identity, new(&from, Rc::clone(&to)));
        identity.epoch = u32::MAX;
        identity.clear(false);
        for _ in 0..2 {
            assert!(identity.find(address).is_err());
            enter(&mut identity, new(&from, Rc::clone(&to)));
            identity.clear(false);
        }
    }

    #[test]
    fn copies_wait_for_what_they_lead_to() {
        let objects: Vec<Rc<u32>> = (0..4).map(Rc::new).collect();
        let mut identity = Identity::default();
        for object in &objects {
            enter(&mut identity, New { state: Beginning::Begun, ..new(object, Rc::new(0)) });
        }
        let fill = |identity: &mut Identity, number, low| identity.entry(number).fill(number, low);
        // The last one waits for the second, and that one for nothing before it.
        assert_eq!(identity.get(3).1, rank(3));
        assert_eq!(fill(&mut identity, 3, rank(1)), rank(1));
        assert_eq!(identity.get(3).1, rank(1));
        assert_eq!(fill(&mut identity, 2, WAITING), WAITING);
        assert_eq!(identity.get(2).1, WAITING);
        assert_eq!(fill(&mut identity, 1, rank(1)), COMPLETE);
        assert_eq!(identity.get(3).1, COMPLETE);
        assert_eq!(identity.get(0).1, rank(0));
        identity.complete(2);
        assert_eq!(identity.get(2).1, COMPLETE);
        identity.clear(false);
    }
}
