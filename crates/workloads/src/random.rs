//! Seeded randomness in the shapes of production data.
//!
//! Everything here is integer arithmetic, or the four basic operations on floats: those give the
//! same bits on every machine, which logarithms and powers do not.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::distr::uniform::SampleUniform;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::Timestamp;

/// The moment at which the corpora are looked at, 2026-08-01T00:00:00Z. Nothing lies after it.
const NOW: i64 = 1_785_542_400_000;

const DAY: i64 = 86_400_000;

/// A seeded source of values.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    /// A source for one subject; `stream` keeps the subjects' values apart under one seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut source = ChaCha8Rng::seed_from_u64(seed);
        source.set_stream(stream);
        Self(source)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in `[0, 1)`.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0.random()
    }

    pub(crate) fn between<T: SampleUniform + PartialOrd>(&mut self, range: RangeInclusive<T>) -> T {
        self.0.random_range(range)
    }

    /// True in so many of a thousand cases.
    pub(crate) fn per_mille(&mut self, cases: u32) -> bool {
        self.between(0..=999) < cases
    }

    pub(crate) fn maybe<T>(
        &mut self,
        per_mille: u32,
        make: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        self.per_mille(per_mille).then(|| make(self))
    }

    /// A count of this range, small ones much more often than large ones.
    pub(crate) fn few(&mut self, range: RangeInclusive<usize>) -> usize {
        let unit = self.unit();
        let width = (range.end() - range.start() + 1) as f64;
        range.start() + (unit * unit * width) as usize
    }

    /// A place in a list of weights, as often as its weight says.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut rest = self.between(1..=weights.iter().sum());
        let place = weights.iter().position(|&weight| {
            let here = rest <= weight;
            rest = rest.saturating_sub(weight);
            here
        });
        place.unwrap_or_default()
    }

    /// One of a list that is not empty.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.between(0..=list.len() - 1)]
    }

    /// One of a list that is not empty, the first ones much more often than the last ones.
    pub(crate) fn pick_first<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.few(0..=list.len() - 1)]
    }

    /// One of a list of words.
    pub(crate) fn word(&mut self, words: &[&'static str]) -> &'static str {
        self.pick::<&'static str>(words)
    }

    /// One of a list of words, the first ones much more often than the last ones.
    pub(crate) fn common_word(&mut self, words: &[&'static str]) -> &'static str {
        self.pick_first::<&'static str>(words)
    }

    /// One of a list, as often as the weight beside it says.
    pub(crate) fn pick_weighted<T: Copy, const N: usize>(&mut self, list: &[(T, u32); N]) -> T {
        let place = self.weighted(&list.map(|(_, weight)| weight));
        list[place].0
    }

    /// A positive integer of one to `digits` digits, each length as often as another.
    pub(crate) fn magnitude(&mut self, digits: u32) -> i64 {
        let digits = self.between(1..=digits);
        self.digits(digits)
    }

    /// A positive integer of exactly so many digits, at most 18.
    pub(crate) fn digits(&mut self, digits: u32) -> i64 {
        let low = 10_i64.pow(digits - 1);
        self.between(low..=low * 10 - 1)
    }

    /// A float that is short as text: an integer of the range, divided by ten to the power of
    /// `decimals`. Both are exact, so the quotient is the float nearest to the decimal number, and
    /// its text comes back as the same float from every parser.
    pub(crate) fn measured(&mut self, range: RangeInclusive<i64>, decimals: u32) -> f64 {
        self.between(range) as f64 / 10_i64.pow(decimals) as f64
    }

    /// A moment in the last minutes, hours, days or years, each as often as another.
    pub(crate) fn moment(&mut self) -> Timestamp {
        let span = *self.pick(&[10 * 60_000, 3_600_000, DAY, 30 * DAY, 1_000 * DAY]);
        self.moment_within(span)
    }

    /// A moment in the last years.
    pub(crate) fn day_long_ago(&mut self) -> Timestamp {
        self.moment_within(3_000 * DAY)
    }

    fn moment_within(&mut self, span: i64) -> Timestamp {
        let moment = NOW - self.between(1..=span);
        // Some systems keep whole seconds only.
        Timestamp(if self.per_mille(150) { moment - moment % 1_000 } else { moment })
    }

    /// A moment after another one, but not after the corpus is looked at.
    pub(crate) fn after(&mut self, earlier: Timestamp) -> Timestamp {
        let span = *self.pick(&[60_000, 3_600_000, DAY, 10 * DAY]);
        Timestamp((earlier.0 + self.between(1..=span)).min(NOW))
    }

    /// Appends hexadecimal digits, at most 16.
    pub(crate) fn push_hex(&mut self, text: &mut String, digits: u32) {
        let bits = self.bits() >> (64 - 4 * digits);
        // Writing to a string does not fail.
        let _ = write!(text, "{bits:0width$x}", width = digits as usize);
    }

    /// Appends decimal digits, at most 18.
    pub(crate) fn push_digits(&mut self, text: &mut String, digits: u32) {
        let number = self.between(0..=10_i64.pow(digits) - 1);
        let _ = write!(text, "{number:0width$}", width = digits as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_one_seed_differ() {
        assert_ne!(Random::new(7, 1).bits(), Random::new(7, 2).bits());
        assert_eq!(Random::new(7, 1).bits(), Random::new(7, 1).bits());
    }

    #[test]
    fn counts_reach_both_ends_and_lean_to_the_lower_one() {
        let mut random = Random::new(1, 0);
        let mut seen = [0_u32; 6];
        for _ in 0..10_000 {
            seen[random.few(0..=5)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
        assert!(seen[0] > 3 * seen[5], "{seen:?}");
    }

    #[test]
    fn weights_are_kept() {
        let mut random = Random::new(1, 0);
        let mut seen = [0_u32; 3];
        for _ in 0..10_000 {
            seen[random.weighted(&[1, 0, 3])] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((2_300..=2_700).contains(&seen[0]), "{seen:?}");
    }

    #[test]
    fn magnitudes_spread_over_the_decades() {
        let mut random = Random::new(1, 0);
        let mut seen = [0_u32; 7];
        for _ in 0..7_000 {
            seen[random.magnitude(7).ilog10() as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (800..=1_200).contains(&count)), "{seen:?}");
    }

    #[test]
    fn measured_values_are_the_floats_nearest_to_their_text() {
        let mut random = Random::new(1, 0);
        for _ in 0..10_000 {
            let value = random.measured(-180_000_000..=180_000_000, 6);
            let text = format!("{value}");
            assert!(text.len() <= 11, "{text}");
            assert_eq!(text.parse(), Ok(value));
        }
    }
}
