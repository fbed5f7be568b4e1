//! Apache Fory in its Rust-only mode with the same schema on both sides, which its documentation
//! names for speed. It keeps what it writes and reads with for each thread, in both codecs.
//!
//! Fory's derive takes field types by their names as they are spelled: a `Decimal` or `Timestamp`
//! is its own, a `HashMap` has std's hasher, and an enum that holds values needs one case more. So
//! the subjects' types cannot derive its traits themselves. Most have a serializer here that is
//! declared for them from outside ([`order`] and its neighbours). Only the properties of
//! [`device_state`] and the record around them have to be measured on mirror types.

mod article;
mod device_state;
mod order;
mod shared;
mod telemetry;
mod user;

use std::marker::PhantomData;
use std::sync::Arc;

use apograph_lab::{Contestant, ContestantId, Operation, WireKind};
use apograph_workloads::order_list::OrderList;
use apograph_workloads::{
    device_state::DeviceState, number_heavy::Telemetry, order::Order, simple_user::SimpleUser,
    text_heavy::Article,
};
use fory::{Error, Fory, Serializer};

use crate::codec::{self, Codec};
use crate::view::{Direct, View};
use crate::words::Words;

const WORDS: Words = Words {
    keeps: "all values of the registered types, numbers with their kinds and to the last bit; \
            sharing of Rc and Arc if reference tracking is turned on, which it is not here",
    loses: "cycles and std's Weak; hash maps with a hasher of one's own; field names in this mode",
    asks: "derives of fory, or serializers declared from outside as here; registration of every \
           type under the same number, and the same types, on both sides",
    wire: WireKind::Binary,
    // Its compatible mode would allow it, for more bytes and time.
    evolves: false,
    independent: true,
    dependency: Some("fory"),
    setting: None,
    keeps_buffers: false,
};

const MIRROR_WORDS: Words = Words {
    asks: "derives of fory, with an unknown case in enums that hold values, hence mirror types of \
           its own here, converted outside of all timing; registration of every type under the \
           same number, and the same types, on both sides",
    ..WORDS
};

/// A subject that has serializers here.
pub(crate) trait Registered: Sized {
    fn contestants() -> Vec<Contestant<Self>>;
}

impl Registered for DeviceState {
    fn contestants() -> Vec<Contestant<Self>> {
        type Mirror = device_state::DeviceState;
        contestants::<Mirror, _>(&device_state::PROJECTION, device_state::register, &MIRROR_WORDS)
    }
}

impl Registered for SimpleUser {
    fn contestants() -> Vec<Contestant<Self>> {
        contestants::<user::User, _>(&Direct, user::register, &WORDS)
    }
}

impl Registered for Order {
    fn contestants() -> Vec<Contestant<Self>> {
        contestants::<order::Order, _>(&Direct, order::register, &WORDS)
    }
}

impl Registered for OrderList {
    fn contestants() -> Vec<Contestant<Self>> {
        contestants::<order::OrderList, _>(&Direct, order::register, &WORDS)
    }
}

impl Registered for Article {
    fn contestants() -> Vec<Contestant<Self>> {
        contestants::<article::Article, _>(&Direct, article::register, &WORDS)
    }
}

impl Registered for Telemetry {
    fn contestants() -> Vec<Contestant<Self>> {
        contestants::<telemetry::Telemetry, _>(&Direct, telemetry::register, &WORDS)
    }
}

/// The contestants of a serializer `S`, with an instance of its own: registrations of one subject
/// shall not weigh on another.
fn contestants<S, V>(
    view: &V,
    register: fn(&mut Fory) -> Result<(), Error>,
    words: &Words,
) -> Vec<Contestant<V::Object>>
where
    S: Serializer,
    V: View<S::Target>,
{
    let mut fory = Fory::builder().xlang(false).compatible(false).build();
    if let Err(error) = register(&mut fory) {
        let reason = format!("fory did not register the types: {error}");
        return [Operation::Encode, Operation::Decode, Operation::RoundTrip]
            .into_iter()
            .map(|operation| ContestantId::from_words(operation, "fory", None))
            .map(|id| words.spoken_of(Contestant::unsupported(id, &reason)))
            .collect();
    }
    let fory = Arc::new(fory);
    let mut all = codec::contestants(view, &Fresh::<S>(Arc::clone(&fory), PhantomData), words);
    all.extend(codec::contestants(view, &Kept::<S>(fory, PhantomData), words));
    all
}

struct Fresh<S>(Arc<Fory>, PhantomData<fn() -> S>);

impl<S> Clone for Fresh<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), PhantomData)
    }
}

impl<S: Serializer> Codec<S::Target> for Fresh<S> {
    const NAME: &'static str = "fory";

    type Output = ();
    type Bytes<'k> = Vec<u8>;
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode(&self, object: &S::Target, (): &mut ()) -> Result<Vec<u8>, Error> {
        self.0.serialize_with::<S>(object)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<S::Target, Error> {
        self.0.deserialize_with::<S>(bytes)
    }
}

struct Kept<S>(Arc<Fory>, PhantomData<fn() -> S>);

impl<S> Clone for Kept<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), PhantomData)
    }
}

impl<S: Serializer> Codec<S::Target> for Kept<S> {
    const NAME: &'static str = "fory";
    const VARIANT: Option<&'static str> = Some("kept");
    const OPERATIONS: &'static [Operation] = &[Operation::Encode, Operation::RoundTrip];

    type Output = Vec<u8>;
    type Bytes<'k> = &'k [u8];
    type Input = ();
    type WriteError = Error;
    type ReadError = Error;

    #[inline]
    fn encode<'k>(&self, object: &S::Target, output: &'k mut Vec<u8>) -> Result<&'k [u8], Error> {
        output.clear();
        self.0.serialize_to_with::<S>(output, object)?;
        Ok(output)
    }

    #[inline]
    fn decode(&self, bytes: &[u8], (): &mut ()) -> Result<S::Target, Error> {
        self.0.deserialize_with::<S>(bytes)
    }
}
