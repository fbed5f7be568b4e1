//! The answer of a subject in a sentence or two, with its uncertainty.

use super::figure;
use crate::identifier::Operation;
use crate::results::{ContestantResult, Ratio, SubjectResult, Verdict};

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

/// The fastest contestant of an operation; for copies, of those whose result can be changed
/// without changing the original, since a shared handle is no copy.
pub(super) fn fastest(subject: &SubjectResult, operation: Operation) -> Option<&ContestantResult> {
    ranked(subject, operation).min_by(|a, b| median(a).total_cmp(&median(b)))
}

/// The round trip that a headline speaks of first: the one most people use today.
pub(super) fn usual_round_trip(subject: &SubjectResult) -> Option<&ContestantResult> {
    ranked(subject, Operation::RoundTrip)
        .find(|c| c.id.name() == "serde_json" && c.id.variant().is_none())
        .or_else(|| fastest(subject, Operation::RoundTrip))
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
    contestant.time.as_ref()?.ratio.as_ref()
}

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
    if let Some(best) = fastest(subject, Operation::RoundTrip)
        && best.id != usual.id
        && let Some(ratio) = ratio_of(best)
    {
        text(parts, "; through ");
        name(parts, best);
        text(parts, ", the fastest, ");
        factor(parts, ratio);
        text(parts, " times");
    }
    text(parts, ". ");
}

fn copy(subject: &SubjectResult, parts: &mut Vec<Part>) {
    let Some(baseline) = subject.baseline(Operation::Copy) else { return };
    let Some(best) = fastest(subject, Operation::Copy) else { return };
    let others = ranked(subject, Operation::Copy).any(|c| c.id != baseline.id);
    if baseline.id.operation() != Operation::Copy || !others {
        return;
    }
    match ratio_of(best).filter(|ratio| ratio.verdict == Verdict::Faster) {
        Some(ratio) => {
            text(parts, "The fastest copy, ");
            name(parts, best);
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
    let Some(best) = fastest(subject, operation) else { return };
    if !ranked(subject, operation).any(|c| c.id != baseline.id) {
        return;
    }
    match ratio_of(best).filter(|ratio| ratio.verdict == Verdict::Faster) {
        Some(ratio) => {
            text(parts, format!("{word} is fastest with "));
            name(parts, best);
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

fn factor(parts: &mut Vec<Part>, ratio: &Ratio) {
    parts.push(Part::Figure(figure::ratio(ratio.estimate.median)));
    text(parts, format!(" ({})", figure::ratio_interval(&ratio.estimate)));
}
