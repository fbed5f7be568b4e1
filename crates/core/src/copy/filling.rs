//! Collections whose elements are put off while the collection is there and empty.

use super::erased::{Erased, Hold};
use super::error::Stop;
use super::walk::{Walk, Work};

/// A collection that can be filled where it is.
pub(super) trait Fill: Sized {
    /// Copies all elements of `self` to an empty collection. When it stops, that stays empty.
    fn fill(&self, to: &mut Self, walk: &mut Walk) -> Result<(), Stop>;
}

/// Puts off the filling of a collection at its final place until its own turn.
///
/// # Safety
///
/// The source is borrowed until the walk is over or its cell is held, and `to` is an empty collection
/// at its final place that nobody else uses.
pub(super) unsafe fn put_off<C: Fill>(from: &C, to: *mut C, walk: &mut Walk) {
    // SAFETY: as the caller vouches.
    let work = unsafe {
        Work::new(run::<C>, Erased::new::<C>(from), Erased::new(to), u32::MAX, Hold::none())
    };
    walk.push_owned(work);
}

/// # Safety
///
/// The work is that of [`put_off`].
unsafe fn run<C: Fill>(work: &Work, walk: &mut Walk) -> Result<(), Stop> {
    // SAFETY: `put_off` made the work from such a pointer.
    let from = unsafe { work.from.get::<C>() };
    // SAFETY: it is alive, as the caller of `put_off` vouched.
    let from = unsafe { &*from };
    // SAFETY: `put_off` made the work from such a pointer.
    let to = unsafe { work.to.get::<C>() };
    // SAFETY: it is at its final place, and nobody else uses it.
    let to = unsafe { &mut *to.cast_mut() };
    from.fill(to, walk).inspect_err(|_| walk.trace_part(std::any::type_name::<C>()))
}
