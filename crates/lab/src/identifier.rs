//! Stable identifiers of contestants: `OPERATION/NAME[/VARIANT]`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What is done to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// An object becomes a second object.
    Copy,
    /// An object becomes bytes.
    Encode,
    /// Bytes become an object.
    Decode,
    /// An object becomes bytes, and these become a second object.
    RoundTrip,
}

impl Operation {
    /// All operations, in the order in which tables list them.
    pub const ALL: [Self; 4] = [Self::Copy, Self::Encode, Self::Decode, Self::RoundTrip];

    /// The word used in identifiers.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Encode => "encode",
            Self::Decode => "decode",
            Self::RoundTrip => "roundtrip",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A contestant's identifier, the same in tables, filters, files and thresholds.
///
/// ```
/// use apograph_lab::{ContestantId, Operation};
///
/// let id: ContestantId = "encode/serde_json/kept".parse()?;
/// assert_eq!(id.operation(), Operation::Encode);
/// assert_eq!(id.name(), "serde_json");
/// assert_eq!(id.variant(), Some("kept"));
/// assert!("marshal/serde_json".parse::<ContestantId>().is_err());
/// # Ok::<(), apograph_lab::IdentifierError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContestantId {
    operation: Operation,
    name: String,
    variant: Option<String>,
}

impl ContestantId {
    /// Builds an identifier from its parts.
    ///
    /// # Errors
    ///
    /// When the name is empty or holds `/`, white space or a character that thresholds and
    /// filters need for themselves, or the variant is empty or holds white space or such a
    /// character.
    pub fn new(
        operation: Operation,
        name: &str,
        variant: Option<&str>,
    ) -> Result<Self, IdentifierError> {
        if !is_word(name, false) || variant.is_some_and(|v| !is_word(v, true)) {
            return Err(IdentifierError::Malformed);
        }
        Ok(Self { operation, name: name.to_owned(), variant: variant.map(str::to_owned) })
    }

    /// Builds an identifier from any words: what an identifier cannot hold becomes `-`.
    pub fn from_words(operation: Operation, name: &str, variant: Option<&str>) -> Self {
        let name: String = name.chars().map(|c| if is_allowed(c) { c } else { '-' }).collect();
        let variant = variant.map(|variant| {
            let words = variant.split('/').filter(|word| !word.is_empty());
            let words: Vec<String> = words
                .map(|word| word.chars().map(|c| if is_allowed(c) { c } else { '-' }).collect())
                .collect();
            words.join("/")
        });
        Self {
            operation,
            name: if name.is_empty() { "-".to_owned() } else { name },
            variant: variant.filter(|variant| !variant.is_empty()),
        }
    }

    /// What the contestant does.
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// Which way of doing it: the crate's name, or the language's own word.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How that way is used; without a variant, with a fresh buffer or target.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }
}

/// Names may hold letters, digits and `_-.@+`; variants `/` as well (`text/into`).
fn is_word(text: &str, slash: bool) -> bool {
    !text.is_empty()
        && !text.starts_with('/')
        && !text.ends_with('/')
        && text.chars().all(|c| is_allowed(c) || (slash && c == '/'))
}

fn is_allowed(c: char) -> bool {
    c.is_alphanumeric() || "_-.@+".contains(c)
}

impl fmt::Display for ContestantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.variant {
            Some(variant) => f.pad(&format!("{}/{}/{variant}", self.operation, self.name)),
            None => f.pad(&format!("{}/{}", self.operation, self.name)),
        }
    }
}

impl FromStr for ContestantId {
    type Err = IdentifierError;

    fn from_str(text: &str) -> Result<Self, IdentifierError> {
        let mut parts = text.splitn(3, '/');
        let word = parts.next().unwrap_or_default();
        let operation = Operation::ALL
            .into_iter()
            .find(|operation| operation.word() == word)
            .ok_or(IdentifierError::Operation)?;
        Self::new(operation, parts.next().unwrap_or_default(), parts.next())
    }
}

impl Serialize for ContestantId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ContestantId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Why a text is no identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdentifierError {
    /// It does not begin with an operation.
    #[error("an identifier begins with copy/, encode/, decode/ or roundtrip/")]
    Operation,
    /// A part is empty or holds a character that is not allowed.
    #[error(
        "an identifier is OPERATION/NAME or OPERATION/NAME/VARIANT, in letters, digits and _-.@+"
    )]
    Malformed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_prints_as_it_was_read() {
        for text in ["copy/clone", "encode/serde_json/kept", "decode/apograph-json/text/into"] {
            assert_eq!(text.parse::<ContestantId>().map(|id| id.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn a_malformed_identifier_is_refused() {
        for text in ["", "copy", "copy/", "copy//kept", "copy/a b", "copy/a/", "copy/a)", "clone/a"]
        {
            assert!(text.parse::<ContestantId>().is_err(), "{text}");
        }
    }
}
