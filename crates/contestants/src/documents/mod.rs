//! JSON texts that a user brings along, as a subject.
//!
//! Nothing is known of such documents, so they are measured as trees: over the `Value` of
//! apograph, serde_json, sonic-rs, simd-json and flexon, each made from the text before a
//! measurement.

mod exact;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use apograph_lab::{Contestant, Difference, Subject, Tree, difference, tree_of};

use crate::codec::reason;
use crate::view::Projection;
use crate::{apograph_json, copying, rivals};

/// A JSON text, with what is in it.
#[derive(Clone, Debug)]
pub struct Document {
    /// Empty for a document that came back from a contestant: only its tree counts.
    text: String,
    tree: Tree,
}

/// Why a text is no document. It tells the place and none of the text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// There is no text at all.
    #[error("there is no document")]
    None,
    /// A text is no JSON, or more deeply nested than 128 levels.
    #[error("document {document} is not valid JSON: {error}")]
    Syntax {
        /// Which document, from zero.
        document: usize,
        /// What is wrong and where, with line and column within the document from one.
        error: serde_json::Error,
    },
    /// A text is JSON, but its numbers cannot be read exactly.
    #[error("document {document} cannot be read exactly")]
    Exact {
        /// Which document, from zero.
        document: usize,
    },
}

impl Document {
    /// Reads a text, the `document`th of several.
    fn read(document: usize, text: String) -> Result<Self, DocumentError> {
        // This also bounds the depth, for all the parsers that come after and have no limit.
        serde_json::from_str::<serde_json::Value>(&text)
            .map_err(|error| DocumentError::Syntax { document, error })?;
        let tree = exact::tree(&text).ok_or(DocumentError::Exact { document })?;
        Ok(Self { text, tree })
    }

    /// The JSON text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is in it, floats to the last bit.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
}

/// A subject of JSON documents, one for each text, with the contestants that have a tree type.
///
/// ```
/// use apograph_lab::Experiment;
///
/// let texts = vec![r#"{"id": 1}"#.to_owned(), r#"{"id": 2.5}"#.to_owned()];
/// let subject = apograph_contestants::documents("readings", texts)?;
/// assert_eq!(subject.name(), "readings");
/// assert!(subject.entries().iter().any(|entry| entry.id.to_string() == "decode/sonic-rs"));
/// # Ok::<(), apograph_contestants::DocumentError>(())
/// ```
///
/// # Errors
///
/// When there is no text, or one is not valid JSON.
pub fn documents(name: &str, texts: Vec<String>) -> Result<Subject<Document>, DocumentError> {
    if texts.is_empty() {
        return Err(DocumentError::None);
    }
    let documents = texts
        .into_iter()
        .enumerate()
        .map(|(document, text)| Document::read(document, text))
        .collect::<Result<Arc<[Document]>, _>>()?;
    let about = match documents.len() {
        1 => "one JSON document, as a tree".to_owned(),
        count => format!("{count} JSON documents, as trees"),
    };
    let subject = Subject::with_comparison(
        name,
        move || documents.to_vec(),
        |document| Ok(document.tree.clone()),
        |original, returned| -> Option<Difference> { difference(&original.tree, &returned.tree) },
    );
    Ok(subject
        .about(&about)
        .maps(
            "as the tree types have them: entries in order (apograph), BTreeMap (serde_json), \
             lists of pairs (sonic-rs, flexon), hash maps (simd-json)",
        )
        .contestants(contestants()))
}

fn contestants() -> Vec<Contestant<Document>> {
    let serde_json = projection::<serde_json::Value>();
    let sonic_rs = projection::<sonic_rs::Value>();
    let simd_json = projection::<simd_json::OwnedValue>();
    let flexon = projection::<flexon::OwnedValue>();
    let apograph = projection::<apograph::Value>();

    let mut all = vec![copying::clone(&serde_json, "clone", None)];
    all.extend(copying::variations(&serde_json));
    all.push(copying::clone(&sonic_rs, "sonic-rs", Some("sonic-rs")));
    all.push(copying::clone(&simd_json, "simd-json", Some("simd-json")));
    all.push(copying::clone(&flexon, "flexon", Some("flexon")));
    all.push(copying::clone(&apograph, "apograph-json", Some("apograph")));
    all.extend(apograph_json::contestants(&apograph));
    all.push(apograph_json::tree_into(&apograph));
    all.extend(rivals::serde_json::contestants(&serde_json));
    all.extend(rivals::sonic_rs::contestants(&sonic_rs));
    all.extend(rivals::simd_json::over_trees(&simd_json));
    all.extend(rivals::flexon::over_trees(&flexon));
    all.extend(rivals::rmp_serde::contestants(&serde_json));
    crate::standard::in_order(all)
}

/// A tree type of one of the crates.
trait JsonTree: Sized + 'static {
    fn parse(text: &str) -> Result<Self, String>;

    fn tree(&self) -> Result<Tree, String>;
}

impl JsonTree for apograph::Value {
    fn parse(text: &str) -> Result<Self, String> {
        apograph::json::from_str(text).map_err(reason)
    }

    fn tree(&self) -> Result<Tree, String> {
        Ok(match self {
            Self::Null => Tree::Null,
            Self::Bool(value) => Tree::Bool(*value),
            Self::Number(number) => number
                .as_i128()
                .map(Tree::Integer)
                .or_else(|| number.as_f64().map(Tree::Float))
                .ok_or("the number is too large")?,
            Self::String(text) => Tree::Text(text.as_str().to_owned()),
            Self::Array(items) => {
                Tree::List(items.iter().map(Self::tree).collect::<Result<_, _>>()?)
            }
            Self::Object(map) => {
                let entry = |(key, value): (&apograph::Text, &Self)| {
                    Ok((Tree::Text(key.as_str().to_owned()), value.tree()?))
                };
                Tree::Map(map.iter().map(entry).collect::<Result<_, String>>()?)
            }
            _ => return Err("the tree holds what JSON does not have".to_owned()),
        })
    }
}

impl JsonTree for serde_json::Value {
    /// Not with serde_json, which would lose bits of floats before anything is measured.
    fn parse(text: &str) -> Result<Self, String> {
        let tree = exact::tree(text).ok_or("the document cannot be read exactly")?;
        serde_json::to_value(tree).map_err(reason)
    }

    fn tree(&self) -> Result<Tree, String> {
        tree_of(self).map_err(reason)
    }
}

impl JsonTree for sonic_rs::Value {
    fn parse(text: &str) -> Result<Self, String> {
        sonic_rs::from_str(text).map_err(reason)
    }

    fn tree(&self) -> Result<Tree, String> {
        tree_of(self).map_err(reason)
    }
}

impl JsonTree for simd_json::OwnedValue {
    fn parse(text: &str) -> Result<Self, String> {
        simd_json::to_owned_value(&mut text.as_bytes().to_vec()).map_err(reason)
    }

    fn tree(&self) -> Result<Tree, String> {
        tree_of(self).map_err(reason)
    }
}

impl JsonTree for flexon::OwnedValue {
    fn parse(text: &str) -> Result<Self, String> {
        flexon::parse(text).map_err(|error| reason(rivals::flexon::NoTree(error)))
    }

    fn tree(&self) -> Result<Tree, String> {
        tree_of(self).map_err(reason)
    }
}

/// Documents as trees of another type.
fn projection<T: JsonTree>() -> Projection<Document, T> {
    Projection {
        project: |document| T::parse(&document.text),
        restore: |tree| Ok(Document { text: String::new(), tree: tree.tree()? }),
    }
}
