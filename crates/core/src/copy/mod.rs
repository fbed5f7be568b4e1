//! Deep copies of object graphs.
//!
//! [`copy`] gives an independent copy of a value. What is shared in the original by `Rc` and `Arc` is
//! shared in the copy, cycles included; `Weak` handles lead to the copies. [`copy_into`] copies over
//! a value that is there already and reuses what it owns. Both need a constant amount of stack,
//! however deep the value is. A [`Copier`] keeps its memory from copy to copy, knows which object became
//! which, and takes hooks, replacements and limits.
//!
//! | edge | in the copy |
//! |---|---|
//! | owned: fields, `Box`, elements, entries | a copy |
//! | shared: `Rc`, `Arc` | one copy for each object, shared by as many handles |
//! | weak: `Weak` | leads to the copy; dangles if it dangled, or if nothing else in the copied value keeps the object alive |
//! | borrowed: `&T`, `Cow::Borrowed` | the same reference |
//!
//! # Example
//!
//! ```
//! use std::cell::RefCell;
//! use std::rc::Rc;
//!
//! // Two handles in, two handles of one copy out.
//! let shared = Rc::new(RefCell::new(vec![1, 2, 3]));
//! let pair = (Rc::clone(&shared), shared);
//!
//! let copy = apograph_core::copy::copy(&pair);
//! copy.0.borrow_mut().push(4);
//! assert_eq!(*copy.1.borrow(), [1, 2, 3, 4]);
//! assert_eq!(*pair.0.borrow(), [1, 2, 3]);
//! ```
//!
//! # What it costs
//!
//! Types without shared edges are copied field by field, as derived `Clone` does. Each shared object
//! that has more than one handle costs one look-up in a table of addresses for each of them.

#![expect(
    unsafe_code,
    reason = "copies are written where they stay, and shared blocks are made before their content"
)]

mod cell;
mod compound;
mod copier;
mod dismantle;
mod elements;
mod erased;
mod error;
mod filling;
mod foreign;
mod identity;
mod late;
mod leaf;
mod map;
mod object;
mod owned;
mod plain;
mod sequence;
mod shared;
mod slot;
mod target;
mod value;
mod walk;

pub use self::copier::{Copier, Copying, Outcome};
pub use self::dismantle::drop_deep;
pub use self::error::{CopyError, CopyErrorKind, Stop};
pub use self::object::CopyObject;
pub use self::slot::{Filled, Slot};
pub use self::walk::Walk;

#[doc(hidden)]
pub mod private {
    //! What derived implementations use.

    pub use super::copier::{Hookable, custom, finish_shallow, shallow};
    pub use super::object::with_data;
    pub use super::plain::{CloneProbe, CloneVisitor, ProbeClone, ProbeNothing};
    pub use super::target::{Blocks, Target};
    pub use super::walk::BUDGET;
}

use self::plain::CloneVisitor;
use self::walk::Settings;

/// A value that can be copied deeply.
///
/// Use `#[derive(DeepCopy)]`; it works for structs and enums, generic ones and ones with lifetimes
/// too. Fields, or a whole type, can say how they are copied:
///
/// | attribute | the copy |
/// |---|---|
/// | `#[apograph(copy = "share")]` | is a `Clone`: handles lead to the same objects |
/// | `#[apograph(copy = "skip")]` | is the `Default` |
/// | `#[apograph(copy = "shallow")]` | copies what is owned, and shares what is shared |
/// | `#[apograph(copy = "with(path)")]` | is made by `fn path(&T, &mut Copying<'_>) -> T`, or one that gives a `Result<T, CopyError>` |
///
/// A type that a derive cannot see into is copied by a function of its own:
///
/// ```
/// use apograph_core::DeepCopy;
/// use apograph_core::copy::{self, Copying};
///
/// #[derive(DeepCopy, Debug, PartialEq)]
/// # #[apograph(crate = "apograph_core")]
/// #[apograph(copy = "with(same_number)")]
/// struct Ticket(u64);
///
/// fn same_number(ticket: &Ticket, _: &mut Copying<'_>) -> Ticket {
///     Ticket(ticket.0)
/// }
///
/// assert_eq!(copy::copy(&vec![Ticket(1)]), [Ticket(1)]);
/// ```
///
/// # Safety
///
/// An implementation by hand is hardly ever needed. One that goes beyond writing a complete value to the
/// slot must uphold what the walk relies on: copies may hold blocks without content, which must not be
/// looked at or dropped; sources and targets that are handed on live and stay in place until the walk is
/// over; an error of a part is an error of the whole; `finish` is called for every part after
/// `copy_to`, once, where the part stays.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be copied deeply",
    note = "put `#[derive(DeepCopy)]` on the type, or say how a field is copied: `#[apograph(copy = \"share\")]`, \"skip\" or \"with(path)\"; types of other crates have features"
)]
pub unsafe trait DeepCopy: Sized {
    /// Writes a copy to a place.
    ///
    /// # Errors
    ///
    /// When the copy cannot be made; the walk knows why.
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop>;

    /// Puts off the copying of everything that `copy_to` has left out, now that the copy is where it
    /// stays. Called once after `copy_to`, at the same depth.
    ///
    /// # Safety
    ///
    /// `to` holds what `copy_to` has written, and stays there until the walk is over.
    #[doc(hidden)]
    #[inline]
    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        let _ = (to, walk);
        Ok(())
    }

    /// Makes a target equal to `self`, and reuses what the target owns.
    ///
    /// # Errors
    ///
    /// When the copy cannot be made; the walk knows why. The target is then some valid value.
    #[inline]
    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        walk.replace(self, target)
    }

    /// Whether values of this type are trees that a plain clone copies deeply, and never wait for
    /// anything: they are complete when `copy_to` returns, and have nothing to finish, at any depth. Types are looked into only `budget` deep; recursive ones are not plain.
    #[doc(hidden)]
    #[inline]
    fn is_plain(budget: u32) -> bool {
        let _ = budget;
        false
    }

    /// Whether `finish` has something to do at any depth: the type holds, not behind a pointer, a
    /// map or set whose keys have to wait.
    #[doc(hidden)]
    #[inline]
    fn is_late() -> bool {
        false
    }

    /// Whether a value is a counted handle, which costs next to nothing to clone and has nothing to
    /// finish.
    #[doc(hidden)]
    #[inline]
    fn is_handle() -> bool {
        false
    }

    /// Visits with the evidence that this type implements `Clone`, if it is known.
    #[doc(hidden)]
    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        let _ = visitor;
        None
    }
}

/// Copies a value deeply.
///
/// # Panics
///
/// When a `RefCell` in it is borrowed mutably, a lock is poisoned, or a hook stops the copy.
/// [`try_copy`] gives an error instead.
///
/// # Example
///
/// ```
/// let original = vec![String::from("a"), String::from("b")];
/// assert_eq!(apograph_core::copy::copy(&original), original);
/// ```
#[inline]
pub fn copy<T: DeepCopy>(from: &T) -> T {
    try_copy(from).unwrap_or_else(|error| failed(&error))
}

/// Copies a value deeply.
///
/// # Errors
///
/// When a `RefCell` in it is borrowed mutably, a lock is poisoned, or a hook stops the copy.
///
/// # Example
///
/// ```
/// use std::cell::RefCell;
///
/// use apograph_core::copy::{CopyErrorKind, try_copy};
///
/// let cells = vec![RefCell::new(1), RefCell::new(2)];
/// let borrowed = cells[1].borrow_mut();
/// let error = try_copy(&cells).unwrap_err();
/// assert!(matches!(error.kind(), CopyErrorKind::Borrowed));
/// assert_eq!(error.path(), "[1]");
/// # drop(borrowed);
/// ```
#[inline]
pub fn try_copy<T: DeepCopy>(from: &T) -> Result<T, CopyError> {
    let mut walk = Walk::new(Settings::DEFAULT);
    copier::run(from, &mut walk)
}

/// Copies a value over another one, which keeps and reuses what it owns: strings and vectors their
/// memory, maps their tables. Copying again and again into the same target soon allocates nothing.
///
/// The target must own what it holds: a handle in it that others have too is replaced, and they keep
/// the old object.
///
/// # Panics
///
/// As [`copy`].
///
/// # Example
///
/// ```
/// let mut target = String::with_capacity(64);
/// let address = target.as_ptr();
/// apograph_core::copy::copy_into(&String::from("news"), &mut target);
/// assert_eq!(target, "news");
/// assert_eq!(target.as_ptr(), address);
/// ```
#[inline]
pub fn copy_into<T: DeepCopy>(from: &T, target: &mut T) {
    if let Err(error) = try_copy_into(from, target) {
        failed(&error)
    }
}

/// Copies a value over another one.
///
/// # Errors
///
/// As [`try_copy`]. The target then holds old and new parts side by side.
#[inline]
pub fn try_copy_into<T: DeepCopy>(from: &T, target: &mut T) -> Result<(), CopyError> {
    let mut walk = Walk::new(Settings::DEFAULT);
    copier::run_over(from, target, &mut walk)
}

/// Copies what a value owns, and shares what it shares: handles in the copy lead to the objects that
/// the original's lead to. Like `Clone`, for every type that can be copied deeply.
///
/// # Panics
///
/// As [`copy`].
///
/// # Example
///
/// ```
/// use std::rc::Rc;
///
/// let pair = (String::from("mine"), Rc::new(String::from("ours")));
/// let copy = apograph_core::copy::copy_shallow(&pair);
/// assert!(Rc::ptr_eq(&copy.1, &pair.1));
/// ```
#[inline]
pub fn copy_shallow<T: DeepCopy>(from: &T) -> T {
    let mut walk = Walk::new(Settings { shallow: true, ..Settings::DEFAULT });
    copier::run(from, &mut walk).unwrap_or_else(|error| failed(&error))
}

#[cold]
#[track_caller]
fn failed(error: &CopyError) -> ! {
    panic!("{error}")
}
