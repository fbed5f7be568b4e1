//! Types of other crates, each behind a feature named with the version it is for.

#[cfg(any(
    feature = "bigdecimal-0_4",
    feature = "bytes-1",
    feature = "chrono-0_4",
    feature = "jiff-1",
    feature = "rust_decimal-1",
    feature = "time-0_3",
    feature = "uuid-1"
))]
use super::{
    DeepCopy,
    error::Stop,
    leaf::leaves,
    plain::CloneVisitor,
    slot::{Filled, Slot},
    walk::Walk,
};

#[cfg(feature = "bigdecimal-0_4")]
leaves! {
    bigdecimal::BigDecimal;
    bigdecimal::num_bigint::BigInt;
    bigdecimal::num_bigint::BigUint;
}

// `Bytes` is a handle of bytes that never change, so sharing it is not to be seen.
#[cfg(feature = "bytes-1")]
leaves! {
    bytes::Bytes;
    bytes::BytesMut;
}

#[cfg(feature = "chrono-0_4")]
leaves! {
    chrono::NaiveDate;
    chrono::NaiveTime;
    chrono::NaiveDateTime;
    chrono::DateTime<chrono::Utc>;
    chrono::DateTime<chrono::FixedOffset>;
    chrono::Utc;
    chrono::FixedOffset;
    chrono::TimeDelta;
    chrono::Weekday;
    chrono::Month;
}

#[cfg(feature = "jiff-1")]
leaves! {
    jiff::Timestamp;
    jiff::ZonedDateTime;
    jiff::Span;
    jiff::SignedDuration;
    jiff::civil::Date;
    jiff::civil::Time;
    jiff::civil::DateTime;
    jiff::civil::Weekday;
    jiff::tz::TimeZone;
    jiff::tz::Offset;
}

#[cfg(feature = "rust_decimal-1")]
leaves! {
    rust_decimal::Decimal;
}

#[cfg(feature = "time-0_3")]
leaves! {
    time::Date;
    time::Time;
    time::PrimitiveDateTime;
    time::OffsetDateTime;
    time::UtcOffset;
    time::Duration;
    time::Weekday;
    time::Month;
}

#[cfg(feature = "uuid-1")]
leaves! {
    uuid::Uuid;
}

#[cfg(feature = "smallvec-1")]
mod small_vec {
    use std::mem::MaybeUninit;

    use smallvec::{Array, SmallVec};

    use crate::copy::error::{CopyErrorKind, Segment, Stop};
    use crate::copy::slot::{Filled, Slot};
    use crate::copy::walk::{BUDGET, Walk};
    use crate::copy::{DeepCopy, elements};

    // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
    unsafe impl<A: Array<Item: DeepCopy>> DeepCopy for SmallVec<A> {
        fn copy_to<'s>(
            &self,
            slot: Slot<'s, Self>,
            walk: &mut Walk,
        ) -> Result<Filled<'s, Self>, Stop> {
            let mut copy = Self::with_capacity(self.len());
            let to: *mut A::Item = copy.as_mut_ptr();
            for (index, element) in self.iter().enumerate() {
                // SAFETY: there is room for so many elements.
                let place = unsafe { to.add(index) };
                // SAFETY: a place of its own, aligned. Elements inside the vector move with it, so
                // they are finished when it is where it stays.
                if element.copy_to(unsafe { Slot::new(place) }, walk).is_err() {
                    // SAFETY: so many elements are there.
                    unsafe { elements::stopped(to, index, walk) };
                    return Err(walk.stopped());
                }
            }
            // SAFETY: they are all there.
            unsafe { copy.set_len(self.len()) };
            Ok(slot.write(copy))
        }

        unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
            if A::Item::is_plain(BUDGET) {
                return Ok(());
            }
            // SAFETY: `to` holds a vector at its final place.
            let to = unsafe { &mut *to };
            if self.len() != to.len() {
                return Err(walk.stop(CopyErrorKind::Changed));
            }
            for (from, to) in self.iter().zip(to.iter_mut()) {
                // SAFETY: elements stay where they are in a vector that does not change.
                unsafe { from.finish(to, walk) }?;
            }
            Ok(())
        }

        fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
            if !A::Item::is_plain(BUDGET) && self.len() > target.len() {
                return walk.replace(self, target);
            }
            target.truncate(self.len());
            let (over, anew) = self.split_at(target.len());
            for (index, (from, to)) in over.iter().zip(target.iter_mut()).enumerate() {
                let result = from.copy_over(to, walk);
                result.inspect_err(|_| walk.trace(Segment::Index(index)))?;
            }
            target.reserve(anew.len());
            for from in anew {
                let mut place = MaybeUninit::uninit();
                let _filled = from.copy_to(Slot::of(&mut place), walk)?;
                // SAFETY: it was filled, and being plain waits for nothing.
                target.push(unsafe { place.assume_init() });
            }
            Ok(())
        }

        fn is_plain(budget: u32) -> bool {
            budget > 0 && A::Item::is_plain(budget - 1)
        }

        #[inline]
        fn is_late() -> bool {
            A::Item::is_late()
        }
    }
}

#[cfg(feature = "indexmap-2")]
mod index_map {
    use std::hash::{BuildHasher, Hash};
    use std::mem::{ManuallyDrop, MaybeUninit};

    use indexmap::{IndexMap, IndexSet};

    use crate::copy::DeepCopy;
    use crate::copy::error::{CopyErrorKind, Segment, Stop};
    use crate::copy::filling::{self, Fill};
    use crate::copy::late::{self, Late};
    use crate::copy::map::in_step;
    use crate::copy::slot::{Filled, Slot};
    use crate::copy::walk::{BUDGET, Walk};

    // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
    unsafe impl<K, V, S> DeepCopy for IndexMap<K, V, S>
    where
        K: DeepCopy + Eq + Hash,
        V: DeepCopy,
        S: BuildHasher + Clone,
    {
        fn copy_to<'s>(
            &self,
            slot: Slot<'s, Self>,
            walk: &mut Walk,
        ) -> Result<Filled<'s, Self>, Stop> {
            let mut copy = IndexMap::with_hasher(self.hasher().clone());
            let plain = K::is_plain(BUDGET) && V::is_plain(BUDGET);
            if plain || (K::is_plain(BUDGET) && !walk.is_deep()) {
                self.fill(&mut copy, walk)?;
            }
            Ok(slot.write(copy))
        }

        unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
            if self.is_empty() {
                return Ok(());
            }
            if !K::is_plain(BUDGET) {
                // SAFETY: as the caller vouches.
                unsafe { late::put_off(self, to, walk) };
            } else if walk.is_deep() && !V::is_plain(BUDGET) {
                // SAFETY: as the caller vouches.
                unsafe { filling::put_off(self, to, walk) };
            }
            Ok(())
        }

        fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
            let lockstep = K::is_plain(BUDGET)
                && !walk.is_deep()
                && self.len() == target.len()
                && self.keys().zip(target.keys()).all(|(from, to)| from == to);
            if !lockstep {
                return walk.replace(self, target);
            }
            in_step(self.iter(), target.iter_mut(), walk).map(|_all| ())
        }

        fn is_plain(budget: u32) -> bool {
            budget > 0 && K::is_plain(budget - 1) && V::is_plain(budget - 1)
        }

        #[inline]
        fn is_late() -> bool {
            !K::is_plain(BUDGET)
        }
    }

    impl<K, V, S> Fill for IndexMap<K, V, S>
    where
        K: DeepCopy + Eq + Hash,
        V: DeepCopy,
        S: BuildHasher + Clone,
    {
        fn fill(&self, to: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
            // Not dropped by an unwinding panic, for its values may wait for content.
            let mut copy = ManuallyDrop::new(IndexMap::with_capacity_and_hasher(
                self.len(),
                self.hasher().clone(),
            ));
            let result = walk.inside(|walk| {
                for (key, value) in self {
                    let mut place = MaybeUninit::uninit();
                    let _filled = key.copy_to(Slot::of(&mut place), walk)?;
                    // SAFETY: it was filled just now.
                    let key: K = unsafe { place.assume_init() };
                    let indexmap::map::Entry::Vacant(entry) = copy.entry(key) else {
                        // Keys that differ have copies that do not: nothing says whose value is whose.
                        return Err(walk.stop(CopyErrorKind::Changed));
                    };
                    let mut place = MaybeUninit::uninit();
                    let _filled = value.copy_to(Slot::of(&mut place), walk)?;
                    // SAFETY: it was filled just now.
                    entry.insert(unsafe { place.assume_init() });
                }
                for (from, to) in self.values().zip(copy.values_mut()) {
                    // SAFETY: entries stay where they are in a map that does not change any more.
                    unsafe { from.finish(to, walk) }?;
                }
                Ok(())
            });
            if let Err(stop) = result {
                walk.trace(Segment::Entry);
                // SAFETY: the map is not used any more.
                unsafe { walk.undo(&raw mut *copy) };
                return Err(stop);
            }
            *to = ManuallyDrop::into_inner(copy);
            Ok(())
        }
    }

    // SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
    unsafe impl<T, S> DeepCopy for IndexSet<T, S>
    where
        T: DeepCopy + Eq + Hash,
        S: BuildHasher + Clone,
    {
        fn copy_to<'s>(
            &self,
            slot: Slot<'s, Self>,
            walk: &mut Walk,
        ) -> Result<Filled<'s, Self>, Stop> {
            let mut copy = IndexSet::with_hasher(self.hasher().clone());
            if T::is_plain(BUDGET) {
                copy.reserve(self.len());
                for element in self {
                    let mut place = MaybeUninit::uninit();
                    let _filled = element.copy_to(Slot::of(&mut place), walk)?;
                    // SAFETY: it was filled, and being plain waits for nothing.
                    copy.insert(unsafe { place.assume_init() });
                }
            }
            Ok(slot.write(copy))
        }

        unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
            if !T::is_plain(BUDGET) && !self.is_empty() {
                // SAFETY: as the caller vouches.
                unsafe { late::put_off(self, to, walk) };
            }
            Ok(())
        }

        fn is_plain(budget: u32) -> bool {
            budget > 0 && T::is_plain(budget - 1)
        }

        #[inline]
        fn is_late() -> bool {
            !T::is_plain(BUDGET)
        }
    }

    impl<K, V, S> Late for IndexMap<K, V, S>
    where
        K: DeepCopy + Eq + Hash,
        V: DeepCopy,
        S: BuildHasher,
    {
        type Element = (K, V);

        fn count(&self) -> usize {
            self.len()
        }

        unsafe fn gather(&self, to: *mut (K, V), walk: &mut Walk) -> Result<(), Stop> {
            // SAFETY: as the caller vouches.
            unsafe { late::fill_pairs(self.iter(), to, walk) }
        }

        fn place(&mut self, elements: Vec<(K, V)>) {
            self.extend(elements);
        }
    }

    impl<T, S> Late for IndexSet<T, S>
    where
        T: DeepCopy + Eq + Hash,
        S: BuildHasher,
    {
        type Element = T;

        fn count(&self) -> usize {
            self.len()
        }

        unsafe fn gather(&self, to: *mut T, walk: &mut Walk) -> Result<(), Stop> {
            // SAFETY: as the caller vouches.
            unsafe { late::fill_all(self.iter(), to, walk) }
        }

        fn place(&mut self, elements: Vec<T>) {
            self.extend(elements);
        }
    }
}
