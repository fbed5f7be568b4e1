//! The core of apograph: what its crates share.
//!
//! This is [copying](copy): deep copies that keep sharing and cycles, reuse a target, and need
//! a constant amount of stack; [writing](encode) and [reading](decode) in any format, by [what is known of
//! a type](shape); and types that are fast to read into: [`Text`], [`Map`], and trees of
//! them, [`Value`] and [`ValueRef`]. Users depend on the crate `apograph`, which re-exports everything
//! here.

pub mod copy;
pub mod decode;
pub mod encode;
pub mod map;
pub mod number;
#[doc(hidden)]
pub mod private;
pub mod shape;
pub mod text;
pub mod value;
pub mod value_ref;

pub use self::copy::DeepCopy;
pub use self::decode::Decode;
pub use self::encode::Encode;
pub use self::map::Map;
pub use self::number::Number;
pub use self::text::Text;
pub use self::value::Value;
pub use self::value_ref::ValueRef;

#[cfg(feature = "derive")]
pub use apograph_derive::{Decode, DeepCopy, Encode};
