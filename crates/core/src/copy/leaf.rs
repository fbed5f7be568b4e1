//! Types without edges: a clone of theirs is a deep copy.

use std::alloc::Layout;
use std::any::TypeId;
use std::cmp::Ordering;
use std::ffi::{CString, OsString};
use std::marker::{PhantomData, PhantomPinned};
use std::mem::MaybeUninit;
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
        Ok(slot.write(copy_text(self)))
    }

    /// Copies over what the target has allocated, if it is enough.
    #[inline]
    fn copy_over(&self, target: &mut Self, _: &mut Walk) -> Result<(), Stop> {
        if self.len() > target.capacity() {
            outgrow(target, self);
        } else {
            overwrite(target, self);
        }
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

#[inline]
fn copy_text(from: &str) -> String {
    let mut copy = String::with_capacity(from.len());
    overwrite(&mut copy, from);
    copy
}

/// Puts a text in the place of a shorter one, with a block of its own: growing the old one would move
/// what is overwritten next.
#[cold]
fn outgrow(target: &mut String, text: &str) {
    *target = copy_text(text);
}

/// Puts a text in the place of another one that has room for it.
#[inline]
fn overwrite(target: &mut String, text: &str) {
    // SAFETY: the bytes are those of a text when this is done, and those of none if it panics.
    let bytes = unsafe { target.as_mut_vec() };
    bytes.clear();
    if let Some(room) = bytes.spare_capacity_mut().get_mut(..text.len()) {
        write_bytes(text.as_bytes(), room);
        // SAFETY: so many bytes were written.
        unsafe { bytes.set_len(text.len()) };
    }
}

/// Writes bytes to room for as many. Few of them, as in most texts, by two moves that may overlap:
/// that takes less time than the call of `memcpy` alone.
#[inline]
fn write_bytes(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    if from.len() > 32 {
        to.write_copy_of_slice(from);
        return;
    }
    let _is_empty = !(write_ends::<16>(from, to)
        || write_ends::<8>(from, to)
        || write_ends::<4>(from, to)
        || write_ends::<2>(from, to)
        || write_ends::<1>(from, to));
}

/// Writes the first and the last bytes, if there are so many.
#[inline]
fn write_ends<const COUNT: usize>(from: &[u8], to: &mut [MaybeUninit<u8>]) -> bool {
    let (Some(first), Some(last)) = (from.first_chunk::<COUNT>(), from.last_chunk::<COUNT>())
    else {
        return false;
    };
    if let Some(to) = to.first_chunk_mut::<COUNT>() {
        to.write_copy_of_slice(first);
    }
    if let Some(to) = to.last_chunk_mut::<COUNT>() {
        to.write_copy_of_slice(last);
    }
    true
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
