//! Figures as the page writes them: those of [`quantity`](crate::quantity) in prose, and in tables
//! plain ones with separated thousands, whose decimals stand below each other.

use crate::quantity;
use crate::results::Estimate;

/// A quantity for a table: `11,540`, `83.2`, `4.25`.
pub(super) fn plain(value: f64) -> String {
    match value.abs() {
        size if !size.is_finite() => "–".to_owned(),
        size if size >= 99.95 => thousands(&format!("{value:.0}")),
        size if size >= 9.995 => format!("{value:.1}"),
        0.0 => "0".to_owned(),
        _ => format!("{value:.2}"),
    }
}

/// A count that is often whole: without decimals where it has none.
pub(super) fn count(value: f64) -> String {
    if value.is_finite() && (value - value.round()).abs() < 0.005 {
        thousands(&format!("{value:.0}"))
    } else {
        plain(value)
    }
}

/// A duration with its unit: `11.5 µs`.
pub(super) fn duration(ns: f64) -> String {
    unbroken(&quantity::time(ns))
}

/// A size with its unit: `8.51 kB`.
pub(super) fn size(bytes: f64) -> String {
    unbroken(&quantity::bytes(bytes))
}

/// A ratio: `5.63`, `12.4`, `0.0421`.
pub(super) fn ratio(value: f64) -> String {
    quantity::number(value)
}

/// The interval of a ratio, with as many decimals as the ratio itself: `5.51–5.72`.
pub(super) fn ratio_interval(estimate: &Estimate) -> String {
    quantity::interval(estimate)
}

/// A share as per cent with its sign: `+1.2 %`.
pub(super) fn signed_percent(share: f64) -> String {
    format!("{:+.1} %", share * 100.0).replace('-', "−")
}

/// Separates the thousands of an integer.
pub(super) fn thousands(digits: &str) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("−", rest),
        None => ("", digits),
    };
    let mut text = sign.to_owned();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A figure and its unit stay on one line: with a no-break space.
fn unbroken(figure: &str) -> String {
    figure.replace(' ', "\u{a0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_significant_digits_and_separated_thousands() {
        let table = [
            (plain(11_540.4), "11,540"),
            (plain(83.24), "83.2"),
            (plain(0.0), "0"),
            (plain(f64::NAN), "–"),
            (count(94.0), "94"),
            (count(94.5), "94.5"),
            (count(-1_234.0), "−1,234"),
            (duration(999.6), "1.00\u{a0}µs"),
            (duration(11_540.0), "11.5\u{a0}µs"),
            (size(512.0), "512\u{a0}B"),
            (size(8_512.0), "8.51\u{a0}kB"),
            (ratio(5.634), "5.63"),
            (ratio(0.0421), "0.0421"),
            (ratio(1234.5), "1234"),
            (signed_percent(-0.0123), "−1.2 %"),
            (thousands("1000000"), "1,000,000"),
        ];
        for (text, expected) in table {
            assert_eq!(text, expected);
        }
    }
}
