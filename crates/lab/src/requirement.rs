//! Thresholds: promises about measured quantities that a run checks.
//!
//! ```text
//! [SUBJECT:] MEASURE(CONTESTANT) OPERATOR [FACTOR *] MEASURE(CONTESTANT)
//! [SUBJECT:] MEASURE(CONTESTANT) OPERATOR NUMBER
//! ```
//!
//! Operators are `<=`, `>=`, `<` and `>`; a number stands in the unit of its measure.

use std::fmt;

use serde::Serialize;

use crate::identifier::{ContestantId, IdentifierError, Operation};
use crate::nearest::nearest;
use crate::quantity;
use crate::results::{ContestantResult, Estimate, Proof, Results, SubjectResult, Timing};
use crate::statistics;

/// A quantity of a contestant that a requirement can speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nanoseconds of an operation over the corpus.
    Time,
    /// Nanoseconds of an operation on one object alone.
    TimeOne,
    /// Blocks allocated by an operation.
    Allocations,
    /// Bytes allocated by an operation.
    AllocatedBytes,
    /// Bytes written or read: the median over the corpus.
    WireBytes,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 5] =
        [Self::Time, Self::TimeOne, Self::Allocations, Self::AllocatedBytes, Self::WireBytes];

    /// The word that requirements use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::TimeOne => "time_one",
            Self::Allocations => "allocations",
            Self::AllocatedBytes => "allocated_bytes",
            Self::WireBytes => "wire_bytes",
        }
    }

    /// The unit of plain numbers beside it.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Time | Self::TimeOne => "nanoseconds",
            Self::Allocations => "blocks",
            Self::AllocatedBytes | Self::WireBytes => "bytes",
        }
    }

    fn timing(self, contestant: &ContestantResult) -> Option<&Timing> {
        match self {
            Self::Time => contestant.time.as_ref(),
            Self::TimeOne => contestant.time_one.as_ref(),
            _ => None,
        }
    }

    fn of(self, contestant: &ContestantResult) -> Option<f64> {
        match self {
            Self::Time | Self::TimeOne => self.timing(contestant).map(|timing| timing.ns.median),
            Self::Allocations => contestant.allocation.map(|counts| counts.allocations),
            Self::AllocatedBytes => contestant.allocation.map(|counts| counts.bytes),
            Self::WireBytes => contestant.wire.map(|wire| wire.median as f64),
        }
    }

    fn write(self, value: f64) -> String {
        match self {
            Self::Time | Self::TimeOne => quantity::time(value),
            Self::Allocations => quantity::count(value),
            Self::AllocatedBytes | Self::WireBytes => quantity::bytes(value),
        }
    }
}

/// How the two sides of a requirement are to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    AtMost,
    AtLeast,
    Below,
    Above,
}

impl Comparison {
    const ALL: [(Self, &str); 4] =
        [(Self::AtMost, "<="), (Self::AtLeast, ">="), (Self::Below, "<"), (Self::Above, ">")];

    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::AtMost => left <= right,
            Self::AtLeast => left >= right,
            Self::Below => left < right,
            Self::Above => left > right,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
            Self::Below => "less than",
            Self::Above => "more than",
        }
    }
}

/// A measure of a contestant: `time(copy/clone)`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    measure: Measure,
    contestant: ContestantId,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.measure.word(), self.contestant)
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Bound {
    Number(f64),
    Scaled { factor: f64, term: Term },
}

/// A promise about measured quantities.
///
/// ```
/// use apograph_lab::Requirement;
///
/// let promise = Requirement::parse("order: time(copy/clone) <= 0.9 * time(roundtrip/serde_json)")?;
/// assert_eq!(promise.subject(), Some("order"));
///
/// let fault = Requirement::parse("tme(copy/clone) <= 5").unwrap_err();
/// assert_eq!(fault.to_string(), "column 1: there is no measure `tme`; did you mean `time`?");
/// # Ok::<(), apograph_lab::RequirementError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    text: String,
    subject: Option<String>,
    left: Term,
    comparison: Comparison,
    right: Bound,
}

/// What became of a requirement on one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The subject; empty when the requirement applies to none.
    pub subject: String,
    /// The requirement as it was given.
    pub requirement: String,
    /// The left side's quantity in its unit, if it was measured.
    pub left: Option<f64>,
    /// The right side's quantity without its factor, or the number that stands there.
    pub right: Option<f64>,
    /// Left divided by right with its interval, for two times.
    pub ratio: Option<Estimate>,
    /// What the ratio is held against: the factor; for a plain number, that number.
    pub bound: f64,
    /// Whether the requirement holds.
    pub holds: bool,
    /// All of this in a sentence.
    pub verdict: String,
}

impl Requirement {
    /// Reads a requirement.
    ///
    /// # Errors
    ///
    /// Says at which column it is wrong and what stands nearest to it.
    pub fn parse(text: &str) -> Result<Self, RequirementError> {
        let (subject, start) = match text.split_once(':') {
            Some((subject, _)) if !subject.contains('(') => {
                let name = subject.trim();
                if name.is_empty() {
                    return Err(RequirementError::Expected {
                        column: 1,
                        expected: "a subject before `:`",
                    });
                }
                (Some(name.to_owned()), subject.len() + 1)
            }
            _ => (None, 0),
        };
        let mut scanner = Scanner { text, at: start };
        let left = scanner.term()?;
        let comparison = scanner.comparison()?;
        let right = scanner.bound(&left)?;
        scanner.end()?;
        Ok(Self { text: text.trim().to_owned(), subject, left, comparison, right })
    }

    /// The subject it is restricted to, if any.
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// The contestants it speaks of.
    pub fn contestants(&self) -> impl Iterator<Item = &ContestantId> {
        self.terms().map(|term| &term.contestant)
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        let right = match &self.right {
            Bound::Number(_) => None,
            Bound::Scaled { term, .. } => Some(term),
        };
        std::iter::once(&self.left).chain(right)
    }

    /// Checks, before anything is measured, that a run over these subjects and their contestants
    /// can answer it.
    ///
    /// # Errors
    ///
    /// When its subject or a contestant is not there, with the nearest name that is; and when no
    /// subject has both sides.
    pub fn check<'a, C>(
        &self,
        available: impl IntoIterator<Item = (&'a str, C)>,
    ) -> Result<(), RequirementError>
    where
        C: IntoIterator<Item = &'a ContestantId>,
    {
        let mut subjects: Vec<(&str, Vec<&ContestantId>)> = available
            .into_iter()
            .map(|(name, contestants)| (name, contestants.into_iter().collect()))
            .collect();
        if let Some(wanted) = self.subject() {
            if !subjects.iter().any(|(name, _)| *name == wanted) {
                let names = subjects.iter().map(|(name, _)| *name);
                return Err(RequirementError::Subject {
                    found: wanted.to_owned(),
                    nearest: nearest(wanted, names).map(str::to_owned),
                });
            }
            subjects.retain(|(name, _)| *name == wanted);
        }
        for wanted in self.contestants() {
            if subjects.iter().any(|(_, contestants)| contestants.contains(&wanted)) {
                continue;
            }
            let all = subjects.iter().flat_map(|(_, contestants)| contestants);
            let names: Vec<String> = all.map(ToString::to_string).collect();
            let found = wanted.to_string();
            let nearest = nearest(&found, names.iter().map(String::as_str));
            return Err(RequirementError::Contestant {
                nearest: nearest.map(str::to_owned),
                found,
            });
        }
        let answerable = subjects
            .iter()
            .any(|(_, contestants)| self.contestants().all(|wanted| contestants.contains(&wanted)));
        if answerable { Ok(()) } else { Err(RequirementError::Apart) }
    }

    /// Holds it against results: one outcome for each subject it applies to, which is the one it
    /// names, or each that has both sides. A requirement that applies to none fails, as does one
    /// whose contestants failed their proof or were not measured.
    pub fn evaluate(&self, results: &Results) -> Vec<Outcome> {
        let applies = |subject: &&SubjectResult| match self.subject() {
            Some(wanted) => subject.name == wanted,
            None => self.contestants().all(|id| subject.contestant(id).is_some()),
        };
        let outcomes: Vec<Outcome> = results
            .subjects
            .iter()
            .filter(applies)
            .map(|subject| self.evaluate_on(subject, results.protocol.seed))
            .collect();
        if !outcomes.is_empty() {
            return outcomes;
        }
        let reason = match self.subject() {
            Some(_) => "the subject was not measured",
            None => "no subject has the contestants it speaks of",
        };
        vec![self.failed(self.subject().unwrap_or_default(), None, None, reason)]
    }

    fn evaluate_on(&self, subject: &SubjectResult, seed: u64) -> Outcome {
        let left = match measured(&self.left, subject) {
            Ok(left) => left,
            Err(reason) => return self.failed(&subject.name, None, None, &reason),
        };
        let left_value = left.value;
        let (right_value, factor, right) = match &self.right {
            Bound::Number(number) => (*number, 1.0, None),
            Bound::Scaled { factor, term } => match measured(term, subject) {
                Ok(right) => (right.value, *factor, Some((term, right))),
                Err(reason) => {
                    return self.failed(&subject.name, Some(left_value), None, &reason);
                }
            },
        };
        // Two times of the same pass were measured in pairs; everything else is one figure each.
        let ratio = right.as_ref().and_then(|(term, right)| {
            let paired = term.measure == self.left.measure;
            let (a, b) = (left.timing.filter(|_| paired)?, right.timing?);
            Some(statistics::ratio(&a.rounds, &b.rounds, seed))
        });
        let (value, interval, bound) = match (ratio, &right) {
            (Some(ratio), _) => (ratio.median, Some(ratio), factor),
            (None, Some(_)) => (left_value, None, factor * right_value),
            (None, None) => (left_value, left.timing.map(|timing| timing.ns), right_value),
        };
        let holds = self.comparison.holds(value, bound);
        let outcome = Outcome {
            subject: subject.name.clone(),
            requirement: self.text.clone(),
            left: Some(left_value),
            right: Some(right_value),
            ratio,
            bound: if right.is_some() { factor } else { right_value },
            holds,
            verdict: String::new(),
        };
        let verdict = self.sentence(&outcome, (value, bound), interval);
        Outcome { verdict, ..outcome }
    }

    fn sentence(
        &self,
        outcome: &Outcome,
        (value, bound): (f64, f64),
        interval: Option<Estimate>,
    ) -> String {
        let measure = self.left.measure;
        let found = match (&self.right, outcome.ratio) {
            (Bound::Scaled { term, .. }, Some(ratio)) => format!(
                "{} is {} times {term} (95 % interval {})",
                self.left,
                quantity::number(ratio.median),
                quantity::interval(&ratio),
            ),
            (Bound::Scaled { term, .. }, None) => format!(
                "{} is {}, {term} is {}",
                self.left,
                measure.write(value),
                term.measure.write(outcome.right.unwrap_or_default()),
            ),
            (Bound::Number(_), _) => match interval {
                Some(ns) => format!(
                    "{} is {} (95 % interval {})",
                    self.left,
                    measure.write(value),
                    quantity::time_interval(&ns),
                ),
                None => format!("{} is {}", self.left, measure.write(value)),
            },
        };
        let bound_words = match (&self.right, outcome.ratio) {
            (Bound::Scaled { factor, .. }, Some(_)) => format!("{factor} times"),
            _ => measure.write(bound),
        };
        let distance = if bound == 0.0 {
            measure.write((value - bound).abs())
        } else {
            quantity::percent((value / bound - 1.0).abs())
        };
        let noisy = interval.is_some_and(|i| i.low <= bound && bound <= i.high);
        let verdict = match (outcome.holds, noisy) {
            (true, false) if value == bound => "holds exactly".to_owned(),
            (true, false) => format!("holds with {distance} to spare"),
            (true, true) => format!("holds by {distance}, but within the noise"),
            (false, true) => format!("fails by {distance}, within the noise"),
            (false, false) => format!("fails by {distance}"),
        };
        format!(
            "{}: {found}; {} {bound_words} is required: {verdict}",
            outcome.subject,
            self.comparison.words(),
        )
    }

    fn failed(
        &self,
        subject: &str,
        left: Option<f64>,
        right: Option<f64>,
        reason: &str,
    ) -> Outcome {
        let bound = match &self.right {
            Bound::Number(number) => *number,
            Bound::Scaled { factor, .. } => *factor,
        };
        let place = if subject.is_empty() { self.text.as_str() } else { subject };
        Outcome {
            subject: subject.to_owned(),
            requirement: self.text.clone(),
            left,
            right,
            ratio: None,
            bound,
            holds: false,
            verdict: format!("{place}: fails, because {reason}"),
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

struct Measured<'a> {
    value: f64,
    timing: Option<&'a Timing>,
}

fn measured<'a>(term: &Term, subject: &'a SubjectResult) -> Result<Measured<'a>, String> {
    let id = &term.contestant;
    let contestant =
        subject.contestant(id).ok_or_else(|| format!("{id} is not among the contestants"))?;
    match &contestant.proof {
        Proof::Passed { .. } => {}
        Proof::Failed { path, difference, .. } if path.is_empty() => {
            return Err(format!("{id} failed its proof: {difference}"));
        }
        Proof::Failed { path, difference, .. } => {
            return Err(format!("{id} failed its proof at {path}: {difference}"));
        }
        Proof::Unsupported { reason } => return Err(format!("{id} is unsupported: {reason}")),
    }
    let value = term
        .measure
        .of(contestant)
        .ok_or_else(|| format!("{} of {id} was not measured", term.measure.word()))?;
    Ok(Measured { value, timing: term.measure.timing(contestant) })
}

/// Reads a requirement from left to right.
struct Scanner<'a> {
    text: &'a str,
    /// Bytes read so far; always at a character's beginning.
    at: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// Characters before the next thing, plus one.
    fn column(&mut self) -> usize {
        self.rest();
        self.text[..self.at].chars().count() + 1
    }

    /// The stretch of characters for which `belongs` holds.
    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn expect(&mut self, character: char, expected: &'static str) -> Result<(), RequirementError> {
        if self.rest().starts_with(character) {
            self.at += character.len_utf8();
            return Ok(());
        }
        Err(RequirementError::Expected { column: self.column(), expected })
    }

    fn term(&mut self) -> Result<Term, RequirementError> {
        let column = self.column();
        let word = self.take(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if word.is_empty() {
            let expected = "a measure such as `time(copy/clone)`";
            return Err(RequirementError::Expected { column, expected });
        }
        let measure = Measure::ALL.into_iter().find(|measure| measure.word() == word);
        let measure = measure.ok_or_else(|| RequirementError::Measure {
            column,
            found: word.to_owned(),
            nearest: nearest(word, Measure::ALL.map(Measure::word)).unwrap_or_default(),
        })?;
        self.expect('(', "`(` after the measure")?;
        let column = self.column();
        let id = self.take(|c| !c.is_whitespace() && c != ')' && c != '(');
        let contestant = id.parse().map_err(|source| RequirementError::Identifier {
            column,
            nearest: repaired(id),
            found: id.to_owned(),
            source,
        })?;
        self.expect(')', "`)` after the contestant")?;
        Ok(Term { measure, contestant })
    }

    fn comparison(&mut self) -> Result<Comparison, RequirementError> {
        let column = self.column();
        let found =
            self.take(|c| !c.is_alphanumeric() && !c.is_whitespace() && !"._-(".contains(c));
        if let Some((comparison, _)) = Comparison::ALL.into_iter().find(|(_, sign)| *sign == found)
        {
            return Ok(comparison);
        }
        if found.is_empty() {
            let expected = "an operator: `<=`, `>=`, `<` or `>`";
            return Err(RequirementError::Expected { column, expected });
        }
        let nearest = match found {
            "≤" => "<=",
            "≥" => ">=",
            _ => nearest(found, Comparison::ALL.map(|(_, sign)| sign)).unwrap_or_default(),
        };
        Err(RequirementError::Operator { column, found: found.to_owned(), nearest })
    }

    fn bound(&mut self, left: &Term) -> Result<Bound, RequirementError> {
        let column = self.column();
        let starts_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-' || c == '+';
        if !self.rest().starts_with(starts_number) {
            if self.rest().is_empty() {
                let expected = "a number, or a measure such as `time(copy/clone)`";
                return Err(RequirementError::Expected { column, expected });
            }
            return self.scaled(1.0, left);
        }
        let digits = self.take(|c| c.is_alphanumeric() || "._+-".contains(c));
        let number = digits.replace('_', "").parse::<f64>().ok().filter(|n| n.is_finite());
        let number = number
            .filter(|number| *number >= 0.0)
            .ok_or_else(|| RequirementError::Number { column, found: digits.to_owned() })?;
        if self.rest().is_empty() {
            return Ok(Bound::Number(number));
        }
        self.expect('*', "`*` between a factor and a measure, or nothing after a number")?;
        self.scaled(number, left)
    }

    fn scaled(&mut self, factor: f64, left: &Term) -> Result<Bound, RequirementError> {
        let column = self.column();
        let term = self.term()?;
        if term.measure.unit() != left.measure.unit() {
            return Err(RequirementError::Units {
                column,
                left: left.measure.unit(),
                right: term.measure.unit(),
            });
        }
        Ok(Bound::Scaled { factor, term })
    }

    fn end(&mut self) -> Result<(), RequirementError> {
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(RequirementError::Expected { column: self.column(), expected: "nothing more" })
    }
}

/// A text that is no identifier, with the nearest operation in front.
fn repaired(id: &str) -> String {
    let (operation, rest) = id.split_once('/').unwrap_or((id, "NAME"));
    let operation = nearest(operation, Operation::ALL.map(Operation::word)).unwrap_or_default();
    let repaired = format!("{operation}/{rest}");
    if repaired.parse::<ContestantId>().is_ok() { repaired } else { format!("{operation}/NAME") }
}

/// Why a text is no requirement, or one that no run can answer. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequirementError {
    /// Something is missing.
    #[error("column {column}: expected {expected}")]
    Expected {
        /// Where.
        column: usize,
        /// What.
        expected: &'static str,
    },
    /// A word stands where a measure should.
    #[error("column {column}: there is no measure `{found}`; did you mean `{nearest}`?")]
    Measure {
        /// Where.
        column: usize,
        /// The word.
        found: String,
        /// The nearest measure.
        nearest: &'static str,
    },
    /// Something stands where an operator should.
    #[error("column {column}: there is no operator `{found}`; did you mean `{nearest}`?")]
    Operator {
        /// Where.
        column: usize,
        /// What stands there.
        found: String,
        /// The nearest operator.
        nearest: &'static str,
    },
    /// What stands in parentheses is no identifier.
    #[error("column {column}: `{found}` names no contestant: {source}; did you mean `{nearest}`?")]
    Identifier {
        /// Where.
        column: usize,
        /// What stands there.
        found: String,
        /// The nearest identifier.
        nearest: String,
        /// What is wrong with it.
        source: IdentifierError,
    },
    /// A number that cannot be a bound.
    #[error("column {column}: `{found}` is no number of 0 or more, such as `0.9`")]
    Number {
        /// Where.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// The sides have different units.
    #[error("column {column}: {left} on the left cannot be held against {right}")]
    Units {
        /// Where the right side begins.
        column: usize,
        /// Unit of the left side.
        left: &'static str,
        /// Unit of the right side.
        right: &'static str,
    },
    /// There is no such subject.
    #[error("there is no subject `{found}`{}", suggestion(.nearest.as_deref()))]
    Subject {
        /// Its name.
        found: String,
        /// The nearest subject; none if there is no subject.
        nearest: Option<String>,
    },
    /// There is no such contestant.
    #[error("there is no contestant `{found}`{}", suggestion(.nearest.as_deref()))]
    Contestant {
        /// Its identifier.
        found: String,
        /// The nearest identifier; none if there is no contestant.
        nearest: Option<String>,
    },
    /// Each side is there, but not on the same subject.
    #[error("no subject has both contestants of the requirement")]
    Apart,
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |nearest| format!("; did you mean `{nearest}`?"))
}

#[cfg(test)]
mod tests;
