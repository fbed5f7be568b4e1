//! The answer of a subject in a sentence or two, with its uncertainty.

use super::figure;
use crate::identifier::Operation;
use crate::results::{ContestantResult, Estimate, Ratio, SubjectResult, Timing, Verdict};
use crate::statistics;

/// A stretch of a headline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Prose.
    Text(String),
    /// A contestant's name.
    Name(String),
    /// A figure that carries the sentence.
    Figure(String),
}

/// What there is to say about a subject. Empty when nothing was ranked.
pub(super) fn headline(subject: &SubjectResult) -> Vec<Part> {
    let mut parts = Vec::new();
    round_trip(subject, &mut parts);
    copy(subject, &mut parts);
    wire(subject, Operation::Encode, "Writing", &mut parts);
    wire(subject, Operation::Decode, "Reading", &mut parts);
    parts
}

/// The fastest contestant of an operation, and after it those that the noise does not tell apart
/// from it; for copies, of those whose result can be changed without changing the original, since
/// a shared handle is no copy.
pub(super) fn fastest(subject: &SubjectResult, operation: Operation) -> Vec<&ContestantResult> {
    let mut members: Vec<&ContestantResult> = ranked(subject, operation).collect();
    members.sort_by(|a, b| median(a).total_cmp(&median(b)));
    if let Some(&best) = members.first() {
        members.retain(|c| c.id == best.id || ties(c, best, subject.noise.margin));
    }
    members
}

/// Whether the paired rounds do not tell a slower contestant from the fastest.
fn ties(slower: &ContestantResult, best: &ContestantResult, margin: f64) -> bool {
    let (Some(slower), Some(best)) = (&slower.time, &best.time) else { return false };
    let ratio = statistics::ratio(&slower.rounds, &best.rounds, 0);
    statistics::verdict(&ratio, margin) == Verdict::Tie
}

/// The round trip that a headline speaks of first: the one most people use today.
pub(super) fn usual_round_trip(subject: &SubjectResult) -> Option<&ContestantResult> {
    ranked(subject, Operation::RoundTrip)
        .find(|c| c.id.name() == "serde_json" && c.id.variant().is_none())
        .or_else(|| fastest(subject, Operation::RoundTrip).first().copied())
}

/// A contestant's name without its operation.
pub(super) fn label(contestant: &ContestantResult) -> String {
    match contestant.id.variant() {
        Some(variant) => format!("{}/{variant}", contestant.id.name()),
        None => contestant.id.name().to_owned(),
    }
}

/// A contestant's time against its baseline.
pub(super) fn ratio_of(contestant: &ContestantResult) -> Option<&Ratio> {
    known_ratio(contestant.time.as_ref()?)
}

/// The ratio of a timing, unless nothing is known of it: without a pair of rounds its interval
/// has no end.
pub(super) fn known_ratio(timing: &Timing) -> Option<&Ratio> {
    timing.ratio.as_ref().filter(|ratio| {
        let Estimate { median, low, high } = ratio.estimate;
        median > 0.0 && low > 0.0 && high < UNKNOWN
    })
}

/// More than any contestant is slower than another.
const UNKNOWN: f64 = 1e12;

fn ranked(
    subject: &SubjectResult,
    operation: Operation,
) -> impl Iterator<Item = &ContestantResult> {
    subject
        .contestants
        .iter()
        .filter(move |c| c.id.operation() == operation && c.is_ranked())
        .filter(move |c| operation != Operation::Copy || c.traits.independent)
}

fn median(contestant: &ContestantResult) -> f64 {
    contestant.time.as_ref().map_or(f64::INFINITY, |time| time.ns.median)
}

fn round_trip(subject: &SubjectResult, parts: &mut Vec<Part>) {
    let (Some(usual), Some(baseline)) =
        (usual_round_trip(subject), subject.baseline(Operation::RoundTrip))
    else {
        return;
    };
    if baseline.id.operation() != Operation::Copy {
        return;
    }
    let Some(ratio) = ratio_of(usual) else { return };
    text(parts, format!("For {}, a round trip through ", subject.name));
    name(parts, usual);
    text(parts, " costs ");
    factor(parts, ratio);
    text(parts, " times a ");
    name(parts, baseline);
    let best = fastest(subject, Operation::RoundTrip);
    if !best.iter().any(|c| c.id == usual.id)
        && let Some(ratio) = best.first().and_then(|best| ratio_of(best))
    {
        text(parts, "; through ");
        names(parts, &best);
        text(parts, ", the fastest, ");
        factor(parts, ratio);
        text(parts, " times");
    }
    text(parts, ". ");
}

fn copy(subject: &SubjectResult, parts: &mut Vec<Part>) {
    let Some(baseline) = subject.baseline(Operation::Copy) else { return };
    let best = fastest(subject, Operation::Copy);
    let Some(&first) = best.first() else { return };
    let others = ranked(subject, Operation::Copy).any(|c| c.id != baseline.id);
    if baseline.id.operation() != Operation::Copy || !others {
        return;
    }
    match ratio_of(first).filter(|ratio| ratio.verdict == Verdict::Faster) {
        Some(ratio) => {
            text(parts, "The fastest copy, ");
            names(parts, &best);
            text(parts, ", takes ");
            factor(parts, ratio);
            text(parts, " of its time. ");
        }
        None => {
            text(parts, "No copy is faster than ");
            name(parts, baseline);
            text(parts, ". ");
        }
    }
}

fn wire(subject: &SubjectResult, operation: Operation, word: &str, parts: &mut Vec<Part>) {
    let Some(baseline) = subject.baseline(operation) else { return };
    let best = fastest(subject, operation);
    let Some(&first) = best.first() else { return };
    if !ranked(subject, operation).any(|c| c.id != baseline.id) {
        return;
    }
    match ratio_of(first).filter(|ratio| ratio.verdict == Verdict::Faster) {
        Some(ratio) => {
            text(parts, format!("{word} is fastest with "));
            names(parts, &best);
            text(parts, ": ");
            factor(parts, ratio);
            text(parts, " of the time of ");
            name(parts, baseline);
            text(parts, ". ");
        }
        None => {
            text(parts, format!("{word}: none is faster than "));
            name(parts, baseline);
            text(parts, ". ");
        }
    }
}

fn text(parts: &mut Vec<Part>, words: impl Into<String>) {
    parts.push(Part::Text(words.into()));
}

fn name(parts: &mut Vec<Part>, contestant: &ContestantResult) {
    parts.push(Part::Name(label(contestant)));
}

/// The fastest, and those tied with it: two by name and the others as a number.
fn names(parts: &mut Vec<Part>, tied: &[&ContestantResult]) {
    let shown = tied.len().min(2);
    for (place, contestant) in tied.iter().take(shown).enumerate() {
        if place > 0 {
            text(parts, if tied.len() > shown { ", " } else { " and " });
        }
        name(parts, contestant);
    }
    if tied.len() > shown {
        text(parts, format!(" and {} more", tied.len() - shown));
    }
    if tied.len() > 1 {
        text(parts, " (a tie)");
    }
}

fn factor(parts: &mut Vec<Part>, ratio: &Ratio) {
    parts.push(Part::Figure(figure::ratio(ratio.estimate.median)));
    text(parts, format!(" ({})", figure::ratio_interval(&ratio.estimate)));
}
