//! Sequences and maps.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::{Encode, Encoder, Flatten, Place, shape_of};
use crate::map::Map;
use crate::shape::{Kind, Shape, Slot, TypeRef};
use crate::text::Text;

/// The definitions of collections, shared with reading.
pub(crate) mod slots {
    use super::Slot;

    pub(crate) static LIST: Slot = Slot::new();
    pub(crate) static SET: Slot = Slot::new();
    pub(crate) static SORTED_SET: Slot = Slot::new();
    pub(crate) static LINKED_LIST: Slot = Slot::new();
    pub(crate) static DEQUE: Slot = Slot::new();
    pub(crate) static HEAP: Slot = Slot::new();
    pub(crate) static ARRAY: Slot = Slot::new();
    pub(crate) static MAP: Slot = Slot::new();
    pub(crate) static HASH_MAP: Slot = Slot::new();
    pub(crate) static SORTED_MAP: Slot = Slot::new();
}

macro_rules! sequences {
    ($([$($generics:tt)*] $ty:ty, $slot:ident, $class:literal, |$items:ident| $iter:expr;)*) => {$(
        impl<$($generics)*> Encode for $ty {
            const SHAPE: &'static Shape = &Shape {
                arguments: &[TypeRef::Static(shape_of::<T>)],
                ..Shape::new(Kind::Sequence, stringify!($slot), &slots::$slot).of_class($class)
            };

            #[inline(always)]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                let $items = self;
                encoder.sequence(place, Self::SHAPE, $iter)
            }
        }
    )*};
}

sequences! {
    [T: Encode] [T], LIST, "java.util.ArrayList", |items| items.iter();
    [T: Encode] Vec<T>, LIST, "java.util.ArrayList", |items| items.iter();
    [T: Encode] Rc<[T]>, LIST, "java.util.ArrayList", |items| items.iter();
    [T: Encode] Arc<[T]>, LIST, "java.util.ArrayList", |items| items.iter();
    [T: Encode] VecDeque<T>, DEQUE, "java.util.ArrayDeque", |items| items.iter();
    [T: Encode] LinkedList<T>, LINKED_LIST, "java.util.LinkedList", |items| items.iter();
    [T: Encode] BinaryHeap<T>, HEAP, "java.util.PriorityQueue", |items| items.iter();
    [T: Encode] BTreeSet<T>, SORTED_SET, "java.util.TreeSet", |items| items.iter();
    [T: Encode, S] HashSet<T, S>, SET, "java.util.HashSet", |items| items.iter();
}

macro_rules! maps {
    ($([$($generics:tt)*] $ty:ty, $key:ty, $slot:ident, $class:literal;)*) => {$(
        impl<$($generics)*> Encode for $ty {
            const SHAPE: &'static Shape = &Shape {
                arguments: &[TypeRef::Static(shape_of::<$key>), TypeRef::Static(shape_of::<V>)],
                ..Shape::new(Kind::Map, stringify!($slot), &slots::$slot).of_class($class)
            };

            #[inline(always)]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                encoder.map(place, Self::SHAPE, self.iter())
            }
        }
    )*};
}

maps! {
    [K: Encode, V: Encode, S] HashMap<K, V, S>, K, HASH_MAP, "java.util.HashMap";
    [K: Encode, V: Encode] BTreeMap<K, V>, K, SORTED_MAP, "java.util.TreeMap";
    [V: Encode] Map<V>, Text, MAP, "java.util.LinkedHashMap";
}

macro_rules! flat_maps {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Flatten for $ty {
            fn flatten<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error> {
                for (name, value) in self {
                    value.encode(encoder, Place::Name(name.as_ref()))?;
                }
                Ok(())
            }
        }
    )*};
}

flat_maps! {
    [K: AsRef<str>, V: Encode, S] HashMap<K, V, S>;
    [K: AsRef<str>, V: Encode] BTreeMap<K, V>;
    [V: Encode] Map<V>;
}

impl<T: Flatten> Flatten for Option<T> {
    fn flatten<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error> {
        self.as_ref().map_or(Ok(()), |value| value.flatten(encoder))
    }
}

impl<T: Flatten + ?Sized> Flatten for Box<T> {
    fn flatten<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error> {
        (**self).flatten(encoder)
    }
}

impl<T: Flatten + ?Sized> Flatten for &T {
    fn flatten<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error> {
        (**self).flatten(encoder)
    }
}

impl Flatten for () {
    fn flatten<E: Encoder>(&self, _: &mut E) -> Result<(), E::Error> {
        Ok(())
    }
}
