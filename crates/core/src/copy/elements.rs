//! Elements that lie side by side: vectors, slices and arrays.

use super::DeepCopy;
use super::error::{Segment, Stop};
use super::slot::Slot;
use super::walk::Walk;

/// Copies elements to a place that they do not leave again.
///
/// # Safety
///
/// `to` is valid for writes of as many elements, aligned and nobody else's.
#[inline]
pub(super) unsafe fn fill<T: DeepCopy>(
    from: &[T],
    to: *mut T,
    walk: &mut Walk,
) -> Result<(), Stop> {
    for (index, element) in from.iter().enumerate() {
        // SAFETY: within the room that the caller vouches for.
        let place = unsafe { to.add(index) };
        // SAFETY: an aligned place of its own.
        let slot = unsafe { Slot::new(place) };
        let result = element.copy_to(slot, walk).and_then(|_filled| {
            if !walk.finishes::<T>() {
                return Ok(());
            }
            // SAFETY: it was filled just now, and this is where it stays.
            unsafe { element.finish(place, walk) }
        });
        if result.is_err() {
            // SAFETY: so many elements are there.
            unsafe { stopped(to, index, walk) };
            return result;
        }
    }
    Ok(())
}

/// Drops the elements before the one that could not be copied.
///
/// # Safety
///
/// `index` elements lie at `to`, and are not used any more.
#[cold]
pub(super) unsafe fn stopped<T>(to: *mut T, index: usize, walk: &mut Walk) {
    walk.trace(Segment::Index(index));
    for place in 0..index {
        // SAFETY: one of the elements that are there.
        let element = unsafe { to.add(place) };
        // SAFETY: it holds a value, which is not used any more.
        unsafe { walk.undo(element) };
    }
}
