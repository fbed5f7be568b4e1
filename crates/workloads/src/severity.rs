//! How bad an alarm is.

use apograph::{Decode, DeepCopy, Encode};
use serde::{Deserialize, Serialize};

/// How bad an alarm is.
#[derive(
    Clone,
    Copy,
    DeepCopy,
    Encode,
    Decode,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub enum Severity {
    /// Worth noting.
    #[default]
    Info,
    /// May become a fault.
    Warning,
    /// A fault of a part.
    Minor,
    /// A fault that limits the device.
    Major,
    /// The device is out of service.
    Critical,
}
