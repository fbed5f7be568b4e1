//! Parts of documents by their pointers.

use std::fmt;
use std::str::FromStr;

use apograph_core::Decode;

use crate::error::Error;
use crate::reader::Reader;
use crate::token::TokenKind;

/// The way to a value in a document (JSON Pointer, RFC 6901), such as `/items/3/name`.
///
/// `~1` stands for `/` in a name, and `~0` for `~`. The empty pointer is that of the whole document.
///
/// ```
/// use apograph_json::{Pointer, Reader};
///
/// let pointer: Pointer = "/items/1".parse()?;
/// let mut reader = Reader::new(br#"{"id": 7, "items": ["a", "b"]}"#);
/// assert!(reader.seek(&pointer)?);
/// assert_eq!(reader.next_str()?, "b");
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pointer {
    tokens: Vec<String>,
}

impl Pointer {
    /// The pointer to the whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The pointer to a member or element of the value that this one is to.
    ///
    /// ```
    /// use apograph_json::Pointer;
    ///
    /// let pointer = Pointer::root().child("a/b").child("0");
    /// assert_eq!(pointer.to_string(), "/a~1b/0");
    /// ```
    #[must_use]
    pub fn child(mut self, token: impl Into<String>) -> Self {
        self.tokens.push(token.into());
        self
    }

    /// The names and positions on the way, without escapes.
    pub fn tokens(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tokens.iter().map(String::as_str)
    }
}

impl FromStr for Pointer {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.is_empty() {
            return Ok(Self::root());
        }
        let Some(text) = text.strip_prefix('/') else {
            return Err(Error::message("a pointer is empty or begins with `/`"));
        };
        let unescape = |token: &str| {
            let mut parts = token.split('~');
            let mut resolved = String::from(parts.next().unwrap_or_default());
            for part in parts {
                resolved.push(match part.as_bytes().first() {
                    Some(b'0') => '~',
                    Some(b'1') => '/',
                    _ => return Err(Error::message("in a pointer `~` is `~0`, and `/` is `~1`")),
                });
                resolved.push_str(&part[1..]);
            }
            Ok(resolved)
        };
        Ok(Self { tokens: text.split('/').map(unescape).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for token in &self.tokens {
            write!(f, "/{}", token.replace('~', "~0").replace('/', "~1"))?;
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// Goes to the value at a pointer, from the value that comes next. Whether there is one; if so, it comes
    /// next then, and if not, the end of what does not have it, or a scalar.
    ///
    /// What is passed on the way is checked. Of members with the same name the first counts.
    ///
    /// # Errors
    ///
    /// When no value comes next, or what is passed is no JSON.
    pub fn seek(&mut self, pointer: &Pointer) -> Result<bool, Error> {
        for token in &pointer.tokens {
            let found = match self.peek()? {
                Some(TokenKind::BeginObject) => {
                    self.begin_object()?;
                    loop {
                        if !self.has_next()? {
                            break false;
                        }
                        if *self.next_name()? == **token {
                            break true;
                        }
                        self.skip_value()?;
                    }
                }
                Some(TokenKind::BeginArray) => {
                    let Some(mut before) = index(token) else { return Ok(false) };
                    self.begin_array()?;
                    while before > 0 && self.has_next()? {
                        self.skip_value()?;
                        before -= 1;
                    }
                    before == 0 && self.has_next()?
                }
                _ => false,
            };
            if !found {
                return Ok(false);
            }
        }
        self.has_next()
    }
}

/// A position, which has no sign and no zeros in front.
fn index(token: &str) -> Option<usize> {
    let plain = token.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || (token.starts_with('0') && token.len() > 1) {
        return None;
    }
    token.parse().ok()
}

/// The value at a [pointer](Pointer); none if there is none.
///
/// What stands before it is checked and not kept; what stands after it is not looked at. Of members with the
/// same name the first counts.
///
/// # Errors
///
/// When the pointer is none, when what stands before the value is no JSON, or when the value is not what is
/// asked for.
///
/// ```
/// let document = br#"{"skipped": [1, 2], "device": {"tags": ["north", "pump"]}}"#;
/// let tag: Option<&str> = apograph_json::read_at(document, "/device/tags/1")?;
/// assert_eq!(tag, Some("pump"));
/// assert_eq!(apograph_json::read_at::<u8>(document, "/device/id")?, None);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn read_at<'de, T: Decode<'de>>(bytes: &'de [u8], pointer: &str) -> Result<Option<T>, Error> {
    let mut reader = Reader::new(bytes);
    if reader.seek(&pointer.parse()?)? { reader.read().map(Some) } else { Ok(None) }
}

/// The text of the value at a [pointer](Pointer); none if there is none.
///
/// # Errors
///
/// As [`read_at`].
///
/// ```
/// let document = br#"{"price": 1.50}"#;
/// assert_eq!(apograph_json::raw_at(document, "/price")?, Some("1.50"));
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub fn raw_at<'de>(bytes: &'de [u8], pointer: &str) -> Result<Option<&'de str>, Error> {
    let mut reader = Reader::new(bytes);
    if reader.seek(&pointer.parse()?)? { reader.raw_value().map(Some) } else { Ok(None) }
}
