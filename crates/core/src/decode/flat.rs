//! Fields that stand among those of another value.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use super::{Decode, Decoder, Fail, Repeated};
use crate::map::Map;
use crate::text::Text;

/// A value whose fields stand among those of another, as `#[serde(flatten)]` puts them. The derive
/// implements it for structs.
///
/// The other value offers it each name that is not its own.
pub trait DecodeFlat<'de>: Sized {
    /// What has been read so far.
    type Partial;

    /// Nothing read yet.
    fn begin() -> Self::Partial;

    /// Whether it takes what this name leads to. If so, it has read it.
    ///
    /// # Errors
    ///
    /// If it cannot read that.
    fn offer<D: Decoder<'de>>(
        partial: &mut Self::Partial,
        name: &str,
        decoder: &mut D,
    ) -> Result<Offer, Fail>;

    /// The value, when there are no more names.
    ///
    /// # Errors
    ///
    /// If a field is missing.
    fn finish<D: Decoder<'de>>(partial: Self::Partial, decoder: &mut D) -> Result<Self, Fail>;
}

/// What became of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The value has been read.
    Taken,
    /// It is for somebody else.
    Declined,
}

macro_rules! maps {
    ($([$($generics:tt)*] $ty:ty, |$name:ident| $key:expr;)*) => {$(
        /// Takes everything.
        impl<'de, $($generics)*> DecodeFlat<'de> for $ty {
            type Partial = Self;

            fn begin() -> Self {
                Self::default()
            }

            fn offer<D: Decoder<'de>>(
                map: &mut Self,
                $name: &str,
                decoder: &mut D,
            ) -> Result<Offer, Fail> {
                let key = $key;
                if map.contains_key(&key) && decoder.repeated_entry()? == Repeated::Skip {
                    decoder.skip()?;
                    return Ok(Offer::Taken);
                }
                match V::decode(decoder) {
                    Ok(value) => {
                        map.insert(key, value);
                        Ok(Offer::Taken)
                    }
                    Err(fail) => {
                        decoder.in_entry();
                        Err(fail)
                    }
                }
            }

            fn finish<D: Decoder<'de>>(map: Self, _: &mut D) -> Result<Self, Fail> {
                Ok(map)
            }
        }
    )*};
}

maps! {
    [K: for<'k> From<&'k str> + Eq + Hash, V: Decode<'de>, S: BuildHasher + Default] HashMap<K, V, S>,
        |name| name.into();
    [K: for<'k> From<&'k str> + Ord, V: Decode<'de>] BTreeMap<K, V>, |name| name.into();
    [V: Decode<'de>] Map<V>, |name| Text::new(name);
}

/// There if nothing of it is missing.
impl<'de, T: DecodeFlat<'de>> DecodeFlat<'de> for Option<T> {
    type Partial = T::Partial;

    fn begin() -> Self::Partial {
        T::begin()
    }

    fn offer<D: Decoder<'de>>(
        partial: &mut Self::Partial,
        name: &str,
        decoder: &mut D,
    ) -> Result<Offer, Fail> {
        T::offer(partial, name, decoder)
    }

    fn finish<D: Decoder<'de>>(partial: Self::Partial, decoder: &mut D) -> Result<Self, Fail> {
        let mark = decoder.mark();
        let finished = T::finish(partial, decoder);
        if finished.is_err() {
            decoder.rewind(mark);
        }
        Ok(finished.ok())
    }
}

impl<'de, T: DecodeFlat<'de>> DecodeFlat<'de> for Box<T> {
    type Partial = T::Partial;

    fn begin() -> Self::Partial {
        T::begin()
    }

    fn offer<D: Decoder<'de>>(
        partial: &mut Self::Partial,
        name: &str,
        decoder: &mut D,
    ) -> Result<Offer, Fail> {
        T::offer(partial, name, decoder)
    }

    fn finish<D: Decoder<'de>>(partial: Self::Partial, decoder: &mut D) -> Result<Self, Fail> {
        T::finish(partial, decoder).map(Self::new)
    }
}

impl<'de> DecodeFlat<'de> for () {
    type Partial = ();

    fn begin() {}

    fn offer<D: Decoder<'de>>((): &mut (), _: &str, _: &mut D) -> Result<Offer, Fail> {
        Ok(Offer::Declined)
    }

    fn finish<D: Decoder<'de>>((): (), _: &mut D) -> Result<Self, Fail> {
        Ok(())
    }
}

/// A value that is passed over: something may stand there, and nobody wants it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ignored;

impl<'de> Decode<'de> for Ignored {
    const SHAPE: &'static crate::shape::Shape = <() as Decode>::SHAPE;

    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        decoder.skip().map(|()| Self)
    }
}
