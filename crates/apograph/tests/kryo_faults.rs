//! What Kryo's `copy` gets wrong, and apograph's must not: one test for each fault that was seen in
//! Kryo 5.6.2.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use apograph::{Copier, DeepCopy, copy, copy_shallow};

type Shared<T> = Rc<RefCell<T>>;

/// Kryo: two fields that share a map that is not empty get two copies.
#[test]
fn two_fields_that_share_a_map_share_its_copy() {
    let map: Shared<HashMap<String, u32>> = Rc::new(RefCell::new([("a".into(), 1)].into()));
    let (one, two) = copy(&(Rc::clone(&map), map));
    assert!(Rc::ptr_eq(&one, &two));
    one.borrow_mut().insert("b".into(), 2);
    assert_eq!(two.borrow().len(), 2);
}

/// Kryo: a map that contains itself overflows the stack.
#[test]
fn a_map_that_contains_itself_is_copied() {
    #[derive(DeepCopy, Default)]
    struct Context {
        entries: HashMap<String, Shared<Context>>,
    }
    let context: Shared<Context> = Rc::default();
    context.borrow_mut().entries.insert("self".into(), Rc::clone(&context));
    let copied = copy(&context);
    assert!(Rc::ptr_eq(&copied.borrow().entries["self"], &copied));
    assert!(!Rc::ptr_eq(&copied, &context));
    context.borrow_mut().entries.clear();
    copied.borrow_mut().entries.clear();
}

/// Kryo: optionals, singletons and atomic references lose the sharing of what they hold.
#[test]
fn what_is_held_by_an_option_or_a_cell_stays_shared() {
    let shared = Rc::new(String::from("shared"));
    let value = (Some(Rc::clone(&shared)), [Rc::clone(&shared)], RefCell::new(shared));
    let copied = copy(&value);
    assert!(Rc::ptr_eq(copied.0.as_ref().unwrap(), &copied.1[0]));
    assert!(Rc::ptr_eq(&copied.1[0], &copied.2.borrow()));
}

/// Kryo: a record is handed back as it is, so a list in it is shared with the original.
#[test]
fn a_list_in_a_record_is_a_list_of_its_own() {
    #[derive(DeepCopy)]
    struct Record {
        list: Rc<RefCell<Vec<u32>>>,
    }
    let record = Record { list: Rc::new(RefCell::new(vec![1])) };
    copy(&record).list.borrow_mut().push(2);
    assert_eq!(*record.list.borrow(), [1]);
}

/// Kryo: the copy of a bean by its accessors is shallow.
#[test]
fn only_a_shallow_copy_is_shallow() {
    let value = (1, Rc::new(RefCell::new(2)));
    *copy(&value).1.borrow_mut() = 3;
    assert_eq!(*value.1.borrow(), 2);
    *copy_shallow(&value).1.borrow_mut() = 3;
    assert_eq!(*value.1.borrow(), 3);
}

/// Kryo: a serializer that copies its parts before it announces its own copy loses that entry, and
/// with it sharing and cycles. Here no order of doing things can.
#[test]
fn a_cycle_through_a_type_with_a_hook_on_another_field_is_kept() {
    #[derive(DeepCopy, Default)]
    struct Node {
        #[apograph(copy = "with(again)")]
        first: Vec<Rc<String>>,
        own: RefCell<Option<Rc<Node>>>,
        last: Option<Rc<String>>,
    }
    fn again(
        first: &Vec<Rc<String>>,
        copying: &mut apograph::copy::Copying<'_>,
    ) -> Result<Vec<Rc<String>>, apograph::CopyError> {
        copying.copy(first)
    }
    let text = Rc::new(String::from("text"));
    let node = Rc::new(Node { first: vec![Rc::clone(&text)], last: Some(text), ..Node::default() });
    *node.own.borrow_mut() = Some(Rc::clone(&node));
    let copied = copy(&node);
    assert!(Rc::ptr_eq(copied.own.borrow().as_ref().unwrap(), &copied));
    assert!(Rc::ptr_eq(&copied.first[0], copied.last.as_ref().unwrap()));
    node.own.take();
    copied.own.take();
}

/// Kryo: twenty thousand nested objects overflow a stack of 1 MB, and a limit on the depth is not
/// applied to copies.
#[test]
fn nesting_needs_no_stack_and_limits_are_applied() {
    #[derive(DeepCopy)]
    struct Nested {
        inner: Option<Rc<Nested>>,
    }
    impl Drop for Nested {
        fn drop(&mut self) {
            apograph::drop_deep(self.inner.take());
        }
    }
    let mut nested = Rc::new(Nested { inner: None });
    for _ in 1..20_000 {
        nested = Rc::new(Nested { inner: Some(nested) });
    }
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let thread = thread.spawn(|| {
        let mut nested = Rc::new(Nested { inner: None });
        for _ in 1..20_000 {
            nested = Rc::new(Nested { inner: Some(nested) });
        }
        drop(copy(&nested));
    });
    thread.unwrap().join().unwrap();
    assert!(Copier::new().max_objects(19_999).try_copy(&nested).is_err());
    assert!(Copier::new().max_objects(20_000).try_copy(&nested).is_ok());
}

/// Kryo: the map from originals to copies is empty once the copy is made, contrary to its
/// documentation.
#[test]
fn the_map_from_originals_to_copies_can_be_asked_after_the_copy() {
    let part = Rc::new(1);
    let mut copier = Copier::new().remember(true);
    let copied = copier.copy(&[Rc::clone(&part), Rc::clone(&part)]);
    assert!(Rc::ptr_eq(&copier.copy_of(&part).unwrap(), &copied[0]));
}
