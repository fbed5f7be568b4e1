//! `apograph`: compares ways to copy and serialize real objects.

#![forbid(unsafe_code)]

mod advise;
mod arguments;
mod bench;
mod input;
mod list;
mod profile;

use std::process::ExitCode;

use apograph_lab::allocation::CountingAllocator;
use apograph_lab::bench::{MeasurementError, describe};
use clap::Parser;

use self::arguments::{Arguments, BenchArguments, Command};

#[cfg(all(feature = "mimalloc", feature = "jemalloc"))]
compile_error!("choose one allocator: the feature `mimalloc` or the feature `jemalloc`");

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: CountingAllocator<mimalloc::MiMalloc> =
    CountingAllocator::new(mimalloc::MiMalloc);

#[cfg(all(feature = "jemalloc", not(feature = "mimalloc")))]
#[global_allocator]
static ALLOCATOR: CountingAllocator<tikv_jemallocator::Jemalloc> =
    CountingAllocator::new(tikv_jemallocator::Jemalloc);

#[cfg(not(any(feature = "mimalloc", feature = "jemalloc")))]
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);

/// Name of the global allocator, for the report.
const ALLOCATOR_NAME: &str = if cfg!(feature = "mimalloc") {
    "mimalloc"
} else if cfg!(feature = "jemalloc") {
    "jemalloc"
} else {
    "system"
};

/// Exit code for wrong usage or input.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let command = arguments.command.unwrap_or_else(|| Command::Bench(BenchArguments::first_look()));
    let outcome = match command {
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Profile(arguments) => profile::profile(&arguments),
        Command::Advise(arguments) => advise::advise(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        anstream::eprintln!("error: {}", describe(&error));
        ExitCode::from(USAGE)
    })
}

/// Why a command could not be done.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Input(#[from] input::InputError),
    #[error(transparent)]
    Documents(#[from] apograph_contestants::DocumentError),
    #[error(transparent)]
    Measurement(#[from] MeasurementError),
    #[error(transparent)]
    Run(#[from] apograph_lab::RunError),
    #[error(transparent)]
    Filter(#[from] apograph_lab::FilterError),
    #[error(transparent)]
    Serve(#[from] apograph_lab::ServeError),
    #[error(transparent)]
    Results(#[from] apograph_lab::report::json::ReadError),
    #[error("{} does not exist: `apograph bench` makes it, or name another with --from", path.display())]
    NoResults { path: std::path::PathBuf },
    #[error("there is no subject {subject:?} in {}; it holds {known}", path.display())]
    NoSuchSubject { subject: String, known: String, path: std::path::PathBuf },
    #[error(transparent)]
    Write(#[from] apograph_lab::report::WriteError),
    #[error("cannot print: {0}")]
    Print(#[from] std::io::Error),
    #[error("{contestant} was not sampled on {subject}: {reason}")]
    NotSampled { subject: String, contestant: String, reason: String },
}
