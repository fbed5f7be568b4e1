//! Objects as trees, and what stands at each place of a corpus.

use std::collections::{BTreeMap, BTreeSet};

use apograph_lab::{Tree, tree_of};
use serde::Serialize;

/// The trees of a corpus.
pub(crate) fn trees<T: Serialize>(objects: &[T]) -> Vec<Tree> {
    objects.iter().map(|object| tree_of(object).expect("every object can be looked at")).collect()
}

/// What stands at a place of all objects of a corpus.
#[derive(Default)]
pub(crate) struct Seen {
    /// The values and variants, as text, and the sizes of collections.
    pub(crate) values: BTreeSet<String>,
    pub(crate) nulls: usize,
}

/// What stands at each place of records: by path, with `[]` for any element of a list and `{}` for
/// any value of a map.
pub(crate) fn places(trees: &[Tree]) -> BTreeMap<String, Seen> {
    let mut places = BTreeMap::new();
    for tree in trees {
        look(tree, "", &mut places);
    }
    places
}

fn look(tree: &Tree, path: &str, places: &mut BTreeMap<String, Seen>) {
    let mut note = |value: String| {
        places.entry(path.to_owned()).or_default().values.insert(value);
    };
    match tree {
        Tree::Record(fields) => {
            for (name, value) in fields {
                look(value, &format!("{path}.{name}"), places);
            }
        }
        Tree::List(items) => {
            note(items.len().to_string());
            for item in items {
                look(item, &format!("{path}[]"), places);
            }
        }
        Tree::Map(entries) => {
            note(entries.len().to_string());
            for (_, value) in entries {
                look(value, &format!("{path}{{}}"), places);
            }
        }
        Tree::Null => places.entry(path.to_owned()).or_default().nulls += 1,
        other => note(format!("{other:?}")),
    }
}

/// Every text of a tree, keys of maps included.
pub(crate) fn texts(tree: &Tree) -> Vec<&str> {
    match tree {
        Tree::Text(text) => vec![text],
        Tree::Record(fields) => fields.iter().flat_map(|(_, value)| texts(value)).collect(),
        Tree::List(items) => items.iter().flat_map(texts).collect(),
        Tree::Map(entries) => {
            entries.iter().flat_map(|(key, value)| [texts(key), texts(value)].concat()).collect()
        }
        _ => Vec::new(),
    }
}

/// Every float of a tree.
pub(crate) fn floats(tree: &Tree) -> Vec<f64> {
    match tree {
        Tree::Float(value) => vec![*value],
        Tree::Record(fields) => fields.iter().flat_map(|(_, value)| floats(value)).collect(),
        Tree::List(items) => items.iter().flat_map(floats).collect(),
        Tree::Map(entries) => entries.iter().flat_map(|(_, value)| floats(value)).collect(),
        _ => Vec::new(),
    }
}
