//! Where two trees differ first.

use std::collections::HashMap;

use super::Tree;

/// The first difference of two values, named by place and kind. It holds no value: a report may
/// be passed on without passing on the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where: `alarms[2].threshold`; empty for the root.
    pub path: String,
    /// What, by kind: `float came back as another float`.
    pub what: String,
}

/// The first difference of `returned` from `original`, in the original's order; none when they
/// are equal. Maps are compared without their order, floats by bits (so that a lost sign of zero
/// counts, and NaN equals itself).
///
/// ```
/// use apograph_lab::{difference, tree_of};
///
/// let found = difference(&tree_of(&[1.5, 2.5])?, &tree_of(&[1.5, 2.0])?).unwrap();
/// assert_eq!(found.path, "[1]");
/// assert_eq!(found.what, "float came back as another float");
/// # Ok::<(), apograph_lab::TreeError>(())
/// ```
pub fn difference(original: &Tree, returned: &Tree) -> Option<Difference> {
    let mut path = Vec::new();
    compare(original, returned, &mut path).map(|what| Difference { path: render(&path), what })
}

enum Step<'a> {
    Field(&'a str),
    Key(&'a Tree),
    Index(usize),
}

fn compare<'a>(original: &'a Tree, returned: &'a Tree, path: &mut Vec<Step<'a>>) -> Option<String> {
    match (original, returned) {
        (Tree::Float(a), Tree::Float(b)) => {
            (a.to_bits() != b.to_bits()).then(|| "float came back as another float".to_owned())
        }
        (Tree::List(a), Tree::List(b)) => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                path.push(Step::Index(index));
                if let Some(what) = compare(a, b, path) {
                    return Some(what);
                }
                path.pop();
            }
            (a.len() != b.len())
                .then(|| format!("list of {} came back as list of {}", a.len(), b.len()))
        }
        (Tree::Record(a), Tree::Record(b)) => {
            for (name, a) in a {
                path.push(Step::Field(name));
                let Some((_, b)) = b.iter().find(|(other, _)| other == name) else {
                    return Some(format!("{} was lost", kind(a)));
                };
                if let Some(what) = compare(a, b, path) {
                    return Some(what);
                }
                path.pop();
            }
            let (name, added) = b.iter().find(|(name, _)| a.iter().all(|(own, _)| own != name))?;
            path.push(Step::Field(name));
            Some(format!("{} was added", kind(added)))
        }
        (Tree::Map(a), Tree::Map(b)) => compare_maps(a, b, path),
        (Tree::Variant(a_name, a), Tree::Variant(b_name, b)) => {
            if a_name == b_name {
                compare(a, b, path)
            } else {
                Some(format!("variant {a_name} came back as variant {b_name}"))
            }
        }
        (a, b) if a == b => None,
        (a, b) => {
            let (a, b) = (kind(a), kind(b));
            Some(if a == b {
                format!("{a} came back as another {b}")
            } else {
                format!("{a} came back as {b}")
            })
        }
    }
}

fn compare_maps<'a>(
    a: &'a [(Tree, Tree)],
    b: &'a [(Tree, Tree)],
    path: &mut Vec<Step<'a>>,
) -> Option<String> {
    let by_key: HashMap<String, &Tree> =
        b.iter().map(|(key, value)| (format!("{key:?}"), value)).collect();
    for (key, a) in a {
        path.push(Step::Key(key));
        let Some(b) = by_key.get(&format!("{key:?}")) else {
            return Some(format!("{} was lost", kind(a)));
        };
        if let Some(what) = compare(a, b, path) {
            return Some(what);
        }
        path.pop();
    }
    (a.len() != b.len()).then(|| format!("map of {} came back as map of {}", a.len(), b.len()))
}

fn kind(tree: &Tree) -> String {
    match tree {
        Tree::Null => "null".into(),
        Tree::Bool(_) => "boolean".into(),
        Tree::Integer(_) => "integer".into(),
        Tree::Float(_) => "float".into(),
        Tree::Text(text) => format!("text of {} bytes", text.len()),
        Tree::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Tree::List(items) => format!("list of {}", items.len()),
        Tree::Map(entries) => format!("map of {}", entries.len()),
        Tree::Record(_) => "record".into(),
        Tree::Variant(name, _) => format!("variant {name}"),
        Tree::Reference(_) => "reference to a shared object".into(),
    }
}

/// Keys name places, so short ones that read like names are printed; others may be data.
fn render(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Field(name) => dotted(&mut text, name),
            Step::Key(Tree::Text(key)) if is_name(key) => dotted(&mut text, key),
            Step::Key(key) => text.push_str(&format!("[key: {}]", kind(key))),
        }
    }
    text
}

fn dotted(text: &mut String, name: &str) {
    if !text.is_empty() {
        text.push('.');
    }
    text.push_str(name);
}

fn is_name(key: &str) -> bool {
    key.len() <= 40
        && key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap};

    use serde::Serialize;

    use super::super::tree_of;
    use super::*;

    fn check<A: Serialize, B: Serialize>(original: A, returned: B, expected: Option<(&str, &str)>) {
        let found = difference(
            &tree_of(&original).expect("serializes"),
            &tree_of(&returned).expect("serializes"),
        );
        let found = found.as_ref().map(|d| (d.path.as_str(), d.what.as_str()));
        assert_eq!(found, expected);
    }

    #[test]
    fn the_first_difference_is_named_by_place_and_kind() {
        let map = |value| BTreeMap::from([("limits", vec![BTreeMap::from([("high", value)])])]);
        check(map(1.0), map(1.0), None);
        check(map(1.0), map(2.0), Some(("limits[0].high", "float came back as another float")));
        check(0.0, -0.0, Some(("", "float came back as another float")));
        check(1, 1.0, Some(("", "integer came back as float")));
        check(vec![1, 2], vec![1], Some(("", "list of 2 came back as list of 1")));
        check("ab", "a", Some(("", "text of 2 bytes came back as text of 1 bytes")));
        check(
            BTreeMap::from([("b", 1)]),
            BTreeMap::from([("a", 1)]),
            Some(("b", "integer was lost")),
        );
        check(Some(1), None::<i32>, Some(("", "integer came back as null")));
    }

    #[test]
    fn the_order_of_a_map_does_not_count() {
        let a: HashMap<_, _> = (0..50).map(|n| (n.to_string(), n)).collect();
        let b: BTreeMap<_, _> = (0..50).rev().map(|n| (n.to_string(), n)).collect();
        check(a, b, None);
    }

    #[test]
    fn a_key_that_may_be_data_is_not_printed() {
        check(
            BTreeMap::from([("someone@example.com", 1)]),
            BTreeMap::from([("someone@example.com", 2)]),
            Some(("[key: text of 19 bytes]", "integer came back as another integer")),
        );
    }
}
