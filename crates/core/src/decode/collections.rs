//! Sequences and maps.
//!
//! Room is made for as many elements as the field had last time, but not before the first element is
//! there: an empty list costs nothing, and a message of empty lists cannot claim memory.

use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, btree_map, hash_map,
};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;

use super::{Decode, Decoder, Fail, Repeated, shape_of};
use crate::encode::slots;
use crate::shape::{Field, Kind, Shape, TypeRef};

/// The most memory that is reserved because of what a decoder says of the input, in bytes.
const MAX_RESERVED: usize = 1 << 20;

/// For how many elements to make room.
fn room<T>(hint: usize, learned: usize) -> usize {
    let most = MAX_RESERVED / size_of::<T>().max(1);
    hint.max(learned).min(most)
}

impl<'de, T: Decode<'de>> Decode<'de> for Vec<T> {
    const SHAPE: &'static Shape = &Shape {
        arguments: &[TypeRef::Static(shape_of::<T>)],
        ..Shape::new(Kind::Sequence, "LIST", &slots::LIST).of_class("java.util.ArrayList")
    };

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        let mut items = Self::new();
        append(&mut items, decoder, Self::SHAPE, 0)?;
        Ok(items)
    }

    /// The lists in a list are of much the same length, as a rule.
    #[inline]
    fn decode_after<D: Decoder<'de>>(
        previous: Option<&Self>,
        decoder: &mut D,
    ) -> Result<Self, Fail> {
        let mut items = Self::new();
        append(&mut items, decoder, Self::SHAPE, previous.map_or(0, Self::len))?;
        Ok(items)
    }

    // A loop in the middle of a record is no better for standing there, and worse for the code around it.
    #[inline(never)]
    fn decode_field<D: Decoder<'de>>(decoder: &mut D, field: &'static Field) -> Result<Self, Fail> {
        let mut items = Self::new();
        append(&mut items, decoder, Self::SHAPE, field.learned.room(size_of::<T>()))?;
        field.learned.learn(items.len());
        Ok(items)
    }

    fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
        let (mut sequence, _) = decoder.sequence(Self::SHAPE)?;
        let mut length = 0;
        while decoder.next_item(&mut sequence)? {
            let read = match self.get_mut(length) {
                Some(item) => item.decode_into(decoder),
                None => T::decode_after(self.last(), decoder).map(|item| self.push(item)),
            };
            if let Err(fail) = read {
                decoder.in_item(length);
                return Err(fail);
            }
            length += 1;
        }
        self.truncate(length);
        Ok(())
    }
}

/// Reads the elements of a sequence to the end of a vector.
#[inline(always)]
fn append<'de, T: Decode<'de>, D: Decoder<'de>>(
    items: &mut Vec<T>,
    decoder: &mut D,
    shape: &'static Shape,
    learned: usize,
) -> Result<(), Fail> {
    let (mut sequence, hint) = decoder.sequence(shape)?;
    if !decoder.next_item(&mut sequence)? {
        return Ok(());
    }
    items.reserve_exact(room::<T>(hint, learned).max(4.min(MAX_RESERVED / size_of::<T>().max(1))));
    loop {
        match T::decode_after(items.last(), decoder) {
            Ok(item) => items.push(item),
            Err(fail) => {
                decoder.in_item(items.len());
                return Err(fail);
            }
        }
        if !decoder.next_item(&mut sequence)? {
            return Ok(());
        }
    }
}

/// Sequences that are made of a vector.
macro_rules! of_vectors {
    ($([$($bounds:tt)*] $ty:ty, $slot:ident, $class:literal;)*) => {$(
        impl<'de, T: Decode<'de> $($bounds)*> Decode<'de> for $ty {
            const SHAPE: &'static Shape = &Shape {
                arguments: &[TypeRef::Static(shape_of::<T>)],
                ..Shape::new(Kind::Sequence, stringify!($slot), &slots::$slot).of_class($class)
            };

            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                let mut items = Vec::new();
                append(&mut items, decoder, Self::SHAPE, 0)?;
                Ok(items.into())
            }

            fn decode_field<D: Decoder<'de>>(
                decoder: &mut D,
                field: &'static Field,
            ) -> Result<Self, Fail> {
                let mut items = Vec::new();
                append(&mut items, decoder, Self::SHAPE, field.learned.room(size_of::<T>()))?;
                field.learned.learn(items.len());
                Ok(items.into())
            }
        }
    )*};
}

of_vectors! {
    [] Box<[T]>, LIST, "java.util.ArrayList";
    [] Rc<[T]>, LIST, "java.util.ArrayList";
    [] Arc<[T]>, LIST, "java.util.ArrayList";
    [] VecDeque<T>, DEQUE, "java.util.ArrayDeque";
    [+ Ord] BinaryHeap<T>, HEAP, "java.util.PriorityQueue";
}

/// Sequences that are filled element by element.
macro_rules! by_insertion {
    ($([$($generics:tt)*] $ty:ty, $slot:ident, $class:literal, |$set:ident, $item:ident| $insert:expr;)*) => {$(
        impl<'de, $($generics)*> Decode<'de> for $ty {
            const SHAPE: &'static Shape = &Shape {
                arguments: &[TypeRef::Static(shape_of::<T>)],
                ..Shape::new(Kind::Sequence, stringify!($slot), &slots::$slot).of_class($class)
            };

            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                let mut set = Self::default();
                set.decode_into(decoder)?;
                Ok(set)
            }

            fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
                self.clear();
                let (mut sequence, _) = decoder.sequence(Self::SHAPE)?;
                let mut index = 0;
                while decoder.next_item(&mut sequence)? {
                    match T::decode(decoder) {
                        Ok($item) => {
                            let $set = &mut *self;
                            $insert;
                        }
                        Err(fail) => {
                            decoder.in_item(index);
                            return Err(fail);
                        }
                    }
                    index += 1;
                }
                Ok(())
            }
        }
    )*};
}

by_insertion! {
    [T: Decode<'de>] LinkedList<T>, LINKED_LIST, "java.util.LinkedList",
        |list, item| list.push_back(item);
    [T: Decode<'de> + Ord] BTreeSet<T>, SORTED_SET, "java.util.TreeSet", |set, item| set.insert(item);
    [T: Decode<'de> + Eq + Hash, S: BuildHasher + Default] HashSet<T, S>, SET, "java.util.HashSet",
        |set, item| set.insert(item);
}

/// Reads an entry. What becomes of the second value of a key the decoder says.
macro_rules! entry {
    ($map:expr, $decoder:expr, $state:expr, $entries:ident) => {{
        let key = K::decode($decoder)?;
        $decoder.entry_value(&mut $state)?;
        let value = match V::decode($decoder) {
            Ok(value) => value,
            Err(fail) => {
                $decoder.in_entry();
                return Err(fail);
            }
        };
        match $map.entry(key) {
            $entries::Entry::Vacant(entry) => _ = entry.insert(value),
            $entries::Entry::Occupied(mut entry) => {
                if $decoder.repeated_entry()? == Repeated::Replace {
                    entry.insert(value);
                }
            }
        }
    }};
}

macro_rules! maps {
    ($([$($generics:tt)*] $ty:ty, $slot:ident, $class:literal, $entries:ident, |$map:ident, $room:ident| $reserve:expr;)*) => {$(
        impl<'de, $($generics)*> Decode<'de> for $ty {
            const SHAPE: &'static Shape = &Shape {
                arguments: &[TypeRef::Static(shape_of::<K>), TypeRef::Static(shape_of::<V>)],
                ..Shape::new(Kind::Map, stringify!($slot), &slots::$slot).of_class($class)
            };

            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                let mut map = Self::default();
                let (mut state, _) = decoder.map(Self::SHAPE)?;
                while decoder.next_entry(&mut state)? {
                    entry!(map, decoder, state, $entries);
                }
                Ok(map)
            }

            fn decode_field<D: Decoder<'de>>(
                decoder: &mut D,
                field: &'static Field,
            ) -> Result<Self, Fail> {
                let mut $map = Self::default();
                let (mut state, hint) = decoder.map(Self::SHAPE)?;
                if !decoder.next_entry(&mut state)? {
                    return Ok($map);
                }
                let $room = room::<(K, V)>(hint, field.learned.room(1));
                $reserve;
                loop {
                    entry!($map, decoder, state, $entries);
                    if !decoder.next_entry(&mut state)? {
                        break;
                    }
                }
                field.learned.learn($map.len());
                Ok($map)
            }

            /// While the keys come in the order of the target, values are read over the ones there.
            fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
                let start = decoder.mark();
                let (mut state, _) = decoder.map(Self::SHAPE)?;
                let mut entries = self.iter_mut();
                loop {
                    if !decoder.next_entry(&mut state)? {
                        if entries.next().is_none() {
                            return Ok(());
                        }
                        break;
                    }
                    let Some((key, value)) = entries.next() else { break };
                    if !key.decode_equal(decoder)? {
                        break;
                    }
                    decoder.entry_value(&mut state)?;
                    if let Err(fail) = value.decode_into(decoder) {
                        decoder.in_entry();
                        return Err(fail);
                    }
                }
                decoder.rewind(start);
                self.clear();
                let (mut state, _) = decoder.map(Self::SHAPE)?;
                while decoder.next_entry(&mut state)? {
                    entry!(self, decoder, state, $entries);
                }
                Ok(())
            }
        }
    )*};
}

maps! {
    [K: Decode<'de> + Eq + Hash, V: Decode<'de>, S: BuildHasher + Default] HashMap<K, V, S>,
        HASH_MAP, "java.util.HashMap", hash_map, |map, room| map.reserve(room);
    [K: Decode<'de> + Ord, V: Decode<'de>] BTreeMap<K, V>,
        SORTED_MAP, "java.util.TreeMap", btree_map, |map, room| _ = room;
}
