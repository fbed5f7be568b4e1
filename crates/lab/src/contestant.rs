//! One way of doing an operation, as the lab sees it.
//!
//! [`Way`] is the narrow interface through which everything is measured. Most contestants are
//! made of closures by the constructors of [`Contestant`]; what needs more (warm targets, kept
//! scratch space, results that borrow) implements [`Way`].

use std::fmt::Display;
use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::identifier::{ContestantId, Operation};
use crate::results::{Traits, WireKind};

/// A way of doing an operation on objects of type `T`.
///
/// The lab calls [`prepare`](Self::prepare) once for a corpus, outside of all timing, and then
/// [`operate`](Self::operate) very often: only that call and the drop of its outcome are timed.
pub trait Way<T>: Send + Sync + 'static {
    /// What is made once and kept between operations: encoded inputs, warm targets, buffers.
    type State: 'static;

    /// What an operation gives; it may borrow from the state.
    type Outcome<'a>;

    /// Makes the state for a corpus.
    ///
    /// # Errors
    ///
    /// A sentence on what went wrong; the contestant is then listed as failed.
    fn prepare(&self, objects: &[T]) -> Result<Self::State, String>;

    /// Does the operation on one object. `index` is its place in the corpus that `prepare` saw.
    fn operate<'a>(
        &self,
        state: &'a mut Self::State,
        object: &'a T,
        index: usize,
    ) -> Self::Outcome<'a>;

    /// Turns an outcome back into an object and hands it to `compare`. Not timed.
    ///
    /// # Errors
    ///
    /// A sentence on what went wrong.
    fn recover(
        &self,
        outcome: Self::Outcome<'_>,
        compare: &mut dyn FnMut(&T),
    ) -> Result<(), String>;

    /// Bytes that the operation wrote, if it writes any.
    fn output_len(&self, outcome: &Self::Outcome<'_>) -> Option<u64> {
        let _ = outcome;
        None
    }

    /// Bytes that the operation reads for an object, if it reads any.
    fn input_len(&self, state: &Self::State, index: usize) -> Option<u64> {
        let _ = (state, index);
        None
    }
}

/// One way of doing an operation on objects of type `T`, with its identifier and its words.
///
/// ```
/// use apograph_lab::Contestant;
///
/// let contestant = Contestant::copy("by-hand", |name: &String| name.as_str().to_owned())
///     .keeps("everything")
///     .asks("nothing");
/// assert_eq!(contestant.id().to_string(), "copy/by-hand");
/// ```
pub struct Contestant<T> {
    id: ContestantId,
    traits: Traits,
    setting: Option<String>,
    on_request: bool,
    way: Result<Arc<dyn Start<T>>, String>,
}

impl<T> Clone for Contestant<T> {
    fn clone(&self) -> Self {
        Self {
            id: self.id.clone(),
            traits: self.traits.clone(),
            setting: self.setting.clone(),
            on_request: self.on_request,
            way: self.way.clone(),
        }
    }
}

impl<T: 'static> Contestant<T> {
    /// A contestant of any kind.
    pub fn new(id: ContestantId, way: impl Way<T>) -> Self {
        let traits = Traits { independent: true, ..Traits::default() };
        Self {
            id,
            traits,
            setting: None,
            on_request: false,
            way: Ok(Arc::new(Shared(Arc::new(way)))),
        }
    }

    /// A contestant that cannot carry the subject, listed with the reason.
    pub fn unsupported(id: ContestantId, reason: &str) -> Self {
        let traits = Traits { independent: true, ..Traits::default() };
        Self { id, traits, setting: None, on_request: false, way: Err(reason.to_owned()) }
    }

    /// `copy/NAME`: an object becomes a second object.
    pub fn copy(name: &str, copy: impl Fn(&T) -> T + Send + Sync + 'static) -> Self {
        let id = ContestantId::from_words(Operation::Copy, name, None);
        Self::new(id, Copying(copy))
    }

    /// `copy/NAME/into`: an object is written over one that is there already. The target is kept
    /// from operation to operation, so over a corpus its values change each time.
    pub fn copy_into(
        name: &str,
        copy: impl Fn(&T) -> T + Send + Sync + 'static,
        copy_into: impl Fn(&T, &mut T) + Send + Sync + 'static,
    ) -> Self {
        let id = ContestantId::from_words(Operation::Copy, name, Some("into"));
        Self::new(id, CopyingInto { copy, copy_into })
    }

    /// `roundtrip/NAME`: an object becomes bytes, and these a second object.
    pub fn round_trip<E: Display + 'static>(
        name: &str,
        round_trip: impl Fn(&T) -> Result<T, E> + Send + Sync + 'static,
    ) -> Self {
        let id = ContestantId::from_words(Operation::RoundTrip, name, None);
        Self::new(id, RoundTripping { round_trip, error: PhantomData })
    }

    /// `encode/NAME`: an object becomes bytes in a fresh buffer. `decode` serves the proof.
    pub fn encode<B, E, F>(
        name: &str,
        encode: impl Fn(&T) -> Result<B, E> + Send + Sync + 'static,
        decode: impl Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
    ) -> Self
    where
        B: AsRef<[u8]> + 'static,
        E: Display + 'static,
        F: Display + 'static,
    {
        let id = ContestantId::from_words(Operation::Encode, name, None);
        Self::new(id, Encoding { encode, decode, types: PhantomData }).wire(WireKind::Binary)
    }

    /// `encode/NAME/kept`: an object becomes bytes in a buffer that is kept from operation to
    /// operation; `encode` must clear it first. `decode` serves the proof.
    pub fn encode_kept<B, E, F>(
        name: &str,
        encode: impl Fn(&T, &mut B) -> Result<(), E> + Send + Sync + 'static,
        decode: impl Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
    ) -> Self
    where
        B: AsRef<[u8]> + Default + 'static,
        E: Display + 'static,
        F: Display + 'static,
    {
        let id = ContestantId::from_words(Operation::Encode, name, Some("kept"));
        Self::new(id, EncodingKept { encode, decode, types: PhantomData }).wire(WireKind::Binary)
    }

    /// `decode/NAME`: bytes become a fresh object. `encode` makes the bytes, outside the timing.
    pub fn decode<B, E, F>(
        name: &str,
        encode: impl Fn(&T) -> Result<B, E> + Send + Sync + 'static,
        decode: impl Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
    ) -> Self
    where
        B: AsRef<[u8]> + 'static,
        E: Display + 'static,
        F: Display + 'static,
    {
        let id = ContestantId::from_words(Operation::Decode, name, None);
        Self::new(id, Decoding { encode, decode, types: PhantomData }).wire(WireKind::Binary)
    }

    /// `decode/NAME/into`: bytes are read over an object that is there already. The target is
    /// kept from operation to operation. `encode` and `decode` make bytes and first target.
    pub fn decode_into<B, E, F>(
        name: &str,
        encode: impl Fn(&T) -> Result<B, E> + Send + Sync + 'static,
        decode: impl Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
        decode_into: impl Fn(&[u8], &mut T) -> Result<(), F> + Send + Sync + 'static,
    ) -> Self
    where
        B: AsRef<[u8]> + 'static,
        E: Display + 'static,
        F: Display + 'static,
    {
        let id = ContestantId::from_words(Operation::Decode, name, Some("into"));
        Self::new(id, DecodingInto { encode, decode, decode_into, types: PhantomData })
            .wire(WireKind::Binary)
    }
}

impl<T> Contestant<T> {
    /// Its identifier.
    pub fn id(&self) -> &ContestantId {
        &self.id
    }

    /// What it keeps, loses and asks for.
    pub fn traits(&self) -> &Traits {
        &self.traits
    }

    /// The setting that would change the outcome when its proof fails.
    pub fn setting(&self) -> Option<&str> {
        self.setting.as_deref()
    }

    /// Why it cannot carry the subject, if so.
    pub fn reason_unsupported(&self) -> Option<&str> {
        self.way.as_ref().err().map(String::as_str)
    }

    /// Gives the identifier another variant: `kept`, `into`, `text/into`.
    #[must_use]
    pub fn variant(mut self, variant: &str) -> Self {
        self.id = ContestantId::from_words(self.id.operation(), self.id.name(), Some(variant));
        self
    }

    /// Sets all its words at once.
    #[must_use]
    pub fn with_traits(mut self, traits: Traits) -> Self {
        self.traits = traits;
        self
    }

    /// Says what survives.
    #[must_use]
    pub fn keeps(mut self, words: &str) -> Self {
        words.clone_into(&mut self.traits.keeps);
        self
    }

    /// Says what does not survive.
    #[must_use]
    pub fn loses(mut self, words: &str) -> Self {
        words.clone_into(&mut self.traits.loses);
        self
    }

    /// Says what it asks of the user.
    #[must_use]
    pub fn asks(mut self, words: &str) -> Self {
        words.clone_into(&mut self.traits.asks);
        self
    }

    /// Says what its bytes are.
    #[must_use]
    pub fn wire(mut self, wire: WireKind) -> Self {
        self.traits.wire = wire;
        self
    }

    /// Names the crate that a user would have to depend on.
    #[must_use]
    pub fn dependency(mut self, name: &str) -> Self {
        self.traits.dependency = Some(name.to_owned());
        self
    }

    /// Says that fields may be added or removed between writer and reader.
    #[must_use]
    pub fn evolves(mut self) -> Self {
        self.traits.evolves = true;
        self
    }

    /// Says that the result shares with the original, so that a write to one shows in the other.
    #[must_use]
    pub fn shares(mut self) -> Self {
        self.traits.independent = false;
        self
    }

    /// Names the setting that would change the outcome when its proof fails.
    #[must_use]
    pub fn with_setting(mut self, setting: &str) -> Self {
        self.setting = Some(setting.to_owned());
        self
    }

    /// Leaves it out of runs in which no pattern and no requirement names it: a variant for a question
    /// of its own.
    ///
    /// ```
    /// use apograph_lab::{Contestant, Experiment, Filter, Subject};
    ///
    /// let subject = Subject::new("names", || vec!["Ada".to_owned()])
    ///     .contestant(Contestant::copy("clone", String::clone))
    ///     .contestant(Contestant::copy("by-hand", String::clone).on_request());
    /// let chosen = |filter: Filter| filter.apply(&[&subject]).map(|chosen| chosen[0].1.clone());
    /// assert_eq!(chosen(Filter::default()), Ok(vec![0]));
    /// assert_eq!(chosen(Filter::new([], ["by-*".to_owned()])), Ok(vec![1]));
    /// ```
    #[must_use]
    pub fn on_request(mut self) -> Self {
        self.on_request = true;
        self
    }

    /// Whether only runs that name it have it.
    pub fn is_on_request(&self) -> bool {
        self.on_request
    }

    /// Makes it ready for a corpus.
    pub(crate) fn start(&self, objects: &[T]) -> Result<Box<dyn Runner<T>>, String> {
        match &self.way {
            Ok(way) => way.start(objects),
            Err(reason) => Err(reason.clone()),
        }
    }
}

/// A contestant at work on one thread.
pub(crate) trait Runner<T> {
    /// Does the operation on each of `order`, and nothing else: this is what is timed.
    fn run(&mut self, objects: &[T], order: &[u32]);

    /// Does the operation once and calls `before_drop` while the outcome is alive.
    fn observe(&mut self, objects: &[T], index: usize, before_drop: &mut dyn FnMut());

    /// Does the operation once and hands the object it gives back to `compare`.
    fn recover(
        &mut self,
        objects: &[T],
        index: usize,
        compare: &mut dyn FnMut(&T),
    ) -> Result<(), String>;

    /// Bytes written or read for an object.
    fn wire_len(&mut self, objects: &[T], index: usize) -> Option<u64>;
}

/// Erases the state of a way.
trait Start<T>: Send + Sync {
    fn start(&self, objects: &[T]) -> Result<Box<dyn Runner<T>>, String>;
}

struct Shared<W>(Arc<W>);

impl<T: 'static, W: Way<T>> Start<T> for Shared<W> {
    fn start(&self, objects: &[T]) -> Result<Box<dyn Runner<T>>, String> {
        let state = self.0.prepare(objects)?;
        Ok(Box::new(AtWork { way: Arc::clone(&self.0), state }))
    }
}

struct AtWork<T, W: Way<T>> {
    way: Arc<W>,
    state: W::State,
}

impl<T: 'static, W: Way<T>> Runner<T> for AtWork<T, W> {
    fn run(&mut self, objects: &[T], order: &[u32]) {
        let way = &*self.way;
        for &index in order {
            let index = index as usize;
            let outcome = way.operate(&mut self.state, black_box(&objects[index]), index);
            black_box(&outcome);
        }
    }

    fn observe(&mut self, objects: &[T], index: usize, before_drop: &mut dyn FnMut()) {
        let outcome = once(&*self.way, &mut self.state, &objects[index], index);
        black_box(&outcome);
        before_drop();
    }

    fn recover(
        &mut self,
        objects: &[T],
        index: usize,
        compare: &mut dyn FnMut(&T),
    ) -> Result<(), String> {
        let outcome = once(&*self.way, &mut self.state, &objects[index], index);
        self.way.recover(outcome, compare)
    }

    fn wire_len(&mut self, objects: &[T], index: usize) -> Option<u64> {
        if let Some(len) = self.way.input_len(&self.state, index) {
            return Some(len);
        }
        let outcome = once(&*self.way, &mut self.state, &objects[index], index);
        self.way.output_len(&outcome)
    }
}

/// The operation for all that is not timed: apart, so that a serializer's code is not compiled
/// into every place that uses it.
#[inline(never)]
fn once<'a, T, W: Way<T>>(
    way: &W,
    state: &'a mut W::State,
    object: &'a T,
    index: usize,
) -> W::Outcome<'a> {
    way.operate(state, object, index)
}

struct Copying<C>(C);

impl<T: 'static, C: Fn(&T) -> T + Send + Sync + 'static> Way<T> for Copying<C> {
    type State = ();
    type Outcome<'a> = T;

    fn prepare(&self, _: &[T]) -> Result<(), String> {
        Ok(())
    }

    #[inline]
    fn operate(&self, (): &mut (), object: &T, _: usize) -> T {
        (self.0)(object)
    }

    fn recover(&self, outcome: T, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&outcome);
        Ok(())
    }
}

struct CopyingInto<C, I> {
    copy: C,
    copy_into: I,
}

impl<T, C, I> Way<T> for CopyingInto<C, I>
where
    T: 'static,
    C: Fn(&T) -> T + Send + Sync + 'static,
    I: Fn(&T, &mut T) + Send + Sync + 'static,
{
    type State = T;
    type Outcome<'a> = &'a T;

    fn prepare(&self, objects: &[T]) -> Result<T, String> {
        objects.first().map(&self.copy).ok_or_else(|| "the corpus is empty".to_owned())
    }

    #[inline]
    fn operate<'a>(&self, target: &'a mut T, object: &'a T, _: usize) -> &'a T {
        (self.copy_into)(object, target);
        target
    }

    fn recover(&self, outcome: &T, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(outcome);
        Ok(())
    }
}

struct RoundTripping<R, E> {
    round_trip: R,
    error: PhantomData<fn() -> E>,
}

impl<T, R, E> Way<T> for RoundTripping<R, E>
where
    T: 'static,
    R: Fn(&T) -> Result<T, E> + Send + Sync + 'static,
    E: Display + 'static,
{
    type State = ();
    type Outcome<'a> = Result<T, E>;

    fn prepare(&self, _: &[T]) -> Result<(), String> {
        Ok(())
    }

    #[inline]
    fn operate(&self, (): &mut (), object: &T, _: usize) -> Result<T, E> {
        (self.round_trip)(object)
    }

    fn recover(&self, outcome: Result<T, E>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&outcome.map_err(|error| error.to_string())?);
        Ok(())
    }
}

struct Encoding<N, D, X> {
    encode: N,
    decode: D,
    types: PhantomData<fn() -> X>,
}

impl<T, N, D, B, E, F> Way<T> for Encoding<N, D, (B, E, F)>
where
    T: 'static,
    N: Fn(&T) -> Result<B, E> + Send + Sync + 'static,
    D: Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
    B: AsRef<[u8]> + 'static,
    E: Display + 'static,
    F: Display + 'static,
{
    type State = ();
    type Outcome<'a> = Result<B, E>;

    fn prepare(&self, _: &[T]) -> Result<(), String> {
        Ok(())
    }

    #[inline]
    fn operate(&self, (): &mut (), object: &T, _: usize) -> Result<B, E> {
        (self.encode)(object)
    }

    fn recover(&self, outcome: Result<B, E>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        let bytes = outcome.map_err(|error| error.to_string())?;
        compare(&(self.decode)(bytes.as_ref()).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn output_len(&self, outcome: &Result<B, E>) -> Option<u64> {
        outcome.as_ref().ok().map(|bytes| bytes.as_ref().len() as u64)
    }
}

struct EncodingKept<N, D, X> {
    encode: N,
    decode: D,
    types: PhantomData<fn() -> X>,
}

impl<T, N, D, B, E, F> Way<T> for EncodingKept<N, D, (B, E, F)>
where
    T: 'static,
    N: Fn(&T, &mut B) -> Result<(), E> + Send + Sync + 'static,
    D: Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
    B: AsRef<[u8]> + Default + 'static,
    E: Display + 'static,
    F: Display + 'static,
{
    type State = B;
    type Outcome<'a> = Result<&'a B, E>;

    fn prepare(&self, _: &[T]) -> Result<B, String> {
        Ok(B::default())
    }

    #[inline]
    fn operate<'a>(&self, buffer: &'a mut B, object: &'a T, _: usize) -> Result<&'a B, E> {
        (self.encode)(object, buffer)?;
        Ok(buffer)
    }

    fn recover(&self, outcome: Result<&B, E>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        let bytes = outcome.map_err(|error| error.to_string())?;
        compare(&(self.decode)(bytes.as_ref()).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn output_len(&self, outcome: &Result<&B, E>) -> Option<u64> {
        outcome.as_ref().ok().map(|bytes| bytes.as_ref().len() as u64)
    }
}

/// Encodes a corpus, outside of all timing.
fn encode_all<T, B: AsRef<[u8]>, E: Display>(
    objects: &[T],
    encode: impl Fn(&T) -> Result<B, E>,
) -> Result<Vec<Vec<u8>>, String> {
    objects
        .iter()
        .map(|object| encode(object).map(|bytes| bytes.as_ref().to_vec()))
        .collect::<Result<_, _>>()
        .map_err(|error| format!("encoding the input failed: {error}"))
}

struct Decoding<N, D, X> {
    encode: N,
    decode: D,
    types: PhantomData<fn() -> X>,
}

impl<T, N, D, B, E, F> Way<T> for Decoding<N, D, (B, E, F)>
where
    T: 'static,
    N: Fn(&T) -> Result<B, E> + Send + Sync + 'static,
    D: Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
    B: AsRef<[u8]> + 'static,
    E: Display + 'static,
    F: Display + 'static,
{
    type State = Vec<Vec<u8>>;
    type Outcome<'a> = Result<T, F>;

    fn prepare(&self, objects: &[T]) -> Result<Vec<Vec<u8>>, String> {
        encode_all(objects, &self.encode)
    }

    #[inline]
    fn operate(&self, inputs: &mut Vec<Vec<u8>>, _: &T, index: usize) -> Result<T, F> {
        (self.decode)(black_box(&inputs[index]))
    }

    fn recover(&self, outcome: Result<T, F>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(&outcome.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn input_len(&self, inputs: &Vec<Vec<u8>>, index: usize) -> Option<u64> {
        inputs.get(index).map(|input| input.len() as u64)
    }
}

struct DecodingInto<N, D, I, X> {
    encode: N,
    decode: D,
    decode_into: I,
    types: PhantomData<fn() -> X>,
}

impl<T, N, D, I, B, E, F> Way<T> for DecodingInto<N, D, I, (B, E, F)>
where
    T: 'static,
    N: Fn(&T) -> Result<B, E> + Send + Sync + 'static,
    D: Fn(&[u8]) -> Result<T, F> + Send + Sync + 'static,
    I: Fn(&[u8], &mut T) -> Result<(), F> + Send + Sync + 'static,
    B: AsRef<[u8]> + 'static,
    E: Display + 'static,
    F: Display + 'static,
{
    type State = (Vec<Vec<u8>>, T);
    type Outcome<'a> = Result<&'a T, F>;

    fn prepare(&self, objects: &[T]) -> Result<Self::State, String> {
        let inputs = encode_all(objects, &self.encode)?;
        let first = inputs.first().ok_or_else(|| "the corpus is empty".to_owned())?;
        let target = (self.decode)(first).map_err(|error| error.to_string())?;
        Ok((inputs, target))
    }

    #[inline]
    fn operate<'a>(
        &self,
        (inputs, target): &'a mut Self::State,
        _: &'a T,
        index: usize,
    ) -> Result<&'a T, F> {
        (self.decode_into)(black_box(&inputs[index]), target)?;
        Ok(target)
    }

    fn recover(&self, outcome: Result<&T, F>, compare: &mut dyn FnMut(&T)) -> Result<(), String> {
        compare(outcome.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn input_len(&self, (inputs, _): &Self::State, index: usize) -> Option<u64> {
        inputs.get(index).map(|input| input.len() as u64)
    }
}
