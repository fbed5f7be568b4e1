//! The options of a measurement, the same for `apograph bench` and for a user's `cargo bench`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use crate::protocol::{Effort, Protocol};

/// Options of a measurement.
#[derive(Args, Clone, Debug, Default)]
pub struct MeasuringArguments {
    /// Only these contestants: an identifier, its beginning, or a name; `*` stands for any text, and `=`
    /// in front takes an identifier as a whole, without its variants. Some are measured only when this or
    /// a requirement names them: `list` says which
    #[arg(long, short, value_name = "PATTERN", value_delimiter = ',')]
    pub contestants: Vec<String>,

    /// A first look (the default): seconds for a subject
    #[arg(long, conflicts_with_all = ["standard", "thorough"])]
    pub quick: bool,

    /// For a decision: longer forks, and several times the samples for the stages
    #[arg(long, conflicts_with = "thorough")]
    pub standard: bool,

    /// For close calls: thirty long forks, and about 4,000 samples for the stages of each contestant
    #[arg(long)]
    pub thorough: bool,

    /// Child processes that each measure all contestants
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_000))]
    pub forks: Option<u16>,

    /// Also measure throughput with so many threads at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub threads: Option<u16>,

    /// Times, allocations and sizes only: no flame graphs, no stages
    #[arg(long)]
    pub no_profile: bool,

    /// Exit with 1 unless this holds: 'time(copy/clone) <= 0.9 * time(roundtrip/serde_json)'
    #[arg(long, value_name = "THRESHOLD", action = ArgAction::Append)]
    pub require: Vec<String>,

    /// Keep the results under this name, to compare later runs with
    #[arg(long, value_name = "NAME")]
    pub save_baseline: Option<String>,

    /// Compare with the results kept under this name
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,

    /// Changes from the baseline up to this share are noise
    #[arg(long, value_name = "SHARE", default_value_t = 0.03, value_parser = share)]
    pub noise_threshold: f64,

    /// Stage rules of your own, read before the built-in ones (docs/stages.md)
    #[arg(long, value_name = "FILE")]
    pub stages: Option<PathBuf>,

    /// Seed of everything random in the measuring
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Where to write report.html, results.json, jmh.json, results.csv, results.md and stacks
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..1.0).contains(&share) => Ok(share),
        _ => Err("a share from 0 to less than 1, such as 0.03".to_owned()),
    }
}

impl MeasuringArguments {
    /// The protocol that the options ask for.
    pub fn protocol(&self) -> Protocol {
        let effort = if self.thorough {
            Effort::Thorough
        } else if self.standard {
            Effort::Standard
        } else {
            Effort::Quick
        };
        let mut protocol = Protocol::new(effort);
        if let Some(forks) = self.forks {
            protocol.forks = usize::from(forks);
        }
        if let Some(threads) = self.threads {
            protocol.threads = usize::from(threads);
        }
        if let Some(seed) = self.seed {
            protocol.seed = seed;
        }
        if self.no_profile {
            protocol.sampling_ns = 0;
        }
        protocol
    }
}
