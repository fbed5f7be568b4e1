//! flexon.

use std::fmt;

use apograph_lab::{Contestant, Operation, WireKind};
use flexon::serde::{de, ser};
use flexon::{OwnedValue, Parser};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{self, Codec};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that serde writes, and the values of numbers, floats to the last bit; readers skip \
            unknown fields",
    loses: "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities; \
            the sign of zero; the reason of an error in writing",
    asks: "derives of serde, with defaults for fields that may be missing; a look at what follows \
           the value, since trailing bytes are no error",
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

/// Over its own tree type, which has a parser of its own beside serde.
pub(crate) fn over_trees<V: View<OwnedValue>>(view: &V) -> Vec<Contestant<V::Object>> {
    let mut all = codec::contestants(view, &FreshTree, &TREE_WORDS);
    all.extend(codec::contestants(view, &KeptTree, &TREE_WORDS));
    all
}

const TREE_WORDS: Words = Words {
    keeps: "all of a JSON document and the order of keys, numbers as integers or floats to the \
            last bit",
    loses: "the sign of zero; speed of look-up in large objects, which become lists of pairs; the \
            reason of an error in writing",
    asks: "a look at what follows the value, since trailing bytes are no error",
    ..WORDS
};

/// flexon's error, which has no message of its own.
pub(crate) struct NoTree(pub(crate) flexon::Error);

impl fmt::Display for NoTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[derive(Clone)]
struct FreshTree;

impl Codec<OwnedValue> for FreshTree {
    const NAME: &'static str = "flexon";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = ser::Error;
    type ReadError = NoTree;

    #[inline]
    fn encode(&self, tree: &OwnedValue, (): &mut ()) -> Result<Vec<u8>, ser::Error> {
        flexon::to_vec(tree)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<OwnedValue, NoTree> {
        Parser::from_slice(bytes).parse().map_err(NoTree)
    }
}

#[derive(Clone)]
struct KeptTree;

impl Codec<OwnedValue> for KeptTree {
    const NAME: &'static str = "flexon";
    const VARIANT: Option<&'static str> = Some("kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::RoundTrip];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = ser::Error;
    type ReadError = NoTree;

    #[inline]
    fn encode<'k>(
        &self,
        tree: &OwnedValue,
        output: &'k mut Vec<u8>,
    ) -> Result<&'k [u8], ser::Error> {
        output.clear();
        flexon::to_writer(&mut *output, tree)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<OwnedValue, NoTree> {
        Parser::from_slice(bytes).parse().map_err(NoTree)
    }
}
