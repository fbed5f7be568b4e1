//! Copying into a target: equal to a fresh copy, whatever the target was, and nothing allocated when
//! it has all it needs.

#![expect(
    clippy::vec_box,
    clippy::box_collection,
    clippy::redundant_allocation,
    reason = "boxes at every place where recursion can end"
)]

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use apograph::copy::CopyErrorKind;
use apograph::{DeepCopy, copy, copy_into, try_copy_into};
use proptest::prelude::*;

#[derive(DeepCopy, Clone, Debug, PartialEq)]
enum Value {
    Null,
    Number(i64),
    Text(String),
    List(Vec<Value>),
    Pair { left: Box<Value>, right: Option<String> },
    Map(HashMap<String, Value>),
    Sorted(BTreeMap<u8, Value>),
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::Number),
        "[a-z]{0,20}".prop_map(Value::Text),
    ];
    leaf.prop_recursive(4, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
            (inner.clone(), prop::option::of("[a-z]{0,8}"))
                .prop_map(|(left, right)| { Value::Pair { left: Box::new(left), right } }),
            prop::collection::hash_map("[a-c]{1,2}", inner.clone(), 0..6).prop_map(Value::Map),
            prop::collection::btree_map(0_u8..8, inner, 0..6).prop_map(Value::Sorted),
        ]
    })
}

#[derive(DeepCopy, Clone, Debug, PartialEq)]
struct Plain {
    text: String,
    numbers: Vec<u32>,
    names: HashMap<String, String>,
    ranks: BTreeMap<String, u8>,
    tags: HashSet<String>,
    marks: BTreeSet<u8>,
    queue: VecDeque<String>,
    boxed: Box<str>,
    option: Option<String>,
    array: [Option<String>; 2],
    tuple: (String, u8),
    shared: Arc<u64>,
    result: Result<String, u8>,
}

prop_compose! {
    fn plain()(
        text in "[a-z]{0,30}",
        numbers in prop::collection::vec(any::<u32>(), 0..20),
        names in prop::collection::hash_map("[a-c]{1,2}", "[a-z]{0,10}", 0..8),
        ranks in prop::collection::btree_map("[a-c]{1,2}", any::<u8>(), 0..8),
        tags in prop::collection::hash_set("[a-c]{1,2}", 0..8),
        marks in prop::collection::btree_set(0_u8..10, 0..8),
        queue in prop::collection::vec("[a-z]{0,10}", 0..6),
        option in prop::option::of("[a-z]{0,10}"),
        second in prop::option::of("[a-z]{0,10}"),
        number in any::<u8>(),
        is_ok in any::<bool>(),
    ) -> Plain {
        let mut turned: VecDeque<String> = queue.into();
        if turned.len() > 2 {
            // So that it has two parts.
            let first = turned.pop_front().unwrap();
            turned.push_back(first);
        }
        Plain {
            boxed: text.clone().into(),
            tuple: (text.clone(), number),
            array: [option.clone(), second],
            shared: Arc::new(u64::from(number)),
            result: if is_ok { Ok(text.clone()) } else { Err(number) },
            text, numbers, names, ranks, tags, marks, queue: turned, option,
        }
    }
}

proptest! {
    #[test]
    fn a_plain_target_becomes_equal(from in plain(), target in plain()) {
        let mut target = target;
        copy_into(&from, &mut target);
        prop_assert_eq!(&target, &from);
        prop_assert_eq!(&copy(&from), &from);
        prop_assert!(!Arc::ptr_eq(&target.shared, &from.shared));
    }

    #[test]
    fn a_recursive_target_becomes_equal(from in value(), target in value()) {
        let mut target = target;
        copy_into(&from, &mut target);
        prop_assert_eq!(&target, &from);
        copy_into(&from, &mut target);
        prop_assert_eq!(&target, &from);
        prop_assert_eq!(&copy(&from), &from);
    }
}

#[test]
fn sharing_comes_into_the_target_and_the_old_objects_stay_with_their_other_owners() {
    #[derive(DeepCopy)]
    struct Fleet {
        devices: Vec<Rc<RefCell<String>>>,
        first: Option<Rc<RefCell<String>>>,
    }
    let device = Rc::new(RefCell::new(String::from("a")));
    let from = Fleet { devices: vec![Rc::clone(&device), Rc::clone(&device)], first: Some(device) };
    let old = Rc::new(RefCell::new(String::from("old")));
    let mut target = Fleet { devices: vec![Rc::clone(&old); 3], first: None };
    for _ in 0..3 {
        copy_into(&from, &mut target);
        assert_eq!(target.devices.len(), 2);
        assert!(Rc::ptr_eq(&target.devices[0], &target.devices[1]));
        assert!(Rc::ptr_eq(&target.devices[0], target.first.as_ref().unwrap()));
        assert!(!Rc::ptr_eq(&target.devices[0], &from.devices[0]));
        assert_eq!(*target.devices[0].borrow(), "a");
    }
    assert_eq!((&*old.borrow() as &str, Rc::strong_count(&old)), ("old", 1));
}

#[test]
fn a_target_that_could_not_be_copied_to_is_still_a_value() {
    type Cells = (Vec<Rc<RefCell<String>>>, Option<Rc<String>>, RefCell<String>);
    let from: Cells = (
        vec![Rc::default(), Rc::default()],
        Some(Rc::new("new".into())),
        RefCell::new("cell".into()),
    );
    let mut target: Cells = (vec![Rc::default()], None, RefCell::default());
    let borrowed = from.2.borrow_mut();
    let error = try_copy_into(&from, &mut target).unwrap_err();
    assert!(matches!(error.kind(), CopyErrorKind::Borrowed), "{error}");
    assert_eq!(error.path(), "2");
    assert_eq!((target.0.len(), &target.1), (1, &None));
    drop(borrowed);
    copy_into(&from, &mut target);
    assert_eq!(target, from);
}

#[test]
fn borrowed_text_stays_borrowed_and_owned_text_reuses_its_memory() {
    let text = String::from("borrowed");
    let mut target: Cow<'_, str> = Cow::Owned(String::from("a target with much room"));
    let address = target.as_ptr();
    copy_into(&Cow::Owned(String::from("short")), &mut target);
    assert_eq!((&*target, target.as_ptr()), ("short", address));
    copy_into(&Cow::Borrowed(text.as_str()), &mut target);
    assert!(matches!(target, Cow::Borrowed(borrowed) if borrowed.as_ptr() == text.as_ptr()));
}

#[test]
fn locks_and_cells_are_copied_over_in_place() {
    let mut target = (Mutex::new(String::with_capacity(50)), RefCell::new(vec![1; 10]));
    let address = target.0.get_mut().unwrap().as_ptr();
    copy_into(&(Mutex::new("text".to_owned()), RefCell::new(vec![2])), &mut target);
    assert_eq!(target.0.get_mut().unwrap(), "text");
    assert_eq!(target.0.get_mut().unwrap().as_ptr(), address);
    assert_eq!(*target.1.borrow(), [2]);
}

#[test]
fn deep_targets_of_other_lengths_and_keys_become_equal() {
    #[derive(DeepCopy, Clone, Debug, PartialEq)]
    struct Node {
        texts: Vec<Box<String>>,
        queue: VecDeque<Box<String>>,
        names: HashMap<u8, Box<String>>,
        shared: BTreeMap<u8, Box<Rc<RefCell<String>>>>,
        next: Option<Box<Node>>,
    }
    let list = |keys: [u8; 2], length: usize| {
        let text = |n: u8| Box::new(format!("text {n}"));
        let mut list = None;
        for n in 0..60_u8 {
            list = Some(Box::new(Node {
                texts: (0..length).map(|_| text(n)).collect(),
                queue: (0..length).map(|_| text(n)).collect(),
                names: keys.iter().map(|key| (*key, text(n))).collect(),
                shared: keys
                    .iter()
                    .map(|key| (*key, Box::new(Rc::new(RefCell::new(n.to_string())))))
                    .collect(),
                next: list,
            }));
        }
        list
    };
    let sources = [list([1, 2], 5), list([1, 3], 2), list([2, 3], 9), list([1, 2], 5)];
    let mut target = list([1, 2], 1);
    for source in &sources {
        for _ in 0..2 {
            copy_into(source, &mut target);
            assert_eq!(target, *source);
        }
    }
}

#[test]
fn texts_of_all_lengths_are_copied() {
    let letters: String = ('a'..='z').cycle().take(80).collect();
    for length in 0..=80 {
        let text = letters[..length].to_owned();
        assert_eq!(copy(&text), text);
        for before in [0, length / 2, length, 80] {
            let mut target = "#".repeat(before);
            copy_into(&text, &mut target);
            assert_eq!(target, text);
        }
    }
}
