//! What parent and child processes say to each other.
//!
//! A child gets one [`Task`] as JSON on its standard input and answers with [`Event`]s, one JSON
//! text a line behind [`MARK`] on its standard output; lines without the mark are the user's own
//! output and are let through. Both sides are the same program, so this is no file format.

use serde::{Deserialize, Serialize};

use crate::protocol::Protocol;
use crate::results::{Allocation, Latency, MallocFloor, Proof, Spread};
use crate::sampling::RawProfile;

/// Environment variable that tells a process that it is a child of a run.
pub(crate) const CHILD: &str = "APOGRAPH_CHILD";

/// What an event's line begins with.
pub(crate) const MARK: &str = "@apograph ";

/// What a child is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    /// Name of the subject.
    pub(crate) subject: String,
    /// Places of the contestants in the subject's list; one may come twice.
    pub(crate) contestants: Vec<usize>,
    /// Places in `contestants` of those that others are compared with.
    pub(crate) repeated: Vec<usize>,
    /// What to do with them.
    pub(crate) pass: Pass,
    /// The settings of the run.
    pub(crate) protocol: Protocol,
    /// Number of this child among those of the same pass.
    pub(crate) fork: usize,
    /// The objects' places in the corpus, smallest object first.
    pub(crate) by_size: Vec<u32>,
}

/// One kind of measurement; each has children of its own, so that none disturbs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Pass {
    /// Does every contestant give back equal objects?
    Prove,
    /// Interleaved timing; with an object's place, on that object alone.
    Time(Option<usize>),
    /// Exact allocation counts and wire sizes.
    Count,
    /// The cost of the allocator alone for the blocks of the first contestant's outcome.
    Floor,
    /// Latency of single operations.
    Latency,
    /// Throughput of one and of several threads.
    Threads,
    /// Processor samples.
    SampleCpu,
    /// Allocation samples.
    SampleBytes,
}

/// What a child says. Contestants go by their place in [`Task::contestants`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Event {
    /// Work on a contestant begins: should the child die, it died of this one.
    Started(usize),
    /// [`Pass::Prove`]: the outcome for a contestant.
    Proved(usize, Proof),
    /// [`Pass::Time`]: nanoseconds per operation of every contestant in one round.
    Round(Vec<f64>),
    /// [`Pass::Count`]: counts, where the counting allocator is installed, and wire sizes.
    Counted(usize, Option<Allocation>, Option<Spread>),
    /// [`Pass::Floor`].
    Floor(MallocFloor),
    /// [`Pass::Latency`].
    Latency(usize, Latency),
    /// [`Pass::Threads`]: how many threads, and operations per second with one and with all of
    /// them, round by round.
    Throughput(usize, usize, Vec<f64>, Vec<f64>),
    /// [`Pass::SampleCpu`] and [`Pass::SampleBytes`].
    Sampled(usize, RawProfile),
    /// Something the reader of the results must know.
    Note(String),
    /// The task is done.
    Finished,
}
