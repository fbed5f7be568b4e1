//! Places that a copy is written to, and proofs that it was.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Invariant in `'s`: no two slots that come from different callers can be confused.
type Brand<'s> = PhantomData<fn(&'s ()) -> &'s ()>;

/// An uninitialised place of a `T`, to be written once.
///
/// [`DeepCopy::copy_to`](crate::DeepCopy::copy_to) gets the place of the copy in this form and
/// answers with [`Filled`], which only writing gives. Copies are written straight to where they
/// stay, so that a struct of many fields is not moved from stack frame to stack frame, and so that an
/// unwinding panic finds nothing half-made to drop.
pub struct Slot<'s, T> {
    place: *mut T,
    brand: Brand<'s>,
}

/// The proof that a [`Slot`] holds a value now. It gives no access to the value, which may still
/// wait for parts of the graph.
#[must_use = "the caller wants to know that the slot was filled"]
pub struct Filled<'s, T> {
    value: PhantomData<T>,
    brand: Brand<'s>,
}

impl<'s, T> Slot<'s, T> {
    /// The slot of a place in memory.
    ///
    /// # Safety
    ///
    /// `place` is aligned and valid for writes of a `T` for as long as the slot lives, and nobody
    /// else uses it meanwhile.
    #[inline]
    pub unsafe fn new(place: *mut T) -> Self {
        Self { place, brand: PhantomData }
    }

    /// The slot of a local place. It is up to the caller to drop what is written.
    #[inline]
    pub fn of(place: &'s mut MaybeUninit<T>) -> Self {
        Self { place: place.as_mut_ptr(), brand: PhantomData }
    }

    /// Writes the value.
    #[inline]
    pub fn write(self, value: T) -> Filled<'s, T> {
        // SAFETY: whoever made the slot vouched for an aligned place that is valid for writes and
        // ours alone.
        unsafe { self.place.write(value) };
        Filled { value: PhantomData, brand: PhantomData }
    }

    /// The place, to write a value part by part.
    #[inline]
    pub fn as_ptr(&self) -> *mut T {
        self.place
    }

    /// Declares that a whole value was written through [`as_ptr`](Self::as_ptr).
    ///
    /// # Safety
    ///
    /// The place holds a `T`.
    #[inline]
    pub unsafe fn assume_filled(self) -> Filled<'s, T> {
        Filled { value: PhantomData, brand: PhantomData }
    }
}
