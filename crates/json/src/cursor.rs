//! A place in a complete document, and the tokens that can be read there.
//!
//! Fast paths are in line and take what writers write: no needless space, no escapes, short numbers.
//! Whatever they do not take goes to a cold path, and only that one asks about options and knows
//! what is wrong. What went wrong is kept in the cursor; results only say that something did.
//!
//! The place is a pointer, not an index: one register instead of two, and no bound to check
//! against but the end.

#![expect(unsafe_code, reason = "the place is a pointer")]

mod fault;
mod number;
mod skip;
mod space;
mod string;
mod tokens;

use std::marker::PhantomData;
use std::ops::Range;

use apograph_core::decode::Fail;

use crate::error::{Error, ErrorKind, Expected, Limit};
use crate::read_options::ReadOptions;
use crate::scan;

pub(crate) use self::{number::Num, string::Str};

/// A place in a complete document.
///
/// `start <= at <= end`, all in the slice that the cursor was made of.
pub(crate) struct Cursor<'a> {
    at: *const u8,
    end: *const u8,
    start: *const u8,
    /// How many more arrays and objects may be entered.
    depth_left: usize,
    /// Strings shorter than this need no further thought: no limit, no single quotes.
    string_bound: usize,
    /// Integers of up to this many digits need no further thought: no overflow, no limit.
    easy_digits: usize,
    /// Whether the string that is being read began with a single quote.
    single: bool,
    /// Whether a name without quotes comes next, which is to be read as a string.
    is_unquoted_name: bool,
    options: ReadOptions,
    fault: Option<Fault>,
    /// The last string that had escapes.
    scratch: Vec<u8>,
    /// What is known to be UTF-8.
    checked: Range<usize>,
    /// How many bytes are checked at once next time.
    check_ahead: usize,
    input: PhantomData<&'a [u8]>,
}

// SAFETY: the pointers are to a slice that is only read, as a `&[u8]` is, which is `Send`.
unsafe impl Send for Cursor<'_> {}

// SAFETY: nothing is changed through a shared cursor.
unsafe impl Sync for Cursor<'_> {}

/// What went wrong, and at which byte.
struct Fault {
    kind: ErrorKind,
    offset: usize,
}

/// As many digits as always fit an `i64`.
const EASY_DIGITS: usize = 18;

impl<'a> Cursor<'a> {
    /// A cursor before the first byte. A document that is too long becomes a fault of whatever is
    /// read first.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(input: &'a [u8], options: &ReadOptions) -> Self {
        let range = input.as_ptr_range();
        let mut cursor = Self {
            at: range.start,
            end: range.end,
            start: range.start,
            depth_left: options.max_depth,
            string_bound: options.max_string_bytes.saturating_add(1),
            // With a sign and a point.
            easy_digits: if options.max_number_bytes >= EASY_DIGITS + 2 { EASY_DIGITS } else { 0 },
            single: false,
            is_unquoted_name: false,
            options: options.clone(),
            fault: None,
            scratch: Vec::new(),
            checked: 0..0,
            check_ahead: string::FIRST_AHEAD,
            input: PhantomData,
        };
        if input.len() > options.max_document_bytes
            || options.max_tokens != usize::MAX
            || input.first() == Some(&0xEF)
        {
            cursor.begin();
        }
        cursor
    }

    /// What has to be looked at before reading, which is nothing for most documents.
    #[cold]
    #[inline(never)]
    fn begin(&mut self) {
        let input = self.input();
        let (max_bytes, max_tokens) = (self.options.max_document_bytes, self.options.max_tokens);
        if input.len() > max_bytes {
            let kind = ErrorKind::Limit { limit: Limit::DocumentBytes, allowed: max_bytes };
            self.refuse(kind, max_bytes);
        } else if let Some(offset) = tokens::offset_of(input, max_tokens, &self.options) {
            let kind = ErrorKind::Limit { limit: Limit::Tokens, allowed: max_tokens };
            self.refuse(kind, offset);
        } else if self.options.byte_order_mark && input.starts_with(b"\xEF\xBB\xBF") {
            self.jump(3);
        }
    }

    /// Records a fault where no result can tell of it; with nothing left, the next read will.
    #[cold]
    fn refuse(&mut self, kind: ErrorKind, offset: usize) {
        let _: Fail = self.fail_at(kind, offset);
        self.at = self.end;
    }

    pub(crate) fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// The whole document.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn input(&self) -> &'a [u8] {
        let len = self.end.addr() - self.start.addr();
        // SAFETY: `start` and `end` are those of a slice that lives for 'a.
        unsafe { std::slice::from_raw_parts(self.start, len) }
    }

    /// What has not been read.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rest(&self) -> &'a [u8] {
        let len = self.end.addr() - self.at.addr();
        // SAFETY: `at` and `end` are in a slice that lives for 'a, and `at <= end`.
        unsafe { std::slice::from_raw_parts(self.at, len) }
    }

    /// What has been read since a former place.
    #[inline]
    fn since(&self, from: Place) -> &'a [u8] {
        &self.input()[from.0.addr() - self.start.addr()..self.offset()]
    }

    /// How many bytes have been read since a former place.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn distance(&self, from: Place) -> usize {
        self.at.addr() - from.0.addr()
    }

    /// Moves on by `count` bytes.
    ///
    /// # Safety
    ///
    /// As many bytes have to be left.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(&mut self, count: usize) {
        debug_assert!(count <= self.end.addr() - self.at.addr(), "beyond the end");
        // SAFETY: the caller has seen to it that the result is not beyond `end`.
        self.at = unsafe { self.at.add(count) };
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self) -> Place {
        Place(self.at)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_back(&mut self, place: Place) {
        self.at = place.0;
    }

    /// How many bytes stand before the cursor.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn offset(&self) -> usize {
        self.at.addr() - self.start.addr()
    }

    /// How many bytes have not been read.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn left(&self) -> usize {
        self.end.addr() - self.at.addr()
    }

    /// Goes to any byte, which should begin a token.
    ///
    /// # Panics
    ///
    /// If it is beyond the end.
    #[inline]
    pub(crate) fn seek(&mut self, offset: usize) {
        self.string_done();
        self.jump(offset);
    }

    #[inline]
    fn jump(&mut self, offset: usize) {
        self.at = self.input()[offset..].as_ptr();
    }

    /// Whether nothing has gone wrong so far.
    #[inline]
    pub(crate) fn is_sound(&self) -> bool {
        self.fault.is_none()
    }

    /// A state to come back to, for readers that try one way and then another.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { offset: self.offset(), depth_left: self.depth_left, sound: self.fault.is_none() }
    }

    /// Comes back to a state of this cursor. What went wrong since is forgotten.
    #[inline]
    pub(crate) fn restore(&mut self, mark: Mark) {
        self.seek(mark.offset);
        self.depth_left = mark.depth_left;
        self.is_unquoted_name = false;
        if mark.sound {
            self.fault = None;
        }
    }

    /// The next byte; 0 at the end.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn peek(&self) -> u8 {
        self.rest().first().copied().unwrap_or(0)
    }

    /// Whether nothing but space is left, and nothing went wrong.
    #[inline]
    pub(crate) fn at_end(&mut self) -> bool {
        self.skip_space();
        self.at == self.end && self.fault.is_none()
    }

    /// Fails if anything but space is left.
    #[inline]
    pub(crate) fn finish(&mut self) -> Result<(), Fail> {
        if self.at_end() { Ok(()) } else { Err(self.trailing()) }
    }

    /// Takes a text if it stands here.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn literal(&mut self, text: &[u8]) -> bool {
        if self.rest().starts_with(text) {
            // SAFETY: the text stands here, so as many bytes are left.
            unsafe { self.advance(text.len()) };
            true
        } else {
            false
        }
    }

    /// Takes the next byte if it is this one, which must not be 0.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn byte(&mut self, byte: u8) -> bool {
        let is = self.rest().first() == Some(&byte);
        if is {
            // SAFETY: a byte was there.
            unsafe { self.advance(1) };
        }
        is
    }

    /// Takes a byte if it stands here or after space. Space is taken in any case.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn punct(&mut self, byte: u8) -> bool {
        self.byte(byte) || self.punct_after_space(byte)
    }

    #[inline(never)]
    fn punct_after_space(&mut self, byte: u8) -> bool {
        self.skip_indentation();
        self.byte(byte)
    }

    /// Takes a byte that has to stand here or after space.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn expect(&mut self, byte: u8) -> Result<(), Fail> {
        if self.punct(byte) { Ok(()) } else { Err(self.expected_byte(byte)) }
    }

    /// Takes the comma before a member (unless it is the first), space, and the predicted key,
    /// which is given with its quotes and colon. On a miss nothing is taken.
    ///
    /// It takes less than the grammar allows, but nothing that the grammar does not: the general
    /// way has the rest.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn key_spaced<const FIRST: bool>(&mut self, key: &[u8]) -> bool {
        let place = self.place();
        if self.comma_and_indentation::<FIRST>() && self.literal(key) {
            // The usual one space; more of it is left to the value.
            self.byte(b' ');
            return true;
        }
        self.go_back(place);
        false
    }

    /// The same for every key, so one function: there are as many callers as fields.
    #[inline(never)]
    fn comma_and_indentation<const FIRST: bool>(&mut self) -> bool {
        let is_there = FIRST || self.comma();
        if is_there {
            self.skip_indentation();
        }
        is_there
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn comma(&mut self) -> bool {
        self.byte(b',') || self.punct_after_space(b',')
    }

    /// Space of which much is expected.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip_indentation(&mut self) {
        let mut len = 16;
        if let Some(block) = self.rest().first_chunk::<16>() {
            len = scan::space_in_block(block);
            // SAFETY: not more than the block, which is there.
            unsafe { self.advance(len) };
        }
        if len == 16 || self.peek() == b'/' {
            self.skip_space_slowly();
        }
    }

    /// Whether another element or member follows; takes the comma before it or the bracket after
    /// the last one. `first` says whether none has been read.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn more(&mut self, first: bool, close: u8) -> Result<bool, Fail> {
        if first {
            return Ok(!self.punct(close));
        }
        if self.byte(b',') || (!self.byte(close) && self.comma_after_space(close)?) {
            return Ok(!(self.options.trailing_commas && self.punct(close)));
        }
        Ok(false)
    }

    #[inline(never)]
    fn comma_after_space(&mut self, close: u8) -> Result<bool, Fail> {
        self.skip_indentation();
        if self.byte(b',') {
            return Ok(true);
        }
        if self.byte(close) {
            return Ok(false);
        }
        Err(self.expected_byte_or_comma(close))
    }

    /// `true` or `false`.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bool(&mut self) -> Result<bool, Fail> {
        if self.literal(b"true") {
            return Ok(true);
        }
        if self.literal(b"false") {
            return Ok(false);
        }
        self.bool_after_space()
    }

    #[inline(never)]
    fn bool_after_space(&mut self) -> Result<bool, Fail> {
        self.skip_space();
        if self.literal(b"true") {
            Ok(true)
        } else if self.literal(b"false") {
            Ok(false)
        } else {
            Err(self.mismatch(Expected::Boolean))
        }
    }

    /// Takes `null` if it stands here. Space is taken in any case.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn null(&mut self) -> Result<bool, Fail> {
        self.skip_space();
        if self.peek() != b'n' || self.is_unquoted_name {
            return Ok(false);
        }
        if self.literal(b"null") { Ok(true) } else { Err(self.mismatch(Expected::Null)) }
    }

    /// Goes one level deeper, which is limited.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter(&mut self) -> Result<(), Fail> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                Ok(())
            }
            None => Err(self.too_deep(self.offset())),
        }
    }

    /// The same, after the bracket.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn entered(&mut self) -> Result<(), Fail> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                Ok(())
            }
            None => Err(self.too_deep(self.offset() - 1)),
        }
    }

    /// How deep it is.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.options.max_depth - self.depth_left
    }

    /// Comes back from a level.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn leave(&mut self) {
        self.depth_left += 1;
    }

    /// What went wrong first, without where.
    #[cold]
    pub(crate) fn take_fault(&mut self) -> Option<ErrorKind> {
        self.fault.take().map(|fault| fault.kind)
    }

    /// Forgets that the number which stands here is not of the type that was asked for, if that is what went
    /// wrong.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn back_to_number(&mut self) -> Option<ErrorKind> {
        let offset = self.offset();
        let fault = self.fault.take_if(|fault| {
            let is_number =
                matches!(fault.kind, ErrorKind::NotInteger | ErrorKind::OutOfRange { .. });
            is_number && fault.offset == offset
        });
        fault.map(|fault| fault.kind)
    }

    /// The error that was met first.
    #[cold]
    pub(crate) fn error(&mut self) -> Error {
        let offset = self.offset();
        let Fault { kind, offset } = self.fault.take().unwrap_or_else(|| Fault {
            kind: ErrorKind::Message(String::from("the value cannot be read")),
            offset,
        });
        Error::at(kind, self.input(), offset)
    }
}

/// A former state of the same cursor.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    offset: usize,
    depth_left: usize,
    sound: bool,
}

/// A former place of the same cursor.
#[derive(Clone, Copy)]
struct Place(*const u8);

#[cfg(test)]
mod tests;
