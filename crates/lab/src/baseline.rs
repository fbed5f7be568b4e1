//! Stored results of an earlier run, and what has changed since.
//!
//! Two runs on one machine differ by up to 9 % although no code changed: all contestants drift
//! together when the clock or the neighbours do, and each by 1 or 2 % when the heap falls
//! otherwise. So times of two runs are never compared as such. Each contestant is set against a
//! *reference* in its own run, round by round, and only these ratios are compared:
//!
//! * with at least three other contestants, the reference is the half of them whose times changed
//!   the most alike: they carry the drift, and a contestant that really changed is not among them;
//! * with fewer, it is the subject's `copy/clone`, which is then itself not judged, since nothing
//!   could tell its change from the others';
//! * alone, a contestant is set against nothing, and must change by more than a drift may.
//!
//! The interval of a change reaches from the lower end now over the upper end then to the upper
//! end now over the lower end then. That is wider than 95 %, on purpose: a marked change is one to
//! look into, and what is marked too often is not looked at. It is marked when the whole interval
//! lies beyond the noise.
//!
//! A reference of several contestants goes through each round with the median of their times,
//! each in units of its own median, so that one preempted slice does not move it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::identifier::ContestantId;
use crate::nearest::nearest;
use crate::report::{self, WriteError, json};
use crate::results::{ContestantResult, Estimate, FlameGraph, Results, SubjectResult};
use crate::statistics::{self, geometric_mean, median};

/// Changes up to this share are never marked, unless the user says otherwise.
pub const NOISE_THRESHOLD: f64 = 0.03;

/// What times may differ by between two runs when nothing in the run shows the drift.
const DRIFT: f64 = 0.15;

/// Contestants beside the judged one from which on they, and not `copy/clone`, are the reference.
const ENOUGH: usize = 3;

/// Stores results as `DIR/baselines/NAME.json`, without their flame graphs, over an older
/// baseline of that name. Returns the path.
///
/// # Errors
///
/// When the name is not a plain one, or the file cannot be written.
pub fn save(results: &Results, dir: &Path, name: &str) -> Result<PathBuf, BaselineError> {
    let path = path_of(dir, name)?;
    let mut slim = results.clone();
    slim.frames.clear();
    for contestant in slim.subjects.iter_mut().flat_map(|subject| &mut subject.contestants) {
        if let Some(cpu) = &mut contestant.cpu {
            cpu.flame = FlameGraph::default();
        }
        contestant.bytes = None;
    }
    let text = json::to_string(&slim).map_err(WriteError::from)?;
    report::write_atomically(&path, text.as_bytes())?;
    Ok(path)
}

/// Loads the results stored under a name.
///
/// # Errors
///
/// When there is no such baseline, with the names of those there are; when its file cannot be
/// read or is of a newer version.
pub fn load(dir: &Path, name: &str) -> Result<Results, BaselineError> {
    let path = path_of(dir, name)?;
    if path.exists() {
        return Ok(json::read(&path)?);
    }
    let names = names(dir);
    Err(BaselineError::Missing {
        nearest: nearest(name, names.iter().map(String::as_str)).map(str::to_owned),
        name: name.to_owned(),
        names,
    })
}

/// Names of the baselines stored in a directory, in order.
pub fn names(dir: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(dir.join(FOLDER)) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let file = entry.ok()?.file_name().into_string().ok()?;
            file.strip_suffix(".json").map(str::to_owned)
        })
        .filter(|name| is_plain(name))
        .collect();
    names.sort_unstable();
    names
}

const FOLDER: &str = "baselines";

fn path_of(dir: &Path, name: &str) -> Result<PathBuf, BaselineError> {
    check_name(name)?;
    Ok(dir.join(FOLDER).join(format!("{name}.json")))
}

/// Checks a name before a long run is made in order to keep its results under it.
///
/// # Errors
///
/// When it is not a plain name.
pub fn check_name(name: &str) -> Result<(), BaselineError> {
    if is_plain(name) { Ok(()) } else { Err(BaselineError::Name { name: name.to_owned() }) }
}

/// A name must not lead out of the folder, nor hide in it.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name.chars().all(|c| c.is_alphanumeric() || "_-.+@".contains(c))
}

/// Why a baseline could not be stored or loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// A name that could be no file's.
    #[error("`{name}` is no name for a baseline: use letters, digits and _-.+@")]
    Name {
        /// The name.
        name: String,
    },
    /// No baseline of that name is stored.
    #[error("there is no baseline `{name}`{}", Hint(names, nearest.as_deref()))]
    Missing {
        /// The name.
        name: String,
        /// Names of those there are.
        names: Vec<String>,
        /// The nearest of these.
        nearest: Option<String>,
    },
    /// The stored file cannot be used.
    #[error(transparent)]
    Read(#[from] json::ReadError),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

struct Hint<'a>(&'a [String], Option<&'a str>);

impl fmt::Display for Hint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            ([], _) | (_, None) => f.write_str(", nor any other: `--save-baseline` stores one"),
            (names, Some(nearest)) => {
                write!(f, "; did you mean `{nearest}`? There are: {}", names.join(", "))
            }
        }
    }
}

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
    for subject in &new.subjects {
        match old.subjects.iter().find(|other| other.name == subject.name) {
            Some(before) => changes.extend(compare_subject(
                before,
                subject,
                noise_threshold,
                (old.protocol.seed, new.protocol.seed),
            )),
            None => changes.extend(
                subject
                    .contestants
                    .iter()
                    .filter(|c| c.is_ranked())
                    .map(|c| one_sided(subject, c, noise_threshold, Trend::Added)),
            ),
        }
    }
    for before in &old.subjects {
        if !new.subjects.iter().any(|subject| subject.name == before.name) {
            changes.extend(
                before
                    .contestants
                    .iter()
                    .filter(|c| c.is_ranked())
                    .map(|c| one_sided(before, c, noise_threshold, Trend::Removed)),
            );
        }
    }
    Comparison { changes, notes: differences(old, new) }
}

/// A contestant that was ranked in both runs.
struct Pair<'a> {
    id: &'a ContestantId,
    old: &'a ContestantResult,
    new: &'a ContestantResult,
    /// Time now divided by time then, drift included.
    raw: f64,
}

fn compare_subject(
    before: &SubjectResult,
    after: &SubjectResult,
    threshold: f64,
    seeds: (u64, u64),
) -> Vec<Change> {
    let pairs: Vec<Pair<'_>> = after
        .contestants
        .iter()
        .filter_map(|new| {
            let old = before.contestant(&new.id)?;
            let (then, now) = (ns(old)?.median, ns(new)?.median);
            (then > 0.0 && now > 0.0).then(|| Pair { id: &new.id, old, new, raw: now / then })
        })
        .collect();
    let noise = threshold.max(before.noise.margin).max(after.noise.margin);
    let mut changes: Vec<Change> = Vec::new();
    for contestant in after.contestants.iter().filter(|c| c.is_ranked()) {
        let Some(at) = pairs.iter().position(|pair| *pair.id == contestant.id) else {
            changes.push(one_sided(after, contestant, noise, Trend::Added));
            continue;
        };
        let pair = &pairs[at];
        let raw = || change_between(ns(pair.old), ns(pair.new));
        let (change, noise, judged) = match reference(&pairs, at) {
            Reference::Itself => (raw(), noise, false),
            Reference::Nothing => (raw(), noise.max(DRIFT), true),
            Reference::Others(others) => {
                let then = normalized(pair.old, others.iter().map(|p| p.old), seeds.0);
                let now = normalized(pair.new, others.iter().map(|p| p.new), seeds.1);
                (change_between(then, now), noise, true)
            }
        };
        let verdict = match change {
            _ if !judged => Trend::Reference,
            Some(change) if change.low > 1.0 + noise => Trend::Regressed,
            Some(change) if change.high < 1.0 / (1.0 + noise) => Trend::Improved,
            _ => Trend::Unchanged,
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
    changes.extend(gone.map(|c| one_sided(before, c, noise, Trend::Removed)));
    changes
}

enum Reference<'p, 'a> {
    Others(Vec<&'p Pair<'a>>),
    Itself,
    Nothing,
}

fn reference<'p, 'a>(pairs: &'p [Pair<'a>], at: usize) -> Reference<'p, 'a> {
    let mut others: Vec<&Pair<'_>> =
        pairs.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, pair)| pair).collect();
    if others.is_empty() {
        return Reference::Nothing;
    }
    if others.len() < ENOUGH {
        let plain = |pair: &Pair<'_>| pair.id.variant().is_none() && pair.id.name() == "clone";
        if plain(&pairs[at]) {
            return Reference::Itself;
        }
        if let Some(clone) = others.iter().position(|pair| plain(pair)) {
            return Reference::Others(vec![others[clone]]);
        }
        return Reference::Others(others);
    }
    let center = median(&others.iter().map(|pair| pair.raw).collect::<Vec<_>>());
    let distance = |pair: &Pair<'_>| (pair.raw / center).ln().abs();
    others.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    others.truncate(others.len().div_ceil(2));
    Reference::Others(others)
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

/// Now divided by then, with the widest interval that the two intervals allow.
fn change_between(then: Option<Estimate>, now: Option<Estimate>) -> Option<Estimate> {
    let (then, now) = (then?, now?);
    (then.low > 0.0).then(|| Estimate {
        median: now.median / then.median,
        low: now.low / then.high,
        high: now.high / then.low,
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

#[cfg(test)]
mod tests;
