//! serde_json: text, and its `Value` as a stopover.

use apograph::Decode;
use apograph_lab::{Contestant, ContestantId, Operation, Way, WireKind};
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};
use serde_json::Error;

use crate::codec::{self, Codec, reason};
use crate::reading::Json;
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, and the values of numbers; readers skip unknown fields",
    loses: if cfg!(feature = "float_roundtrip") {
        "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities"
    } else {
        "the last bit of about every fourth long float on reading; sharing and cycles; the kinds \
         of numbers beside integer and float; NaN and infinities"
    },
    asks: "derives of serde, with defaults for fields that may be missing",
    wire: WireKind::Text,
    evolves: true,
    independent: true,
    dependency: Some("serde_json"),
    setting: if cfg!(feature = "float_roundtrip") {
        None
    } else {
        Some("build with --features float_roundtrip (serde_json's exact float parsing)")
    },
    keeps_buffers: false,
};

const VALUE_WORDS: Words = Words {
    keeps: "all that serde writes, and the values of numbers; a tree that can be changed on the way",
    loses: "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities; \
            the order of keys",
    // Not a byte is written.
    wire: WireKind::None,
    setting: None,
    ..WORDS
};

/// With text.
pub(crate) fn contestants<T, V: View<T>>(view: &V) -> Vec<Contestant<V::Object>>
where
    T: Serialize + DeserializeOwned + 'static,
{
    let mut all = codec::contestants(view, &Fresh, &WORDS);
    all.extend(codec::contestants(view, &Kept, &WORDS));
    all
}

/// `roundtrip/serde_json/value`: by way of a `Value`.
pub(crate) fn through_value<T, V: View<T>>(view: &V) -> Contestant<V::Object>
where
    T: Serialize + DeserializeOwned + 'static,
{
    let id = ContestantId::from_words(Operation::RoundTrip, "serde_json", Some("value"));
    VALUE_WORDS.spoken_of(view.contestant(id, ThroughValue))
}

#[derive(Clone)]
struct Fresh;

impl<T: Serialize + DeserializeOwned> Codec<T> for Fresh {
    const NAME: &'static str = "serde_json";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        serde_json::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        serde_json::from_slice(bytes)
    }

    fn read_back(&self, bytes: &[u8]) -> Result<T, String> {
        read_exactly(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Serialize + DeserializeOwned> Codec<T> for Kept {
    const NAME: &'static str = "serde_json";
    const VARIANT: Option<&'static str> = Some("kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::RoundTrip];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Vec<u8>) -> Result<&'k [u8], Error> {
        output.clear();
        serde_json::to_writer(&mut *output, object)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        serde_json::from_slice(bytes)
    }

    fn read_back(&self, bytes: &[u8]) -> Result<T, String> {
        read_exactly(bytes)
    }
}

/// serde_json writes floats exactly but by default does not read them so. What it wrote is proved
/// with a reader that is exact, lest the writing be blamed for the reading.
fn read_exactly<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    flexon::from_slice(bytes).map_err(reason)
}

struct ThroughValue;

impl<T: Serialize + DeserializeOwned + 'static> Way<T> for ThroughValue {
    type State = ();
    type Outcome<'a> = Result<T, Error>;

    fn prepare(&self, _: &[T]) -> Result<(), String> {
        Ok(())
    }

    #[inline]
    fn operate(&self, (): &mut (), object: &T, _: usize) -> Result<T, Error> {
        serde_json::from_value(serde_json::to_value(object)?)
    }

    fn recover(
        &self,
        outcome: Result<T, Error>,
        compare: &mut dyn FnMut(&T),
    ) -> Result<(), String> {
        compare(&outcome.map_err(reason)?);
        Ok(())
    }
}

/// As a reader of more than objects.
pub(crate) struct SerdeJson;

impl Json for SerdeJson {
    const NAME: &'static str = "serde_json";

    type Error = Error;
    type Tree = serde_json::Value;

    #[inline]
    fn read<'de, T: Decode<'de> + Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
        serde_json::from_slice(bytes)
    }

    #[inline]
    fn tree(bytes: &[u8]) -> Result<serde_json::Value, Error> {
        serde_json::from_slice(bytes)
    }

    fn text_of(tree: &serde_json::Value) -> Result<Vec<u8>, String> {
        serde_json::to_vec(tree).map_err(reason)
    }

    fn words(asks: &'static str) -> Words {
        Words { asks, ..WORDS }
    }
}
