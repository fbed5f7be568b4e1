//! Any serde value as a plain tree, to look at corpora and to find where two values differ.
//!
//! A tree keeps what the report speaks about (kinds of numbers, field names, collection sizes)
//! and forgets Rust's types. It is for looking, not for speed: nothing here is ever timed.

mod difference;
mod serializer;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

pub use self::difference::{Difference, difference};
pub use self::serializer::{TreeError, tree_of};

/// A value as serde sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Unit, or an absent option.
    Null,
    /// A boolean.
    Bool(bool),
    /// Any integer.
    Integer(i128),
    /// Any floating point number.
    Float(f64),
    /// Text, or a character.
    Text(String),
    /// Bytes that are not text.
    Bytes(Vec<u8>),
    /// A sequence or tuple.
    List(Vec<Tree>),
    /// A map; its order is kept but does not count in a comparison.
    Map(Vec<(Tree, Tree)>),
    /// A struct: named fields in declared order.
    Record(Vec<(&'static str, Tree)>),
    /// A variant of an enum.
    Variant(&'static str, Box<Tree>),
    /// An object that was met before, by the order in which shared objects were first met.
    Reference(usize),
}

impl Tree {
    /// Length of the tree's compact JSON text in bytes.
    pub fn json_len(&self) -> u64 {
        struct Counter(u64);
        impl std::io::Write for Counter {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.0 += bytes.len() as u64;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let mut counter = Counter(0);
        // Neither the counter nor a tree's serializer fails; keys that JSON cannot write are
        // written as text below.
        match serde_json::to_writer(&mut counter, self) {
            Ok(()) => counter.0,
            Err(_) => 0,
        }
    }
}

/// Writes what a serde value of the same shape would write in a human-readable format.
impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => match i64::try_from(*value) {
                Ok(value) => serializer.serialize_i64(value),
                Err(_) => match u64::try_from(*value) {
                    Ok(value) => serializer.serialize_u64(value),
                    Err(_) => serializer.serialize_i128(*value),
                },
            },
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Bytes(value) => serializer.serialize_bytes(value),
            Self::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Self::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    match key {
                        Self::Text(text) => map.serialize_entry(text, value)?,
                        Self::Variant(name, payload) if **payload == Self::Null => {
                            map.serialize_entry(name, value)?;
                        }
                        Self::Integer(number) => map.serialize_entry(&number.to_string(), value)?,
                        other => map.serialize_entry(&format!("{other:?}"), value)?,
                    }
                }
                map.end()
            }
            Self::Record(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
            Self::Variant(name, payload) => match **payload {
                Self::Null => serializer.serialize_str(name),
                _ => {
                    let mut map = serializer.serialize_map(Some(1))?;
                    map.serialize_entry(name, payload)?;
                    map.end()
                }
            },
            Self::Reference(_) => serializer.serialize_unit(),
        }
    }
}
