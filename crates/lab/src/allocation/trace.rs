//! The sizes of the blocks that a piece of work asks for, one by one.

use std::cell::{Cell, RefCell};

use super::counter::Counting;

thread_local! {
    // Asked first, since it needs no destructor: the allocator must not touch a thread-local that
    // registers one, for that may allocate.
    static TRACING: Cell<bool> = const { Cell::new(false) };
    static SIZES: RefCell<Option<Vec<usize>>> = const { RefCell::new(None) };
}

/// The sizes of the fresh blocks that `work` asks for on this thread, in order: the first `most`
/// of them. Empty where no [`CountingAllocator`](super::CountingAllocator) is installed.
pub fn sizes<R>(most: usize, work: impl FnOnce() -> R) -> Vec<usize> {
    let room = Vec::with_capacity(most);
    SIZES.with(|sizes| *sizes.borrow_mut() = Some(room));
    TRACING.set(true);
    let counting = Counting::begin();
    // The result lives until the counting ends, so that only the work itself is seen.
    let result = work();
    drop(counting);
    TRACING.set(false);
    drop(result);
    SIZES.with(|sizes| sizes.borrow_mut().take()).unwrap_or_default()
}

/// Called by the allocator while the thread counts; never grows the list, for that would allocate.
pub(super) fn record(size: usize) {
    if !TRACING.get() {
        return;
    }
    // Fails only while the list is being put in or taken out, or when the thread is ending.
    let _unrecorded = SIZES.try_with(|sizes| {
        if let Ok(mut sizes) = sizes.try_borrow_mut()
            && let Some(sizes) = &mut *sizes
            && sizes.len() < sizes.capacity()
        {
            sizes.push(size);
        }
    });
}
