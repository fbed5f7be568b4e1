//! What has changed since a stored run.
//!
//! Two runs on one machine differ by up to 9 % although no code changed: all contestants drift
//! together when the clock or the neighbours do, and each by 1 or 2 % when the heap falls
//! otherwise. So times of two runs are never compared as such. Each contestant is set against a
//! *reference* in its own run, round by round, and only these ratios are compared:
//!
//! * the reference is the half of the other contestants whose times changed the most like the
//!   middle one: they carry the drift, and what really changed is not among them;
//! * unless most moved together while `copy/clone` stayed nearer to its old time: then it is they
//!   that changed, perhaps because they share code, and `copy/clone` is the reference;
//! * beside a single other contestant, `copy/clone` is the reference, too. As the reference it is
//!   not judged itself, since nothing could tell its change from the others';
//! * where that does not help, a contestant is set against nothing, and must change by more than a
//!   drift may.
//!
//! What this cannot tell apart is said in a note: a move of all times alike, and a move of
//! `copy/clone` against all others.
//!
//! A change is marked when it is larger than the noise, and even the nearer end of its interval,
//! which takes the intervals of both runs together, is larger than half the noise.
//!
//! A reference of several contestants goes through each round with the median of their times,
//! each in units of its own median, so that one preempted slice does not move it.

use std::fmt;

use serde::Serialize;

use crate::identifier::{ContestantId, Operation};
use crate::results::{ContestantResult, Estimate, Results, SubjectResult};
use crate::statistics::{self, geometric_mean, median};

/// Changes up to this share are never marked, unless the user says otherwise.
pub const NOISE_THRESHOLD: f64 = 0.03;

/// What times may differ by between two runs when nothing in the run shows the drift.
const DRIFT: f64 = 0.15;

/// Contestants from which on their middle one shows the drift although one of them changed.
const ENOUGH: usize = 3;

/// A run against a stored one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// One entry for each subject and contestant of either run.
    pub changes: Vec<Change>,
    /// What makes the two runs hard to compare, one sentence each.
    pub notes: Vec<String>,
}

impl Comparison {
    /// Whether any contestant became slower.
    pub fn has_regressed(&self) -> bool {
        self.changes.iter().any(|change| change.verdict == Trend::Regressed)
    }
}

/// A contestant then and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The subject.
    pub subject: String,
    /// The contestant.
    pub contestant: ContestantId,
    /// Nanoseconds for one operation then, where it was ranked.
    pub old: Option<Estimate>,
    /// And now.
    pub new: Option<Estimate>,
    /// Time now divided by time then, after the drift that the reference shows is taken out;
    /// none where one of them is missing.
    pub change: Option<Estimate>,
    /// Bytes allocated then and now, where both runs counted them. These are exact.
    pub allocated_bytes: Option<(f64, f64)>,
    /// The share up to which a change is noise: the largest of both runs' margins and of the
    /// threshold.
    pub noise: f64,
    /// What it means.
    pub verdict: Trend,
}

/// What became of a contestant's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// It takes longer, by more than the noise.
    Regressed,
    /// It takes less, by more than the noise.
    Improved,
    /// The difference is within the noise.
    Unchanged,
    /// The others are compared with it, so that it cannot be judged.
    Reference,
    /// It was not ranked in the stored run.
    Added,
    /// It is not ranked in this run.
    Removed,
}

impl Trend {
    /// The word that reports use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Regressed => "regressed",
            Self::Improved => "improved",
            Self::Unchanged => "unchanged",
            Self::Reference => "reference",
            Self::Added => "new",
            Self::Removed => "gone",
        }
    }
}

impl fmt::Display for Trend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Compares a run with a stored one. Changes up to `noise_threshold`, a share such as
/// [`NOISE_THRESHOLD`], are never marked; the noise of the two runs can only raise that.
pub fn compare(old: &Results, new: &Results, noise_threshold: f64) -> Comparison {
    let mut changes = Vec::new();
    let mut notes = differences(old, new);
    let one_sided = |subject: &SubjectResult, verdict| -> Vec<Change> {
        let ranked = subject.contestants.iter().filter(|c| c.is_ranked());
        ranked.map(|c| one_sided(subject, c, noise_threshold, verdict)).collect()
    };
    for after in &new.subjects {
        let Some(before) = old.subjects.iter().find(|other| other.name == after.name) else {
            changes.extend(one_sided(after, Trend::Added));
            continue;
        };
        let peers = Peers::new(before, after, noise_threshold);
        let judged = compare_subject(&peers, (old.protocol.seed, new.protocol.seed));
        notes.extend(peers.doubt(&judged));
        changes.extend(judged);
    }
    for before in &old.subjects {
        if !new.subjects.iter().any(|subject| subject.name == before.name) {
            changes.extend(one_sided(before, Trend::Removed));
        }
    }
    Comparison { changes, notes }
}

fn compare_subject(peers: &Peers<'_>, seeds: (u64, u64)) -> Vec<Change> {
    let Peers { before, after, pairs, noise } = peers;
    let mut changes: Vec<Change> = Vec::new();
    for contestant in after.contestants.iter().filter(|c| c.is_ranked()) {
        let Some(at) = pairs.iter().position(|pair| *pair.id == contestant.id) else {
            changes.push(one_sided(after, contestant, *noise, Trend::Added));
            continue;
        };
        let pair = &pairs[at];
        let raw = || change_between(ns(pair.old), ns(pair.new));
        let (change, noise, judged) = match peers.reference(at) {
            Reference::Itself => (raw(), *noise, false),
            Reference::Nothing => (raw(), noise.max(DRIFT), true),
            Reference::Others(others) => {
                let then = normalized(pair.old, others.iter().map(|p| p.old), seeds.0);
                let now = normalized(pair.new, others.iter().map(|p| p.new), seeds.1);
                (change_between(then, now), *noise, true)
            }
        };
        let verdict = match change {
            Some(change) if judged => trend(&change, noise),
            _ if judged => Trend::Unchanged,
            _ => Trend::Reference,
        };
        let bytes = |c: &ContestantResult| c.allocation.map(|counts| counts.bytes);
        changes.push(Change {
            subject: after.name.clone(),
            contestant: contestant.id.clone(),
            old: ns(pair.old),
            new: ns(pair.new),
            change,
            allocated_bytes: bytes(pair.old).zip(bytes(pair.new)),
            noise,
            verdict,
        });
    }
    let gone = before.contestants.iter().filter(|c| c.is_ranked());
    let gone = gone.filter(|c| !after.contestant(&c.id).is_some_and(ContestantResult::is_ranked));
    changes.extend(gone.map(|c| one_sided(before, c, *noise, Trend::Removed)));
    changes
}

/// The contestants of a subject that were ranked in both runs.
struct Peers<'a> {
    before: &'a SubjectResult,
    after: &'a SubjectResult,
    pairs: Vec<Pair<'a>>,
    /// The share up to which a change is noise.
    noise: f64,
}

/// A contestant in both runs.
struct Pair<'a> {
    id: &'a ContestantId,
    old: &'a ContestantResult,
    new: &'a ContestantResult,
    /// Time now divided by time then, drift included.
    raw: f64,
}

impl Pair<'_> {
    fn is_clone(&self) -> bool {
        let id = self.id;
        id.operation() == Operation::Copy && id.name() == "clone" && id.variant().is_none()
    }
}

/// What a contestant is set against in each run.
enum Reference<'p, 'a> {
    Others(Vec<&'p Pair<'a>>),
    Itself,
    Nothing,
}

impl<'a> Peers<'a> {
    fn new(before: &'a SubjectResult, after: &'a SubjectResult, threshold: f64) -> Self {
        let pair = |new: &'a ContestantResult| {
            let old = before.contestant(&new.id)?;
            let (then, now) = (ns(old)?.median, ns(new)?.median);
            (then > 0.0 && now > 0.0).then(|| Pair { id: &new.id, old, new, raw: now / then })
        };
        let pairs = after.contestants.iter().filter_map(pair).collect();
        let noise = threshold.max(before.noise.margin).max(after.noise.margin);
        Self { before, after, pairs, noise }
    }

    fn reference(&self, at: usize) -> Reference<'_, 'a> {
        match self.anchor() {
            Some(anchor) if anchor == at => return Reference::Itself,
            Some(anchor) => return Reference::Others(vec![&self.pairs[anchor]]),
            None if self.pairs.len() < ENOUGH => return Reference::Nothing,
            None => {}
        }
        let center = self.center();
        let distance = |pair: &Pair<'_>| (pair.raw / center).ln().abs();
        let others = self.pairs.iter().enumerate().filter(|(index, _)| *index != at);
        let mut others: Vec<&Pair<'_>> = others.map(|(_, pair)| pair).collect();
        others.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        others.truncate(others.len().div_ceil(2));
        Reference::Others(others)
    }

    /// The place of the clone, if all others are to be set against it.
    fn anchor(&self) -> Option<usize> {
        let clone = self.pairs.iter().position(Pair::is_clone)?;
        match self.pairs.len() {
            0 | 1 => None,
            count if count < ENOUGH => Some(clone),
            _ => {
                let own = self.pairs[clone].raw.ln();
                let center = self.center().ln();
                let parted = (own - center).abs() > self.least();
                (parted && own.abs() < center.abs()).then_some(clone)
            }
        }
    }

    /// The middle of the changes, drift included; 1 for none.
    fn center(&self) -> f64 {
        let raw: Vec<f64> = self.pairs.iter().map(|pair| pair.raw).collect();
        if raw.is_empty() { 1.0 } else { median(&raw) }
    }

    /// Logarithm of the smallest change that is not noise.
    fn least(&self) -> f64 {
        (1.0 + self.noise).ln()
    }

    /// A sentence on what the comparison cannot tell apart, if it matters.
    fn doubt(&self, changes: &[Change]) -> Option<String> {
        let name = &self.after.name;
        let anchor = self.anchor();
        if anchor.is_some() && self.pairs.len() >= ENOUGH {
            return Some(format!(
                "{name}: most times moved by about {:+.0} % and that of copy/clone did not, so it \
                 is taken for the unchanged one.",
                100.0 * (self.center() - 1.0),
            ));
        }
        let marked = [Trend::Regressed, Trend::Improved];
        let clone = self.pairs.iter().find(|pair| pair.is_clone());
        let verdict = clone.and_then(|pair| changes.iter().find(|c| c.contestant == *pair.id));
        if self.pairs.len() >= ENOUGH && verdict.is_some_and(|c| marked.contains(&c.verdict)) {
            return Some(format!(
                "{name}: copy/clone moved against all others. If these share code, it may be they \
                 that changed: look at the times themselves."
            ));
        }
        let drift = anchor.map_or_else(|| self.center(), |anchor| self.pairs[anchor].raw);
        (self.pairs.len() > 1 && drift.ln().abs() > self.least()).then(|| {
            format!(
                "{name}: all times moved by about {:+.0} %, which is taken for the machine's \
                 drift.",
                100.0 * (drift - 1.0),
            )
        })
    }
}

/// The contestant's time in units of the reference's time, from paired rounds.
fn normalized<'a>(
    contestant: &ContestantResult,
    others: impl Iterator<Item = &'a ContestantResult>,
    seed: u64,
) -> Option<Estimate> {
    let own = &contestant.time.as_ref()?.rounds;
    let others: Vec<_> = others.filter_map(|other| other.time.as_ref()).collect();
    let medians: Vec<f64> = others.iter().map(|time| time.ns.median).collect();
    let scale = geometric_mean(medians.iter().copied())?;
    let reference: Vec<Vec<f64>> = own
        .iter()
        .enumerate()
        .map(|(fork, rounds)| {
            let at = |round| {
                let relative = others.iter().zip(&medians).filter_map(|(time, median)| {
                    time.rounds.get(fork)?.get(round).map(|ns| ns / median)
                });
                scale * median(&relative.collect::<Vec<_>>())
            };
            (0..rounds.len()).map(at).collect()
        })
        .collect();
    Some(statistics::ratio(own, &reference, seed))
}

/// A change is one if it is larger than the noise, and its interval leaves at least half of that.
fn trend(change: &Estimate, noise: f64) -> Trend {
    let half = 1.0 + noise / 2.0;
    if change.median > 1.0 + noise && change.low > half {
        Trend::Regressed
    } else if change.median < 1.0 / (1.0 + noise) && change.high < 1.0 / half {
        Trend::Improved
    } else {
        Trend::Unchanged
    }
}

/// Now divided by then. The runs are independent, so the distances of the ends from the medians
/// add up like the sides of a right triangle, on the scale of ratios.
fn change_between(then: Option<Estimate>, now: Option<Estimate>) -> Option<Estimate> {
    let (then, now) = (then?, now?);
    if then.low <= 0.0 || now.low <= 0.0 {
        return None;
    }
    let reach = |a: f64, b: f64| f64::exp(a.ln().hypot(b.ln()));
    let median = now.median / then.median;
    Some(Estimate {
        median,
        low: median / reach(now.median / now.low, then.high / then.median),
        high: median * reach(now.high / now.median, then.median / then.low),
    })
}

fn one_sided(
    subject: &SubjectResult,
    contestant: &ContestantResult,
    noise: f64,
    verdict: Trend,
) -> Change {
    let time = ns(contestant);
    let (old, new) = if verdict == Trend::Added { (None, time) } else { (time, None) };
    Change {
        subject: subject.name.clone(),
        contestant: contestant.id.clone(),
        old,
        new,
        change: None,
        allocated_bytes: None,
        noise,
        verdict,
    }
}

fn ns(contestant: &ContestantResult) -> Option<Estimate> {
    if !contestant.is_ranked() {
        return None;
    }
    contestant.time.as_ref().map(|time| time.ns)
}

/// What else changed between the runs.
fn differences(old: &Results, new: &Results) -> Vec<String> {
    let pairs = [
        ("processor", &old.machine.cpu, &new.machine.cpu),
        ("compiler", &old.build.rustc, &new.build.rustc),
        ("allocator", &old.build.allocator, &new.build.allocator),
        ("build profile", &old.build.profile, &new.build.profile),
    ];
    let mut notes: Vec<String> = pairs
        .into_iter()
        .filter(|(_, old, new)| old != new)
        .map(|(what, old, new)| format!("The {what} changed: {old}, now {new}."))
        .collect();
    for subject in &new.subjects {
        let before = old.subjects.iter().find(|other| other.name == subject.name);
        if before.is_some_and(|before| before.profile != subject.profile) {
            notes.push(format!("The objects of {} changed.", subject.name));
        }
    }
    if !(old.complete && new.complete) {
        notes.push("One of the runs was interrupted.".to_owned());
    }
    notes
}
