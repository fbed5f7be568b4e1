//! How quantities are written in every report: three significant digits, and a unit that keeps the
//! number short.

use crate::results::Estimate;

/// Three significant digits; whole numbers above a thousand keep all of theirs.
///
/// ```
/// use apograph_lab::quantity::number;
///
/// assert_eq!(number(0.012345), "0.0123");
/// assert_eq!(number(8.9), "8.90");
/// assert_eq!(number(12_345.6), "12346");
/// ```
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "unknown".into();
    }
    format!("{value:.*}", decimals(value))
}

/// A time given in nanoseconds: `38.2 ns`, `1.20 µs`, `15.0 ms`, `2.00 s`.
pub fn time(ns: f64) -> String {
    scaled(ns, 1_000.0, &["ns", "µs", "ms", "s"])
}

/// A size in bytes, with decimal prefixes: `740 B`, `8.51 kB`, `2.80 MB`.
pub fn bytes(bytes: f64) -> String {
    with_unit(bytes, 1_000.0, &["B", "kB", "MB", "GB", "TB"], true)
}

/// A number of times per second: `5 /s` is `5/s`, then `2k/s`, `1.20M/s`.
pub fn rate(per_second: f64) -> String {
    let (value, prefix) = scale(per_second, 1_000.0, &["", "k", "M", "G"]);
    format!("{}{prefix}/s", count(value))
}

/// A flow of bytes, given in bytes per second: `8.51 MB/s`.
pub fn flow(bytes_per_second: f64) -> String {
    format!("{}/s", bytes(bytes_per_second))
}

/// A number of things, which has decimals only if it is an average: `94`, `94.5`, `0`.
pub fn count(value: f64) -> String {
    let digits = number(value);
    match digits.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|digit| digit == b'0') => whole.to_owned(),
        _ => digits,
    }
}

/// A share as a percentage with two significant digits: `0.50 %`, `12 %`, `150 %`.
pub fn percent(share: f64) -> String {
    if !share.is_finite() {
        return "unknown".into();
    }
    let value = share * 100.0;
    let decimals = match value.abs() {
        0.0 => 0,
        v if v < 0.995 => 2,
        v if v < 9.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} %")
}

/// A part of a processor: `0.150 core`, `2.40 cores`.
pub fn cores(cores: f64) -> String {
    let word = if cores > 1.0 { "cores" } else { "core" };
    if cores != 0.0 && cores.abs() < 0.000_1 {
        return "less than 0.0001 core".into();
    }
    format!("{} {word}", number(cores))
}

/// How many times something is something else: `8.90×`.
pub fn times(ratio: f64) -> String {
    format!("{}×", number(ratio))
}

/// The interval of times in nanoseconds, in the unit of its median: `18.7–18.9 µs`.
pub fn time_interval(estimate: &Estimate) -> String {
    let (median, unit) = scale(estimate.median, 1_000.0, &["ns", "µs", "ms", "s"]);
    let factor = if estimate.median == 0.0 { 1.0 } else { median / estimate.median };
    let decimals = decimals(median);
    format!("{:.decimals$}–{:.decimals$} {unit}", estimate.low * factor, estimate.high * factor)
}

/// The interval of a ratio: `8.85–8.95`.
pub fn interval(estimate: &Estimate) -> String {
    if estimate.high == f64::MAX {
        return "unknown".into();
    }
    let decimals = decimals(estimate.median);
    format!("{:.decimals$}–{:.decimals$}", estimate.low, estimate.high)
}

/// How far the interval reaches from its median, on the wider side, as a percentage: `±0.50%`.
pub fn spread(estimate: &Estimate) -> String {
    let reach = (estimate.high - estimate.median).max(estimate.median - estimate.low);
    if estimate.median == 0.0 || estimate.high == f64::MAX {
        return "±?".into();
    }
    let share = 100.0 * reach / estimate.median;
    let decimals = usize::from(share < 9.95);
    format!("±{share:.decimals$}%")
}

fn scaled(value: f64, step: f64, units: &[&str]) -> String {
    with_unit(value, step, units, false)
}

fn with_unit(value: f64, step: f64, units: &[&str], whole_units: bool) -> String {
    if !value.is_finite() {
        return "unknown".into();
    }
    let (value, unit) = scale(value, step, units);
    let digits =
        if whole_units && Some(&unit) == units.first() { count(value) } else { number(value) };
    format!("{digits} {unit}")
}

/// Divides by `step` until three digits before the point are enough, rounding included.
fn scale<'a>(value: f64, step: f64, units: &[&'a str]) -> (f64, &'a str) {
    let mut value = value;
    let mut units = units.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    while value.abs() >= step - 0.5 {
        let Some(next) = units.next() else { break };
        value /= step;
        unit = next;
    }
    (value, unit)
}

/// Digits after the point that make three significant ones, and never more than six.
fn decimals(value: f64) -> usize {
    let magnitude = value.abs();
    // The bounds are where rounding to three digits reaches the next power of ten.
    match magnitude {
        0.0 => 0,
        v if v >= 99.95 => 0,
        v if v >= 9.995 => 1,
        v if v >= 0.9995 => 2,
        v if v >= 0.099_95 => 3,
        v if v >= 0.009_995 => 4,
        v if v >= 0.000_999_5 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(write: fn(f64) -> String, cases: &[(f64, &str)]) {
        for &(value, expected) in cases {
            assert_eq!(write(value), expected, "{value}");
        }
    }

    #[test]
    fn times_have_three_digits_and_the_unit_that_fits() {
        check(
            time,
            &[
                (0.0, "0 ns"),
                (0.25, "0.250 ns"),
                (9.996, "10.0 ns"),
                (38.21, "38.2 ns"),
                (999.4, "999 ns"),
                (999.6, "1.00 µs"),
                (18_800.0, "18.8 µs"),
                (15e6, "15.0 ms"),
                (2e9, "2.00 s"),
                (5e12, "5000 s"),
                (f64::NAN, "unknown"),
            ],
        );
    }

    #[test]
    fn sizes_have_decimal_prefixes_and_no_part_of_a_whole_byte() {
        check(
            bytes,
            &[
                (0.0, "0 B"),
                (740.0, "740 B"),
                (12.5, "12.5 B"),
                (8_512.0, "8.51 kB"),
                (2.8e6, "2.80 MB"),
            ],
        );
        assert_eq!(flow(8_512_000.0), "8.51 MB/s");
    }

    #[test]
    fn rates_counts_shares_and_cores_read_naturally() {
        check(rate, &[(5.0, "5/s"), (5_000.0, "5k/s"), (1.2e6, "1.20M/s"), (0.5, "0.500/s")]);
        check(
            count,
            &[(0.0, "0"), (94.0, "94"), (94.5, "94.5"), (1_234.0, "1234"), (100.0, "100")],
        );
        check(percent, &[(0.0, "0 %"), (0.005, "0.50 %"), (0.0123, "1.2 %"), (1.5, "150 %")]);
        check(cores, &[(0.15, "0.150 core"), (2.4, "2.40 cores"), (1e-6, "less than 0.0001 core")]);
        check(times, &[(8.9, "8.90×"), (0.0032, "0.00320×"), (1_569.0, "1569×")]);
    }

    #[test]
    fn an_interval_is_in_the_unit_of_its_median() {
        let estimate = Estimate { median: 1_002.0, low: 990.0, high: 1_010.0 };
        assert_eq!(time_interval(&estimate), "0.99–1.01 µs");
        assert_eq!(spread(&estimate), "±1.2%");
        assert_eq!(interval(&Estimate { median: 8.9, low: 8.85, high: 8.951 }), "8.85–8.95");
        assert_eq!(interval(&Estimate { median: 1.0, low: 0.0, high: f64::MAX }), "unknown");
    }
}
