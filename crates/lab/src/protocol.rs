//! How a run measures: the settings of one run, as data.

use serde::{Deserialize, Serialize};

/// How much time a run takes for how much certainty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A first look: seconds for a subject.
    #[default]
    Quick,
    /// For a decision.
    Standard,
    /// For close calls.
    Thorough,
}

/// The settings of one run.
///
/// A *fork* is a child process that measures every contestant; a *round* measures every
/// contestant once, in random order; a *slice* is the stretch of time one contestant gets in a
/// round, over objects of the corpus in random order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Protocol {
    /// Which preset the settings come from.
    pub effort: Effort,
    /// Child processes, at least 1; the interval needs 5.
    pub forks: usize,
    /// Length of a slice in nanoseconds. An operation longer than that gets a slice of one.
    pub slice_ns: u64,
    /// Rounds of a fork over the corpus: as many as fit into `fork_ns`, within these bounds.
    pub min_rounds: usize,
    /// See `min_rounds`.
    pub max_rounds: usize,
    /// Time that a fork's rounds over the corpus may take, in nanoseconds. The pass on one
    /// object alone may take half of it.
    pub fork_ns: u64,
    /// The objects are made anew, on a heap churned by random allocations, every so many rounds.
    pub renew_rounds: usize,
    /// Processor time to sample for each contestant, in nanoseconds; 0 for no sampling.
    pub sampling_ns: u64,
    /// Samples per second of processor time.
    pub sampling_hz: u32,
    /// Mean distance of allocation samples in bytes; 0 for none.
    pub allocation_interval: u64,
    /// Time for single operations of each contestant, in nanoseconds.
    #[serde(default)]
    pub latency_ns: u64,
    /// Threads of the throughput pass; 1 for none.
    pub threads: usize,
    /// Seed of everything random in the measuring.
    pub seed: u64,
}

impl Protocol {
    /// The preset for an effort.
    pub fn new(effort: Effort) -> Self {
        let quick = Self {
            effort,
            forks: 5,
            slice_ns: 500_000,
            min_rounds: 4,
            max_rounds: 60,
            fork_ns: 500_000_000,
            renew_rounds: 5,
            sampling_ns: 45_000_000,
            sampling_hz: 2_999,
            allocation_interval: 4_096,
            latency_ns: 10_000_000,
            threads: 1,
            seed: 0x0a90_67a9,
        };
        match effort {
            Effort::Quick => quick,
            Effort::Standard => Self {
                max_rounds: 100,
                fork_ns: 3_000_000_000,
                sampling_ns: 500_000_000,
                sampling_hz: 1_999,
                latency_ns: 50_000_000,
                ..quick
            },
            Effort::Thorough => Self {
                // Forks differ by some 3 %, rounds add little: many forks make a ratio steady.
                forks: 30,
                min_rounds: 40,
                max_rounds: 150,
                fork_ns: 4_000_000_000,
                sampling_ns: 2_000_000_000,
                sampling_hz: 1_999,
                latency_ns: 200_000_000,
                ..quick
            },
        }
    }
}

impl Default for Protocol {
    fn default() -> Self {
        Self::new(Effort::default())
    }
}
