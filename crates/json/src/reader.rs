//! Reading token by token.

use std::borrow::Cow;
use std::fmt::Write as _;

use apograph_core::Decode;
use apograph_core::decode::Fail;

use crate::cursor::Str;
use crate::decoder::JsonDecoder;
use crate::error::{Error, ErrorKind, Expected, Limit};
use crate::keys::Declared;
use crate::read_options::ReadOptions;
use crate::token::{Token, TokenKind};

/// Reads a document token by token, from bytes in memory.
///
/// Either [`next`](Self::next) gives whatever comes, or the program says what it expects by
/// [`begin_object`](Self::begin_object), [`next_i64`](Self::next_i64) and so on; what else stands there
/// is then an error. [`read`](Self::read) takes a whole value of any type.
///
/// A token that could not be read is not consumed: one of another type than asked for can be read as what
/// it is, and what is no JSON gives the same error each time.
///
/// Names and strings without escapes are borrowed from the input. Of the [options](ReadOptions), the one
/// for duplicate keys holds for typed values only.
///
/// ```
/// use apograph_json::Reader;
///
/// let mut reader = Reader::new(br#"{"id": 7, "unit": "C", "samples": [1.5, 2.5]}"#);
/// let mut sum = 0.0;
/// reader.begin_object()?;
/// while reader.has_next()? {
///     match &*reader.next_name()? {
///         "samples" => {
///             reader.begin_array()?;
///             while reader.has_next()? {
///                 sum += reader.next_f64()?;
///             }
///             reader.end_array()?;
///         }
///         _ => reader.skip_value()?,
///     }
/// }
/// reader.end_object()?;
/// reader.finish()?;
/// assert_eq!(sum, 4.0);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub struct Reader<'a> {
    decoder: JsonDecoder<'a, Declared>,
    frames: Vec<Frame<'a>>,
    state: State,
    /// The token that comes next, if what stands before it was passed.
    ready: Option<TokenKind>,
    several: bool,
    /// The last string that had escapes.
    scratch: String,
    /// A limit of the document as a whole, and where it was passed.
    refused: Option<(Limit, usize, usize)>,
}

/// What the grammar has next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The first value of all.
    Start,
    /// The first element or member, or the end.
    First,
    /// A value, after a name.
    Value,
    /// Something after a value. At the root, whether it was one that only a separator ends.
    After { open: bool },
}

/// An array or object that has been entered.
enum Frame<'a> {
    /// The index of the next element.
    Array(usize),
    /// The last name.
    Object(Option<Cow<'a, str>>),
}

impl<'a> Reader<'a> {
    /// A reader of JSON and nothing else.
    #[must_use]
    pub fn new(input: &'a [u8]) -> Self {
        Self::with_options(input, &ReadOptions::new())
    }

    /// A reader of what the options allow.
    ///
    /// ```
    /// use apograph_json::{ReadOptions, Reader};
    ///
    /// let mut reader = Reader::with_options(b"[1, /* two */ 3,]", &ReadOptions::lenient());
    /// assert_eq!(reader.read::<Vec<u8>>()?, [1, 3]);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn with_options(input: &'a [u8], options: &ReadOptions) -> Self {
        let mut decoder = JsonDecoder::new(input, options, Declared);
        let refused = if decoder.cursor.is_sound() {
            None
        } else {
            let error = decoder.cursor.error();
            match *error.kind() {
                ErrorKind::Limit { limit, allowed } => Some((limit, allowed, error.offset())),
                _ => None,
            }
        };
        Self {
            decoder,
            frames: Vec::new(),
            state: State::Start,
            ready: None,
            several: false,
            scratch: String::new(),
            refused,
        }
    }

    /// The same reader for any number of values one after the other, none included. Between them there
    /// need only be space after numbers and words.
    ///
    /// ```
    /// use apograph_json::Reader;
    ///
    /// let mut reader = Reader::new(b"1 [2] {}").several();
    /// assert_eq!(reader.next_i64()?, 1);
    /// assert_eq!(reader.read::<Vec<u8>>()?, [2]);
    /// reader.skip_value()?;
    /// assert!(!reader.has_next()?);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn several(mut self) -> Self {
        self.several = true;
        self
    }

    // Where it is.

    /// How many bytes have been read.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(b"[1]");
    /// reader.begin_array()?;
    /// assert_eq!(reader.offset(), 1);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.decoder.cursor.offset()
    }

    /// The line, counted from 1. Lines are counted by this call, not while reading.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(b"[\n1]");
    /// reader.begin_array()?;
    /// reader.next_i64()?;
    /// assert_eq!((reader.line(), reader.column()), (2, 2));
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        1 + self.before().iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The column in bytes, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        let before = self.before();
        let newline = before.iter().rposition(|&byte| byte == b'\n');
        before.len() - newline.map_or(0, |newline| newline + 1) + 1
    }

    fn before(&self) -> &'a [u8] {
        &self.decoder.cursor.input()[..self.offset()]
    }

    /// How many arrays and objects have been entered.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(b"[[]]");
    /// reader.begin_array()?;
    /// assert_eq!(reader.depth(), 1);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The way to the value that comes next, or to the member before where a name comes next.
    ///
    /// It holds names of the document, which the text of errors does not: there members are `[*]`.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(br#"{"items": [0, {"name": "a"}]}"#);
    /// reader.begin_object()?;
    /// reader.next_name()?;
    /// reader.begin_array()?;
    /// reader.skip_value()?;
    /// reader.begin_object()?;
    /// reader.next_name()?;
    /// assert_eq!(reader.path(), "$.items[1].name");
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        self.write_path(|path, name| {
            path.push('.');
            path.push_str(name);
        })
    }

    fn write_path(&self, write_name: impl Fn(&mut String, &str)) -> String {
        let mut path = String::from("$");
        for frame in &self.frames {
            match frame {
                Frame::Array(index) => _ = write!(path, "[{index}]"),
                Frame::Object(Some(name)) => write_name(&mut path, name),
                Frame::Object(None) => {}
            }
        }
        path
    }

    // Failures.

    /// The error of what failed, at a path below that of the reader.
    #[cold]
    fn error(&mut self) -> Error {
        let error = self.decoder.error();
        self.decoder.reset();
        let path = self.write_path(|path, _| path.push_str("[*]")) + &error.path()[1..];
        error.with_path(path)
    }

    /// Does something that leaves no trace if it fails.
    #[inline]
    fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fail>) -> Result<T, Error> {
        let mark = self.decoder.cursor.mark();
        match read(self) {
            Ok(value) => Ok(value),
            Err(Fail) => {
                let error = self.error();
                self.decoder.cursor.restore(mark);
                Err(error)
            }
        }
    }

    #[cold]
    fn wrong(&mut self, expected: Expected, found: Option<TokenKind>) -> Error {
        let kind = match found {
            Some(found) => ErrorKind::Type { expected, found: found.found() },
            None => ErrorKind::End { expected },
        };
        let _: Fail = self.decoder.cursor.fail(kind);
        self.error()
    }

    // What comes next.

    /// What kind of token comes next; none at the end of the document.
    ///
    /// # Errors
    ///
    /// When what stands there is no JSON. A name or scalar is looked at only when it is read.
    ///
    /// ```
    /// use apograph_json::{Reader, TokenKind};
    ///
    /// let mut reader = Reader::new(b"null");
    /// assert_eq!(reader.peek()?, Some(TokenKind::Null));
    /// reader.next_null()?;
    /// assert_eq!(reader.peek()?, None);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[inline]
    pub fn peek(&mut self) -> Result<Option<TokenKind>, Error> {
        if self.ready.is_none() {
            self.ready = self.attempt(Self::find)?;
        }
        Ok(self.ready)
    }

    /// Passes what stands before the next token.
    fn find(&mut self) -> Result<Option<TokenKind>, Fail> {
        if let Some((limit, allowed, offset)) = self.refused {
            return Err(self.decoder.cursor.fail_at(ErrorKind::Limit { limit, allowed }, offset));
        }
        let cursor = &mut self.decoder.cursor;
        let first = self.state == State::First;
        match (self.state, self.frames.last()) {
            (State::Value, _) => self.value().map(Some),
            (State::Start | State::After { .. }, None) => self.root(),
            (_, Some(Frame::Array(_))) => {
                if cursor.more(first, b']')? {
                    self.value().map(Some)
                } else {
                    Ok(Some(TokenKind::EndArray))
                }
            }
            _ => {
                let more = cursor.more(first, b'}')?;
                Ok(Some(if more { TokenKind::Name } else { TokenKind::EndObject }))
            }
        }
    }

    fn root(&mut self) -> Result<Option<TokenKind>, Fail> {
        let cursor = &mut self.decoder.cursor;
        let begin = cursor.offset();
        if cursor.at_end() {
            return match self.state {
                State::Start if !self.several => Err(cursor.mismatch(Expected::Value)),
                _ => Ok(None),
            };
        }
        if let State::After { open } = self.state {
            let stuck = open
                && cursor.offset() == begin
                && !matches!(cursor.peek(), b'[' | b'{' | b'"' | b'\'');
            if !self.several || stuck {
                cursor.finish()?;
            }
        }
        self.value().map(Some)
    }

    /// The kind of the value that begins here or after space.
    fn value(&mut self) -> Result<TokenKind, Fail> {
        let cursor = &mut self.decoder.cursor;
        cursor.skip_space();
        Ok(match cursor.peek() {
            b'"' => TokenKind::String,
            b'{' => TokenKind::BeginObject,
            b'[' => TokenKind::BeginArray,
            b'-' | b'0'..=b'9' => TokenKind::Number,
            b't' | b'f' => TokenKind::Bool,
            b'n' => TokenKind::Null,
            b'\'' if cursor.options().single_quotes => TokenKind::String,
            b'N' | b'I' if cursor.options().nan => TokenKind::Number,
            _ => return Err(cursor.no_value()),
        })
    }

    /// Fails unless the next token is of a kind.
    #[inline]
    fn expect(&mut self, kind: TokenKind, expected: Expected) -> Result<(), Error> {
        match self.peek()? {
            Some(found) if found == kind => Ok(()),
            found => Err(self.wrong(expected, found)),
        }
    }

    /// Fails unless a value comes next. Gives its kind.
    #[inline]
    fn expect_value(&mut self) -> Result<TokenKind, Error> {
        match self.peek()? {
            Some(found) if found.begins_value() => Ok(found),
            found => Err(self.wrong(Expected::Value, found)),
        }
    }

    /// A value of a kind was read.
    #[inline]
    fn passed(&mut self, kind: TokenKind) {
        self.ready = None;
        let open = matches!(kind, TokenKind::Number | TokenKind::Bool | TokenKind::Null);
        self.state = State::After { open };
        if let Some(Frame::Array(index)) = self.frames.last_mut() {
            *index += 1;
        }
    }

    /// Whether the array or object that has been entered goes on; at the root, whether the document does.
    ///
    /// # Errors
    ///
    /// As [`peek`](Self::peek).
    #[inline]
    pub fn has_next(&mut self) -> Result<bool, Error> {
        Ok(!matches!(self.peek()?, None | Some(TokenKind::EndArray | TokenKind::EndObject)))
    }

    /// Fails if anything comes after what was read.
    ///
    /// # Errors
    ///
    /// When an array or object is still open, when no value was read, or when something follows.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(b"1 2");
    /// reader.next_i64()?;
    /// assert!(reader.finish().unwrap_err().is_syntax());
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn finish(&mut self) -> Result<(), Error> {
        let Some(found) = self.peek()? else { return Ok(()) };
        let expected = match self.frames.last() {
            Some(Frame::Array(_)) => Expected::ArrayEnd,
            Some(Frame::Object(_)) => Expected::ObjectEnd,
            None if self.state == State::Start => Expected::Value,
            None => return self.attempt(|reader| reader.decoder.cursor.finish()),
        };
        let kind = ErrorKind::Type { expected, found: found.found() };
        let _: Fail = self.decoder.cursor.fail(kind);
        Err(self.error())
    }

    // Tokens.

    /// The next token, whatever it is; none at the end of the document.
    ///
    /// # Errors
    ///
    /// When what stands there is no JSON.
    ///
    /// ```
    /// use apograph_json::{Reader, Token};
    ///
    /// let mut reader = Reader::new(br#"{"a": true}"#);
    /// assert_eq!(reader.next()?, Some(Token::BeginObject));
    /// assert_eq!(reader.next()?, Some(Token::Name("a")));
    /// assert_eq!(reader.next()?, Some(Token::Bool(true)));
    /// assert_eq!(reader.next()?, Some(Token::EndObject));
    /// assert_eq!(reader.next()?, None);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[expect(clippy::should_implement_trait, reason = "a token borrows from the reader")]
    pub fn next(&mut self) -> Result<Option<Token<'_>>, Error> {
        let Some(kind) = self.peek()? else { return Ok(None) };
        Ok(Some(match kind {
            TokenKind::BeginObject => {
                self.begin_object()?;
                Token::BeginObject
            }
            TokenKind::EndObject => {
                self.end(TokenKind::EndObject);
                Token::EndObject
            }
            TokenKind::BeginArray => {
                self.begin_array()?;
                Token::BeginArray
            }
            TokenKind::EndArray => {
                self.end(TokenKind::EndArray);
                Token::EndArray
            }
            TokenKind::Name => {
                self.read_name()?;
                match self.frames.last() {
                    Some(Frame::Object(Some(name))) => Token::Name(name),
                    _ => Token::Name(""),
                }
            }
            TokenKind::String => Token::String(self.text()?),
            TokenKind::Number => Token::Number(self.next_number_text()?),
            TokenKind::Bool => Token::Bool(self.next_bool()?),
            TokenKind::Null => {
                self.next_null()?;
                Token::Null
            }
        }))
    }

    /// The string that comes next. With escapes it lives in the reader.
    fn text(&mut self) -> Result<&str, Error> {
        let mark = self.decoder.cursor.mark();
        let borrowed = match self.decoder.cursor.string() {
            Ok(Str::Borrowed(text)) => Some(text),
            Ok(Str::Scratch(text)) => {
                self.scratch.clear();
                self.scratch.push_str(text);
                None
            }
            Err(Fail) => {
                let error = self.error();
                self.decoder.cursor.restore(mark);
                return Err(error);
            }
        };
        self.passed(TokenKind::String);
        Ok(borrowed.unwrap_or(&self.scratch))
    }

    /// Enters an object.
    ///
    /// # Errors
    ///
    /// When something else comes next, or what stands there is no JSON, or is nested too deep.
    pub fn begin_object(&mut self) -> Result<(), Error> {
        self.expect(TokenKind::BeginObject, Expected::Object)?;
        self.begin(b'{', Frame::Object(None))
    }

    /// Enters an array.
    ///
    /// # Errors
    ///
    /// As [`begin_object`](Self::begin_object).
    pub fn begin_array(&mut self) -> Result<(), Error> {
        self.expect(TokenKind::BeginArray, Expected::Array)?;
        self.begin(b'[', Frame::Array(0))
    }

    fn begin(&mut self, bracket: u8, frame: Frame<'a>) -> Result<(), Error> {
        self.attempt(|reader| {
            reader.decoder.cursor.enter()?;
            reader.decoder.cursor.expect(bracket)
        })?;
        self.frames.push(frame);
        self.ready = None;
        self.state = State::First;
        Ok(())
    }

    /// Leaves an object whose members have all been read.
    ///
    /// # Errors
    ///
    /// When something else comes next, or what stands there is no JSON.
    pub fn end_object(&mut self) -> Result<(), Error> {
        self.expect(TokenKind::EndObject, Expected::ObjectEnd)?;
        self.end(TokenKind::EndObject);
        Ok(())
    }

    /// Leaves an array whose elements have all been read.
    ///
    /// # Errors
    ///
    /// As [`end_object`](Self::end_object).
    pub fn end_array(&mut self) -> Result<(), Error> {
        self.expect(TokenKind::EndArray, Expected::ArrayEnd)?;
        self.end(TokenKind::EndArray);
        Ok(())
    }

    /// The bracket was passed when it was found.
    fn end(&mut self, kind: TokenKind) {
        self.frames.pop();
        self.decoder.cursor.leave();
        self.passed(kind);
    }

    /// The name of the next member, whose value comes next then.
    ///
    /// # Errors
    ///
    /// When something else comes next, or what stands there is no JSON.
    pub fn next_name(&mut self) -> Result<Cow<'a, str>, Error> {
        self.expect(TokenKind::Name, Expected::Name)?;
        self.read_name()?;
        match self.frames.last() {
            Some(Frame::Object(Some(name))) => Ok(name.clone()),
            _ => Ok(Cow::Borrowed("")),
        }
    }

    fn read_name(&mut self) -> Result<(), Error> {
        let name = self.attempt(|reader| {
            let name = cow(reader.decoder.cursor.key()?);
            reader.decoder.cursor.colon()?;
            Ok(name)
        })?;
        if let Some(Frame::Object(last)) = self.frames.last_mut() {
            *last = Some(name);
        }
        self.ready = None;
        self.state = State::Value;
        Ok(())
    }

    /// A string, borrowed from the input if it has no escapes.
    ///
    /// # Errors
    ///
    /// When something else comes next, or what stands there is no JSON.
    pub fn next_str(&mut self) -> Result<Cow<'a, str>, Error> {
        self.scalar(TokenKind::String, Expected::String, |reader| {
            reader.decoder.cursor.string().map(cow)
        })
    }

    /// A number that is an `i64`.
    ///
    /// # Errors
    ///
    /// When something else comes next, a number with a fraction or exponent, or one out of range; or when
    /// what stands there is no JSON.
    pub fn next_i64(&mut self) -> Result<i64, Error> {
        self.scalar(TokenKind::Number, Expected::Integer, |reader| reader.decoder.cursor.i64())
    }

    /// A number that is a `u64`.
    ///
    /// # Errors
    ///
    /// As [`next_i64`](Self::next_i64).
    pub fn next_u64(&mut self) -> Result<u64, Error> {
        self.scalar(TokenKind::Number, Expected::Integer, |reader| reader.decoder.cursor.u64())
    }

    /// The nearest `f64` to a number.
    ///
    /// # Errors
    ///
    /// When something else comes next, or a number beyond the range; or when what stands there is no JSON.
    pub fn next_f64(&mut self) -> Result<f64, Error> {
        self.scalar(TokenKind::Number, Expected::Number, |reader| reader.decoder.cursor.f64())
    }

    /// A number as it stands in the document.
    ///
    /// # Errors
    ///
    /// When something else comes next, or what stands there is no JSON.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(b"1.10");
    /// assert_eq!(reader.next_number_text()?, "1.10");
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn next_number_text(&mut self) -> Result<&'a str, Error> {
        self.scalar(TokenKind::Number, Expected::Number, |reader| {
            reader.decoder.cursor.number_text()
        })
    }

    /// `true` or `false`.
    ///
    /// # Errors
    ///
    /// When something else comes next, or what stands there is no JSON.
    pub fn next_bool(&mut self) -> Result<bool, Error> {
        self.scalar(TokenKind::Bool, Expected::Boolean, |reader| reader.decoder.cursor.bool())
    }

    /// `null`.
    ///
    /// # Errors
    ///
    /// When something else comes next, or what stands there is no JSON.
    pub fn next_null(&mut self) -> Result<(), Error> {
        self.scalar(TokenKind::Null, Expected::Null, |reader| {
            reader.decoder.cursor.null().map(|_| ())
        })
    }

    #[inline]
    fn scalar<T>(
        &mut self,
        kind: TokenKind,
        expected: Expected,
        read: impl FnOnce(&mut Self) -> Result<T, Fail>,
    ) -> Result<T, Error> {
        self.expect(kind, expected)?;
        let value = self.attempt(read)?;
        self.passed(kind);
        Ok(value)
    }

    // Whole values.

    /// Reads over the next value, however much is in it; where a name comes next, over the whole member.
    /// All of it is checked.
    ///
    /// # Errors
    ///
    /// When neither comes next, or what stands there is no JSON.
    pub fn skip_value(&mut self) -> Result<(), Error> {
        if self.peek()? == Some(TokenKind::Name) {
            self.read_name()?;
        }
        let kind = self.expect_value()?;
        self.attempt(|reader| reader.decoder.cursor.skip_value())?;
        self.passed(kind);
        Ok(())
    }

    /// The text of the next value, as it stands. All of it is checked.
    ///
    /// # Errors
    ///
    /// When no value comes next, or what stands there is no JSON.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(br#"[ {"a": 1.0 } ]"#);
    /// reader.begin_array()?;
    /// assert_eq!(reader.raw_value()?, r#"{"a": 1.0 }"#);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn raw_value(&mut self) -> Result<&'a str, Error> {
        let kind = self.expect_value()?;
        let text = self.attempt(|reader| reader.decoder.cursor.raw_value())?;
        self.passed(kind);
        Ok(text)
    }

    /// The next value, as a type.
    ///
    /// # Errors
    ///
    /// When no value comes next, or one that the type does not take, or what stands there is no JSON. The
    /// value can then be read in another way.
    ///
    /// ```
    /// # let mut reader = apograph_json::Reader::new(br#"{"size": [3, 4]}"#);
    /// reader.begin_object()?;
    /// reader.next_name()?;
    /// let (width, height): (u32, u32) = reader.read()?;
    /// assert_eq!((width, height), (3, 4));
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn read<T: Decode<'a>>(&mut self) -> Result<T, Error> {
        let kind = self.expect_value()?;
        let value = self.attempt(|reader| T::decode(&mut reader.decoder))?;
        self.passed(kind);
        Ok(value)
    }

    /// The next value, over one that is there, whose memory is reused.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read); the value is then a mix of old and new parts.
    pub fn read_into<T: Decode<'a>>(&mut self, target: &mut T) -> Result<(), Error> {
        let kind = self.expect_value()?;
        self.attempt(|reader| target.decode_into(&mut reader.decoder))?;
        self.passed(kind);
        Ok(())
    }
}

fn cow<'a>(text: Str<'a, '_>) -> Cow<'a, str> {
    match text {
        Str::Borrowed(text) => Cow::Borrowed(text),
        Str::Scratch(text) => Cow::Owned(text.to_owned()),
    }
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader")
            .field("offset", &self.offset())
            .field("path", &self.write_path(|path, _| path.push_str("[*]")))
            .finish_non_exhaustive()
    }
}
