//! Pointers whose type only the functions that use them know.

use std::mem::MaybeUninit;

/// A pointer to a value of any type, with its length or vtable if it has one.
#[derive(Clone, Copy)]
pub(super) struct Erased([MaybeUninit<*const ()>; 2]);

impl Erased {
    pub(super) fn new<T: ?Sized>(pointer: *const T) -> Self {
        const { assert!(size_of::<*const T>() <= size_of::<[*const (); 2]>()) };
        let mut erased = Self([MaybeUninit::uninit(); 2]);
        // SAFETY: the array is large enough, as asserted, and aligned for pointers.
        unsafe { (&raw mut erased.0).cast::<*const T>().write(pointer) };
        erased
    }

    /// The pointer back.
    ///
    /// # Safety
    ///
    /// It was made from a `*const T` of the same `T`.
    pub(super) unsafe fn get<T: ?Sized>(self) -> *const T {
        // SAFETY: `new` wrote a `*const T` here, as the caller vouches.
        unsafe { (&raw const self.0).cast::<*const T>().read() }
    }
}

/// Something that stays borrowed, locked or alive until this is dropped.
pub(super) struct Hold {
    release: unsafe fn(*mut (), usize),
    what: *mut (),
    length: usize,
}

impl Hold {
    /// # Safety
    ///
    /// `release` may be called with the other two, once, at any time.
    pub(super) unsafe fn new(
        release: unsafe fn(*mut (), usize),
        what: *mut (),
        length: usize,
    ) -> Self {
        Self { release, what, length }
    }

    /// Nothing.
    pub(super) fn none() -> Self {
        unsafe fn nothing(_: *mut (), _: usize) {}
        Self { release: nothing, what: std::ptr::null_mut(), length: 0 }
    }

    /// Keeps a guard of a cell. The content of the cell must be reached by a pointer from here on,
    /// and only while this lives.
    pub(super) fn guard<G>(guard: Box<G>) -> Self {
        unsafe fn drop_box<G>(what: *mut (), _: usize) {
            // SAFETY: `what` came from `Box::into_raw` of a `Box<G>` below, and a `Hold` releases
            // once.
            drop(unsafe { Box::from_raw(what.cast::<G>()) });
        }
        Self { release: drop_box::<G>, what: Box::into_raw(guard).cast(), length: 0 }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // SAFETY: whoever made this vouched that it may be called once with these.
        unsafe { (self.release)(self.what, self.length) };
    }
}
