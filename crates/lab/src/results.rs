//! What a run found out: plain data, read by every report.
//!
//! The JSON form of [`Results`] is a file format with a version, [`SCHEMA`]; `docs/results.md`
//! describes it. A field is only ever added with a default, so that an older file still reads.
//!
//! Times are nanoseconds of wall time, sizes are bytes, intervals are 95 % bootstrap intervals.

use serde::{Deserialize, Serialize};

use crate::identifier::{ContestantId, Operation};
use crate::profile::CorpusProfile;
use crate::protocol::Protocol;

#[cfg(test)]
pub(crate) mod sample;

/// Version of the JSON form of [`Results`].
pub const SCHEMA: u32 = 1;

/// Everything that one run found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Version of this format, [`SCHEMA`] when written by this version.
    pub schema: u32,
    /// Version of apograph.
    pub apograph: String,
    /// When the run began, RFC 3339.
    pub started: String,
    /// Wall time of the measuring part, in seconds.
    pub seconds: f64,
    /// False when the run was interrupted: what is here is whole, but something is missing.
    pub complete: bool,
    /// Where it ran.
    pub machine: Machine,
    /// What ran.
    pub build: Build,
    /// How it was measured.
    pub protocol: Protocol,
    /// One entry for each subject.
    pub subjects: Vec<SubjectResult>,
    /// The frames that [`FlameGraph`]s name by their place in this list.
    #[serde(default)]
    pub frames: Vec<Frame>,
    /// Anything the reader must know to trust the figures, one sentence each.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// The machine of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Processors that the process may use.
    pub cores: usize,
    /// Operating system and kernel version.
    pub os: String,
    /// Main memory, if known.
    pub memory_bytes: Option<u64>,
    /// Load average over the minute before the run, if known.
    pub load: Option<f64>,
}

/// The program of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// The compiler's version.
    pub rustc: String,
    /// The target triple.
    pub target: String,
    /// `release` or `debug`.
    pub profile: String,
    /// The global allocator: `system`, `mimalloc`, `jemalloc` or what the user named.
    pub allocator: String,
}

/// What was found out about one subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubjectResult {
    /// The subject's name.
    pub name: String,
    /// One sentence on what the objects are.
    pub about: String,
    /// Which map types the objects hold, where they hold maps.
    #[serde(default)]
    pub maps: String,
    /// What the objects look like.
    pub profile: CorpusProfile,
    /// The built-in noise floor of this run.
    pub noise: Noise,
    /// What allocating and freeing the blocks of one object costs, without copying anything.
    #[serde(default)]
    pub malloc_floor: Option<MallocFloor>,
    /// One entry for each contestant, in the subject's order.
    pub contestants: Vec<ContestantResult>,
}

impl SubjectResult {
    /// The entry of a contestant.
    pub fn contestant(&self, id: &ContestantId) -> Option<&ContestantResult> {
        self.contestants.iter().find(|contestant| contestant.id == *id)
    }

    /// The contestant that others of this operation are compared with: `copy/clone` for copies
    /// and round trips, `encode/serde_json` and `decode/serde_json` for the others; where that
    /// one is missing or failed its proof, the first that passed.
    pub fn baseline(&self, operation: Operation) -> Option<&ContestantResult> {
        self.baseline_of(operation, ContestantResult::is_ranked)
    }

    /// The same among other contestants than the ranked ones.
    pub(crate) fn baseline_of(
        &self,
        operation: Operation,
        eligible: impl Fn(&ContestantResult) -> bool,
    ) -> Option<&ContestantResult> {
        let (operations, name): (&[Operation], _) = match operation {
            Operation::Copy | Operation::RoundTrip => {
                (&[Operation::Copy, Operation::RoundTrip], "clone")
            }
            Operation::Encode => (&[Operation::Encode], "serde_json"),
            Operation::Decode => (&[Operation::Decode], "serde_json"),
        };
        let ranked = || {
            self.contestants
                .iter()
                .filter(|c| operations.contains(&c.id.operation()) && eligible(c))
        };
        ranked()
            .find(|c| c.id.name() == name && c.id.variant().is_none())
            .or_else(|| ranked().next())
    }
}

/// What was found out about one contestant on one subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestantResult {
    /// Its identifier.
    pub id: ContestantId,
    /// What it keeps, loses and asks for.
    pub traits: Traits,
    /// Whether it gave back equal objects.
    pub proof: Proof,
    /// Time over the whole corpus.
    #[serde(default)]
    pub time: Option<Timing>,
    /// Time on one object alone.
    #[serde(default)]
    pub time_one: Option<Timing>,
    /// Exact allocation counts.
    #[serde(default)]
    pub allocation: Option<Allocation>,
    /// Size of the bytes it writes or reads, where it has any.
    #[serde(default)]
    pub wire: Option<Spread>,
    /// Latency of single operations, where these are long enough to be timed singly.
    #[serde(default)]
    pub latency: Option<Latency>,
    /// Throughput with several threads, one entry for each number of threads.
    #[serde(default)]
    pub scaling: Vec<ThreadPoint>,
    /// Where processor time goes.
    #[serde(default)]
    pub cpu: Option<CpuProfile>,
    /// Where allocated bytes come from.
    #[serde(default)]
    pub bytes: Option<ByteProfile>,
}

impl ContestantResult {
    /// Whether it passed its proof and was timed: only then it is compared with others.
    pub fn is_ranked(&self) -> bool {
        matches!(self.proof, Proof::Passed { .. }) && self.time.is_some()
    }
}

/// What a contestant does to an object, in words, and what a decision needs to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traits {
    /// What survives: sharing, cycles, number kinds, map order, a change of the structure.
    pub keeps: String,
    /// What does not.
    pub loses: String,
    /// What it asks of the user: a derive, registration, the same schema on both sides.
    pub asks: String,
    /// What its bytes are.
    pub wire: WireKind,
    /// Whether writer and reader may differ by added or removed fields.
    pub evolves: bool,
    /// Whether writing to the result leaves the original as it was. False for shared handles.
    pub independent: bool,
    /// The crate a user has to depend on; none for what the standard library does.
    pub dependency: Option<String>,
}

/// What a contestant's bytes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WireKind {
    /// It makes no bytes.
    #[default]
    None,
    /// Text a person can read.
    Text,
    /// Bytes that only a program can read.
    Binary,
}

/// The outcome of the check that a contestant gives back equal objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Proof {
    /// Every object of the corpus came back equal.
    Passed {
        /// How many objects were compared.
        objects: usize,
    },
    /// An object came back different, or not at all: the contestant is not ranked.
    Failed {
        /// Which object of the corpus, counted from 0.
        object: usize,
        /// The first place that differs, such as `alarms[2].threshold`; empty for the root.
        path: String,
        /// What differs there, by kind and not by value.
        difference: String,
        /// The setting that would change the outcome, if there is one.
        setting: Option<String>,
    },
    /// The contestant cannot carry this subject at all.
    Unsupported {
        /// Why, in a sentence.
        reason: String,
    },
}

/// A median with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The median of the forks' medians.
    pub median: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Time of one contestant in one setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Nanoseconds for one operation.
    pub ns: Estimate,
    /// Against the baseline of the operation ([`SubjectResult::baseline`]); none when there is
    /// no baseline.
    pub ratio: Option<Ratio>,
    /// Nanoseconds per operation of each round of each fork: `rounds[fork][round]`. All
    /// contestants of a subject have the same forks and rounds, and equal places were measured
    /// within the same milliseconds.
    pub rounds: Vec<Vec<f64>>,
}

/// A ratio of two contestants' times, from paired rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// Time divided by the baseline's time.
    pub estimate: Estimate,
    /// Whether the difference is outside the noise.
    pub verdict: Verdict,
}

/// What a ratio means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// This is the baseline.
    Baseline,
    /// Faster than the baseline by more than the noise.
    Faster,
    /// Slower than the baseline by more than the noise.
    Slower,
    /// Not told apart: the interval does not leave the margin around 1.
    Tie,
}

/// The noise floor: one contestant measured twice as if it were two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Noise {
    /// The contestant that was measured twice.
    pub twin_of: ContestantId,
    /// Twin against original over the corpus.
    pub corpus: Estimate,
    /// Twin against original on one object alone.
    pub one: Option<Estimate>,
    /// Differences up to this share are ties: the larger of 0.01 and three times the distance
    /// of the twin from 1.
    pub margin: f64,
}

/// Cost of the allocator alone for the blocks of one object's clone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MallocFloor {
    /// Nanoseconds to allocate and free the blocks of one object.
    pub ns: f64,
    /// Blocks of one object.
    pub blocks: f64,
    /// Bytes of these blocks.
    pub bytes: f64,
}

/// Allocation of one operation, counted exactly and averaged over the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Allocation {
    /// Blocks allocated.
    pub allocations: f64,
    /// Bytes asked for, growth by reallocation included.
    pub bytes: f64,
    /// Reallocations.
    pub reallocations: f64,
    /// Highest number of live bytes above those before the operation.
    pub peak_bytes: f64,
    /// Bytes still live when the operation is over and its result not yet dropped.
    pub retained_bytes: f64,
}

/// Smallest, middle and largest of a quantity over the corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The smallest.
    pub min: u64,
    /// The median.
    pub median: u64,
    /// The largest.
    pub max: u64,
}

/// Latency of single operations in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latency {
    /// How many operations were timed.
    pub samples: u64,
    /// Median.
    pub p50: u64,
    /// 90th percentile.
    pub p90: u64,
    /// 99th percentile.
    pub p99: u64,
    /// 99.9th percentile.
    pub p999: u64,
    /// The longest.
    pub max: u64,
}

/// Throughput with a number of threads at work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThreadPoint {
    /// How many threads.
    pub threads: usize,
    /// Operations per second of all threads together.
    pub operations_per_second: Estimate,
    /// Throughput divided by that of one thread, divided by the number of threads: 1 is perfect.
    pub efficiency: f64,
}

/// Where processor time goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CpuProfile {
    /// What made the samples: `perf task-clock` or a timer, with its limits.
    pub source: String,
    /// Samples asked for per second of processor time.
    pub hz: u32,
    /// Samples that were due for the processor time spent.
    pub due: u64,
    /// Samples that arrived.
    pub kept: u64,
    /// Time by stage, largest first; `other` is what no rule names.
    pub stages: Vec<StageShare>,
    /// The samples as a tree.
    pub flame: FlameGraph,
}

impl CpuProfile {
    /// Share of samples that no rule names.
    pub fn unclassified(&self) -> f64 {
        self.stages.iter().find(|stage| stage.stage == OTHER).map_or(0.0, |stage| stage.share)
    }
}

/// Name of the stage of samples that no rule names.
pub const OTHER: &str = "other";

/// A stage's part of the time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageShare {
    /// The stage's name.
    pub stage: String,
    /// Samples in it.
    pub samples: u64,
    /// Share of all samples, 0 to 1.
    pub share: f64,
    /// Nanoseconds of one operation: the share of the contestant's time over the corpus.
    pub ns: f64,
}

/// Where allocated bytes come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByteProfile {
    /// Mean distance of samples in allocated bytes.
    pub interval_bytes: u64,
    /// Samples taken.
    pub samples: u64,
    /// The samples as a tree; weights are bytes.
    pub flame: FlameGraph,
}

/// A tree of stacks. The frames' names are in [`Results::frames`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlameGraph {
    /// Nodes; a parent stands before its children.
    pub nodes: Vec<FlameNode>,
}

/// A frame in its place in a [`FlameGraph`]: written as `[frame, parent, weight]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, i64, u64)", into = "(u32, i64, u64)")]
pub struct FlameNode {
    /// Place of the frame in [`Results::frames`].
    pub frame: u32,
    /// Place of the caller in [`FlameGraph::nodes`]; none for an outermost frame.
    pub parent: Option<u32>,
    /// Weight of the samples that end here; a node's whole weight includes its children's.
    pub weight: u64,
}

impl From<(u32, i64, u64)> for FlameNode {
    fn from((frame, parent, weight): (u32, i64, u64)) -> Self {
        Self { frame, parent: u32::try_from(parent).ok(), weight }
    }
}

impl From<FlameNode> for (u32, i64, u64) {
    fn from(node: FlameNode) -> Self {
        (node.frame, node.parent.map_or(-1, i64::from), node.weight)
    }
}

/// A function in a stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// Its name, without generic arguments where these are long.
    pub name: String,
    /// The stage that the rules give to this frame itself, if any.
    pub stage: Option<String>,
}
