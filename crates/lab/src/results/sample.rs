//! Made-up results for the tests of everything that reads results.

use super::*;
use crate::identifier::ContestantId;
use crate::protocol::{Effort, Protocol};
use crate::statistics;

/// Forks and rounds of made-up timings.
const FORKS: u32 = 5;
const ROUNDS: u32 = 10;

/// What differs between two runs of the same code on the same machine.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// Changes the noise.
    pub(crate) seed: u32,
    /// Factor on all times alike.
    pub(crate) drift: f64,
    /// Spread of the forks' and rounds' noise, as a share.
    pub(crate) noise: f64,
}

pub(crate) const CALM: Session = Session { seed: 1, drift: 1.0, noise: 0.002 };

/// A contestant in the making.
pub(crate) struct Sample {
    session: Session,
    result: ContestantResult,
}

/// A contestant that passed its proof with `ns` nanoseconds for one operation.
pub(crate) fn timed(id: &str, ns: f64) -> Sample {
    timed_in(CALM, id, ns)
}

pub(crate) fn timed_in(session: Session, id: &str, ns: f64) -> Sample {
    let mut sample = untimed(id, Proof::Passed { objects: 1_024 });
    sample.session = session;
    let rounds = rounds(session, id, ns);
    sample.result.time = Some(timing(rounds));
    sample
}

/// A contestant that was not timed.
pub(crate) fn untimed(id: &str, proof: Proof) -> Sample {
    let id: ContestantId = id.parse().expect("a valid identifier");
    let result = ContestantResult {
        id,
        traits: Traits { independent: true, ..Traits::default() },
        proof,
        time: None,
        time_one: None,
        allocation: None,
        wire: None,
        latency: None,
        scaling: Vec::new(),
        cpu: None,
        bytes: None,
    };
    Sample { session: CALM, result }
}

/// A contestant whose proof failed at `alarms[2].threshold`.
pub(crate) fn failed(id: &str) -> Sample {
    untimed(
        id,
        Proof::Failed {
            object: 17,
            path: "alarms[2].threshold".into(),
            difference: "a float came back as an integer".into(),
            setting: None,
        },
    )
}

impl Sample {
    pub(crate) fn one(mut self, ns: f64) -> Self {
        let salt = format!("{} alone", self.result.id);
        self.result.time_one = Some(timing(rounds(self.session, &salt, ns)));
        self
    }

    pub(crate) fn allocates(mut self, allocations: f64, bytes: f64) -> Self {
        self.result.allocation = Some(Allocation {
            allocations,
            bytes,
            reallocations: 0.0,
            peak_bytes: bytes,
            retained_bytes: bytes,
        });
        self
    }

    pub(crate) fn writes(mut self, kind: WireKind, median: u64) -> Self {
        self.result.traits.wire = kind;
        self.result.wire = Some(Spread { min: median / 2, median, max: median * 2 });
        self
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut ContestantResult)) -> Self {
        change(&mut self.result);
        self
    }

    pub(crate) fn traits(self, change: impl FnOnce(&mut Traits)) -> Self {
        self.with(|result| change(&mut result.traits))
    }

    /// Adds stages: shares of the time.
    pub(crate) fn stages(self, shares: &[(&str, f64)]) -> Self {
        self.with(|result| {
            let ns = result.time.as_ref().map_or(0.0, |time| time.ns.median);
            let stages = shares.iter().map(|&(stage, share)| StageShare {
                stage: stage.into(),
                samples: (share * 1_000.0).round() as u64,
                share,
                ns: round6(share * ns),
            });
            result.cpu = Some(CpuProfile {
                source: "perf task-clock".into(),
                hz: 997,
                due: 1_010,
                kept: 1_000,
                stages: stages.collect(),
                flame: FlameGraph {
                    nodes: vec![FlameNode { frame: 0, parent: None, weight: 1_000 }],
                },
            });
        })
    }
}

/// A subject with its contestants, compared as a run compares them.
pub(crate) fn subject(name: &str, samples: impl IntoIterator<Item = Sample>) -> SubjectResult {
    let twin = Estimate { median: 1.001, low: 0.999, high: 1.002 };
    let mut subject = SubjectResult {
        name: name.into(),
        about: "objects made up for a test".into(),
        maps: "HashMap".into(),
        profile: CorpusProfile {
            objects: 1_024,
            fields: Spread { min: 37, median: 44, max: 52 },
            json_bytes: Spread { min: 1_600, median: 2_048, max: 2_700 },
            distinct_keys: 61,
            ..CorpusProfile::default()
        },
        noise: Noise {
            twin_of: "copy/clone".parse().expect("a valid identifier"),
            corpus: twin,
            one: None,
            margin: statistics::margin(&twin),
        },
        malloc_floor: Some(MallocFloor { ns: 830.0, blocks: 83.0, bytes: 4_272.0 }),
        contestants: samples.into_iter().map(|sample| sample.result).collect(),
    };
    compare(&mut subject);
    subject
}

/// Results of some subjects.
pub(crate) fn results(subjects: impl IntoIterator<Item = SubjectResult>) -> Results {
    Results {
        schema: SCHEMA,
        apograph: "0.1.0".into(),
        started: "2026-11-30T12:00:00Z".into(),
        seconds: 12.5,
        complete: true,
        machine: Machine {
            cpu: "Test CPU".into(),
            cores: 2,
            os: "Linux 6.18".into(),
            memory_bytes: Some(8_000_000_000),
            load: Some(0.5),
        },
        build: Build {
            rustc: "rustc 1.95.0".into(),
            target: "x86_64-unknown-linux-gnu".into(),
            profile: "release".into(),
            allocator: "system".into(),
        },
        protocol: Protocol::new(Effort::Quick),
        subjects: subjects.into_iter().collect(),
        frames: vec![Frame { name: "main".into(), stage: None }],
        notes: Vec::new(),
    }
}

/// A subject with something of everything, for reports.
pub(crate) fn device_state() -> SubjectResult {
    let cannot = Proof::Unsupported { reason: "the objects hold cycles".into() };
    subject(
        "device-state",
        [
            timed("copy/clone", 3_700.0).one(1_800.0).allocates(83.0, 4_272.0).stages(&[
                ("free", 0.39),
                ("allocate", 0.31),
                ("clone", 0.24),
                (OTHER, 0.06),
            ]),
            timed("copy/arc", 12.0).one(9.0).allocates(0.0, 0.0).traits(|t| t.independent = false),
            timed("roundtrip/serde_json", 18_800.0)
                .one(11_500.0)
                .allocates(94.5, 8_512.0)
                .writes(WireKind::Text, 2_405)
                .traits(|t| {
                    t.evolves = true;
                    t.dependency = Some("serde_json".into());
                    t.asks = "serde derives".into();
                })
                .stages(&[("string parse", 0.24), ("traverse", 0.22), (OTHER, 0.54)]),
            timed("roundtrip/postcard", 6_100.0)
                .one(4_000.0)
                .allocates(90.0, 6_000.0)
                .writes(WireKind::Binary, 1_100)
                .traits(|t| {
                    t.dependency = Some("postcard".into());
                    t.asks = "serde derives".into();
                }),
            failed("decode/lossy"),
            untimed("roundtrip/rkyv", cannot),
        ],
    )
}

fn compare(subject: &mut SubjectResult) {
    let operations = crate::identifier::Operation::ALL;
    for operation in operations {
        let Some(baseline) = subject.baseline(operation).cloned() else { continue };
        let margin = subject.noise.margin;
        for contestant in &mut subject.contestants {
            if contestant.id.operation() != operation {
                continue;
            }
            let is_baseline = contestant.id == baseline.id;
            for (own, other) in [
                (&mut contestant.time, &baseline.time),
                (&mut contestant.time_one, &baseline.time_one),
            ] {
                if let (Some(own), Some(other)) = (own, other) {
                    let estimate = rounded(statistics::ratio(&own.rounds, &other.rounds, 1));
                    let verdict = if is_baseline {
                        Verdict::Baseline
                    } else {
                        statistics::verdict(&estimate, margin)
                    };
                    own.ratio = Some(Ratio { estimate, verdict });
                }
            }
        }
    }
}

fn timing(rounds: Vec<Vec<f64>>) -> Timing {
    Timing { ns: rounded(statistics::estimate(&rounds, 1)), ratio: None, rounds }
}

fn rounds(session: Session, salt: &str, ns: f64) -> Vec<Vec<f64>> {
    let Session { seed, drift, noise } = session;
    let jitter = |fork, round| 1.0 + noise * noise_of(salt, seed, fork, round);
    (0..FORKS)
        .map(|fork| {
            let own = ns * drift * jitter(fork, ROUNDS);
            (0..ROUNDS).map(|round| round6(own * jitter(fork, round))).collect()
        })
        .collect()
}

/// Six decimals, which every JSON parser reads back exactly.
fn round6(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn rounded(estimate: Estimate) -> Estimate {
    let Estimate { median, low, high } = estimate;
    Estimate { median: round6(median), low: round6(low), high: round6(high) }
}

/// A number from -1 to 1 that depends on all arguments (FNV-1a with a finisher).
fn noise_of(salt: &str, seed: u32, fork: u32, round: u32) -> f64 {
    let numbers = [seed, fork, round].map(u32::to_le_bytes).concat();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in salt.bytes().chain(numbers) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (hash >> 40) as f64 / f64::from(1 << 23) - 1.0
}
