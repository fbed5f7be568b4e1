//! What can go wrong, and where.

use std::borrow::Cow;
use std::fmt;

/// Why a document could not be read or written, and where.
///
/// One pointer wide, so that a result stays small where all goes well. The text never holds a key
/// or a value of the document: errors end in logs.
///
/// ```
/// use apograph_json::{Error, ErrorKind};
///
/// let error = Error::message("the order has no items");
/// assert_eq!(error.to_string(), "the order has no items");
/// assert!(error.is_data());
/// assert!(matches!(error.kind(), ErrorKind::Message(_)));
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    place: Option<Place>,
    path: String,
}

/// Where in the input.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    line: usize,
    column: usize,
}

/// Where a part of the input begins: bytes before it, line breaks before it, and bytes after the last
/// of these.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    pub(crate) offset: usize,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Start {
    /// Where the part begins that comes after this one.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        self.offset += bytes.len();
        match bytes.iter().rposition(|&byte| byte == b'\n') {
            None => self.column += bytes.len(),
            Some(last) => {
                self.line += bytes.iter().filter(|&&byte| byte == b'\n').count();
                self.column = bytes.len() - last - 1;
            }
        }
    }
}

impl Error {
    /// An error of a program's own: the value is well-formed, but not what the program takes.
    #[cold]
    pub fn message(text: impl fmt::Display) -> Self {
        Self::without_place(ErrorKind::Message(text.to_string()))
    }

    /// An error that stands at no byte of a document.
    #[cold]
    pub(crate) fn without_place(kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, place: None, path: String::new() }))
    }

    /// An error at a byte of a document. Lines are counted only here.
    #[cold]
    pub(crate) fn at(kind: ErrorKind, input: &[u8], offset: usize) -> Self {
        let before = &input[..offset.min(input.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let place = Place { offset, line, column: offset - start + 1 };
        Self(Box::new(Inner { kind, place: Some(place), path: String::new() }))
    }

    /// The same error with the way to the value at which it stands, such as `$.items[3].quantity`.
    #[cold]
    #[must_use]
    pub(crate) fn with_path(mut self, path: String) -> Self {
        self.0.path = path;
        self
    }

    /// The same error of a text that the program has never seen.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn without_position(mut self) -> Self {
        self.0.place = None;
        self
    }

    /// The same error of a document of which only a part was given, with the place of that part.
    #[cold]
    pub(crate) fn moved(self, by: &Start) -> Self {
        self.moved_where(Expected::Value, by)
    }

    /// The same where it is known what should have stood at the beginning of the part.
    #[cold]
    pub(crate) fn moved_where(mut self, expected: Expected, by: &Start) -> Self {
        // Only the whole document can begin with a byte order mark.
        let is_mark = matches!(self.0.kind, ErrorKind::NotAllowed(Leniency::ByteOrderMark));
        if by.offset > 0 && is_mark {
            self.0.kind = ErrorKind::Syntax { expected, found: Found::Byte(0xEF) };
        }
        if let Some(place) = &mut self.0.place {
            if place.line == 1 {
                place.column += by.column;
            }
            place.offset += by.offset;
            place.line += by.line;
        }
        self
    }

    /// What went wrong, and at which byte.
    pub(crate) fn into_parts(self) -> (ErrorKind, usize) {
        let offset = self.offset();
        (self.0.kind, offset)
    }

    /// What went wrong.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The byte of the input at which it went wrong, counted from 0; 0 for an error without a place.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.place.map_or(0, |place| place.offset)
    }

    /// The line, counted from 1; 0 for an error without a place.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.place.map_or(0, |place| place.line)
    }

    /// The column in bytes, counted from 1; 0 for an error without a place.
    #[must_use]
    pub fn column(&self) -> usize {
        self.0.place.map_or(0, |place| place.column)
    }

    /// The way from the document's root to the value, such as `$.items[3].quantity`; empty where it
    /// is not known.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Whether the input is not JSON, or passes a limit of the reader.
    #[must_use]
    pub fn is_syntax(&self) -> bool {
        self.category() == Category::Syntax
    }

    /// Whether the input is JSON, but not what the program asked for.
    #[must_use]
    pub fn is_data(&self) -> bool {
        self.category() == Category::Data
    }

    /// Whether the input ended too early: more of it could have been read.
    #[must_use]
    pub fn is_eof(&self) -> bool {
        self.category() == Category::Eof
    }

    /// Whether the bytes could not be read or written.
    #[must_use]
    pub fn is_io(&self) -> bool {
        self.category() == Category::Io
    }

    fn category(&self) -> Category {
        self.kind().category()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.kind)?;
        if let Some(Place { line, column, .. }) = self.0.place {
            write!(f, " at line {line} column {column}")?;
        }
        if !self.0.path.is_empty() {
            write!(f, " ({})", self.0.path)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("offset", &self.offset())
            .field("line", &self.line())
            .field("column", &self.column())
            .field("path", &self.0.path)
            .finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.kind {
            ErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<std::io::Error> for Error {
    #[cold]
    fn from(error: std::io::Error) -> Self {
        Self::without_place(ErrorKind::Io(error))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Category {
    Syntax,
    Data,
    Eof,
    Io,
}

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends where more has to follow.
    End {
        /// What has to follow.
        expected: Expected,
    },
    /// A byte that cannot stand where it stands.
    Syntax {
        /// What may stand there.
        expected: Expected,
        /// What stands there.
        found: Found,
    },
    /// Something after the end of the document.
    Trailing {
        /// What stands there.
        found: Found,
    },
    /// A control character inside a string, which has to be written as an escape.
    ControlCharacter(u8),
    /// A backslash before a byte that makes no escape.
    Escape {
        /// What stands after the backslash.
        found: Found,
    },
    /// Half of a surrogate pair: `\uD83D` without its `\uDE00`, or the other way round.
    LoneSurrogate,
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// A number with a zero before its first digit, such as `007`.
    LeadingZero,
    /// Something that only an option allows.
    NotAllowed(Leniency),
    /// A limit of the reader.
    Limit {
        /// Which one.
        limit: Limit,
        /// Its value.
        allowed: usize,
    },
    /// A value of another type than the program asked for.
    Type {
        /// What the program asked for.
        expected: Expected,
        /// What stands there.
        found: Found,
    },
    /// A number with a fraction or an exponent where an integer is asked for.
    NotInteger,
    /// A number that the type does not hold.
    OutOfRange {
        /// The type, such as `i32`.
        target: &'static str,
    },
    /// A string with escapes where one is asked for that can be borrowed from the input.
    CannotBorrow,
    /// A field that has no default is not there.
    MissingField(Cow<'static, str>),
    /// A field that the type does not have.
    UnknownField {
        /// The fields that it has.
        expected: Box<[Cow<'static, str>]>,
    },
    /// A field that is there twice.
    DuplicateField(Cow<'static, str>),
    /// A name that is in a map twice.
    DuplicateName,
    /// A variant that the type does not have.
    UnknownVariant {
        /// The variants that it has.
        expected: Box<[&'static str]>,
    },
    /// A sequence or map of another length than the type has.
    InvalidLength {
        /// The length that the type has.
        expected: usize,
    },
    /// Writing: a key of a map that JSON has no text for, such as a sequence.
    KeyNotText,
    /// Writing: infinity or NaN.
    NonFinite,
    /// Writing: values nested too deep.
    WrittenTooDeep {
        /// How deep they may be nested.
        allowed: usize,
    },
    /// Writing: an enum that is tagged internally, whose data is no object.
    NoPlaceForTag {
        /// The name of the tag.
        tag: &'static str,
    },
    /// Writing token by token: one that cannot stand there.
    WriterState {
        /// What can.
        expected: &'static str,
    },
    /// The text of a program's own error.
    Message(String),
    /// The bytes could not be read or written.
    Io(std::io::Error),
}

impl ErrorKind {
    fn category(&self) -> Category {
        match self {
            Self::End { .. } => Category::Eof,
            Self::Syntax { .. }
            | Self::Trailing { .. }
            | Self::ControlCharacter(_)
            | Self::Escape { .. }
            | Self::LoneSurrogate
            | Self::InvalidUtf8
            | Self::LeadingZero
            | Self::NotAllowed(_)
            | Self::Limit { .. } => Category::Syntax,
            Self::Type { .. }
            | Self::NotInteger
            | Self::OutOfRange { .. }
            | Self::CannotBorrow
            | Self::MissingField(_)
            | Self::UnknownField { .. }
            | Self::DuplicateField(_)
            | Self::DuplicateName
            | Self::UnknownVariant { .. }
            | Self::InvalidLength { .. }
            | Self::KeyNotText
            | Self::NonFinite
            | Self::WrittenTooDeep { .. }
            | Self::NoPlaceForTag { .. }
            | Self::WriterState { .. }
            | Self::Message(_) => Category::Data,
            Self::Io(_) => Category::Io,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End { expected } => write!(f, "expected {expected}, found the end of the input"),
            Self::Syntax { expected, found } | Self::Type { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            Self::Trailing { found } => {
                write!(f, "expected nothing after the document, found {found}")
            }
            Self::ControlCharacter(byte) => {
                write!(f, "control character 0x{byte:02X} in a string has to be an escape")
            }
            Self::Escape { found } => {
                write!(f, "expected one of \" \\ / b f n r t u after a backslash, found {found}")
            }
            Self::LoneSurrogate => f.write_str("an escape for half of a surrogate pair"),
            Self::InvalidUtf8 => f.write_str("invalid UTF-8"),
            Self::LeadingZero => f.write_str("a number with a leading zero"),
            Self::NotAllowed(leniency) => leniency.fmt(f),
            Self::Limit { limit, allowed } => limit.describe(*allowed, f),
            Self::NotInteger => {
                f.write_str("expected an integer, found a number with a fraction or an exponent")
            }
            Self::OutOfRange { target } => write!(f, "number out of range of {target}"),
            Self::CannotBorrow => {
                f.write_str("expected a string without escapes, which can be borrowed")
            }
            Self::MissingField(name) => write!(f, "missing field `{name}`"),
            Self::UnknownField { expected } => {
                f.write_str("unknown field")?;
                alternatives(expected, f)
            }
            Self::DuplicateField(name) => write!(f, "duplicate field `{name}`"),
            Self::DuplicateName => f.write_str("a name that is already in the map"),
            Self::UnknownVariant { expected } => {
                f.write_str("unknown variant")?;
                alternatives(expected, f)
            }
            Self::InvalidLength { expected } => {
                write!(
                    f,
                    "expected {expected} {}",
                    if *expected == 1 { "element" } else { "elements" }
                )
            }
            Self::KeyNotText => f.write_str("a key of a map is neither text nor a number"),
            Self::NonFinite => f.write_str(
                "a number that is not finite; WriteOptions::non_finite says how it can be written",
            ),
            Self::WrittenTooDeep { allowed } => {
                write!(
                    f,
                    "nesting deeper than {allowed} levels; WriteOptions::max_depth allows more"
                )
            }
            Self::NoPlaceForTag { tag } => {
                write!(
                    f,
                    "the data of a variant is no object, so that the tag `{tag}` has no place"
                )
            }
            Self::WriterState { expected } => write!(f, "expected {expected}"),
            Self::Message(text) => f.write_str(text),
            Self::Io(error) => error.fmt(f),
        }
    }
}

fn alternatives(names: &[impl fmt::Display], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, name) in names.iter().enumerate() {
        let before = match index {
            0 if names.len() == 1 => ", expected",
            0 => ", expected one of",
            _ => ",",
        };
        write!(f, "{before} `{name}`")?;
    }
    Ok(())
}

/// What the grammar or the program asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// Any value.
    Value,
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// The name of a variant, or an object with one.
    Variant,
    /// A number without fraction and exponent.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// A string of one character.
    Character,
    /// An array.
    Array,
    /// An object.
    Object,
    /// The name of a member, in quotes.
    Name,
    /// The rest of `true`, `false` or `null`.
    Literal,
    /// `:` after a name.
    Colon,
    /// `,` or `]`.
    CommaOrBracket,
    /// `,` or `}`.
    CommaOrBrace,
    /// A digit of a number.
    Digit,
    /// A digit of an escape such as `\u00E9`.
    HexDigit,
    /// What follows a backslash.
    Escape,
    /// The quote that ends a string.
    Quote,
    /// The end of a comment.
    CommentEnd,
    /// The end of an array.
    ArrayEnd,
    /// The end of an object.
    ObjectEnd,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "a value",
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Variant => "a variant: a string or an object",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Character => "a string of one character",
            Self::Array => "an array",
            Self::Object => "an object",
            Self::Name => "a name in quotes",
            Self::Literal => "`true`, `false` or `null`",
            Self::Colon => "`:`",
            Self::CommaOrBracket => "`,` or `]`",
            Self::CommaOrBrace => "`,` or `}`",
            Self::Digit => "a digit",
            Self::HexDigit => "a hexadecimal digit",
            Self::Escape => "the rest of an escape",
            Self::Quote => "the quote that ends the string",
            Self::CommentEnd => "the end of a comment",
            Self::ArrayEnd => "the end of the array",
            Self::ObjectEnd => "the end of the object",
        })
    }
}

/// What stands in the input: a kind of value, or one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
    /// The name of a member.
    Name,
    /// The end of an array.
    ArrayEnd,
    /// The end of an object.
    ObjectEnd,
    /// A byte.
    Byte(u8),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Null => f.write_str("null"),
            Self::Boolean => f.write_str("a boolean"),
            Self::Number => f.write_str("a number"),
            Self::String => f.write_str("a string"),
            Self::Array => f.write_str("an array"),
            Self::Object => f.write_str("an object"),
            Self::Name => f.write_str("a name"),
            Self::ArrayEnd => f.write_str("the end of the array"),
            Self::ObjectEnd => f.write_str("the end of the object"),
            Self::Byte(b' ') => f.write_str("a space"),
            Self::Byte(b'\t') => f.write_str("a tab"),
            Self::Byte(b'\n' | b'\r') => f.write_str("a line break"),
            Self::Byte(byte) if byte.is_ascii_graphic() => write!(f, "`{}`", char::from(byte)),
            Self::Byte(byte) if byte.is_ascii() => write!(f, "control character 0x{byte:02X}"),
            Self::Byte(byte) => write!(f, "a character outside ASCII (byte 0x{byte:02X})"),
        }
    }
}

/// What an option allows beyond the grammar of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Leniency {
    /// `// …` and `/* … */`.
    Comments,
    /// A comma before `]` or `}`.
    TrailingCommas,
    /// `'text'`.
    SingleQuotes,
    /// `{name: 1}`.
    UnquotedNames,
    /// `NaN`, `Infinity` and `-Infinity`.
    Nan,
    /// U+FEFF before the document.
    ByteOrderMark,
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, option) = match self {
            Self::Comments => ("a comment", "comments"),
            Self::TrailingCommas => ("a trailing comma", "trailing_commas"),
            Self::SingleQuotes => ("a single quote", "single_quotes"),
            Self::UnquotedNames => ("a name without quotes", "unquoted_names"),
            Self::Nan => ("a number that is not finite", "nan"),
            Self::ByteOrderMark => ("a byte order mark", "byte_order_mark"),
        };
        write!(f, "{what}; ReadOptions::{option} allows it")
    }
}

/// A limit of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// How deep arrays and objects nest.
    Depth,
    /// The bytes of a string.
    StringBytes,
    /// The bytes of a number.
    NumberBytes,
    /// The bytes of a name.
    NameBytes,
    /// The bytes of the document.
    DocumentBytes,
    /// The tokens of the document.
    Tokens,
    /// The bytes of one element of a sequence.
    ElementBytes,
}

impl Limit {
    fn describe(self, allowed: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self == Self::ElementBytes {
            return write!(
                f,
                "an element longer than {allowed} bytes; Elements::max_element_bytes allows more"
            );
        }
        let (what, unit, option) = match self {
            Self::Depth => ("nesting deeper than", "levels", "max_depth"),
            Self::StringBytes => ("a string longer than", "bytes", "max_string_bytes"),
            Self::NumberBytes => ("a number longer than", "bytes", "max_number_bytes"),
            Self::NameBytes => ("a name longer than", "bytes", "max_name_bytes"),
            Self::DocumentBytes => ("a document longer than", "bytes", "max_document_bytes"),
            Self::Tokens | Self::ElementBytes => {
                ("a document of more than", "tokens", "max_tokens")
            }
        };
        write!(f, "{what} {allowed} {unit}; ReadOptions::{option} allows more")
    }
}
