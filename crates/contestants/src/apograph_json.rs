//! apograph's own JSON.

use std::sync::Arc;

use apograph::json::{Error, Inclusion, Mapper, Naming, WriteOptions};
use apograph::{Decode, Encode, Value};
use apograph_lab::{Contestant, ContestantId, Operation, WireKind};
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};

use crate::codec::{self, Codec, reason};
use crate::forms::Form;
use crate::reading::{Inputs, Json, Reader, Reading, ReadingInto};
use crate::view::{Direct, Projection, View};
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all that its derives write, and the values of numbers, floats to the last bit; readers \
            skip unknown fields",
    loses: "sharing and cycles; the kinds of numbers beside integer and float; NaN and infinities",
    asks: "its derives on every type, which heed the attributes of serde, with defaults for fields \
           that may be missing",
    wire: WireKind::Text,
    evolves: true,
    independent: true,
    dependency: Some("apograph"),
    setting: None,
    keeps_buffers: false,
};

const INTO: Words = Words {
    asks: "its derives on every type, and a target that the caller keeps; what the target owns is \
           used again",
    ..WORDS
};

const TEXT: Words = Words {
    asks: "its derives on every type, and its Text and Map in place of String and other maps; the \
           entries of a map keep the order in which they were sent",
    ..WORDS
};

const TEXT_INTO: Words = Words {
    asks: "its derives on every type, its Text and Map in place of String and other maps, and a \
           target that the caller keeps; what the target owns is used again",
    ..WORDS
};

const OPTIONS: Words = Words {
    asks: "its derives on every type, and a mapper, chosen at run time: here with names in camelCase \
           and without nulls",
    ..WORDS
};

const SERDE: Words = Words { asks: "derives of serde alone, of types of any crate", ..WORDS };

/// A graph as JSON.
pub(crate) const OF_GRAPHS: Words = Words {
    keeps: "the values of the tree that the derives see",
    loses: "sharing, since a shared object is written for each place; references back, since they \
            have to be skipped",
    asks: "its derives on every type",
    ..WORDS
};

/// apograph's JSON for any type that derives `Encode` and `Decode`: with fresh and with kept buffers,
/// and over a target that is kept.
///
/// ```
/// use apograph_lab::{Experiment, Subject};
///
/// let subject = Subject::new("words", || vec!["copy".to_owned(), "paste".to_owned()])
///     .contestants(apograph_contestants::json());
/// let ids: Vec<String> = subject.entries().iter().map(|entry| entry.id.to_string()).collect();
/// assert!(ids.iter().any(|id| id == "decode/apograph-json/into"));
/// ```
pub fn json<T>() -> Vec<Contestant<T>>
where
    T: Encode + for<'de> Decode<'de> + 'static,
{
    let mut all = contestants(&Direct);
    all.push(into(inputs(), "into", &INTO));
    all
}

/// Without those over a target.
pub(crate) fn contestants<T, V: View<T>>(view: &V) -> Vec<Contestant<V::Object>>
where
    T: Encode + for<'de> Decode<'de> + 'static,
{
    let mut all = codec::contestants(view, &Fresh, &WORDS);
    all.extend(codec::contestants(view, &Kept, &WORDS));
    all
}

/// `encode/apograph-json/serde` and `/serde-kept`, `decode/apograph-json/serde`: types that have the
/// traits of serde.
pub(crate) fn over_serde<T, V: View<T>>(view: &V) -> Vec<Contestant<V::Object>>
where
    T: Serialize + DeserializeOwned + 'static,
{
    let mut all = codec::contestants(view, &Bridge, &SERDE);
    all.extend(codec::contestants(view, &BridgeKept, &SERDE));
    all
}

/// `encode/apograph-json/options-kept`, `decode/apograph-json/options` and `/options/pretty`: settings that
/// are chosen at run time, on request.
pub(crate) fn with_options<T>() -> Vec<Contestant<T>>
where
    T: Encode + for<'de> Decode<'de> + 'static,
{
    let mut all = codec::contestants(&Direct, &Configured::new(), &OPTIONS);
    for (variant, form) in [("options", Form::Compact), ("options/pretty", Form::Pretty)] {
        let write = |object: &T| mapper().to_vec(object).map_err(reason);
        let way = Reading { inputs: Inputs { write, form }, reader: Configured::new() };
        all.push(OPTIONS.spoken_of(Contestant::new(id(Operation::Decode, variant), way)));
    }
    all.into_iter().map(Contestant::on_request).collect()
}

/// `decode/apograph-json/VARIANT/into`: input in another form over a target that is kept, on request.
pub(crate) fn form_into<T>(variant: &str, form: Form, asks: &'static str) -> Contestant<T>
where
    T: Serialize + for<'de> Decode<'de> + 'static,
{
    let words = Words { asks, ..WORDS };
    into(Inputs::same_for_all(form), &format!("{variant}/into"), &words).on_request()
}

/// `decode/apograph-json/into`, for trees.
pub(crate) fn tree_into<V: View<Value>>(view: &V) -> Contestant<V::Object> {
    let way = ReadingInto { inputs: inputs(), compare: |target: &Value, compare| compare(target) };
    INTO.spoken_of(view.contestant(id(Operation::Decode, "into"), way))
}

fn into<T>(inputs: Inputs<T>, variant: &str, words: &Words) -> Contestant<T>
where
    T: for<'de> Decode<'de> + 'static,
{
    let way = ReadingInto { inputs, compare: |target: &T, compare| compare(target) };
    words.spoken_of(Contestant::new(id(Operation::Decode, variant), way))
}

/// A subject that comes as objects with [`Text`](apograph::Text) and [`Map`](apograph::Map), too.
pub(crate) trait Textual: Encode + 'static {
    type Text: Encode + for<'de> Decode<'de> + 'static;

    fn text(&self) -> Self::Text;

    fn plain(text: &Self::Text) -> Self;
}

/// `encode/apograph-json/text`, `decode/apograph-json/text` and `/text/into`. What is read is the
/// text of the plain objects.
pub(crate) fn over_texts<P: Textual>() -> Vec<Contestant<P>> {
    let projection = Projection::<P, P::Text> {
        project: |object| Ok(object.text()),
        restore: |text| Ok(P::plain(text)),
    };
    // Writing hardly depends on the type of the texts.
    let encoding = codec::contestants(&projection, &Texts, &TEXT);
    let mut all: Vec<_> = encoding.into_iter().map(Contestant::on_request).collect();
    let reading = Reading { inputs: inputs(), reader: Texts };
    all.push(TEXT.spoken_of(Contestant::new(id(Operation::Decode, "text"), reading)));
    let reading =
        ReadingInto { inputs: inputs(), compare: |target, compare| compare(&P::plain(target)) };
    all.push(TEXT_INTO.spoken_of(Contestant::new(id(Operation::Decode, "text/into"), reading)));
    all
}

fn id(operation: Operation, variant: &str) -> ContestantId {
    ContestantId::from_words(operation, Apograph::NAME, Some(variant))
}

/// The texts that apograph writes.
fn inputs<P: Encode>() -> Inputs<P> {
    let form = Form::Compact;
    Inputs { write: |object| apograph::json::to_vec(object).map_err(reason), form }
}

/// As a reader of more than objects.
pub(crate) struct Apograph;

impl Json for Apograph {
    const NAME: &'static str = "apograph-json";

    type Error = Error;
    type Tree = Value;

    #[inline]
    fn read<'de, T: Decode<'de> + Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
        apograph::json::from_slice(bytes)
    }

    #[inline]
    fn tree(bytes: &[u8]) -> Result<Value, Error> {
        apograph::json::from_slice(bytes)
    }

    fn text_of(tree: &Value) -> Result<Vec<u8>, String> {
        apograph::json::to_vec(tree).map_err(reason)
    }

    fn words(asks: &'static str) -> Words {
        Words { asks, ..WORDS }
    }
}

#[derive(Clone)]
struct Fresh;

impl<T: Encode + for<'de> Decode<'de>> Codec<T> for Fresh {
    const NAME: &'static str = Apograph::NAME;

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        apograph::json::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        apograph::json::from_slice(bytes)
    }
}

#[derive(Clone)]
struct Kept;

impl<T: Encode + for<'de> Decode<'de>> Codec<T> for Kept {
    const NAME: &'static str = Apograph::NAME;
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
        apograph::json::write_to(object, output)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        apograph::json::from_slice(bytes)
    }
}

/// With settings chosen at run time.
#[derive(Clone)]
struct Configured(Arc<Mapper>);

impl Configured {
    fn new() -> Self {
        Self(Arc::new(mapper()))
    }
}

fn mapper() -> Mapper {
    let write = WriteOptions::new().inclusion(Inclusion::NonNull);
    Mapper::new().naming(Naming::CamelCase).write_options(write)
}

impl<T: Encode + for<'de> Decode<'de>> Codec<T> for Configured {
    const NAME: &'static str = Apograph::NAME;
    const VARIANT: Option<&'static str> = Some("options-kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Vec<u8>) -> Result<&'k [u8], Error> {
        output.clear();
        self.0.write_to(object, output)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        self.0.from_slice(bytes)
    }
}

impl<T: for<'de> Decode<'de> + 'static> Reader<T> for Configured {
    type Read<'a> = T;
    type Error = Error;

    #[inline]
    fn read(&self, bytes: &[u8]) -> Result<T, Error> {
        self.0.from_slice(bytes)
    }

    fn compare(read: T, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&read);
        Ok(())
    }
}

/// By way of serde.
#[derive(Clone)]
struct Bridge;

impl<T: Serialize + DeserializeOwned> Codec<T> for Bridge {
    const NAME: &'static str = Apograph::NAME;
    const VARIANT: Option<&'static str> = Some("serde");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::Decode];

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        apograph::json::serde::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        apograph::json::serde::from_slice(bytes)
    }
}

#[derive(Clone)]
struct BridgeKept;

impl<T: Serialize + DeserializeOwned> Codec<T> for BridgeKept {
    const NAME: &'static str = Apograph::NAME;
    const VARIANT: Option<&'static str> = Some("serde-kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(&self, object: &T, output: &'k mut Vec<u8>) -> Result<&'k [u8], Error> {
        output.clear();
        apograph::json::serde::write_to(object, output)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        apograph::json::serde::from_slice(bytes)
    }
}

/// Objects with `Text` and `Map`.
#[derive(Clone)]
struct Texts;

impl<T: Encode + for<'de> Decode<'de>> Codec<T> for Texts {
    const NAME: &'static str = Apograph::NAME;
    const VARIANT: Option<&'static str> = Some("text");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode];

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &T, (): &mut ()) -> Result<Vec<u8>, Error> {
        apograph::json::to_vec(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<T, Error> {
        apograph::json::from_slice(bytes)
    }
}

/// `decode/apograph-json/serde/pretty`, on request.
pub(crate) fn pretty_over_serde<T>() -> Contestant<T>
where
    T: Serialize + DeserializeOwned + 'static,
{
    let way = Reading { inputs: Inputs::same_for_all(Form::Pretty), reader: Bridge };
    SERDE.spoken_of(Contestant::new(id(Operation::Decode, "serde/pretty"), way)).on_request()
}

impl<T: DeserializeOwned + 'static> Reader<T> for Bridge {
    type Read<'a> = T;
    type Error = Error;

    #[inline]
    fn read(&self, bytes: &[u8]) -> Result<T, Error> {
        apograph::json::serde::from_slice(bytes)
    }

    fn compare(read: T, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&read);
        Ok(())
    }
}

impl<P: Textual> Reader<P> for Texts {
    type Read<'a> = P::Text;
    type Error = Error;

    #[inline]
    fn read(&self, bytes: &[u8]) -> Result<P::Text, Error> {
        apograph::json::from_slice(bytes)
    }

    fn compare(read: P::Text, compare: &mut dyn FnMut(&P)) -> Result<(), String> {
        compare(&P::plain(&read));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use apograph_workloads::{
        DEFAULT_SEED, device_state, number_heavy, order, order_list, simple_user, text_heavy,
    };

    use super::*;

    /// Else contestants that read what serde_json wrote would read something else than the others.
    #[track_caller]
    fn check<T: Encode + Serialize>(objects: &[T]) {
        for object in objects {
            let ours = apograph::json::to_string(object).expect("it can be written");
            assert_eq!(ours, serde_json::to_string(object).expect("it can be written"));
        }
    }

    #[test]
    fn the_text_is_that_of_serde_json() {
        const OBJECTS: usize = 64;
        check(&device_state::corpus(DEFAULT_SEED, OBJECTS));
        check(&simple_user::corpus(DEFAULT_SEED, OBJECTS));
        check(&order::corpus(DEFAULT_SEED, OBJECTS));
        check(&order_list::corpus(DEFAULT_SEED, 1));
        check(&text_heavy::corpus(DEFAULT_SEED, OBJECTS));
        check(&number_heavy::corpus(DEFAULT_SEED, OBJECTS));
    }
}
