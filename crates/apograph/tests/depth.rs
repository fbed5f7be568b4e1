//! Structures a million deep are copied and freed in 256 kB of stack.

#![expect(
    clippy::vec_box,
    clippy::redundant_allocation,
    reason = "boxes at every place where recursion can end"
)]

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex};

use apograph::{DeepCopy, copy, copy_into, drop_deep};

const DEPTH: u32 = 1_000_000;

/// Runs on a thread with a small stack.
fn in_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap();
    thread.join().unwrap();
}

#[derive(DeepCopy)]
struct Boxed {
    value: u32,
    next: Option<Box<Boxed>>,
}

impl Drop for Boxed {
    fn drop(&mut self) {
        drop_deep(self.next.take());
    }
}

fn boxed_list(first: u32) -> Boxed {
    let mut list = Boxed { value: first, next: None };
    for value in first + 1..first + DEPTH {
        list = Boxed { value, next: Some(Box::new(list)) };
    }
    list
}

fn assert_boxed_list(list: &Boxed, first: u32) {
    let mut node = list;
    let mut value = first + DEPTH - 1;
    loop {
        assert_eq!(node.value, value);
        let Some(next) = &node.next else { break };
        node = next;
        value -= 1;
    }
    assert_eq!(value, first);
}

#[test]
fn a_list_of_boxes() {
    in_small_stack(|| {
        let list = boxed_list(0);
        assert_boxed_list(&copy(&list), 0);
    });
}

#[test]
fn a_list_of_boxes_into_a_target() {
    in_small_stack(|| {
        let (list, mut target) = (boxed_list(0), boxed_list(7));
        copy_into(&list, &mut target);
        assert_boxed_list(&target, 0);
        let mut short = Boxed { value: 1, next: None };
        copy_into(&list, &mut short);
        assert_boxed_list(&short, 0);
        copy_into(&Boxed { value: 3, next: None }, &mut target);
        assert!(target.next.is_none());
    });
}

#[test]
fn a_list_of_counted_cells_with_weak_handles_back() {
    #[derive(DeepCopy)]
    struct Node {
        value: u32,
        next: Option<Rc<RefCell<Node>>>,
        back: Weak<RefCell<Node>>,
    }
    impl Drop for Node {
        fn drop(&mut self) {
            drop_deep(self.next.take());
        }
    }
    in_small_stack(|| {
        let node = |value, next| Rc::new(RefCell::new(Node { value, next, back: Weak::new() }));
        let mut list = node(0, None);
        for value in 1..DEPTH {
            let head = node(value, Some(Rc::clone(&list)));
            list.borrow_mut().back = Rc::downgrade(&head);
            list = head;
        }
        let mut at = copy(&list);
        for value in (0..DEPTH).rev() {
            assert_eq!(at.borrow().value, value);
            let Some(next) = at.borrow().next.clone() else { break };
            assert!(Rc::ptr_eq(&next.borrow().back.upgrade().unwrap(), &at));
            at = next;
        }
        assert_eq!(at.borrow().value, 0);
    });
}

#[test]
fn a_list_of_lone_counted_nodes() {
    #[derive(DeepCopy)]
    struct Node {
        value: u32,
        next: Option<Arc<Mutex<Node>>>,
    }
    impl Drop for Node {
        fn drop(&mut self) {
            drop_deep(self.next.take());
        }
    }
    in_small_stack(|| {
        let mut list = Node { value: 0, next: None };
        for value in 1..DEPTH {
            list = Node { value, next: Some(Arc::new(Mutex::new(list))) };
        }
        let mut at = copy(&list).next.take();
        let mut value = DEPTH - 1;
        while let Some(node) = at {
            value -= 1;
            assert_eq!(node.lock().unwrap().value, value);
            at = node.lock().unwrap().next.clone();
        }
        assert_eq!(value, 0);
    });
}

#[test]
fn a_list_of_cells_that_own_the_next_one() {
    #[derive(DeepCopy)]
    struct Node {
        value: u32,
        next: RefCell<Option<Box<Node>>>,
    }
    impl Drop for Node {
        fn drop(&mut self) {
            drop_deep(self.next.take());
        }
    }
    in_small_stack(|| {
        let mut list = Node { value: 0, next: RefCell::new(None) };
        for value in 1..DEPTH {
            list = Node { value, next: RefCell::new(Some(Box::new(list))) };
        }
        let mut at = copy(&list).next.take();
        let mut value = DEPTH - 1;
        while let Some(node) = at {
            value -= 1;
            assert_eq!(node.value, value);
            at = node.next.take();
        }
        assert_eq!(value, 0);
        // Every cell of the original is free again.
        let mut node = &mut list;
        while let Some(next) = node.next.get_mut() {
            node = next;
        }
    });
}

/// A document with all kinds of nesting.
#[derive(DeepCopy, Debug, PartialEq)]
enum Json {
    Null,
    Number(f64),
    Text(String),
    Array(Vec<Json>),
    Object(HashMap<String, Json>),
    Sorted(BTreeMap<String, Json>),
    Boxed(Box<Json>),
}

impl Drop for Json {
    fn drop(&mut self) {
        match self {
            Self::Null | Self::Number(_) | Self::Text(_) => {}
            Self::Array(elements) => drop_deep(std::mem::take(elements)),
            Self::Object(entries) => drop_deep(std::mem::take(entries)),
            Self::Sorted(entries) => drop_deep(std::mem::take(entries)),
            Self::Boxed(boxed) => drop_deep(std::mem::replace(&mut **boxed, Self::Null)),
        }
    }
}

#[test]
fn a_document_of_all_containers() {
    in_small_stack(|| {
        let mut document = Json::Text("bottom".into());
        for level in 0..DEPTH / 4 {
            let number = || Json::Number(f64::from(level));
            document = Json::Array(vec![number(), document, Json::Null]);
            document = Json::Object([("a".into(), number()), ("down".into(), document)].into());
            document = Json::Sorted([("down".into(), document), ("z".into(), number())].into());
            document = Json::Boxed(Box::new(document));
        }
        let copied = copy(&document);
        let (mut a, mut b) = (&document, &copied);
        let mut level = 0;
        loop {
            (a, b) = match (a, b) {
                (Json::Array(a), Json::Array(b)) => {
                    assert_eq!((&a[0], &a[2], a.len()), (&b[0], &b[2], b.len()));
                    (&a[1], &b[1])
                }
                (Json::Object(a), Json::Object(b)) => {
                    assert_eq!((&a["a"], a.len()), (&b["a"], b.len()));
                    (&a["down"], &b["down"])
                }
                (Json::Sorted(a), Json::Sorted(b)) => {
                    assert_eq!((&a["z"], a.len()), (&b["z"], b.len()));
                    (&a["down"], &b["down"])
                }
                (Json::Boxed(a), Json::Boxed(b)) => (&**a, &**b),
                (Json::Text(a), Json::Text(b)) => {
                    assert_eq!(a, b);
                    break;
                }
                other => panic!("different kinds {other:?} at level {level}"),
            };
            level += 1;
        }
        assert_eq!(level, DEPTH);
    });
}

/// Everything that is plain, at every depth: it has to be complete wherever recursion ends.
#[test]
fn plain_parts_are_there_at_every_depth() {
    use std::borrow::Cow;
    use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};
    use std::pin::Pin;

    #[derive(DeepCopy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Choice {
        Boxed(Box<u32>),
        Both { text: Box<str>, list: Vec<Box<u32>> },
    }

    #[derive(DeepCopy, Clone, Debug, PartialEq)]
    struct Plain {
        boxed: Option<Box<u32>>,
        twice: Box<Box<u32>>,
        pinned: Pin<Box<u32>>,
        text: Box<str>,
        slice: Box<[Box<u32>]>,
        result: Result<Box<u32>, Box<str>>,
        tuple: (Box<u32>, [Box<u32>; 2]),
        cow: Cow<'static, str>,
        cell: RefCell<Option<Box<u32>>>,
        choices: [Choice; 2],
        vec: Vec<Choice>,
        deque: VecDeque<Box<u32>>,
        list: LinkedList<Box<u32>>,
        heap: Vec<u32>,
        map: HashMap<Box<u32>, Option<Box<u32>>>,
        tree: BTreeMap<Box<u32>, Choice>,
        set: HashSet<Choice>,
        sorted: BTreeSet<Box<u32>>,
        // Not plain, and last: what is put off here must not take the others along.
        shared: Rc<Option<Box<u32>>>,
        nested: HashMap<u32, Vec<Rc<Box<u32>>>>,
    }

    fn plain(n: u32) -> Plain {
        let both = Choice::Both { text: "both".into(), list: vec![Box::new(n)] };
        let heap = BinaryHeap::from(vec![Box::new(n), Box::new(n + 1)]);
        Plain {
            boxed: Some(Box::new(n)),
            twice: Box::new(Box::new(n)),
            pinned: Box::pin(n),
            text: n.to_string().into(),
            slice: [Box::new(n), Box::new(n)].into(),
            result: if n.is_multiple_of(2) { Ok(Box::new(n)) } else { Err("odd".into()) },
            tuple: (Box::new(n), [Box::new(n), Box::new(n)]),
            cow: Cow::Owned(n.to_string()),
            cell: RefCell::new(Some(Box::new(n))),
            choices: [Choice::Boxed(Box::new(n)), both.clone()],
            vec: vec![both.clone(), Choice::Boxed(Box::new(n))],
            deque: [Box::new(n)].into(),
            list: [Box::new(n)].into(),
            heap: copy(&heap).into_sorted_vec().into_iter().map(|n| *n).collect(),
            map: [(Box::new(n), Some(Box::new(n)))].into(),
            tree: [(Box::new(n), both.clone())].into(),
            set: [both].into(),
            sorted: [Box::new(n)].into(),
            shared: Rc::new(Some(Box::new(n))),
            nested: [(n, vec![Rc::new(Box::new(n))])].into(),
        }
    }

    #[derive(DeepCopy, Clone, Debug, PartialEq)]
    struct List {
        plain: Plain,
        next: Option<Box<List>>,
    }

    let mut list = None;
    for n in 0..200 {
        list = Some(Box::new(List { plain: plain(n), next: list }));
    }
    assert_eq!(copy(&list), list);
    let mut target = Some(Box::new(List { plain: plain(1_000), next: None }));
    for _ in 0..2 {
        copy_into(&list, &mut target);
        assert_eq!(target, list);
    }
}

/// A shallow field owns a list of its own type: one walk for all of it.
#[test]
fn shallow_parts_within_shallow_parts_need_no_stack() {
    #[derive(DeepCopy)]
    struct Node {
        value: u32,
        shared: Rc<u32>,
        #[apograph(copy = "shallow")]
        next: Option<Box<Node>>,
    }
    impl Drop for Node {
        fn drop(&mut self) {
            drop_deep(self.next.take());
        }
    }
    in_small_stack(|| {
        let shared = Rc::new(7);
        let node = |value, next| Node { value, shared: Rc::clone(&shared), next };
        let mut list = node(0, None);
        for value in 1..DEPTH / 10 {
            list = node(value, Some(Box::new(list)));
        }
        let copied = copy(&list);
        assert!(!Rc::ptr_eq(&copied.shared, &shared));
        let mut at = &copied;
        while let Some(next) = &at.next {
            assert!(Rc::ptr_eq(&next.shared, &shared));
            at = next;
        }
        assert_eq!(at.value, 0);
    });
}
