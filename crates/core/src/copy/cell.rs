//! Cells and locks.
//!
//! The content is copied while the cell is borrowed or locked, and shared objects in locked content
//! only after the lock is released: no copy holds two locks of shared objects at once.

use std::cell::{Cell, OnceCell, RefCell};
use std::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard, OnceLock, RwLock, RwLockReadGuard, TryLockError};

use super::DeepCopy;
use super::error::{CopyErrorKind, Stop};
use super::plain::{CloneVisitor, with_clone_of};
use super::slot::{Filled, Slot};
use super::walk::{BUDGET, Walk};

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: Copy + DeepCopy> DeepCopy for Cell<T> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, _: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        Ok(slot.write(Cell::new(self.get())))
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
unsafe impl<T: DeepCopy> DeepCopy for RefCell<T> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        let Ok(guard) = self.try_borrow() else {
            return Err(walk.stop(CopyErrorKind::Borrowed));
        };
        let content: *const T = &raw const *guard;
        let since = walk.owned();
        let mut place = MaybeUninit::uninit();
        // SAFETY: the guard, which is kept as long as need be, borrows the content.
        let _filled = unsafe { &*content }.copy_to(Slot::of(&mut place), walk)?;
        if walk.finishes::<T>() && !T::is_plain(BUDGET) {
            walk.hold(self, content, guard, since, false);
        } else {
            walk.keep_guard(since, guard, false);
        }
        // SAFETY: it was filled just now.
        Ok(slot.write(RefCell::new(unsafe { place.assume_init() })))
    }

    #[inline]
    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if !walk.finishes::<T>() || T::is_plain(BUDGET) {
            return Ok(());
        }
        // SAFETY: `to` holds a cell at its final place.
        let to = unsafe { &mut *to };
        // SAFETY: `copy_to` held the cell at this same depth; the content of a cell lies in it.
        unsafe { walk.finish_held(&raw const *self, to.get_mut()) }
    }

    #[inline]
    fn is_late() -> bool {
        T::is_late()
    }

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if walk.is_deep() {
            // Work that is put off would need the cell to stay borrowed.
            return walk.replace(self, target);
        }
        let Ok(content) = self.try_borrow() else {
            return Err(walk.stop(CopyErrorKind::Borrowed));
        };
        let from: *const T = &raw const *content;
        let since = walk.owned();
        // SAFETY: the guard, which the walk keeps if need be, borrows the content.
        unsafe { &*from }.copy_over(target.get_mut(), walk)?;
        walk.keep_guard(since, content, false);
        Ok(())
    }
}

/// Locks a mutex as the settings say.
fn lock<'a, T>(mutex: &'a Mutex<T>, walk: &mut Walk) -> Result<MutexGuard<'a, T>, Stop> {
    let locked = if walk.settings.wait_for_locks {
        mutex.lock().map_err(TryLockError::from)
    } else {
        mutex.try_lock()
    };
    accept(locked, walk)
}

/// Locks a lock for reading as the settings say.
fn read<'a, T>(lock: &'a RwLock<T>, walk: &mut Walk) -> Result<RwLockReadGuard<'a, T>, Stop> {
    let locked = if walk.settings.wait_for_locks {
        lock.read().map_err(TryLockError::from)
    } else {
        lock.try_read()
    };
    accept(locked, walk)
}

fn accept<G>(locked: Result<G, TryLockError<G>>, walk: &mut Walk) -> Result<G, Stop> {
    match locked {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) if walk.settings.accept_poisoned => {
            Ok(poisoned.into_inner())
        }
        Err(TryLockError::Poisoned(_)) => Err(walk.stop(CopyErrorKind::Poisoned)),
        Err(TryLockError::WouldBlock) => Err(walk.stop(CopyErrorKind::Locked)),
    }
}

macro_rules! locks {
    ($($lock:ident, $guard:ident;)*) => {$(
        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl<T: DeepCopy> DeepCopy for $lock<T> {
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                walk: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                let guard = $guard(self, walk)?;
                let content: *const T = &raw const *guard;
                let since = walk.owned();
                let mut place = MaybeUninit::uninit();
                walk.locks += 1;
                // SAFETY: the guard, which is kept as long as need be, keeps the content.
                let result = unsafe { &*content }.copy_to(Slot::of(&mut place), walk);
                walk.locks -= 1;
                let _filled = result?;
                if walk.finishes::<T>() && !T::is_plain(BUDGET) {
                    walk.hold(self, content, guard, since, true);
                } else {
                    walk.keep_guard(since, guard, true);
                }
                // SAFETY: it was filled just now.
                Ok(slot.write($lock::new(unsafe { place.assume_init() })))
            }

            unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
                if !walk.finishes::<T>() || T::is_plain(BUDGET) {
                    return Ok(());
                }
                // SAFETY: `to` holds a lock at its final place.
                let to = unsafe { &mut *to };
                let Ok(to) = to.get_mut() else {
                    return Err(walk.stop(CopyErrorKind::Poisoned));
                };
                // SAFETY: `copy_to` held the lock at this same depth; its content lies in it.
                unsafe { walk.finish_held(&raw const *self, to) }
            }

            fn is_late() -> bool {
                T::is_late()
            }

            fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
                if walk.is_deep() {
                    // Work that is put off would need the lock to stay locked.
                    return walk.replace(self, target);
                }
                let content = $guard(self, walk)?;
                let Ok(to) = target.get_mut() else {
                    drop(content);
                    return walk.replace(self, target);
                };
                let since = walk.owned();
                let from: *const T = &raw const *content;
                // SAFETY: the guard, which the walk keeps if need be, keeps the content.
                let from = unsafe { &*from };
                walk.locks += 1;
                let result = from.copy_over(to, walk);
                walk.locks -= 1;
                result?;
                walk.keep_guard(since, content, true);
                Ok(())
            }
        }
    )*};
}

locks! {
    Mutex, lock;
    RwLock, read;
}

macro_rules! once {
    ($($cell:ident;)*) => {$(
        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl<T: DeepCopy> DeepCopy for $cell<T> {
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                walk: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                let Some(content) = self.get() else {
                    return Ok(slot.write($cell::new()));
                };
                let mut place = MaybeUninit::uninit();
                let _filled = content.copy_to(Slot::of(&mut place), walk)?;
                // SAFETY: it was filled just now.
                Ok(slot.write($cell::from(unsafe { place.assume_init() })))
            }

            unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
                // SAFETY: `to` holds a cell at its final place.
                let to = unsafe { &mut *to };
                match (self.get(), to.get_mut()) {
                    // SAFETY: the content of a cell lies in it.
                    (Some(from), Some(to)) => unsafe { from.finish(to, walk) },
                    // Set only after it was copied, perhaps.
                    (_, None) => Ok(()),
                    (None, Some(_)) => Err(walk.stop(CopyErrorKind::Changed)),
                }
            }

            fn is_late() -> bool {
                T::is_late()
            }

            fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
                match (self.get(), target.get_mut()) {
                    (Some(from), Some(to)) => from.copy_over(to, walk),
                    (None, _) => {
                        *target = $cell::new();
                        Ok(())
                    }
                    (Some(_), None) => walk.replace(self, target),
                }
            }

            fn is_plain(budget: u32) -> bool {
                budget > 0 && T::is_plain(budget - 1)
            }

            with_clone_of!($cell);
        }
    )*};
}

once! {
    OnceCell;
    OnceLock;
}
