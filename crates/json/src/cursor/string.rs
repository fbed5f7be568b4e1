//! Strings and names.

use std::ops::Deref;

use apograph_core::Text;
use apograph_core::decode::Fail;

use super::{Cursor, Place};
use crate::error::{ErrorKind, Expected, Found, Limit};
use crate::scan::{self, Stop};

/// A string: a part of the input if it has no escapes, or else a text that lives until the next
/// string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Str<'a, 's> {
    Borrowed(&'a str),
    Scratch(&'s str),
}

impl Deref for Str<'_, '_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Scratch(text) => text,
        }
    }
}

/// Room for most strings that have escapes.
const FIRST_SCRATCH: usize = 256;

/// How many bytes are checked at once.
pub(super) const FIRST_AHEAD: usize = 256;
const MOST_AHEAD: usize = 64 * 1024;

impl<'a> Cursor<'a> {
    /// Takes the quote that begins a string.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn quote(&mut self) -> Result<(), Fail> {
        if self.punct(b'"') { Ok(()) } else { self.single_quote(Expected::String) }
    }

    #[cold]
    #[inline(never)]
    fn single_quote(&mut self, expected: Expected) -> Result<(), Fail> {
        if !(self.options.single_quotes && self.byte(b'\'')) {
            let name = expected == Expected::Name;
            return Err(if name { self.unexpected(expected) } else { self.mismatch(expected) });
        }
        self.single = true;
        // Sends the body to its cold path.
        self.string_bound = 0;
        Ok(())
    }

    pub(super) fn string_done(&mut self) {
        self.single = false;
        self.string_bound = self.options.max_string_bytes.saturating_add(1);
    }

    /// The rest of a string after its first quote, with the last one. `None` if it has escapes;
    /// nothing is taken then, and [`unescape`](Self::unescape) reads it.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn str_body(&mut self) -> Result<Option<&'a str>, Fail> {
        let rest = self.rest();
        let Stop { len, high } = scan::string_stop(rest, self.input());
        if rest.get(len) != Some(&b'"') || len >= self.string_bound {
            return self.odd_body(len);
        }
        let bytes = &rest[..len];
        if high {
            return self.str_body_utf8(bytes).map(Some);
        }
        // SAFETY: the quote after those bytes is there as well.
        unsafe { self.advance(len + 1) };
        // SAFETY: the scan has seen nothing outside of ASCII.
        Ok(Some(unsafe { std::str::from_utf8_unchecked(bytes) }))
    }

    #[inline(never)]
    fn str_body_utf8(&mut self, bytes: &'a [u8]) -> Result<&'a str, Fail> {
        let text = self.utf8(bytes)?;
        self.jump(self.offset() + bytes.len() + 1);
        Ok(text)
    }

    /// Checks bytes that stand here, which end before an ASCII byte or with the input.
    ///
    /// What comes after them is checked too, further each time: a text with one letter beyond ASCII has
    /// more, and long pieces are checked many times faster than short ones.
    fn utf8(&mut self, bytes: &'a [u8]) -> Result<&'a str, Fail> {
        let start = self.offset();
        let end = start + bytes.len();
        if !(self.checked.start <= start && end <= self.checked.end) {
            self.check_utf8(start, end)?;
        }
        // SAFETY: the bytes are a part of what was checked. It begins where a character does, since the
        // byte before is ASCII or the check began here, and it ends where one does, for the same reason.
        Ok(unsafe { std::str::from_utf8_unchecked(bytes) })
    }

    #[inline(never)]
    fn check_utf8(&mut self, start: usize, end: usize) -> Result<(), Fail> {
        let input = self.input();
        let far = end.max(start.saturating_add(self.check_ahead)).min(input.len());
        self.check_ahead = (self.check_ahead * 4).min(MOST_AHEAD);
        let valid = match simdutf8::compat::from_utf8(&input[start..far]) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        self.checked = start..start + valid;
        if start + valid < end {
            return Err(self.fail_at(ErrorKind::InvalidUtf8, start + valid));
        }
        Ok(())
    }

    /// A body that has no quote after `len` bytes, or is too long, or is in single quotes.
    #[cold]
    #[inline(never)]
    fn odd_body(&mut self, len: usize) -> Result<Option<&'a str>, Fail> {
        if self.single {
            return self.single_body();
        }
        match self.rest().get(len) {
            Some(b'"') => Err(self.string_too_long()),
            Some(b'\\') => Ok(None),
            _ => Err(self.unterminated(len)),
        }
    }

    fn single_body(&mut self) -> Result<Option<&'a str>, Fail> {
        let rest = self.rest();
        let len = self.run_of_single();
        match rest.get(len) {
            Some(b'\'') if len > self.options.max_string_bytes => Err(self.string_too_long()),
            Some(b'\'') => {
                let text = self.utf8(&rest[..len])?;
                self.jump(self.offset() + len + 1);
                self.string_done();
                Ok(Some(text))
            }
            Some(b'\\') => Ok(None),
            _ => Err(self.unterminated(len)),
        }
    }

    fn run_of_single(&self) -> usize {
        let rest = self.rest();
        let stops = |byte: &u8| matches!(byte, b'\'' | b'\\' | 0..0x20);
        rest.iter().position(stops).unwrap_or(rest.len())
    }

    #[cold]
    fn string_too_long(&mut self) -> Fail {
        let allowed = self.options.max_string_bytes;
        self.fail(ErrorKind::Limit { limit: Limit::StringBytes, allowed })
    }

    #[cold]
    fn unterminated(&mut self, len: usize) -> Fail {
        let kind = match self.rest().get(len) {
            Some(&byte) => ErrorKind::ControlCharacter(byte),
            None => ErrorKind::End { expected: Expected::Quote },
        };
        self.fail_at(kind, self.offset() + len)
    }

    /// The rest of a string after its first quote, with the last one, and with its escapes
    /// resolved.
    #[cold]
    #[inline(never)]
    pub(crate) fn unescape(&mut self) -> Result<&str, Fail> {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        let result = match self.usual_body(&mut text) {
            Some(()) => Ok(()),
            None => {
                text.clear();
                self.escaped_body(|run| text.extend_from_slice(run.as_bytes()))
            }
        };
        self.scratch = text;
        result?;
        // SAFETY: made of whole pieces that are each a `str`.
        Ok(unsafe { std::str::from_utf8_unchecked(&self.scratch) })
    }

    /// The rest of a string in double quotes with nothing wrong in it, copied in the blocks in which its
    /// end is looked for. `None` for all others, with nothing taken: [`escaped_body`](Self::escaped_body)
    /// knows what is wrong with them.
    fn usual_body(&mut self, text: &mut Vec<u8>) -> Option<()> {
        if self.single {
            return None;
        }
        if text.capacity() == 0 {
            text.reserve(FIRST_SCRATCH);
        }
        let rest = self.rest();
        let (mut at, mut high) = (0, false);
        loop {
            match rest[at..].first_chunk::<32>() {
                Some(block) => {
                    let Stop { len, high: seen } = scan::stop_in_block(block);
                    text.extend_from_slice(block);
                    high |= seen;
                    at += len;
                    if len == 32 {
                        continue;
                    }
                    text.truncate(text.len() - 32 + len);
                }
                // The last bytes of the document.
                None => {
                    let Stop { len, high: seen } = scan::string_stop(&rest[at..], self.input());
                    text.extend_from_slice(&rest[at..at + len]);
                    high |= seen;
                    at += len;
                }
            }
            match *rest.get(at)? {
                b'"' => break,
                b'\\' => at += usual_escape(rest.get(at + 1..)?, text)?,
                _ => return None,
            }
        }
        if text.len() > self.options.max_string_bytes || high && self.utf8(&rest[..at]).is_err() {
            return None;
        }
        self.jump(self.offset() + at + 1);
        Some(())
    }

    /// Reads over the rest of a string, and checks it.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn skip_str_body(&mut self) -> Result<(), Fail> {
        if self.str_body()?.is_none() { self.escaped_body(|_| ()) } else { Ok(()) }
    }

    /// The pieces of a string: runs without escapes, and what each escape stands for.
    fn escaped_body(&mut self, mut piece: impl FnMut(&str)) -> Result<(), Fail> {
        let begin = self.place();
        let mut total = 0;
        loop {
            let rest = self.rest();
            let Stop { len, high } = if self.single {
                Stop { len: self.run_of_single(), high: true }
            } else {
                scan::string_stop(rest, self.input())
            };
            if !matches!(rest.get(len), Some(b'"' | b'\'' | b'\\')) {
                return Err(self.unterminated(len));
            }
            let run = &rest[..len];
            if high {
                piece(self.utf8(run)?);
            } else {
                // SAFETY: the scan has seen nothing outside of ASCII.
                piece(unsafe { std::str::from_utf8_unchecked(run) });
            }
            total += len;
            self.jump(self.offset() + len);
            if self.peek() == b'\\' {
                let resolved = self.escape()?;
                total += resolved.len_utf8();
                piece(resolved.encode_utf8(&mut [0; 4]));
                continue;
            }
            if total > self.options.max_string_bytes {
                self.go_back(begin);
                return Err(self.string_too_long());
            }
            self.jump(self.offset() + 1);
            self.string_done();
            return Ok(());
        }
    }

    /// What an escape stands for; the backslash stands here.
    fn escape(&mut self) -> Result<char, Fail> {
        let place = self.place();
        let rest = self.rest();
        let Some(&next) = rest.get(1) else {
            let kind = ErrorKind::End { expected: Expected::Escape };
            return Err(self.fail_at(kind, self.input().len()));
        };
        let resolved = match next {
            b'"' | b'\\' | b'/' => char::from(next),
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\x08',
            b'f' => '\x0C',
            b'\'' if self.options.single_quotes => '\'',
            b'u' => return self.unicode_escape(place),
            _ => {
                let kind = ErrorKind::Escape { found: Found::Byte(next) };
                return Err(self.fail_at(kind, self.offset() + 1));
            }
        };
        self.jump(self.offset() + 2);
        Ok(resolved)
    }

    fn unicode_escape(&mut self, place: Place) -> Result<char, Fail> {
        self.jump(self.offset() + 2);
        let first = self.four_hex_digits()?;
        let code = match first {
            0xD800..0xDC00 => {
                match self.rest() {
                    // More input could still bring the other half.
                    [] | [b'\\'] => {
                        let kind = ErrorKind::End { expected: Expected::Escape };
                        return Err(self.fail_at(kind, self.input().len()));
                    }
                    [b'\\', b'u', ..] => self.jump(self.offset() + 2),
                    _ => return Err(self.lone_surrogate(place)),
                }
                match self.four_hex_digits()? {
                    second @ 0xDC00..0xE000 => {
                        0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)
                    }
                    _ => return Err(self.lone_surrogate(place)),
                }
            }
            _ => first,
        };
        char::from_u32(code).ok_or_else(|| self.lone_surrogate(place))
    }

    #[cold]
    fn lone_surrogate(&mut self, place: Place) -> Fail {
        self.go_back(place);
        self.fail(ErrorKind::LoneSurrogate)
    }

    fn four_hex_digits(&mut self) -> Result<u32, Fail> {
        let mut code = 0;
        for _ in 0..4 {
            let expected = Expected::HexDigit;
            let Some(&byte) = self.rest().first() else {
                return Err(self.fail(ErrorKind::End { expected }));
            };
            let Some(digit) = char::from(byte).to_digit(16) else {
                return Err(self.fail(ErrorKind::Syntax { expected, found: Found::Byte(byte) }));
            };
            code = code * 16 + digit;
            self.jump(self.offset() + 1);
        }
        Ok(code)
    }

    /// A string as most are: without escapes, in ASCII, without space before it. `None` for all others;
    /// nothing is taken then, and [`string`](Self::string) reads it, or knows what is wrong.
    #[inline]
    pub(crate) fn plain_string(&mut self) -> Option<&'a str> {
        self.plain_string_ahead().map(|(text, _)| text)
    }

    /// The same with all that was left of the document when it began.
    #[inline(always)]
    fn plain_string_ahead(&mut self) -> Option<(&'a str, &'a [u8])> {
        let body = self.rest().strip_prefix(b"\"")?;
        let Stop { len, high } = scan::string_stop(body, self.input());
        if high || body.get(len) != Some(&b'"') || len >= self.string_bound {
            return None;
        }
        // SAFETY: both quotes are there as well.
        unsafe { self.advance(len + 2) };
        // SAFETY: the scan has seen nothing outside of ASCII.
        Some((unsafe { std::str::from_utf8_unchecked(&body[..len]) }, body))
    }

    /// A string as a text. A short one is taken without a look at its length, which the processor could only
    /// guess.
    #[inline(always)]
    pub(crate) fn text(&mut self) -> Result<Text, Fail> {
        let Some((text, body)) = self.plain_string_ahead() else { return self.text_slowly() };
        match body.first_chunk() {
            Some(window) if text.len() < 24 => {
                // SAFETY: the window begins with the text.
                Ok(unsafe { Text::from_window_unchecked(window, text.len()) })
            }
            _ => Ok(new_text(text)),
        }
    }

    /// The same of one with escapes, and of what is no string at all.
    #[inline(never)]
    fn text_slowly(&mut self) -> Result<Text, Fail> {
        Ok(Text::new(&self.string()?))
    }

    /// A string as most are over a text. Whether there was one.
    #[inline(always)]
    pub(crate) fn plain_text_into(&mut self, target: &mut Text) -> bool {
        let Some((text, body)) = self.plain_string_ahead() else { return false };
        match body.first_chunk() {
            Some(window) if text.len() < 24 && target.is_inline() => {
                // SAFETY: the window begins with the text.
                *target = unsafe { Text::from_window_unchecked(window, text.len()) };
            }
            _ => assign_text(target, text),
        }
        true
    }

    /// A string.
    #[inline(never)]
    pub(crate) fn string(&mut self) -> Result<Str<'a, '_>, Fail> {
        if !self.punct(b'"') {
            if self.is_unquoted_name {
                return self.unquoted_text();
            }
            self.single_quote(Expected::String)?;
        }
        match self.str_body()? {
            Some(text) => Ok(Str::Borrowed(text)),
            None => Ok(Str::Scratch(self.unescape()?)),
        }
    }

    /// Sees to it that a name comes next, for a reader that reads it as a string.
    #[cold]
    #[inline(never)]
    pub(crate) fn expect_name(&mut self) -> Result<(), Fail> {
        self.skip_space();
        match self.peek() {
            b'"' => Ok(()),
            b'\'' if self.options.single_quotes => Ok(()),
            _ => {
                let place = self.place();
                if self.options.unquoted_names && self.unquoted_name()?.is_some() {
                    self.go_back(place);
                    self.is_unquoted_name = true;
                    return Ok(());
                }
                Err(self.unexpected(Expected::Name))
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn unquoted_text(&mut self) -> Result<Str<'a, '_>, Fail> {
        self.is_unquoted_name = false;
        match self.unquoted_name()? {
            Some(name) => Ok(Str::Borrowed(name)),
            None => Err(self.unexpected(Expected::Name)),
        }
    }

    /// Fails if the name between a place and here is too long.
    #[cold]
    #[inline(never)]
    pub(crate) fn long_name(&mut self, start: usize) -> Result<(), Fail> {
        let here = self.offset();
        self.seek(start);
        let _: Str<'_, '_> = self.key()?;
        self.seek(here);
        Ok(())
    }

    /// The name of a member, without the colon after it.
    #[inline]
    pub(crate) fn key(&mut self) -> Result<Str<'a, '_>, Fail> {
        if !self.punct(b'"') {
            if self.options.unquoted_names
                && let Some(name) = self.unquoted_name()?
            {
                return Ok(Str::Borrowed(name));
            }
            self.single_quote(Expected::Name)?;
        }
        let body = self.place();
        match self.str_body()? {
            Some(name) => {
                self.name_fits(name.len(), body)?;
                Ok(Str::Borrowed(name))
            }
            None => {
                self.unescape()?;
                self.name_fits(self.scratch.len(), body)?;
                // SAFETY: `unescape` has just put a `str` there.
                Ok(Str::Scratch(unsafe { std::str::from_utf8_unchecked(&self.scratch) }))
            }
        }
    }

    /// Takes the colon after a name.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn colon(&mut self) -> Result<(), Fail> {
        self.expect(b':')
    }

    #[cold]
    #[inline(never)]
    fn unquoted_name(&mut self) -> Result<Option<&'a str>, Fail> {
        let place = self.place();
        let rest = self.rest();
        let part = |byte: &u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-') || !byte.is_ascii()
        };
        let len = rest.iter().position(|byte| !part(byte)).unwrap_or(rest.len());
        let name = self.utf8(&rest[..len])?;
        let letter = |char: char| char.is_ascii() || char.is_alphanumeric();
        if name.is_empty() || !name.chars().all(letter) {
            return Ok(None);
        }
        self.jump(self.offset() + len);
        self.name_fits(len, place)?;
        Ok(Some(name))
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn name_fits(&mut self, len: usize, body: Place) -> Result<(), Fail> {
        if len > self.options.max_name_bytes { Err(self.name_too_long(body)) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn name_too_long(&mut self, body: Place) -> Fail {
        self.go_back(body);
        let allowed = self.options.max_name_bytes;
        self.fail(ErrorKind::Limit { limit: Limit::NameBytes, allowed })
    }
}

#[inline(never)]
fn new_text(text: &str) -> Text {
    Text::new(text)
}

#[inline(never)]
fn assign_text(target: &mut Text, text: &str) {
    target.assign(text);
}

/// What the bytes after a backslash stand for, and how many they are with the backslash. `None` for what is
/// wrong or only an option.
#[inline]
fn usual_escape(after: &[u8], text: &mut Vec<u8>) -> Option<usize> {
    /// What a letter stands for, or 0.
    static LETTERS: [u8; 256] = {
        let mut letters = [0; 256];
        let (names, bytes) = (b"\"\\/nrtbf", b"\"\\/\n\r\t\x08\x0C");
        let mut at = 0;
        while at < names.len() {
            letters[names[at] as usize] = bytes[at];
            at += 1;
        }
        letters
    };
    let letter = *after.first()?;
    let byte = LETTERS[usize::from(letter)];
    if byte != 0 {
        text.push(byte);
        return Some(2);
    }
    if letter != b'u' {
        return None;
    }
    let first = hex_digits(after.get(1..)?)?;
    let (code, length) = match first {
        0xD800..0xDC00 => {
            let second = hex_digits(after.get(5..)?.strip_prefix(b"\\u")?)?;
            let low = second.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
            (0x1_0000 + ((first - 0xD800) << 10) + low, 12)
        }
        _ => (first, 6),
    };
    let character = char::from_u32(code)?;
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    Some(length)
}

/// The number that four hexadecimal digits make.
#[inline]
fn hex_digits(bytes: &[u8]) -> Option<u32> {
    /// The value of a digit, or one that is too large.
    static DIGITS: [u8; 256] = {
        let mut digits = [0xFF; 256];
        let mut value = 0;
        while value < 16 {
            let digit = b"0123456789abcdef"[value];
            digits[digit as usize] = value as u8;
            digits[digit.to_ascii_uppercase() as usize] = value as u8;
            value += 1;
        }
        digits
    };
    let four = bytes.first_chunk::<4>()?.map(|byte| u32::from(DIGITS[usize::from(byte)]));
    let code = four[0] << 12 | four[1] << 8 | four[2] << 4 | four[3];
    (four.iter().all(|digit| *digit < 16)).then_some(code)
}
