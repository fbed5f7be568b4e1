//! A block of telemetry, as a vehicle or a machine sends it and a time-series store takes it.
//!
//! It stands for numbers: full-precision 64-bit floats (17 digits as text), 32-bit floats,
//! coordinates, long integers over their whole range, histograms. There is next to no text.

mod generate;

use apograph::{Decode, DeepCopy, Encode};
use serde::{Deserialize, Serialize};

pub use self::generate::corpus;
use crate::Timestamp;

/// A block of telemetry.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Telemetry {
    /// The source, as a 64-bit hash.
    pub source: u64,
    /// Number of the block.
    pub sequence: i64,
    /// When the first sample was taken.
    pub started_at: Timestamp,
    /// Time between two samples in nanoseconds.
    pub period_nanos: u64,
    /// How far the clock of the source was off, in nanoseconds, if known.
    pub clock_offset_nanos: Option<i64>,
    /// The measured values.
    pub samples: Vec<f64>,
    /// Accelerations in three axes, in m/s².
    pub acceleration: Vec<[f32; 3]>,
    /// Where the source was.
    pub track: Vec<Coordinate>,
    /// Counters of the source, by place.
    pub counters: Vec<i64>,
    /// How the values are spread.
    pub histogram: Histogram,
    /// Mean of the samples.
    pub mean: f64,
    /// Variance of the samples, if there are two or more.
    pub variance: Option<f64>,
    /// Checksum of the raw block.
    pub checksum: u64,
}

/// A point on a track.
#[derive(
    Clone, Copy, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Coordinate {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Metres above the ellipsoid, if known.
    pub altitude: Option<f32>,
}

/// How many values fell between bounds.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Histogram {
    /// The upper bounds, rising.
    pub bounds: Vec<f64>,
    /// The counts: one for each bound, and one for all above.
    pub counts: Vec<u64>,
}
