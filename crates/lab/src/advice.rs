//! Which contestant to take: from measured costs, a call rate and the constraints of a service.
//!
//! Below half a percent of a core there is nothing to win, and the answer is the simplest way:
//! `copy/clone` for copies, `roundtrip/serde_json` for sending. Above it, the answer is the
//! fastest contestant that meets the constraints; among those that the measurement cannot tell
//! from the fastest, the one with the least allocation, then the smallest wire size, then the
//! fewest constraints of its own.

use std::fmt;

use serde::Serialize;

use crate::identifier::{ContestantId, Operation};
use crate::nearest::nearest;
use crate::quantity;
use crate::results::{ContestantResult, Results, SubjectResult, Timing, Verdict, WireKind};
use crate::statistics;

/// The part of a core below which a difference is not worth a constraint.
pub const WORTH: f64 = 0.005;

/// The part of a core above which an operation is hot.
const HOT: f64 = 0.05;

/// Allocations and sizes that differ by less are equal for breaking a tie.
const ALIKE: f64 = 0.01;

/// What a service needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Operations per second, of all threads together.
    pub rate_per_second: f64,
    /// Whether writer and reader always have the same fields.
    pub structure: Structure,
    /// Crates that are there already, so that they cost no new dependency.
    pub has: Vec<String>,
    /// Whether the bytes must be text that a person can read.
    pub readable_wire: bool,
    /// Whether a write to the copy must leave the original as it was.
    pub independent: bool,
    /// The subject to answer for; every one without.
    pub subject: Option<String>,
    /// Which times to go by.
    pub objects: Objects,
    /// What the objects are for.
    pub task: Task,
}

impl Question {
    /// A question with a call rate and no constraint but an independent copy.
    pub fn new(rate_per_second: f64) -> Self {
        Self {
            rate_per_second,
            structure: Structure::Stable,
            has: Vec::new(),
            readable_wire: false,
            independent: true,
            subject: None,
            objects: Objects::Corpus,
            task: Task::Copy,
        }
    }
}

/// Whether the fields of the objects are the same for writer and reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// They are.
    Stable,
    /// One of the two may know fields that the other does not.
    Changing,
}

/// Which of a contestant's times counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objects {
    /// Many distinct objects, as a service meets them.
    Corpus,
    /// One object again and again, which flatters.
    One,
}

/// What is to be done with the objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A second object in the same process.
    Copy,
    /// Bytes for another process, and an object from them again.
    Send,
}

/// Reads a call rate: `5000/s`, `2k/s`, `300/min`, `1M/h`.
///
/// ```
/// use apograph_lab::advice::parse_rate;
///
/// assert_eq!(parse_rate("2k/s"), Ok(2_000.0));
/// assert_eq!(parse_rate("300 / min"), Ok(5.0));
/// ```
///
/// # Errors
///
/// When the text is no number with a unit of time.
pub fn parse_rate(text: &str) -> Result<f64, RateError> {
    let (amount, unit) = text.split_once('/').ok_or(RateError::Form)?;
    let amount = amount.trim();
    let (digits, factor) = match amount.char_indices().last() {
        Some((at, 'k' | 'K')) => (&amount[..at], 1e3),
        Some((at, 'M')) => (&amount[..at], 1e6),
        Some((at, 'G')) => (&amount[..at], 1e9),
        _ => (amount, 1.0),
    };
    let number: f64 = digits.trim().replace('_', "").parse().map_err(|_| RateError::Form)?;
    if !(number.is_finite() && number > 0.0) {
        return Err(RateError::Form);
    }
    let unit = unit.trim();
    let seconds = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, seconds)| *seconds);
    let seconds = seconds.ok_or_else(|| RateError::Unit {
        found: unit.to_owned(),
        nearest: nearest(unit, UNITS.iter().map(|(name, _)| *name)).map_or("s", |unit| unit),
    })?;
    Ok(number * factor / seconds)
}

const UNITS: [(&str, f64); 10] = [
    ("s", 1.0),
    ("sec", 1.0),
    ("second", 1.0),
    ("min", 60.0),
    ("minute", 60.0),
    ("h", 3_600.0),
    ("hour", 3_600.0),
    ("d", 86_400.0),
    ("day", 86_400.0),
    ("ms", 0.001),
];

/// Why a text is no call rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// It is no number with a unit of time.
    #[error("a call rate is a number above 0 and a unit of time, such as 5000/s, 2k/s or 300/min")]
    Form,
    /// The unit of time is unknown.
    #[error("there is no unit of time `{found}`; did you mean `{nearest}`?")]
    Unit {
        /// What stands there.
        found: String,
        /// The nearest unit.
        nearest: &'static str,
    },
}

/// The answer for one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The subject.
    pub subject: String,
    /// The contestant to take with the reasons; or a sentence on why there is none.
    pub answer: Answer,
}

/// What to take.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// This one.
    Take(Box<Recommendation>),
    /// No contestant meets the constraints.
    Nothing {
        /// Why.
        reason: String,
    },
}

/// A contestant to take, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recommendation {
    /// The contestant.
    pub choice: ContestantId,
    /// How much the operation matters at this call rate.
    pub class: Class,
    /// The call rate asked about.
    pub rate_per_second: f64,
    /// What everything is compared with: the simplest way.
    pub baseline: ContestantId,
    /// Cost of the baseline.
    pub now: Load,
    /// Cost of the choice.
    pub with_choice: Load,
    /// Whether the baseline meets the constraints itself.
    pub baseline_is_eligible: bool,
    /// Contestants that the measurement does not tell from the fastest, the choice not among
    /// them.
    pub ties: Vec<ContestantId>,
    /// What decided between the choice and the ties.
    pub decided_by: Option<TieBreak>,
    /// Call rate at which the choice saves half a percent of a core against the baseline; where
    /// the baseline is the choice, that at which the fastest would. None if never.
    pub break_even: Option<f64>,
    /// What comes with the choice, in sentences.
    pub constraints: Vec<String>,
    /// What would change the answer.
    pub flips: Vec<Flip>,
}

/// How much an operation matters at a call rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// It takes more than 5 % of a core.
    Hot,
    /// It takes 0.5 to 5 % of a core.
    Warm,
    /// It takes less than 0.5 % of a core: nothing to win.
    Cold,
}

impl Class {
    fn of(cores: f64) -> Self {
        match cores {
            cores if cores > HOT => Self::Hot,
            cores if cores >= WORTH => Self::Warm,
            _ => Self::Cold,
        }
    }

    /// The word that reports use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hot => "hot",
            Self::Warm => "warm",
            Self::Cold => "cold",
        }
    }
}

/// What a contestant costs at a call rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Load {
    /// Cores busy with it.
    pub cores: f64,
    /// Bytes it allocates per second, if they were counted.
    pub bytes_per_second: Option<f64>,
}

/// What decided among contestants that are equally fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TieBreak {
    /// It allocates less.
    Allocation,
    /// Its bytes are fewer.
    WireSize,
    /// It asks for less.
    Constraints,
    /// Nothing: it has the smaller median, within the noise.
    Time,
}

impl TieBreak {
    const fn words(self) -> &'static str {
        match self {
            Self::Allocation => "it allocates the least",
            Self::WireSize => "it writes the fewest bytes",
            Self::Constraints => "it asks for the least",
            Self::Time => "nothing else separates them",
        }
    }
}

/// A change of the question that changes the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Flip {
    /// What would have to be otherwise, beginning with a small letter.
    pub condition: String,
    /// What to take then.
    pub choice: ContestantId,
}

/// Answers a question for each subject it asks about.
pub fn advise(results: &Results, question: &Question) -> Vec<Advice> {
    let wanted = |subject: &&SubjectResult| {
        question.subject.as_ref().is_none_or(|name| *name == subject.name)
    };
    let seed = results.protocol.seed;
    results
        .subjects
        .iter()
        .filter(wanted)
        .map(|subject| Advice {
            subject: subject.name.clone(),
            answer: answer(&Field { subject, seed }, question),
        })
        .collect()
}

/// The contestants of a subject, with what is needed to compare them.
struct Field<'a> {
    subject: &'a SubjectResult,
    seed: u64,
}

/// What a question comes to on a subject.
struct Decision<'a> {
    choice: &'a ContestantResult,
    baseline: &'a ContestantResult,
    baseline_is_eligible: bool,
    /// The best one if speed mattered.
    best: &'a ContestantResult,
    ties: Vec<&'a ContestantResult>,
    decided_by: Option<TieBreak>,
}

fn answer(field: &Field<'_>, question: &Question) -> Answer {
    let Some(decision) = field.decide(question) else {
        return Answer::Nothing { reason: field.why_nothing(question) };
    };
    let rate = question.rate_per_second;
    let load = |contestant: &ContestantResult| Load {
        cores: cores(rate, contestant, question),
        bytes_per_second: contestant.allocation.map(|counts| counts.bytes * rate),
    };
    let (now, with_choice) = (load(decision.baseline), load(decision.choice));
    let id = |contestant: &&ContestantResult| contestant.id.clone();
    Answer::Take(Box::new(Recommendation {
        choice: decision.choice.id.clone(),
        class: Class::of(if decision.baseline_is_eligible { now.cores } else { with_choice.cores }),
        rate_per_second: rate,
        baseline: decision.baseline.id.clone(),
        now,
        with_choice,
        baseline_is_eligible: decision.baseline_is_eligible,
        ties: decision.ties.iter().map(id).collect(),
        decided_by: decision.decided_by,
        break_even: break_even(decision.baseline, decision.best, question),
        constraints: constraints(decision.choice, question),
        flips: flips(field, question, &decision),
    }))
}

impl<'a> Field<'a> {
    fn decide(&self, question: &Question) -> Option<Decision<'a>> {
        let baseline = self.baseline(question)?;
        let eligible: Vec<&ContestantResult> =
            self.candidates(question).filter(|c| meets(c, question)).collect();
        let fastest =
            eligible.iter().copied().min_by(|a, b| ns(a, question).total_cmp(&ns(b, question)))?;
        let tied: Vec<&ContestantResult> = eligible
            .iter()
            .copied()
            .filter(|other| self.is_tied(other, fastest, question))
            .collect();
        let (best, decided_by) = break_tie(&tied, question);
        let best = best.unwrap_or(fastest);
        let baseline_is_eligible = eligible.iter().any(|c| c.id == baseline.id);
        let rate = question.rate_per_second;
        let simplest =
            if baseline_is_eligible { Some(baseline) } else { simplest(&eligible, question) };
        let simplest = simplest.unwrap_or(best);
        let saved = cores(rate, simplest, question) - cores(rate, best, question);
        let choice = if saved < WORTH { simplest } else { best };
        let is_tied = tied.iter().any(|c| c.id == choice.id);
        Some(Decision {
            choice,
            baseline,
            baseline_is_eligible,
            best,
            ties: if is_tied {
                tied.into_iter().filter(|c| c.id != choice.id).collect()
            } else {
                Vec::new()
            },
            decided_by: if choice.id == best.id { decided_by } else { None },
        })
    }

    /// The simplest way of the task, whether or not it meets the constraints.
    fn baseline(&self, question: &Question) -> Option<&'a ContestantResult> {
        let (operation, name) = match question.task {
            Task::Copy => (Operation::Copy, "clone"),
            Task::Send => (Operation::RoundTrip, "serde_json"),
        };
        let plain = |c: &&ContestantResult| {
            c.id.operation() == operation && c.id.name() == name && c.id.variant().is_none()
        };
        let first = || self.candidates(question).next();
        self.candidates(question).find(plain).or_else(first)
    }

    /// The contestants that do the task and were measured.
    fn candidates(&self, question: &Question) -> impl Iterator<Item = &'a ContestantResult> {
        let (task, objects) = (question.task, question.objects);
        self.subject.contestants.iter().filter(move |contestant| {
            let does = match (task, contestant.id.operation()) {
                (Task::Copy, Operation::Copy | Operation::RoundTrip) => true,
                (Task::Send, Operation::RoundTrip) => contestant.traits.wire != WireKind::None,
                _ => false,
            };
            does && contestant.is_ranked() && timing(contestant, objects).is_some()
        })
    }

    fn is_tied(
        &self,
        other: &ContestantResult,
        fastest: &ContestantResult,
        question: &Question,
    ) -> bool {
        if other.id == fastest.id {
            return true;
        }
        let objects = question.objects;
        let (Some(a), Some(b)) = (timing(other, objects), timing(fastest, objects)) else {
            return false;
        };
        let ratio = statistics::ratio(&a.rounds, &b.rounds, self.seed);
        statistics::verdict(&ratio, self.subject.noise.margin) != Verdict::Slower
    }

    fn why_nothing(&self, question: &Question) -> String {
        let task = match question.task {
            Task::Copy => "copies these objects",
            Task::Send => "sends these objects as bytes and reads them back",
        };
        if self.candidates(question).next().is_none() {
            return format!("no contestant that {task} passed its proof and was timed");
        }
        let mut needs = Vec::new();
        if question.readable_wire && question.task == Task::Send {
            needs.push("a wire that a person can read");
        }
        if question.structure == Structure::Changing && question.task == Task::Send {
            needs.push("writer and reader with different fields");
        }
        if question.independent {
            needs.push("an independent result");
        }
        format!("no contestant that {task} allows for {}", needs.join(" and "))
    }
}

/// Whether a contestant keeps to the constraints of the question.
fn meets(contestant: &ContestantResult, question: &Question) -> bool {
    let traits = &contestant.traits;
    let sends = question.task == Task::Send;
    let readable = !sends || !question.readable_wire || traits.wire == WireKind::Text;
    // A copy is made and used by one program, which knows its own fields.
    let evolves = !sends || question.structure == Structure::Stable || traits.evolves;
    let independent = !question.independent || traits.independent;
    readable && evolves && independent
}

/// The best of some equally fast contestants and what decided.
fn break_tie<'a>(
    tied: &[&'a ContestantResult],
    question: &Question,
) -> (Option<&'a ContestantResult>, Option<TieBreak>) {
    let weight = |c: &ContestantResult, criterion| match criterion {
        TieBreak::Allocation => c.allocation.map_or(f64::MAX, |counts| counts.bytes),
        TieBreak::WireSize => c.wire.map_or(0.0, |wire| wire.median as f64),
        TieBreak::Constraints => constraints(c, question).len() as f64,
        TieBreak::Time => ns(c, question),
    };
    let mut left = tied.to_vec();
    let mut decided_by = None;
    for criterion in [TieBreak::Allocation, TieBreak::WireSize, TieBreak::Constraints] {
        let weights = left.iter().map(|c| weight(c, criterion));
        let Some(least) = weights.min_by(f64::total_cmp) else { break };
        let before = left.len();
        left.retain(|c| weight(c, criterion) <= least * (1.0 + ALIKE));
        if left.len() < before {
            decided_by = Some(criterion);
        }
    }
    if left.len() > 1 {
        decided_by = Some(TieBreak::Time);
    }
    let best = left
        .into_iter()
        .min_by(|a, b| weight(a, TieBreak::Time).total_cmp(&weight(b, TieBreak::Time)));
    (best, decided_by)
}

/// The one with the fewest constraints; of several, the fastest.
fn simplest<'a>(
    eligible: &[&'a ContestantResult],
    question: &Question,
) -> Option<&'a ContestantResult> {
    eligible.iter().copied().min_by(|a, b| {
        let count = |c| constraints(c, question).len();
        count(a).cmp(&count(b)).then(ns(a, question).total_cmp(&ns(b, question)))
    })
}

/// What comes with a contestant, in sentences.
fn constraints(contestant: &ContestantResult, question: &Question) -> Vec<String> {
    let traits = &contestant.traits;
    let mut sentences = Vec::new();
    if let Some(dependency) = &traits.dependency
        && !question.has.contains(dependency)
    {
        sentences.push(format!("It adds a dependency on {dependency}."));
    }
    if !traits.independent {
        sentences.push("Its result shares with the original.".to_owned());
    }
    if !traits.asks.is_empty() {
        sentences.push(format!("It asks for {}.", traits.asks));
    }
    // Contestants that lose nothing may say so in words.
    if !traits.loses.is_empty() && !traits.loses.starts_with("nothing") {
        sentences.push(format!("It loses {}.", traits.loses));
    }
    if question.task == Task::Send {
        if !traits.evolves {
            sentences.push("Both sides must have the same fields.".to_owned());
        }
        if traits.wire == WireKind::Binary {
            sentences.push("Only a program can read its bytes.".to_owned());
        }
    }
    sentences
}

/// Changes of the question, each by itself, after which the answer is another.
fn flips(field: &Field<'_>, question: &Question, decision: &Decision<'_>) -> Vec<Flip> {
    let mut flips = Vec::new();
    let even = break_even(decision.baseline, decision.best, question);
    if let Some(even) = even
        && decision.baseline_is_eligible
        && decision.baseline.id != decision.best.id
    {
        let above = question.rate_per_second < even;
        let (word, choice) =
            if above { ("above", decision.best) } else { ("below", decision.baseline) };
        if choice.id != decision.choice.id {
            flips.push(Flip {
                condition: format!("{word} {}", quantity::rate(even)),
                choice: choice.id.clone(),
            });
        }
    }
    for (condition, changed) in variations(question) {
        let Some(other) = field.decide(&changed) else { continue };
        if other.choice.id != decision.choice.id {
            flips.push(Flip { condition: condition.to_owned(), choice: other.choice.id.clone() });
        }
    }
    flips
}

/// The question with one thing changed at a time.
fn variations(question: &Question) -> Vec<(&'static str, Question)> {
    let mut variations = Vec::new();
    let mut vary = |condition, change: &dyn Fn(&mut Question)| {
        let mut changed = question.clone();
        change(&mut changed);
        variations.push((condition, changed));
    };
    match question.objects {
        Objects::Corpus => {
            vary("if it were always the same object", &|q| q.objects = Objects::One);
        }
        Objects::One => {
            vary("if the objects were many and distinct", &|q| q.objects = Objects::Corpus);
        }
    }
    if question.independent {
        vary("if the result may share with the original", &|q| q.independent = false);
    } else {
        vary("if the result must be independent", &|q| q.independent = true);
    }
    if question.task == Task::Send {
        if question.readable_wire {
            vary("if the bytes need not be readable", &|q| q.readable_wire = false);
        } else {
            vary("if a person must be able to read the bytes", &|q| q.readable_wire = true);
        }
        match question.structure {
            Structure::Stable => vary("if writer and reader may differ in their fields", &|q| {
                q.structure = Structure::Changing;
            }),
            Structure::Changing => vary("if both sides always have the same fields", &|q| {
                q.structure = Structure::Stable;
            }),
        }
    }
    variations
}

/// Calls per second at which `best` saves [`WORTH`] cores against `baseline`.
fn break_even(
    baseline: &ContestantResult,
    best: &ContestantResult,
    question: &Question,
) -> Option<f64> {
    let saved = ns(baseline, question) - ns(best, question);
    (saved > 0.0).then(|| WORTH * 1e9 / saved)
}

fn cores(rate: f64, contestant: &ContestantResult, question: &Question) -> f64 {
    rate * ns(contestant, question) * 1e-9
}

fn ns(contestant: &ContestantResult, question: &Question) -> f64 {
    timing(contestant, question.objects).map_or(f64::MAX, |timing| timing.ns.median)
}

fn timing(contestant: &ContestantResult, objects: Objects) -> Option<&Timing> {
    match objects {
        Objects::Corpus => contestant.time.as_ref(),
        Objects::One => contestant.time_one.as_ref(),
    }
}

impl Recommendation {
    /// Cores and bytes per second that the choice saves against the baseline; negative where it
    /// costs more.
    pub fn saved(&self) -> Load {
        let bytes = self.now.bytes_per_second.zip(self.with_choice.bytes_per_second);
        Load {
            cores: self.now.cores - self.with_choice.cores,
            bytes_per_second: bytes.map(|(now, then)| now - then),
        }
    }

    fn sentences(&self) -> Vec<String> {
        let rate = quantity::rate(self.rate_per_second);
        let (choice, baseline) = (&self.choice, &self.baseline);
        let mut lines = Vec::new();
        if self.choice == self.baseline {
            lines.push(match self.class {
                Class::Cold => format!(
                    "{}: at {rate} it takes {}. That is cold: stay with the simplest.",
                    choice,
                    used(&self.now),
                ),
                _ => format!(
                    "{choice}: at {rate} it takes {}, and nothing that meets the constraints \
                     saves half a percent of a core.",
                    used(&self.now),
                ),
            });
        } else if self.baseline_is_eligible {
            lines.push(format!(
                "{choice}: at {rate} it takes {} where {baseline} takes {}; {}. This is {}.",
                used(&self.with_choice),
                used(&self.now),
                self.saving(),
                self.class.word(),
            ));
        } else {
            lines.push(format!(
                "{choice}: at {rate} it takes {}. {baseline} would take {}, but does not meet the \
                 constraints.",
                used(&self.with_choice),
                used(&self.now),
            ));
        }
        if !self.ties.is_empty() {
            let others = list(&self.ties);
            let reason = self.decided_by.map_or("", TieBreak::words);
            lines.push(if reason.is_empty() {
                format!("As fast, within the noise: {others}.")
            } else {
                format!("As fast, within the noise: {others}. {choice} is named because {reason}.")
            });
        }
        if !self.constraints.is_empty() {
            lines.push(self.constraints.join(" "));
        }
        lines.extend(
            self.flips
                .iter()
                .map(|flip| format!("Otherwise: {}, {}.", flip.condition, flip.choice)),
        );
        lines
    }

    fn saving(&self) -> String {
        let saved = self.saved();
        let mut words = vec![format!("that saves {}", quantity::cores(saved.cores))];
        match saved.bytes_per_second {
            Some(bytes) if bytes > 0.0 => {
                words.push(format!("and {} of allocation", quantity::flow(bytes)));
            }
            Some(bytes) if bytes < 0.0 => {
                words.push(format!("for {} more allocation", quantity::flow(-bytes)));
            }
            _ => {}
        }
        words.join(" ")
    }
}

fn used(load: &Load) -> String {
    match load.bytes_per_second {
        Some(bytes) => {
            format!("{} and allocates {}", quantity::cores(load.cores), quantity::flow(bytes))
        }
        None => quantity::cores(load.cores),
    }
}

fn list(ids: &[ContestantId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Advice {
    /// The advice in sentences, one a line, the most important first.
    pub fn lines(&self) -> Vec<String> {
        match &self.answer {
            Answer::Take(recommendation) => recommendation.sentences(),
            Answer::Nothing { reason } => vec![format!("There is no answer: {reason}.")],
        }
    }
}

impl fmt::Display for Advice {
    /// The subject, and below it the sentences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.subject)?;
        for (index, line) in self.lines().into_iter().enumerate() {
            let indent = if index == 0 { "  take " } else { "    " };
            let indent = if matches!(self.answer, Answer::Nothing { .. }) { "  " } else { indent };
            write!(f, "\n{indent}{line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
