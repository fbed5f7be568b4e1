//! Dropping deep structures in a constant amount of stack.

use std::any::Any;
use std::cell::{Cell, RefCell};

/// How deep drops recurse before they are put off: not so deep that the processor forgets where to
/// return to.
const LIMIT: u32 = 16;

thread_local! {
    /// How many [`drop_deep`] run within each other on this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// What the outermost one still has to drop.
    static RUBBLE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Drops a value that may be the head of a deep structure, such as the next node of a list.
///
/// Rust drops what a value owns by recursion, so that freeing a list of a hundred thousand nodes
/// overflows the stack. A node type that hands its edges to this function when it is dropped is freed
/// in a constant amount of stack, whatever its depth:
///
/// ```
/// use apograph_core::copy::drop_deep;
///
/// struct Node {
///     value: u32,
///     next: Option<Box<Node>>,
/// }
///
/// impl Drop for Node {
///     fn drop(&mut self) {
///         drop_deep(self.next.take());
///     }
/// }
///
/// let mut list = None;
/// for value in 0..1_000_000 {
///     list = Some(Box::new(Node { value, next: list }));
/// }
/// drop(list);
/// ```
///
/// Edges of any kind will do: `Option<Rc<_>>`, `Vec<Box<_>>`, several in a tuple. Every 16 levels
/// cost one allocation. What is put off is dropped before the outermost call returns, on the same
/// thread; drops do not happen in the order of a plain drop.
pub fn drop_deep<T: 'static>(value: T) {
    // A thread that ends has no such variables any more: then it is a plain drop.
    let Ok(depth) = DEPTH.try_with(Cell::get) else { return drop(value) };
    if depth >= LIMIT {
        return put_off(value);
    }
    let _level = Level::enter(depth);
    drop(value);
    if depth == 0 {
        clear();
    }
}

/// Leaves a value to the outermost call.
#[inline(never)]
fn put_off<T: 'static>(value: T) {
    let mut value = Some(value);
    let _ended = RUBBLE.try_with(|rubble| {
        if let (Ok(mut rubble), Some(value)) = (rubble.try_borrow_mut(), value.take()) {
            rubble.push(Box::new(value));
        }
    });
    drop(value);
}

/// Drops what was put off, and what that puts off in turn.
#[inline(never)]
fn clear() {
    while let Some(next) = take() {
        drop(next);
    }
}

fn take() -> Option<Box<dyn Any>> {
    RUBBLE.try_with(|rubble| rubble.try_borrow_mut().ok()?.pop()).ok().flatten()
}

/// Counts a level, also when a drop panics.
struct Level(u32);

impl Level {
    #[inline]
    fn enter(depth: u32) -> Self {
        let _ended = DEPTH.try_with(|level| level.set(depth + 1));
        Self(depth)
    }
}

impl Drop for Level {
    #[inline]
    fn drop(&mut self) {
        let _ended = DEPTH.try_with(|level| level.set(self.0));
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    struct Node {
        dropped: Rc<Cell<u32>>,
        next: Vec<Node>,
    }

    impl Drop for Node {
        fn drop(&mut self) {
            self.dropped.set(self.dropped.get() + 1);
            drop_deep(std::mem::take(&mut self.next));
        }
    }

    #[test]
    fn a_deep_structure_is_dropped_wholly_before_the_call_returns() {
        let dropped = Rc::new(Cell::new(0));
        let node = |next| Node { dropped: Rc::clone(&dropped), next };
        let mut list = node(Vec::new());
        for _ in 1..100_000 {
            list = node(vec![list]);
        }
        drop(list);
        assert_eq!(dropped.get(), 100_000);
        assert_eq!(DEPTH.get(), 0);
    }

    #[test]
    fn a_drop_that_panics_leaves_the_level_as_it_was() {
        struct Panics;

        impl Drop for Panics {
            fn drop(&mut self) {
                panic!("on purpose");
            }
        }

        assert!(std::panic::catch_unwind(|| drop_deep(Panics)).is_err());
        assert_eq!(DEPTH.get(), 0);
    }
}
