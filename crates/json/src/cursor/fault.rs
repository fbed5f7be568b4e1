//! What is wrong, found out only once something is.

use apograph_core::decode::Fail;

use super::{Cursor, Fault};
use crate::error::{ErrorKind, Expected, Found, Leniency, Limit};

impl Cursor<'_> {
    /// Records what is wrong here. The first fault is the one that counts.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, kind: ErrorKind) -> Fail {
        self.fail_at(kind, self.offset())
    }

    /// Records what is wrong at another byte.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_at(&mut self, kind: ErrorKind, offset: usize) -> Fail {
        if self.fault.is_none() {
            self.fault = Some(Fault { kind, offset });
        }
        Fail
    }

    /// Records that the next value is of another type than expected, or that no value stands here
    /// at all.
    #[cold]
    #[inline(never)]
    pub(crate) fn mismatch(&mut self, expected: Expected) -> Fail {
        self.skip_space();
        let Some(&next) = self.rest().first() else {
            return self.fail(ErrorKind::End { expected });
        };
        let found = match next {
            b'"' => Found::String,
            b'[' => Found::Array,
            b'{' => Found::Object,
            b'-' | b'0'..=b'9' => Found::Number,
            b't' | b'f' | b'n' => {
                let place = self.place();
                if self.word().is_err() {
                    return Fail;
                }
                self.go_back(place);
                if next == b'n' { Found::Null } else { Found::Boolean }
            }
            b'\'' if self.options.single_quotes => Found::String,
            _ => return self.unexpected(expected),
        };
        if matches!(expected, Expected::Value) {
            return self.unexpected(expected);
        }
        self.fail(ErrorKind::Type { expected, found })
    }

    /// Takes `true`, `false` or `null`, of which the first letter stands here.
    #[cold]
    #[inline(never)]
    pub(super) fn word(&mut self) -> Result<(), Fail> {
        let word: &[u8] = match self.peek() {
            b't' => b"true",
            b'f' => b"false",
            _ => b"null",
        };
        let rest = self.rest();
        let same = rest.iter().zip(word).take_while(|(a, b)| a == b).count();
        if same == word.len() {
            self.jump(self.offset() + same);
            return Ok(());
        }
        let offset = self.offset() + same;
        let expected = Expected::Literal;
        let kind = match rest.get(same) {
            None => ErrorKind::End { expected },
            Some(b'a') if rest.starts_with(b"na") => ErrorKind::NotAllowed(Leniency::Nan),
            Some(&byte) => ErrorKind::Syntax { expected, found: Found::Byte(byte) },
        };
        Err(self.fail_at(kind, offset))
    }

    /// Records that the next byte cannot stand here, with the option that would allow it.
    #[cold]
    #[inline(never)]
    pub(crate) fn unexpected(&mut self, expected: Expected) -> Fail {
        let rest = self.rest();
        let options = &self.options;
        let value = !matches!(
            expected,
            Expected::Name | Expected::Colon | Expected::CommaOrBracket | Expected::CommaOrBrace
        );
        let leniency = match rest {
            [] => return self.fail(ErrorKind::End { expected }),
            [b'/', b'/' | b'*', ..] if !options.comments => Leniency::Comments,
            [b'\'', ..] if !options.single_quotes && (value || expected == Expected::Name) => {
                Leniency::SingleQuotes
            }
            [b']', ..] if value && !options.trailing_commas && self.after_comma() => {
                Leniency::TrailingCommas
            }
            [b'}', ..]
                if expected == Expected::Name && !options.trailing_commas && self.after_comma() =>
            {
                Leniency::TrailingCommas
            }
            [b'N', b'a', b'N', ..] if value && !options.nan => Leniency::Nan,
            [b'I', ..] if value && !options.nan && rest.starts_with(b"Infinity") => Leniency::Nan,
            [b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$', ..]
                if expected == Expected::Name && !options.unquoted_names =>
            {
                Leniency::UnquotedNames
            }
            [0xEF, 0xBB, 0xBF, ..] if self.offset() == 0 => Leniency::ByteOrderMark,
            [byte, ..] => {
                return self.fail(ErrorKind::Syntax { expected, found: Found::Byte(*byte) });
            }
        };
        self.fail(ErrorKind::NotAllowed(leniency))
    }

    fn after_comma(&self) -> bool {
        let before = &self.input()[..self.offset()];
        before.trim_ascii_end().ends_with(b",")
    }

    #[cold]
    #[inline(never)]
    pub(super) fn expected_byte(&mut self, byte: u8) -> Fail {
        match byte {
            b'[' => self.mismatch(Expected::Array),
            b'{' => self.mismatch(Expected::Object),
            b'"' => self.mismatch(Expected::String),
            b':' => self.unexpected(Expected::Colon),
            b'}' => self.unexpected(Expected::CommaOrBrace),
            _ => self.unexpected(Expected::CommaOrBracket),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn expected_byte_or_comma(&mut self, close: u8) -> Fail {
        let object = close == b'}';
        self.unexpected(if object { Expected::CommaOrBrace } else { Expected::CommaOrBracket })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn trailing(&mut self) -> Fail {
        match *self.rest() {
            // Something went wrong before, and has been recorded.
            [] => Fail,
            [b'/', b'/' | b'*', ..] if !self.options.comments => {
                self.fail(ErrorKind::NotAllowed(Leniency::Comments))
            }
            [byte, ..] => self.fail(ErrorKind::Trailing { found: Found::Byte(byte) }),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_deep(&mut self, offset: usize) -> Fail {
        let allowed = self.options.max_depth;
        self.fail_at(ErrorKind::Limit { limit: Limit::Depth, allowed }, offset)
    }
}
