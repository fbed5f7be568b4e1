//! Ways of turning objects into bytes and back, and the contestants made of them.
//!
//! A rival's module says in a [`Codec`] how it writes and reads, once with fresh buffers and, where
//! the crate allows it, once with kept ones. The operations are made of it here, the same way for
//! all, so that no rival is given less or more to do than another.

use std::fmt::{self, Display};
use std::hint::black_box;

use apograph_lab::{Contestant, ContestantId, Operation, Way};
use rkyv::util::AlignedVec;

use crate::view::View;
use crate::words::Words;

/// One way of turning objects of type `T` into bytes and back.
pub(crate) trait Codec<T>: Clone + Send + Sync + 'static {
    /// The name in the identifiers.
    const NAME: &'static str;
    /// The variant in the identifiers; none for fresh buffers.
    const VARIANT: Option<&'static str> = None;
    /// The operations that are measured: those in which it does something else than the other
    /// codecs of the same crate.
    const OPERATIONS: &'static [Operation] =
        &[Operation::Encode, Operation::Decode, Operation::RoundTrip];

    /// What writing keeps from operation to operation.
    type Output: Default + 'static;
    /// The bytes of an object.
    type Bytes<'k>: AsRef<[u8]>;
    /// What reading keeps from operation to operation.
    type Input: Default + 'static;
    /// Why an object was not written.
    type WriteError: Display + 'static;
    /// Why an object was not read.
    type ReadError: Display + 'static;

    fn encode<'k>(
        &self,
        object: &T,
        output: &'k mut Self::Output,
    ) -> Result<Self::Bytes<'k>, Self::WriteError>;

    fn decode(&self, bytes: &[u8], input: &mut Self::Input) -> Result<T, Self::ReadError>;

    /// Writes and reads again. To be overridden where owning the bytes saves a step.
    #[inline]
    fn round_trip(
        &self,
        object: &T,
        output: &mut Self::Output,
        input: &mut Self::Input,
    ) -> Result<T, Failure<Self::WriteError, Self::ReadError>> {
        let bytes = self.encode(object, output).map_err(Failure::Write)?;
        self.decode(black_box(bytes.as_ref()), input).map_err(Failure::Read)
    }

    /// Reads bytes for the proof that they were written right. To be overridden where the crate's
    /// own reading would hide whether it was the writing or the reading that lost something.
    fn read_back(&self, bytes: &[u8]) -> Result<T, String> {
        self.decode(bytes, &mut Self::Input::default()).map_err(reason)
    }
}

/// Why a round trip failed.
pub(crate) enum Failure<W, R> {
    Write(W),
    Read(R),
}

impl<W: Display, R: Display> Display for Failure<W, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(error) => write!(f, "writing failed: {error}"),
            Self::Read(error) => write!(f, "reading failed: {error}"),
        }
    }
}

/// The message of a rival's error without the data that it may hold: only the first line, since
/// some print the input below it, and what stands between double quotes left out.
pub(crate) fn reason(error: impl Display) -> String {
    let message = error.to_string();
    let mut reason = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for c in message.lines().next().unwrap_or_default().chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' if quoted => {
                quoted = false;
                reason.push_str("…\"");
            }
            '"' => {
                quoted = true;
                reason.push('"');
            }
            _ if quoted => {}
            c => reason.push(c),
        }
    }
    reason
}

/// The contestants of a codec, over objects as `view` shows them.
pub(crate) fn contestants<T: 'static, C: Codec<T>, V: View<T>>(
    view: &V,
    codec: &C,
    words: &Words,
) -> Vec<Contestant<V::Object>> {
    let is_kept = C::VARIANT.is_some_and(|variant| variant.ends_with("kept"));
    let words = if is_kept { words.kept() } else { words.clone() };
    C::OPERATIONS
        .iter()
        .filter_map(|&operation| {
            let id = ContestantId::from_words(operation, C::NAME, C::VARIANT);
            let contestant = match operation {
                Operation::Encode => view.contestant(id, Encoding(codec.clone())),
                Operation::Decode => view.contestant(id, Decoding(codec.clone())),
                Operation::RoundTrip => view.contestant(id, RoundTripping(codec.clone())),
                Operation::Copy => return None,
            };
            Some(words.spoken_of(contestant))
        })
        .collect()
}

struct Encoding<C>(C);

impl<T: 'static, C: Codec<T>> Way<T> for Encoding<C> {
    type State = C::Output;
    type Outcome<'a> = Result<C::Bytes<'a>, C::WriteError>;

    fn prepare(&self, _: &[T]) -> Result<C::Output, String> {
        Ok(C::Output::default())
    }

    #[inline]
    fn operate<'a>(&self, output: &'a mut C::Output, object: &'a T, _: usize) -> Self::Outcome<'a> {
        self.0.encode(object, output)
    }

    fn recover(
        &self,
        outcome: Self::Outcome<'_>,
        compare: &mut dyn FnMut(&T),
    ) -> Result<(), String> {
        let bytes = outcome.map_err(reason)?;
        compare(&self.0.read_back(bytes.as_ref())?);
        Ok(())
    }

    fn output_len(&self, outcome: &Self::Outcome<'_>) -> Option<u64> {
        outcome.as_ref().ok().map(|bytes| bytes.as_ref().len() as u64)
    }
}

struct Decoding<C>(C);

/// An input. It is aligned for all contestants, since rkyv asks for it.
pub(crate) fn aligned(bytes: &[u8]) -> AlignedVec {
    let mut input = AlignedVec::with_capacity(bytes.len());
    input.extend_from_slice(bytes);
    input
}

struct DecodingState<I> {
    inputs: Vec<AlignedVec>,
    kept: I,
}

impl<T: 'static, C: Codec<T>> Way<T> for Decoding<C> {
    type State = DecodingState<C::Input>;
    type Outcome<'a> = Result<T, C::ReadError>;

    fn prepare(&self, objects: &[T]) -> Result<Self::State, String> {
        let mut output = C::Output::default();
        let inputs = objects.iter().map(|object| {
            let bytes = self.0.encode(object, &mut output);
            let bytes =
                bytes.map_err(|error| format!("encoding the input failed: {}", reason(error)))?;
            Ok(aligned(bytes.as_ref()))
        });
        Ok(DecodingState {
            inputs: inputs.collect::<Result<_, String>>()?,
            kept: C::Input::default(),
        })
    }

    #[inline]
    fn operate(&self, state: &mut Self::State, _: &T, index: usize) -> Result<T, C::ReadError> {
        self.0.decode(black_box(&state.inputs[index]), &mut state.kept)
    }

    fn recover(
        &self,
        outcome: Self::Outcome<'_>,
        compare: &mut dyn FnMut(&T),
    ) -> Result<(), String> {
        compare(&outcome.map_err(reason)?);
        Ok(())
    }

    fn input_len(&self, state: &Self::State, index: usize) -> Option<u64> {
        state.inputs.get(index).map(|input| input.len() as u64)
    }
}

struct RoundTripping<C>(C);

impl<T: 'static, C: Codec<T>> Way<T> for RoundTripping<C> {
    type State = (C::Output, C::Input);
    type Outcome<'a> = Result<T, Failure<C::WriteError, C::ReadError>>;

    fn prepare(&self, _: &[T]) -> Result<Self::State, String> {
        Ok(Default::default())
    }

    #[inline]
    fn operate(
        &self,
        (output, input): &mut Self::State,
        object: &T,
        _: usize,
    ) -> Self::Outcome<'static> {
        self.0.round_trip(object, output, input)
    }

    fn recover(
        &self,
        outcome: Self::Outcome<'_>,
        compare: &mut dyn FnMut(&T),
    ) -> Result<(), String> {
        compare(&outcome.map_err(reason)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_holds_none_of_the_data() {
        for (message, expected) in [
            ("missing field `id` at line 1 column 9", "missing field `id` at line 1 column 9"),
            (
                r#"invalid type: string "se\"cret", expected i32"#,
                r#"invalid type: string "…", expected i32"#,
            ),
            (
                "invalid number at line 1 column 3\n\n\t{\"secret\": 1}\n",
                "invalid number at line 1 column 3",
            ),
            ("unfinished \"secret", "unfinished \""),
            ("", ""),
        ] {
            assert_eq!(reason(message), expected);
        }
    }
}
