//! Baselines: stored results of an earlier run, and what has changed since.

mod comparison;
mod store;

pub use self::comparison::{Change, Comparison, NOISE_THRESHOLD, Trend, compare};
pub use self::store::{BaselineError, check_name, load, names, save};

#[cfg(test)]
mod tests;
