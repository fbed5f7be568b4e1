//! This crate's own types for reading: [`Text`], [`Number`], [`Map`], [`Value`], [`ValueRef`].

use std::mem::MaybeUninit;

use super::DeepCopy;
use super::error::Stop;
use super::leaf::leaves;
use super::map::in_step;
use super::plain::{CloneVisitor, with_clone_of};
use super::slot::{Filled, Slot};
use super::walk::{BUDGET, Walk};
use crate::map::Map;
use crate::number::Number;
use crate::text::Text;
use crate::value::{Tagged, Timestamp, Value};
use crate::value_ref::ValueRef;

// Values recurse when they are cloned, as they do when they are dropped.
leaves! {
    Text;
    Number;
    Timestamp;
    Tagged;
    Value;
}

/// What is borrowed stays borrowed.
// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl DeepCopy for ValueRef<'_> {
    #[inline]
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, _: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        Ok(slot.write(self.clone()))
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

/// Keys are plain, so only values may have to wait.
// SAFETY: `copy_to` leaves a whole value behind, and `finish` does what it left out.
unsafe impl<T: DeepCopy> DeepCopy for Map<T> {
    fn copy_to<'s>(&self, slot: Slot<'s, Self>, walk: &mut Walk) -> Result<Filled<'s, Self>, Stop> {
        // The values last: they may have no content yet, so nothing may panic once they are there.
        let without_values = self.keys_alone();
        let mut place = MaybeUninit::uninit();
        let _filled = self.values.copy_to(Slot::of(&mut place), walk)?;
        // SAFETY: it was filled just now.
        let values = unsafe { place.assume_init() };
        Ok(slot.write(without_values.with_values(values)))
    }

    unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
        // SAFETY: `to` holds a map.
        let values = unsafe { &raw mut (*to).values };
        // SAFETY: its values were copied by `copy_to`, and are where they stay.
        unsafe { self.values.finish(values, walk) }
    }

    fn copy_over(&self, target: &mut Self, walk: &mut Walk) -> Result<(), Stop> {
        let plain = T::is_plain(BUDGET);
        if (plain || !walk.is_deep()) && self.keys == target.keys {
            return in_step(self.iter(), target.iter_mut(), walk).map(|_all| ());
        }
        if !plain {
            return walk.replace(self, target);
        }
        target.set_parts(|keys, values| {
            keys.clone_from(&self.keys);
            self.values.copy_over(values, walk)
        })
    }

    fn is_plain(budget: u32) -> bool {
        budget > 0 && T::is_plain(budget - 1)
    }

    with_clone_of!(Map);
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::copy::{copy, copy_into};

    #[test]
    fn values_are_copied_over_values_and_reuse_them() {
        let text = |letter: &str| Value::from(letter.repeat(100));
        let from = Value::from([("a", text("a")), ("b", Value::from([text("b"), 1.into()]))]);
        let mut to = Value::from([("c", text("c")), ("b", Value::from([text("d"), true.into()]))]);
        let address = |value: &Value| value["b"][0].as_str().unwrap().as_ptr();
        let before = address(&to);
        copy_into(&from, &mut to);
        assert_eq!(to, from);
        assert_eq!(address(&to), before);
        assert_eq!(copy(&from), from);
        assert_eq!(copy(&ValueRef::from(&from)).into_owned(), from);
    }

    #[test]
    fn a_map_keeps_what_its_values_share() {
        let shared = Rc::new(RefCell::new(1));
        let mut map: Map<Option<Rc<RefCell<u32>>>> = Map::new();
        for index in 0..40 {
            map.insert(index.to_string(), (index % 2 == 0).then(|| Rc::clone(&shared)));
        }
        let copied = copy(&map);
        *copied["0"].as_ref().unwrap().borrow_mut() = 2;
        assert_eq!(*copied["38"].as_ref().unwrap().borrow(), 2);
        assert_eq!(copied["1"], None);
        assert_eq!(*shared.borrow(), 1);

        let mut target = map.clone();
        copy_into(&copied, &mut target);
        assert_eq!(target, copied);
        assert!(!Rc::ptr_eq(target["0"].as_ref().unwrap(), &shared));
        let mut target = Map::from([("other", None)]);
        copy_into(&copied, &mut target);
        assert_eq!(target, copied);
        assert_eq!(target.get_index_of("39"), Some(39));
    }

    #[test]
    fn maps_may_be_nested_deeply() {
        #[derive(Default)]
        struct Node(Map<Node>);

        // SAFETY: both methods are those of the only field.
        unsafe impl DeepCopy for Node {
            fn copy_to<'s>(
                &self,
                slot: Slot<'s, Self>,
                walk: &mut Walk,
            ) -> Result<Filled<'s, Self>, Stop> {
                let mut place = MaybeUninit::uninit();
                let _filled = self.0.copy_to(Slot::of(&mut place), walk)?;
                // SAFETY: it was filled just now.
                Ok(slot.write(Self(unsafe { place.assume_init() })))
            }

            unsafe fn finish(&self, to: *mut Self, walk: &mut Walk) -> Result<(), Stop> {
                // SAFETY: `to` holds a node.
                let map = unsafe { &raw mut (*to).0 };
                // SAFETY: as the caller vouches.
                unsafe { self.0.finish(map, walk) }
            }
        }

        impl Drop for Node {
            fn drop(&mut self) {
                crate::copy::drop_deep(std::mem::take(&mut self.0));
            }
        }

        let mut list = Node::default();
        for _ in 0..100_000 {
            list = Node(Map::from([("next", list)]));
        }
        let copied = copy(&list);
        let mut length = 0;
        let mut node = &copied;
        while let Some(next) = node.0.get("next") {
            node = next;
            length += 1;
        }
        assert_eq!(length, 100_000);
    }

    #[test]
    fn plain_maps_of_many_entries_are_copied_over_others() {
        let numbered = |range: std::ops::Range<u32>| -> Map<u32> {
            range.map(|number| (number.to_string(), number)).collect()
        };
        for (from, to) in [(0..50, 20..70), (0..10, 0..50), (0..50, 0..10), (5..50, 5..50)] {
            let from = numbered(from);
            let mut target = numbered(to);
            copy_into(&from, &mut target);
            assert_eq!(target, from);
            assert!(from.iter().all(|(key, value)| target.get(key) == Some(value)));
        }
    }
}
