//! The command line, as clap sees it.

use std::path::PathBuf;

use apograph_lab::bench::MeasuringArguments;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// What `--help` ends with: the tool taught by example.
const EXAMPLES: &str = "\
Examples:
  apograph                                   quick comparison of all built-in subjects
  apograph bench device-state                one subject
  apograph bench --input orders.ndjson       your own objects; `-` for the standard input
  apograph bench order --contestants encode --thorough
                                             close calls between encoders only
  apograph bench device-state --threads 8    throughput and scaling as well
  apograph bench order --require 'time(copy/clone) <= 0.5 * time(roundtrip/serde_json)'
                                             a promise, checked: exit code 1 when it is broken
  apograph profile order decode/sonic-rs     flame graphs and stages of one contestant
  apograph advise --rate 5000/s --has serde_json
                                             which one to take, and what it saves
  apograph list                              subjects and contestants, what they keep and lose

Exit codes: 0 done, 1 a required threshold or proof failed, 2 wrong usage or input,
130 interrupted.";

/// Compares ways to copy and serialize real objects: proves that they give back equal objects,
/// measures time, allocation and size, explains where the time goes, and says which to take.
#[derive(Debug, Parser)]
#[command(name = "apograph", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prove, measure, explain and compare contestants
    #[command(after_help = "\
Examples:
  apograph bench                             all built-in subjects
  apograph bench device-state order          two of them
  apograph bench --input objects.json        an object, an array of objects, or one a line
  kafka-dump … | apograph bench --input -    the same from a pipe
  apograph bench order --save-baseline main  keep the results …
  apograph bench order --baseline main       … and compare with them later")]
    Bench(BenchArguments),
    /// List subjects and contestants, with what they keep, lose and ask for
    List(ListArguments),
    /// Show where the time and the allocated bytes of one contestant go
    #[command(after_help = "\
Examples:
  apograph profile device-state roundtrip/serde_json
  apograph profile order decode/sonic-rs --seconds 20")]
    Profile(ProfileArguments),
    /// Say which contestant to take, from the results of a run
    #[command(after_help = "\
Examples:
  apograph advise --rate 5000/s
  apograph advise --rate 2k/s --task send --structure changing --readable
  apograph advise --rate 300/min --subject order --has postcard --from apograph-out/results.json")]
    Advise(AdviseArguments),
}

#[derive(Args, Debug, Default)]
pub(crate) struct BenchArguments {
    /// Built-in subjects; without any, all of them
    #[arg(value_name = "SUBJECT", conflicts_with = "input")]
    pub(crate) subjects: Vec<String>,

    /// Measure the objects of a file: JSON, an array of objects, or one object a line
    #[arg(long, short, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,

    /// Objects measured at most; of a larger input, an evenly spread sample is taken
    #[arg(long, value_name = "N", default_value_t = 4_096, requires = "input",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) objects: u32,

    /// Input read at most, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, requires = "input",
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) max_input: u32,

    #[command(flatten)]
    pub(crate) measuring: MeasuringArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ListArguments {
    /// Only these subjects
    #[arg(value_name = "SUBJECT")]
    pub(crate) subjects: Vec<String>,

    /// One identifier a line, `SUBJECT OPERATION/NAME[/VARIANT]`, for scripts
    #[arg(long)]
    pub(crate) terse: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ProfileArguments {
    /// A built-in subject
    pub(crate) subject: String,

    /// A contestant's identifier
    pub(crate) contestant: String,

    /// Processor time to sample
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) seconds: u16,

    /// Samples per second of processor time
    #[arg(long, value_name = "N", default_value_t = 499, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) hz: u32,

    /// Stage rules of your own, read before the built-in ones
    #[arg(long, value_name = "FILE")]
    pub(crate) stages: Option<PathBuf>,

    /// Where to write profile.html and the folded stacks
    #[arg(long, value_name = "DIR", default_value = "apograph-out")]
    pub(crate) out: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct AdviseArguments {
    /// How often the operation is called: 5000/s, 2k/s, 300/min, 1M/h
    #[arg(long, value_name = "RATE", value_parser = apograph_lab::advice::parse_rate)]
    pub(crate) rate: f64,

    /// What the calls do with an object
    #[arg(long, value_enum, default_value_t = Task::Copy)]
    pub(crate) task: Task,

    /// Whether the structure of the objects changes between writer and reader
    #[arg(long, value_enum, default_value_t = Structure::Stable)]
    pub(crate) structure: Structure,

    /// Crates that are dependencies already
    #[arg(long, value_name = "CRATE", value_delimiter = ',')]
    pub(crate) has: Vec<String>,

    /// The bytes must stay readable for people
    #[arg(long)]
    pub(crate) readable: bool,

    /// A copy may share with the original, since nobody writes to it
    #[arg(long)]
    pub(crate) may_share: bool,

    /// Decide by one object alone and not by the corpus
    #[arg(long)]
    pub(crate) one: bool,

    /// Only this subject
    #[arg(long, value_name = "SUBJECT")]
    pub(crate) subject: Option<String>,

    /// The results of a run
    #[arg(long, value_name = "FILE", default_value = "apograph-out/results.json")]
    pub(crate) from: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Task {
    /// Make a second object
    Copy,
    /// Write it and read it elsewhere
    Send,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Structure {
    /// Both sides are built from the same types
    Stable,
    /// Fields come and go
    Changing,
}
