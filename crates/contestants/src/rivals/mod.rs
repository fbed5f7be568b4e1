//! The rivals: a module for each crate, with its words and its codecs.
//!
//! A module has a codec for fresh buffers and, where the crate allows it, one for kept ones, and a
//! function `contestants` that makes the contestants of both.

pub(crate) mod bitcode;
pub(crate) mod flexon;
pub(crate) mod fory;
pub(crate) mod postcard;
pub(crate) mod rkyv;
pub(crate) mod rmp_serde;
pub(crate) mod serde_json;
pub(crate) mod simd_json;
pub(crate) mod sonic_rs;
pub(crate) mod wincode;
