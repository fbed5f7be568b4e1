//! Points in time.

use apograph::DeepCopy;
use std::fmt;

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

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let time = jiff::Timestamp::from_millisecond(self.0)
                .map_err(|_| ser::Error::custom("the time is beyond the years of RFC 3339"))?;
            serializer.collect_str(&format_args!("{time:.3}"))
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
        // jiff's message would carry the text, which is the user's data.
        let time = text.parse::<jiff::Timestamp>();
        let time = time.map_err(|_| E::custom("expected an RFC 3339 date and time"))?;
        Ok(Timestamp(time.as_millisecond()))
    }
}
