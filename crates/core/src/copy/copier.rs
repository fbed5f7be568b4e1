//! The reusable copier, and what hooks are given.

use std::any::TypeId;
use std::fmt;
use std::mem::MaybeUninit;

use super::DeepCopy;
use super::error::{CopyError, Stop};
use super::shared::{self, Handle};
use super::slot::{Filled, Slot};
use super::walk::{Settings, Walk};

/// Copies by a walk that was made ready.
#[inline]
pub(super) fn run<T: DeepCopy>(from: &T, walk: &mut Walk) -> Result<T, CopyError> {
    let mut place = MaybeUninit::uninit();
    match walk.root(from, Slot::of(&mut place)) {
        // SAFETY: the walk is over, so the place holds a complete copy.
        Ok(()) => Ok(unsafe { place.assume_init() }),
        Err(_) => Err(walk.error()),
    }
}

/// Copies into a target by a walk that was made ready.
#[inline]
pub(super) fn run_over<T: DeepCopy>(
    from: &T,
    target: &mut T,
    walk: &mut Walk,
) -> Result<(), CopyError> {
    walk.root_over(from, target).map_err(|_| walk.error())
}

/// Copies again and again, with settings of its own.
///
/// A copier keeps the memory of its tables between copies, which makes copies of graphs with many
/// shared objects faster. It also knows after a copy which object became which, takes hooks for types,
/// and replacements for single objects.
///
/// # Example
///
/// ```
/// use std::sync::Arc;
///
/// use apograph_core::copy::Copier;
///
/// let settings = Arc::new(String::from("for all"));
/// let device = (Arc::clone(&settings), Arc::new(String::from("serial number 1")));
///
/// // The settings stay shared, everything else is copied.
/// let mut copier = Copier::new();
/// copier.share(&settings);
/// let copy = copier.copy(&device);
/// assert!(Arc::ptr_eq(&copy.0, &device.0));
/// assert!(!Arc::ptr_eq(&copy.1, &device.1));
/// ```
pub struct Copier {
    walk: Walk,
    remember: bool,
    seeds: Vec<Seed>,
}

/// Enters a replacement into a walk's table.
type Seed = Box<dyn Fn(&mut Walk)>;

impl Default for Copier {
    fn default() -> Self {
        Self::new()
    }
}

impl Copier {
    /// A copier that does what [`copy`](super::copy) does.
    pub fn new() -> Self {
        Self { walk: Walk::new(Settings::DEFAULT), remember: false, seeds: Vec::new() }
    }

    /// Sets how many objects a copy may have at most: what `Box`, `Rc` and `Arc` hold. There is no
    /// limit by default.
    #[must_use]
    pub fn max_objects(mut self, limit: u64) -> Self {
        self.walk.settings.max_objects = limit;
        self
    }

    /// Whether to wait for a `Mutex` or `RwLock` that is held, which is the default. Otherwise it is
    /// an error. A lock that the copying thread itself holds never comes free.
    #[must_use]
    pub fn wait_for_locks(mut self, wait: bool) -> Self {
        self.walk.settings.wait_for_locks = wait;
        self
    }

    /// Whether to copy what a poisoned lock holds. By default that is an error.
    #[must_use]
    pub fn accept_poisoned(mut self, accept: bool) -> Self {
        self.walk.settings.accept_poisoned = accept;
        self
    }

    /// Whether [`copy_of`](Self::copy_of) answers after a copy. The copier then keeps all shared
    /// objects of the last copy and its original alive, until the next copy or
    /// [`forget`](Self::forget).
    #[must_use]
    pub fn remember(mut self, remember: bool) -> Self {
        self.remember = remember;
        self
    }

    /// Copies all values of a type by a function, wherever they are met. The type says that it can
    /// be hooked by `#[apograph(hookable)]` beside its derive: other types pay nothing for this.
    ///
    /// # Example
    ///
    /// ```
    /// use apograph_core::DeepCopy;
    /// use apograph_core::copy::Copier;
    ///
    /// #[derive(DeepCopy, Debug, PartialEq)]
    /// # #[apograph(crate = "apograph_core")]
    /// #[apograph(hookable)]
    /// struct Secret(String);
    ///
    /// let mut copier = Copier::new();
    /// copier.hook(|_: &Secret, _| Ok(Secret("redacted".into())));
    /// assert_eq!(copier.copy(&Secret("abc".into())), Secret("redacted".into()));
    /// ```
    pub fn hook<T, F>(&mut self, hook: F)
    where
        T: Hookable + DeepCopy,
        F: Fn(&T, &mut Copying<'_>) -> Result<T, CopyError> + 'static,
    {
        let hook: Hook<T> = std::rc::Rc::new(hook);
        self.walk.state().hooks.insert(TypeId::of::<T>(), Box::new(hook));
    }

    /// Leaves an object shared: handles of it in an original lead to the same object in the copy.
    pub fn share<H>(&mut self, handle: &H)
    where
        H: SharedHandle,
    {
        self.replace(handle, handle.clone());
    }

    /// Replaces an object: handles of `original` become handles of `copy`.
    pub fn replace<H>(&mut self, original: &H, copy: H)
    where
        H: SharedHandle,
    {
        let original = original.clone();
        self.seeds.push(Box::new(move |walk| original.seed(copy.clone(), walk)));
    }

    /// Copies a value deeply.
    ///
    /// # Panics
    ///
    /// When [`try_copy`](Self::try_copy) gives an error.
    pub fn copy<T: DeepCopy>(&mut self, from: &T) -> T {
        self.try_copy(from).unwrap_or_else(|error| super::failed(&error))
    }

    /// Copies a value deeply.
    ///
    /// # Errors
    ///
    /// When a `RefCell` is borrowed mutably, a lock is held or poisoned and the settings say so, a
    /// limit is reached or a hook stops the copy.
    pub fn try_copy<T: DeepCopy>(&mut self, from: &T) -> Result<T, CopyError> {
        self.begin();
        let mut attempt = Attempt { walk: &mut self.walk, keeps: false };
        let result = run(from, attempt.walk);
        attempt.keeps = result.is_ok() && self.remember;
        result
    }

    /// Copies a value over another one, which keeps and reuses what it owns.
    ///
    /// # Panics
    ///
    /// When [`try_copy_into`](Self::try_copy_into) gives an error.
    pub fn copy_into<T: DeepCopy>(&mut self, from: &T, target: &mut T) {
        if let Err(error) = self.try_copy_into(from, target) {
            super::failed(&error)
        }
    }

    /// Copies a value over another one, which keeps and reuses what it owns.
    ///
    /// # Errors
    ///
    /// As [`try_copy`](Self::try_copy). The target then holds old and new parts side by side.
    pub fn try_copy_into<T: DeepCopy>(
        &mut self,
        from: &T,
        target: &mut T,
    ) -> Result<(), CopyError> {
        self.begin();
        let mut attempt = Attempt { walk: &mut self.walk, keeps: false };
        let result = run_over(from, target, attempt.walk);
        attempt.keeps = result.is_ok() && self.remember;
        result
    }

    /// The copy that the last copy made of an object; none if it met no such object, or does not
    /// [`remember`](Self::remember).
    ///
    /// # Example
    ///
    /// ```
    /// use std::rc::Rc;
    ///
    /// use apograph_core::copy::Copier;
    ///
    /// let part = Rc::new(String::from("part"));
    /// let mut copier = Copier::new().remember(true);
    /// let whole = copier.copy(&vec![Rc::clone(&part)]);
    /// let copy = copier.copy_of(&part).unwrap();
    /// assert!(Rc::ptr_eq(&copy, &whole[0]));
    /// ```
    pub fn copy_of<H: SharedHandle>(&mut self, original: &H) -> Option<H> {
        if self.walk.has_finished() { original.copy_of(&mut self.walk) } else { None }
    }

    /// Gives up what is remembered of the last copy. Keeps the memory of the tables.
    pub fn forget(&mut self) {
        self.walk.reset();
    }

    fn begin(&mut self) {
        self.walk.settings.enter_all = self.remember || !self.seeds.is_empty();
        self.walk.settings.remember = self.remember;
        self.walk.reset();
        for seed in &self.seeds {
            seed(&mut self.walk);
        }
    }
}

/// A copy by a copier. However it ends, by a panic too, nothing of the original is held afterwards but
/// what is to be remembered.
struct Attempt<'a> {
    walk: &'a mut Walk,
    keeps: bool,
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if !self.keeps {
            self.walk.reset();
        }
    }
}

impl fmt::Debug for Copier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copier")
            .field("max_objects", &self.walk.settings.max_objects)
            .field("wait_for_locks", &self.walk.settings.wait_for_locks)
            .field("accept_poisoned", &self.walk.settings.accept_poisoned)
            .field("remember", &self.remember)
            .field("replacements", &self.seeds.len())
            .finish_non_exhaustive()
    }
}

/// `Rc` and `Arc`, of types that can be copied deeply.
pub trait SharedHandle: Clone + sealed::Sealed + 'static {
    #[doc(hidden)]
    fn seed(&self, copy: Self, walk: &mut Walk);
    #[doc(hidden)]
    fn copy_of(&self, walk: &mut Walk) -> Option<Self>;
}

impl<H: Handle<Content: Sized> + 'static> SharedHandle for H {
    fn seed(&self, copy: Self, walk: &mut Walk) {
        shared::seed(self, copy, walk);
    }

    fn copy_of(&self, walk: &mut Walk) -> Option<Self> {
        shared::copy_of(self, walk)
    }
}

mod sealed {
    pub trait Sealed {}
    impl<H: super::Handle> Sealed for H {}
}

/// A copy in progress, as hooks see it.
///
/// A hook can copy parts of what it is given. What it gets is complete: it is safe to look at, and
/// keeps the sharing with the rest of the copy.
pub struct Copying<'a> {
    walk: &'a mut Walk,
}

impl Copying<'_> {
    /// Copies a part deeply, as a part of the copy in progress.
    ///
    /// # Errors
    ///
    /// As [`try_copy`](super::try_copy), and when the copy would lead back to an object that is still
    /// being copied. The whole copy then fails too, whatever the hook makes of the error.
    pub fn copy<T: DeepCopy>(&mut self, from: &T) -> Result<T, CopyError> {
        let mut place = MaybeUninit::uninit();
        match self.walk.nested(from, Slot::of(&mut place)) {
            // SAFETY: a copy within the walk is complete.
            Ok(()) => Ok(unsafe { place.assume_init() }),
            Err(_) => Err(self.walk.error()),
        }
    }
}

impl fmt::Debug for Copying<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copying").finish_non_exhaustive()
    }
}

/// What a hook may give back for a `T`: a `T`, or a `Result<T, CopyError>`.
#[diagnostic::on_unimplemented(
    message = "a function that copies a `{T}` gives back a `{T}` or a `Result<{T}, CopyError>`",
    label = "this one gives a `{Self}`"
)]
pub trait Outcome<T> {
    /// As a result.
    ///
    /// # Errors
    ///
    /// What the hook gave.
    fn into_result(self) -> Result<T, CopyError>;
}

impl<T> Outcome<T> for T {
    fn into_result(self) -> Result<T, CopyError> {
        Ok(self)
    }
}

impl<T> Outcome<T> for Result<T, CopyError> {
    fn into_result(self) -> Self {
        self
    }
}

/// A type with `#[apograph(hookable)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have hooks",
    note = "put `#[apograph(hookable)]` on the type, beside its `derive(DeepCopy)`"
)]
#[doc(hidden)]
pub trait Hookable: 'static {}

type Hook<T> = std::rc::Rc<dyn Fn(&T, &mut Copying<'_>) -> Result<T, CopyError>>;

impl Walk {
    #[inline]
    fn hook<T: Hookable>(&self) -> Option<&Hook<T>> {
        self.existing_state()?.hooks.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Whether there is a hook for a type. What a hook has made is complete.
    #[doc(hidden)]
    #[inline]
    pub fn has_hook<T: Hookable>(&self) -> bool {
        self.hook::<T>().is_some()
    }

    /// Copies by the hook for a type, if there is one; otherwise gives the slot back.
    ///
    /// # Errors
    ///
    /// When the hook stops the copy.
    #[doc(hidden)]
    #[inline]
    pub fn hooked<'s, T: Hookable>(
        &mut self,
        from: &T,
        slot: Slot<'s, T>,
    ) -> Result<Result<Filled<'s, T>, Slot<'s, T>>, Stop> {
        match self.hook::<T>().cloned() {
            Some(hook) => custom(|from, copying| hook(from, copying), from, slot, self).map(Ok),
            None => Ok(Err(slot)),
        }
    }
}

/// Copies by a function of the user's.
///
/// # Errors
///
/// When the function says so, or a copy within it failed.
#[doc(hidden)]
pub fn custom<'s, T, O: Outcome<T>>(
    function: impl FnOnce(&T, &mut Copying<'_>) -> O,
    from: &T,
    slot: Slot<'s, T>,
    walk: &mut Walk,
) -> Result<Filled<'s, T>, Stop> {
    let level = walk.level();
    match function(from, &mut Copying { walk }).into_result() {
        Ok(_) if walk.is_broken(level) => Err(walk.failed_before()),
        Ok(copy) => Ok(slot.write(copy)),
        Err(error) => Err(walk.stop_with(error)),
    }
}

/// Copies what a value owns and shares what it shares, in the middle of a deep copy.
///
/// # Errors
///
/// As for any copy.
#[doc(hidden)]
pub fn shallow<'s, T: DeepCopy>(
    from: &T,
    slot: Slot<'s, T>,
    walk: &mut Walk,
) -> Result<Filled<'s, T>, Stop> {
    if walk.settings.shallow {
        return from.copy_to(slot, walk);
    }
    // A walk of its own, whose settings say so; it has no shared objects to remember.
    let mut inner = Walk::new(Settings { shallow: true, ..walk.settings });
    match run(from, &mut inner) {
        Ok(copy) => Ok(slot.write(copy)),
        Err(error) => Err(walk.stop_with(error)),
    }
}

/// Finishes what [`shallow`] has copied.
///
/// # Errors
///
/// As for any copy.
///
/// # Safety
///
/// As for [`DeepCopy::finish`].
#[doc(hidden)]
pub unsafe fn finish_shallow<T: DeepCopy>(
    from: &T,
    to: *mut T,
    walk: &mut Walk,
) -> Result<(), Stop> {
    if walk.settings.shallow {
        // SAFETY: as the caller vouches.
        return unsafe { from.finish(to, walk) };
    }
    Ok(())
}
