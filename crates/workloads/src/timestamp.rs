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
    fn text(self) -> Option<[u8; 24]> {
        let (year, month, day) = civil(self.0.div_euclid(DAY))?;
        let time = self.0.rem_euclid(DAY);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let parts = [
            (3, 4, i64::from(year)),
            (6, 2, i64::from(month)),
            (9, 2, i64::from(day)),
            (12, 2, time / 3_600_000),
            (15, 2, time / 60_000 % 60),
            (18, 2, time / 1_000 % 60),
            (22, 3, time % 1_000),
        ];
        for (last, digits, mut number) in parts {
            for place in text[last + 1 - digits..=last].iter_mut().rev() {
                *place = b'0' + (number % 10) as u8;
                number /= 10;
            }
        }
        Some(text)
    }

    /// Reads what [`text`](Self::text) writes. None for anything else, which may still be a time.
    fn from_text(text: &str) -> Option<Self> {
        let text: &[u8; 24] = text.as_bytes().try_into().ok()?;
        let marks =
            [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'.'), (23, b'Z')];
        if !marks.iter().all(|&(at, mark)| text[at] == mark) {
            return None;
        }
        let number = |from: usize, digits: usize| {
            let digits = &text[from..from + digits];
            let all = digits.iter().all(u8::is_ascii_digit);
            all.then(|| {
                digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
            })
        };
        let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
        let (hour, minute, second) = (number(11, 2)?, number(14, 2)?, number(17, 2)?);
        let days = days(year, month, day);
        // A day that the month does not have would come back as another.
        let (same_year, same_month, same_day) = civil(days)?;
        let is_date = (i64::from(same_year), i64::from(same_month), i64::from(same_day))
            == (year, month, day);
        let is_time = hour < 24 && minute < 60 && second < 60;
        let millis = ((hour * 60 + minute) * 60 + second) * 1_000 + number(20, 3)?;
        (is_date && is_time).then_some(Self(days * DAY + millis))
    }
}

/// Year, month and day of a day since 1970, in the years 0 to 9999. Howard Hinnant's algorithm, "chrono-
/// Compatible Low-Level Date Algorithms".
fn civil(days: i64) -> Option<(u16, u8, u8)> {
    if !(-719_528..=2_932_896).contains(&days) {
        return None;
    }
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Some((year as u16, month as u8, day as u8))
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
            Some(text) => encoder.str(place, str::from_utf8(&text).unwrap_or_default()),
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
