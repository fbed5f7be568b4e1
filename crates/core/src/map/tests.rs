use std::mem;

use super::*;

/// Numbers that look random, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn key(number: usize) -> String {
    // Some are too long to be kept in place.
    if number.is_multiple_of(7) {
        format!("a key of more than 23 bytes: {number}")
    } else {
        format!("k{number}")
    }
}

/// What a map should be: entries in a list.
#[derive(Default)]
struct Model(Vec<(String, usize)>);

impl Model {
    fn insert(&mut self, key: String, value: usize) -> Option<usize> {
        match self.0.iter_mut().find(|(other, _)| *other == key) {
            Some((_, old)) => Some(mem::replace(old, value)),
            None => {
                self.0.push((key, value));
                None
            }
        }
    }

    fn remove(&mut self, key: &str) -> Option<usize> {
        let at = self.0.iter().position(|(other, _)| other == key)?;
        Some(self.0.remove(at).1)
    }

    #[track_caller]
    fn check(&self, map: &Map<usize>) {
        assert!(
            map.iter()
                .map(|(key, value)| (key.as_str(), *value))
                .eq(self.0.iter().map(|(key, value)| (key.as_str(), *value)))
        );
        for (at, (key, value)) in self.0.iter().enumerate() {
            assert_eq!(map.get_index_of(key), Some(at));
            assert_eq!(map.get(key), Some(value));
        }
        assert_eq!(map.get("absent"), None);
        assert_eq!(map.get("a key of more than 23 bytes that is absent"), None);
    }
}

#[test]
fn a_map_is_what_a_list_of_entries_is() {
    let mut numbers = Numbers(1);
    for keys in [5, 40, 100, 1000] {
        let (mut map, mut model) = (Map::new(), Model::default());
        for step in 0..3000 {
            let key = key(numbers.below(keys));
            match numbers.below(8) {
                0..=3 => assert_eq!(map.insert(&key, step), model.insert(key, step)),
                4..=5 => assert_eq!(map.remove(&key), model.remove(&key)),
                6 => {
                    let value = *map.get_or_insert_with(&key, || step);
                    assert_eq!(model.insert(key, value).unwrap_or(step), value);
                }
                _ if step % 50 == 0 => {
                    let rest = numbers.below(3);
                    map.retain(|_, value| *value % 3 != rest);
                    model.0.retain(|(_, value)| *value % 3 != rest);
                }
                _ if step % 30 == 0 => {
                    map.sort_keys();
                    model.0.sort();
                }
                _ => assert_eq!(map.get(&key).is_some(), map.contains_key(&key)),
            }
            if step % 20 == 0 {
                model.check(&map);
            }
        }
        model.check(&map);
        model.check(&map.clone());
        assert!(map.into_iter().map(|(key, value)| (String::from(key), value)).eq(model.0));
    }
}

/// Fills a map as a reader does: values over values, the last of equal keys.
fn read(map: &mut Map<usize>, entries: &[(String, usize)], finish_at_most: usize) {
    let mut filling = map.fill();
    for (key, value) in &entries[..finish_at_most] {
        let slot = if value % 2 == 0 { filling.key(key) } else { filling.text(Text::new(key)) };
        match slot {
            Slot::Old(mut old) => {
                *old.value() = *value;
                old.finish();
            }
            Slot::New(new) => new.finish(*value),
            Slot::Duplicate(earlier) => *earlier.value = *value,
        }
    }
    // An entry that fails half-way, as when the value is broken.
    if let Some((key, _)) = entries.get(finish_at_most)
        && let Slot::Old(mut old) = filling.key(key)
    {
        *old.value() = usize::MAX;
    }
}

#[test]
fn a_filled_map_has_the_finished_entries_and_no_others() {
    let mut numbers = Numbers(2);
    let mut map = Map::new();
    let mut before: Vec<(String, usize)> = Vec::new();
    for round in 0..2000 {
        let count = [3, 20, 33, 34, 70, 300][numbers.below(6)];
        let mut entries = Vec::new();
        for at in 0..count {
            // Mostly the entries of before, some others, and some twice.
            let changes = [0, 1, 30][round % 3];
            let entry = match before.get(at) {
                Some((key, _)) if numbers.below(100) >= changes => key.clone(),
                _ => key(numbers.below(count * 3)),
            };
            entries.push((entry, numbers.below(1000)));
        }
        let finished = if round % 4 == 0 { numbers.below(count + 1) } else { count };
        read(&mut map, &entries, finished);
        let mut model = Model::default();
        for (key, value) in &entries[..finished] {
            model.insert(key.clone(), *value);
        }
        model.check(&map);
        if round % 5 == 0 {
            let key = key(numbers.below(100));
            assert_eq!(map.insert(&key, 1), model.insert(key, 1));
            model.check(&map);
        }
        before = model.0;
    }
}

#[test]
fn keys_that_collide_in_the_filter_are_told_apart() {
    let colliding = |number: &usize| Text::new(&key(*number)).mix() >> 56 == 7;
    let keys: Vec<String> = (0..).filter(colliding).take(40).map(key).collect();
    let mut map = Map::new();
    for _ in 0..2 {
        let mut filling = map.fill();
        for (at, key) in keys.iter().enumerate() {
            match filling.key(key) {
                Slot::New(new) => new.finish(at),
                Slot::Old(old) => old.finish(),
                Slot::Duplicate(_) => panic!("{key} was not there"),
            }
            for (at, key) in keys[..=at].iter().enumerate() {
                let Slot::Duplicate(earlier) = filling.key(key) else { panic!("{key} was there") };
                assert_eq!((earlier.index, *earlier.value), (at, at));
            }
        }
    }
}

#[test]
fn an_entry_can_be_given_up_and_another_one_begun() {
    for length in [0, 10, 32, 33, 50] {
        let mut map: Map<usize> = (0..length).map(|at| (key(at), at)).collect();
        let mut filling = map.fill();
        for at in 0..length {
            let Slot::Old(old) = filling.key(&key(at)) else { panic!("there are values") };
            old.finish();
        }
        for _ in 0..2 {
            let Slot::New(_) = filling.key("new") else { panic!("not finished before") };
        }
        let Slot::New(new) = filling.text("other".into()) else { panic!("not there before") };
        new.finish(7);
        let Slot::New(new) = filling.text("new".into()) else { panic!("not finished before") };
        new.finish(8);
        let Slot::Duplicate(earlier) = filling.key("other") else { panic!("it is there") };
        assert_eq!((earlier.index, *earlier.value), (length, 7));
        assert_eq!(filling.finished(), length + 2);
        drop(filling);
        assert_eq!(map.get_index_of("other"), Some(length));
        assert_eq!(map.get_index_of("new"), Some(length + 1));
        assert_eq!(map.len(), length + 2);
    }
}

#[test]
fn a_panic_while_reading_leaves_the_finished_entries() {
    let mut map: Map<usize> = (0..50).map(|at| (key(at), at)).collect();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut filling = map.fill();
        for at in 0..40 {
            if let Slot::Old(old) = filling.key(&key(at + 1)) {
                old.finish();
            }
        }
        let _slot = filling.key("half");
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    assert_eq!(map.len(), 40);
    assert_eq!(map.get_index_of(&key(40)), Some(39));
    assert_eq!(map.get("half"), None);
}

#[test]
fn a_leaked_filling_leaves_a_map_that_works() {
    let mut map: Map<usize> = (0..20).map(|at| (key(at), at)).collect();
    let mut filling = map.fill();
    for at in 0..20 {
        if let Slot::Old(old) = filling.key(&key(at)) {
            old.finish();
        }
    }
    let _slot = filling.key("half");
    mem::forget(filling);
    assert_eq!(map.get(&key(19)), Some(&19));
    assert_eq!(map.get("half"), None);
    map.insert("more", 1);
    map.fill();
    assert!(map.is_empty());
}

#[test]
fn filling_reuses_long_keys_and_values() {
    let long = |letter: &str| letter.repeat(40);
    let mut map = Map::from([(long("a"), long("b"))]);
    let address = |map: &Map<String>| (map.keys[0].as_ptr(), map.values[0].as_ptr());
    let before = address(&map);
    if let Slot::Old(mut old) = map.fill().key(&long("c")) {
        long("d").clone_into(old.value());
        old.finish();
    }
    assert_eq!(map, Map::from([(long("c"), long("d"))]));
    assert_eq!(address(&map), before);
}

#[test]
fn a_panic_in_retain_loses_no_key() {
    let mut map: Map<usize> = (0..50).map(|at| (key(at), at)).collect();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        map.retain(|_, value| if *value == 40 { panic!("on purpose") } else { *value % 2 == 0 });
    }));
    assert!(panicked.is_err());
    for at in 0..50 {
        assert_eq!(map.get(&key(at)), Some(&at));
    }
    map.insert("new", 50);
    assert_eq!(map[&*key(33)], 33);
}

#[test]
fn order_does_not_matter_for_equality() {
    for length in [0, 1, 10, 100] {
        let map: Map<usize> = (0..length).map(|at| (key(at), at)).collect();
        let back: Map<usize> = (0..length).rev().map(|at| (key(at), at)).collect();
        assert_eq!(map, back);
        let mut other = back.clone();
        other.insert(key(0), 7);
        assert_ne!(map, other);
        let mut other = back;
        other.remove(&key(0));
        other.insert("other", 0);
        assert_ne!(map, other);
    }
}

#[test]
fn a_clone_over_a_map_reuses_its_memory() {
    for (from, to) in [(40, 50), (10, 50), (50, 10), (50, 50)] {
        let from: Map<String> = (0..from).map(|at| (key(at), key(at))).collect();
        let mut target: Map<String> = (0..to).map(|at| (key(at + 1), key(at))).collect();
        let address = target.keys.as_ptr();
        target.clone_from(&from);
        assert_eq!(target, from);
        assert_eq!(target.get_index_of(&key(9)), Some(9));
        assert!(from.len() > to || target.keys.as_ptr() == address);
    }
}

#[test]
fn iterators_know_their_length_and_go_both_ways() {
    let mut map = Map::from([("a", 1), ("b", 2)]);
    assert_eq!(map.iter().len(), 2);
    assert_eq!(map.iter().next_back().unwrap().0, "b");
    assert_eq!(map.iter_mut().rev().map(|(_, value)| *value).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(format!("{map:?}"), r#"{"a": 1, "b": 2}"#);
    assert_eq!(map.into_iter().next_back().unwrap().1, 2);
}

#[test]
fn maps_are_as_small_as_their_vectors() {
    assert_eq!(size_of::<Map>(), 2 * size_of::<Vec<u8>>() + size_of::<usize>());
}
