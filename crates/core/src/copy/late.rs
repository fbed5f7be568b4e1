//! Maps and sets that cannot look at their keys before everything is there.
//!
//! Their elements are copied beside them, to a place of their own, and moved in at the end of the
//! walk. Until then the collection is there and empty.

use std::ptr;

use super::DeepCopy;
use super::erased::{Erased, Hold};
use super::error::{Segment, Stop};
use super::slot::Slot;
use super::walk::{Walk, Work};

/// A collection that must look at its elements to take them.
pub(super) trait Late: Sized {
    type Element;

    fn count(&self) -> usize;

    /// Copies all elements to places side by side, which they do not leave before everything is
    /// there. When it stops, what was copied is leaked.
    ///
    /// # Safety
    ///
    /// There is room for `count` elements at `to`, aligned and nobody else's.
    unsafe fn gather(&self, to: *mut Self::Element, walk: &mut Walk) -> Result<(), Stop>;

    /// Takes the elements.
    fn place(&mut self, elements: Vec<Self::Element>);
}

/// Puts off the filling of a collection at its final place.
///
/// # Safety
///
/// The source is borrowed until the walk is over or its cell is held, and `to` is an empty collection
/// at its final place that nobody else uses.
pub(super) unsafe fn put_off<C: Late>(from: &C, to: *mut C, walk: &mut Walk) {
    // SAFETY: as the caller vouches.
    let work = unsafe {
        Work::new(gather::<C>, Erased::new::<C>(from), Erased::new(to), u32::MAX, Hold::none())
    };
    walk.push_owned(work);
}

/// # Safety
///
/// The work is that of [`put_off`].
unsafe fn gather<C: Late>(work: &Work, walk: &mut Walk) -> Result<(), Stop> {
    // SAFETY: `put_off` made the work from such a pointer.
    let from = unsafe { work.from.get::<C>() };
    // SAFETY: it is alive, as the caller of `put_off` vouched.
    let from = unsafe { &*from };
    let elements = Box::into_raw(Box::<[C::Element]>::new_uninit_slice(from.count()));
    // SAFETY: a fresh block for so many elements.
    let result = walk.inside(|walk| unsafe { from.gather(elements.cast(), walk) });
    if result.is_err() {
        walk.trace(Segment::Entry);
        walk.trace_part(std::any::type_name::<C>());
        // SAFETY: the block came from a box, and holds nothing that would be dropped.
        drop(unsafe { Box::from_raw(elements) });
        return result;
    }
    let elements = ptr::slice_from_raw_parts_mut(elements.cast::<C::Element>(), elements.len());
    // SAFETY: the elements are there, and complete when placements are made; `to` is as the caller
    // of `put_off` vouched.
    let work =
        unsafe { Work::new(place::<C>, Erased::new(elements), work.to, u32::MAX, Hold::none()) };
    walk.push_placement(work);
    Ok(())
}

/// # Safety
///
/// The work is that of [`gather`], and everything is there.
unsafe fn place<C: Late>(work: &Work, _: &mut Walk) -> Result<(), Stop> {
    // SAFETY: `gather` made the work from such a pointer.
    let elements = unsafe { work.from.get::<[C::Element]>() };
    // SAFETY: it came from a box, and the elements are there.
    let elements = unsafe { Box::from_raw(elements.cast_mut()) };
    // SAFETY: `put_off` made the work from such a pointer.
    let to = unsafe { work.to.get::<C>() };
    // SAFETY: it is at its final place, and nobody else uses it.
    unsafe { &mut *to.cast_mut() }.place(elements.into_vec());
    Ok(())
}

/// Copies one value to a place that it does not leave.
///
/// # Safety
///
/// The place is valid for writes, aligned and nobody else's.
pub(super) unsafe fn fill<T: DeepCopy>(from: &T, to: *mut T, walk: &mut Walk) -> Result<(), Stop> {
    // SAFETY: the caller vouches for the place.
    let _filled = from.copy_to(unsafe { Slot::new(to) }, walk)?;
    // SAFETY: it was filled just now, and stays.
    unsafe { from.finish(to, walk) }
}

/// Copies elements to places side by side.
///
/// # Safety
///
/// There is room for all of them at `to`.
pub(super) unsafe fn fill_all<'a, T: DeepCopy + 'a>(
    from: impl Iterator<Item = &'a T>,
    to: *mut T,
    walk: &mut Walk,
) -> Result<(), Stop> {
    for (index, element) in from.enumerate() {
        // SAFETY: within the room that the caller vouches for.
        let place = unsafe { to.add(index) };
        // SAFETY: an aligned place of its own.
        unsafe { fill(element, place, walk) }?;
    }
    Ok(())
}

/// Copies entries to places side by side.
///
/// # Safety
///
/// There is room for all of them at `to`.
pub(super) unsafe fn fill_pairs<'a, K: DeepCopy + 'a, V: DeepCopy + 'a>(
    from: impl Iterator<Item = (&'a K, &'a V)>,
    to: *mut (K, V),
    walk: &mut Walk,
) -> Result<(), Stop> {
    for (index, (key, value)) in from.enumerate() {
        // SAFETY: within the room that the caller vouches for.
        let place = unsafe { to.add(index) };
        // SAFETY: a part of it.
        let to = unsafe { &raw mut (*place).0 };
        // SAFETY: an aligned place of its own.
        unsafe { fill(key, to, walk) }?;
        // SAFETY: the other part.
        let to = unsafe { &raw mut (*place).1 };
        // SAFETY: an aligned place of its own.
        unsafe { fill(value, to, walk) }?;
    }
    Ok(())
}
