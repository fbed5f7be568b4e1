//! What a corpus looks like: the figures a reader needs to judge whether it is like their own.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::results::Spread;
use crate::tree::Tree;

/// The look of a corpus. Every [`Spread`] is over the objects, except that of collection sizes,
/// which is over all collections of all objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusProfile {
    /// How many objects.
    pub objects: usize,
    /// Levels of nesting: 1 for an object of plain fields.
    pub depth: Spread,
    /// Fields of records and entries of maps, at all levels.
    pub fields: Spread,
    /// Texts, keys not included.
    pub strings: Spread,
    /// Bytes of these texts.
    pub string_bytes: Spread,
    /// Characters that JSON must escape.
    pub escapes: Spread,
    /// Texts with characters outside ASCII.
    pub non_ascii: Spread,
    /// Integers.
    pub integers: Spread,
    /// Floating point numbers.
    pub floats: Spread,
    /// Booleans.
    pub booleans: Spread,
    /// Nulls and absent options.
    pub nulls: Spread,
    /// Lists, sets and maps.
    pub collections: Spread,
    /// Elements of each of these.
    pub collection_sizes: Spread,
    /// References to objects that were met before: the sharing and the cycles.
    pub references: Spread,
    /// Bytes of the compact JSON text.
    pub json_bytes: Spread,
    /// Distinct keys of all maps of the corpus: what a parser's symbol table has to hold.
    pub distinct_keys: usize,
}

impl CorpusProfile {
    /// Looks at each object of a corpus.
    pub fn of<'a>(trees: impl IntoIterator<Item = &'a Tree>) -> Self {
        let mut counts: Vec<Counts> = Vec::new();
        let mut sizes = Vec::new();
        let mut keys = HashSet::new();
        for tree in trees {
            let mut object = Counts { json_bytes: tree.json_len(), ..Counts::default() };
            look(tree, 0, &mut object, &mut sizes, &mut keys);
            counts.push(object);
        }
        let spread = |field: fn(&Counts) -> u64| Spread::of(counts.iter().map(field).collect());
        Self {
            objects: counts.len(),
            depth: spread(|c| c.depth),
            fields: spread(|c| c.fields),
            strings: spread(|c| c.strings),
            string_bytes: spread(|c| c.string_bytes),
            escapes: spread(|c| c.escapes),
            non_ascii: spread(|c| c.non_ascii),
            integers: spread(|c| c.integers),
            floats: spread(|c| c.floats),
            booleans: spread(|c| c.booleans),
            nulls: spread(|c| c.nulls),
            collections: spread(|c| c.collections),
            references: spread(|c| c.references),
            json_bytes: spread(|c| c.json_bytes),
            collection_sizes: Spread::of(sizes),
            distinct_keys: keys.len(),
        }
    }
}

impl Spread {
    /// The spread of some quantities; all zero for none.
    pub fn of(mut quantities: Vec<u64>) -> Self {
        quantities.sort_unstable();
        match (quantities.first(), quantities.last()) {
            (Some(&min), Some(&max)) => Self { min, median: quantities[quantities.len() / 2], max },
            _ => Self::default(),
        }
    }
}

#[derive(Default)]
struct Counts {
    depth: u64,
    fields: u64,
    strings: u64,
    string_bytes: u64,
    escapes: u64,
    non_ascii: u64,
    integers: u64,
    floats: u64,
    booleans: u64,
    nulls: u64,
    collections: u64,
    references: u64,
    json_bytes: u64,
}

fn look(
    tree: &Tree,
    depth: u64,
    counts: &mut Counts,
    sizes: &mut Vec<u64>,
    keys: &mut HashSet<String>,
) {
    let inner = depth + 1;
    match tree {
        Tree::Null => counts.nulls += 1,
        Tree::Bool(_) => counts.booleans += 1,
        Tree::Integer(_) => counts.integers += 1,
        Tree::Float(_) => counts.floats += 1,
        Tree::Text(text) => {
            counts.strings += 1;
            counts.string_bytes += text.len() as u64;
            counts.non_ascii += u64::from(!text.is_ascii());
            counts.escapes +=
                text.bytes().filter(|&b| b < 0x20 || b == b'"' || b == b'\\').count() as u64;
        }
        Tree::Bytes(bytes) => counts.string_bytes += bytes.len() as u64,
        Tree::List(items) => {
            counts.depth = counts.depth.max(inner);
            counts.collections += 1;
            sizes.push(items.len() as u64);
            for item in items {
                look(item, inner, counts, sizes, keys);
            }
        }
        Tree::Map(entries) => {
            counts.depth = counts.depth.max(inner);
            counts.collections += 1;
            sizes.push(entries.len() as u64);
            for (key, value) in entries {
                if let Tree::Text(key) = key
                    && !keys.contains(key)
                {
                    keys.insert(key.clone());
                }
                counts.fields += 1;
                look(value, inner, counts, sizes, keys);
            }
        }
        Tree::Record(fields) => {
            counts.depth = counts.depth.max(inner);
            for (_, value) in fields {
                counts.fields += 1;
                look(value, inner, counts, sizes, keys);
            }
        }
        // A unit variant reads as text in JSON.
        Tree::Variant(name, payload) => match **payload {
            Tree::Null => {
                counts.strings += 1;
                counts.string_bytes += name.len() as u64;
            }
            _ => look(payload, depth, counts, sizes, keys),
        },
        Tree::Reference(_) => counts.references += 1,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::tree::tree_of;

    #[test]
    fn a_profile_counts_what_the_objects_hold() {
        let objects = [
            tree_of(&BTreeMap::from([("a", vec![Some(1.5), None])])).expect("serializes"),
            tree_of(&BTreeMap::from([("b", "é\n"), ("c", "")])).expect("serializes"),
        ];
        let profile = CorpusProfile::of(&objects);
        assert_eq!(profile.objects, 2);
        assert_eq!(profile.distinct_keys, 3);
        assert_eq!(profile.depth, Spread { min: 1, median: 2, max: 2 });
        assert_eq!(profile.fields, Spread { min: 1, median: 2, max: 2 });
        assert_eq!(profile.floats.max, 1);
        assert_eq!(profile.nulls.max, 1);
        assert_eq!(profile.escapes.max, 1);
        assert_eq!(profile.non_ascii.max, 1);
        assert_eq!(profile.collection_sizes, Spread { min: 1, median: 2, max: 2 });
        assert_eq!(profile.json_bytes.min, r#"{"a":[1.5,null]}"#.len() as u64);
    }
}
