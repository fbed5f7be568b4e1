//! Points in time, as binary formats have them.

use std::fmt;
use std::time::{Duration, SystemTime};

/// The offset that stands for none.
const NONE: i32 = i32::MIN;

const NANOS: u32 = 1_000_000_000;
const DAY: i64 = 86_400;

/// A point in time: seconds and nanoseconds since 1970-01-01T00:00:00Z, and the offset from UTC at which it was
/// written, if that is known.
///
/// Two of them are equal when all of that is.
///
/// ```
/// use apograph_core::value::Timestamp;
///
/// let time = Timestamp::new(1_700_000_000, 500_000_000).unwrap();
/// assert_eq!(time.to_string(), "2023-11-14T22:13:20.5Z");
/// assert_eq!(time.with_offset(3600).unwrap().to_string(), "2023-11-14T23:13:20.5+01:00");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
    offset: i32,
}

impl Timestamp {
    /// A point in time, if `nanos` is less than a second. They count upwards before 1970 too.
    ///
    /// ```
    /// # use apograph_core::value::Timestamp;
    /// let before = Timestamp::new(-1, 900_000_000).unwrap();
    /// assert_eq!(before.to_string(), "1969-12-31T23:59:59.9Z");
    /// assert_eq!(Timestamp::new(0, 1_000_000_000), None);
    /// ```
    #[must_use]
    pub const fn new(seconds: i64, nanos: u32) -> Option<Self> {
        if nanos < NANOS { Some(Self { seconds, nanos, offset: NONE }) } else { None }
    }

    /// A point in time from milliseconds since 1970.
    ///
    /// ```
    /// # use apograph_core::value::Timestamp;
    /// assert_eq!(Timestamp::from_millis(-100).to_string(), "1969-12-31T23:59:59.9Z");
    /// ```
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        let nanos = millis.rem_euclid(1000) as u32 * 1_000_000;
        Self { seconds: millis.div_euclid(1000), nanos, offset: NONE }
    }

    /// The same point with an offset from UTC in seconds, if that is less than a day.
    ///
    /// ```
    /// # use apograph_core::value::Timestamp;
    /// let time = Timestamp::new(0, 0).unwrap();
    /// assert_eq!(time.with_offset(-5400).unwrap().offset(), Some(-5400));
    /// assert_eq!(time.with_offset(86_400), None);
    /// ```
    #[must_use]
    pub const fn with_offset(self, seconds: i32) -> Option<Self> {
        if seconds.unsigned_abs() < DAY as u32 {
            Some(Self { offset: seconds, ..self })
        } else {
            None
        }
    }

    /// The whole seconds since 1970, rounded down.
    ///
    /// ```
    /// # use apograph_core::value::Timestamp;
    /// assert_eq!(Timestamp::from_millis(1500).seconds(), 1);
    /// ```
    #[must_use]
    pub const fn seconds(&self) -> i64 {
        self.seconds
    }

    /// The nanoseconds since the last whole second.
    ///
    /// ```
    /// # use apograph_core::value::Timestamp;
    /// assert_eq!(Timestamp::from_millis(1500).nanos(), 500_000_000);
    /// ```
    #[must_use]
    pub const fn nanos(&self) -> u32 {
        self.nanos
    }

    /// The offset from UTC in seconds, if it is known.
    ///
    /// ```
    /// # use apograph_core::value::Timestamp;
    /// assert_eq!(Timestamp::from_millis(0).offset(), None);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> Option<i32> {
        if self.offset == NONE { None } else { Some(self.offset) }
    }

    /// The milliseconds since 1970, rounded down, if they fit.
    ///
    /// ```
    /// # use apograph_core::value::Timestamp;
    /// assert_eq!(Timestamp::from_millis(-1500).as_millis(), Some(-1500));
    /// ```
    #[must_use]
    pub const fn as_millis(&self) -> Option<i64> {
        let millis = self.seconds as i128 * 1000 + (self.nanos / 1_000_000) as i128;
        if millis == millis as i64 as i128 { Some(millis as i64) } else { None }
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let (seconds, nanos) = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => (signed(since), since.subsec_nanos()),
            Err(before) => match before.duration() {
                whole if whole.subsec_nanos() == 0 => (-signed(whole), 0),
                until => (-signed(until) - 1, NANOS - until.subsec_nanos()),
            },
        };
        Self { seconds, nanos, offset: NONE }
    }
}

/// No system's clock goes further than this can hold.
fn signed(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap_or(i64::MAX)
}

impl fmt::Display for Timestamp {
    /// As RFC 3339 has it: with `Z` if the offset is not known, with the digits of the second that are
    /// not zero, and with a sign before years of more than four digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset().unwrap_or(0);
        let local = i128::from(self.seconds) + i128::from(offset);
        let (days, second) =
            (local.div_euclid(DAY.into()) as i64, local.rem_euclid(DAY.into()) as u32);
        let (year, month, day) = civil(days);
        if (0..=9999).contains(&year) {
            write!(f, "{year:04}")?;
        } else {
            write!(f, "{year:+05}")?;
        }
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if self.nanos != 0 {
            let digits = format!("{:09}", self.nanos);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        let Some(offset) = self.offset() else { return f.write_str("Z") };
        let sign = if offset < 0 { '-' } else { '+' };
        let minutes = offset.unsigned_abs() / 60;
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)?;
        match offset.unsigned_abs() % 60 {
            0 => Ok(()),
            // RFC 3339 has none, but local time before standard time zones does.
            seconds => write!(f, ":{seconds:02}"),
        }
    }
}

/// Year, month and day of the day that is so many days after 1970-01-01, in the Gregorian calendar.
fn civil(days: i64) -> (i64, i64, i64) {
    // Counted from 0000-03-01, so that leap days come last: in eras of 400 years, of 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let year = year + era * 400;
    if month < 10 { (year, month + 3, day_of_month) } else { (year + 1, month - 9, day_of_month) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_written_as_dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59Z"),
            (253_402_300_800, "+10000-01-01T00:00:00Z"),
        ] {
            assert_eq!(Timestamp::new(seconds, 0).unwrap().to_string(), text);
        }
        let _written =
            Timestamp::new(i64::MAX, 1).unwrap().with_offset(86_399).unwrap().to_string();
        let _written = Timestamp::new(i64::MIN, 1).unwrap().with_offset(-1).unwrap().to_string();
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = civil(-800_000);
        for days in -799_999..800_000 {
            let (year, month, day) = civil(days);
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match before.1 {
                2 => 28 + i64::from(leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            let next = match before {
                (year, 12, 31) => (year + 1, 1, 1),
                (year, month, day) if day == last => (year, month + 1, 1),
                (year, month, day) => (year, month, day + 1),
            };
            assert_eq!((year, month, day), next);
            before = next;
        }
    }

    #[test]
    fn timestamps_come_from_system_time() {
        let time = SystemTime::UNIX_EPOCH;
        assert_eq!(Timestamp::from(time + Duration::from_millis(1500)).as_millis(), Some(1500));
        assert_eq!(Timestamp::from(time - Duration::from_millis(1500)).as_millis(), Some(-1500));
        assert_eq!(Timestamp::from(time - Duration::from_secs(1)).as_millis(), Some(-1000));
        assert_eq!(Timestamp::new(i64::MAX, 0).unwrap().as_millis(), None);
    }
}
