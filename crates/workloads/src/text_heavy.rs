//! An article with its comments, as a content system stores and serves it.
//!
//! It stands for text: paragraphs in several scripts, accents and emoji, quotes, backslashes, line
//! breaks and now and then a control character that must be escaped, and a body as HTML.

mod generate;

use apograph::{Decode, DeepCopy, Encode};
use serde::{Deserialize, Serialize};

pub use self::generate::corpus;
use crate::Timestamp;

/// An article.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Article {
    /// Identifier.
    pub id: i64,
    /// The name in its address.
    pub slug: String,
    /// BCP 47 tag of its language.
    pub language: String,
    /// Headline.
    pub title: String,
    /// Second headline, if there is one.
    pub subtitle: Option<String>,
    /// Who wrote it.
    pub author: String,
    /// When it appeared.
    pub published_at: Timestamp,
    /// One paragraph.
    pub summary: String,
    /// The paragraphs as plain text.
    pub paragraphs: Vec<String>,
    /// The head of the page as HTML.
    pub html: String,
    /// A listing or a path of a technical article, if there is one.
    pub snippet: Option<String>,
    /// Labels for search.
    pub keywords: Vec<String>,
    /// What readers said.
    pub comments: Vec<Comment>,
}

/// What a reader said about an article.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Comment {
    /// Who said it.
    pub author: String,
    /// When.
    pub posted_at: Timestamp,
    /// What.
    pub text: String,
    /// How many liked it.
    pub likes: i32,
}
