//! Random graphs: the copy has the same shape as the original and no object in common with it, and
//! the original is untouched.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex};

use apograph::{Copier, DeepCopy, copy, copy_into};
use proptest::prelude::*;

/// A node with every kind of edge.
#[derive(DeepCopy, Default)]
struct Node {
    id: usize,
    label: Option<Arc<str>>,
    strong: RefCell<Vec<Rc<Node>>>,
    weak: RefCell<Vec<Weak<Node>>>,
    boxed: RefCell<Option<Box<Numbered>>>,
    locked: Mutex<Vec<Option<Rc<Node>>>>,
    by_name: RefCell<HashMap<String, Rc<Node>>>,
    nested: RefCell<BTreeMap<u8, Vec<Weak<Node>>>>,
    keys: RefCell<HashSet<Key>>,
    sorted: RefCell<BTreeSet<Key>>,
}

type Numbered = (u8, Option<Rc<Node>>);

/// A node as a key: by what it holds, so that keys have to be there before they are compared.
#[derive(DeepCopy, Clone)]
struct Key(Rc<Node>);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}
impl Eq for Key {}
impl std::hash::Hash for Key {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}
impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

#[derive(Clone, Debug)]
struct Plan {
    nodes: usize,
    /// From, to, and which kind of edge.
    edges: Vec<(usize, usize, u8)>,
    labels: Vec<Option<usize>>,
    roots: Vec<usize>,
}

/// Plans from a few nodes with many edges to chains of hundreds.
fn plan() -> impl Strategy<Value = Plan> {
    (1_usize..200, 0_usize..4, any::<bool>()).prop_flat_map(|(nodes, degree, chained)| {
        let edge = (0..nodes, 0..nodes, 0_u8..8);
        let edges = prop::collection::vec(edge, 0..=nodes * degree);
        let labels = prop::collection::vec(prop::option::of(0_usize..4), nodes);
        let roots = prop::collection::vec(0..nodes, 1..4);
        (edges, labels, roots).prop_map(move |(mut edges, labels, roots)| {
            if chained {
                edges.extend((1..nodes).map(|to| (to - 1, to, (to % 5) as u8)));
            }
            Plan { nodes, edges, labels, roots }
        })
    })
}

/// All nodes of a plan: they are kept apart from the roots, so that weak handles have targets that
/// no root reaches.
fn build(plan: &Plan) -> Vec<Rc<Node>> {
    let texts: Vec<Arc<str>> = (0..4).map(|text| Arc::from(format!("label {text}"))).collect();
    let nodes: Vec<_> = (0..plan.nodes)
        .map(|id| {
            let label = plan.labels[id].map(|text| Arc::clone(&texts[text]));
            Rc::new(Node { id, label, ..Node::default() })
        })
        .collect();
    for &(from, to, kind) in &plan.edges {
        let (from, to) = (&nodes[from], &nodes[to]);
        let strong = || Rc::clone(to);
        let weak = || Rc::downgrade(to);
        match kind {
            0 => from.strong.borrow_mut().push(strong()),
            1 => from.boxed.replace(Some(Box::new((7, Some(strong()))))).map_or((), drop),
            2 => from.locked.lock().unwrap().extend([None, Some(strong())]),
            3 => drop(from.by_name.borrow_mut().insert(to.id.to_string(), strong())),
            4 => from.strong.borrow_mut().extend([strong(), strong()]),
            5 => from.weak.borrow_mut().push(weak()),
            6 => from.nested.borrow_mut().entry((to.id % 3) as u8).or_default().push(weak()),
            _ => {
                from.keys.borrow_mut().insert(Key(strong()));
                from.sorted.borrow_mut().insert(Key(strong()));
            }
        }
    }
    nodes
}

/// A graph as text: what stands where, with each object named by when it was met.
fn dump(roots: &[Rc<Node>]) -> (String, Vec<*const Node>) {
    let mut names: HashMap<*const Node, usize> = HashMap::new();
    let mut order = Vec::new();
    let mut labels: HashMap<*const u8, usize> = HashMap::new();
    let mut waiting: Vec<Rc<Node>> = Vec::new();
    let mut text = String::new();
    let mut name = |node: &Rc<Node>, waiting: &mut Vec<Rc<Node>>| {
        let next = names.len();
        *names.entry(Rc::as_ptr(node)).or_insert_with(|| {
            waiting.push(Rc::clone(node));
            order.push(Rc::as_ptr(node));
            next
        })
    };
    for root in roots {
        text += &format!("root {}\n", name(root, &mut waiting));
    }
    let mut at = 0;
    let mut weak_edges = Vec::new();
    while at < waiting.len() {
        let node = Rc::clone(&waiting[at]);
        at += 1;
        text += &format!("{} is {}", at - 1, node.id);
        if let Some(label) = &node.label {
            let next = labels.len();
            text += &format!(" {label} #{}", labels.entry(label.as_ptr()).or_insert(next));
        }
        for edge in node.strong.borrow().iter() {
            text += &format!(" s{}", name(edge, &mut waiting));
        }
        if let Some(boxed) = &*node.boxed.borrow()
            && let Some(edge) = &boxed.1
        {
            text += &format!(" b{}", name(edge, &mut waiting));
        }
        for edge in node.locked.lock().unwrap().iter() {
            match edge {
                Some(edge) => text += &format!(" l{}", name(edge, &mut waiting)),
                None => text += " l-",
            }
        }
        let by_name = node.by_name.borrow();
        for (key, edge) in by_name.iter().collect::<BTreeMap<_, _>>() {
            text += &format!(" {key}:{}", name(edge, &mut waiting));
        }
        let keys = node.keys.borrow();
        for key in keys.iter().collect::<BTreeSet<_>>() {
            assert!(keys.contains(key), "a key that cannot be found");
            text += &format!(" k{}", name(&key.0, &mut waiting));
        }
        for key in node.sorted.borrow().iter() {
            text += &format!(" o{}", name(&key.0, &mut waiting));
        }
        text.push('\n');
        let nested = node.nested.borrow();
        let weak = node.weak.borrow();
        weak_edges.extend(weak.iter().chain(nested.values().flatten()).map(Weak::upgrade));
    }
    // Weak edges count only to nodes that strong ones reach.
    for edge in weak_edges {
        match edge.and_then(|edge| names.get(&Rc::as_ptr(&edge)).copied()) {
            Some(target) => text += &format!(" w{target}"),
            None => text += " w-",
        }
    }
    (text, order)
}

/// Takes all edges away, so that cycles are freed.
fn dissolve(roots: &[Rc<Node>]) {
    let mut waiting = roots.to_vec();
    while let Some(node) = waiting.pop() {
        waiting.append(&mut node.strong.take());
        waiting.extend(node.boxed.take().and_then(|boxed| boxed.1));
        waiting.extend(std::mem::take(&mut *node.locked.lock().unwrap()).into_iter().flatten());
        waiting.extend(node.by_name.take().into_values());
        waiting.extend(node.keys.take().into_iter().map(|key| key.0));
        waiting.extend(node.sorted.take().into_iter().map(|key| key.0));
    }
}

fn counts(nodes: &[Rc<Node>]) -> Vec<(usize, usize)> {
    nodes.iter().map(|node| (Rc::strong_count(node), Rc::weak_count(node))).collect()
}

/// Checks a copy, and takes it apart.
fn check(roots: &[Rc<Node>], copied: &[Rc<Node>]) -> Result<(), TestCaseError> {
    let (before, originals) = dump(roots);
    let (after, copies) = dump(copied);
    prop_assert_eq!(before, after);
    let originals: HashSet<_> = originals.into_iter().collect();
    prop_assert!(copies.iter().all(|copy| !originals.contains(copy)), "an object in common");
    // Nothing but the copy itself keeps its nodes.
    let weak: Vec<Weak<Node>> = copied.iter().map(Rc::downgrade).collect();
    dissolve(copied);
    for (root, weak) in copied.iter().zip(&weak) {
        let here = copied.iter().filter(|other| Rc::ptr_eq(other, root)).count();
        prop_assert_eq!(weak.strong_count(), here);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_copy_has_the_same_shape_and_nothing_in_common(plan in plan()) {
        let nodes = build(&plan);
        let roots: Vec<_> = plan.roots.iter().map(|&root| Rc::clone(&nodes[root])).collect();
        let (text, count) = (dump(&roots).0, counts(&nodes));

        check(&roots, &copy(&roots))?;

        let mut copier = Copier::new();
        for remember in [false, true, false] {
            copier = copier.remember(remember);
            let copied = copier.copy(&roots);
            copier.forget();
            check(&roots, &copied)?;
        }

        let mut target = copy(&roots);
        let old = target.clone();
        copy_into(&roots, &mut target);
        dissolve(&old);
        check(&roots, &target)?;

        drop(copier);
        prop_assert_eq!(&dump(&roots).0, &text, "the original was changed");
        prop_assert_eq!(counts(&nodes), count, "handles of the original are left");
        dissolve(&nodes);
    }

    #[test]
    fn a_copy_that_stops_half_way_leaves_no_handles(plan in plan(), limit in 0_u64..200) {
        let nodes = build(&plan);
        let roots: Vec<_> = plan.roots.iter().map(|&root| Rc::clone(&nodes[root])).collect();
        let count = counts(&nodes);
        let mut copier = Copier::new().max_objects(limit);
        for _ in 0..2 {
            if let Ok(copied) = copier.try_copy(&roots) {
                check(&roots, &copied)?;
            }
            prop_assert_eq!(counts(&nodes), count.clone());
        }
        // A cell in the middle that is borrowed.
        let victim = &nodes[plan.nodes / 2];
        let borrowed = victim.strong.borrow_mut();
        let result = apograph::try_copy(&roots);
        drop(borrowed);
        if let Ok(copied) = result {
            check(&roots, &copied)?;
        }
        prop_assert_eq!(counts(&nodes), count);
        dissolve(&nodes);
    }
}
