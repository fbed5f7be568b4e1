//! flexon.

use apograph_lab::{Contestant, Operation, WireKind};
use flexon::serde::{de, ser};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{self, Codec};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, and the values of numbers, floats to the last bit; readers skip \
            unknown fields",
    loses: "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities; \
            the reason of an error in writing",
    asks: "derives of serde; a look at what follows the value, since trailing bytes are no error",
    wire: WireKind::Text,
    evolves: true,
    independent: true,
    dependency: Some("flexon"),
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
    const NAME: &'static str = "flexon";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = ser::Error;
    type ReadError = de::Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, ser::Error> {
        flexon::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, de::Error> {
        flexon::from_slice(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Serialize + DeserializeOwned> Codec<T> for Kept {
    const NAME: &'static str = "flexon";
    const VARIANT: Option<&'static str> = Some("kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::RoundTrip];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = ser::Error;
    type ReadError = de::Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Vec<u8>) -> Result<&'k [u8], ser::Error> {
        output.clear();
        flexon::to_writer(&mut *output, object)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, de::Error> {
        flexon::from_slice(bytes)
    }
}
