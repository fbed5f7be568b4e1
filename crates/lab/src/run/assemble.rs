//! From events to results.

use super::plain_copy;
use super::task::{Event, Pass};
use crate::explainer::Explainer;
use crate::profile::CorpusProfile;
use crate::protocol::Protocol;
use crate::results::{
    ContestantResult, Estimate, Noise, Proof, Ratio, SubjectResult, ThreadPoint, Timing, Verdict,
};
use crate::sampling::RawProfile;
use crate::statistics;
use crate::subject::Experiment;
use crate::{ContestantId, Operation};

/// Rounds of several forks: `[fork][round][place]`, the twin in the last place.
type Rounds = Vec<Vec<Vec<f64>>>;

/// What is known of a subject while it is being measured.
pub(super) struct Gathered {
    result: SubjectResult,
    /// The contestants' places in the subject's list, in the order of `result.contestants`.
    places: Vec<usize>,
    corpus: Rounds,
    one: Rounds,
    timing_one: bool,
}

impl Gathered {
    pub(super) fn new(
        experiment: &dyn Experiment,
        places: &[usize],
        profile: CorpusProfile,
    ) -> Self {
        let entries = experiment.entries();
        let contestants: Vec<_> = places
            .iter()
            .map(|&place| ContestantResult {
                id: entries[place].id.clone(),
                traits: entries[place].traits.clone(),
                proof: Proof::Unsupported { reason: String::new() },
                time: None,
                time_one: None,
                allocation: None,
                wire: None,
                latency: None,
                scaling: Vec::new(),
                cpu: None,
                bytes: None,
            })
            .collect();
        let none = Estimate { median: 1.0, low: 1.0, high: 1.0 };
        let result = SubjectResult {
            name: experiment.name().to_owned(),
            about: experiment.about().to_owned(),
            maps: experiment.maps().to_owned(),
            profile,
            noise: Noise {
                twin_of: ContestantId::from_words(Operation::Copy, "clone", None),
                corpus: none,
                one: None,
                margin: statistics::margin(&none),
            },
            malloc_floor: None,
            contestants,
        };
        Self {
            result,
            places: places.to_vec(),
            corpus: Vec::new(),
            one: Vec::new(),
            timing_one: false,
        }
    }

    pub(super) fn prove(&mut self, place: usize, proof: Proof) {
        if let Some(at) = self.places.iter().position(|&other| other == place) {
            self.result.contestants[at].proof = proof;
        }
    }

    /// Places of the contestants that passed, in the order in which later tasks list them.
    pub(super) fn ranked(&self) -> Vec<usize> {
        self.passed().into_iter().map(|at| self.places[at]).collect()
    }

    /// The same, as indices of `result.contestants`.
    fn passed(&self) -> Vec<usize> {
        let contestants = &self.result.contestants;
        (0..contestants.len())
            .filter(|&at| matches!(contestants[at].proof, Proof::Passed { .. }))
            .collect()
    }

    /// Place of the contestant that is entered twice: the plain copy, or the first that passed.
    pub(super) fn twin_of(&self) -> Option<usize> {
        let first = || self.passed().first().copied().map(|at| self.places[at]);
        self.plain_copy().or_else(first)
    }

    /// Place of `copy/clone`, if it passed.
    pub(super) fn plain_copy(&self) -> Option<usize> {
        self.passed()
            .into_iter()
            .find(|&at| plain_copy(&self.result.contestants[at].id))
            .map(|at| self.places[at])
    }

    /// Which of some places others are compared with: the baselines of the operations, the
    /// contestant that is entered twice, and its twin.
    pub(super) fn compared_with(&self, places: &[usize]) -> Vec<usize> {
        let baseline = |at: &&usize| {
            let id = &self.result.contestants[**at].id;
            self.result
                .baseline_of(id.operation(), |c| matches!(c.proof, Proof::Passed { .. }))
                .is_some_and(|baseline| baseline.id == *id)
        };
        let twin = self.twin_of();
        let passed = self.passed();
        let compared: Vec<usize> =
            passed.iter().filter(baseline).map(|&at| self.places[at]).collect();
        (0..places.len())
            .filter(|&at| compared.contains(&places[at]) || Some(places[at]) == twin)
            .collect()
    }

    pub(super) fn begin_fork(&mut self, pass: Pass) {
        self.timing_one = matches!(pass, Pass::Time(Some(_)));
        if self.timing_one { self.one.push(Vec::new()) } else { self.corpus.push(Vec::new()) }
    }

    /// Takes what a child said about the contestants that passed.
    pub(super) fn take(&mut self, event: Event) {
        let passed = self.passed();
        let contestant = |place: usize| passed.get(place).copied();
        match event {
            Event::Round(ns) => {
                let rounds = if self.timing_one { &mut self.one } else { &mut self.corpus };
                if let Some(fork) = rounds.last_mut() {
                    fork.push(ns);
                }
            }
            Event::Counted(place, allocation, wire) => {
                if let Some(at) = contestant(place) {
                    self.result.contestants[at].allocation = allocation;
                    self.result.contestants[at].wire = wire;
                }
            }
            Event::Latency(place, latency) => {
                if let Some(at) = contestant(place) {
                    self.result.contestants[at].latency = Some(latency);
                }
            }
            Event::Floor(floor) => self.result.malloc_floor = Some(floor),
            Event::Throughput(place, threads, single, all) => {
                if let Some(at) = contestant(place) {
                    self.result.contestants[at].scaling = scaling(threads, single, all);
                }
            }
            Event::Started(_)
            | Event::Proved(..)
            | Event::Sampled(..)
            | Event::Note(_)
            | Event::Finished => {}
        }
    }

    /// Turns rounds into times, ratios and the noise floor.
    pub(super) fn time(&mut self, protocol: &Protocol) {
        let seed = protocol.seed;
        let passed = self.passed();
        let twin = passed.len();
        let Some(twin_of) = self.twin_of().and_then(|place| {
            let at = self.places.iter().position(|&other| other == place)?;
            passed.iter().position(|&other| other == at)
        }) else {
            return;
        };
        let against = |rounds: &Rounds| {
            statistics::ratio(&series(rounds, twin), &series(rounds, twin_of), seed)
        };
        let corpus = against(&self.corpus);
        self.result.noise = Noise {
            twin_of: self.result.contestants[passed[twin_of]].id.clone(),
            corpus,
            one: (!self.one.is_empty()).then(|| against(&self.one)),
            margin: statistics::margin(&corpus),
        };
        let timing = |rounds: Vec<Vec<f64>>| Timing {
            ns: statistics::estimate(&rounds, seed),
            ratio: None,
            rounds,
        };
        for (place, &at) in passed.iter().enumerate() {
            let contestant = &mut self.result.contestants[at];
            contestant.time = Some(timing(series(&self.corpus, place)));
            contestant.time_one = Some(timing(series(&self.one, place)));
        }
        for &at in &passed {
            let id = &self.result.contestants[at].id;
            let Some(baseline) = self.result.baseline(id.operation()) else { continue };
            let (is_baseline, margin) = (baseline.id == *id, self.result.noise.margin);
            let contestant = &self.result.contestants[at];
            let compare = |own: &Option<Timing>, other: &Option<Timing>| {
                let (own, other) = (own.as_ref()?, other.as_ref()?);
                let estimate = statistics::ratio(&own.rounds, &other.rounds, seed);
                let verdict = if is_baseline {
                    Verdict::Baseline
                } else {
                    statistics::verdict(&estimate, margin)
                };
                Some(Ratio { estimate, verdict })
            };
            let corpus = compare(&contestant.time, &baseline.time);
            let one = compare(&contestant.time_one, &baseline.time_one);
            let contestant = &mut self.result.contestants[at];
            if let Some(time) = &mut contestant.time {
                time.ratio = corpus;
            }
            if let Some(time) = &mut contestant.time_one {
                time.ratio = one;
            }
        }
    }

    /// Turns a child's samples into stages and a flame graph.
    pub(super) fn sampled(
        &mut self,
        pass: Pass,
        place: usize,
        raw: RawProfile,
        explainer: &mut Explainer<'_>,
    ) {
        let Some(at) = self.places.iter().position(|&other| other == place) else { return };
        let contestant = &mut self.result.contestants[at];
        if pass == Pass::SampleCpu {
            let ns = contestant.time.as_ref().map_or(0.0, |time| time.ns.median);
            contestant.cpu = Some(explainer.cpu(&[raw], ns).0);
        } else {
            contestant.bytes = Some(explainer.bytes(&[raw]).0);
        }
    }

    pub(super) fn finish(self) -> SubjectResult {
        self.result
    }
}

/// One contestant's rounds out of all contestants' rounds.
fn series(rounds: &Rounds, place: usize) -> Vec<Vec<f64>> {
    rounds
        .iter()
        .map(|fork| fork.iter().filter_map(|round| round.get(place).copied()).collect())
        .collect()
}

fn scaling(threads: usize, single: Vec<f64>, all: Vec<f64>) -> Vec<ThreadPoint> {
    let one = statistics::estimate(&[single], 0);
    let many = statistics::estimate(&[all], 0);
    let perfect = one.median * threads as f64;
    let efficiency = if perfect > 0.0 { many.median / perfect } else { 0.0 };
    vec![
        ThreadPoint { threads: 1, operations_per_second: one, efficiency: 1.0 },
        ThreadPoint { threads, operations_per_second: many, efficiency },
    ]
}
