//! JSON for apograph.
//!
//! * [`to_string`], [`to_vec`], [`to_writer`], [`from_str`], [`from_slice`], [`from_reader`]: values of types
//!   that derive `Encode` and `Decode`, by the names that people know from serde_json, and with the same text;
//! * [`from_slice_into`]: over a value that is there, whose memory is reused;
//! * [`Mapper`]: the same with [settings](ReadOptions) of [either side](WriteOptions);
//! * [`Reader`]: token by token, and values of types in between;
//! * [`IoReader`], [`Feeder`]: the same of documents longer than memory, and of bytes that arrive in pieces;
//! * [`Writer`]: the same for writing, which never gives broken JSON;
//! * [`Elements`], [`ArrayWriter`], [`LinesWriter`]: arrays longer than memory, NDJSON and values one after
//!   the other;
//! * [`read_at`], [`raw_at`]: a part of a document, by its [`Pointer`];
//! * [`RawValue`]: a part of a document that stays text;
//! * [`Value`] and [`ValueRef`]: trees, with [`json!`];
//!
//! ```
//! use apograph_core::{Decode, Encode};
//!
//! #[derive(Encode, Decode)]
//! # #[apograph(crate = "apograph_core")]
//! struct Device {
//!     name: String,
//!     tags: Vec<String>,
//! }
//!
//! let device: Device = apograph_json::from_str(r#"{"name": "pump", "tags": ["north"]}"#)?;
//! assert_eq!(apograph_json::to_string(&device)?, r#"{"name":"pump","tags":["north"]}"#);
//! # Ok::<(), apograph_json::Error>(())
//! ```

mod buffer;
mod cursor;
mod decoder;
mod digits;
mod encoder;
mod error;
mod escape;
mod feeder;
mod io_reader;
mod keys;
mod layout;
mod macros;
mod mapper;
mod naming;
mod pointer;
mod prefix;
mod raw_value;
mod read;
mod read_options;
mod reader;
mod scan;
mod sequence;
#[cfg(feature = "serde")]
pub mod serde;
mod token;
mod write;
mod write_options;
mod writer;

pub use apograph_core::{Map, Number, Text, Value, ValueRef};

pub use self::error::{Error, ErrorKind, Expected, Found, Leniency, Limit};
pub use self::feeder::{Event, Feeder};
pub use self::io_reader::IoReader;
pub use self::mapper::Mapper;
pub use self::naming::Naming;
pub use self::pointer::{Pointer, raw_at, read_at};
pub use self::raw_value::RawValue;
pub use self::read::{from_reader, from_slice, from_slice_into, from_str};
pub use self::read_options::{BigNumbers, DuplicateKeys, ReadOptions, UnknownFields};
pub use self::reader::Reader;
pub use self::sequence::{ArrayWriter, ElementIter, Elements, LinesWriter};
pub use self::token::{Token, TokenKind};
pub use self::write::{
    to_string, to_string_pretty, to_vec, to_vec_pretty, to_writer, to_writer_pretty, write_to,
};
pub use self::write_options::{Inclusion, Integers, NonFinite, WholeFloats, WriteOptions};
pub use self::writer::Writer;

/// The result of reading and writing.
pub type Result<T, E = Error> = std::result::Result<T, E>;
