//! Samples of who allocates, by bytes.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::marker::PhantomData;
use std::ptr;

use super::counter;
use crate::sampling::{RawProfile, SamplingError, StackRecorder};

/// Samples what the calling thread allocates: on average every so many bytes, the stack that asks
/// for them is kept.
///
/// Samples are points of a Poisson process over allocated bytes. A block of `s` bytes is hit with
/// probability `p = 1 - exp(-s / interval)`; a block that is hit counts for `s / p` bytes, so that
/// the weights of a profile add up to the true number of bytes on average, whatever the sizes. A
/// reallocation counts as a block of the new size, as in [`Counts::bytes`](super::Counts::bytes).
///
/// Without a [`CountingAllocator`](super::CountingAllocator) installed there are no samples.
#[derive(Debug)]
pub struct AllocationSampler {
    interval: u64,
    /// Owned here, used by the allocator while [`SAMPLING`] points to it.
    sampling: *mut Sampling,
    not_send: PhantomData<*mut ()>,
}

#[derive(Debug)]
struct Sampling {
    recorder: StackRecorder,
    interval: f64,
    /// Bytes to the next point.
    distance: f64,
    random: u64,
}

thread_local! {
    // Initialised at compile time and without a destructor: touching it never allocates.
    static SAMPLING: Cell<*mut Sampling> = const { Cell::new(ptr::null_mut()) };
}

impl AllocationSampler {
    /// Starts to sample the calling thread about every `interval` bytes, with room for about
    /// `capacity` samples.
    ///
    /// # Errors
    ///
    /// When `interval` or `capacity` is 0, this thread's allocations are being sampled already,
    /// or stacks cannot be walked on this system.
    pub fn start(interval: u64, capacity: usize) -> Result<Self, SamplingError> {
        if interval == 0 || capacity == 0 {
            return Err(SamplingError::NothingToSample);
        }
        if SAMPLING.with(|sampling| !sampling.get().is_null()) {
            return Err(SamplingError::AlreadySampling);
        }
        let mut sampling = Box::new(Sampling {
            recorder: StackRecorder::new(capacity)?,
            interval: interval as f64,
            distance: 0.0,
            // Another seed each time, so that several runs do not hit the same blocks.
            random: RandomState::new().hash_one(capacity) | 1,
        });
        sampling.draw_distance();
        let sampling = Box::into_raw(sampling);
        SAMPLING.with(|shared| shared.set(sampling));
        counter::activate();
        Ok(Self { interval, sampling, not_send: PhantomData })
    }

    /// Stops, and gives what was sampled.
    pub fn stop(mut self) -> RawProfile {
        let profile = self.take_sampling().map(|sampling| sampling.recorder.into_profile());
        let profile = profile.unwrap_or_default();
        RawProfile {
            source: format!("allocated bytes, one sample in {} on average", self.interval),
            interval_bytes: self.interval,
            due: profile.kept + profile.lost,
            ..profile
        }
    }

    /// Takes what the allocator used. The second time there is nothing.
    fn take_sampling(&mut self) -> Option<Box<Sampling>> {
        let sampling = std::mem::replace(&mut self.sampling, ptr::null_mut());
        if sampling.is_null() {
            return None;
        }
        SAMPLING.with(|shared| shared.set(ptr::null_mut()));
        counter::deactivate();
        // SAFETY: the pointer came from `Box::into_raw` in `start` and is taken here only once,
        // since it is replaced by null. `on_bytes` reads it from `SAMPLING` of the thread that
        // started, which is this one since the sampler is not `Send`, and finds null by now.
        Some(unsafe { Box::from_raw(sampling) })
    }
}

impl Drop for AllocationSampler {
    fn drop(&mut self) {
        drop(self.take_sampling());
    }
}

/// Keeps the stack if a point falls into these allocated bytes.
#[inline]
pub(super) fn on_bytes(size: usize) {
    // While a sample is taken there is nothing here, so that it cannot be sampled itself.
    let sampling = SAMPLING.with(|shared| shared.replace(ptr::null_mut()));
    if sampling.is_null() {
        return;
    }
    {
        // SAFETY: a pointer in `SAMPLING` is from `Box::into_raw` and not yet taken back. Only
        // this thread sees it, and it was taken out above: the reference is the only one.
        let sampling = unsafe { &mut *sampling };
        sampling.on_bytes(size as f64);
    }
    SAMPLING.with(|shared| shared.set(sampling));
}

impl Sampling {
    fn on_bytes(&mut self, size: f64) {
        self.distance -= size;
        if self.distance < 0.0 {
            let hit = -(-size / self.interval).exp_m1();
            self.recorder.record_here((size / hit).round() as u64);
            // The process has no memory: what is left of this block does not matter.
            self.draw_distance();
        }
    }

    /// Draws the distance to the next point from the exponential distribution.
    fn draw_distance(&mut self) {
        // xorshift64*: a few instructions, and good enough to place samples.
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        let bits = self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        // In (0, 1], so that the logarithm is finite.
        let uniform = (bits + 1) as f64 / (1_u64 << 53) as f64;
        self.distance = -uniform.ln() * self.interval;
    }
}
