//! The tokens of a document.

use apograph_core::Number;

use crate::error::Found;

/// A part of a document, as [`Reader`](crate::Reader), [`IoReader`](crate::IoReader) and
/// [`Feeder`](crate::Feeder) give it.
///
/// Commas and colons are no tokens: what stands between tokens follows from them.
///
/// ```
/// use apograph_json::{Reader, Token};
///
/// let mut reader = Reader::new(b"[1.50]");
/// assert_eq!(reader.next()?, Some(Token::BeginArray));
/// let number = reader.next()?.unwrap();
/// assert_eq!((number.as_f64(), number.as_str()), (Some(1.5), Some("1.50")));
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// `{`
    BeginObject,
    /// `}`
    EndObject,
    /// `[`
    BeginArray,
    /// `]`
    EndArray,
    /// The name of a member, without its quotes and with its escapes resolved.
    Name(&'t str),
    /// A string, without its quotes and with its escapes resolved.
    String(&'t str),
    /// A number, as it stands in the document.
    Number(&'t str),
    /// `true` or `false`.
    Bool(bool),
    /// `null`
    Null,
}

impl<'t> Token<'t> {
    /// What kind of token it is.
    ///
    /// ```
    /// # use apograph_json::{Token, TokenKind};
    /// assert_eq!(Token::Bool(true).kind(), TokenKind::Bool);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> TokenKind {
        match self {
            Self::BeginObject => TokenKind::BeginObject,
            Self::EndObject => TokenKind::EndObject,
            Self::BeginArray => TokenKind::BeginArray,
            Self::EndArray => TokenKind::EndArray,
            Self::Name(_) => TokenKind::Name,
            Self::String(_) => TokenKind::String,
            Self::Number(_) => TokenKind::Number,
            Self::Bool(_) => TokenKind::Bool,
            Self::Null => TokenKind::Null,
        }
    }

    /// The text of a name, string or number.
    ///
    /// ```
    /// # use apograph_json::Token;
    /// assert_eq!(Token::Name("id").as_str(), Some("id"));
    /// assert_eq!(Token::Null.as_str(), None);
    /// ```
    #[must_use]
    pub const fn as_str(&self) -> Option<&'t str> {
        match self {
            Self::Name(text) | Self::String(text) | Self::Number(text) => Some(text),
            _ => None,
        }
    }

    /// A number that is an `i64`.
    ///
    /// ```
    /// # use apograph_json::Token;
    /// assert_eq!(Token::Number("-7").as_i64(), Some(-7));
    /// assert_eq!(Token::Number("7.5").as_i64(), None);
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.number_text()?.parse().ok()
    }

    /// A number that is a `u64`.
    ///
    /// ```
    /// # use apograph_json::Token;
    /// assert_eq!(Token::Number("18446744073709551615").as_u64(), Some(u64::MAX));
    /// ```
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.number_text()?.parse().ok()
    }

    /// The nearest `f64` to a number, unless it is beyond its range.
    ///
    /// ```
    /// # use apograph_json::Token;
    /// assert_eq!(Token::Number("1e3").as_f64(), Some(1000.0));
    /// assert_eq!(Token::Number("1e999").as_f64(), None);
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        let text = self.number_text()?;
        let value: f64 = text.parse().ok()?;
        (value.is_finite() || !text.contains(|c: char| c.is_ascii_digit())).then_some(value)
    }

    /// A number of any length.
    ///
    /// ```
    /// # use apograph_json::Token;
    /// let number = Token::Number("36893488147419103233").as_number().unwrap();
    /// assert_eq!(number.to_string(), "36893488147419103233");
    /// ```
    #[must_use]
    pub fn as_number(&self) -> Option<Number> {
        self.number_text()?.parse().ok()
    }

    /// `true` or `false`.
    ///
    /// ```
    /// # use apograph_json::Token;
    /// assert_eq!(Token::Bool(false).as_bool(), Some(false));
    /// ```
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    const fn number_text(&self) -> Option<&'t str> {
        match self {
            Self::Number(text) => Some(text),
            _ => None,
        }
    }
}

/// What a token is, without what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `{`
    BeginObject,
    /// `}`
    EndObject,
    /// `[`
    BeginArray,
    /// `]`
    EndArray,
    /// The name of a member.
    Name,
    /// A string that is no name.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// `null`
    Null,
}

impl TokenKind {
    /// Whether a value is this token or begins with it.
    ///
    /// ```
    /// # use apograph_json::TokenKind;
    /// assert!(TokenKind::BeginArray.begins_value());
    /// assert!(!TokenKind::Name.begins_value());
    /// ```
    #[must_use]
    pub const fn begins_value(self) -> bool {
        !matches!(self, Self::EndObject | Self::EndArray | Self::Name)
    }

    /// As errors say it.
    pub(crate) const fn found(self) -> Found {
        match self {
            Self::BeginObject => Found::Object,
            Self::EndObject => Found::ObjectEnd,
            Self::BeginArray => Found::Array,
            Self::EndArray => Found::ArrayEnd,
            Self::Name => Found::Name,
            Self::String => Found::String,
            Self::Number => Found::Number,
            Self::Bool => Found::Boolean,
            Self::Null => Found::Null,
        }
    }
}
