//! A user, as account services hold and cache it by the million.
//!
//! It stands for the small record: four fields, two short strings. What an operation costs beside
//! the data itself shows here.

mod generate;

use apograph::{Decode, DeepCopy, Encode};
use serde::{Deserialize, Serialize};

pub use self::generate::corpus;
use crate::Timestamp;

/// A user.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct SimpleUser {
    /// Identifier.
    pub id: i64,
    /// Login name, at most 32 bytes.
    pub username: String,
    /// Address for mail, at most 64 bytes.
    pub email: String,
    /// When the account was made.
    pub create_time: Timestamp,
}
