//! bitcode: with its own derives, and with those of serde.

use std::convert::Infallible;

use apograph_lab::{Contestant, WireKind};
use bitcode::{Buffer, DecodeOwned, Encode, Error};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{self, Codec};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all values of the derived types, numbers with their kinds and to the last bit",
    loses: "sharing and cycles; field names, so bytes mean nothing without the types",
    asks: "derives of bitcode; the same types and the same major version on both sides",
    wire: WireKind::Binary,
    evolves: false,
    independent: true,
    dependency: Some("bitcode"),
    setting: None,
    keeps_buffers: false,
};

const SERDE_WORDS: Words = Words {
    keeps: "all that serde writes, numbers with their kinds and to the last bit",
    asks: "derives of serde; the same types and the same major version on both sides; no serde \
           attribute that needs field names (flatten, untagged, skip_serializing_if)",
    ..WORDS
};

/// With the derives of bitcode.
pub(crate) fn contestants<T, V: View<T>>(view: &V) -> Vec<Contestant<V::Object>>
where
    T: Encode + DecodeOwned + 'static,
{
    let mut all = codec::contestants(view, &Fresh, &WORDS);
    all.extend(codec::contestants(view, &Kept, &WORDS));
    all
}

/// `…/bitcode/serde`: with the derives of serde, for which bitcode has no kept buffers.
pub(crate) fn with_serde<T, V: View<T>>(view: &V) -> Vec<Contestant<V::Object>>
where
    T: Serialize + DeserializeOwned + 'static,
{
    codec::contestants(view, &WithSerde, &SERDE_WORDS)
}

#[derive(Clone)]
struct Fresh;

impl<T: Encode + DecodeOwned> Codec<T> for Fresh {
    const NAME: &'static str = "bitcode";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Infallible;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Infallible> {
        Ok(bitcode::encode(object))
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        bitcode::decode(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Encode + DecodeOwned> Codec<T> for Kept {
    const NAME: &'static str = "bitcode";
    const VARIANT: Option<&'static str> = Some("kept");

    type Output = Buffer;
    type Bytes<'k> = &'k [u8];
    type Input = Buffer;
    type WriteError = Infallible;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Buffer) -> Result<&'k [u8], Infallible> {
        Ok(output.encode(object))
    }

    #[inline]
    fn decode(&self, bytes: &[u8], input: &mut Buffer) -> Result<T, Error> {
        input.decode(bytes)
    }
}

#[derive(Clone)]
struct WithSerde;

impl<T: Serialize + DeserializeOwned> Codec<T> for WithSerde {
    const NAME: &'static str = "bitcode";
    const VARIANT: Option<&'static str> = Some("serde");

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        bitcode::serialize(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        bitcode::deserialize(bytes)
    }
}
