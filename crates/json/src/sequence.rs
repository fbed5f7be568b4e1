//! Values one by one: the elements of an array, lines, and values one after the other.

mod bounds;
mod write;

use std::io;
use std::marker::PhantomData;
use std::ops::Range;

use apograph_core::Decode;

pub use self::write::{ArrayWriter, LinesWriter};

use self::bounds::Bounds;
pub(crate) use self::bounds::ends_scalar;
use crate::cursor::Cursor;
use crate::decoder::JsonDecoder;
use crate::error::{Error, ErrorKind, Expected, Found, Leniency, Limit, Start};
use crate::keys::Declared;
use crate::read_options::ReadOptions;

/// Reads values one by one from any [`io::Read`], a slice among them: the elements of an array, lines, or
/// values one after the other.
///
/// No more than the longest of them is in memory at a time. An element that is JSON, but not what was
/// asked for, is an error after which the next one can be read. After what is no JSON nothing more is
/// read, except [in lines](Self::recover) on request.
///
/// Of the [options](ReadOptions), the limit of tokens holds for each value by itself.
///
/// ```
/// use apograph_json::Elements;
///
/// let mut elements = Elements::array(&b"[1, 2, 3]"[..]);
/// let mut sum = 0;
/// while let Some(number) = elements.next::<u32>()? {
///     sum += number;
/// }
/// assert_eq!(sum, 6);
///
/// let lines = Elements::lines(&b"{\"id\":1}\n\n{\"id\":2}\n"[..]);
/// # #[derive(apograph_core::Decode)]
/// # #[apograph(crate = "apograph_core")]
/// # struct Event { id: u32 }
/// let events: Vec<Event> = lines.into_iter_of().collect::<Result<_, _>>()?;
/// assert_eq!(events[1].id, 2);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub struct Elements<R> {
    source: R,
    layout: Layout,
    state: State,
    options: ReadOptions,
    max_element_bytes: usize,
    recover: bool,
    /// How many elements have been read.
    index: usize,
    /// Bytes of the source, up to `filled`. Those before `at` have been read.
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    /// Whether the source has ended.
    ended: bool,
    /// Where `at` is in the source.
    place: Start,
    /// How many bytes from `at` on have been looked at for the end of the element.
    scanned: usize,
    bounds: Bounds,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Array,
    Lines,
    Values,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing has been read.
    Start,
    /// The first element or the end of the array.
    First,
    /// A comma or the end of the array.
    After,
    /// An element.
    Element,
    /// The rest of a line that was too long.
    Discard,
    Done,
}

/// How many bytes are asked for at once, at least.
const PIECE: usize = 16 * 1024;

/// How many bytes an element may have where nothing is said.
const MAX_ELEMENT_BYTES: usize = 64 * 1024 * 1024;

impl<R: io::Read> Elements<R> {
    /// The elements of an array, which is all of the input.
    pub fn array(source: R) -> Self {
        Self::new(source, Layout::Array)
    }

    /// The values of lines (NDJSON, JSON Lines). Empty lines are passed over.
    pub fn lines(source: R) -> Self {
        Self::new(source, Layout::Lines)
    }

    /// Values one after the other, with or without space between them.
    ///
    /// ```
    /// use apograph_json::{Elements, Value};
    ///
    /// let mut values = Elements::values(&b"1 [2]{}\n\"x\""[..]);
    /// assert_eq!(values.next::<Value>()?, Some(Value::from(1)));
    /// assert_eq!(values.iter::<Value>().count(), 3);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn values(source: R) -> Self {
        Self::new(source, Layout::Values)
    }

    fn new(source: R, layout: Layout) -> Self {
        let options = ReadOptions::new();
        Self {
            source,
            layout,
            state: State::Start,
            bounds: Bounds::new(&options),
            options,
            max_element_bytes: MAX_ELEMENT_BYTES,
            recover: false,
            index: 0,
            buffer: Vec::new(),
            at: 0,
            filled: 0,
            ended: false,
            place: Start::default(),
            scanned: 0,
        }
    }

    /// The same with options. To be called before the first element is read.
    #[must_use]
    pub fn with_options(mut self, options: &ReadOptions) -> Self {
        self.options = options.clone();
        self.bounds = Bounds::new(options);
        self
    }

    /// How many bytes an element may have: 64 MiB unless told otherwise. So much memory is used at most, and a
    /// buffer.
    ///
    /// ```
    /// use apograph_json::Elements;
    ///
    /// let mut elements = Elements::array(&b"[\"short\", \"much longer\"]"[..]).max_element_bytes(10);
    /// assert_eq!(elements.next::<String>()?.as_deref(), Some("short"));
    /// assert!(elements.next::<String>().unwrap_err().is_syntax());
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn max_element_bytes(mut self, bytes: usize) -> Self {
        self.max_element_bytes = bytes;
        self
    }

    /// Whether, in lines, reading goes on at the next line after one that is no JSON or too long. Off.
    ///
    /// ```
    /// use apograph_json::Elements;
    ///
    /// let mut lines = Elements::lines(&b"1\n{\"id\":\n3\n"[..]).recover(true);
    /// let numbers: Vec<u32> = lines.iter().filter_map(Result::ok).collect();
    /// assert_eq!(numbers, [1, 3]);
    /// ```
    #[must_use]
    pub fn recover(mut self, on: bool) -> Self {
        self.recover = on;
        self
    }

    /// How many elements have been read, those that gave an error included.
    #[must_use]
    pub fn count_read(&self) -> usize {
        self.index
    }

    /// How many bytes have been read: those up to the end of the last element.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.place.offset
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.line + 1
    }

    /// The next element; none after the last one. It may borrow from the buffer, until the next call.
    ///
    /// # Errors
    ///
    /// When it is not JSON, or not what is asked for, or too long, and what the source reports.
    pub fn next<'s, T: Decode<'s>>(&'s mut self) -> Result<Option<T>, Error> {
        let Some((range, place)) = self.take()? else { return Ok(None) };
        let mut decoder = JsonDecoder::new(&self.buffer[range], &self.options, Declared);
        match T::decode(&mut decoder) {
            Ok(value) if decoder.is_done() => Ok(Some(value)),
            _ => {
                let error = decoder.error();
                let path = path(self.layout, self.index, error.path());
                after_error(&mut self.state, &error, self.layout, self.recover);
                Err(error.moved(&place).with_path(path))
            }
        }
    }

    /// Reads the next element over a value, whose memory is reused. Whether there was one.
    ///
    /// # Errors
    ///
    /// As [`next`](Self::next); the value is then a mix of old and new parts.
    ///
    /// ```
    /// let mut lines = apograph_json::Elements::lines(&b"[1]\n[2, 3]"[..]);
    /// let mut numbers: Vec<u32> = Vec::new();
    /// assert!(lines.next_into(&mut numbers)?);
    /// assert!(lines.next_into(&mut numbers)?);
    /// assert_eq!(numbers, [2, 3]);
    /// assert!(!lines.next_into(&mut numbers)?);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn next_into<T: for<'de> Decode<'de>>(&mut self, target: &mut T) -> Result<bool, Error> {
        let Some((range, place)) = self.take()? else { return Ok(false) };
        let mut decoder = JsonDecoder::new(&self.buffer[range], &self.options, Declared);
        match target.decode_into(&mut decoder) {
            Ok(()) if decoder.is_done() => Ok(true),
            _ => {
                let error = decoder.error();
                let path = path(self.layout, self.index, error.path());
                after_error(&mut self.state, &error, self.layout, self.recover);
                Err(error.moved(&place).with_path(path))
            }
        }
    }

    /// The elements that are left.
    pub fn iter<T: for<'de> Decode<'de>>(&mut self) -> ElementIter<&mut Self, T> {
        ElementIter { elements: self, of: PhantomData }
    }

    /// The elements that are left.
    #[must_use]
    pub fn into_iter_of<T: for<'de> Decode<'de>>(self) -> ElementIter<Self, T> {
        ElementIter { elements: self, of: PhantomData }
    }

    // Finding elements.

    /// The next element, which counts as read then, and where it begins.
    fn take(&mut self) -> Result<Option<(Range<usize>, Start)>, Error> {
        match self.find() {
            Ok(Some(len)) => {
                let (range, place) = (self.at..self.at + len, self.place);
                self.pass(len);
                self.scanned = 0;
                self.index += 1;
                Ok(Some((range, place)))
            }
            Ok(None) => Ok(None),
            Err(error) => {
                let too_long =
                    matches!(error.kind(), ErrorKind::Limit { limit: Limit::ElementBytes, .. });
                let goes_on = too_long && self.recover && self.layout == Layout::Lines;
                self.state = if goes_on { State::Discard } else { State::Done };
                Err(error)
            }
        }
    }

    /// The length of the next element, which begins at `at`.
    fn find(&mut self) -> Result<Option<usize>, Error> {
        if self.state == State::Done {
            return Ok(None);
        }
        if self.state == State::Start {
            self.begin()?;
        }
        match self.layout {
            Layout::Lines => self.find_line(),
            Layout::Values => match self.skip_space()? {
                None => {
                    self.state = State::Done;
                    Ok(None)
                }
                Some(_) => self.find_end().map(Some),
            },
            Layout::Array => self.find_element(),
        }
    }

    /// What comes before the first element.
    fn begin(&mut self) -> Result<(), Error> {
        while self.filled - self.at < 3 && self.fill()? {}
        if self.options.byte_order_mark && self.rest().starts_with(b"\xEF\xBB\xBF") {
            self.pass(3);
        }
        self.options.byte_order_mark = false;
        self.state = State::First;
        if self.layout != Layout::Array {
            return Ok(());
        }
        if self.skip_space()? != Some(b'[') {
            return Err(self.unexpected(Expected::Array));
        }
        let allowed = self.options.max_depth;
        let Some(inner) = allowed.checked_sub(1) else {
            return Err(self.error(ErrorKind::Limit { limit: Limit::Depth, allowed }));
        };
        self.options.max_depth = inner;
        self.pass(1);
        Ok(())
    }

    fn find_element(&mut self) -> Result<Option<usize>, Error> {
        let mut next = self.skip_space()?;
        let mut comma = false;
        if self.state == State::After {
            match next {
                Some(b',') => {
                    self.pass(1);
                    self.state = State::Element;
                    comma = true;
                    next = self.skip_space()?;
                }
                Some(b']') => {}
                _ => return Err(self.unexpected(Expected::CommaOrBracket)),
            }
        }
        if next == Some(b']') {
            if comma && !self.options.trailing_commas {
                return Err(self.error(ErrorKind::NotAllowed(Leniency::TrailingCommas)));
            }
            self.pass(1);
            if let Some(byte) = self.skip_space()? {
                return Err(self.error(ErrorKind::Trailing { found: Found::Byte(byte) }));
            }
            self.state = State::Done;
            return Ok(None);
        }
        let len = self.find_end()?;
        self.state = State::After;
        Ok(Some(len))
    }

    /// The length of the value that begins at `at`; at the end of the source, of what is there of it.
    fn find_end(&mut self) -> Result<usize, Error> {
        self.bounds.begin();
        loop {
            let rest = &self.buffer[self.at..self.filled];
            let found = self.bounds.scan(&rest[self.scanned..]);
            let len = found.map_or(rest.len(), |len| self.scanned + len);
            if len > self.max_element_bytes {
                return Err(self.too_long());
            }
            if found.is_some() || self.ended {
                return if len == 0 { Err(self.unexpected(Expected::Value)) } else { Ok(len) };
            }
            self.scanned = len;
            self.fill()?;
        }
    }

    fn find_line(&mut self) -> Result<Option<usize>, Error> {
        if self.state == State::Discard {
            self.discard_line()?;
        }
        loop {
            let rest = &self.buffer[self.at..self.filled];
            let newline = rest[self.scanned..].iter().position(|&byte| byte == b'\n');
            let len = newline.map_or(rest.len(), |len| self.scanned + len);
            if newline.is_some() || self.ended {
                let line = &rest[..len];
                let space = len - line.trim_ascii_start().len();
                let value = line.trim_ascii().len();
                if value > self.max_element_bytes {
                    return Err(self.too_long());
                }
                if value > 0 {
                    self.pass(space);
                    return Ok(Some(value));
                }
                self.pass(len + usize::from(newline.is_some()));
                self.scanned = 0;
                if newline.is_none() {
                    self.state = State::Done;
                    return Ok(None);
                }
                continue;
            }
            // Space around the value counts here: nobody has so much of it.
            if len > self.max_element_bytes.saturating_add(PIECE) {
                return Err(self.too_long());
            }
            self.scanned = len;
            self.fill()?;
        }
    }

    fn discard_line(&mut self) -> Result<(), Error> {
        self.scanned = 0;
        loop {
            let newline = self.rest().iter().position(|&byte| byte == b'\n');
            self.pass(newline.unwrap_or(self.filled - self.at));
            if newline.is_some() || !self.fill()? {
                self.state = State::First;
                return Ok(());
            }
        }
    }

    // Bytes.

    fn rest(&self) -> &[u8] {
        &self.buffer[self.at..self.filled]
    }

    fn pass(&mut self, len: usize) {
        self.place.pass(&self.buffer[self.at..self.at + len]);
        self.at += len;
    }

    /// Gets more bytes. Whether there were some.
    fn fill(&mut self) -> Result<bool, Error> {
        if self.ended {
            return Ok(false);
        }
        if self.at > 0 && self.buffer.len() - self.filled < PIECE {
            self.buffer.copy_within(self.at..self.filled, 0);
            self.filled -= self.at;
            self.at = 0;
        }
        if self.buffer.len() - self.filled < PIECE {
            let room = self.buffer.len().max(PIECE);
            self.buffer.resize(self.filled + room, 0);
        }
        let count = loop {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(count) => break count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        };
        self.filled += count;
        self.ended = count == 0;
        let total = self.place.offset + (self.filled - self.at);
        let allowed = self.options.max_document_bytes;
        if total > allowed {
            return Err(self.error(ErrorKind::Limit { limit: Limit::DocumentBytes, allowed }));
        }
        Ok(count > 0)
    }

    /// Passes space, and comments where they are allowed. Gives the byte that comes next.
    fn skip_space(&mut self) -> Result<Option<u8>, Error> {
        loop {
            let space = self.rest().iter().position(|byte| !b" \t\r\n".contains(byte));
            self.pass(space.unwrap_or(self.filled - self.at));
            if space.is_none() {
                if !self.fill()? {
                    return Ok(None);
                }
                continue;
            }
            let next = self.rest().first().copied();
            if next != Some(b'/') || !self.options.comments || !self.skip_comment()? {
                return Ok(next);
            }
        }
    }

    /// Passes a comment. Whether it was one.
    fn skip_comment(&mut self) -> Result<bool, Error> {
        while self.filled - self.at < 2 && self.fill()? {}
        let line = match self.rest().get(1) {
            Some(b'/') => true,
            Some(b'*') => false,
            _ => return Ok(false),
        };
        self.pass(2);
        loop {
            let rest = self.rest();
            let found = if line {
                rest.iter().position(|&byte| byte == b'\n')
            } else {
                rest.windows(2).position(|pair| pair == b"*/").map(|len| len + 2)
            };
            // A star at the end may be the first half.
            let all = if line { rest.len() } else { rest.len().saturating_sub(1) };
            self.pass(found.unwrap_or(all));
            if found.is_some() {
                return Ok(true);
            }
            if !self.fill()? {
                if line {
                    return Ok(true);
                }
                self.pass(self.filled - self.at);
                return Err(self.error(ErrorKind::End { expected: Expected::CommentEnd }));
            }
        }
    }

    // Errors.

    #[cold]
    fn error(&self, kind: ErrorKind) -> Error {
        let path = path(self.layout, self.index + 1, "$");
        Error::at(kind, b"", 0).moved(&self.place).with_path(path)
    }

    #[cold]
    fn too_long(&self) -> Error {
        let allowed = self.max_element_bytes;
        self.error(ErrorKind::Limit { limit: Limit::ElementBytes, allowed })
    }

    #[cold]
    fn unexpected(&self, expected: Expected) -> Error {
        let mut cursor = Cursor::new(self.rest(), &self.options);
        let _ = if expected == Expected::Array {
            cursor.mismatch(expected)
        } else {
            cursor.unexpected(expected)
        };
        let path = path(self.layout, self.index + 1, "$");
        cursor.error().moved_where(expected, &self.place).with_path(path)
    }
}

/// The path of an error in the last of so many elements.
#[cold]
fn path(layout: Layout, count: usize, inner: &str) -> String {
    match layout {
        Layout::Array => format!("$[{}]{}", count - 1, &inner[1..]),
        Layout::Lines | Layout::Values => inner.to_owned(),
    }
}

/// What comes after an element that could not be read.
#[cold]
fn after_error(state: &mut State, error: &Error, layout: Layout, recover: bool) {
    let goes_on = error.is_data() || (recover && layout == Layout::Lines);
    if !goes_on {
        *state = State::Done;
    }
}

impl<R> std::fmt::Debug for Elements<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Elements")
            .field("index", &self.index)
            .field("offset", &self.place.offset)
            .finish_non_exhaustive()
    }
}

/// The elements of [`Elements`] as an iterator, each a value of its own.
#[derive(Debug)]
pub struct ElementIter<E, T> {
    elements: E,
    of: PhantomData<fn() -> T>,
}

impl<R: io::Read, T: for<'de> Decode<'de>> Iterator for ElementIter<Elements<R>, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.elements.next().transpose()
    }
}

impl<R: io::Read, T: for<'de> Decode<'de>> Iterator for ElementIter<&mut Elements<R>, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.elements.next().transpose()
    }
}
