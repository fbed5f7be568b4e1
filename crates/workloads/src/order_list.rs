//! A long list of orders, as an export or an overview page returns it in one answer.
//!
//! It stands for the big document: one object is a list of 10,000 summaries, 2.8 MB of compact
//! JSON, far beyond the caches nearest to the core.
//!
//! Such a list is a corpus in itself, so a corpus of this subject is a few distinct lists
//! ([`LISTS`]) and not as many as for the small subjects.

mod generate;
pub mod text;

use apograph::{Decode, DeepCopy, Encode};
use serde::{Deserialize, Serialize};

pub use self::generate::corpus;
use crate::order::OrderStatus;
use crate::{Decimal, Timestamp};

/// The object under test: a list of [`SUMMARIES`] summaries.
pub type OrderList = Vec<OrderSummary>;

/// How many summaries a list has.
pub const SUMMARIES: usize = 10_000;

/// How many lists the corpus has that the built-in subject is measured on.
pub const LISTS: usize = 2;

/// A line of an overview of orders.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct OrderSummary {
    /// Identifier.
    pub id: i64,
    /// Number of the order, for people.
    pub number: String,
    /// How far it is.
    pub status: OrderStatus,
    /// Name of the customer.
    pub customer: String,
    /// Where it goes.
    pub city: String,
    /// Where it is packed.
    pub warehouse: String,
    /// How many items it has.
    pub item_count: i32,
    /// What is to be paid.
    pub total: Decimal,
    /// ISO 4217 code of the currency.
    pub currency: String,
    /// Whether it has been paid.
    pub paid: bool,
    /// When it was placed.
    pub created_at: Timestamp,
    /// When it was sent, if it was.
    pub shipped_at: Option<Timestamp>,
    /// A remark of the customer, if there is one.
    pub remark: Option<String>,
}
