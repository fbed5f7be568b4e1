//! Reading of JSON in more ways than into the objects themselves: over a target that is kept, into
//! other types, into what the input lends, into trees, and from input in other forms.

use std::fmt::Display;
use std::hint::black_box;
use std::marker::PhantomData;

use apograph::{Decode, Encode};
use apograph_lab::{Contestant, ContestantId, Operation, Way};
use rkyv::util::AlignedVec;
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};

use crate::apograph_json::Apograph;
use crate::codec::{aligned, reason};
use crate::forms::Form;
use crate::rivals::serde_json::SerdeJson;
use crate::rivals::sonic_rs::SonicRs;
use crate::words::Words;

/// A crate that reads JSON.
pub(crate) trait Json: Send + Sync + 'static {
    /// The name in the identifiers.
    const NAME: &'static str;
    /// Why something was not read.
    type Error: Display + 'static;
    /// The tree of the crate, for what nothing is known of.
    type Tree: 'static;

    /// Reads what may be lent by the input.
    fn read<'de, T: Decode<'de> + Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Self::Error>;

    fn tree(bytes: &[u8]) -> Result<Self::Tree, Self::Error>;

    /// The text of a tree.
    fn text_of(tree: &Self::Tree) -> Result<Vec<u8>, String>;

    /// The words of its other contestants, with what this one asks.
    fn words(asks: &'static str) -> Words;
}

/// What a crate reads out of JSON.
pub(crate) trait Reader<P>: Send + Sync + 'static {
    type Read<'a>;
    type Error: Display + 'static;

    fn read<'a>(&self, bytes: &'a [u8]) -> Result<Self::Read<'a>, Self::Error>;

    /// Hands over the object that was read. Not timed.
    fn compare(read: Self::Read<'_>, compare: &mut dyn FnMut(&P)) -> Result<(), String>;
}

/// Texts to read, made before a measurement.
pub(crate) struct Inputs<P> {
    pub(crate) write: fn(&P) -> Result<Vec<u8>, String>,
    pub(crate) form: Form,
}

impl<P> Inputs<P> {
    fn prepare(&self, objects: &[P]) -> Result<Vec<AlignedVec>, String> {
        let input = |object| {
            let text = (self.write)(object)
                .map_err(|error| format!("encoding the input failed: {error}"))?;
            Ok(aligned(&self.form.of(&text)))
        };
        objects.iter().map(input).collect()
    }
}

impl<P: Serialize> Inputs<P> {
    /// The same text for all crates.
    pub(crate) fn same_for_all(form: Form) -> Self {
        Self { write: |object| serde_json::to_vec(object).map_err(reason), form }
    }
}

/// Reads what `R` does.
pub(crate) struct Reading<P, R> {
    pub(crate) inputs: Inputs<P>,
    pub(crate) reader: R,
}

impl<P: 'static, R: Reader<P>> Way<P> for Reading<P, R> {
    type State = Vec<AlignedVec>;
    type Outcome<'a> = Result<R::Read<'a>, R::Error>;

    fn prepare(&self, objects: &[P]) -> Result<Vec<AlignedVec>, String> {
        self.inputs.prepare(objects)
    }

    #[inline]
    fn operate<'a>(
        &self,
        inputs: &'a mut Vec<AlignedVec>,
        _: &'a P,
        index: usize,
    ) -> Self::Outcome<'a> {
        self.reader.read(black_box(&inputs[index]))
    }

    fn recover(
        &self,
        outcome: Self::Outcome<'_>,
        compare: &mut dyn FnMut(&P),
    ) -> Result<(), String> {
        R::compare(outcome.map_err(reason)?, compare)
    }

    fn input_len(&self, inputs: &Vec<AlignedVec>, index: usize) -> Option<u64> {
        inputs.get(index).map(|input| input.len() as u64)
    }
}

/// Reads with apograph over a target that is kept. Over a corpus it holds another object each time.
pub(crate) struct ReadingInto<P, T> {
    pub(crate) inputs: Inputs<P>,
    pub(crate) compare: HandOver<P, T>,
}

/// Hands over the object that a target stands for.
type HandOver<P, T> = fn(&T, &mut dyn FnMut(&P));

/// What reading into a target keeps.
pub(crate) struct Warm<T> {
    inputs: Vec<AlignedVec>,
    target: T,
}

impl<P, T> Way<P> for ReadingInto<P, T>
where
    P: 'static,
    T: for<'de> Decode<'de> + 'static,
{
    type State = Warm<T>;
    type Outcome<'a> = Result<&'a T, apograph::json::Error>;

    fn prepare(&self, objects: &[P]) -> Result<Warm<T>, String> {
        let inputs = self.inputs.prepare(objects)?;
        let first = inputs.first().ok_or("the corpus is empty")?;
        let target = apograph::json::from_slice(first).map_err(reason)?;
        Ok(Warm { inputs, target })
    }

    #[inline]
    fn operate<'a>(
        &self,
        Warm { inputs, target }: &'a mut Warm<T>,
        _: &'a P,
        index: usize,
    ) -> Self::Outcome<'a> {
        apograph::json::from_slice_into(black_box(&inputs[index]), target)?;
        Ok(target)
    }

    fn recover(
        &self,
        outcome: Self::Outcome<'_>,
        compare: &mut dyn FnMut(&P),
    ) -> Result<(), String> {
        (self.compare)(outcome.map_err(reason)?, compare);
        Ok(())
    }

    fn input_len(&self, warm: &Warm<T>, index: usize) -> Option<u64> {
        warm.inputs.get(index).map(|input| input.len() as u64)
    }
}

/// The objects themselves.
struct Own<C>(PhantomData<fn() -> C>);

impl<C, P> Reader<P> for Own<C>
where
    C: Json,
    P: for<'de> Decode<'de> + DeserializeOwned + 'static,
{
    type Read<'a> = P;
    type Error = C::Error;

    #[inline]
    fn read(&self, bytes: &[u8]) -> Result<P, C::Error> {
        C::read(bytes)
    }

    fn compare(read: P, compare: &mut dyn FnMut(&P)) -> Result<(), String> {
        compare(&read);
        Ok(())
    }
}

/// A subject that comes as objects whose texts are lent by the input.
pub(crate) trait Lendable: Serialize + 'static {
    type Lent<'a>: Decode<'a> + Deserialize<'a>;

    fn owned(lent: &Self::Lent<'_>) -> Self;
}

struct Lent<C>(PhantomData<fn() -> C>);

impl<C: Json, P: Lendable> Reader<P> for Lent<C> {
    type Read<'a> = P::Lent<'a>;
    type Error = C::Error;

    #[inline]
    fn read<'a>(&self, bytes: &'a [u8]) -> Result<P::Lent<'a>, C::Error> {
        C::read(bytes)
    }

    fn compare(read: P::Lent<'_>, compare: &mut dyn FnMut(&P)) -> Result<(), String> {
        compare(&P::owned(&read));
        Ok(())
    }
}

struct Tree<C>(PhantomData<fn() -> C>);

impl<C: Json, P: DeserializeOwned + 'static> Reader<P> for Tree<C> {
    type Read<'a> = C::Tree;
    type Error = C::Error;

    #[inline]
    fn read(&self, bytes: &[u8]) -> Result<C::Tree, C::Error> {
        C::tree(bytes)
    }

    /// With a reader of text that is exact, lest the tree be blamed for another reading.
    fn compare(read: C::Tree, compare: &mut dyn FnMut(&P)) -> Result<(), String> {
        compare(&flexon::from_slice(&C::text_of(&read)?).map_err(reason)?);
        Ok(())
    }
}

fn contestant<C: Json, P: Serialize + 'static>(
    variant: &str,
    form: Form,
    reader: impl Reader<P>,
    asks: &'static str,
) -> Contestant<P> {
    let id = ContestantId::from_words(Operation::Decode, C::NAME, Some(variant));
    let way = Reading { inputs: Inputs::same_for_all(form), reader };
    C::words(asks).spoken_of(Contestant::new(id, way))
}

/// `decode/NAME/borrowed`, of the crates that can borrow.
pub(crate) fn borrowed<P: Lendable>() -> Vec<Contestant<P>> {
    fn of<C: Json, P: Lendable>() -> Contestant<P> {
        contestant::<C, P>("borrowed", Form::Compact, Lent::<C>(PhantomData), BORROWED)
    }
    vec![of::<Apograph, P>(), of::<SerdeJson, P>(), of::<SonicRs, P>()]
}

/// `decode/NAME/tree`.
pub(crate) fn trees<P: Serialize + DeserializeOwned + 'static>() -> Vec<Contestant<P>> {
    fn of<C: Json, P: Serialize + DeserializeOwned + 'static>() -> Contestant<P> {
        contestant::<C, P>("tree", Form::Compact, Tree::<C>(PhantomData), TREE)
    }
    vec![of::<Apograph, P>(), of::<SerdeJson, P>(), of::<SonicRs, P>()]
}

/// `decode/NAME/pretty`, `/reordered` and `/unknown`, and apograph's with settings, on request. `maps`
/// names the fields that are maps: an entry more would be another object.
pub(crate) fn forms<P>(maps: &'static [&'static str]) -> Vec<Contestant<P>>
where
    P: Encode + Serialize + for<'de> Decode<'de> + DeserializeOwned + 'static,
{
    fn of<C, P>(variant: &str, form: Form, asks: &'static str) -> Contestant<P>
    where
        C: Json,
        P: Serialize + for<'de> Decode<'de> + DeserializeOwned + 'static,
    {
        contestant::<C, P>(variant, form, Own::<C>(PhantomData), asks).on_request()
    }
    let mut all = Vec::new();
    for (variant, form, asks) in [
        ("pretty", Form::Pretty, PRETTY),
        ("reordered", Form::Reordered, REORDERED),
        ("unknown", Form::Unknown { maps }, UNKNOWN),
    ] {
        all.push(of::<Apograph, P>(variant, form, asks));
        all.push(crate::apograph_json::form_into(variant, form, asks));
        all.push(of::<SerdeJson, P>(variant, form, asks));
        all.push(of::<SonicRs, P>(variant, form, asks));
    }
    all.push(crate::apograph_json::pretty_over_serde());
    all.extend(crate::apograph_json::with_options());
    all
}

const BORROWED: &str = "types that hold Cow<str>, and an input that lives as long as the objects";

const TREE: &str = "nothing of the types: the values are looked up in the tree";

const PRETTY: &str = "as without the variant; the input is indented, a line for each entry";

const REORDERED: &str =
    "as without the variant; the keys of the input come in descending alphabetical order";

const UNKNOWN: &str =
    "as without the variant; each record of the input begins with a field that the type lacks";
