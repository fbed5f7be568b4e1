//! wincode, with its own derives.

use apograph_lab::{Contestant, Operation, WireKind};
use wincode::config::DefaultConfig;
use wincode::{ReadError, SchemaRead, SchemaWrite, WriteError};

use crate::codec::{self, Codec};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all values of the derived types, numbers with their kinds and to the last bit",
    loses: "sharing and cycles; field names, so bytes mean nothing without the types",
    asks: "derives of wincode; the same types on both sides; a higher preallocation limit for \
           collections of more than 4 MiB",
    wire: WireKind::Binary,
    evolves: false,
    independent: true,
    dependency: Some("wincode"),
    setting: None,
    keeps_buffers: false,
};

pub(crate) fn contestants<T, V: View<T>>(view: &V) -> Vec<Contestant<V::Object>>
where
    T: SchemaWrite<DefaultConfig, Src = T> + for<'de> SchemaRead<'de, DefaultConfig, Dst = T>,
    T: 'static,
{
    let mut all = codec::contestants(view, &Fresh, &WORDS);
    all.extend(codec::contestants(view, &Kept, &WORDS));
    all
}

#[derive(Clone)]
struct Fresh;

impl<T> Codec<T> for Fresh
where
    T: SchemaWrite<DefaultConfig, Src = T> + for<'de> SchemaRead<'de, DefaultConfig, Dst = T>,
{
    const NAME: &'static str = "wincode";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = WriteError;
    type ReadError = ReadError;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, WriteError> {
        wincode::serialize(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, ReadError> {
        wincode::deserialize(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T> Codec<T> for Kept
where
    T: SchemaWrite<DefaultConfig, Src = T> + for<'de> SchemaRead<'de, DefaultConfig, Dst = T>,
{
    const NAME: &'static str = "wincode";
    const VARIANT: Option<&'static str> = Some("kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::RoundTrip];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = WriteError;
    type ReadError = ReadError;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Vec<u8>) -> Result<&'k [u8], WriteError> {
        output.clear();
        wincode::serialize_into(&mut *output, object)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, ReadError> {
        wincode::deserialize(bytes)
    }
}
