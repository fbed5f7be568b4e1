//! One run: proves, times, counts and samples contestants in child processes, and gathers what
//! they found out.
//!
//! The method is that of `docs/measuring.md`. In short: every kind of measurement has child
//! processes of its own. Times come from several forks; in each, all contestants run in short
//! slices in random order, round after round, over a shuffled corpus, with one contestant entered
//! twice to show the noise floor. Ratios are medians of paired rounds. What failed its proof is
//! never timed.

mod assemble;
mod child;
mod counting;
mod filter;
mod interrupt;
mod latency;
mod machine;
mod process;
mod profiling;
mod progress;
mod schedule;
mod task;
mod threads;
mod timing;

use std::time::Instant;

pub use self::child::{ServeError, is_child, serve};
pub use self::filter::{Chosen, Filter, FilterError};
pub use self::interrupt::Interrupt;
pub use self::process::Launcher;
pub use self::progress::Progress;

use self::assemble::Gathered;
use self::process::{End, ending, perform};
use self::task::{Event, Pass, Task};
use crate::explainer::Explainer;
use crate::identifier::{ContestantId, Operation};
use crate::protocol::Protocol;
use crate::results::{Proof, Results, SCHEMA, SubjectResult, Traits};
use crate::stages::Rules;
use crate::subject::{Experiment, SurveyError};

/// Parts of a flame graph below this share of the whole are drawn with their caller.
const SMALLEST_SHARE: f64 = 0.003;

/// A run about to be made.
pub struct Run<'a> {
    experiments: Vec<&'a dyn Experiment>,
    protocol: Protocol,
    filter: Filter,
    launcher: Launcher,
    allocator: String,
    rules: Rules,
    interrupt: Interrupt,
    progress: Progress,
}

impl<'a> Run<'a> {
    /// A run over some subjects with all their contestants, by the quick protocol.
    ///
    /// # Errors
    ///
    /// When the path of the running program cannot be found out.
    pub fn new(experiments: Vec<&'a dyn Experiment>) -> Result<Self, RunError> {
        Ok(Self {
            experiments,
            protocol: Protocol::default(),
            filter: Filter::default(),
            launcher: Launcher::current()?,
            allocator: "system".to_owned(),
            rules: Rules::built_in(),
            interrupt: Interrupt::default(),
            progress: Progress::hidden(),
        })
    }

    /// Sets how to measure.
    #[must_use]
    pub fn protocol(mut self, protocol: Protocol) -> Self {
        self.protocol = protocol;
        self
    }

    /// Restricts the contestants.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Sets how to start child processes.
    #[must_use]
    pub fn launcher(mut self, launcher: Launcher) -> Self {
        self.launcher = launcher;
        self
    }

    /// Names the global allocator of this program, for the report.
    #[must_use]
    pub fn allocator(mut self, name: &str) -> Self {
        name.clone_into(&mut self.allocator);
        self
    }

    /// Sets the rules that give frames their stages.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// Sets what can stop the run early.
    #[must_use]
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Sets where progress is shown.
    #[must_use]
    pub fn progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Makes the run. When it is interrupted, the results hold the subjects that were done by
    /// then, and say that they are not complete.
    ///
    /// # Errors
    ///
    /// When the settings leave nothing to do, a corpus cannot be looked at, or a child process
    /// cannot be started or dies outside of a proof.
    pub fn execute(mut self) -> Result<Results, RunError> {
        if self.protocol.forks == 0 {
            return Err(RunError::NoForks);
        }
        let chosen = self.filter.apply(&self.experiments)?;
        let mut results = Results {
            schema: SCHEMA,
            apograph: env!("CARGO_PKG_VERSION").to_owned(),
            started: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            seconds: 0.0,
            complete: true,
            machine: machine::machine(),
            build: machine::build(&self.allocator),
            protocol: self.protocol.clone(),
            subjects: Vec::new(),
            frames: Vec::new(),
            notes: Vec::new(),
        };
        let begin = Instant::now();
        self.progress.start(chosen.len(), &self.protocol);
        let mut explainer = Explainer::new(&self.rules, SMALLEST_SHARE);
        for (experiment, contestants) in &chosen {
            match self.subject(*experiment, contestants, &mut explainer, &mut results.notes) {
                Ok(subject) => results.subjects.push(subject),
                Err(RunError::Interrupted) => {
                    results.complete = false;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        self.progress.finish();
        results.seconds = begin.elapsed().as_secs_f64();
        let (frames, notes) = explainer.finish();
        results.frames = frames;
        results.notes.extend(notes);
        Ok(results)
    }

    /// Only proves: every subject with its contestants' identifiers and proofs.
    ///
    /// # Errors
    ///
    /// As [`execute`](Self::execute).
    pub fn prove_only(self) -> Result<Vec<SubjectProofs>, RunError> {
        let chosen = self.filter.apply(&self.experiments)?;
        let mut subjects = Vec::new();
        for (experiment, contestants) in chosen {
            let mut task = Task {
                subject: experiment.name().to_owned(),
                contestants: contestants.clone(),
                repeated: Vec::new(),
                pass: Pass::Prove,
                protocol: self.protocol.clone(),
                fork: 0,
                by_size: Vec::new(),
            };
            let proofs = self.prove(&mut task)?;
            let entries = experiment.entries();
            let proofs = contestants
                .iter()
                .zip(proofs)
                .map(|(&at, proof)| (entries[at].id.clone(), entries[at].traits.clone(), proof))
                .collect();
            subjects.push(SubjectProofs { subject: experiment.name().to_owned(), proofs });
        }
        Ok(subjects)
    }

    fn subject(
        &self,
        experiment: &dyn Experiment,
        contestants: &[usize],
        explainer: &mut Explainer<'_>,
        notes: &mut Vec<String>,
    ) -> Result<SubjectResult, RunError> {
        let name = experiment.name();
        self.progress.say(name, "looking at the objects");
        let survey = experiment
            .survey()
            .map_err(|source| RunError::Survey { subject: name.to_owned(), source })?;
        let middle = survey.by_size[survey.by_size.len() / 2] as usize;
        let mut task = Task {
            subject: name.to_owned(),
            contestants: contestants.to_vec(),
            repeated: Vec::new(),
            pass: Pass::Prove,
            protocol: self.protocol.clone(),
            fork: 0,
            by_size: survey.by_size.clone(),
        };
        let mut gathered = Gathered::new(experiment, contestants, survey.profile);

        self.progress.say(name, "proving that objects come back equal");
        for (&contestant, proof) in contestants.iter().zip(self.prove(&mut task)?) {
            gathered.prove(contestant, proof);
        }
        let ranked = gathered.ranked();
        let Some(twin_of) = gathered.twin_of() else {
            return Ok(gathered.finish());
        };
        task.contestants = ranked.iter().copied().chain([twin_of]).collect();
        task.repeated = gathered.compared_with(&task.contestants);
        for fork in 0..self.protocol.forks {
            task.fork = fork;
            for pass in [Pass::Time(Some(middle)), Pass::Time(None)] {
                let what = format!("timing, fork {} of {}", fork + 1, self.protocol.forks);
                self.progress.say(name, &what);
                gathered.begin_fork(pass);
                task.pass = pass;
                self.pass(experiment, &task, &mut |event| gathered.take(event))?;
            }
        }

        task.fork = 0;
        task.contestants.clone_from(&ranked);
        let mut profiles = Vec::new();
        let protocol = &self.protocol;
        let passes = [
            (Pass::Count, "counting allocations", true),
            (Pass::Latency, "timing single operations", protocol.latency_ns > 0),
            (Pass::Threads, "measuring throughput", protocol.threads > 1),
            (Pass::SampleCpu, "sampling processor time", protocol.sampling_ns > 0),
            (
                Pass::SampleBytes,
                "sampling allocations",
                protocol.sampling_ns > 0 && protocol.allocation_interval > 0,
            ),
        ];
        for (pass, what, wanted) in passes {
            if wanted {
                self.progress.say(name, what);
                task.pass = pass;
                self.pass(experiment, &task, &mut |event| match event {
                    Event::Sampled(contestant, raw) => profiles.push((pass, contestant, raw)),
                    Event::Note(note) if !notes.contains(&note) => notes.push(note),
                    Event::Note(_) => {}
                    event => gathered.take(event),
                })?;
            }
        }
        if let Some(copy) = gathered.plain_copy() {
            task.contestants = vec![copy];
            task.pass = Pass::Floor;
            self.pass(experiment, &task, &mut |event| gathered.take(event))?;
        }

        self.progress.say(name, "naming functions");
        gathered.time(&self.protocol);
        for (pass, contestant, raw) in profiles {
            gathered.sampled(pass, ranked[contestant], raw, explainer);
        }
        Ok(gathered.finish())
    }

    /// Proves every contestant of the task. One that takes its process with it fails, and the
    /// others are proved in another process.
    fn prove(&self, task: &mut Task) -> Result<Vec<Proof>, RunError> {
        let all = task.contestants.clone();
        let mut proofs = Vec::new();
        while proofs.len() < all.len() {
            task.contestants = all[proofs.len()..].to_vec();
            let before = proofs.len();
            let end = perform(&self.launcher, task, &self.interrupt, &mut |event| {
                if let Event::Proved(_, proof) = event {
                    proofs.push(proof);
                }
            })?;
            if let End::Died { contestant, status } = end
                && contestant == Some(proofs.len() - before)
            {
                proofs.push(Proof::Failed {
                    object: 0,
                    path: String::new(),
                    difference: ending(status),
                    setting: None,
                });
            } else if proofs.len() < all.len() {
                return Err(RunError::Answer { subject: task.subject.clone() });
            }
        }
        task.contestants = all;
        Ok(proofs)
    }

    fn pass(
        &self,
        experiment: &dyn Experiment,
        task: &Task,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<(), RunError> {
        let end = perform(&self.launcher, task, &self.interrupt, &mut |event| {
            self.progress.tick();
            on_event(event);
        })?;
        self.progress.done(task.pass);
        match end {
            End::Finished => Ok(()),
            End::Died { contestant, status } => {
                let entries = experiment.entries();
                let contestant = contestant
                    .and_then(|place| task.contestants.get(place))
                    .and_then(|&at| entries.get(at))
                    .map_or_else(String::new, |entry| entry.id.to_string());
                Err(RunError::DiedAt {
                    subject: task.subject.clone(),
                    contestant,
                    ending: ending(status),
                })
            }
        }
    }
}

/// A subject's proofs.
#[derive(Clone, Debug)]
pub struct SubjectProofs {
    /// The subject's name.
    pub subject: String,
    /// Its contestants with their words and their proofs.
    pub proofs: Vec<(ContestantId, Traits, Proof)>,
}

/// Why a run could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A measurement needs at least one fork.
    #[error("a run needs at least one fork; five are needed for an interval")]
    NoForks,
    /// The filter leaves nothing, or names something that is not there.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// A corpus could not be looked at.
    #[error("subject {subject}: {source}")]
    Survey {
        /// The subject.
        subject: String,
        /// What went wrong.
        source: SurveyError,
    },
    /// The running program's path is not known.
    #[error("the path of the running program cannot be found out: {0}")]
    Program(std::io::Error),
    /// A child could not be started.
    #[error("a child process cannot be started: {0}")]
    Start(std::io::Error),
    /// A task could not be written.
    #[error("a task for a child process cannot be written: {0}")]
    Task(serde_json::Error),
    /// A child's answer could not be read.
    #[error("a child process's answer cannot be read: {0}")]
    Output(std::io::Error),
    /// A child's answer was malformed.
    #[error("a child process's answer is malformed: {0}")]
    Event(serde_json::Error),
    /// A child answered less than it was asked.
    #[error(
        "subject {subject}: a child process ended without an answer; the program must call `serve` in its child processes"
    )]
    Answer {
        /// The subject.
        subject: String,
    },
    /// A child died before it began.
    #[error("subject {subject}: a child process ended before it measured anything ({status})")]
    Died {
        /// The subject.
        subject: String,
        /// How it ended.
        status: std::process::ExitStatus,
    },
    /// A child died of a contestant that had passed its proof.
    #[error(
        "subject {subject}: {ending} while it measured {contestant}; leave it out with a filter"
    )]
    DiedAt {
        /// The subject.
        subject: String,
        /// The contestant's identifier.
        contestant: String,
        /// How the process ended.
        ending: String,
    },
    /// A child hangs.
    #[error("subject {subject}: a child process said nothing for {seconds} seconds")]
    Silent {
        /// The subject.
        subject: String,
        /// How long it was silent.
        seconds: u64,
    },
    /// The user interrupted the run.
    #[error("interrupted")]
    Interrupted,
}

/// The contestant that others are compared with, among those named.
fn plain_copy(id: &ContestantId) -> bool {
    id.operation() == Operation::Copy && id.name() == "clone" && id.variant().is_none()
}
