//! Collections of elements in order: `Vec`, `VecDeque`, `LinkedList`, `BinaryHeap`.

use std::collections::{BinaryHeap, LinkedList, VecDeque};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::RangeInclusive;

use super::error::{CopyErrorKind, Segment, Stop};
use super::filling::{self, Fill};
use super::late::{self, Late};
use super::plain::{CloneVisitor, with_clone_of};
use super::slot::{Filled, Slot};
use super::walk::{BUDGET, Walk};
use super::{DeepCopy, elements};

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy> DeepCopy for Vec<T> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        if T::is_handle() && GATHERED.contains(&size_of_val(self.as_slice())) && walk.depth <= 1 {
            return gather(self, slot, walk);
        }
        let mut copy = Vec::with_capacity(self.len());
        if !walk.is_deep() || T::is_plain(BUDGET) {
            self.fill(&mut copy, walk)?;
        }
        Ok(slot.write(copy))
    }

    #[inline]
    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() && !T::is_plain(BUDGET) && !self.is_empty() {
            // SAFETY: as the caller vouches.
            unsafe { filling::put_off(self, to, walk) };
        }
        Ok(())
    }

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        let plain = T::is_plain(BUDGET);
        if !plain && (walk.is_deep() || self.len() > target.len()) {
            return walk.replace(self, target);
        }
        target.truncate(self.len());
        let (over, anew) = self.split_at(target.len());
        let result = walk.inside(|walk| {
            for (index, (from, to)) in over.iter().zip(target.iter_mut()).enumerate() {
                if let Err(stop) = from.copy_over(to, walk) {
                    walk.trace(Segment::Index(index));
                    return Err(stop);
                }
            }
            Ok(())
        });
        result?;
        target.reserve(anew.len());
        for from in anew {
            let mut place = MaybeUninit::uninit();
            let _filled = from.copy_to(Slot::of(&mut place), walk)?;
            // SAFETY: it was filled, and being plain waits for nothing.
            target.push(unsafe { place.assume_init() });
        }
        Ok(())
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && T::is_plain(budget - 1)
    }

    with_clone_of!(Vec);
}

impl<T: DeepCopy> Fill for Vec<T> {
    #[inline]
    fn fill(&self, to: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        fill_vec(self, to, walk)
    }
}

/// How many bytes of handles are gathered before their block is made, at the top of a graph. When
/// glibc's allocator is asked for a kilobyte, it merges all small blocks that are free, and then cuts
/// them up again for what the handles lead to: a quarter of the time of the copy. It does so all the same
/// when 64 kilobytes are freed.
const GATHERED: RangeInclusive<usize> = 1 << 10..=1 << 16;

/// Copies handles, and makes the block for them last.
#[inline(never)]
fn gather<'s, T: DeepCopy>(
    from: &[T],
    slot: Slot<'s, Vec<T>>,
    walk: &mut Walk,
) -> Result<Filled<'s, Vec<T>>, Stop> {
    let mut room = walk.take_room::<T>(from.len());
    let place: *mut T = room.as_mut_ptr().cast();
    // SAFETY: there is room for so many elements. Handles have nothing to finish, so that they may
    // move afterwards.
    let result = walk.inside(|walk| unsafe { elements::fill(from, place, walk) });
    let filled = result.map(|()| {
        let mut copy = Vec::with_capacity(from.len());
        // SAFETY: they are all there, the vector has a fresh block for so many, and they are not used
        // where they were any more.
        unsafe { place.copy_to_nonoverlapping(copy.as_mut_ptr(), from.len()) };
        // SAFETY: they are all there.
        unsafe { copy.set_len(from.len()) };
        slot.write(copy)
    });
    walk.give_room(room);
    filled
}

/// Fills an empty vector.
#[inline]
fn fill_vec<T: DeepCopy>(from: &[T], to: &mut Vec<T>, walk: &mut Walk) -> Result<(), Stop> {
    to.reserve(from.len());
    let place = to.as_mut_ptr();
    // SAFETY: there is room for so many elements in an empty vector.
    walk.inside(|walk| unsafe { elements::fill(from, place, walk) })?;
    // SAFETY: they are all there.
    unsafe { to.set_len(from.len()) };
    Ok(())
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy> DeepCopy for VecDeque<T> {
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        let mut copy = VecDeque::new();
        if !walk.is_deep() || T::is_plain(BUDGET) {
            self.fill(&mut copy, walk)?;
        }
        Ok(slot.write(copy))
    }

    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() && !T::is_plain(BUDGET) && !self.is_empty() {
            // SAFETY: as the caller vouches.
            unsafe { filling::put_off(self, to, walk) };
        }
        Ok(())
    }

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() || (self.len() != target.len() && !T::is_plain(BUDGET)) {
            return walk.replace(self, target);
        }
        target.truncate(self.len());
        let have = target.len();
        let result = walk.inside(|walk| {
            for (index, (from, to)) in self.iter().zip(target.iter_mut()).enumerate() {
                if let Err(stop) = from.copy_over(to, walk) {
                    walk.trace(Segment::Index(index));
                    return Err(stop);
                }
            }
            Ok(())
        });
        result?;
        for from in self.iter().skip(have) {
            let mut place = MaybeUninit::uninit();
            let _filled = from.copy_to(Slot::of(&mut place), walk)?;
            // SAFETY: it was filled, and being plain waits for nothing.
            target.push_back(unsafe { place.assume_init() });
        }
        Ok(())
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && T::is_plain(budget - 1)
    }

    with_clone_of!(VecDeque);
}

impl<T: DeepCopy> Fill for VecDeque<T> {
    /// The elements are copied to a vector, whose block the deque then takes as it is.
    fn fill(&self, to: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        let (front, back) = self.as_slices();
        let mut copy = Vec::with_capacity(self.len());
        let place: *mut T = copy.as_mut_ptr();
        // SAFETY: there is room for so many elements.
        walk.inside(|walk| unsafe { elements::fill(front, place, walk) })?;
        // SAFETY: within the vector's block.
        let rest = unsafe { place.add(front.len()) };
        // SAFETY: there is room for the other elements.
        if let Err(stop) = walk.inside(|walk| unsafe { elements::fill(back, rest, walk) }) {
            // SAFETY: so many elements are there.
            unsafe { elements::stopped(place, front.len(), walk) };
            return Err(stop);
        }
        // SAFETY: they are all there.
        unsafe { copy.set_len(self.len()) };
        *to = VecDeque::from(copy);
        Ok(())
    }
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy> DeepCopy for LinkedList<T> {
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        let mut copy = LinkedList::new();
        if !walk.is_deep() || T::is_plain(BUDGET) {
            self.fill(&mut copy, walk)?;
        }
        Ok(slot.write(copy))
    }

    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() && !T::is_plain(BUDGET) && !self.is_empty() {
            // SAFETY: as the caller vouches.
            unsafe { filling::put_off(self, to, walk) };
        }
        Ok(())
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && T::is_plain(budget - 1)
    }

    with_clone_of!(LinkedList);
}

impl<T: DeepCopy> Fill for LinkedList<T> {
    fn fill(&self, to: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        // Not dropped by an unwinding panic, for its elements may wait for content.
        let mut copy = ManuallyDrop::new(LinkedList::new());
        for (index, element) in self.iter().enumerate() {
            let mut place = MaybeUninit::uninit();
            let result = walk.inside(|walk| {
                let _filled = element.copy_to(Slot::of(&mut place), walk)?;
                // SAFETY: it was filled just now.
                copy.push_back(unsafe { place.assume_init() });
                match copy.back_mut() {
                    // SAFETY: an element stays in its node.
                    Some(to) => unsafe { element.finish(to, walk) },
                    None => Err(walk.stop(CopyErrorKind::Changed)),
                }
            });
            if result.is_err() {
                walk.trace(Segment::Index(index));
                // SAFETY: the list is not used any more.
                unsafe { walk.undo(&raw mut *copy) };
                return result;
            }
        }
        *to = ManuallyDrop::into_inner(copy);
        Ok(())
    }
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy + Ord> DeepCopy for BinaryHeap<T> {
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        let mut copy = Vec::new();
        // Making it a heap compares its elements, which must be complete: others come late.
        if T::is_plain(BUDGET) {
            fill_vec(self.as_slice(), &mut copy, walk)?;
        }
        Ok(slot.write(BinaryHeap::from(copy)))
    }

    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if !T::is_plain(BUDGET) && !self.is_empty() {
            // SAFETY: as the caller vouches.
            unsafe { late::put_off(self, to, walk) };
        }
        Ok(())
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && T::is_plain(budget - 1)
    }

    #[inline]
    fn is_late() -> bool {
        !T::is_plain(BUDGET)
    }

    with_clone_of!(BinaryHeap);
}

impl<T: DeepCopy + Ord> Late for BinaryHeap<T> {
    type Element = T;

    fn count(&self) -> usize {
        self.len()
    }

    unsafe fn gather(&self, to: *mut T, walk: &mut Walk) -> Result<(), Stop> {
        // SAFETY: as the caller vouches.
        unsafe { elements::fill(self.as_slice(), to, walk) }
    }

    fn place(&mut self, elements: Vec<T>) {
        *self = BinaryHeap::from(elements);
    }
}
