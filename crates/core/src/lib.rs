//! The core of apograph: what its crates share.
//!
//! So far this is [copying](copy): deep copies that keep sharing and cycles, reuse a target, and need
//! a constant amount of stack. Users depend on the crate `apograph`, which re-exports everything
//! here.

pub mod copy;

pub use self::copy::DeepCopy;

#[cfg(feature = "derive")]
pub use apograph_derive::DeepCopy;
