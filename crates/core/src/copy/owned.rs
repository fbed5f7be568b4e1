//! Owned blocks: `Box` and `Pin<Box>`.
//!
//! Boxes of plain content are filled at any depth: they are no deeper than their type says, and what is
//! plain has to be complete when `copy_to` returns.

use std::pin::Pin;

use super::DeepCopy;
use super::erased::{Erased, Hold};
use super::error::{CopyErrorKind, Stop};
use super::plain::CloneVisitor;
use super::shared::run_block;
use super::slot::{Filled, Slot};
use super::target::Target;
use super::walk::{BUDGET, Walk, Work};

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: Target + ?Sized> DeepCopy for Box<T> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        walk.count_object()?;
        let from = &**self;
        let (blocks, length) = (from.blocks(), from.length());
        let block = (blocks.new_box)(length);
        let to = from.with_data(block);
        if !walk.is_deep() || T::is_plain(BUDGET) {
            // SAFETY: the block was made for content like this, and is ours.
            if let Err(stop) = walk.inside(|walk| unsafe { from.fill(to, walk) }) {
                // SAFETY: the block is ours and holds no value that would be dropped.
                unsafe { (blocks.free_box)(block, length) };
                return Err(stop);
            }
        } else {
            walk.leave_hollow();
        }
        // SAFETY: the block was made as a box for content of this kind. If it has no content yet,
        // then `finish` puts that off, and nobody looks at it before.
        Ok(slot.write(unsafe { Box::from_raw(to) }))
    }

    #[inline]
    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() && !T::is_plain(BUDGET) {
            // SAFETY: `to` holds a box, as the caller vouches; its content is not read.
            let content = unsafe { &raw mut **to };
            // A box in a cell or behind a lock can be another one by now.
            if !std::ptr::eq((**self).with_data(content.cast()), content) {
                return Err(walk.stop(CopyErrorKind::Changed));
            }
            let from = &raw const **self;
            // SAFETY: the original is borrowed until the walk is over, or its cell is held; the
            // copy's block has been without content since `copy_to`, at this same depth.
            let work = unsafe {
                Work::new(
                    run_block::<T>,
                    Erased::new(from),
                    Erased::new(content),
                    u32::MAX,
                    Hold::none(),
                )
            };
            walk.push_owned(work);
        }
        Ok(())
    }

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() && !T::is_plain(BUDGET) {
            // SAFETY: source and target are borrowed until the walk is over, and nothing else
            // touches this part of the target meanwhile.
            let work = unsafe {
                Work::new(
                    run_over::<T>,
                    Erased::new::<Self>(self),
                    Erased::new::<Self>(target),
                    u32::MAX,
                    Hold::none(),
                )
            };
            walk.push_owned(work);
            return Ok(());
        }
        walk.inside(|walk| (**self).fill_over(&mut **target, walk))
            .unwrap_or_else(|| walk.replace(self, target))
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && T::is_plain(budget - 1)
    }

    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        T::with_box_clone(visitor)
    }
}

/// Copies over a box, later.
///
/// # Safety
///
/// The work goes from a `Box<T>` that is borrowed to one that is borrowed mutably.
unsafe fn run_over<T: Target + ?Sized>(work: &Work, walk: &mut Walk) -> Result<(), Stop> {
    // SAFETY: the work was made from such a pointer.
    let from = unsafe { work.from.get::<Box<T>>() };
    // SAFETY: it is borrowed, as the caller vouches.
    let from = unsafe { &*from };
    // SAFETY: the work was made from such a pointer.
    let target = unsafe { work.to.get::<Box<T>>() };
    // SAFETY: it is borrowed mutably, as the caller vouches.
    let target = unsafe { &mut *target.cast_mut() };
    let result = from.copy_over(target, walk);
    if result.is_err() {
        walk.trace_part(std::any::type_name::<T>());
    }
    result
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy> DeepCopy for Pin<Box<T>> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        walk.count_object()?;
        let from = &**self;
        let block = Box::into_raw(Box::<T>::new_uninit()).cast::<T>();
        if !walk.is_deep() || <T as DeepCopy>::is_plain(BUDGET) {
            // SAFETY: a fresh block for a `T`.
            if let Err(stop) = walk.inside(|walk| unsafe { from.fill(block, walk) }) {
                // SAFETY: the block is ours and holds no value that would be dropped.
                unsafe { (from.blocks().free_box)(block.cast(), 0) };
                return Err(stop);
            }
        } else {
            walk.leave_hollow();
        }
        // SAFETY: as for `Box`.
        Ok(slot.write(Box::into_pin(unsafe { Box::from_raw(block) })))
    }

    #[inline]
    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() && !<T as DeepCopy>::is_plain(BUDGET) {
            // SAFETY: `to` holds a pinned box, as the caller vouches.
            let pinned = unsafe { &mut *to };
            // SAFETY: the content is only written, where it is and stays.
            let content: *mut T = unsafe { pinned.as_mut().get_unchecked_mut() };
            // SAFETY: as for `Box`.
            let work = unsafe {
                Work::new(
                    run_block::<T>,
                    Erased::new::<T>(&raw const **self),
                    Erased::new(content),
                    u32::MAX,
                    Hold::none(),
                )
            };
            walk.push_owned(work);
        }
        Ok(())
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && <T as DeepCopy>::is_plain(budget - 1)
    }

    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        struct Pinned<V>(V);

        impl<T, V: CloneVisitor<Pin<Box<T>>>> CloneVisitor<T> for Pinned<V> {
            type Output = V::Output;

            fn visit(self) -> V::Output
            where
                T: Clone,
            {
                self.0.visit()
            }
        }

        T::with_clone(Pinned(visitor))
    }
}
