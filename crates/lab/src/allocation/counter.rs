//! Counting on one thread.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a thread asked of its allocator while it was counted. A call that failed counts for
/// nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Fresh blocks. A reallocation is not one, wherever the block ends up.
    pub allocations: u64,
    /// Bytes asked for: the size of each fresh block, and the *new* size of each reallocated one.
    /// A vector that grows from 128 to 256 bytes has asked for 384.
    pub bytes: u64,
    /// Reallocations.
    pub reallocations: u64,
    /// Blocks given back.
    pub frees: u64,
    /// Bytes in live blocks, against those at the beginning; negative when more was given back.
    pub live: i64,
    /// The highest that [`live`](Self::live) was at any time, at least 0. A reallocation counts
    /// as a change of size, as if the block never had to be copied.
    pub peak: i64,
}

/// Counting in progress: begins with [`begin`](Self::begin), ends with [`end`](Self::end) or when
/// dropped, as by a panic. May be nested.
///
/// ```
/// use apograph_lab::allocation::{Counting, CountingAllocator};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);
///
/// let counting = Counting::begin();
/// let outcome = vec![0_u8; 100];
/// let retained = counting.read().live;
/// drop(outcome);
/// let counts = counting.end();
/// assert_eq!((retained, counts.live, counts.peak), (100, 0, 100));
/// ```
#[derive(Debug)]
pub struct Counting {
    at_begin: Counts,
    peak_outside: i64,
    /// The counters are those of the thread that began.
    not_send: PhantomData<*mut ()>,
}

impl Counting {
    /// Begins to count on this thread.
    pub fn begin() -> Self {
        activate();
        COUNTER.with(|counter| {
            counter.depth.set(counter.depth.get() + 1);
            let at_begin = counter.counts.get();
            counter.counts.set(Counts { peak: at_begin.live, ..at_begin });
            Self { at_begin, peak_outside: at_begin.peak, not_send: PhantomData }
        })
    }

    /// What was counted so far. Allocates nothing.
    pub fn read(&self) -> Counts {
        let (now, then) = (COUNTER.with(|counter| counter.counts.get()), &self.at_begin);
        Counts {
            allocations: now.allocations - then.allocations,
            bytes: now.bytes - then.bytes,
            reallocations: now.reallocations - then.reallocations,
            frees: now.frees - then.frees,
            live: now.live - then.live,
            peak: now.peak - then.live,
        }
    }

    /// Ends, and says what was counted.
    pub fn end(self) -> Counts {
        self.read()
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        COUNTER.with(|counter| {
            let counts = counter.counts.get();
            counter.counts.set(Counts { peak: counts.peak.max(self.peak_outside), ..counts });
            counter.depth.set(counter.depth.get() - 1);
        });
        deactivate();
    }
}

/// Counts what a function asks for on this thread. What it returns is not dropped before the
/// counting ends, so [`Counts::live`] is what its result retains.
pub fn count<R>(work: impl FnOnce() -> R) -> (R, Counts) {
    let counting = Counting::begin();
    let result = work();
    let counts = counting.end();
    (result, counts)
}

/// How many countings and samplings are going on, on all threads: while there are none, the
/// allocator looks no further.
static ACTIVE: AtomicUsize = AtomicUsize::new(0);

#[inline]
pub(super) fn is_active() -> bool {
    ACTIVE.load(Ordering::Relaxed) != 0
}

pub(super) fn activate() {
    ACTIVE.fetch_add(1, Ordering::Relaxed);
}

pub(super) fn deactivate() {
    ACTIVE.fetch_sub(1, Ordering::Relaxed);
}

struct Counter {
    /// How many countings of this thread are nested.
    depth: Cell<usize>,
    counts: Cell<Counts>,
}

thread_local! {
    // Initialised at compile time and without a destructor: touching it never allocates, and it
    // stays valid for allocations made while the thread ends.
    static COUNTER: Counter = const {
        Counter {
            depth: Cell::new(0),
            counts: Cell::new(Counts {
                allocations: 0,
                bytes: 0,
                reallocations: 0,
                frees: 0,
                live: 0,
                peak: 0,
            }),
        }
    };
}

/// Changes the counts of this thread if it is counting.
fn change(how: impl FnOnce(&mut Counts)) {
    COUNTER.with(|counter| {
        if counter.depth.get() > 0 {
            let mut counts = counter.counts.get();
            how(&mut counts);
            counts.peak = counts.peak.max(counts.live);
            counter.counts.set(counts);
        }
    });
}

pub(super) fn on_alloc(size: usize) {
    change(|counts| {
        counts.allocations += 1;
        counts.bytes += size as u64;
        counts.live += size as i64;
        super::trace::record(size);
    });
}

pub(super) fn on_realloc(old_size: usize, new_size: usize) {
    change(|counts| {
        counts.reallocations += 1;
        counts.bytes += new_size as u64;
        counts.live += new_size as i64 - old_size as i64;
    });
}

pub(super) fn on_dealloc(size: usize) {
    change(|counts| {
        counts.frees += 1;
        counts.live -= size as i64;
    });
}
