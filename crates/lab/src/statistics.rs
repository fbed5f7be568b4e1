//! Medians, bootstrap intervals and verdicts: how measured rounds become figures.
//!
//! Rounds of one fork resemble each other more than rounds of two forks do, because a fork keeps
//! its heap, its address layout and the state of its caches. So nothing here pools them: a
//! statistic is taken per fork, then over the forks, and the bootstrap resamples in the same two
//! levels. Medians throughout, since a preempted slice is an outlier by a factor and not by a
//! standard deviation.
//!
//! Everything is deterministic for a given seed. Values that are no finite numbers are left out,
//! so that no result is NaN.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::results::{Estimate, Verdict};

/// Resamples of a bootstrap: the ends of a 95 % interval then rest on 25 of them each.
const RESAMPLES: usize = 1_000;

/// Smallest difference that is ever called one, as a share.
const LEAST_MARGIN: f64 = 0.01;

/// The middle value; the mean of the two middle ones for an even number, 0 for none.
///
/// ```
/// use apograph_lab::statistics::median;
///
/// assert_eq!(median(&[3.0, 100.0, 1.0]), 3.0);
/// assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), 3.0);
/// assert_eq!(median(&[]), 0.0);
/// ```
pub fn median(values: &[f64]) -> f64 {
    let mut finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    median_in_place(&mut finite)
}

/// The median of the forks' medians of `rounds[fork][round]`, with its 95 % interval.
///
/// The interval is that of a hierarchical bootstrap: it resamples forks, and rounds within each.
/// With a single fork it can only resample rounds, and says nothing about what another fork would
/// give. All three figures are 0 when there are no rounds.
pub fn estimate(rounds: &[Vec<f64>], seed: u64) -> Estimate {
    bootstrap(&sorted_forks(rounds.iter().map(|fork| fork.iter().copied())), seed)
        .unwrap_or(Estimate { median: 0.0, low: 0.0, high: 0.0 })
}

/// How many times as long `a` takes as `b`: per fork the median of the ratios of paired rounds,
/// over the forks the median of these, with its 95 % interval from the same bootstrap as
/// [`estimate`]. A pair stays a pair in every resample.
///
/// Equal places of `a` and `b` are pairs; what has no partner, or a partner that took no time, is
/// left out. With no pair at all nothing is known: the ratio is 1, the interval reaches from 0 to
/// [`f64::MAX`], and [`verdict`] calls it a tie.
pub fn ratio(a: &[Vec<f64>], b: &[Vec<f64>], seed: u64) -> Estimate {
    let paired = a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a / b));
    bootstrap(&sorted_forks(paired), seed).unwrap_or(Estimate {
        median: 1.0,
        low: 0.0,
        high: f64::MAX,
    })
}

/// The share up to which differences are noise, from the ratio of a contestant to itself: three
/// times the distance of its median from 1, and never below 1 %.
pub fn margin(twin: &Estimate) -> f64 {
    let distance = 3.0 * (twin.median - 1.0).abs();
    // `f64::max` ignores a NaN.
    LEAST_MARGIN.max(distance)
}

/// What a ratio means: a difference only if the whole interval lies outside 1 ± `margin`.
/// Never [`Verdict::Baseline`], which is not for a ratio to say.
pub fn verdict(ratio: &Estimate, margin: f64) -> Verdict {
    if ratio.high < 1.0 - margin {
        Verdict::Faster
    } else if ratio.low > 1.0 + margin {
        Verdict::Slower
    } else {
        Verdict::Tie
    }
}

/// The geometric mean of some positive values; none when there is no value, or one that is not
/// positive.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut logarithms = 0.0;
    let mut count = 0.0;
    for value in values {
        if !(value.is_finite() && value > 0.0) {
            return None;
        }
        logarithms += value.ln();
        count += 1.0;
    }
    (count > 0.0).then(|| f64::exp(logarithms / count))
}

/// Half the width of the interval that covers a mean with the given confidence, from Student's t:
/// the `scoreError` of JMH, at 0.999. None for less than three values, as in JMH.
///
/// It takes the values for independent. Rounds of one fork are not, so it is too narrow; it is
/// here for the sake of files that other tools read.
pub fn mean_error(values: &[f64], confidence: f64) -> Option<f64> {
    if values.len() < 3 {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let degrees = u32::try_from(values.len() - 1).unwrap_or(u32::MAX);
    Some(student_t(confidence, degrees) * (squares / (count - 1.0) / count).sqrt())
}

/// The t for which a variable of Student's distribution lies within ± t with the given
/// probability; 0 for a probability of 0 or less, [`f64::INFINITY`] for 1 or more, and for no
/// degrees of freedom.
///
/// ```
/// use apograph_lab::statistics::student_t;
///
/// assert_eq!(format!("{:.3}", student_t(0.95, 10)), "2.228");
/// ```
pub fn student_t(probability: f64, degrees: u32) -> f64 {
    if probability >= 1.0 || degrees == 0 {
        return f64::INFINITY;
    }
    if probability <= 0.0 || probability.is_nan() {
        return 0.0;
    }
    // Beyond some hundred thousand degrees nothing changes but the number of terms.
    let degrees = degrees.min(200_000);
    // In terms of the angle the distribution is a smooth function on a bounded range: bisect there.
    let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
    for _ in 0..80 {
        let angle = f64::midpoint(low, high);
        if student_within(angle, degrees) < probability {
            low = angle;
        } else {
            high = angle;
        }
    }
    f64::midpoint(low, high).tan() * f64::from(degrees).sqrt()
}

/// Probability that Student's variable lies within ± tan(`angle`) · √`degrees`: the finite sum for
/// whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn student_within(angle: f64, degrees: u32) -> f64 {
    let (sin, cos) = angle.sin_cos();
    let odd = degrees % 2 == 1;
    // The factors of the terms: cos · 2/3 cos² · 4/5 cos² … for odd degrees, 1 · 1/2 cos² · 3/4
    // cos² … for even ones.
    let (mut term, mut sum) = if odd { (cos, 0.0) } else { (1.0, 0.0) };
    let mut divisor = if odd { 3.0 } else { 2.0 };
    for _ in 0..degrees / 2 {
        sum += term;
        term *= cos * cos * (divisor - 1.0) / divisor;
        divisor += 2.0;
    }
    if odd { (angle + sin * sum) * std::f64::consts::FRAC_2_PI } else { sin * sum }
}

/// The finite values of each fork in order; forks without any are left out.
fn sorted_forks(forks: impl IntoIterator<Item = impl IntoIterator<Item = f64>>) -> Vec<Vec<f64>> {
    let sorted = forks.into_iter().map(|fork| {
        let mut fork: Vec<f64> = fork.into_iter().filter(|value| value.is_finite()).collect();
        fork.sort_unstable_by(f64::total_cmp);
        fork
    });
    sorted.filter(|fork| !fork.is_empty()).collect()
}

/// The median of the forks' medians with its percentile interval; none without forks.
fn bootstrap(forks: &[Vec<f64>], seed: u64) -> Option<Estimate> {
    let longest = forks.iter().map(Vec::len).max()?;
    let mut medians: Vec<f64> = forks.iter().map(|fork| median_of_sorted(fork)).collect();
    let center = median_in_place(&mut medians);

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut picks = vec![0_u32; longest];
    let mut resampled = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        for place in &mut medians {
            // With one fork this picks that one: only rounds are resampled.
            let fork = &forks[below(&mut rng, forks.len())];
            *place = resampled_median(fork, &mut picks, &mut rng);
        }
        resampled.push(median_in_place(&mut medians));
    }
    resampled.sort_unstable_by(f64::total_cmp);
    let tail = RESAMPLES / 40;
    // The median of few values can lie outside of the middle 95 % of its own resamples.
    Some(Estimate {
        median: center,
        low: resampled[tail].min(center),
        high: resampled[RESAMPLES - 1 - tail].max(center),
    })
}

/// The median of as many values, drawn from `sorted` with replacement. Since the values are in
/// order, counting how often each was drawn takes the place of sorting what was drawn.
fn resampled_median(sorted: &[f64], picks: &mut [u32], rng: &mut ChaCha8Rng) -> f64 {
    let count = sorted.len();
    let picks = &mut picks[..count];
    picks.fill(0);
    for _ in 0..count {
        picks[below(rng, count)] += 1;
    }
    let (lower, upper) = ((count - 1) / 2, count / 2);
    let mut seen = 0;
    let mut low = None;
    for (value, &times) in sorted.iter().zip(picks.iter()) {
        seen += times as usize;
        if low.is_none() && seen > lower {
            low = Some(*value);
        }
        if let Some(low) = low
            && seen > upper
        {
            return f64::midpoint(low, *value);
        }
    }
    // As many were drawn as there are, so the loop has returned.
    low.unwrap_or_default()
}

/// A random number below `bound`. The bias is `bound` ÷ 2³²: nothing, for a number of rounds.
fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

fn median_of_sorted(sorted: &[f64]) -> f64 {
    match sorted.len() {
        0 => 0.0,
        count => f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]),
    }
}

/// The median of finite values, which change their order; 0 for none.
fn median_in_place(values: &mut [f64]) -> f64 {
    let count = values.len();
    if count == 0 {
        return 0.0;
    }
    let (below, &mut upper, _) = values.select_nth_unstable_by(count / 2, f64::total_cmp);
    if count % 2 == 1 {
        return upper;
    }
    let lower = below.iter().copied().max_by(f64::total_cmp).unwrap_or(upper);
    f64::midpoint(lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Normally distributed values: the sum of twelve uniform ones.
    fn normal(rng: &mut ChaCha8Rng) -> f64 {
        let uniform = |rng: &mut ChaCha8Rng| f64::from(rng.next_u32()) / f64::from(u32::MAX);
        (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
    }

    /// Rounds around `center`, each fork off by a share of `between`, each round by `within`; one
    /// round in ten was preempted and took twice as long.
    fn rounds(
        rng: &mut ChaCha8Rng,
        center: f64,
        forks: usize,
        (between, within): (f64, f64),
    ) -> Vec<Vec<f64>> {
        (0..forks)
            .map(|_| {
                let fork = center * (1.0 + between * normal(rng));
                (0..40)
                    .map(|_| {
                        let preempted = if below(rng, 10) == 0 { 2.0 } else { 1.0 };
                        fork * (1.0 + within * normal(rng)) * preempted
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn the_median_is_the_middle_and_ignores_what_is_no_number() {
        let cases: [(&[f64], f64); 6] = [
            (&[], 0.0),
            (&[7.0], 7.0),
            (&[2.0, 1.0], 1.5),
            (&[5.0, 1.0, 3.0], 3.0),
            (&[1.0, f64::NAN, 3.0, f64::INFINITY], 2.0),
            (&[f64::MAX, f64::MAX], f64::MAX),
        ];
        for (values, expected) in cases {
            assert_eq!(median(values), expected, "{values:?}");
        }
    }

    #[test]
    fn an_estimate_is_the_median_of_the_forks_medians_and_not_of_all_rounds() {
        let forks = [vec![1.0], vec![2.0], vec![9.0; 20]];
        assert_eq!(estimate(&forks, 1).median, 2.0);
    }

    #[test]
    fn equal_seeds_give_equal_intervals() {
        let forks = rounds(&mut ChaCha8Rng::seed_from_u64(1), 100.0, 5, (0.01, 0.05));
        assert_eq!(estimate(&forks, 3), estimate(&forks, 3));
        assert_ne!(estimate(&forks, 3), estimate(&forks, 4));
    }

    #[test]
    fn no_input_makes_a_figure_that_is_no_number() {
        let inputs: [&[Vec<f64>]; 6] = [
            &[],
            &[vec![]],
            &[vec![], vec![1.0]],
            &[vec![0.0, 0.0], vec![0.0]],
            &[vec![f64::NAN], vec![f64::INFINITY, f64::NEG_INFINITY]],
            &[vec![1.0, 2.0, 3.0], vec![f64::NAN, 2.0]],
        ];
        for a in inputs {
            let one = estimate(a, 5);
            assert!(one.low <= one.median && one.median <= one.high, "{a:?}: {one:?}");
            for b in inputs {
                let both = ratio(a, b, 5);
                assert!(
                    both.low <= both.median && both.median <= both.high,
                    "{a:?}/{b:?}: {both:?}"
                );
            }
        }
    }

    #[test]
    fn without_pairs_nothing_is_known_and_nothing_differs() {
        let unknown = ratio(&[vec![5.0]], &[vec![0.0]], 1);
        assert_eq!((unknown.median, unknown.low), (1.0, 0.0));
        assert_eq!(verdict(&unknown, 0.01), Verdict::Tie);
    }

    #[test]
    fn paired_rounds_cancel_a_drift_that_both_sides_share() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let drift = rounds(&mut rng, 100.0, 5, (0.2, 0.3));
        let slower: Vec<Vec<f64>> =
            drift.iter().map(|fork| fork.iter().map(|ns| ns * 1.5).collect()).collect();
        let found = ratio(&slower, &drift, 1);
        assert!((found.median - 1.5).abs() < 1e-9);
        assert!(found.high - found.low < 1e-9, "{found:?}");
        assert!(estimate(&drift, 1).high / estimate(&drift, 1).low > 1.1);
    }

    #[test]
    fn forks_that_disagree_widen_the_interval_more_than_rounds_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let width = |estimate: Estimate| estimate.high - estimate.low;
        let agreeing = width(estimate(&rounds(&mut rng, 100.0, 5, (0.0, 0.02)), 1));
        let disagreeing = width(estimate(&rounds(&mut rng, 100.0, 5, (0.05, 0.02)), 1));
        assert!(disagreeing > 3.0 * agreeing, "{disagreeing} against {agreeing}");
    }

    #[test]
    fn the_interval_covers_the_true_value_about_as_often_as_it_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let experiments = 300;
        let covered = (0..experiments)
            .filter(|&seed| {
                // Without preempted rounds, so that the true median is known.
                let forks: Vec<Vec<f64>> = (0..5)
                    .map(|_| {
                        let fork = 100.0 + normal(&mut rng);
                        (0..20).map(|_| fork + 0.5 * normal(&mut rng)).collect()
                    })
                    .collect();
                let found = estimate(&forks, seed);
                found.low <= 100.0 && 100.0 <= found.high
            })
            .count();
        let share = covered as f64 / f64::from(u16::try_from(experiments).expect("small"));
        assert!((0.88..=0.99).contains(&share), "95 % intervals covered {share}");
    }

    #[test]
    fn the_margin_is_three_times_the_twins_distance_and_at_least_a_hundredth() {
        for (twin, expected) in [(1.0, 0.01), (1.002, 0.01), (0.99, 0.03), (1.02, 0.06)] {
            let twin = Estimate { median: twin, low: twin, high: twin };
            assert!((margin(&twin) - expected).abs() < 1e-9, "{twin:?}");
        }
        let broken = Estimate { median: f64::NAN, low: 0.0, high: 0.0 };
        assert_eq!(margin(&broken), 0.01);
    }

    #[test]
    fn only_an_interval_wholly_outside_the_margin_is_a_difference() {
        let cases = [
            ((0.90, 0.985), Verdict::Faster),
            ((0.90, 0.991), Verdict::Tie),
            ((0.995, 1.005), Verdict::Tie),
            ((1.005, 1.20), Verdict::Tie),
            ((1.02, 1.20), Verdict::Slower),
            ((0.5, 2.0), Verdict::Tie),
        ];
        for ((low, high), expected) in cases {
            let ratio = Estimate { median: f64::midpoint(low, high), low, high };
            assert_eq!(verdict(&ratio, 0.01), expected, "{low} to {high}");
        }
    }

    #[test]
    fn students_t_agrees_with_the_printed_tables() {
        let cases = [
            (0.95, 1, 12.706),
            (0.95, 2, 4.303),
            (0.95, 5, 2.571),
            (0.95, 30, 2.042),
            (0.99, 4, 4.604),
            (0.99, 9, 3.250),
            (0.999, 1, 636.619),
            (0.999, 2, 31.599),
            (0.999, 4, 8.610),
            (0.999, 9, 4.781),
            (0.999, 29, 3.659),
            (0.999, 120, 3.373),
            (0.999, 1_000_000, 3.291),
        ];
        for (probability, degrees, expected) in cases {
            let found = student_t(probability, degrees);
            assert!((found - expected).abs() < 6e-4, "{probability}, {degrees}: {found}");
        }
        assert_eq!(student_t(0.0, 5), 0.0);
        assert_eq!(student_t(1.0, 5), f64::INFINITY);
        assert_eq!(student_t(0.95, 0), f64::INFINITY);
    }

    #[test]
    fn the_error_of_a_mean_is_that_of_jmh() {
        // 1 to 5: standard deviation √2.5, t(0.999, 4) = 8.610.
        let error = mean_error(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.999).expect("enough values");
        assert!((error - 8.610 * (2.5_f64 / 5.0).sqrt()).abs() < 1e-3, "{error}");
        assert_eq!(mean_error(&[1.0, 2.0], 0.999), None);
    }

    #[test]
    fn the_geometric_mean_is_of_positive_values_only() {
        let mean = geometric_mean([2.0, 8.0]).expect("positive");
        assert!((mean - 4.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), None);
        assert_eq!(geometric_mean([1.0, 0.0]), None);
    }
}
