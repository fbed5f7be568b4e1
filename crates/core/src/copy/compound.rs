//! Values made of a fixed number of others: options, results, tuples, arrays, ranges, `Cow`.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::num::{Saturating, Wrapping};
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::error::{CopyErrorKind, Segment, Stop};
use super::plain::{CloneVisitor, with_clone_of};
use super::slot::{Filled, Slot};
use super::walk::{BUDGET, Walk};
use super::{DeepCopy, elements};

/// Copies a part of an enum to a local place, from where it is moved into its variant.
#[inline]
fn part<T: DeepCopy>(from: &T, walk: &mut Walk) -> Result<T, Stop> {
    let mut place = MaybeUninit::uninit();
    let _filled = from.copy_to(Slot::of(&mut place), walk)?;
    // SAFETY: it was filled just now.
    Ok(unsafe { place.assume_init() })
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy> DeepCopy for Option<T> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        match self {
            Some(from) => part(from, walk).map(|copy| slot.write(Some(copy))),
            None => Ok(slot.write(None)),
        }
    }

    #[inline]
    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if T::is_plain(BUDGET) {
            return Ok(());
        }
        // SAFETY: `to` holds an option at its final place.
        match (self, unsafe { &mut *to }) {
            // SAFETY: what an option holds lies in it.
            (Some(from), Some(to)) => unsafe { from.finish(to, walk) },
            (None, None) => Ok(()),
            _ => Err(walk.stop(CopyErrorKind::Changed)),
        }
    }

    #[inline]
    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        match (self, &mut *target) {
            (Some(from), Some(to)) => from.copy_over(to, walk),
            (None, _) => {
                *target = None;
                Ok(())
            }
            (Some(_), None) => walk.replace(self, target),
        }
    }

    #[inline]
    fn is_plain(budget: u32) -> bool {
        T::is_plain(budget)
    }

    #[inline]
    fn is_late() -> bool {
        T::is_late()
    }

    #[inline]
    fn is_handle() -> bool {
        T::is_handle()
    }

    with_clone_of!(Option);
}

/// Enums of which every variant has one part at most.
macro_rules! enums {
    ($(
        $enum:ident<$($parameter:ident),*> { $($variant:ident $(($from:ident, $to:ident))?),* }
    )*) => {$(
        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl<$($parameter: DeepCopy),*> DeepCopy for $enum<$($parameter),*> {
            #[inline]
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                walk: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                match self {
                    $(Self::$variant $(($from))? => {
                        let _ = &walk;
                        Ok(slot.write(Self::$variant $((part($from, walk)?))?))
                    })*
                }
            }

            #[inline]
            unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
                if Self::is_plain(BUDGET) {
                    return Ok(());
                }
                // SAFETY: `to` holds a value at its final place.
                match (self, unsafe { &mut *to }) {
                    $((Self::$variant $(($from))?, Self::$variant $(($to))?) => {
                        $(
                            // SAFETY: what a variant holds lies in it.
                            unsafe { $from.finish($to, walk) }?;
                        )?
                        Ok(())
                    })*
                    _ => Err(walk.stop(CopyErrorKind::Changed)),
                }
            }

            fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
                match (self, &mut *target) {
                    $((Self::$variant $(($from))?, Self::$variant $(($to))?) => {
                        $($from.copy_over($to, walk)?;)?
                        Ok(())
                    })*
                    _ => walk.replace(self, target),
                }
            }

            #[inline]
            fn is_plain(budget: u32) -> bool {
                $($parameter::is_plain(budget))&&*
            }

            #[inline]
            fn is_late() -> bool {
                $($parameter::is_late())||*
            }
        }
    )*};
}

enums! {
    Result<T, E> { Ok(from, to), Err(from, to) }
    Bound<T> { Included(from, to), Excluded(from, to), Unbounded }
    ControlFlow<B, C> { Break(from, to), Continue(from, to) }
}

/// Structs and tuples, copied part by part to where they are to lie.
macro_rules! structs {
    ($(<$($parameter:ident),*> $type:ty { $($field:tt),* })*) => {$(
        // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
        unsafe impl<$($parameter: DeepCopy),*> DeepCopy for $type {
            #[inline]
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                walk: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                let to = slot.as_ptr();
                let mut done = 0_usize;
                let stopped = 'parts: {
                    $(
                        // SAFETY: a part of the slot's place, which is valid for writes.
                        let place = unsafe { &raw mut (*to).$field };
                        // SAFETY: aligned, as parts of a Rust struct are, and ours alone.
                        let part = unsafe { Slot::new(place) };
                        if self.$field.copy_to(part, walk).is_err() {
                            break 'parts (done, stringify!($field));
                        }
                        done += 1;
                    )*
                    let _all = done;
                    // SAFETY: all parts are there.
                    return Ok(unsafe { slot.assume_filled() });
                };
                let (done, name) = stopped;
                walk.trace(Segment::Field(name));
                let mut part = 0_usize;
                $(
                    if part < done {
                        // SAFETY: a part of the slot's place.
                        let place = unsafe { &raw mut (*to).$field };
                        // SAFETY: it was filled, and is not used any more.
                        unsafe { walk.undo(place) };
                    }
                    part += 1;
                )*
                let _ = part;
                Err(Stop::MARK)
            }

            #[inline]
            unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
                $(
                    // SAFETY: a part of a value at its final place.
                    let place = unsafe { &raw mut (*to).$field };
                    // SAFETY: so that is where the part stays.
                    unsafe { self.$field.finish(place, walk) }?;
                )*
                Ok(())
            }

            #[inline]
            fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
                $(
                    let result = self.$field.copy_over(&mut target.$field, walk);
                    result.inspect_err(|_| walk.trace(Segment::Field(stringify!($field))))?;
                )*
                Ok(())
            }

            #[inline]
            fn is_plain(budget: u32) -> bool {
                $($parameter::is_plain(budget))&&*
            }

            #[inline]
            fn is_late() -> bool {
                $($parameter::is_late())||*
            }
        }
    )*};
}

structs! {
    <A> (A,) { 0 }
    <A, B> (A, B) { 0, 1 }
    <A, B, C> (A, B, C) { 0, 1, 2 }
    <A, B, C, D> (A, B, C, D) { 0, 1, 2, 3 }
    <A, B, C, D, E> (A, B, C, D, E) { 0, 1, 2, 3, 4 }
    <A, B, C, D, E, F> (A, B, C, D, E, F) { 0, 1, 2, 3, 4, 5 }
    <A, B, C, D, E, F, G> (A, B, C, D, E, F, G) { 0, 1, 2, 3, 4, 5, 6 }
    <A, B, C, D, E, F, G, H> (A, B, C, D, E, F, G, H) { 0, 1, 2, 3, 4, 5, 6, 7 }
    <A, B, C, D, E, F, G, H, I> (A, B, C, D, E, F, G, H, I) { 0, 1, 2, 3, 4, 5, 6, 7, 8 }
    <A, B, C, D, E, F, G, H, I, J> (A, B, C, D, E, F, G, H, I, J) { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }
    <A, B, C, D, E, F, G, H, I, J, K> (A, B, C, D, E, F, G, H, I, J, K) {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    }
    <A, B, C, D, E, F, G, H, I, J, K, L> (A, B, C, D, E, F, G, H, I, J, K, L) {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    }
    <T> Range<T> { start, end }
    <T> RangeFrom<T> { start }
    <T> RangeTo<T> { end }
    <T> RangeToInclusive<T> { end }
    <T> Reverse<T> { 0 }
    <T> Wrapping<T> { 0 }
    <T> Saturating<T> { 0 }
}

/// A range that was iterated to its end becomes an empty one: whether it was is not to be seen from
/// outside.
// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy + Clone> DeepCopy for RangeInclusive<T> {
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        if T::is_plain(BUDGET) {
            return Ok(slot.write(self.clone()));
        }
        // Its ends cannot be reached where they lie, so nothing of them is put off by depth. They are
        // not dropped by an unwinding panic, for they may wait for content.
        let depth = std::mem::take(&mut walk.depth);
        let ends = part(self.start(), walk).map(ManuallyDrop::new).and_then(|mut start| {
            match part(self.end(), walk) {
                Ok(end) => Ok((start, end)),
                Err(stop) => {
                    // SAFETY: it holds a value, which is not used any more.
                    unsafe { walk.undo(&raw mut *start) };
                    Err(stop)
                }
            }
        });
        walk.depth = depth;
        let (start, end) = ends?;
        Ok(slot.write(RangeInclusive::new(ManuallyDrop::into_inner(start), end)))
    }

    unsafe fn finish(&self, _: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if T::is_late() { Err(walk.stop(CopyErrorKind::Changed)) } else { Ok(()) }
    }

    fn is_plain(budget: u32) -> bool {
        T::is_plain(budget)
    }

    fn is_late() -> bool {
        T::is_late()
    }
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy, const N: usize> DeepCopy for [T; N] {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        let to = slot.as_ptr().cast::<T>();
        for (index, element) in self.iter().enumerate() {
            // SAFETY: an element of the slot's place.
            let place = unsafe { to.add(index) };
            // SAFETY: valid for writes and aligned, as the whole is.
            if element.copy_to(unsafe { Slot::new(place) }, walk).is_err() {
                // SAFETY: so many elements are there.
                unsafe { elements::stopped(to, index, walk) };
                return Err(Stop::MARK);
            }
        }
        // SAFETY: all elements are there.
        Ok(unsafe { slot.assume_filled() })
    }

    #[inline]
    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if T::is_plain(BUDGET) {
            return Ok(());
        }
        for (index, element) in self.iter().enumerate() {
            // SAFETY: an element of an array at its final place.
            let place = unsafe { to.cast::<T>().add(index) };
            // SAFETY: so that is where it stays.
            unsafe { element.finish(place, walk) }?;
        }
        Ok(())
    }

    #[inline]
    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        for (index, (from, to)) in self.iter().zip(target).enumerate() {
            let result = from.copy_over(to, walk);
            result.inspect_err(|_| walk.trace(Segment::Index(index)))?;
        }
        Ok(())
    }

    #[inline]
    fn is_plain(budget: u32) -> bool {
        T::is_plain(budget)
    }

    #[inline]
    fn is_late() -> bool {
        T::is_late()
    }

    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        struct Contained<V, const N: usize>(V);

        impl<T, V: CloneVisitor<[T; N]>, const N: usize> CloneVisitor<T> for Contained<V, N> {
            type Output = V::Output;

            fn visit(self) -> V::Output
            where
                T: Clone,
            {
                self.0.visit()
            }
        }

        T::with_clone(Contained::<V, N>(visitor))
    }
}

/// What is borrowed stays borrowed; what is owned is copied.
// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<B> DeepCopy for Cow<'_, B>
where
    B: ToOwned<Owned: DeepCopy> + ?Sized,
{
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        match self {
            Cow::Borrowed(borrowed) => Ok(slot.write(Cow::Borrowed(borrowed))),
            Cow::Owned(from) => part(from, walk).map(|copy| slot.write(Cow::Owned(copy))),
        }
    }

    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        // SAFETY: `to` holds a value at its final place.
        match (self, unsafe { &mut *to }) {
            // SAFETY: what a variant holds lies in it.
            (Cow::Owned(from), Cow::Owned(to)) => unsafe { from.finish(to, walk) },
            (Cow::Borrowed(_), Cow::Borrowed(_)) => Ok(()),
            _ => Err(walk.stop(CopyErrorKind::Changed)),
        }
    }

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        match (self, &mut *target) {
            (Cow::Owned(from), Cow::Owned(to)) => from.copy_over(to, walk),
            (Cow::Borrowed(borrowed), _) => {
                *target = Cow::Borrowed(borrowed);
                Ok(())
            }
            (Cow::Owned(_), Cow::Borrowed(_)) => walk.replace(self, target),
        }
    }

    fn is_plain(budget: u32) -> bool {
        B::Owned::is_plain(budget)
    }

    fn is_late() -> bool {
        B::Owned::is_late()
    }

    #[inline]
    fn with_clone<V: CloneVisitor<Self>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}
