//! Measuring one's own types from `cargo bench`.
//!
//! A file under `benches/` with `harness = false` in `Cargo.toml` gives subjects to a [`Bench`]
//! and gets the tables, the report and the files of a run. Its command line has criterion's
//! habits: a positional filter, `--save-baseline`, `--baseline`, and a quick check of every
//! contestant under `cargo test`.

mod arguments;
mod measurement;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

pub use self::arguments::MeasuringArguments;
pub use self::measurement::{Measurement, MeasurementError, rules};

use crate::results::Proof;
use crate::run::{Filter, Launcher, Run, RunError, is_child, serve};
use crate::subject::{Experiment, Subject};

/// A benchmark program.
///
/// ```no_run
/// use apograph_lab::{Contestant, Subject, bench::Bench};
///
/// fn main() -> std::process::ExitCode {
///     let subject = Subject::new("names", || vec!["Ada".to_owned(), "Grace".to_owned()])
///         .contestant(Contestant::copy("clone", String::clone))
///         .contestant(Contestant::copy("by-hand", |name: &String| name.chars().collect()));
///     Bench::new("names").subject(subject).main()
/// }
/// ```
pub struct Bench {
    name: String,
    allocator: String,
    experiments: Vec<Box<dyn Experiment>>,
}

impl Bench {
    /// A program without subjects. Its files go to `target/apograph/NAME`.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), allocator: "system".to_owned(), experiments: Vec::new() }
    }

    /// Adds a subject.
    #[must_use]
    pub fn subject<T: 'static>(mut self, subject: Subject<T>) -> Self {
        self.experiments.push(Box::new(subject));
        self
    }

    /// Names the program's global allocator, for the report.
    #[must_use]
    pub fn allocator(mut self, name: &str) -> Self {
        name.clone_into(&mut self.allocator);
        self
    }

    /// Does what the command line asks for. Errors go to the standard error.
    pub fn main(self) -> ExitCode {
        if is_child() {
            return match serve(&self.experiments) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => fail(&error),
            };
        }
        let arguments = BenchArguments::parse();
        if arguments.list {
            return self.list();
        }
        if arguments.ignored {
            // No contestant is ever marked so.
            println!(
                "\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out"
            );
            return ExitCode::SUCCESS;
        }
        let measures = arguments.bench && !arguments.test;
        let outcome = if measures { self.measure(&arguments) } else { self.test(&arguments) };
        outcome.unwrap_or_else(|error| fail(&error))
    }

    fn experiments(&self) -> Vec<&dyn Experiment> {
        self.experiments.iter().map(AsRef::as_ref).collect()
    }

    /// Names as test runners read them.
    fn list(&self) -> ExitCode {
        for experiment in &self.experiments {
            for entry in experiment.entries() {
                println!("{}.{}: benchmark", experiment.name(), entry.id);
            }
        }
        ExitCode::SUCCESS
    }

    fn measure(&self, arguments: &BenchArguments) -> Result<ExitCode, MeasurementError> {
        let measurement = Measurement {
            experiments: self.experiments(),
            filter: arguments.filter(),
            arguments: &arguments.measuring,
            allocator: self.allocator.clone(),
            launcher: Launcher::current()?,
            default_out: target_directory().join("apograph").join(&self.name),
            notes: Vec::new(),
        };
        measurement.perform(&mut anstream::stdout().lock())
    }

    /// Proves every contestant and measures nothing. A contestant of another crate that cannot
    /// carry the type is a finding; one of the user's own is a failure.
    fn test(&self, arguments: &BenchArguments) -> Result<ExitCode, MeasurementError> {
        let entries = self.experiments.iter().flat_map(|experiment| experiment.entries());
        let filter = arguments.filter().wanting(entries.map(|entry| entry.id.clone()));
        let run = Run::new(self.experiments())?.filter(filter);
        let subjects = match run.prove_only() {
            // As test runners expect of a filter that leaves nothing.
            Err(RunError::Filter(_)) if !arguments.filters.is_empty() => Vec::new(),
            other => other?,
        };
        let mut output = anstream::stdout().lock();
        let (mut passed, mut failed, mut ignored) = (0, 0, 0);
        for subject in &subjects {
            for (id, traits, proof) in &subject.proofs {
                let outcome = match proof {
                    Proof::Passed { .. } => {
                        passed += 1;
                        "ok".to_owned()
                    }
                    Proof::Unsupported { reason } => {
                        ignored += 1;
                        format!("ignored, {reason}")
                    }
                    Proof::Failed { object, path, difference, .. } => {
                        let place = if path.is_empty() { "the object" } else { path };
                        let what = format!("object {object}: {place}: {difference}");
                        if traits.dependency.is_some() {
                            ignored += 1;
                            format!("ignored, {what}")
                        } else {
                            failed += 1;
                            format!("FAILED, {what}")
                        }
                    }
                };
                writeln!(output, "test {}.{id} ... {outcome}", subject.subject)
                    .map_err(MeasurementError::Print)?;
            }
        }
        let word = if failed == 0 { "ok" } else { "FAILED" };
        writeln!(
            output,
            "\ntest result: {word}. {passed} passed; {failed} failed; {ignored} ignored; \
             0 measured; 0 filtered out"
        )
        .map_err(MeasurementError::Print)?;
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Exit code for wrong usage or input.
const USAGE: u8 = 2;

fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("error: {}", describe(error));
    ExitCode::from(USAGE)
}

/// An error with its causes, as far as their texts are not in it already.
pub fn describe(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.contains(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        cause = error.source();
    }
    text
}

/// The `target` directory that the program lies in, or the one here.
fn target_directory() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|path| path.file_name() == Some("target".as_ref()));
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(directory) => PathBuf::from(directory),
        None => target.map_or_else(|| PathBuf::from("target"), PathBuf::from),
    }
}

/// Measures the subjects of this program; without --bench, only proves them.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  cargo bench                                     everything
  cargo bench -- encode                           what has `encode` in its name
  cargo bench -- --save-baseline main             keep the results …
  cargo bench -- --baseline main                  … and compare with them later
  cargo bench -- --require 'time(copy/by-hand) <= 1.1 * time(copy/clone)'")]
struct BenchArguments {
    /// Only contestants with one of these texts in SUBJECT.OPERATION/NAME[/VARIANT]
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,

    #[command(flatten)]
    measuring: MeasuringArguments,

    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,

    /// Given by `cargo test`: nothing but proofs
    #[arg(long, hide = true)]
    test: bool,

    /// List all contestants
    #[arg(long)]
    list: bool,

    /// The filters are whole names
    #[arg(long, hide = true)]
    exact: bool,

    #[arg(long, hide = true)]
    nocapture: bool,

    #[arg(long, hide = true)]
    ignored: bool,

    #[arg(long, hide = true, value_name = "FORMAT")]
    format: Option<OsString>,
}

impl BenchArguments {
    fn filter(&self) -> Filter {
        let contestants = self.measuring.contestants.iter().cloned();
        let filters = self.filters.iter().cloned();
        let filter = Filter::new([], contestants);
        if self.exact { filter.exactly(filters) } else { filter.containing(filters) }
    }
}
