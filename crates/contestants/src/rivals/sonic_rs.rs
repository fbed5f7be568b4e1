//! sonic-rs.

use apograph::Decode;
use apograph_lab::{Contestant, Operation, WireKind};
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};
use sonic_rs::Error;

use crate::codec::{self, Codec, reason};
use crate::reading::Json;
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, and the values of numbers, floats to the last bit; readers skip \
            unknown fields",
    loses: "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities",
    asks: "derives of serde, with defaults for fields that may be missing; a build for the machine \
           at hand (-C target-cpu=native) for its wide vector paths, while here it is built as \
           the rest is",
    wire: WireKind::Text,
    evolves: true,
    independent: true,
    dependency: Some("sonic-rs"),
    setting: None,
    keeps_buffers: false,
};

pub(crate) fn contestants<T, V: View<T>>(view: &V) -> Vec<Contestant<V::Object>>
where
    T: Serialize + DeserializeOwned + 'static,
{
    let mut all = codec::contestants(view, &Fresh, &WORDS);
    all.extend(codec::contestants(view, &Kept, &WORDS));
    all
}

#[derive(Clone)]
struct Fresh;

impl<T: Serialize + DeserializeOwned> Codec<T> for Fresh {
    const NAME: &'static str = "sonic-rs";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        sonic_rs::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        sonic_rs::from_slice(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Serialize + DeserializeOwned> Codec<T> for Kept {
    const NAME: &'static str = "sonic-rs";
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
        sonic_rs::to_writer(&mut *output, object)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        sonic_rs::from_slice(bytes)
    }
}

/// As a reader of more than objects.
pub(crate) struct SonicRs;

impl Json for SonicRs {
    const NAME: &'static str = "sonic-rs";

    type Error = Error;
    type Tree = sonic_rs::Value;

    #[inline]
    fn read<'de, T: Decode<'de> + Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
        sonic_rs::from_slice(bytes)
    }

    #[inline]
    fn tree(bytes: &[u8]) -> Result<sonic_rs::Value, Error> {
        sonic_rs::from_slice(bytes)
    }

    fn text_of(tree: &sonic_rs::Value) -> Result<Vec<u8>, String> {
        sonic_rs::to_vec(tree).map_err(reason)
    }

    fn words(asks: &'static str) -> Words {
        Words { asks, ..WORDS }
    }
}
