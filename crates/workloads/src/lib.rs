//! The built-in subjects as seeded corpora.
//!
//! A subject is a type of business object as services copy and serialize it. Each module holds one
//! with its records, says which real thing it stands for, and makes corpora of it with a function
//! `corpus(seed, objects)`: many distinct objects, the same ones on every machine and in every run.
//!
//! | module | subject |
//! |---|---|
//! | [`device_state`] | the state of a device in a fleet: 22 fields, 3 levels, a map of mixed properties |
//! | [`simple_user`] | a user: four fields |
//! | [`order`] | an order with items, decimal prices and addresses |
//! | [`order_list`] | 10,000 lines of an order overview |
//! | [`device_graph`] | devices that share sites and products, with alarms pointing back at them |
//! | [`text_heavy`] | articles: escapes, many scripts, markup |
//! | [`number_heavy`] | telemetry: full-precision floats and long integers |
//!
//! The objects are plain data with public fields; what they have in common ([`Timestamp`],
//! [`Decimal`], [`Property`], [`FixedState`]) stands at the root, and so does [`Later`], which makes
//! of an object what it is after a while. Some subjects come as variants with the same fields, too:
//! `text` in apograph's own types, `borrowed` with texts that the input lends.

#![forbid(unsafe_code)]

mod decimal;
pub mod device_graph;
pub mod device_state;
mod hasher;
mod later;
pub mod number_heavy;
pub mod order;
pub mod order_list;
mod property;
mod random;
mod same;
mod severity;
pub mod simple_user;
pub mod text_heavy;
mod timestamp;
mod vocabulary;

pub use self::decimal::{Decimal, DecimalError};
pub use self::hasher::FixedState;
pub use self::later::Later;
pub use self::property::Property;
pub use self::severity::Severity;
pub use self::timestamp::Timestamp;

/// The seed of the corpora that the built-in subjects are measured on.
pub const DEFAULT_SEED: u64 = 0x6170_6f67_7261_7068;

/// How many objects such a corpus has.
pub const OBJECTS: usize = 1024;
