//! Decimal numbers, as amounts of money are kept.

use apograph::DeepCopy;
use apograph::decode::{Decode, Decoder, Fail};
use apograph::encode::{Encode, Encoder, Place};
use apograph::shape::{Kind, Shape, Slot};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A decimal number: `unscaled` divided by ten to the power of `scale`.
///
/// As with `BigDecimal`, the scale belongs to the number: 12.5 and 12.50 are not equal. Written as
/// text in a human-readable format, as its two fields in any other.
///
/// ```
/// use apograph_workloads::Decimal;
///
/// let price = Decimal { unscaled: 1250, scale: 2 };
/// assert_eq!(price.to_string(), "12.50");
/// assert_eq!("12.50".parse(), Ok(price));
/// assert_ne!("12.5".parse(), Ok(price));
/// assert_eq!(serde_json::to_string(&price)?, r#""12.50""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, DeepCopy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Decimal {
    /// The digits, as an integer.
    pub unscaled: i64,
    /// How many of the digits stand after the point.
    pub scale: u8,
}

/// Why a text is not a [`Decimal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// Something else than an optional `-`, digits and at most one point between digits.
    #[error("expected digits with at most one decimal point between them")]
    Syntax,
    /// More than 255 digits after the point, or a number that needs more than 64 bits.
    #[error("the decimal number has too many digits")]
    Range,
}

/// Room for the text of any number at all.
const LONGEST_LEN: usize = 260;

impl Decimal {
    /// Hands on the text, which is ASCII.
    #[inline]
    fn with_text<R>(self, take: impl FnOnce(&[u8]) -> R) -> R {
        match self.short_text() {
            Some((text, length)) => take(&text[..length]),
            None => take(self.write(&mut [b'0'; LONGEST_LEN])),
        }
    }

    /// The text of a number with at most eight digits in all, and how long it is.
    #[inline]
    fn short_text(self) -> Option<([u8; 16], usize)> {
        let digits = self.unscaled.unsigned_abs();
        let scale = u32::from(self.scale);
        if digits >= 100_000_000 || scale > 7 {
            return None;
        }
        let digits = eight_digits(digits);
        // Zeros ahead of the number, of which one may stand ahead of the point.
        let ahead = (digits.trailing_zeros() / 8).min(7 - scale);
        let text = u128::from(digits | 0x3030_3030_3030_3030);
        let whole = (1 << (8 * (8 - scale))) - 1;
        let text = match scale {
            0 => text,
            _ => text & whole | u128::from(b'.') << (8 * (8 - scale)) | (text & !whole) << 8,
        };
        let text = text >> (8 * ahead);
        let length = 8 + u32::from(scale > 0) - ahead;
        let is_negative = self.unscaled < 0;
        let text = if is_negative { text << 8 | u128::from(b'-') } else { text };
        Some((text.to_le_bytes(), (length + u32::from(is_negative)) as usize))
    }

    /// Writes the text at the end of a buffer full of zero digits.
    fn write(self, buffer: &mut [u8; LONGEST_LEN]) -> &[u8] {
        let (scale, end) = (usize::from(self.scale), LONGEST_LEN);
        let point = if scale == 0 { end } else { end - scale - 1 };
        let mut rest = self.unscaled.unsigned_abs();
        let mut start = end;
        while rest > 0 {
            start -= 1;
            if start == point {
                start -= 1;
            }
            buffer[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        if scale > 0 {
            buffer[point] = b'.';
        }
        start = start.min(point - 1);
        if self.unscaled < 0 {
            start -= 1;
            buffer[start] = b'-';
        }
        &buffer[start..]
    }
}

/// The digits of a number below 10⁸, a byte each, the first in the lowest: the number is halved three
/// times, and each half is a multiplication for all parts at once.
#[inline]
fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let tens = ((twos * 103) >> 10) & 0x0f_000f_000f_000f;
    tens | (twos - tens * 10) << 8
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.pad(str::from_utf8(text).unwrap_or_default()))
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        match Self::of_short(text.as_bytes()) {
            Some(number) => Ok(number),
            None => Self::of_any(text),
        }
    }
}

impl Decimal {
    /// Reads up to eight bytes with a point among them and no sign, all of them at once. None for
    /// anything else, which may still be a number.
    #[inline]
    fn of_short(text: &[u8]) -> Option<Self> {
        const ZEROS: u64 = 0x3030_3030_3030_3030;
        let length = text.len();
        let word = match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            (Some(first), Some(last)) if length <= 8 => {
                let last = u64::from(u32::from_le_bytes(*last)) << (8 * (length - 4));
                u64::from(u32::from_le_bytes(*first)) | last
            }
            _ => return None,
        };
        // To the end of the word, so that zeros lead.
        let ahead = 8 * (8 - length as u32);
        let digits = word << ahead | ZEROS & ((1 << ahead) - 1);
        // Where the point is, a byte is zero, and the borrow of a zero reaches its highest bit. It may
        // reach bytes above as well, but only the lowest counts.
        let points = digits ^ 0x2e2e_2e2e_2e2e_2e2e;
        let point = (points.wrapping_sub(0x0101_0101_0101_0101) & !points & 0x8080_8080_8080_8080)
            .trailing_zeros()
            & !7;
        // Digits stand on both sides of it.
        if point <= ahead || point >= 56 {
            return None;
        }
        let before = (1_u64 << point) - 1;
        let digits = digits & !before & !(0xff << point) | (digits & before) << 8 | 0x30;
        let values = digits ^ ZEROS;
        let above = (values & 0x7f7f_7f7f_7f7f_7f7f) + 0x7676_7676_7676_7676;
        if (values | above) & 0x8080_8080_8080_8080 != 0 {
            return None;
        }
        // Pairs, fours, and all eight.
        let values = (values * 10 + (values >> 8)) & 0x00ff_00ff_00ff_00ff;
        let values = (values * 100 + (values >> 16)) & 0x0000_ffff_0000_ffff;
        let unscaled = (values * 10_000 + (values >> 32)) & 0xffff_ffff;
        Some(Self { unscaled: unscaled as i64, scale: (7 - point / 8) as u8 })
    }

    fn of_any(text: &str) -> Result<Self, DecimalError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((_, "")) => return Err(DecimalError::Syntax),
            Some(parts) => parts,
            None => (digits, ""),
        };
        if whole.is_empty() {
            return Err(DecimalError::Syntax);
        }
        let mut unscaled = 0_i64;
        for digit in whole.bytes().chain(fraction.bytes()) {
            if !digit.is_ascii_digit() {
                return Err(DecimalError::Syntax);
            }
            let digit = i64::from(digit - b'0');
            // Built on the side of its sign, since the lowest number has no positive counterpart.
            unscaled = unscaled
                .checked_mul(10)
                .and_then(|n| if negative { n.checked_sub(digit) } else { n.checked_add(digit) })
                .ok_or(DecimalError::Range)?;
        }
        let scale = u8::try_from(fraction.len()).map_err(|_| DecimalError::Range)?;
        Ok(Self { unscaled, scale })
    }
}

/// The form in formats that are not for reading.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Decimal")]
struct Fields {
    unscaled: i64,
    scale: u8,
}

impl Encode for Decimal {
    const SHAPE: &'static Shape = {
        static SLOT: Slot = Slot::new();
        &Shape::new(Kind::Formatted, "Decimal", &SLOT)
    };

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self.short_text() {
            Some((text, length)) => encoder.utf8(place, text, length),
            None => {
                let mut buffer = [b'0'; LONGEST_LEN];
                let text = str::from_utf8(self.write(&mut buffer)).unwrap_or_default();
                encoder.str(place, text)
            }
        }
    }
}

impl<'de> Decode<'de> for Decimal {
    const SHAPE: &'static Shape = <Self as Encode>::SHAPE;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.parse("a decimal number", |text| text.parse().ok())
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.with_text(|text| {
                serializer.serialize_str(str::from_utf8(text).unwrap_or_default())
            })
        } else {
            Fields::serialize(self, serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(TextVisitor)
        } else {
            Fields::deserialize(deserializer)
        }
    }
}

struct TextVisitor;

impl de::Visitor<'_> for TextVisitor {
    type Value = Decimal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a decimal number as text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Decimal, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_correspond() {
        for (unscaled, scale, text) in [
            (0, 0, "0"),
            (0, 2, "0.00"),
            (5, 2, "0.05"),
            (0, 7, "0.0000000"),
            (-3, 7, "-0.0000003"),
            (99_999_999, 0, "99999999"),
            (-99_999_999, 7, "-9.9999999"),
            (-12_345_678, 3, "-12345.678"),
            (100_000_000, 2, "1000000.00"),
            (1, 8, "0.00000001"),
            (10, 0, "10"),
            (-5, 1, "-0.5"),
            (1250, 2, "12.50"),
            (-1250, 0, "-1250"),
            (1, 28, "0.0000000000000000000000000001"),
            (i64::MAX, 4, "922337203685477.5807"),
            (i64::MIN, 0, "-9223372036854775808"),
            (i64::MIN, 19, "-0.9223372036854775808"),
        ] {
            let number = Decimal { unscaled, scale };
            assert_eq!(number.to_string(), text);
            assert_eq!(text.parse(), Ok(number));
        }
    }

    #[test]
    fn short_texts_are_read_at_once_as_they_are_byte_by_byte() {
        let mut taken = 0;
        for mut number in 0..9_u32.pow(7) {
            let mut text = String::new();
            while number > 0 {
                text.push(char::from(b"0159.-/:\xff"[(number % 9) as usize]));
                number /= 9;
            }
            for text in [text.clone(), format!("90{text}")] {
                if let Some(read) = Decimal::of_short(text.as_bytes()) {
                    assert_eq!(Decimal::of_any(&text), Ok(read), "{text}");
                    taken += 1;
                }
            }
        }
        assert!(taken > 10_000, "only {taken}");
    }

    #[test]
    fn every_scale_can_be_written() {
        for scale in 0..=u8::MAX {
            for unscaled in [i64::MIN, -1, 0, 1, i64::MAX] {
                let number = Decimal { unscaled, scale };
                assert_eq!(number.to_string().parse(), Ok(number), "scale {scale}");
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        use DecimalError::{Range, Syntax};
        let long = format!("0.{}", "0".repeat(256));
        for (text, error) in [
            ("", Syntax),
            ("-", Syntax),
            (".5", Syntax),
            ("5.", Syntax),
            ("1.2.3", Syntax),
            ("1e3", Syntax),
            ("+1", Syntax),
            ("１", Syntax),
            ("9223372036854775808", Range),
            (long.as_str(), Range),
        ] {
            assert_eq!(text.parse::<Decimal>(), Err(error), "{text}");
        }
    }
}
