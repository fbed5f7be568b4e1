//! `#[derive(Encode)]` and `#[derive(Decode)]`.
//!
//! What they emit is generic over the format and holds no unsafe code: calls to an `Encoder` or a `Decoder`,
//! field after field, and the shape of the type in constant memory.

mod case;
mod check;
mod decode;
mod encode;
mod lookup;
mod model;
mod shape;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use self::decode::derive as derive_decode;
pub(crate) use self::encode::derive as derive_encode;
