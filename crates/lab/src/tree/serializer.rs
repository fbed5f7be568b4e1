//! The serde serializer that builds a [`Tree`].

use std::fmt::Display;

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

use super::Tree;

/// The value's tree, in its human-readable form (dates as text, untagged where JSON is).
///
/// # Errors
///
/// What the value's own `Serialize` reports.
///
/// ```
/// use apograph_lab::{Tree, tree_of};
///
/// assert_eq!(tree_of(&Some(2.5)), Ok(Tree::Float(2.5)));
/// ```
pub fn tree_of<T: Serialize + ?Sized>(value: &T) -> Result<Tree, TreeError> {
    value.serialize(TreeSerializer)
}

/// A value's `Serialize` reported an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the value does not serialize: {0}")]
pub struct TreeError(String);

impl serde::ser::Error for TreeError {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

struct TreeSerializer;

macro_rules! integers {
    ($($method:ident: $type:ty),* $(,)?) => {
        $(fn $method(self, value: $type) -> Result<Tree, TreeError> {
            Ok(Tree::Integer(i128::from(value)))
        })*
    };
}

impl Serializer for TreeSerializer {
    type Ok = Tree;
    type Error = TreeError;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_i128: i128,
    }

    fn serialize_u128(self, value: u128) -> Result<Tree, TreeError> {
        // Beyond i128 the digits stand in for the number: still comparable, still countable.
        Ok(i128::try_from(value).map_or_else(|_| Tree::Text(value.to_string()), Tree::Integer))
    }

    fn serialize_bool(self, value: bool) -> Result<Tree, TreeError> {
        Ok(Tree::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Result<Tree, TreeError> {
        Ok(Tree::Float(f64::from(value)))
    }

    fn serialize_f64(self, value: f64) -> Result<Tree, TreeError> {
        Ok(Tree::Float(value))
    }

    fn serialize_char(self, value: char) -> Result<Tree, TreeError> {
        Ok(Tree::Text(value.to_string()))
    }

    fn serialize_str(self, value: &str) -> Result<Tree, TreeError> {
        Ok(Tree::Text(value.to_owned()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Tree, TreeError> {
        Ok(Tree::Bytes(value.to_vec()))
    }

    fn serialize_none(self) -> Result<Tree, TreeError> {
        Ok(Tree::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree, TreeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Tree, TreeError> {
        Ok(Tree::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Tree, TreeError> {
        Ok(Tree::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Tree, TreeError> {
        Ok(Tree::Variant(variant, Box::new(Tree::Null)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Tree, TreeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Tree, TreeError> {
        Ok(Tree::Variant(variant, Box::new(value.serialize(self)?)))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, TreeError> {
        Ok(Items::default())
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, TreeError> {
        Ok(Items::default())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items, TreeError> {
        Ok(Items::default())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items, TreeError> {
        Ok(Items { variant: Some(variant), ..Items::default() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries, TreeError> {
        Ok(Entries::default())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields, TreeError> {
        Ok(Fields::default())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields, TreeError> {
        Ok(Fields { variant: Some(variant), ..Fields::default() })
    }
}

/// Wraps what a variant holds, where there is a variant.
fn in_variant(variant: Option<&'static str>, payload: Tree) -> Tree {
    match variant {
        Some(variant) => Tree::Variant(variant, Box::new(payload)),
        None => payload,
    }
}

#[derive(Default)]
struct Items {
    variant: Option<&'static str>,
    items: Vec<Tree>,
}

impl Items {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
        self.items.push(value.serialize(TreeSerializer)?);
        Ok(())
    }

    fn tree(self) -> Tree {
        in_variant(self.variant, Tree::List(self.items))
    }
}

macro_rules! items {
    ($($trait:ident: $method:ident),* $(,)?) => {
        $(impl $trait for Items {
            type Ok = Tree;
            type Error = TreeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
                self.push(value)
            }

            fn end(self) -> Result<Tree, TreeError> {
                Ok(self.tree())
            }
        })*
    };
}

items! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

#[derive(Default)]
struct Entries {
    key: Option<Tree>,
    entries: Vec<(Tree, Tree)>,
}

impl SerializeMap for Entries {
    type Ok = Tree;
    type Error = TreeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), TreeError> {
        self.key = Some(key.serialize(TreeSerializer)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
        let key = self.key.take().ok_or_else(|| TreeError("a map value without key".into()))?;
        self.entries.push((key, value.serialize(TreeSerializer)?));
        Ok(())
    }

    fn end(self) -> Result<Tree, TreeError> {
        Ok(Tree::Map(self.entries))
    }
}

#[derive(Default)]
struct Fields {
    variant: Option<&'static str>,
    fields: Vec<(&'static str, Tree)>,
}

impl Fields {
    fn push<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), TreeError> {
        self.fields.push((name, value.serialize(TreeSerializer)?));
        Ok(())
    }

    fn tree(self) -> Tree {
        in_variant(self.variant, Tree::Record(self.fields))
    }
}

macro_rules! fields {
    ($($trait:ident),* $(,)?) => {
        $(impl $trait for Fields {
            type Ok = Tree;
            type Error = TreeError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), TreeError> {
                self.push(name, value)
            }

            fn end(self) -> Result<Tree, TreeError> {
                Ok(self.tree())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    enum Shape {
        Point,
        Circle(f32),
        Rectangle { width: u8, height: u8 },
        Line(i64, i64),
    }

    #[test]
    fn every_kind_of_value_has_its_tree() {
        let shapes = (
            Shape::Point,
            Shape::Circle(0.5),
            Shape::Rectangle { width: 1, height: 2 },
            Shape::Line(-1, 1),
        );
        let integer = Tree::Integer;
        assert_eq!(
            tree_of(&shapes),
            Ok(Tree::List(vec![
                Tree::Variant("Point", Box::new(Tree::Null)),
                Tree::Variant("Circle", Box::new(Tree::Float(0.5))),
                Tree::Variant(
                    "Rectangle",
                    Box::new(Tree::Record(vec![("width", integer(1)), ("height", integer(2))]))
                ),
                Tree::Variant("Line", Box::new(Tree::List(vec![integer(-1), integer(1)]))),
            ]))
        );
        assert_eq!(
            tree_of(&BTreeMap::from([("a", Some('x')), ("b", None)])),
            Ok(Tree::Map(vec![
                (Tree::Text("a".into()), Tree::Text("x".into())),
                (Tree::Text("b".into()), Tree::Null),
            ]))
        );
    }

    #[test]
    fn the_length_is_that_of_the_json_text() {
        let value = (1, "a\"b", BTreeMap::from([("k", 2.5)]), Shape::Circle(0.5));
        let tree = tree_of(&value).expect("serializes");
        let text = serde_json::to_string(&value).expect("serializes");
        assert_eq!(tree.json_len(), text.len() as u64, "{text}");
    }
}
