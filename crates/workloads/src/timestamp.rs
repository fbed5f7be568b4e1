//! Points in time.

use std::fmt;
use std::str::FromStr;

use apograph::DeepCopy;
use apograph::decode::{Decode, Decoder, Fail};
use apograph::encode::{Encode, Encoder, Place};
use apograph::shape::{Kind, Shape, Slot};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// A point in time, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Written as services write it: RFC 3339 text with milliseconds in a human-readable format, the
/// number in any other.
///
/// ```
/// use apograph_workloads::Timestamp;
///
/// let text = serde_json::to_string(&Timestamp(1_700_000_000_120))?;
/// assert_eq!(text, r#""2023-11-14T22:13:20.120Z""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, DeepCopy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Timestamp(pub i64);

const BEYOND: &str = "the time is beyond the years of RFC 3339";

const DAY: i64 = 86_400_000;

impl Timestamp {
    /// The text of a time in the years 0 to 9999: the same for all ways of writing it.
    #[inline(always)]
    fn text(self) -> Option<[u8; 24]> {
        // From the first of March of the year 0 on, so that a leap day ends a year, and in 32 bits.
        const FIRST: i64 = -719_468;
        const LAST: i64 = 2_932_896;
        let since = self.0.wrapping_sub(FIRST * DAY) as u64;
        if since >= ((LAST - FIRST + 1) * DAY) as u64 {
            return self.text_of_early_year();
        }
        let (year, month, day) = civil((since / DAY as u64) as u32);
        let time = (since % DAY as u64) as u32;
        let (seconds, millis) = (time / 1_000, time % 1_000);
        let (minutes, second) = (seconds / 60, seconds % 60);
        let date = digits([year / 100, year % 100, month, day]);
        let time = digits([minutes / 60, minutes % 60, second, millis / 10]);
        // Three words of eight bytes: `YYYY-MM-`, `DDTHH:MM` and `:SS.mmmZ`.
        const PAIR: u64 = 0xffff;
        let words = [
            date & 0xffff_ffff | ((date >> 32) & PAIR) << 40 | at(4, b'-') | at(7, b'-'),
            date >> 48
                | (time & PAIR) << 24
                | ((time >> 16) & PAIR) << 48
                | at(2, b'T')
                | at(5, b':'),
            ((time >> 32) & PAIR) << 8
                | (time >> 48) << 32
                | u64::from(millis % 10) << 48
                | at(0, b':')
                | at(3, b'.')
                | at(6, b'0')
                | at(7, b'Z'),
        ];
        let mut text = [0; 24];
        for (bytes, word) in text.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Some(text)
    }

    /// The same in January and February of the year 0.
    #[cold]
    fn text_of_early_year(self) -> Option<[u8; 24]> {
        let time = jiff::Timestamp::from_millisecond(self.0).ok()?;
        format!("{time:.3}").into_bytes().try_into().ok()
    }

    /// Reads what [`text`](Self::text) writes. None for anything else, which may still be a time.
    fn from_text(text: &str) -> Option<Self> {
        // Less what stands there at midnight of a day zero, each byte is a digit, or nothing where a mark
        // belongs. Eight bytes are looked at at once: the sum reaches the highest bit of a byte if that
        // is more than 9, or more than 0.
        const MIDNIGHT: &[u8; 24] = b"0000-00-00T00:00:00.000Z";
        const ABOVE: [u8; 24] = {
            let mut above = [0x7f; 24];
            let mut at = 0;
            while at < 24 {
                if MIDNIGHT[at] == b'0' {
                    above[at] = 0x76;
                }
                at += 1;
            }
            above
        };
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let text: &[u8; 24] = text.as_bytes().try_into().ok()?;
        let mut digits = [0; 24];
        let mut wrong = 0;
        for at in [0, 8, 16] {
            let word = |bytes: &[u8; 24]| {
                bytes[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
            };
            let rest = word(text) ^ word(MIDNIGHT);
            wrong |= (((rest & !HIGH) + word(&ABOVE)) | rest) & HIGH;
            digits[at..at + 8].copy_from_slice(&rest.to_le_bytes());
        }
        if wrong != 0 {
            return None;
        }
        let pair = |at: usize| u32::from(digits[at]) * 10 + u32::from(digits[at + 1]);
        let (century, of_century, month, day) = (pair(0), pair(2), pair(5), pair(8));
        let (hour, minute, second, hundredths) = (pair(11), pair(14), pair(17), pair(20));
        let thousandth = u32::from(digits[22]);
        if hour >= 24 || minute >= 60 || second >= 60 {
            return None;
        }
        let year = century * 100 + of_century;
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = match month {
            2 => 28 + u32::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        if !(1..=length).contains(&day) {
            return None;
        }
        let days = days(i64::from(year), i64::from(month), i64::from(day));
        let millis = ((hour * 60 + minute) * 60 + second) * 1_000 + hundredths * 10 + thousandth;
        Some(Self(days * DAY + i64::from(millis)))
    }
}

/// A byte of a word, the first of which is the lowest.
const fn at(index: u32, byte: u8) -> u64 {
    (byte as u64) << (8 * index)
}

/// The digits of four numbers below 100 as text, for all of them at once.
#[inline]
fn digits(pairs: [u32; 4]) -> u64 {
    let pairs = pairs.iter().rev().fold(0, |lanes, &pair| lanes << 16 | u64::from(pair));
    // 103/1024 is close enough to a tenth.
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    (tens | (pairs - tens * 10) << 8) + 0x3030_3030_3030_3030
}

/// Year, month and day of a day since the first of March of the year 0. The algorithm of C. Neri and
/// L. Schneider, "Euclidean affine functions and their application to calendar algorithms" (2023): each
/// division is by a constant, and a remainder comes with the quotient.
#[inline]
fn civil(days: u32) -> (u32, u32, u32) {
    let quarters = 4 * days + 3;
    let (century, of_century) = (quarters / 146_097, (quarters % 146_097) / 4);
    let product = 2_939_745 * u64::from(4 * of_century + 3);
    let (year, of_year) = ((product >> 32) as u32, product as u32 / 2_939_745 / 4);
    let product = 2_141 * of_year + 197_913;
    let (month, day) = (product >> 16, (product & 0xffff) / 2_141 + 1);
    // The year began in March; its tenth month is January.
    let is_next = of_year >= 306;
    (100 * century + year + u32::from(is_next), if is_next { month - 12 } else { month }, day)
}

/// The inverse, for any year, month and day.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    era * 146_097 + of_era - 719_468
}

/// Why a text is no [`Timestamp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an RFC 3339 date and time")]
pub struct TimestampError;

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        match Self::from_text(text) {
            Some(time) => Ok(time),
            // jiff's message would carry the text, which is the user's data.
            None => match text.parse::<jiff::Timestamp>() {
                Ok(time) => Ok(Self(time.as_millisecond())),
                Err(_) => Err(TimestampError),
            },
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text().ok_or(fmt::Error)?;
        f.write_str(str::from_utf8(&text).unwrap_or_default())
    }
}

impl Encode for Timestamp {
    const SHAPE: &'static Shape = {
        static SLOT: Slot = Slot::new();
        &Shape::new(Kind::Formatted, "Timestamp", &SLOT)
    };

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self.text() {
            Some(text) => encoder.utf8(place, text, text.len()),
            None => Err(encoder.error(&BEYOND)),
        }
    }
}

impl<'de> Decode<'de> for Timestamp {
    const SHAPE: &'static Shape = <Self as Encode>::SHAPE;

    #[inline]
    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.parse("an RFC 3339 date and time", |text| text.parse().ok())
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let text = self.text().ok_or_else(|| ser::Error::custom(BEYOND))?;
            serializer.serialize_str(str::from_utf8(&text).unwrap_or_default())
        } else {
            serializer.serialize_i64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(TextVisitor)
        } else {
            i64::deserialize(deserializer).map(Self)
        }
    }
}

struct TextVisitor;

impl de::Visitor<'_> for TextVisitor {
    type Value = Timestamp;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an RFC 3339 date and time")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Timestamp, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_that_of_jiff() {
        let mut millis = -62_167_219_200_000_i64;
        while millis <= 253_402_207_199_999 {
            let time = jiff::Timestamp::from_millisecond(millis).expect("in range");
            let expected = format!("{time:.3}");
            assert_eq!(Timestamp(millis).to_string(), expected);
            assert_eq!(expected.parse(), Ok(Timestamp(millis)));
            millis += 86_399_999 * 37 + 12_345;
        }
    }

    #[test]
    fn what_is_no_time_is_refused_and_other_forms_are_read() {
        for text in
            ["2023-02-29T00:00:00.000Z", "2023-13-01T00:00:00.000Z", "2023-01-01T24:00:00.000Z", ""]
        {
            assert_eq!(text.parse::<Timestamp>(), Err(TimestampError), "{text}");
        }
        assert_eq!("2024-02-29T01:00:00+01:00".parse(), Ok(Timestamp(1_709_164_800_000)));
    }
}
