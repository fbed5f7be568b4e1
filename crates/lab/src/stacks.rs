//! Stacks with names: cut to what matters, written as text, put together into flame graphs.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::sync::Arc;

use crate::function_name::{FunctionName, without_generics};
use crate::results::{FlameGraph, FlameNode, Frame};
use crate::stages::Classifier;

/// A stack with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Names of the functions with generic arguments, outermost first.
    pub frames: Vec<Arc<str>>,
    /// Samples, or bytes.
    pub weight: u64,
}

impl Stack {
    /// Cuts off everything outside of the contestant: the frames out to the lab's own loop, and
    /// of the lab's frames inside those that only pass the call on. Where the loop itself was
    /// running, its frame stays. A stack without the loop stays as it is.
    pub fn cut_harness(&mut self) {
        let names: Vec<FunctionName> =
            self.frames.iter().map(|name| FunctionName::parse(name)).collect();
        let Some(run) = names.iter().position(is_loop) else { return };
        let passes_on =
            |name: &FunctionName| is_in(name, "apograph_lab") || is_in(name, "core::ops::function");
        let inside = &names[run + 1..];
        let passing = inside.iter().take_while(|name| passes_on(name)).count();
        let of_contestant = inside[passing..].iter().any(|name| !is_in(name, "core"));
        if of_contestant {
            self.frames.drain(..run + 1 + passing);
        } else {
            self.frames.drain(..run);
        }
    }

    /// Cuts off the allocator: the frames from the call of the global allocator inwards.
    pub fn cut_allocator(&mut self) {
        let allocator =
            self.frames.iter().position(|name| is_allocator(&FunctionName::parse(name)));
        if let Some(allocator) = allocator {
            self.frames.truncate(allocator);
        }
    }
}

fn is_in(name: &FunctionName, path: &str) -> bool {
    name.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The lab's loop over the objects of a corpus, and its look at a single operation.
fn is_loop(name: &FunctionName) -> bool {
    is_in(name, "apograph_lab::contestant")
        && (name.function == "run" || name.function == "observe")
}

fn is_allocator(name: &FunctionName) -> bool {
    let calls = ["__rust_alloc", "__rust_alloc_zeroed", "__rust_realloc"];
    calls.contains(&name.function.as_str())
        || name.function.starts_with("__rg_")
        || is_in(name, "apograph_lab::allocation")
}

/// Writes stacks as lines `outermost;…;innermost WEIGHT`, as tools for flame graphs read them,
/// sorted, equal ones merged. Names have no generic arguments. What would break a line apart is
/// written otherwise: `;` as `,`, line breaks as spaces.
///
/// # Errors
///
/// What `out` reports.
pub fn write_folded(out: &mut dyn Write, stacks: &[Stack]) -> io::Result<()> {
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    for stack in stacks {
        let mut line = String::new();
        for (place, name) in stack.frames.iter().enumerate() {
            if place > 0 {
                line.push(';');
            }
            line.extend(without_generics(name).chars().map(|character| match character {
                ';' => ',',
                '\n' | '\r' => ' ',
                other => other,
            }));
        }
        *lines.entry(line).or_default() += stack.weight;
    }
    for (line, weight) in lines {
        writeln!(out, "{line} {weight}")?;
    }
    Ok(())
}

/// The frames of all flame graphs of a run, each kept once.
#[derive(Clone, Debug, Default)]
pub struct FrameTable {
    frames: Vec<Frame>,
    places: HashMap<Frame, u32>,
    by_name: HashMap<Arc<str>, u32>,
}

impl FrameTable {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The frames, for [`Results::frames`](crate::results::Results::frames).
    pub fn into_frames(self) -> Vec<Frame> {
        self.frames
    }

    /// The place of a frame. Its stage is found by its full name, and then the generic arguments
    /// go, so that functions that differ in these only are one frame.
    fn place(&mut self, name: &Arc<str>, classifier: &mut Classifier<'_>) -> u32 {
        if let Some(&place) = self.by_name.get(name) {
            return place;
        }
        let frame = Frame {
            name: without_generics(name).into_owned(),
            stage: classifier.stage_of_frame(name).map(str::to_owned),
        };
        let place = match self.places.get(&frame) {
            Some(&place) => place,
            None => {
                let place = self.frames.len() as u32;
                self.places.insert(frame.clone(), place);
                self.frames.push(frame);
                place
            }
        };
        self.by_name.insert(Arc::clone(name), place);
        place
    }
}

/// Puts stacks together into a tree. A node with less than `min_share` of the whole weight is left
/// out, and what it weighs counts for its caller; outermost frames always stay. Of the callees of
/// a frame the heaviest comes first.
pub fn flame_graph(
    stacks: &[Stack],
    table: &mut FrameTable,
    classifier: &mut Classifier<'_>,
    min_share: f64,
) -> FlameGraph {
    let mut tree = Tree::default();
    for stack in stacks {
        let mut parent = None;
        for name in &stack.frames {
            parent = Some(tree.child(parent, table.place(name, classifier)));
        }
        if let Some(innermost) = parent {
            tree.nodes[innermost].own += stack.weight;
        }
    }
    tree.prune(min_share);
    tree.into_graph()
}

#[derive(Default)]
struct Tree {
    /// A parent stands before its children.
    nodes: Vec<Node>,
    children: HashMap<(Option<usize>, u32), usize>,
}

struct Node {
    frame: u32,
    parent: Option<usize>,
    own: u64,
    whole: u64,
    stays: bool,
}

impl Tree {
    fn child(&mut self, parent: Option<usize>, frame: u32) -> usize {
        *self.children.entry((parent, frame)).or_insert_with(|| {
            self.nodes.push(Node { frame, parent, own: 0, whole: 0, stays: true });
            self.nodes.len() - 1
        })
    }

    fn prune(&mut self, min_share: f64) {
        for at in (0..self.nodes.len()).rev() {
            self.nodes[at].whole += self.nodes[at].own;
            if let Some(parent) = self.nodes[at].parent {
                self.nodes[parent].whole += self.nodes[at].whole;
            }
        }
        let roots = self.nodes.iter().filter(|node| node.parent.is_none());
        let all: u64 = roots.map(|node| node.whole).sum();
        let least = all as f64 * min_share;
        for at in (0..self.nodes.len()).rev() {
            let Node { parent: Some(parent), own, whole, .. } = self.nodes[at] else { continue };
            if (whole as f64) < least {
                self.nodes[at].stays = false;
                self.nodes[at].own = 0;
                self.nodes[parent].own += own;
            }
        }
    }

    fn into_graph(self) -> FlameGraph {
        let mut callees: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.stays) {
            callees.entry(node.parent).or_default().push(at);
        }
        for siblings in callees.values_mut() {
            // The last is taken from the stack first.
            siblings.sort_by_key(|&at| (self.nodes[at].whole, std::cmp::Reverse(at)));
        }
        let mut nodes = Vec::new();
        let mut open: Vec<(usize, Option<u32>)> = Vec::new();
        let roots = callees.remove(&None).unwrap_or_default();
        open.extend(roots.into_iter().map(|root| (root, None)));
        while let Some((at, parent)) = open.pop() {
            let place = nodes.len() as u32;
            let Node { frame, own, .. } = self.nodes[at];
            nodes.push(FlameNode { frame, parent, weight: own });
            let inside = callees.remove(&Some(at)).unwrap_or_default();
            open.extend(inside.into_iter().map(|callee| (callee, Some(place))));
        }
        FlameGraph { nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::Rules;

    fn stack(frames: &[&str], weight: u64) -> Stack {
        Stack { frames: frames.iter().map(|&name| name.into()).collect(), weight }
    }

    const RUN: &str =
        "<apograph_lab::contestant::AtWork<T,W> as apograph_lab::contestant::Runner<T>>::run";

    #[test]
    fn a_cut_stack_starts_at_the_contestant() {
        let operate =
            "<apograph_lab::contestant::Copying<C> as apograph_lab::contestant::Way<T>>::operate";
        let cases: [(&[&str], &[&str]); 6] = [
            (
                &[
                    "_start",
                    "main",
                    RUN,
                    operate,
                    "core::ops::function::Fn::call",
                    "a::copy",
                    "malloc",
                ],
                &["a::copy", "malloc"],
            ),
            (&["main", RUN, "a::copy"], &["a::copy"]),
            (&["main", RUN], &[RUN]),
            (&["main", RUN, "core::slice::iter::next"], &[RUN, "core::slice::iter::next"]),
            (&["main", RUN, "core::ptr::drop_in_place<a::B>", "free"], {
                &["core::ptr::drop_in_place<a::B>", "free"]
            }),
            (&["main", "a::elsewhere"], &["main", "a::elsewhere"]),
        ];
        for (whole, cut) in cases {
            let mut found = stack(whole, 1);
            found.cut_harness();
            assert_eq!(found, stack(cut, 1), "{whole:?}");
        }
    }

    #[test]
    fn a_stack_of_an_allocation_ends_at_its_caller() {
        let cases: [(&[&str], &[&str]); 4] = [
            (&["a::f", "alloc::alloc::alloc", "__rustc::__rust_alloc", "__rg_alloc"], {
                &["a::f", "alloc::alloc::alloc"]
            }),
            (&["a::f", "__rust_realloc", "x"], &["a::f"]),
            (
                &["a::f", "<apograph_lab::allocation::CountingAllocator<A> as G>::alloc", "x"],
                &["a::f"],
            ),
            (&["a::f", "malloc"], &["a::f", "malloc"]),
        ];
        for (whole, cut) in cases {
            let mut found = stack(whole, 1);
            found.cut_allocator();
            assert_eq!(found, stack(cut, 1), "{whole:?}");
        }
    }

    #[test]
    fn folded_lines_are_merged_sorted_and_whole() -> io::Result<()> {
        let stacks = [
            stack(&["main", "a::f<u8>"], 2),
            stack(&["main", "<[u8; 4] as a::T>::g\nh"], 1),
            stack(&["main", "a::f<u16>"], 3),
        ];
        let mut text = Vec::new();
        write_folded(&mut text, &stacks)?;
        let expected = "main;<[u8, 4] as a::T>::g h 1\nmain;a::f 5\n";
        assert_eq!(String::from_utf8_lossy(&text), expected);
        Ok(())
    }

    /// The nodes with names, parents and weights.
    fn readable(graph: &FlameGraph, frames: &[Frame]) -> Vec<(String, Option<u32>, u64)> {
        let name = |frame: u32| frames[frame as usize].name.clone();
        graph.nodes.iter().map(|node| (name(node.frame), node.parent, node.weight)).collect()
    }

    #[test]
    fn stacks_become_a_tree_with_the_heaviest_callee_first() {
        let rules = Rules::built_in();
        let mut table = FrameTable::new();
        let stacks = [
            stack(&["f", "g<u8>"], 1),
            stack(&["f", "h"], 5),
            stack(&["f"], 2),
            stack(&["f", "g<u16>", "h"], 3),
        ];
        let graph = flame_graph(&stacks, &mut table, &mut rules.classifier(), 0.0);
        let expected = [
            ("f".to_owned(), None, 2),
            ("h".to_owned(), Some(0), 5),
            ("g".to_owned(), Some(0), 1),
            ("h".to_owned(), Some(2), 3),
        ];
        assert_eq!(readable(&graph, &table.into_frames()), expected);
    }

    #[test]
    fn small_nodes_count_for_their_caller() {
        let rules = Rules::built_in();
        let mut table = FrameTable::new();
        let stacks = [
            stack(&["f", "g", "h"], 1),
            stack(&["f", "g", "i"], 2),
            stack(&["f", "k"], 97),
            stack(&["tiny"], 0),
        ];
        let graph = flame_graph(&stacks, &mut table, &mut rules.classifier(), 0.05);
        let expected = [
            ("f".to_owned(), None, 3),
            ("k".to_owned(), Some(0), 97),
            ("tiny".to_owned(), None, 0),
        ];
        assert_eq!(readable(&graph, &table.into_frames()), expected);
    }

    #[test]
    fn a_frame_keeps_the_stage_of_its_full_name_and_is_kept_once() {
        let rules = Rules::built_in();
        let mut table = FrameTable::new();
        let mut classifier = rules.classifier();
        for weight in [1, 2] {
            let name = format!("core::ptr::drop_in_place<a::B{weight}>");
            flame_graph(&[stack(&[&name], weight)], &mut table, &mut classifier, 0.0);
        }
        let frames = table.into_frames();
        let expected =
            Frame { name: "core::ptr::drop_in_place".into(), stage: Some("free".into()) };
        assert_eq!(frames, [expected]);
    }
}
