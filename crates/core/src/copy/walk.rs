//! One copy on its way through a graph.
//!
//! Copies are made by plain recursion, from field to field, until that is [`LIMIT`] blocks deep. What
//! lies deeper is put off as [`Work`] and done later from the top, so that the stack needed has a
//! bound, however deep the graph is. There are four kinds of work:
//!
//! * *owned*: the content of a `Box` or a collection. Done first, last put off first, so that a
//!   borrowed cell which owns the original can be released right after.
//! * *shared*: the content of an `Rc` or `Arc`. Its original is kept alive by a handle. Done when no
//!   owned work is left, hence no lock is held.
//! * *placements* of elements in maps and sets whose keys hold shared objects. They are copied beside
//!   their map, and placed in it when everything is there: only then can keys be hashed and compared.
//! * *commits*, of copies into a target: parts made anew take their place at the very end, so that
//!   a walk that stops has put nothing half-made into the target.
//!
//! A place that waits for its work holds a valid pointer to a block without content. No code but
//! this module's ever looks at such a block: hooks are only shown copies that are complete.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::mem::{self, MaybeUninit};

use super::DeepCopy;
use super::erased::{Erased, Hold};
use super::error::{CopyError, CopyErrorKind, Segment, Stop};
use super::identity::{COMPLETE, Identity, WAITING};
use super::slot::{Filled, Slot};

/// How many blocks deep copying recurses.
pub(super) const LIMIT: u32 = 32;

/// How many blocks deep it enters shared objects. Fewer than [`LIMIT`], so that the cells and
/// collections in such an object are mostly copied with it: to put off what a borrowed cell owns is
/// more work than to put off the whole object.
const SHARED_LIMIT: u32 = LIMIT - 8;

/// How many copies may run within each other on behalf of hooks.
const NESTED_LIMIT: u32 = 16;

/// How deep types are looked into to find out whether they are plain. Enough for business objects;
/// recursive types are never plain.
pub const BUDGET: u32 = 12;

/// The state of one copy, handed from value to value.
pub struct Walk {
    pub(super) depth: u32,
    /// Locks that are held by the content being copied.
    pub(super) locks: u32,
    /// Locks that are held for work that was put off.
    kept_locks: u32,
    /// The lowest rank that the content being copied waits for.
    pub(super) low: u32,
    pub(super) settings: Settings,
    objects: u64,
    /// Copies for commits are dropped and not put into their places.
    pub(super) discarding: bool,
    state: Option<Box<State>>,
}

/// What a walk may do, and how.
#[derive(Clone, Copy)]
pub(super) struct Settings {
    pub(super) max_objects: u64,
    pub(super) shallow: bool,
    /// Enter objects with a single handle too: there are replacements, or the user wants the map.
    pub(super) enter_all: bool,
    /// Keep handles of all copies when the walk is over.
    pub(super) remember: bool,
    pub(super) wait_for_locks: bool,
    pub(super) accept_poisoned: bool,
}

impl Settings {
    pub(super) const DEFAULT: Self = Self {
        max_objects: u64::MAX,
        shallow: false,
        enter_all: false,
        remember: false,
        wait_for_locks: true,
        accept_poisoned: false,
    };
}

/// What few copies need, and plain ones never.
#[derive(Default)]
pub(super) struct State {
    owned: Vec<Work>,
    shared: Vec<Work>,
    commits: Vec<Work>,
    /// Elements that wait to be put into their maps and sets.
    placements: Vec<Work>,
    /// Cells whose content is copied but not finished.
    held: Vec<Held>,
    /// Room for handles whose block is made last.
    room: Room,
    pub(super) identity: Identity,
    error: Option<CopyError>,
    /// Entries below this number may be shown to a hook only when they are complete.
    pub(super) floor: u32,
    nested: u32,
    /// Something was put off: if the walk stops, there may be blocks without content.
    put_off: bool,
    /// The walk was stopped, whatever a hook made of it.
    failed: bool,
    /// The walk has come to its end: everything has content.
    finished: bool,
    pub(super) hooks: HashMap<TypeId, Box<dyn Any>>,
}

/// Memory without content, aligned for handles.
pub(super) type Room = Vec<MaybeUninit<*const ()>>;

/// Something that was put off.
pub(super) struct Work {
    run: unsafe fn(&Work, &mut Walk) -> Result<(), Stop>,
    pub(super) from: Erased,
    pub(super) to: Erased,
    /// The entry whose content this is, or [`u32::MAX`].
    pub(super) entry: u32,
    /// What has to live until this is done, and what it puts off in turn.
    hold: Hold,
    /// Whether that is a lock.
    is_lock: bool,
}

/// A cell that stays borrowed between the copying of its content and its finishing.
struct Held {
    cell: *const (),
    content: Erased,
    guard: Hold,
    /// How much owned work was waiting when it was copied.
    since: usize,
    is_lock: bool,
}

impl Work {
    /// # Safety
    ///
    /// `run` may be called once, at any time before the walk ends or `hold` is released, whichever
    /// is first; `from` and `to` are what it expects.
    pub(super) unsafe fn new(
        run: unsafe fn(&Work, &mut Walk) -> Result<(), Stop>,
        from: Erased,
        to: Erased,
        entry: u32,
        hold: Hold,
    ) -> Self {
        Self { run, from, to, entry, hold, is_lock: false }
    }

    /// Work that does nothing but release something when its turn comes.
    fn release(hold: Hold, is_lock: bool) -> Self {
        unsafe fn nothing(_: &Work, _: &mut Walk) -> Result<(), Stop> {
            Ok(())
        }
        let nowhere = Erased::new(std::ptr::null::<()>());
        Self { run: nothing, from: nowhere, to: nowhere, entry: u32::MAX, hold, is_lock }
    }
}

/// How much was waiting at some moment.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Mark {
    owned: usize,
    shared: usize,
    placements: usize,
}

impl State {
    /// The next work above a mark.
    fn next(&mut self, mark: Mark) -> Option<Work> {
        if self.owned.len() > mark.owned {
            self.owned.pop()
        } else if self.shared.len() > mark.shared {
            self.shared.pop()
        } else {
            None
        }
    }

    fn reset(&mut self) {
        // Handles and guards first: they need what the table keeps alive.
        self.owned.clear();
        self.shared.clear();
        self.held.clear();
        self.commits.clear();
        self.placements.clear();
        self.identity.clear(self.put_off && !self.finished);
        self.error = None;
        self.floor = 0;
        self.nested = 0;
        self.put_off = false;
        self.failed = false;
        self.finished = false;
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.reset();
    }
}

impl Walk {
    #[inline]
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            depth: 0,
            locks: 0,
            kept_locks: 0,
            low: COMPLETE,
            objects: settings.max_objects,
            settings,
            discarding: false,
            state: None,
        }
    }

    #[inline]
    pub(super) fn state(&mut self) -> &mut State {
        if self.state.is_none() {
            self.make_state();
        }
        match &mut self.state {
            Some(state) => state,
            None => unreachable!("it was made just now"),
        }
    }

    #[cold]
    #[inline(never)]
    fn make_state(&mut self) {
        self.state = Some(Box::default());
    }

    /// Whether values of a type have anything to finish here.
    #[inline]
    pub(super) fn finishes<T: DeepCopy>(&self) -> bool {
        self.is_deep() || T::is_late()
    }

    #[inline]
    pub(super) fn existing_state(&self) -> Option<&State> {
        self.state.as_deref()
    }

    /// Copies a root and everything that waits on the way, to a place where it stays until then.
    #[inline]
    pub(super) fn root<T: DeepCopy>(&mut self, from: &T, slot: Slot<'_, T>) -> Result<(), Stop> {
        let place = slot.as_ptr();
        let Filled { .. } = from.copy_to(slot, self)?;
        if T::is_late() {
            // SAFETY: the slot is filled, and its caller leaves the value there until this returns.
            unsafe { from.finish(place, self) }?;
        }
        if self.state.is_some() { self.finish() } else { Ok(()) }
    }

    /// Copies into a target and does everything that waits on the way.
    #[inline]
    pub(super) fn root_over<T: DeepCopy>(&mut self, from: &T, to: &mut T) -> Result<(), Stop> {
        let result = from.copy_over(to, self);
        if self.state.is_none() {
            return result;
        }
        let result = result.and_then(|()| self.finish());
        if result.is_err() && self.state().put_off {
            return result;
        }
        self.discarding = result.is_err();
        for commit in mem::take(&mut self.state().commits) {
            // SAFETY: whoever put it off vouched for it, and it is run once.
            unsafe { (commit.run)(&commit, self) }?;
        }
        self.discarding = false;
        result
    }

    fn finish(&mut self) -> Result<(), Stop> {
        self.drain(Mark::default())?;
        let remembers = self.settings.remember;
        let state = self.state();
        state.identity.give_up_reserved();
        if remembers {
            // Before anything of the copy can be dropped.
            state.identity.own(0);
        }
        self.place(Mark::default())?;
        self.state().finished = true;
        Ok(())
    }

    /// Puts elements into their maps and sets. That hashes and compares them, now that everything
    /// they lead to is there. What was met last comes first: a set inside a key before the map.
    fn place(&mut self, mark: Mark) -> Result<(), Stop> {
        while let Some(work) = self.state.as_mut().and_then(|state| {
            if state.placements.len() > mark.placements { state.placements.pop() } else { None }
        }) {
            // SAFETY: whoever put it off vouched for it; it is off the list, so run once.
            unsafe { (work.run)(&work, self) }?;
        }
        Ok(())
    }

    /// Forgets everything about the last copy, however it ended.
    pub(super) fn reset(&mut self) {
        self.depth = 0;
        self.locks = 0;
        self.kept_locks = 0;
        self.low = COMPLETE;
        self.objects = self.settings.max_objects;
        self.discarding = false;
        if let Some(state) = &mut self.state {
            state.reset();
        }
    }

    /// Enters a block: what `f` copies lies one deeper.
    #[inline]
    pub(super) fn inside<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// Whether owned blocks are put off here.
    #[inline]
    pub(super) fn is_deep(&self) -> bool {
        self.depth >= LIMIT
    }

    /// Whether shared objects may be copied right here. Not under a lock, for copying could take
    /// another one.
    #[inline]
    pub(super) fn may_recurse(&self) -> bool {
        self.depth < SHARED_LIMIT && self.locks == 0 && self.kept_locks == 0
    }

    /// Counts an object against the limit.
    #[inline]
    pub(super) fn count_object(&mut self) -> Result<(), Stop> {
        if self.objects == 0 {
            let limit = self.settings.max_objects;
            return Err(self.stop(CopyErrorKind::TooManyObjects { limit }));
        }
        self.objects -= 1;
        Ok(())
    }

    pub(super) fn push_owned(&mut self, work: Work) {
        self.low = WAITING;
        let state = self.state();
        state.put_off = true;
        state.owned.push(work);
    }

    pub(super) fn push_shared(&mut self, work: Work) {
        self.low = WAITING;
        let state = self.state();
        state.put_off = true;
        state.shared.push(work);
    }

    /// A block was left without content: from here on, what is dropped could be without content.
    #[cold]
    pub(super) fn leave_hollow(&mut self) {
        self.state().put_off = true;
    }

    pub(super) fn push_placement(&mut self, work: Work) {
        self.state().placements.push(work);
    }

    pub(super) fn push_commit(&mut self, work: Work) {
        self.state().commits.push(work);
    }

    fn mark(&self) -> Mark {
        self.state.as_ref().map_or(Mark::default(), |state| Mark {
            owned: state.owned.len(),
            shared: state.shared.len(),
            placements: state.placements.len(),
        })
    }

    /// How much owned work is waiting.
    #[inline]
    pub(super) fn owned(&self) -> usize {
        self.state.as_ref().map_or(0, |state| state.owned.len())
    }

    /// Keeps a cell's guard for the owned work that was put off since there was so much, if there is
    /// any: below that work, hence released right after it.
    #[inline]
    pub(super) fn keep_guard<G>(&mut self, since: usize, guard: G, is_lock: bool) {
        if self.owned() > since {
            self.keep(since, Hold::guard(Box::new(guard)), is_lock);
        }
    }

    #[cold]
    fn keep(&mut self, since: usize, hold: Hold, is_lock: bool) {
        self.kept_locks += u32::from(is_lock);
        let state = self.state();
        state.owned.insert(since.min(state.owned.len()), Work::release(hold, is_lock));
    }

    /// Keeps a cell borrowed until its content is finished.
    pub(super) fn hold<C, T, G>(
        &mut self,
        cell: *const C,
        content: *const T,
        guard: G,
        since: usize,
        is_lock: bool,
    ) {
        let guard = Hold::guard(Box::new(guard));
        let (cell, content) = (cell.cast(), Erased::new(content));
        self.kept_locks += u32::from(is_lock);
        self.state().held.push(Held { cell, content, guard, since, is_lock });
    }

    /// Finishes the content of a cell that is held since it was copied.
    ///
    /// # Safety
    ///
    /// `cell` is what [`hold`](Self::hold) was called with, for the same `T`, and `to` the place of the
    /// content in the copy, where it stays.
    pub(super) unsafe fn finish_held<C, T: DeepCopy>(
        &mut self,
        cell: *const C,
        to: *mut T,
    ) -> Result<(), Stop> {
        let held = &mut self.state().held;
        let Some(place) = held.iter().rposition(|held| std::ptr::eq(held.cell, cell.cast())) else {
            return Err(self.changed());
        };
        let Held { content, guard, since, is_lock, .. } = held.remove(place);
        // SAFETY: it was made from such a pointer, as the caller vouches.
        let content = unsafe { content.get::<T>() };
        // SAFETY: the guard keeps the content borrowed.
        let content = unsafe { &*content };
        // SAFETY: as the caller vouches.
        let result = unsafe { content.finish(to, self) };
        self.kept_locks -= u32::from(is_lock);
        if self.owned() > since {
            self.keep(since, guard, is_lock);
        }
        result
    }

    /// Room for so many handles, which is kept from copy to copy.
    pub(super) fn take_room<T>(&mut self, count: usize) -> Room {
        assert!(align_of::<T>() <= align_of::<*const ()>(), "not a handle");
        let mut room = mem::take(&mut self.state().room);
        room.reserve((count * size_of::<T>()).div_ceil(size_of::<*const ()>()));
        room
    }

    pub(super) fn give_room(&mut self, room: Room) {
        self.state().room = room;
    }

    /// Does what was put off since a mark.
    fn drain(&mut self, mark: Mark) -> Result<(), Stop> {
        while let Some(mut work) = self.state.as_mut().and_then(|state| state.next(mark)) {
            self.depth = 0;
            self.locks = 0;
            self.kept_locks -= u32::from(work.is_lock);
            let before = self.owned();
            // SAFETY: whoever put it off vouched for it; it is off the list, so run once.
            unsafe { (work.run)(&work, self) }?;
            if self.owned() > before {
                // What the work has put off may need what it needed.
                self.keep(before, mem::replace(&mut work.hold, Hold::none()), false);
            }
        }
        Ok(())
    }

    /// A complete copy in the middle of a walk, for a hook, which may look at it: where it would lead
    /// to copies that are not complete yet, the walk stops.
    pub(super) fn nested<T: DeepCopy>(&mut self, from: &T, slot: Slot<'_, T>) -> Result<(), Stop> {
        if self.state().nested >= NESTED_LIMIT {
            return Err(self.stop(CopyErrorKind::HooksTooDeep { limit: NESTED_LIMIT }));
        }
        if self.state().failed {
            return Err(self.failed_before());
        }
        let mark = self.mark();
        let (depth, locks, low) = (self.depth, self.locks, mem::replace(&mut self.low, COMPLETE));
        let state = self.state();
        let first = state.identity.len();
        let floor = mem::replace(&mut state.floor, first);
        // Should this be unwound by a panic, it stays as it is.
        state.nested += 1;
        self.kept_locks += locks;

        let place = slot.as_ptr();
        from.copy_to(slot, self).and_then(|_filled| {
            // SAFETY: the slot is filled, and its caller leaves the value there until this returns.
            unsafe { from.finish(place, self) }?;
            self.drain(mark)
        })?;
        if self.state().identity.has_reserved(first) {
            // A weak handle would lead to a block without content.
            return Err(self.stop(CopyErrorKind::Unfinished));
        }
        // From here on, something of the copy can be dropped.
        self.state().identity.own(first);
        self.place(mark)?;

        (self.depth, self.locks, self.low) = (depth, locks, low);
        self.kept_locks -= locks;
        let state = self.state();
        state.floor = floor;
        state.nested -= 1;
        state.identity.complete(first);
        Ok(())
    }

    /// Whether the last walk came to its end and is remembered.
    pub(super) fn has_finished(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.finished)
    }

    /// How many copies run within each other on behalf of hooks.
    pub(super) fn level(&self) -> u32 {
        self.state.as_ref().map_or(0, |state| state.nested)
    }

    /// Stops a hook that goes on after a copy within it has failed.
    #[cold]
    pub(super) fn failed_before(&mut self) -> Stop {
        self.stop_with(CopyError::hook("a copy within a hook failed before"))
    }

    /// Whether a copy within a hook that was called at a level failed, or was unwound. What it has
    /// left must not be gone on with.
    pub(super) fn is_broken(&self, level: u32) -> bool {
        self.state.as_ref().is_some_and(|state| state.failed || state.nested != level)
    }

    /// Notes why the walk stops.
    #[cold]
    pub(super) fn stop(&mut self, kind: CopyErrorKind) -> Stop {
        self.stop_with(CopyError::new(kind))
    }

    #[cold]
    pub(super) fn stop_with(&mut self, error: CopyError) -> Stop {
        let state = self.state();
        state.error = Some(error);
        state.failed = true;
        // What was made will be dropped.
        state.identity.own(0);
        Stop::MARK
    }

    /// Why the walk stopped.
    #[cold]
    pub(super) fn error(&mut self) -> CopyError {
        // Only code outside of this crate can stop without a reason.
        let unknown = || CopyError::hook("an implementation of DeepCopy stopped without a reason");
        self.state().error.take().unwrap_or_else(unknown)
    }

    #[cold]
    pub(super) fn trace(&mut self, segment: Segment) {
        if let Some(error) = self.state.as_mut().and_then(|state| state.error.as_mut()) {
            error.trace(segment);
        }
    }

    #[cold]
    pub(super) fn trace_part(&mut self, name: &'static str) {
        self.trace(Segment::Part(name));
    }

    /// The object is not what it was when its copying began.
    #[cold]
    #[doc(hidden)]
    pub fn changed(&mut self) -> Stop {
        self.stop(CopyErrorKind::Changed)
    }

    /// The mark of a walk that was stopped before.
    #[cold]
    #[doc(hidden)]
    pub fn stopped(&mut self) -> Stop {
        Stop::MARK
    }

    /// Puts a copy made anew in the place of a target's part.
    ///
    /// A plain one right away. Others may wait for parts of the graph, so they take their place when
    /// the walk is over; until then the target keeps what it has.
    ///
    /// # Errors
    ///
    /// When the copy cannot be made.
    pub fn replace<T: DeepCopy>(&mut self, from: &T, target: &mut T) -> Result<(), Stop> {
        if T::is_plain(BUDGET) {
            let mut place = MaybeUninit::uninit();
            let _filled = from.copy_to(Slot::of(&mut place), self)?;
            // SAFETY: it was filled, and being plain waits for nothing.
            *target = unsafe { place.assume_init() };
            return Ok(());
        }
        let place = Box::into_raw(Box::<T>::new_uninit()).cast::<T>();
        // SAFETY: a fresh block for a `T`.
        let slot = unsafe { Slot::new(place) };
        let result = from.copy_to(slot, self).and_then(|_filled| {
            // SAFETY: it was filled just now, and stays there until the commit.
            unsafe { from.finish(place, self) }
        });
        if let Err(stop) = result {
            // SAFETY: the block came from a box, and holds no value that would be dropped.
            drop(unsafe { Box::from_raw(place.cast::<MaybeUninit<T>>()) });
            return Err(stop);
        }
        // SAFETY: the target outlives the walk, and nothing moves or changes this part of it before
        // the commits but their order, which is that of the walk.
        let work = unsafe {
            Work::new(commit::<T>, Erased::new(place), Erased::new(target), u32::MAX, Hold::none())
        };
        self.push_commit(work);
        Ok(())
    }

    /// Names the field in which the walk stopped.
    #[cold]
    #[doc(hidden)]
    pub fn trace_field(&mut self, name: &'static str) {
        self.trace(Segment::Field(name));
    }

    /// Whether a walk that stops leaks what it made: something was put off, so there may be blocks
    /// without content.
    #[cold]
    pub(super) fn leaks(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.put_off)
    }

    /// Drops a part of a copy that will not be finished.
    ///
    /// When work was put off, the part may have blocks without content, and is leaked instead.
    ///
    /// # Safety
    ///
    /// `part` holds a value, which is not used any more.
    #[cold]
    #[doc(hidden)]
    pub unsafe fn undo<T>(&mut self, part: *mut T) {
        if !self.leaks() {
            // SAFETY: it holds a value as the caller vouches; nothing was put off, so all blocks of
            // it have content, but for shared ones that the table has handles of.
            unsafe { part.drop_in_place() };
        }
    }
}

/// Moves a copy to its place in the target, or drops it when the walk failed.
///
/// # Safety
///
/// The work is that of [`Walk::replace`], for the same type.
unsafe fn commit<T>(work: &Work, walk: &mut Walk) -> Result<(), Stop> {
    // SAFETY: the work was made from such a pointer.
    let place = unsafe { work.from.get::<T>() };
    // SAFETY: it is a box with a value, which is complete by now.
    let copy = unsafe { Box::from_raw(place.cast_mut()) };
    if !walk.discarding {
        // SAFETY: the work was made from such a pointer.
        let target = unsafe { work.to.get::<T>() };
        // SAFETY: this part of the target is still there, and nobody else uses it.
        unsafe { *target.cast_mut() = *copy };
    }
    Ok(())
}
