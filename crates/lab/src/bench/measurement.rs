//! From options to a finished measurement: what `apograph bench` and `cargo bench` share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::MeasuringArguments;
use crate::advice::{self, Question};
use crate::baseline::{self, BaselineError};
use crate::report::{self, Layout, WriteError, folded, html, markdown, stages, table};
use crate::requirement::{Requirement, RequirementError};
use crate::results::{Proof, Results};
use crate::run::{Filter, Interrupt, Launcher, Progress, Run, RunError};
use crate::stages::{RuleError, Rules};
use crate::subject::Experiment;

/// Calls per second that the advice at the end of a run is for; `advise` answers for others.
const ADVICE_RATE: f64 = 5_000.0;

/// Exit code after an interruption, as shells have it.
const INTERRUPTED: u8 = 130;

/// A measurement about to be made and presented.
pub struct Measurement<'a> {
    /// What to measure.
    pub experiments: Vec<&'a dyn Experiment>,
    /// Which part of it.
    pub filter: Filter,
    /// How.
    pub arguments: &'a MeasuringArguments,
    /// Name of the program's global allocator.
    pub allocator: String,
    /// How to start child processes.
    pub launcher: Launcher,
    /// Where files go when the options do not say.
    pub default_out: PathBuf,
    /// What the reader must know of the objects, one sentence each.
    pub notes: Vec<String>,
}

impl Measurement<'_> {
    /// Measures, prints tables to `output`, writes all files, and checks what was required.
    ///
    /// The exit code is 0 when all is well, 1 when a requirement does not hold or a contestant
    /// that was asked for by its identifier failed its proof, and 130 after an interruption.
    ///
    /// # Errors
    ///
    /// When the options ask for something that is not there, or a file cannot be read or written.
    /// All that can be found wrong before measuring is found before measuring.
    pub fn perform(mut self, output: &mut dyn Write) -> Result<ExitCode, MeasurementError> {
        let out = self.arguments.out.as_deref().unwrap_or(&self.default_out).to_owned();
        let out = out.as_path();
        let requirements = self.requirements()?;
        self.filter = with_required(self.filter, &requirements);
        let old = self.arguments.baseline.as_deref().map(|name| baseline::load(out, name));
        let old = old.transpose()?;
        if let Some(name) = &self.arguments.save_baseline {
            baseline::check_name(name)?;
        }
        let rules = rules(self.arguments.stages.as_deref())?;
        report::prepare(out)?;

        let mut results = Run::new(self.experiments.clone())?
            .filter(self.filter.clone())
            .protocol(self.arguments.protocol())
            .launcher(self.launcher.clone())
            .allocator(&self.allocator)
            .rules(rules)
            .interrupt(Interrupt::on_ctrl_c())
            .progress(Progress::on_terminal())
            .execute()?;
        results.notes.extend(self.notes.iter().cloned());
        if results.subjects.is_empty() {
            eprintln!("interrupted before the first subject was done: nothing was saved");
            return Ok(ExitCode::from(INTERRUPTED));
        }

        let mut print = Printer(output);
        let layout = Layout::of_standard_output();
        print.text(&table::render(&results, layout))?;
        if let [subject] = &results.subjects[..]
            && subject.contestants.iter().any(|contestant| contestant.cpu.is_some())
        {
            print.text(&format!("\n{}", stages::render(subject, layout)))?;
        }
        if let Some((old, name)) = old.as_ref().zip(self.arguments.baseline.as_ref()) {
            let comparison = baseline::compare(old, &results, self.arguments.noise_threshold);
            print.text(&format!("\n{}", table::comparison(&comparison, name, layout)))?;
            let text = markdown::comparison(&comparison, name);
            report::write_atomically(&out.join("comparison.md"), text.as_bytes())?;
        }
        print.text("\n")?;
        for advice in advice::advise(&results, &Question::new(ADVICE_RATE)) {
            print.text(&table::advice(&advice, layout))?;
        }
        let outcomes: Vec<_> = requirements.iter().flat_map(|r| r.evaluate(&results)).collect();
        print.text(&table::outcomes(&outcomes, layout))?;
        let report = write(&results, out)?;
        if let Some(name) = &self.arguments.save_baseline {
            let path = baseline::save(&results, out, name)?;
            print.text(&format!("baseline {name}: {}\n", path.display()))?;
        }
        print.text(&format!("report: {}\n", report.display()))?;

        if !results.complete {
            eprintln!(
                "interrupted: the results of {} were saved in {}; no child process is left",
                subjects(results.subjects.len()),
                out.display()
            );
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let kept = outcomes.iter().all(|outcome| outcome.holds) && self.named_proofs(&results);
        Ok(if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn requirements(&self) -> Result<Vec<Requirement>, MeasurementError> {
        let fault =
            |text: &str, source| MeasurementError::Requirement { text: text.to_owned(), source };
        let parse = |text: &String| Requirement::parse(text).map_err(|source| fault(text, source));
        let requirements: Vec<_> =
            self.arguments.require.iter().map(parse).collect::<Result<_, _>>()?;
        let filter = with_required(self.filter.clone(), &requirements);
        let chosen = filter.apply(&self.experiments).map_err(RunError::from)?;
        for (text, requirement) in self.arguments.require.iter().zip(&requirements) {
            let available = chosen.iter().map(|(experiment, places)| {
                let entries = experiment.entries();
                (experiment.name(), places.iter().map(move |&at| entries[at].id))
            });
            requirement.check(available).map_err(|source| fault(text, source))?;
        }
        Ok(requirements)
    }

    /// Whether all contestants that were asked for by their identifiers passed their proofs.
    fn named_proofs(&self, results: &Results) -> bool {
        results
            .subjects
            .iter()
            .flat_map(|subject| &subject.contestants)
            .filter(|contestant| self.filter.names(&contestant.id))
            .all(|contestant| matches!(contestant.proof, Proof::Passed { .. }))
    }
}

/// A filter that also takes what is there on request and a requirement speaks of.
fn with_required(filter: Filter, requirements: &[Requirement]) -> Filter {
    filter.wanting(requirements.iter().flat_map(Requirement::contestants).cloned())
}

/// Reads the user's stage rules, if any, in front of the built-in ones.
///
/// # Errors
///
/// When the file cannot be read or holds no rules.
pub fn rules(path: Option<&Path>) -> Result<Rules, MeasurementError> {
    let Some(path) = path else { return Ok(Rules::built_in()) };
    let fault = |source| MeasurementError::RulesFile { path: path.to_owned(), source };
    let text = std::fs::read_to_string(path).map_err(fault)?;
    let own = Rules::parse(&text)
        .map_err(|source| MeasurementError::Rules { path: path.to_owned(), source })?;
    Ok(own.then(Rules::built_in()))
}

/// Writes all files of a run; gives the path of the report.
fn write(results: &Results, out: &Path) -> Result<PathBuf, MeasurementError> {
    report::write_all(results, out)?;
    folded::write_all(results, out)?;
    let path = out.join("report.html");
    report::write_atomically(&path, html::render(results)?.as_bytes())?;
    Ok(path)
}

fn subjects(count: usize) -> String {
    if count == 1 { "1 subject".to_owned() } else { format!("{count} subjects") }
}

/// Prints, and takes it that a reader may close the pipe early.
struct Printer<'a>(&'a mut dyn Write);

impl Printer<'_> {
    fn text(&mut self, text: &str) -> Result<(), MeasurementError> {
        match self.0.write_all(text.as_bytes()).and_then(|()| self.0.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(MeasurementError::Print(error))
            }
            _ => Ok(()),
        }
    }
}

/// Why a measurement could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeasurementError {
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A requirement cannot be understood or answered.
    #[error("--require '{text}': {source}")]
    Requirement {
        /// The requirement as given.
        text: String,
        /// What is wrong with it.
        source: RequirementError,
    },
    /// A baseline cannot be read or written.
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The report cannot be made.
    #[error(transparent)]
    Report(#[from] html::HtmlError),
    /// The file of stage rules cannot be read.
    #[error("cannot read the stage rules {}: {source}", path.display())]
    RulesFile {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file of stage rules holds something else.
    #[error("{}: {source}", path.display())]
    Rules {
        /// Its path.
        path: PathBuf,
        /// What is wrong.
        source: RuleError,
    },
    /// The output cannot be written.
    #[error("cannot print: {0}")]
    Print(std::io::Error),
}
