//! `apograph bench`.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use apograph_lab::bench::Measurement;
use apograph_lab::{Experiment, Filter, Launcher, is_child, serve};

use crate::arguments::BenchArguments;
use crate::input::{self, InputError, Limits};
use crate::{ALLOCATOR_NAME, CommandError};

/// Where files go when the options do not say.
pub(crate) const DEFAULT_OUT: &str = "apograph-out";

impl BenchArguments {
    /// What the command line without arguments means.
    pub(crate) fn first_look() -> Self {
        use clap::{Args, FromArgMatches};
        let command = Self::augment_args(clap::Command::new("bench"));
        // The options' own defaults, which have one home: their declaration.
        let matches = command.get_matches_from(["bench"]);
        Self::from_arg_matches(&matches).unwrap_or_default()
    }
}

pub(crate) fn bench(arguments: &BenchArguments) -> Result<ExitCode, CommandError> {
    match &arguments.input {
        None => {
            let experiments = apograph_contestants::builtin();
            let filter = Filter::new(
                arguments.subjects.iter().cloned(),
                arguments.measuring.contestants.iter().cloned(),
            );
            measure(arguments, &experiments, filter, Launcher::current()?, Vec::new())
        }
        Some(path) => bench_input(arguments, path),
    }
}

/// Measures the user's own objects. The standard input is kept in a file, for it can be read
/// only once and every child process reads it again.
fn bench_input(arguments: &BenchArguments, path: &Path) -> Result<ExitCode, CommandError> {
    let kept = if input::is_standard_input(path) {
        Some(keep_standard_input(u64::from(arguments.max_input) << 20)?)
    } else {
        None
    };
    let path = kept.as_ref().map_or(path, |file| file.path());
    let limits = Limits {
        bytes: u64::from(arguments.max_input) << 20,
        objects: usize::try_from(arguments.objects).unwrap_or(usize::MAX),
    };
    let input = input::read(path, limits).map_err(|error| match &kept {
        Some(file) => error.about_standard_input(file.path()),
        None => error,
    })?;
    let mut notes = Vec::new();
    if input.texts.len() < input.found {
        notes.push(format!(
            "measured {} of the input's {} objects, evenly spread; --objects N takes more",
            input.texts.len(),
            input.found
        ));
    }
    let subject = apograph_contestants::documents("input", input.texts)?;
    let experiments: Vec<Box<dyn Experiment>> = vec![Box::new(subject)];
    let filter = Filter::new([], arguments.measuring.contestants.iter().cloned());
    let child: [OsString; 7] = [
        "bench".into(),
        "--input".into(),
        path.into(),
        "--objects".into(),
        arguments.objects.to_string().into(),
        "--max-input".into(),
        arguments.max_input.to_string().into(),
    ];
    let launcher = Launcher::current()?.with_arguments(child.to_vec());
    measure(arguments, &experiments, filter, launcher, notes)
}

fn measure(
    arguments: &BenchArguments,
    experiments: &[Box<dyn Experiment>],
    filter: Filter,
    launcher: Launcher,
    notes: Vec<String>,
) -> Result<ExitCode, CommandError> {
    if is_child() {
        serve(experiments)?;
        return Ok(ExitCode::SUCCESS);
    }
    let measurement = Measurement {
        experiments: experiments.iter().map(AsRef::as_ref).collect(),
        filter,
        arguments: &arguments.measuring,
        allocator: ALLOCATOR_NAME.to_owned(),
        launcher,
        default_out: PathBuf::from(DEFAULT_OUT),
        notes,
    };
    Ok(measurement.perform(&mut anstream::stdout().lock())?)
}

fn keep_standard_input(limit: u64) -> Result<tempfile::NamedTempFile, CommandError> {
    let bytes = input::read_standard_input(limit)?;
    let mut file = tempfile::Builder::new()
        .prefix("apograph-")
        .tempfile()
        .map_err(|source| InputError::Keep { path: std::env::temp_dir(), source })?;
    file.write_all(&bytes)
        .and_then(|()| file.flush())
        .map_err(|source| InputError::Keep { path: file.path().to_owned(), source })?;
    Ok(file)
}
