//! rkyv, with its own derives; every archive is checked before it is read.
//!
//! The crate itself keeps an arena for each thread, which it writes with; so both codecs have it.

use std::mem;

use apograph_lab::{Contestant, Operation, WireKind};
use rkyv::api::high::{self, HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize};

use crate::codec::{self, Codec};
use crate::view::View;
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all values of the derived types, numbers with their kinds and to the last bit; sharing \
            of Rc and Arc; an archive can be read in place, which is not measured here",
    loses: "cycles; std's Weak; field names, so bytes mean nothing without the types",
    asks: "derives of rkyv, which make a second set of types; the same types on both sides; bytes \
           aligned to 16",
    wire: WireKind::Binary,
    evolves: false,
    independent: true,
    dependency: Some("rkyv"),
    setting: None,
    keeps_buffers: false,
};

/// What rkyv's writing and checked reading ask of a type.
pub(crate) trait Archivable:
    Sized
    + Archive<
        Archived: for<'a> CheckBytes<HighValidator<'a, Error>>
                      + Deserialize<Self, HighDeserializer<Error>>,
    > + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
{
}

impl<T> Archivable for T where
    T: Archive<
            Archived: for<'a> CheckBytes<HighValidator<'a, Error>>
                          + Deserialize<T, HighDeserializer<Error>>,
        > + for<'a> Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
{
}

pub(crate) fn contestants<T: Archivable + 'static, V: View<T>>(
    view: &V,
) -> Vec<Contestant<V::Object>> {
    let mut all = codec::contestants(view, &Fresh, &WORDS);
    all.extend(codec::contestants(view, &Kept, &WORDS));
    all
}

#[derive(Clone)]
struct Fresh;

impl<T: Archivable> Codec<T> for Fresh {
    const NAME: &'static str = "rkyv";

    type Output = ();
    type Bytes<'k> = AlignedVec;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<AlignedVec, Error> {
        rkyv::to_bytes(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        rkyv::from_bytes(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Archivable> Codec<T> for Kept {
    const NAME: &'static str = "rkyv";
    const VARIANT: Option<&'static str> = Some("kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::RoundTrip];

    type Output = AlignedVec;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut AlignedVec) -> Result<&'k [u8], Error> {
        output.clear();
        *output = high::to_bytes_in(object, mem::take(output))?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        rkyv::from_bytes(bytes)
    }
}
