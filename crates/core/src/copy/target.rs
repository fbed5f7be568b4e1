//! What `Box`, `Rc` and `Arc` point to: values, slices, strings and trait objects.

use std::mem::MaybeUninit;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use super::error::{Segment, Stop};
use super::plain::CloneVisitor;
use super::slot::Slot;
use super::walk::Walk;
use super::{DeepCopy, elements};

/// How blocks for one type of content are made and given back, without the content.
///
/// The numbers are lengths, of slices and strings.
#[doc(hidden)]
pub struct Blocks {
    pub(super) new_box: fn(usize) -> *mut (),
    pub(super) new_rc: fn(usize) -> *mut (),
    pub(super) new_arc: fn(usize) -> *mut (),
    /// Give a block or a handle up without dropping the content.
    pub(super) free_box: unsafe fn(*mut (), usize),
    pub(super) free_rc: unsafe fn(*mut (), usize),
    pub(super) free_arc: unsafe fn(*mut (), usize),
    /// Make one more handle.
    pub(super) retain_rc: unsafe fn(*mut (), usize),
    pub(super) retain_arc: unsafe fn(*mut (), usize),
    /// Give a handle up, and drop the content with the last.
    pub(super) release_rc: unsafe fn(*mut (), usize),
    pub(super) release_arc: unsafe fn(*mut (), usize),
}

/// What a `Box`, `Rc` or `Arc` can point to.
///
/// Every [`DeepCopy`] type is a target, and so are slices of such types, and strings. A trait object
/// becomes one by [`deep_copy_trait_object!`](crate::deep_copy_trait_object).
///
/// # Safety
///
/// `blocks` makes and gives back blocks for the type of `self`, `with_data` gives a pointer like one
/// to `self`, but to `data`, and `fill` leaves a value behind when it succeeds.
#[doc(hidden)]
pub unsafe trait Target {
    fn blocks(&self) -> &'static Blocks;

    /// The length of a slice or string; 0 for everything else.
    fn length(&self) -> usize;

    /// Whether it is a slice or string of no elements.
    fn is_empty(&self) -> bool {
        false
    }

    /// A pointer to `data` that is otherwise like one to `self`.
    fn with_data(&self, data: *mut ()) -> *mut Self;

    /// Copies `self` into a block that it does not leave again.
    ///
    /// # Safety
    ///
    /// `to` is valid for writes of a value like `self`, aligned and nobody else's.
    unsafe fn fill(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop>;

    /// Copies `self` over `to`; none if they differ in what cannot be changed in place.
    fn fill_over(&self, to: &mut Self, walk: &mut Walk) -> Option<Result<(), Stop>>;

    fn is_plain(budget: u32) -> bool;

    fn with_box_clone<V: CloneVisitor<Box<Self>>>(visitor: V) -> Option<V::Output> {
        let _ = visitor;
        None
    }
}

struct BlocksOf<T>(T);

impl<T> BlocksOf<T> {
    const VALUE: Blocks = Blocks {
        new_box: |_| Box::into_raw(Box::<T>::new_uninit()).cast(),
        // Not `new_uninit`, which works the layout out each time.
        new_rc: |_| Rc::into_raw(Rc::new(MaybeUninit::<T>::uninit())).cast_mut().cast(),
        new_arc: |_| Arc::into_raw(Arc::new(MaybeUninit::<T>::uninit())).cast_mut().cast(),
        free_box: free_box::<T>,
        free_rc: free_rc::<T>,
        free_arc: free_arc::<T>,
        retain_rc: retain_rc::<T>,
        retain_arc: retain_arc::<T>,
        release_rc: release_rc::<T>,
        release_arc: release_arc::<T>,
    };

    const SLICE: Blocks = Blocks {
        new_box: |length| Box::into_raw(Box::<[T]>::new_uninit_slice(length)).cast(),
        new_rc: |length| Rc::into_raw(Rc::<[T]>::new_uninit_slice(length)).cast_mut().cast(),
        new_arc: |length| Arc::into_raw(Arc::<[T]>::new_uninit_slice(length)).cast_mut().cast(),
        free_box: free_box_slice::<T>,
        free_rc: free_rc_slice::<T>,
        free_arc: free_arc_slice::<T>,
        retain_rc: retain_rc_slice::<T>,
        retain_arc: retain_arc_slice::<T>,
        release_rc: release_rc_slice::<T>,
        release_arc: release_arc_slice::<T>,
    };
}

macro_rules! giving_up {
    ($($(#[$why:meta])* $value:ident, $slice:ident: $handle:ident<$content:ty>;)*) => {$(
        $(#[$why])*
        ///
        /// # Safety
        ///
        /// The caller owns a handle of the block, and gives it up.
        unsafe fn $value<T>(content: *mut (), _: usize) {
            // SAFETY: the caller owns a handle of a block of `T`, and `MaybeUninit<T>` has the same
            // layout.
            drop(unsafe { $handle::from_raw(content.cast::<$content>()) });
        }

        $(#[$why])*
        ///
        /// # Safety
        ///
        /// The caller owns a handle of the block of this length, and gives it up.
        unsafe fn $slice<T>(content: *mut (), length: usize) {
            let content = ptr::slice_from_raw_parts_mut(content.cast::<$content>(), length);
            // SAFETY: as above, for a slice of this length.
            drop(unsafe { $handle::from_raw(content) });
        }
    )*};
}

giving_up! {
    /// Frees a box without content.
    free_box, free_box_slice: Box<MaybeUninit<T>>;
    /// Gives a handle up of a block without content.
    free_rc, free_rc_slice: Rc<MaybeUninit<T>>;
    /// Gives a handle up of a block without content.
    free_arc, free_arc_slice: Arc<MaybeUninit<T>>;
    /// Gives a handle up of a block with content.
    release_rc, release_rc_slice: Rc<T>;
    /// Gives a handle up of a block with content.
    release_arc, release_arc_slice: Arc<T>;
}

macro_rules! retaining {
    ($($value:ident, $slice:ident: $handle:ident;)*) => {$(
        /// Makes one more handle.
        ///
        /// # Safety
        ///
        /// There is a handle of the block.
        unsafe fn $value<T>(content: *mut (), _: usize) {
            // SAFETY: the caller vouches for a block of `T` that is alive.
            unsafe { $handle::increment_strong_count(content.cast::<MaybeUninit<T>>()) };
        }

        /// Makes one more handle.
        ///
        /// # Safety
        ///
        /// There is a handle of the block of this length.
        unsafe fn $slice<T>(content: *mut (), length: usize) {
            let content = ptr::slice_from_raw_parts(content.cast::<MaybeUninit<T>>(), length);
            // SAFETY: as above, for a slice of this length.
            let handle = unsafe { $handle::from_raw(content) };
            std::mem::forget(($handle::clone(&handle), handle));
        }
    )*};
}

retaining! {
    retain_rc, retain_rc_slice: Rc;
    retain_arc, retain_arc_slice: Arc;
}

// SAFETY: the blocks are those of `T`; `fill` writes a value by `copy_to`.
unsafe impl<T: DeepCopy> Target for T {
    #[inline]
    fn blocks(&self) -> &'static Blocks {
        &BlocksOf::<T>::VALUE
    }

    #[inline]
    fn length(&self) -> usize {
        0
    }

    #[inline]
    fn with_data(&self, data: *mut ()) -> *mut Self {
        data.cast()
    }

    #[inline]
    unsafe fn fill(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        // SAFETY: the caller vouches for the place.
        let slot = unsafe { Slot::new(to) };
        self.copy_to(slot, walk).map(|_filled| ())?;
        if walk.finishes::<T>() {
            // SAFETY: the place was filled just now, and this is where it stays.
            unsafe { self.finish(to, walk) }?;
        }
        Ok(())
    }

    #[inline]
    fn fill_over(&self, to: &mut Self, walk: &mut Walk) -> Option<Result<(), Stop>> {
        Some(self.copy_over(to, walk))
    }

    #[inline]
    fn is_plain(budget: u32) -> bool {
        <T as DeepCopy>::is_plain(budget)
    }

    #[inline]
    fn with_box_clone<V: CloneVisitor<Box<Self>>>(visitor: V) -> Option<V::Output> {
        struct Boxed<V>(V);

        impl<T, V: CloneVisitor<Box<T>>> CloneVisitor<T> for Boxed<V> {
            type Output = V::Output;

            fn visit(self) -> V::Output
            where
                T: Clone,
            {
                self.0.visit()
            }
        }

        T::with_clone(Boxed(visitor))
    }
}

// SAFETY: the blocks are those of slices of `T`; `fill` writes every element.
unsafe impl<T: DeepCopy> Target for [T] {
    #[inline]
    fn blocks(&self) -> &'static Blocks {
        &BlocksOf::<T>::SLICE
    }

    #[inline]
    fn length(&self) -> usize {
        self.len()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn with_data(&self, data: *mut ()) -> *mut Self {
        ptr::slice_from_raw_parts_mut(data.cast(), self.len())
    }

    #[inline]
    unsafe fn fill(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        // SAFETY: the caller vouches for room for all elements.
        unsafe { elements::fill(self, to.cast(), walk) }
    }

    #[inline]
    fn fill_over(&self, to: &mut Self, walk: &mut Walk) -> Option<Result<(), Stop>> {
        if self.len() != to.len() {
            return None;
        }
        for (index, (from, to)) in self.iter().zip(to).enumerate() {
            if let Err(stop) = from.copy_over(to, walk) {
                walk.trace(Segment::Index(index));
                return Some(Err(stop));
            }
        }
        Some(Ok(()))
    }

    #[inline]
    fn is_plain(budget: u32) -> bool {
        T::is_plain(budget)
    }
}

// SAFETY: a string is laid out like the slice of its bytes; `fill` copies them all.
unsafe impl Target for str {
    #[inline]
    fn blocks(&self) -> &'static Blocks {
        &BlocksOf::<u8>::SLICE
    }

    #[inline]
    fn length(&self) -> usize {
        self.len()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn with_data(&self, data: *mut ()) -> *mut Self {
        ptr::slice_from_raw_parts_mut(data.cast::<u8>(), self.len()) as *mut str
    }

    #[inline]
    unsafe fn fill(&self, to: *mut Self, _: &mut Walk) -> Result<(), Stop> {
        // SAFETY: both are of this length, the caller vouches for `to`, and a block that is nobody
        // else's does not overlap.
        unsafe { self.as_ptr().copy_to_nonoverlapping(to.cast::<u8>(), self.len()) };
        Ok(())
    }

    #[inline]
    fn fill_over(&self, to: &mut Self, _: &mut Walk) -> Option<Result<(), Stop>> {
        // Only what is equal already; a box of another text is made anew.
        (self == to).then_some(Ok(()))
    }

    fn is_plain(_: u32) -> bool {
        true
    }

    #[inline]
    fn with_box_clone<V: CloneVisitor<Box<Self>>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}
