//! Copies of graphs of a thousand nodes, and of a list of a million.
//!
//! `cargo bench -p apograph-contestants --bench graphs`, with `--features mimalloc` for that
//! allocator. What apograph's copies are to reach can be checked with it:
//!
//! ```text
//! cargo bench -p apograph-contestants --bench graphs -- --no-profile \
//!   --require 'dag: time_one(copy/apograph/kept) <= 0.5 * time_one(copy/deepclone)' \
//!   --require 'tree: time_one(copy/apograph/kept) <= 0.4 * time_one(copy/deepclone)' \
//!   --require 'cyclic: time_one(copy/apograph/kept) <= 0.555 * time_one(copy/identity-map)' \
//!   --require 'list: time_one(copy/apograph/kept) <= 0.125 * time_one(copy/identity-map)'
//! ```

use std::cell::RefCell;
use std::collections::HashMap;
use std::process::ExitCode;
use std::rc::Rc;

use apograph::{DeepCopy, drop_deep};
use apograph_contestants::kept_copier;
use apograph_lab::allocation::CountingAllocator;
use apograph_lab::bench::Bench;
use apograph_lab::{Contestant, Difference, Subject, Tree};
use deepclone::DeepClone;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: CountingAllocator<mimalloc::MiMalloc> =
    CountingAllocator::new(mimalloc::MiMalloc);

#[cfg(not(feature = "mimalloc"))]
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);

/// The rivals recurse to the end of the list: they get the stack for it.
const STACK: usize = 2 << 30;

fn main() -> ExitCode {
    let bench = || {
        Bench::new("graphs")
            .allocator(if cfg!(feature = "mimalloc") { "mimalloc" } else { "system" })
            .subject(graph("dag", "a thousand nodes, two edges each, none in a cycle", dag))
            .subject(graph("tree", "a thousand nodes, one way to each", tree))
            .subject(graph("cyclic", "a thousand nodes, two edges each, any way", cyclic))
            .subject(list())
            .main()
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(bench);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or(ExitCode::FAILURE)
}

type Link = Rc<RefCell<Node>>;

/// A node of a graph.
#[derive(Clone, DeepClone, DeepCopy)]
struct Node {
    name: String,
    edges: Vec<Link>,
}

const NODES: usize = 1_000;

/// A graph, by its root. One with cycles has all its nodes, and when it is dropped their edges go
/// first, so that they are freed.
#[derive(Clone, DeepClone, DeepCopy)]
struct Graph {
    nodes: Vec<Link>,
}

impl Drop for Graph {
    fn drop(&mut self) {
        if self.nodes.len() > 1 {
            for node in &self.nodes {
                node.borrow_mut().edges.clear();
            }
        }
    }
}

/// How many graphs a corpus has.
const GRAPHS: usize = 32;

/// A simple generator; the graphs are the same everywhere.
struct Random(u64);

impl Random {
    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

fn nodes(random: &mut Random) -> Vec<Link> {
    let name = |number: usize, length: usize| format!("node {number:0length$}");
    (0..NODES)
        .map(|number| {
            let name = name(number, 4 + random.below(20));
            Rc::new(RefCell::new(Node { name, edges: Vec::new() }))
        })
        .collect()
}

/// Links nodes; the first one reaches all.
fn linked(
    random: &mut Random,
    has_cycles: bool,
    more: impl Fn(&mut Random, usize) -> Vec<usize>,
) -> Graph {
    let mut nodes = nodes(random);
    for number in 1..NODES {
        // A parent among the ones before.
        let parent = random.below(number);
        nodes[parent].borrow_mut().edges.push(Rc::clone(&nodes[number]));
    }
    for (number, node) in nodes.iter().enumerate() {
        for other in more(random, number) {
            node.borrow_mut().edges.push(Rc::clone(&nodes[other]));
        }
    }
    if !has_cycles {
        nodes.truncate(1);
    }
    Graph { nodes }
}

fn tree(random: &mut Random) -> Graph {
    linked(random, false, |_, _| Vec::new())
}

fn dag(random: &mut Random) -> Graph {
    linked(random, false, |random, number| {
        // Only to nodes behind.
        (0..1)
            .filter(|_| number + 1 < NODES)
            .map(|_| number + 1 + random.below(NODES - number - 1))
            .collect()
    })
}

fn cyclic(random: &mut Random) -> Graph {
    linked(random, true, |random, _| (0..1).map(|_| random.below(NODES)).collect())
}

fn graph(name: &str, about: &str, make: fn(&mut Random) -> Graph) -> Subject<Graph> {
    let source = move || {
        let mut random = Random(7);
        (0..GRAPHS).map(|_| make(&mut random)).collect()
    };
    let mut subject = Subject::with_comparison(
        name,
        source,
        |graph| Ok(Tree::Record(vec![("nodes", Tree::Integer(graph.nodes.len() as i128))])),
        difference,
    )
    .about(about)
    .maps("none")
    .contestant(Contestant::copy("identity-map", graph_by_hand))
    .contestants(copies());
    if name != "cyclic" {
        subject = subject.contestant(Contestant::copy("deepclone", DeepClone::deep_clone));
    }
    subject
}

/// apograph's copies: by a copier that is kept, and by one for each copy.
fn copies<T: DeepCopy + 'static>() -> [Contestant<T>; 2] {
    [kept_copier(), Contestant::copy("apograph", apograph::copy)]
}

/// The copy as one writes it by hand: a map of std from address to copy, and recursion.
fn by_hand(link: &Link, copies: &mut HashMap<*const RefCell<Node>, Link>) -> Link {
    if let Some(copy) = copies.get(&Rc::as_ptr(link)) {
        return Rc::clone(copy);
    }
    let original = link.borrow();
    let edges = Vec::with_capacity(original.edges.len());
    let copy = Rc::new(RefCell::new(Node { name: original.name.clone(), edges }));
    copies.insert(Rc::as_ptr(link), Rc::clone(&copy));
    for edge in &original.edges {
        let edge = by_hand(edge, copies);
        copy.borrow_mut().edges.push(edge);
    }
    copy
}

fn graph_by_hand(graph: &Graph) -> Graph {
    let mut copies = HashMap::new();
    Graph { nodes: graph.nodes.iter().map(|node| by_hand(node, &mut copies)).collect() }
}

/// Both are walked side by side: each original must always meet the same copy, and no copy two
/// originals or an original itself.
fn difference(original: &Graph, copy: &Graph) -> Option<Difference> {
    let different = |what: &str| Some(Difference { path: String::new(), what: what.to_owned() });
    let mut copies = HashMap::new();
    let mut originals = HashMap::new();
    if original.nodes.len() != copy.nodes.len() {
        return different("there are not as many nodes as in the original");
    }
    let pairs = original.nodes.iter().zip(&copy.nodes);
    let mut waiting: Vec<_> = pairs.map(|(from, to)| (Rc::clone(from), Rc::clone(to))).collect();
    while let Some((original, copy)) = waiting.pop() {
        let (from, to) = (Rc::as_ptr(&original), Rc::as_ptr(&copy));
        match (copies.insert(from, to), originals.insert(to, from)) {
            (None, None) => {}
            (Some(before), Some(_)) if before == to => continue,
            _ => return different("an object is shared otherwise than in the original"),
        }
        let (original, copy) = (original.borrow(), copy.borrow());
        if original.name != copy.name || original.edges.len() != copy.edges.len() {
            return different("a node is not equal to its original");
        }
        waiting.extend(original.edges.iter().cloned().zip(copy.edges.iter().cloned()));
    }
    if copies.keys().any(|original| originals.contains_key(original)) {
        return different("the copy shares an object with the original");
    }
    None
}

/// A node of a list.
#[derive(DeepCopy)]
struct Item {
    value: u64,
    next: Option<Rc<RefCell<Item>>>,
}

impl Drop for Item {
    fn drop(&mut self) {
        drop_deep(self.next.take());
    }
}

type List = Rc<RefCell<Item>>;

const ITEMS: u64 = 1_000_000;

fn list() -> Subject<List> {
    let source = || {
        let mut list = Rc::new(RefCell::new(Item { value: 0, next: None }));
        for value in 1..ITEMS {
            list = Rc::new(RefCell::new(Item { value, next: Some(list) }));
        }
        vec![list]
    };
    let look = |_: &List| Ok(Tree::Record(vec![("items", Tree::Integer(i128::from(ITEMS)))]));
    Subject::with_comparison("list", source, look, |original, copy| {
        let (mut original, mut copy) = (Rc::clone(original), Rc::clone(copy));
        loop {
            if Rc::ptr_eq(&original, &copy) || original.borrow().value != copy.borrow().value {
                let what = "a node is not a copy of its original".to_owned();
                return Some(Difference { path: String::new(), what });
            }
            let (next, next_copy) = (original.borrow().next.clone(), copy.borrow().next.clone());
            (original, copy) = match (next, next_copy) {
                (Some(original), Some(copy)) => (original, copy),
                (None, None) => return None,
                _ => {
                    let what = "the lists are not of the same length".to_owned();
                    return Some(Difference { path: String::new(), what });
                }
            };
        }
    })
    .about("a list of a million counted nodes")
    .maps("none")
    .contestant(Contestant::copy("identity-map", |list| list_by_hand(list, &mut HashMap::new())))
    .contestants(copies())
}

/// Recursion with a map, as for graphs.
fn list_by_hand(list: &List, copies: &mut HashMap<*const RefCell<Item>, List>) -> List {
    if let Some(copy) = copies.get(&Rc::as_ptr(list)) {
        return Rc::clone(copy);
    }
    let original = list.borrow();
    let copy = Rc::new(RefCell::new(Item { value: original.value, next: None }));
    copies.insert(Rc::as_ptr(list), Rc::clone(&copy));
    let next = original.next.as_ref().map(|next| list_by_hand(next, copies));
    copy.borrow_mut().next = next;
    copy
}
