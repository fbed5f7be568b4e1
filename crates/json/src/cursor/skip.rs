//! Values that nobody asked for: checked as fully as those that are read, without a call per level.

use apograph_core::decode::Fail;

use super::Cursor;
use crate::error::{ErrorKind, Expected};

/// Which of the open brackets are braces: one bit for each, and words of 64 only where so many are
/// open.
#[derive(Default)]
struct Open {
    full: Vec<u64>,
    last: u64,
    len: usize,
}

impl Open {
    #[inline]
    fn push(&mut self, brace: bool) {
        if self.len != 0 && self.len.is_multiple_of(64) {
            self.full.push(self.last);
        }
        self.last = self.last << 1 | u64::from(brace);
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.len -= 1;
        self.last >>= 1;
        if self.len.is_multiple_of(64) {
            self.last = self.full.pop().unwrap_or(0);
        }
    }

    /// Whether the last one is a brace; `None` if none is open.
    #[inline]
    fn last(&self) -> Option<bool> {
        (self.len != 0).then_some(self.last & 1 != 0)
    }
}

impl<'a> Cursor<'a> {
    /// Reads over a value.
    #[inline(never)]
    pub(crate) fn skip_value(&mut self) -> Result<(), Fail> {
        let mut open = Open::default();
        loop {
            self.skip_space();
            let opened = match self.peek() {
                b'"' => {
                    // SAFETY: the quote is there.
                    unsafe { self.advance(1) };
                    self.skip_str_body()?;
                    false
                }
                b'-' | b'0'..=b'9' => {
                    self.skip_number()?;
                    false
                }
                bracket @ (b'{' | b'[') => {
                    self.enter()?;
                    // SAFETY: the bracket is there.
                    unsafe { self.advance(1) };
                    open.push(bracket == b'{');
                    true
                }
                b't' | b'f' | b'n' => {
                    if !(self.literal(b"true") || self.literal(b"null") || self.literal(b"false")) {
                        self.word()?;
                    }
                    false
                }
                b'\'' if self.options.single_quotes => {
                    self.quote()?;
                    self.skip_str_body()?;
                    false
                }
                _ => {
                    self.skip_odd_value()?;
                    false
                }
            };
            let mut first = opened;
            loop {
                let Some(brace) = open.last() else { return Ok(()) };
                if self.more(first, if brace { b'}' } else { b']' })? {
                    if brace {
                        self.skip_key()?;
                    }
                    break;
                }
                open.pop();
                self.leave();
                first = false;
            }
        }
    }

    #[inline]
    fn skip_key(&mut self) -> Result<(), Fail> {
        self.key()?;
        self.colon()
    }

    /// Reads over a value and gives its text, without the space around it.
    pub(crate) fn raw_value(&mut self) -> Result<&'a str, Fail> {
        self.skip_space();
        let begin = self.place();
        self.skip_value()?;
        let text = self.since(begin);
        // Strings have been checked; but not comments, where there are any.
        std::str::from_utf8(text).map_err(|error| {
            let offset = self.offset() - text.len() + error.valid_up_to();
            self.fail_at(ErrorKind::InvalidUtf8, offset)
        })
    }

    /// Fails because a value is of a type that nobody can use here.
    #[cold]
    pub(crate) fn no_value(&mut self) -> Fail {
        self.mismatch(Expected::Value)
    }
}
