//! What is in a JSON text, read exactly.

use std::fmt;

use apograph_lab::Tree;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The tree of a JSON text, whose syntax and depth have been checked.
///
/// It is read by sonic-rs, since serde_json by default is off by one bit on about every fourth
/// long float. Of several entries with the same key the last one counts, as with serde_json.
pub(super) fn tree(text: &str) -> Result<Tree, sonic_rs::Error> {
    sonic_rs::from_str::<Exact>(text).map(|exact| exact.0)
}

struct Exact(Tree);

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ExactVisitor).map(Self)
    }
}

struct ExactVisitor;

impl<'de> Visitor<'de> for ExactVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Integer(i128::from(value)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Integer(i128::from(value)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(Exact(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut map: Vec<(Tree, Tree)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        while let Some((key, Exact(value))) = entries.next_entry::<String, Exact>()? {
            match places.get(&key) {
                Some(&place) => {
                    let entry: &mut (Tree, Tree) = &mut map[place];
                    entry.1 = value;
                }
                None => {
                    places.insert(key.clone(), map.len());
                    map.push((Tree::Text(key), value));
                }
            }
        }
        Ok(Tree::Map(map))
    }
}
