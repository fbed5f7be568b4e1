//! What the tests of whole documents share, and the fuzz targets with them: types with fields of every
//! kind, and documents that are almost right.

#![allow(dead_code, clippy::allow_attributes, reason = "no test uses all of it")]

pub(crate) mod documents;
pub(crate) mod random;
pub(crate) mod types;
pub(crate) mod ways;
