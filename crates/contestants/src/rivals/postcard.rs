//! postcard.

use std::mem;

use apograph_lab::{Contestant, Operation, WireKind};
use postcard::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{self, Codec};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, numbers with their kinds and to the last bit",
    loses: "sharing and cycles; field names, so bytes mean nothing without the types",
    asks: "derives of serde; the same types on both sides; no serde attribute that needs field \
           names (flatten, untagged, skip_serializing_if)",
    wire: WireKind::Binary,
    evolves: false,
    independent: true,
    dependency: Some("postcard"),
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
    const NAME: &'static str = "postcard";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        postcard::to_allocvec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        postcard::from_bytes(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Serialize + DeserializeOwned> Codec<T> for Kept {
    const NAME: &'static str = "postcard";
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
        *output = postcard::to_extend(object, mem::take(output))?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        postcard::from_bytes(bytes)
    }
}
