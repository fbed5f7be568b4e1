//! simd-json, which works on its input in place.
//!
//! Where the input has to outlive the reading, it is first copied into a scratch buffer that is
//! kept; in a round trip the bytes that were just written are given away instead.

use std::hint::black_box;

use apograph_lab::{Contestant, WireKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use simd_json::{Buffers, Error};

use crate::codec::{self, Codec, Failure};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, and the values of numbers, floats to the last bit; readers skip \
            unknown fields",
    loses: "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities; \
            integers of more than 64 bits; its input, which it overwrites",
    asks: "derives of serde; input that may be overwritten, so decoding copies it into a kept \
           scratch buffer first",
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
pub(crate) fn refill<'s>(scratch: &'s mut Vec<u8>, bytes: &[u8]) -> &'s mut [u8] {
    scratch.clear();
    scratch.extend_from_slice(bytes);
    scratch
}
