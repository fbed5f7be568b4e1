//! Maps and sets.
//!
//! A map of plain keys is made right away: its keys can be hashed and compared as soon as they are
//! copied, whatever its values wait for. When keys hold shared objects, looking at them has to wait
//! until these are there, so such maps are filled late.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, btree_map, hash_map};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit};

use super::DeepCopy;
use super::error::{Segment, Stop};
use super::filling::{self, Fill};
use super::late::{self, Late};
use super::plain::{CloneVisitor, clone_by_evidence, with_clone_of};
use super::slot::{Filled, Slot};
use super::walk::{BUDGET, Walk};

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<K, V, S> DeepCopy for HashMap<K, V, S>
where
    K: DeepCopy + Eq + Hash,
    V: DeepCopy,
    S: BuildHasher + Clone,
{
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        let plain_keys = K::is_plain(BUDGET);
        let plain = plain_keys && V::is_plain(BUDGET);
        if plain && let Some(copy) = clone_by_evidence(self) {
            return Ok(slot.write(copy));
        }
        let mut copy = HashMap::with_hasher(self.hasher().clone());
        if !plain_keys || (walk.is_deep() && !plain) {
            return Ok(slot.write(copy));
        }
        // A clone of handles costs little, and keeps the table as it is.
        if V::is_handle()
            && let Some(table) = clone_by_evidence(self)
        {
            copy = replace_values(self, table, walk)?;
        } else {
            self.fill(&mut copy, walk)?;
        }
        Ok(slot.write(copy))
    }

    #[inline]
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
        if !K::is_plain(BUDGET) || walk.is_deep() {
            return walk.replace(self, target);
        }
        // A table that was once copied from one with the same keys iterates in the same order.
        let plain = V::is_plain(BUDGET);
        let mut done = 0;
        // Values that can put something off must not be moved or dropped after that.
        if self.len() == target.len() && (plain || self.keys().eq(target.keys())) {
            done = in_step(self.iter(), target.iter_mut(), walk)?;
            if done == self.len() {
                return Ok(());
            }
        }
        if target.is_empty() || !plain {
            return walk.replace(self, target);
        }
        // What is left has other keys, or the same ones elsewhere. Keys and values of the target
        // serve again under new names.
        let is_found = |(key, _): (&K, &V)| target.contains_key(key);
        if self.len() == target.len() && self.iter().skip(done).all(is_found) {
            for (key, from) in self.iter().skip(done) {
                if let Some(to) = target.get_mut(key) {
                    from.copy_over(to, walk).inspect_err(|_| walk.trace(Segment::Entry))?;
                }
            }
            return Ok(());
        }
        let mut used: Vec<(K, V)> = target.drain().collect();
        target.reserve(self.len());
        for (key, from) in self {
            let (key, value) = under_new_name(key, from, used.pop(), walk)?;
            target.insert(key, value);
        }
        Ok(())
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && K::is_plain(budget - 1) && V::is_plain(budget - 1)
    }

    #[inline]
    fn is_late() -> bool {
        !K::is_plain(BUDGET)
    }

    #[inline]
    fn with_clone<W: CloneVisitor<Self>>(visitor: W) -> Option<W::Output> {
        K::with_clone(OfKeys(visitor, PhantomData::<(V, S)>)).flatten()
    }
}

/// Evidence for a map: of evidence for its keys, and then of evidence for its values.
struct OfKeys<W, P>(W, PhantomData<P>);
struct OfValues<W, P>(W, PhantomData<P>);

impl<K, V, S, W> CloneVisitor<K> for OfKeys<W, (V, S)>
where
    V: DeepCopy,
    S: Clone,
    W: CloneVisitor<HashMap<K, V, S>>,
{
    type Output = Option<W::Output>;

    fn visit(self) -> Self::Output
    where
        K: Clone,
    {
        V::with_clone(OfValues(self.0, PhantomData::<(K, S)>))
    }
}

impl<K, V, S, W> CloneVisitor<V> for OfValues<W, (K, S)>
where
    K: Clone,
    S: Clone,
    W: CloneVisitor<HashMap<K, V, S>>,
{
    type Output = W::Output;

    fn visit(self) -> Self::Output
    where
        V: Clone,
    {
        self.0.visit()
    }
}

impl<K, V, W> CloneVisitor<K> for OfKeys<W, (V,)>
where
    V: DeepCopy,
    W: CloneVisitor<BTreeMap<K, V>>,
{
    type Output = Option<W::Output>;

    fn visit(self) -> Self::Output
    where
        K: Clone,
    {
        V::with_clone(OfValues(self.0, PhantomData::<(K,)>))
    }
}

impl<K, V, W> CloneVisitor<V> for OfValues<W, (K,)>
where
    K: Clone,
    W: CloneVisitor<BTreeMap<K, V>>,
{
    type Output = W::Output;

    fn visit(self) -> Self::Output
    where
        V: Clone,
    {
        self.0.visit()
    }
}

struct OfElements<W, S>(W, PhantomData<S>);

impl<T, S, W> CloneVisitor<T> for OfElements<W, S>
where
    S: Clone,
    W: CloneVisitor<HashSet<T, S>>,
{
    type Output = W::Output;

    fn visit(self) -> Self::Output
    where
        T: Clone,
    {
        self.0.visit()
    }
}

/// Copies over values, key by key, until a key is another one. Gives how many keys were the same.
pub(super) fn in_step<'a, K: Eq + 'a, V: DeepCopy + 'a>(
    from: impl Iterator<Item = (&'a K, &'a V)>,
    to: impl Iterator<Item = (&'a K, &'a mut V)>,
    walk: &mut Walk,
) -> Result<usize, Stop> {
    walk.inside(|walk| {
        let mut done = 0;
        for ((key, from), (other, to)) in from.zip(to) {
            if key != other {
                break;
            }
            from.copy_over(to, walk).inspect_err(|_| walk.trace(Segment::Entry))?;
            done += 1;
        }
        Ok(done)
    })
}

/// The copy of a plain entry, made of one that is no longer needed if there is one.
fn under_new_name<K: DeepCopy, V: DeepCopy>(
    key: &K,
    value: &V,
    used: Option<(K, V)>,
    walk: &mut Walk,
) -> Result<(K, V), Stop> {
    let Some((mut new_key, mut new_value)) = used else {
        return Ok((copied(key, walk)?, copied(value, walk)?));
    };
    key.copy_over(&mut new_key, walk)?;
    value.copy_over(&mut new_value, walk).inspect_err(|_| walk.trace(Segment::Entry))?;
    Ok((new_key, new_value))
}

/// A copy that is complete: of a plain value.
fn copied<T: DeepCopy>(from: &T, walk: &mut Walk) -> Result<T, Stop> {
    let mut place = MaybeUninit::uninit();
    let _filled = from.copy_to(Slot::of(&mut place), walk)?;
    // SAFETY: it was filled, and being plain waits for nothing.
    Ok(unsafe { place.assume_init() })
}

/// Replaces the handles in a clone of a map by copies of them.
fn replace_values<K, V: DeepCopy, S>(
    from: &HashMap<K, V, S>,
    table: HashMap<K, V, S>,
    walk: &mut Walk,
) -> Result<HashMap<K, V, S>, Stop> {
    // Not dropped by an unwinding panic, for its values may wait for content.
    let mut table = ManuallyDrop::new(table);
    // The clone of a table iterates in the same order.
    let mut values = from.values().zip(table.values_mut());
    while let Some((from, to)) = values.next() {
        let mut place = MaybeUninit::uninit();
        let result = walk.inside(|walk| from.copy_to(Slot::of(&mut place), walk).map(|_filled| ()));
        match result {
            // SAFETY: it was filled just now.
            Ok(()) => *to = unsafe { place.assume_init() },
            Err(stop) => {
                walk.trace(Segment::Entry);
                if walk.leaks() {
                    // What was copied must stay; the clones of the original's handles must not.
                    for to in std::iter::once(to).chain(values.map(|(_, to)| to)) {
                        // SAFETY: it holds a value, which is not used any more.
                        unsafe { std::ptr::drop_in_place(to) };
                    }
                } else {
                    drop(ManuallyDrop::into_inner(table));
                }
                return Err(stop);
            }
        }
    }
    drop(values);
    Ok(ManuallyDrop::into_inner(table))
}

impl<K, V, S> Fill for HashMap<K, V, S>
where
    K: DeepCopy + Eq + Hash,
    V: DeepCopy,
    S: BuildHasher + Clone,
{
    fn fill(&self, to: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        // Not dropped by an unwinding panic, for its values may wait for content.
        let mut copy =
            ManuallyDrop::new(HashMap::with_capacity_and_hasher(self.len(), self.hasher().clone()));
        for (key, value) in self {
            let result = walk.inside(|walk| {
                let key = copied(key, walk)?;
                match copy.entry(key) {
                    hash_map::Entry::Vacant(entry) => {
                        let mut place = MaybeUninit::uninit();
                        let _filled = value.copy_to(Slot::of(&mut place), walk)?;
                        // SAFETY: it was filled just now.
                        let to = entry.insert(unsafe { place.assume_init() });
                        // SAFETY: there is room for all entries, so values stay where they are in the
                        // table's block, whatever is inserted after them.
                        unsafe { value.finish(to, walk) }
                    }
                    // Two keys that differ have copies that do not: the first one stays.
                    hash_map::Entry::Occupied(_) => Ok(()),
                }
            });
            if let Err(stop) = result {
                walk.trace(Segment::Entry);
                // SAFETY: the map is not used any more.
                unsafe { walk.undo(&raw mut *copy) };
                return Err(stop);
            }
        }
        *to = ManuallyDrop::into_inner(copy);
        Ok(())
    }
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<K: DeepCopy + Ord, V: DeepCopy> DeepCopy for BTreeMap<K, V> {
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        let plain_keys = K::is_plain(BUDGET);
        let plain = plain_keys && V::is_plain(BUDGET);
        if plain && let Some(copy) = clone_by_evidence(self) {
            return Ok(slot.write(copy));
        }
        let mut copy = BTreeMap::new();
        if plain_keys && (plain || !walk.is_deep()) {
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
        if !K::is_plain(BUDGET) || walk.is_deep() {
            return walk.replace(self, target);
        }
        let plain = V::is_plain(BUDGET);
        // Values that can put something off must not be moved or dropped after that.
        if self.len() == target.len()
            && (plain || self.keys().eq(target.keys()))
            && in_step(self.iter(), target.iter_mut(), walk)? == self.len()
        {
            return Ok(());
        }
        if target.is_empty() || !plain {
            return walk.replace(self, target);
        }
        // Keys and values of the target serve again under new names.
        let mut used = std::mem::take(target).into_iter();
        for (key, from) in self {
            let (key, value) = under_new_name(key, from, used.next(), walk)?;
            target.insert(key, value);
        }
        Ok(())
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && K::is_plain(budget - 1) && V::is_plain(budget - 1)
    }

    #[inline]
    fn is_late() -> bool {
        !K::is_plain(BUDGET)
    }

    #[inline]
    fn with_clone<W: CloneVisitor<Self>>(visitor: W) -> Option<W::Output> {
        K::with_clone(OfKeys(visitor, PhantomData::<(V,)>)).flatten()
    }
}

impl<K: DeepCopy + Ord, V: DeepCopy> Fill for BTreeMap<K, V> {
    fn fill(&self, to: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        // Not dropped by an unwinding panic, for its values may wait for content.
        let mut copy: ManuallyDrop<BTreeMap<K, V>> = ManuallyDrop::new(BTreeMap::new());
        // Values move while the tree grows, so they are finished when it is there: the originals in
        // the order in which their copies lie.
        let mut originals = Vec::with_capacity(if V::is_plain(BUDGET) { 0 } else { self.len() });
        let mut sorted = true;
        let result = self.iter().try_for_each(|(key, value)| {
            walk.inside(|walk| {
                let key = copied(key, walk)?;
                sorted =
                    sorted && copy.last_key_value().is_none_or(|(last, _)| last.cmp(&key).is_lt());
                if let btree_map::Entry::Vacant(entry) = copy.entry(key) {
                    let mut place = MaybeUninit::uninit();
                    let _filled = value.copy_to(Slot::of(&mut place), walk)?;
                    // SAFETY: it was filled just now.
                    entry.insert(unsafe { place.assume_init() });
                    if !V::is_plain(BUDGET) {
                        originals.push(value);
                    }
                }
                Ok(())
            })
        });
        let result = result.and_then(|()| {
            if originals.is_empty() {
                return Ok(());
            }
            if !sorted {
                // The copies of the keys are in another order than the keys. Nothing says which value
                // is whose, so none may wait for anything.
                return Err(walk.stop(super::CopyErrorKind::Changed));
            }
            walk.inside(|walk| {
                for (&value, to) in originals.iter().zip(copy.values_mut()) {
                    // SAFETY: the tree does not change any more, so values stay where they are.
                    unsafe { value.finish(to, walk) }?;
                }
                Ok(())
            })
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
unsafe impl<T, S> DeepCopy for HashSet<T, S>
where
    T: DeepCopy + Eq + Hash,
    S: BuildHasher + Clone,
{
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        if !T::is_plain(BUDGET) {
            return Ok(slot.write(HashSet::with_hasher(self.hasher().clone())));
        }
        if let Some(copy) = clone_by_evidence(self) {
            return Ok(slot.write(copy));
        }
        let mut copy = HashSet::with_capacity_and_hasher(self.len(), self.hasher().clone());
        for element in self {
            copy.insert(copied(element, walk)?);
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

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if !T::is_plain(BUDGET) {
            return walk.replace(self, target);
        }
        if self.len() == target.len() && self.iter().zip(target.iter()).all(|(a, b)| a == b) {
            return Ok(());
        }
        target.retain(|element| self.contains(element));
        for element in self {
            if !target.contains(element) {
                target.insert(copied(element, walk)?);
            }
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

    #[inline]
    fn with_clone<W: CloneVisitor<Self>>(visitor: W) -> Option<W::Output> {
        T::with_clone(OfElements(visitor, PhantomData::<S>))
    }
}

// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy + Ord> DeepCopy for BTreeSet<T> {
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        if !T::is_plain(BUDGET) {
            return Ok(slot.write(BTreeSet::new()));
        }
        if let Some(copy) = clone_by_evidence(self) {
            return Ok(slot.write(copy));
        }
        let mut copy = BTreeSet::new();
        for element in self {
            copy.insert(copied(element, walk)?);
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

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        if !T::is_plain(BUDGET) {
            return walk.replace(self, target);
        }
        if self.len() == target.len() && self.iter().zip(target.iter()).all(|(a, b)| a == b) {
            return Ok(());
        }
        target.retain(|element| self.contains(element));
        for element in self {
            if !target.contains(element) {
                target.insert(copied(element, walk)?);
            }
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

    with_clone_of!(BTreeSet);
}

impl<K, V, S> Late for HashMap<K, V, S>
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

impl<K: DeepCopy + Ord, V: DeepCopy> Late for BTreeMap<K, V> {
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

impl<T, S> Late for HashSet<T, S>
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

impl<T: DeepCopy + Ord> Late for BTreeSet<T> {
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
