//! simd-json, which works on its input in place.
//!
//! Where the input has to outlive the reading, it is first copied into a scratch buffer that is
//! kept; in a round trip the bytes that were just written are given away instead.

use std::hint::black_box;
use std::io;

use apograph_lab::{Contestant, WireKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use simd_json::prelude::Writable;
use simd_json::{Buffers, Error, OwnedValue, owned};

use crate::codec::{self, Codec, Failure};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, and the values of numbers, floats to the last bit; readers skip \
            unknown fields",
    loses: "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities; \
            integers of more than 64 bits; the sign of zero; its input, which it overwrites",
    asks: "derives of serde, with defaults for fields that may be missing; input that may be \
           overwritten, so decoding copies it into a kept scratch buffer first",
    wire: WireKind::Text,
    evolves: true,
    independent: true,
    dependency: Some("simd-json"),
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
    const NAME: &'static str = "simd-json";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = Vec<u8>;
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        simd_json::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], scratch: &mut Vec<u8>) -> Result<T, Error> {
        simd_json::from_slice(refill(scratch, bytes))
    }

    #[inline]
    fn round_trip(
        &self,
        object: &T,
        (): &mut (),
        _: &mut Vec<u8>,
    ) -> Result<T, Failure<Error, Error>> {
        let mut bytes = simd_json::to_vec(object).map_err(Failure::Write)?;
        simd_json::from_slice(black_box(&mut bytes)).map_err(Failure::Read)
    }
}

#[derive(Clone)]
struct Kept;

/// A copy of the input to work on, and the parser's buffers.
#[derive(Default)]
struct Scratch {
    input: Vec<u8>,
    buffers: Buffers,
}

impl<T: Serialize + DeserializeOwned> Codec<T> for Kept {
    const NAME: &'static str = "simd-json";
    const VARIANT: Option<&'static str> = Some("kept");

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = Scratch;
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Vec<u8>) -> Result<&'k [u8], Error> {
        output.clear();
        simd_json::to_writer(&mut *output, object)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], scratch: &mut Scratch) -> Result<T, Error> {
        simd_json::serde::from_slice_with_buffers(
            refill(&mut scratch.input, bytes),
            &mut scratch.buffers,
        )
    }

    #[inline]
    fn round_trip(
        &self,
        object: &T,
        output: &mut Vec<u8>,
        scratch: &mut Scratch,
    ) -> Result<T, Failure<Error, Error>> {
        output.clear();
        simd_json::to_writer(&mut *output, object).map_err(Failure::Write)?;
        simd_json::serde::from_slice_with_buffers(black_box(output), &mut scratch.buffers)
            .map_err(Failure::Read)
    }
}

/// Copies the input into the scratch buffer.
#[inline]
fn refill<'s>(scratch: &'s mut Vec<u8>, bytes: &[u8]) -> &'s mut [u8] {
    scratch.clear();
    scratch.extend_from_slice(bytes);
    scratch
}

/// Over its own tree type, which has ways of its own beside serde.
pub(crate) fn over_trees<V: View<OwnedValue>>(view: &V) -> Vec<Contestant<V::Object>> {
    let mut all = codec::contestants(view, &FreshTree, &TREE_WORDS);
    all.extend(codec::contestants(view, &KeptTree, &TREE_WORDS));
    all
}

const TREE_WORDS: Words = Words {
    keeps: "all of a JSON document, numbers as integers or floats to the last bit",
    loses: "integers of more than 64 bits; the sign of zero; its input, which it overwrites; the \
            order of keys, since objects become hash maps",
    asks: "input that may be overwritten, so decoding copies it into a kept scratch buffer first",
    ..WORDS
};

#[derive(Clone)]
struct FreshTree;

impl Codec<OwnedValue> for FreshTree {
    const NAME: &'static str = "simd-json";

    type Output = ();
    type Bytes<'k> = String;
    type Input = Vec<u8>;
    type WriteError = io::Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, tree: &OwnedValue, (): &mut ()) -> Result<String, io::Error> {
        Ok(tree.encode())
    }

    #[inline]
    fn decode(&self, bytes: &[u8], scratch: &mut Vec<u8>) -> Result<OwnedValue, Error> {
        simd_json::to_owned_value(refill(scratch, bytes))
    }

    #[inline]
    fn round_trip(
        &self,
        tree: &OwnedValue,
        (): &mut (),
        _: &mut Vec<u8>,
    ) -> Result<OwnedValue, Failure<io::Error, Error>> {
        let mut bytes = tree.encode().into_bytes();
        simd_json::to_owned_value(black_box(&mut bytes)).map_err(Failure::Read)
    }
}

#[derive(Clone)]
struct KeptTree;

impl Codec<OwnedValue> for KeptTree {
    const NAME: &'static str = "simd-json";
    const VARIANT: Option<&'static str> = Some("kept");

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = Scratch;
    type WriteError = io::Error;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(
        &self,
        tree: &OwnedValue,
        output: &'k mut Vec<u8>,
    ) -> Result<&'k [u8], io::Error> {
        output.clear();
        tree.write(output)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], scratch: &mut Scratch) -> Result<OwnedValue, Error> {
        owned::to_value_with_buffers(refill(&mut scratch.input, bytes), &mut scratch.buffers)
    }

    #[inline]
    fn round_trip(
        &self,
        tree: &OwnedValue,
        output: &mut Vec<u8>,
        scratch: &mut Scratch,
    ) -> Result<OwnedValue, Failure<io::Error, Error>> {
        output.clear();
        tree.write(output).map_err(Failure::Write)?;
        owned::to_value_with_buffers(black_box(output), &mut scratch.buffers).map_err(Failure::Read)
    }
}
