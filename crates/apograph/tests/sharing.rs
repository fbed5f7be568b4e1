//! What is shared stays shared, and nothing is shared with the original.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use apograph::copy::CopyErrorKind;
use apograph::{Copier, DeepCopy, copy};

#[derive(DeepCopy, Debug, Default)]
struct Node {
    id: u32,
    edges: RefCell<Vec<Rc<Node>>>,
    parent: RefCell<Weak<Node>>,
}

fn node(id: u32) -> Rc<Node> {
    Rc::new(Node { id, ..Node::default() })
}

#[test]
fn two_handles_become_two_handles_of_one_copy() {
    let shared = node(1);
    let (a, b) = copy(&(Rc::clone(&shared), Rc::clone(&shared)));
    assert!(Rc::ptr_eq(&a, &b));
    assert!(!Rc::ptr_eq(&a, &shared));
    assert_eq!(Rc::strong_count(&a), 2);
    assert_eq!(Rc::strong_count(&shared), 1);
}

#[test]
fn a_strong_cycle_is_copied() {
    let (a, b) = (node(1), node(2));
    a.edges.borrow_mut().push(Rc::clone(&b));
    b.edges.borrow_mut().push(Rc::clone(&a));
    a.edges.borrow_mut().push(Rc::clone(&a));

    let copied = copy(&a);
    let second = Rc::clone(&copied.edges.borrow()[0]);
    assert_eq!((copied.id, second.id), (1, 2));
    assert!(Rc::ptr_eq(&second.edges.borrow()[0], &copied));
    assert!(Rc::ptr_eq(&copied.edges.borrow()[1], &copied));
    assert!(!Rc::ptr_eq(&copied, &a));
    for node in [&a, &b, &copied, &second] {
        node.edges.borrow_mut().clear();
    }
}

#[test]
fn a_weak_handle_leads_to_the_copy_whichever_edge_comes_first() {
    #[derive(DeepCopy)]
    struct WeakFirst {
        weak: Weak<Node>,
        strong: Rc<Node>,
    }
    #[derive(DeepCopy)]
    struct StrongFirst {
        strong: Rc<Node>,
        weak: Weak<Node>,
    }
    let strong = node(7);
    let first = copy(&WeakFirst { weak: Rc::downgrade(&strong), strong: Rc::clone(&strong) });
    assert!(Rc::ptr_eq(&first.weak.upgrade().unwrap(), &first.strong));
    let first = copy(&StrongFirst { weak: Rc::downgrade(&strong), strong: Rc::clone(&strong) });
    assert!(Rc::ptr_eq(&first.weak.upgrade().unwrap(), &first.strong));
    assert_eq!((Rc::strong_count(&first.strong), Rc::weak_count(&first.strong)), (1, 1));
}

#[test]
fn a_weak_handle_dangles_when_nothing_in_the_copy_keeps_its_object() {
    let outside = node(1);
    let inside = node(2);
    *inside.parent.borrow_mut() = Rc::downgrade(&outside);
    let copied = copy(&inside);
    assert!(copied.parent.borrow().upgrade().is_none());
    assert!(inside.parent.borrow().upgrade().is_some());
    assert!(copy(&Weak::<Node>::new()).upgrade().is_none());
}

#[test]
fn arcs_behind_locks_are_shared_and_cycles_through_them_copied() {
    #[derive(DeepCopy, Default)]
    struct Station {
        next: Mutex<Option<Arc<Station>>>,
        name: RwLock<String>,
    }
    let (a, b) = (Arc::new(Station::default()), Arc::new(Station::default()));
    *a.next.lock().unwrap() = Some(Arc::clone(&b));
    *b.next.lock().unwrap() = Some(Arc::clone(&a));
    "a".clone_into(&mut a.name.write().unwrap());

    let copied = copy(&a);
    let second = copied.next.lock().unwrap().clone().unwrap();
    assert!(Arc::ptr_eq(second.next.lock().unwrap().as_ref().unwrap(), &copied));
    assert_eq!(*copied.name.read().unwrap(), "a");
    for station in [&a, &b, &copied, &second] {
        *station.next.lock().unwrap() = None;
    }
}

#[test]
fn one_object_seen_as_its_type_as_a_slice_and_as_a_trait_object_has_one_copy() {
    trait Named: apograph::copy::CopyObject {
        fn id(&self) -> u32;
    }
    apograph::deep_copy_trait_object!(Named);
    impl Named for Node {
        fn id(&self) -> u32 {
            self.id
        }
    }
    let shared = node(3);
    let object: Rc<dyn Named> = shared.clone();
    let (plain, object) = copy(&(shared, object));
    assert_eq!(object.id(), 3);
    assert!(std::ptr::addr_eq(Rc::as_ptr(&plain), Rc::as_ptr(&object)));

    let array = Rc::new([node(1), node(2)]);
    let slice: Rc<[Rc<Node>]> = array.clone();
    let (array, slice) = copy(&(array, slice));
    assert!(std::ptr::addr_eq(Rc::as_ptr(&array), Rc::as_ptr(&slice)));
    assert_eq!(slice.len(), 2);
}

#[test]
fn shared_strings_and_slices_stay_shared() {
    let text: Arc<str> = "shared".into();
    let numbers: Rc<[u64]> = vec![1, 2, 3].into();
    let value = (vec![Arc::clone(&text), text], numbers.clone(), numbers);
    let copied = copy(&value);
    assert!(Arc::ptr_eq(&copied.0[0], &copied.0[1]));
    assert!(!Arc::ptr_eq(&copied.0[0], &value.0[0]));
    assert!(Rc::ptr_eq(&copied.1, &copied.2));
    assert_eq!((&*copied.0[0], &*copied.1), ("shared", &[1, 2, 3][..]));
}

#[test]
fn objects_without_size_have_identities_too() {
    let units = [Rc::new(()), Rc::new(())];
    let four = copy(&vec![units[0].clone(), units[1].clone(), units[0].clone(), units[1].clone()]);
    assert!(Rc::ptr_eq(&four[0], &four[2]));
    assert!(Rc::ptr_eq(&four[1], &four[3]));
    assert!(!Rc::ptr_eq(&four[0], &four[1]));
}

/// A handle that is equal to itself alone, as sets of nodes have them.
#[derive(DeepCopy, Clone, Debug)]
struct ById(Rc<Node>);

impl PartialEq for ById {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}
impl Eq for ById {}
impl std::hash::Hash for ById {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}
impl PartialOrd for ById {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for ById {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

#[test]
fn maps_and_sets_keep_shared_keys_and_values() {
    #[derive(DeepCopy)]
    struct Everything {
        hash_set: HashSet<ById>,
        tree_set: BTreeSet<ById>,
        hash_map: HashMap<ById, Rc<Node>>,
        tree_map: BTreeMap<ById, Rc<Node>>,
        by_name: HashMap<String, Rc<Node>>,
        heap: BinaryHeap<ById>,
        deque: VecDeque<Rc<Node>>,
        list: LinkedList<Rc<Node>>,
        vec: Vec<Rc<Node>>,
    }
    let nodes: Vec<_> = (0..20).map(node).collect();
    let handles = || nodes.iter().cloned();
    let by_id = || handles().map(ById);
    let original = Everything {
        hash_set: by_id().collect(),
        tree_set: by_id().collect(),
        hash_map: by_id().zip(handles()).collect(),
        tree_map: by_id().zip(handles()).collect(),
        by_name: handles().map(|node| (node.id.to_string(), node)).collect(),
        heap: by_id().collect(),
        deque: handles().collect(),
        list: handles().collect(),
        vec: handles().collect(),
    };
    let copied = copy(&original);
    assert_eq!(copied.vec.len(), 20);
    for (node, original) in copied.vec.iter().zip(&original.vec) {
        assert_eq!(node.id, original.id);
        assert!(!Rc::ptr_eq(node, original));
        let is = |other: Option<&Rc<Node>>| assert!(Rc::ptr_eq(other.unwrap(), node));
        let key = ById(Rc::clone(node));
        is(copied.hash_set.get(&key).map(|key| &key.0));
        is(copied.tree_set.get(&key).map(|key| &key.0));
        is(copied.hash_map.get(&key));
        is(copied.hash_map.get_key_value(&key).map(|(key, _)| &key.0));
        is(copied.tree_map.get(&key));
        is(copied.by_name.get(&node.id.to_string()));
        is(copied.heap.iter().find(|other| **other == key).map(|key| &key.0));
        is(copied.deque.iter().find(|other| other.id == node.id));
        is(copied.list.iter().find(|other| other.id == node.id));
    }
    assert!(copied.heap.into_sorted_vec().is_sorted());
}

#[test]
fn the_copy_of_a_hash_map_iterates_in_the_same_order() {
    let numbers: HashMap<u32, String> = (0..1_000).map(|n| (n, n.to_string())).collect();
    assert!(copy(&numbers).iter().eq(&numbers));
    assert_eq!(copy(&numbers).capacity(), numbers.capacity());
    let nodes: HashMap<String, Rc<Node>> = (0..1_000).map(|n| (n.to_string(), node(n))).collect();
    let copied = copy(&nodes);
    assert!(copied.keys().eq(nodes.keys()));
    assert!(copied.values().zip(nodes.values()).all(|(a, b)| a.id == b.id && !Rc::ptr_eq(a, b)));
    let names: HashSet<String> = nodes.into_keys().collect();
    assert!(copy(&names).iter().eq(&names));
}

#[test]
fn a_node_can_be_a_key_of_its_own_set() {
    #[derive(DeepCopy, Default)]
    struct Peer {
        id: u32,
        peers: RefCell<HashSet<PeerById>>,
    }
    #[derive(DeepCopy, Clone)]
    struct PeerById(Rc<Peer>);
    impl PartialEq for PeerById {
        fn eq(&self, other: &Self) -> bool {
            self.0.id == other.0.id
        }
    }
    impl Eq for PeerById {}
    impl std::hash::Hash for PeerById {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.0.id.hash(state);
        }
    }
    let peers: Vec<_> = (0..10).map(|id| Rc::new(Peer { id, ..Peer::default() })).collect();
    for peer in &peers {
        peer.peers.borrow_mut().extend(peers.iter().cloned().map(PeerById));
    }
    let copied = copy(&peers);
    for peer in &copied {
        let set = peer.peers.borrow();
        assert_eq!(set.len(), 10);
        for other in &copied {
            let found = set.get(&PeerById(Rc::clone(other))).unwrap();
            assert!(Rc::ptr_eq(&found.0, other));
        }
    }
    for peer in peers.iter().chain(&copied) {
        peer.peers.borrow_mut().clear();
    }
}

#[test]
fn cells_that_are_set_once_are_copied_set_or_not() {
    let cell = OnceCell::new();
    assert!(copy(&cell).get().is_none());
    cell.set(node(5)).unwrap();
    assert_eq!(copy(&cell).get().unwrap().id, 5);
    let lock = OnceLock::from(Arc::new(String::from("once")));
    let copied = copy(&lock);
    assert_eq!(copied, lock);
    assert!(!Arc::ptr_eq(copied.get().unwrap(), lock.get().unwrap()));
}

#[test]
fn nothing_of_a_copy_is_left_when_it_is_dropped() {
    let shared = node(1);
    shared.edges.borrow_mut().extend([node(2), node(3)]);
    *shared.edges.borrow()[0].parent.borrow_mut() = Rc::downgrade(&shared);
    let copied = copy(&vec![Rc::clone(&shared), Rc::clone(&shared)]);
    let weak = Rc::downgrade(&copied[0]);
    let child = Rc::downgrade(&copied[0].edges.borrow()[1]);
    drop(copied);
    assert!(weak.upgrade().is_none() && child.upgrade().is_none());
    assert_eq!((Rc::strong_count(&shared), Rc::weak_count(&shared)), (1, 1));
}

#[test]
fn many_handles_keep_their_order_and_their_sharing() {
    let mut copier = Copier::new();
    for count in [63, 64, 127, 128, 500, 8_192, 8_193] {
        let shared = node(7);
        let wide: Rc<str> = "wide".into();
        let thin: Vec<_> = (0..count).flat_map(|_| [Rc::clone(&shared), node(1)]).collect();
        let mixed: Vec<Option<Rc<str>>> =
            (0..count).map(|index| (index % 3 > 0).then(|| Rc::clone(&wide))).collect();
        let both = (thin, mixed);
        let (thin_copy, mixed_copy) = copier.copy(&both);
        let (thin, mixed) = both;
        assert_eq!(thin_copy.len(), thin.len());
        for (index, copied) in thin_copy.iter().enumerate() {
            assert_eq!(copied.id, thin[index].id);
            assert_eq!(Rc::ptr_eq(copied, &thin_copy[0]), index % 2 == 0);
        }
        assert_eq!(Rc::strong_count(&thin_copy[0]), count);
        assert_eq!(mixed_copy, mixed);
        assert!(mixed_copy.iter().flatten().all(|text| !Rc::ptr_eq(text, &wide)));
    }
}

#[test]
fn an_error_among_many_handles_gives_everything_back() {
    let objects: Vec<_> = (0..300).map(|number| Rc::new(RefCell::new(number))).collect();
    let twice: Vec<_> = objects.iter().chain(&objects).map(Rc::clone).collect();
    let mut copier = Copier::new();
    let borrowed = objects[200].borrow_mut();
    let error = copier.try_copy(&twice).unwrap_err();
    assert!(matches!(error.kind(), CopyErrorKind::Borrowed));
    assert_eq!(error.path(), "[200]");
    drop(borrowed);
    assert!(objects.iter().all(|object| Rc::strong_count(object) == 3));
    assert_eq!(copier.copy(&twice), twice);
}
