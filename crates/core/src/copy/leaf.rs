//! Types without edges: a clone of theirs is a deep copy.

use std::alloc::Layout;
use std::any::TypeId;
use std::cmp::Ordering;
use std::ffi::{CString, OsString};
use std::marker::{PhantomData, PhantomPinned};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic;
use std::time::{Duration, Instant, SystemTime};

use super::DeepCopy;
use super::error::Stop;
use super::plain::CloneVisitor;
use super::slot::{Filled, Slot};
use super::walk::Walk;

/// Implements [`DeepCopy`] for types that `Clone` copies deeply.
macro_rules! leaves {
    ($($(<$($parameter:ident $(: $bound:tt $(+ $more:tt)*)?),*>)? $type:ty;)*) => {$(
        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl$(<$($parameter $(: $bound $(+ $more)*)?),*>)? DeepCopy for $type {
            #[inline]
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                _: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                Ok(slot.write(self.clone()))
            }

            #[inline]
            fn copy_over(&self, target: &mut Self, _: &mut Walk) -> Result<(), Stop> {
                target.clone_from(self);
                Ok(())
            }

            #[inline]
            fn is_plain(_: u32) -> bool {
                true
            }

            #[inline]
            fn with_clone<Z: CloneVisitor<Self>>(visitor: Z) -> Option<Z::Output> {
                Some(visitor.visit())
            }
        }
    )*};
}
pub(super) use leaves;

leaves! {
    bool; char; ();
    u8; u16; u32; u64; u128; usize;
    i8; i16; i32; i64; i128; isize;
    f32; f64;
    NonZero<u8>; NonZero<u16>; NonZero<u32>; NonZero<u64>; NonZero<u128>; NonZero<usize>;
    NonZero<i8>; NonZero<i16>; NonZero<i32>; NonZero<i64>; NonZero<i128>; NonZero<isize>;
    CString; OsString; PathBuf; Box<Path>;
    Duration; Instant; SystemTime;
    IpAddr; Ipv4Addr; Ipv6Addr; SocketAddr; SocketAddrV4; SocketAddrV6;
    Ordering; TypeId; Layout; PhantomPinned;
    std::ops::RangeFull;
    std::thread::ThreadId;
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl DeepCopy for String {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, _: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        Ok(slot.write(self.clone()))
    }

    /// Copies over what the target has allocated, if it is enough. A longer text gets a block of its
    /// own: growing the old one would move what is overwritten next.
    #[inline]
    fn copy_over(&self, target: &mut Self, _: &mut Walk) -> Result<(), Stop> {
        let length = self.len();
        if length > target.capacity() {
            *target = self.clone();
            return Ok(());
        }
        // SAFETY: the bytes are those of a text when this is done; nothing in between can panic.
        let bytes = unsafe { target.as_mut_vec() };
        // SAFETY: there is room, and a borrowed text does not overlap one that is borrowed mutably.
        unsafe { self.as_ptr().copy_to_nonoverlapping(bytes.as_mut_ptr(), length) };
        // SAFETY: so many bytes were written.
        unsafe { bytes.set_len(length) };
        Ok(())
    }

    #[inline]
    fn is_plain(_: u32) -> bool {
        true
    }

    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: ?Sized> DeepCopy for PhantomData<T> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, _: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        Ok(slot.write(PhantomData))
    }

    #[inline]
    fn is_plain(_: u32) -> bool {
        true
    }

    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}

/// What is borrowed stays borrowed: the copy refers to the same.
// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: ?Sized> DeepCopy for &T {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, _: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        Ok(slot.write(self))
    }

    #[inline]
    fn is_plain(_: u32) -> bool {
        true
    }

    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}

macro_rules! atomics {
    ($($type:ident;)*) => {$(
        /// A copy of the value it has at that moment, loaded with `Relaxed`.
        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl DeepCopy for atomic::$type {
            #[inline]
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                _: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                Ok(slot.write(Self::new(self.load(atomic::Ordering::Relaxed))))
            }

            #[inline]
            fn is_plain(_: u32) -> bool {
                true
            }
        }
    )*};
}

atomics! {
    AtomicBool;
    AtomicU8; AtomicU16; AtomicU32; AtomicU64; AtomicUsize;
    AtomicI8; AtomicI16; AtomicI32; AtomicI64; AtomicIsize;
}

macro_rules! functions {
    ($(($($argument:ident),*);)*) => {$(
        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl<R, $($argument),*> DeepCopy for fn($($argument),*) -> R {
            #[inline]
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                _: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                Ok(slot.write(*self))
            }

            #[inline]
            fn is_plain(_: u32) -> bool {
                true
            }

            #[inline]
            fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
                Some(visitor.visit())
            }
        }
    )*};
}

functions! {
    ();
    (A);
    (A, B);
    (A, B, C);
    (A, B, C, D);
}
