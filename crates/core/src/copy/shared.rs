//! Shared edges: `Rc`, `Arc`, and `Weak` of both.

use std::mem;
use std::rc::{self, Rc};
use std::sync::{self, Arc};

use super::DeepCopy;
use super::erased::{Erased, Hold};
use super::error::{CopyErrorKind, Stop};
use super::identity::{Beginning, COMPLETE, Free, New};
use super::plain::CloneVisitor;
use super::slot::{Filled, Slot};
use super::target::{Blocks, Target};
use super::walk::{BUDGET, Walk, Work};

/// A counted pointer.
///
/// # Safety
///
/// `content` of a handle and of its clones is the same, and `from_content` makes a handle of such a
/// pointer that owns one count. `new_block`, `free` and `release` are those of [`Blocks`] for this
/// kind of handle.
pub(super) unsafe trait Handle: Clone {
    type Content: Target + ?Sized;

    const ATOMIC: bool;

    fn content(&self) -> *const Self::Content;

    /// Whether this is the only handle, weak ones included: then no other edge leads to the content.
    fn is_lone(&self) -> bool;

    /// The content, from a handle whose count it keeps.
    fn into_content(self) -> *const Self::Content;

    /// # Safety
    ///
    /// The caller gives up a count of a block of this kind.
    unsafe fn from_content(content: *const Self::Content) -> Self;

    fn new_block(blocks: &Blocks) -> fn(usize) -> *mut ();
    fn free(blocks: &Blocks) -> unsafe fn(*mut (), usize);
    fn release(blocks: &Blocks) -> unsafe fn(*mut (), usize);

    /// The content, if there is no other handle.
    fn get_mut(&mut self) -> Option<&mut Self::Content>;
}

macro_rules! handles {
    ($($handle:ident, $weak:path, $atomic:literal, $new:ident, $free:ident, $release:ident;)*) => {$(
        // SAFETY: the functions of the standard library of these names.
        unsafe impl<T: Target + ?Sized> Handle for $handle<T> {
            type Content = T;

            const ATOMIC: bool = $atomic;

            #[inline]
            fn content(&self) -> *const T {
                $handle::as_ptr(self)
            }

            #[inline]
            fn is_lone(&self) -> bool {
                $handle::strong_count(self) == 1 && $handle::weak_count(self) == 0
            }

            #[inline]
            fn into_content(self) -> *const T {
                $handle::into_raw(self)
            }

            #[inline]
            unsafe fn from_content(content: *const T) -> Self {
                // SAFETY: the caller gives up a count of such a block.
                unsafe { $handle::from_raw(content) }
            }

            #[inline]
            fn new_block(blocks: &Blocks) -> fn(usize) -> *mut () {
                blocks.$new
            }

            #[inline]
            fn free(blocks: &Blocks) -> unsafe fn(*mut (), usize) {
                blocks.$free
            }

            #[inline]
            fn release(blocks: &Blocks) -> unsafe fn(*mut (), usize) {
                blocks.$release
            }

            #[inline]
            fn get_mut(&mut self) -> Option<&mut T> {
                $handle::get_mut(self)
            }
        }

        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl<T: Target + ?Sized> DeepCopy for $handle<T> {
            #[inline]
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                walk: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                copy(self, walk).map(|copy| slot.write(copy))
            }

            fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
                copy_over(self, target, walk)
            }

            #[inline]
            fn is_handle() -> bool {
                true
            }

            #[inline]
            fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
                Some(visitor.visit())
            }
        }

        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl<T: Target + ?Sized> DeepCopy for $weak {
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                walk: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                let upgraded = self.upgrade().filter(|target| !target.is_empty());
                let Some(target) = upgraded.filter(|_| !walk.settings.shallow) else {
                    // It dangles, and so does a clone of it; or the walk keeps handles as they are.
                    return Ok(slot.write(self.clone()));
                };
                let number = match walk.state().identity.find(target.content().cast()) {
                    Ok(number) => number,
                    Err(free) => enter(&target, free, Beginning::Reserved, walk).0,
                };
                let copy = known(&target, number, walk)?;
                Ok(slot.write($handle::downgrade(&copy)))
            }

            #[inline]
            fn is_handle() -> bool {
                true
            }

            #[inline]
            fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
                Some(visitor.visit())
            }
        }
    )*};
}

handles! {
    Rc, rc::Weak<T>, false, new_rc, free_rc, release_rc;
    Arc, sync::Weak<T>, true, new_arc, free_arc, release_arc;
}

/// The copy of a handle. Its content may still be waited for.
fn copy<H: Handle>(handle: &H, walk: &mut Walk) -> Result<H, Stop> {
    // SAFETY: the handle keeps its content alive.
    let is_empty = unsafe { &*handle.content() }.is_empty();
    // Empty slices of all types can share one block, so its address is nobody's. There is nothing
    // in it to share either.
    if walk.settings.shallow || is_empty {
        return Ok(handle.clone());
    }
    if handle.is_lone() && !walk.settings.enter_all {
        return copy_lone(handle, walk);
    }
    let found = match walk.existing_state() {
        Some(state) => state.identity.find(handle.content().cast()),
        None => Err(Free::default()),
    };
    match found {
        Ok(number) if !walk.state().identity.is_reserved(number) => known(handle, number, walk),
        found => copy_new(handle, found, walk),
    }
}

/// Copies what no edge led to before, or only weak handles.
#[inline(never)]
fn copy_new<H: Handle>(handle: &H, found: Result<u32, Free>, walk: &mut Walk) -> Result<H, Stop> {
    walk.count_object()?;
    let (number, to) = match found {
        Ok(number) => {
            let identity = &mut walk.state().identity;
            // Now there is an edge that keeps the object alive.
            identity.begin(number);
            (number, identity.to(number))
        }
        Err(free) => enter(handle, free, Beginning::Begun, walk),
    };
    fill_entry(handle, number, to, walk)
}

/// Makes an entry for an original. Gives its number and the content of the copy.
#[inline]
fn enter<H: Handle>(handle: &H, free: Free, state: Beginning, walk: &mut Walk) -> (u32, *mut ()) {
    // SAFETY: the handle keeps its content alive.
    let object = unsafe { &*handle.content() };
    let (blocks, length) = (object.blocks(), object.length());
    let to = H::new_block(blocks)(length);
    let new = New {
        from: handle.clone().into_content().cast_mut().cast(),
        to,
        length,
        is_atomic: H::ATOMIC,
        blocks,
        state,
    };
    (walk.state().identity.enter(free, new), to)
}

/// Another handle of the copy that an entry has.
#[inline]
fn known<H: Handle>(handle: &H, number: u32, walk: &mut Walk) -> Result<H, Stop> {
    let state = walk.state();
    let (to, low) = state.identity.get(number);
    if number < state.floor && low != COMPLETE {
        return Err(walk.stop(CopyErrorKind::Unfinished));
    }
    walk.low = walk.low.min(low);
    // SAFETY: the handle keeps its content alive.
    let object = unsafe { &*handle.content() };
    // SAFETY: the entry of an original has a copy of the same kind, of which there is a handle; the
    // clone takes a count of its own.
    let kept = mem::ManuallyDrop::new(unsafe { H::from_content(object.with_data(to)) });
    Ok(H::clone(&kept))
}

/// Fills the copy of an entry, now or later.
#[inline]
fn fill_entry<H: Handle>(handle: &H, number: u32, to: *mut (), walk: &mut Walk) -> Result<H, Stop> {
    let from = handle.content();
    // SAFETY: the handle keeps its content alive.
    let object = unsafe { &*from };
    let to = object.with_data(to);
    let outer = walk.low;
    let is_filled = walk.may_recurse();
    if is_filled {
        walk.low = COMPLETE;
        // SAFETY: the block was made for content like this, and is filled only here.
        walk.inside(|walk| unsafe { object.fill(to, walk) })?;
    } else {
        // SAFETY: the entry keeps original and copy alive for as long as there is work.
        let work = unsafe {
            Work::new(run_entry::<H>, Erased::new(from), Erased::new(to), number, Hold::none())
        };
        walk.push_shared(work);
    }
    let mut low = walk.low;
    let state = walk.state();
    // A hook may drop what it gets, but the entry is older than the hook's copy.
    let may_lend = number >= state.floor;
    let entry = state.identity.entry(number);
    if is_filled {
        low = outer.min(entry.fill(number, low));
    }
    let is_lent = may_lend && entry.lend();
    walk.low = low;
    // SAFETY: the entry has a count of this block, which it lends, or has lent.
    let handle = unsafe { H::from_content(to) };
    if !is_lent {
        mem::forget(handle.clone());
    }
    Ok(handle)
}

/// # Safety
///
/// The work is that of [`fill_entry`], for the same type.
unsafe fn run_entry<H: Handle>(work: &Work, walk: &mut Walk) -> Result<(), Stop> {
    walk.low = COMPLETE;
    // SAFETY: as the caller vouches.
    unsafe { fill::<H::Content>(work, walk) }?;
    let low = walk.low;
    walk.state().identity.entry(work.entry).fill(work.entry, low);
    Ok(())
}

/// Copies what only this handle leads to.
#[inline(never)]
fn copy_lone<H: Handle>(handle: &H, walk: &mut Walk) -> Result<H, Stop> {
    walk.count_object()?;
    let from = handle.content();
    // SAFETY: the handle keeps its content alive.
    let object = unsafe { &*from };
    let (blocks, length) = (object.blocks(), object.length());
    let block = H::new_block(blocks)(length);
    let to = object.with_data(block);
    if walk.may_recurse() {
        // SAFETY: the block was made for content like this, and is ours.
        if let Err(stop) = walk.inside(|walk| unsafe { object.fill(to, walk) }) {
            // SAFETY: we own the only handle; there is no content.
            unsafe { H::free(blocks)(block, length) };
            return Err(stop);
        }
    } else {
        let original = handle.clone().into_content().cast_mut().cast();
        // SAFETY: the count that was taken just now is given back once.
        let hold = unsafe { Hold::new(H::release(blocks), original, length) };
        // SAFETY: `hold` keeps the original alive until then. The copy lives, for whoever gets the
        // handle below drops it only when the walk is over.
        let work = unsafe {
            Work::new(run_block::<H::Content>, Erased::new(from), Erased::new(to), u32::MAX, hold)
        };
        walk.push_shared(work);
    }
    // SAFETY: we own the only handle.
    Ok(unsafe { H::from_content(to) })
}

/// Fills a block that was put off.
///
/// # Safety
///
/// The work goes from content that is alive to a block for it without content.
pub(super) unsafe fn run_block<T: Target + ?Sized>(
    work: &Work,
    walk: &mut Walk,
) -> Result<(), Stop> {
    // SAFETY: as the caller vouches.
    unsafe { fill::<T>(work, walk) }
}

/// # Safety
///
/// As for [`run_block`].
unsafe fn fill<T: Target + ?Sized>(work: &Work, walk: &mut Walk) -> Result<(), Stop> {
    // SAFETY: the work was made from such a pointer.
    let from = unsafe { work.from.get::<T>() };
    // SAFETY: the original is alive.
    let from = unsafe { &*from };
    // SAFETY: the work was made from such a pointer.
    let to = unsafe { work.to.get::<T>() };
    // SAFETY: the block is for content like this, has none yet, and stays where it is.
    let result = walk.inside(|walk| unsafe { from.fill(to.cast_mut(), walk) });
    if result.is_err() {
        walk.trace_part(std::any::type_name::<T>());
    }
    result
}

/// Copies over a handle. What only one handle leads to, in the original and in the target, is
/// copied in place; everything else is made anew.
fn copy_over<H: Handle + DeepCopy>(
    handle: &H,
    target: &mut H,
    walk: &mut Walk,
) -> Result<(), Stop> {
    let plain = <H::Content as Target>::is_plain(BUDGET);
    if plain
        && !walk.settings.shallow
        && !walk.settings.enter_all
        && handle.is_lone()
        && let Some(content) = target.get_mut()
    {
        // SAFETY: the handle keeps its content alive.
        let object = unsafe { &*handle.content() };
        if object.length() == length_of(object, content)
            && let Some(result) = object.fill_over(content, walk)
        {
            return result;
        }
    }
    walk.replace(handle, target)
}

/// The length of a target's content. Of trait objects nothing is known: they are never plain.
fn length_of<T: Target + ?Sized>(_: &T, content: &T) -> usize {
    content.length()
}

/// The copy that an entry has for an original, if it is filled.
pub(super) fn copy_of<H: Handle>(handle: &H, walk: &mut Walk) -> Option<H> {
    let identity = &walk.state().identity;
    let number = identity.find(handle.content().cast()).ok()?;
    if !identity.is_filled(number) {
        return None;
    }
    known(handle, number, walk).ok()
}

/// Enters a pair beforehand: handles of `from` become handles of `to`.
///
/// Only of content whose type says all about it: a slice could have another length, and a trait
/// object another type behind it.
pub(super) fn seed<H>(from: &H, to: H, walk: &mut Walk)
where
    H: Handle<Content: Sized>,
{
    let to = to.into_content().cast_mut().cast();
    let identity = &mut walk.state().identity;
    match identity.find(from.content().cast()) {
        // SAFETY: the table gets the count of the copy, which is of the entry's kind.
        Ok(number) => unsafe { identity.replace(number, to) },
        Err(free) => {
            // SAFETY: the handle keeps its content alive.
            let blocks = unsafe { &*from.content() }.blocks();
            let new = New {
                from: from.clone().into_content().cast_mut().cast(),
                to,
                length: 0,
                is_atomic: H::ATOMIC,
                blocks,
                state: Beginning::Complete,
            };
            identity.enter(free, new);
        }
    }
}
