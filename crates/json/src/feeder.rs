//! Reading tokens of bytes that arrive in pieces.

use apograph_core::decode::Fail;

use crate::cursor::Cursor;
use crate::decoder::JsonDecoder;
use crate::error::{Error, ErrorKind, Expected, Leniency, Limit, Start};
use crate::keys::Declared;
use crate::read_options::ReadOptions;
use crate::sequence::ends_scalar;
use crate::token::{Token, TokenKind};

/// Reads tokens of a document whose bytes arrive in pieces, cut anywhere.
///
/// No more is kept than the token that is not complete yet, and what was fed beyond it. A number at the
/// end is complete only when something follows it or [`finish`](Self::finish) was called.
///
/// ```
/// use apograph_json::{Event, Feeder, Token};
///
/// let mut feeder = Feeder::new();
/// feeder.feed(b"[\"no")?;
/// assert_eq!(feeder.next()?, Event::Token(Token::BeginArray));
/// assert_eq!(feeder.next()?, Event::NeedMore);
/// feeder.feed(b"rth\"]")?;
/// assert_eq!(feeder.next()?, Event::Token(Token::String("north")));
/// assert_eq!(feeder.next()?, Event::Token(Token::EndArray));
/// feeder.finish();
/// assert_eq!(feeder.next()?, Event::End);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub struct Feeder {
    options: ReadOptions,
    max_document_bytes: usize,
    max_tokens: usize,
    tokens_left: usize,
    several: bool,
    finished: bool,
    /// What has been fed. Bytes before `at` have been read.
    buffer: Vec<u8>,
    at: usize,
    /// Where `at` is in the document.
    place: Start,
    /// How many bytes from `at` on belong to a token that is not complete.
    scanned: usize,
    /// Whether the last of those is a backslash that makes an escape of what follows.
    escaped: bool,
    /// Whether a backslash is among them.
    has_escapes: bool,
    comment: Comment,
    /// Which of the open brackets are braces.
    open: Vec<bool>,
    state: State,
    /// A value whose bytes are kept when they are read.
    kept: Option<Kept>,
    /// The last token, with its text.
    kind: TokenKind,
    text: String,
    is_true: bool,
}

/// What [`Feeder`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'t> {
    /// A token.
    Token(Token<'t>),
    /// Nothing until more is fed.
    NeedMore,
    /// Nothing any more: the document is complete.
    End,
}

/// An [`Event`] whose token is in the feeder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Token,
    NeedMore,
    End,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// A token of a kind that begins with a byte.
    Token(TokenKind, u8),
    NeedMore,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comment {
    None,
    Line,
    Block,
}

/// What the grammar has next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A byte order mark, or the first value of all.
    Mark,
    /// The first value of all.
    Start,
    /// The first element or member, or the end.
    First,
    /// An element or member, after a comma.
    Next,
    /// A colon.
    Colon,
    /// A value, after a name.
    Value,
    /// Something after a value.
    After,
}

/// A value that is read token by token, and then as a whole.
#[derive(Clone, Copy)]
struct Kept {
    /// Where it begins.
    at: usize,
    place: Start,
    depth: usize,
}

impl Default for Feeder {
    fn default() -> Self {
        Self::new()
    }
}

impl Feeder {
    /// A reader of JSON and nothing else.
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(&ReadOptions::new())
    }

    /// A reader of what the options allow.
    #[must_use]
    pub fn with_options(options: &ReadOptions) -> Self {
        Self {
            max_document_bytes: options.max_document_bytes,
            max_tokens: options.max_tokens,
            tokens_left: options.max_tokens,
            // Those hold for the whole, of which tokens are read by themselves.
            options: options.clone().max_document_bytes(usize::MAX).max_tokens(usize::MAX),
            several: false,
            finished: false,
            buffer: Vec::new(),
            at: 0,
            place: Start::default(),
            scanned: 0,
            escaped: false,
            has_escapes: false,
            comment: Comment::None,
            open: Vec::new(),
            state: State::Mark,
            kept: None,
            kind: TokenKind::Null,
            text: String::new(),
            is_true: false,
        }
    }

    /// The same for any number of values one after the other, none included.
    #[must_use]
    pub fn several(mut self) -> Self {
        self.several = true;
        self
    }

    /// How many bytes have been read.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.place.offset
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.line + 1
    }

    /// The column in bytes, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column + 1
    }

    /// How many arrays and objects are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds bytes. What has been read is let go of.
    ///
    /// # Errors
    ///
    /// After [`finish`](Self::finish).
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.finished {
            return Err(Error::message("more bytes after the end of the input"));
        }
        let read = self.kept.as_ref().map_or(self.at, |kept| kept.at);
        self.buffer.drain(..read);
        self.at -= read;
        if let Some(kept) = &mut self.kept {
            kept.at = 0;
        }
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    /// Says that no more bytes come.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// The next token, if it is complete.
    ///
    /// # Errors
    ///
    /// When the bytes are no JSON, or pass a limit. It is the same error each time then.
    #[expect(clippy::should_implement_trait, reason = "a token borrows from the feeder")]
    pub fn next(&mut self) -> Result<Event<'_>, Error> {
        Ok(match self.advance()? {
            Step::Token => Event::Token(self.token()),
            Step::NeedMore => Event::NeedMore,
            Step::End => Event::End,
        })
    }

    /// The token that was found last.
    pub(crate) fn token(&self) -> Token<'_> {
        match self.kind {
            TokenKind::BeginObject => Token::BeginObject,
            TokenKind::EndObject => Token::EndObject,
            TokenKind::BeginArray => Token::BeginArray,
            TokenKind::EndArray => Token::EndArray,
            TokenKind::Name => Token::Name(&self.text),
            TokenKind::String => Token::String(&self.text),
            TokenKind::Number => Token::Number(&self.text),
            TokenKind::Bool => Token::Bool(self.is_true),
            TokenKind::Null => Token::Null,
        }
    }

    /// Reads the next token.
    pub(crate) fn advance(&mut self) -> Result<Step, Error> {
        match self.find()? {
            Next::Token(kind, next) => match kind {
                TokenKind::BeginObject | TokenKind::BeginArray => self.begin(kind),
                TokenKind::EndObject | TokenKind::EndArray => self.found(kind, 1),
                TokenKind::Name => self.name(next),
                TokenKind::String => self.string(next, kind),
                TokenKind::Number | TokenKind::Bool | TokenKind::Null => self.scalar(kind),
            },
            Next::NeedMore => Ok(Step::NeedMore),
            Next::End => Ok(Step::End),
        }
    }

    /// Passes what stands before the next token, of which it looks at the first byte.
    pub(crate) fn find(&mut self) -> Result<Next, Error> {
        let allowed = self.max_document_bytes;
        if self.place.offset + self.rest().len() > allowed {
            return Err(self.error(ErrorKind::Limit { limit: Limit::DocumentBytes, allowed }));
        }
        if self.state == State::Mark && !self.pass_mark() {
            return Ok(Next::NeedMore);
        }
        loop {
            let Some(next) = self.skip_space()? else { return self.nothing_left() };
            let in_object = self.open.last().copied();
            let kind = match (self.state, in_object) {
                (State::After, None) if !self.several => return Err(self.trailing()),
                (State::After, Some(brace)) => match next {
                    b',' => {
                        self.pass(1);
                        self.state = State::Next;
                        continue;
                    }
                    b'}' if brace => TokenKind::EndObject,
                    b']' if !brace => TokenKind::EndArray,
                    _ => return Err(self.unexpected(self.expected())),
                },
                (State::Colon, _) => {
                    if next != b':' {
                        return Err(self.unexpected(Expected::Colon));
                    }
                    self.pass(1);
                    self.state = State::Value;
                    continue;
                }
                (State::First | State::Next, Some(brace)) => {
                    if next == if brace { b'}' } else { b']' } {
                        if self.state == State::Next && !self.options.trailing_commas {
                            let kind = ErrorKind::NotAllowed(Leniency::TrailingCommas);
                            return Err(self.error(kind));
                        }
                        if brace { TokenKind::EndObject } else { TokenKind::EndArray }
                    } else if brace {
                        TokenKind::Name
                    } else {
                        self.value(next)?
                    }
                }
                _ => self.value(next)?,
            };
            return Ok(Next::Token(kind, next));
        }
    }

    /// What may come next, as errors say it.
    fn expected(&self) -> Expected {
        match (self.state, self.open.last()) {
            (State::Colon, _) => Expected::Colon,
            (State::After, Some(true)) => Expected::CommaOrBrace,
            (State::After, Some(false)) => Expected::CommaOrBracket,
            (State::First | State::Next, Some(true)) => Expected::Name,
            _ => Expected::Value,
        }
    }

    fn nothing_left(&mut self) -> Result<Next, Error> {
        if !self.finished {
            return Ok(Next::NeedMore);
        }
        match self.state {
            State::After if self.open.is_empty() => Ok(Next::End),
            State::Start if self.several => Ok(Next::End),
            _ => Err(self.error(ErrorKind::End { expected: self.expected() })),
        }
    }

    // Tokens.

    fn found(&mut self, kind: TokenKind, len: usize) -> Result<Step, Error> {
        let Some(left) = self.tokens_left.checked_sub(1) else {
            return Err(self.too_many());
        };
        self.tokens_left = left;
        self.kind = kind;
        self.state = match kind {
            TokenKind::BeginObject | TokenKind::BeginArray => {
                self.open.push(kind == TokenKind::BeginObject);
                State::First
            }
            TokenKind::EndObject | TokenKind::EndArray => {
                self.open.pop();
                State::After
            }
            TokenKind::Name => State::Colon,
            _ => State::After,
        };
        self.pass(len);
        self.restart();
        Ok(Step::Token)
    }

    fn begin(&mut self, kind: TokenKind) -> Result<Step, Error> {
        let allowed = self.options.max_depth;
        if self.open.len() >= allowed {
            return Err(self.error(ErrorKind::Limit { limit: Limit::Depth, allowed }));
        }
        self.found(kind, 1)
    }

    /// The kind of a value that begins with a byte.
    fn value(&self, next: u8) -> Result<TokenKind, Error> {
        Ok(match next {
            b'{' => TokenKind::BeginObject,
            b'[' => TokenKind::BeginArray,
            b'"' => TokenKind::String,
            b'\'' if self.options.single_quotes => TokenKind::String,
            b'-' | b'0'..=b'9' => TokenKind::Number,
            b't' | b'f' => TokenKind::Bool,
            b'n' => TokenKind::Null,
            b'N' | b'I' if self.options.nan => TokenKind::Number,
            _ => return Err(self.unexpected(Expected::Value)),
        })
    }

    fn name(&mut self, next: u8) -> Result<Step, Error> {
        if next == b'"' || (next == b'\'' && self.options.single_quotes) {
            return self.string(next, TokenKind::Name);
        }
        if !self.options.unquoted_names {
            return Err(self.unexpected(Expected::Name));
        }
        let rest = &self.rest()[self.scanned..];
        let ends = |&byte: &u8| byte == 0 || ends_scalar(byte);
        let found = rest.iter().position(ends);
        let len = self.scanned + found.unwrap_or(rest.len());
        let complete = found.is_some() || self.finished || len > self.options.max_name_bytes;
        self.scanned = len;
        if complete { self.read(TokenKind::Name, len) } else { Ok(Step::NeedMore) }
    }

    fn string(&mut self, quote: u8, kind: TokenKind) -> Result<Step, Error> {
        let mut at = self.scanned.max(1);
        let (mut escaped, mut complete) = (self.escaped, false);
        for &byte in &self.buffer[self.at + at..] {
            at += 1;
            if escaped {
                escaped = false;
            } else if byte == b'\\' {
                escaped = true;
                self.has_escapes = true;
            } else if byte == quote || byte < b' ' {
                complete = true;
                break;
            }
        }
        self.scanned = at;
        self.escaped = escaped;
        let is_name = kind == TokenKind::Name;
        let options = &self.options;
        let most = if is_name { options.max_name_bytes } else { options.max_string_bytes };
        // An escape has up to six bytes for one, and two quotes are not counted.
        let too_long = at > most.saturating_mul(6).saturating_add(8);
        if !complete && !too_long {
            return if self.finished { self.read(kind, at) } else { Ok(Step::NeedMore) };
        }
        let body = &self.buffer[self.at + 1..self.at + at - 1];
        if complete
            && !self.has_escapes
            && body.len() <= most.min(options.max_string_bytes)
            && self.buffer[self.at + at - 1] == quote
            && let Ok(text) = std::str::from_utf8(body)
        {
            self.text.clear();
            self.text.push_str(text);
            return self.found(kind, at);
        }
        self.read(kind, at)
    }

    fn scalar(&mut self, kind: TokenKind) -> Result<Step, Error> {
        let rest = &self.rest()[self.scanned..];
        let found = rest.iter().position(|&byte| ends_scalar(byte));
        let len = self.scanned + found.unwrap_or(rest.len());
        self.scanned = len;
        // Words are not longer than this either.
        let too_long = len > self.options.max_number_bytes.saturating_add(16);
        if found.is_some() || self.finished || too_long {
            self.read(kind, len)
        } else {
            Ok(Step::NeedMore)
        }
    }

    /// Reads a token that is in so many bytes, or finds out what is wrong with it.
    fn read(&mut self, kind: TokenKind, len: usize) -> Result<Step, Error> {
        let after = match self.open.last() {
            Some(true) => Some(Expected::CommaOrBrace),
            Some(false) => Some(Expected::CommaOrBracket),
            None => None,
        };
        // With what comes after it, which errors tell of.
        let mut cursor = Cursor::new(&self.buffer[self.at..], &self.options);
        let text = &mut self.text;
        text.clear();
        let read = match kind {
            TokenKind::Name => cursor.key().map(|name| text.push_str(&name)),
            TokenKind::String => cursor.string().map(|string| text.push_str(&string)),
            TokenKind::Number => cursor.number_text().map(|number| text.push_str(number)),
            TokenKind::Bool => cursor.bool().map(|value| self.is_true = value),
            _ => cursor.null().map(|_| ()),
        };
        let read = read.and_then(|()| match after {
            _ if cursor.offset() == len => Ok(()),
            _ if kind == TokenKind::Name => Err(cursor.unexpected(Expected::Colon)),
            Some(expected) => Err(cursor.unexpected(expected)),
            None => cursor.finish(),
        });
        if read.is_ok() {
            return self.found(kind, len);
        }
        let error = cursor.error().moved(&self.place);
        self.restart();
        // What is not complete, but could be, is looked at only if it is too long already.
        if error.is_eof() && !self.finished {
            let options = &self.options;
            let (limit, allowed) = match kind {
                TokenKind::Name => (Limit::NameBytes, options.max_name_bytes),
                TokenKind::String => (Limit::StringBytes, options.max_string_bytes),
                _ => (Limit::NumberBytes, options.max_number_bytes),
            };
            return Err(self.error(ErrorKind::Limit { limit, allowed }));
        }
        Err(error)
    }

    /// The next token is looked at from its beginning.
    fn restart(&mut self) {
        self.scanned = 0;
        self.escaped = false;
        self.has_escapes = false;
    }

    // Whole values.

    /// The bytes of the value that comes next are kept from here on.
    pub(crate) fn keep(&mut self) {
        self.kept = Some(Kept { at: self.at, place: self.place, depth: self.open.len() });
    }

    /// Whether those of a value are kept.
    pub(crate) fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    /// Nothing is kept.
    pub(crate) fn let_go(&mut self) {
        self.kept = None;
    }

    /// Whether all tokens of the value that is kept have been read.
    pub(crate) fn has_kept(&self) -> bool {
        self.kept.is_some_and(|kept| self.at > kept.at && self.open.len() == kept.depth)
    }

    /// Reads the value that is kept.
    pub(crate) fn read_kept<T>(
        &mut self,
        read: impl FnOnce(&mut JsonDecoder<'_, Declared>) -> Result<T, Fail>,
    ) -> Result<T, Error> {
        let Some(kept) = self.kept.take() else {
            return Err(self.error(ErrorKind::End { expected: Expected::Value }));
        };
        let options = self.options.clone();
        let options = options.max_depth(self.options.max_depth - kept.depth);
        let mut decoder = JsonDecoder::new(&self.buffer[kept.at..self.at], &options, Declared);
        match read(&mut decoder) {
            Ok(value) if decoder.is_done() => Ok(value),
            _ => Err(decoder.error().moved(&kept.place)),
        }
    }

    // Bytes.

    fn rest(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    fn pass(&mut self, len: usize) {
        self.place.pass(&self.buffer[self.at..self.at + len]);
        self.at += len;
    }

    /// Passes a byte order mark. Whether it is known if there is one.
    fn pass_mark(&mut self) -> bool {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let rest = self.rest();
        if rest.len() < MARK.len() && MARK.starts_with(rest) && !self.finished {
            return false;
        }
        if self.options.byte_order_mark && rest.starts_with(MARK) {
            self.pass(MARK.len());
        }
        // There is none later.
        self.options.byte_order_mark = false;
        self.state = State::Start;
        true
    }

    /// Passes space and comments. Gives the byte that comes next.
    fn skip_space(&mut self) -> Result<Option<u8>, Error> {
        if self.scanned > 0 {
            return Ok(self.rest().first().copied());
        }
        loop {
            match self.comment {
                Comment::None => {}
                Comment::Line => {
                    let newline = self.rest().iter().position(|&byte| byte == b'\n');
                    self.pass(newline.unwrap_or(self.rest().len()));
                    if newline.is_none() {
                        return Ok(None);
                    }
                    self.comment = Comment::None;
                }
                Comment::Block => {
                    let rest = self.rest();
                    let Some(len) = rest.windows(2).position(|pair| pair == b"*/") else {
                        if self.finished {
                            self.pass(rest.len());
                            let expected = Expected::CommentEnd;
                            return Err(self.error(ErrorKind::End { expected }));
                        }
                        // A star at the end may be the first half.
                        self.pass(rest.len().saturating_sub(1));
                        return Ok(None);
                    };
                    self.pass(len + 2);
                    self.comment = Comment::None;
                }
            }
            let space = self.rest().iter().position(|byte| !b" \t\r\n".contains(byte));
            self.pass(space.unwrap_or(self.rest().len()));
            let next = self.rest().first().copied();
            if next != Some(b'/') || !self.options.comments {
                return Ok(next);
            }
            match self.rest().get(1) {
                Some(b'/') => self.comment = Comment::Line,
                Some(b'*') => self.comment = Comment::Block,
                None if !self.finished => return Ok(None),
                _ => return Ok(next),
            }
            self.pass(2);
        }
    }

    // Errors.

    #[cold]
    fn error(&self, kind: ErrorKind) -> Error {
        Error::at(kind, b"", 0).moved(&self.place)
    }

    #[cold]
    fn too_many(&self) -> Error {
        self.error(ErrorKind::Limit { limit: Limit::Tokens, allowed: self.max_tokens })
    }

    #[cold]
    fn unexpected(&self, expected: Expected) -> Error {
        let mut cursor = Cursor::new(self.rest(), &self.options);
        let _ = cursor.unexpected(expected);
        cursor.error().moved_where(expected, &self.place)
    }

    /// What comes next is no value.
    #[cold]
    pub(crate) fn no_value(&self, found: Option<TokenKind>) -> Error {
        let expected = Expected::Value;
        self.error(match found {
            Some(found) => ErrorKind::Type { expected, found: found.found() },
            None => ErrorKind::End { expected },
        })
    }

    #[cold]
    fn trailing(&self) -> Error {
        let mut cursor = Cursor::new(self.rest(), &self.options);
        let _ = cursor.finish();
        cursor.error().moved(&self.place)
    }
}

impl std::fmt::Debug for Feeder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Feeder")
            .field("offset", &self.place.offset)
            .field("depth", &self.open.len())
            .finish_non_exhaustive()
    }
}
