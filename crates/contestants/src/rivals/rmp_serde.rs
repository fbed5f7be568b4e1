//! rmp-serde: MessagePack, structs as arrays, which is the crate's default.

use apograph_lab::{Contestant, Operation, WireKind};
use rmp_serde::{decode, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{self, Codec};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, numbers to the last bit; bytes that other languages read",
    loses: "sharing and cycles; field names, since by default a struct becomes an array",
    asks: "derives of serde; the same fields in the same order on both sides (to_vec_named would \
           lift that for longer bytes)",
    wire: WireKind::Binary,
    evolves: false,
    independent: true,
    dependency: Some("rmp-serde"),
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
    const NAME: &'static str = "rmp-serde";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = encode::Error;
    type ReadError = decode::Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, encode::Error> {
        rmp_serde::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, decode::Error> {
        rmp_serde::from_slice(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Serialize + DeserializeOwned> Codec<T> for Kept {
    const NAME: &'static str = "rmp-serde";
    const VARIANT: Option<&'static str> = Some("kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::RoundTrip];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = encode::Error;
    type ReadError = decode::Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Vec<u8>) -> Result<&'k [u8], encode::Error> {
        output.clear();
        encode::write(output, object)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, decode::Error> {
        rmp_serde::from_slice(bytes)
    }
}
