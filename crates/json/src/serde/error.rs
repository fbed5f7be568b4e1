//! What serde's code reports.

use std::fmt::{self, Display};

use apograph_core::decode::Fail;
use serde::{de, ser};

use crate::decoder::JsonDecoder;
use crate::error::{Error, ErrorKind};
use crate::keys::Keys;

impl ser::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Self::message(message)
    }
}

/// Why a value could not be read: either the decoder knows, or it is what the type itself reports.
///
/// One pointer wide, so that results stay small.
#[derive(Debug)]
pub(crate) struct ReadError(Option<Box<ErrorKind>>);

impl ReadError {
    /// Hands it to the decoder, which knows the place.
    #[cold]
    pub(super) fn record<K: Keys>(self, decoder: &mut JsonDecoder<'_, K>) -> Fail {
        match self.0 {
            None => Fail,
            Some(kind) => decoder.cursor.fail(*kind),
        }
    }

    #[cold]
    fn of(kind: ErrorKind) -> Self {
        Self(Some(Box::new(kind)))
    }
}

impl From<Fail> for ReadError {
    #[inline]
    fn from(_: Fail) -> Self {
        Self(None)
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(kind) => kind.fmt(f),
            None => f.write_str("the value cannot be read"),
        }
    }
}

impl std::error::Error for ReadError {}

impl de::Error for ReadError {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Self::of(ErrorKind::Message(message.to_string()))
    }

    /// Without the value, which is the user's data.
    #[cold]
    fn invalid_type(unexpected: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::custom(format_args!("expected {expected}, found {}", kind(unexpected)))
    }

    #[cold]
    fn invalid_value(unexpected: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::custom(format_args!("expected {expected}, found another {}", kind(unexpected)))
    }

    #[cold]
    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::of(ErrorKind::UnknownVariant { expected: expected.into() })
    }

    #[cold]
    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        let expected = expected.iter().map(|&name| name.into()).collect();
        Self::of(ErrorKind::UnknownField { expected })
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        Self::of(ErrorKind::MissingField(field.into()))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Self::of(ErrorKind::DuplicateField(field.into()))
    }
}

fn kind(unexpected: de::Unexpected<'_>) -> &'static str {
    match unexpected {
        de::Unexpected::Bool(_) => "boolean",
        de::Unexpected::Unsigned(_) | de::Unexpected::Signed(_) => "integer",
        de::Unexpected::Float(_) => "number",
        de::Unexpected::Char(_) => "character",
        de::Unexpected::Str(_) => "string",
        de::Unexpected::Bytes(_) => "bytes",
        de::Unexpected::Unit | de::Unexpected::Option => "null",
        de::Unexpected::Seq => "array",
        de::Unexpected::Map | de::Unexpected::NewtypeStruct => "object",
        _ => "value",
    }
}
