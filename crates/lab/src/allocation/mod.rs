//! Exact allocation counts, and samples of who allocates.
//!
//! A program that wants its allocations counted installs [`CountingAllocator`] around whatever
//! allocator it uses. Until a thread counts or samples, that costs one relaxed load and one
//! branch that is always predicted, for each call of the allocator.
//!
//! ```
//! use apograph_lab::allocation::{self, CountingAllocator};
//!
//! #[global_allocator]
//! static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);
//!
//! let (text, counts) = allocation::count(|| String::from("nineteen characters"));
//! assert_eq!((counts.allocations, counts.bytes, counts.live), (1, 19, 19));
//! # drop(text);
//! ```
//!
//! Only what the counting thread itself asks for is counted, so that counts are exact and repeat.

#![expect(unsafe_code, reason = "a global allocator is an unsafe trait")]

mod counter;
mod sampler;
mod trace;

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

pub use self::counter::{Counting, Counts, count};
pub use self::sampler::AllocationSampler;
pub use self::trace::sizes;

/// A global allocator that hands every call on to another one, and counts and samples calls
/// while a thread asks for it with [`Counting`] or [`AllocationSampler`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator<A = System> {
    inner: A,
}

impl<A> CountingAllocator<A> {
    /// Wraps an allocator.
    pub const fn new(inner: A) -> Self {
        Self { inner }
    }
}

/// Whether the program's global allocator is a [`CountingAllocator`]. Where it is not, all counts
/// stay 0.
pub fn is_installed() -> bool {
    let (_, counts) = count(|| drop(black_box(Box::new(black_box(0_u64)))));
    counts.allocations > 0
}

// SAFETY: every method hands its arguments unchanged to `inner`, whose contract is the same, and
// returns what that returns. The hooks neither allocate nor unwind, nor do they touch a block.
unsafe impl<A: GlobalAlloc> GlobalAlloc for CountingAllocator<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`, which is that of `inner`.
        let block = unsafe { self.inner.alloc(layout) };
        if counter::is_active() && !block.is_null() {
            on_alloc(layout.size());
        }
        block
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is that of `inner`.
        let block = unsafe { self.inner.alloc_zeroed(layout) };
        if counter::is_active() && !block.is_null() {
            on_alloc(layout.size());
        }
        block
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`, which is that of `inner`.
        let moved = unsafe { self.inner.realloc(block, layout, new_size) };
        if counter::is_active() && !moved.is_null() {
            on_realloc(layout.size(), new_size);
        }
        moved
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if counter::is_active() {
            on_dealloc(layout.size());
        }
        // SAFETY: the caller keeps the contract of `dealloc`, which is that of `inner`.
        unsafe { self.inner.dealloc(block, layout) }
    }
}

#[cold]
#[inline(never)]
fn on_alloc(size: usize) {
    counter::on_alloc(size);
    sampler::on_bytes(size);
}

#[cold]
#[inline(never)]
fn on_realloc(old_size: usize, new_size: usize) {
    counter::on_realloc(old_size, new_size);
    sampler::on_bytes(new_size);
}

#[cold]
#[inline(never)]
fn on_dealloc(size: usize) {
    counter::on_dealloc(size);
}
