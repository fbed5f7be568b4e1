//! Reading tokens of documents longer than memory.

use std::io;

use apograph_core::Decode;

use crate::error::Error;
use crate::feeder::{Feeder, Next, Step};
use crate::read_options::ReadOptions;
use crate::token::{Token, TokenKind};

/// Reads a document token by token from any [`io::Read`], in as much memory as its longest token takes.
///
/// For the elements of a long array as values of a type, see [`Elements`](crate::Elements).
///
/// ```
/// use apograph_json::{IoReader, Token};
///
/// let mut reader = IoReader::new(&b"{\"a\": [1, 2], \"b\": 3}"[..]);
/// let mut names = 0;
/// while let Some(token) = reader.next()? {
///     match token {
///         Token::Name(_) => names += 1,
///         Token::BeginArray => reader.skip_rest()?,
///         _ => {}
///     }
/// }
/// assert_eq!(names, 2);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub struct IoReader<R> {
    source: R,
    feeder: Feeder,
    piece: Box<[u8]>,
}

/// How many bytes are asked for at once.
const PIECE: usize = 16 * 1024;

impl<R: io::Read> IoReader<R> {
    /// A reader of JSON and nothing else.
    pub fn new(source: R) -> Self {
        Self::with_options(source, &ReadOptions::new())
    }

    /// A reader of what the options allow.
    pub fn with_options(source: R, options: &ReadOptions) -> Self {
        let piece = vec![0; PIECE].into_boxed_slice();
        Self { source, feeder: Feeder::with_options(options), piece }
    }

    /// The same reader for any number of values one after the other, none included.
    #[must_use]
    pub fn several(mut self) -> Self {
        self.feeder = self.feeder.several();
        self
    }

    /// How many bytes have been read.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.feeder.offset()
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.feeder.line()
    }

    /// The column in bytes, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.feeder.column()
    }

    /// How many arrays and objects are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.feeder.depth()
    }

    /// The next token; none at the end of the document, which is the end of the source.
    ///
    /// # Errors
    ///
    /// When the bytes are no JSON, or pass a limit, and what the source reports. After an error of the
    /// source reading can go on where it was.
    #[expect(clippy::should_implement_trait, reason = "a token borrows from the reader")]
    pub fn next(&mut self) -> Result<Option<Token<'_>>, Error> {
        self.feeder.let_go();
        Ok(if self.advance()? { Some(self.feeder.token()) } else { None })
    }

    /// Passes the rest of the innermost array or object that is open, with its end. At the root it passes
    /// the rest of the document.
    ///
    /// # Errors
    ///
    /// As [`next`](Self::next).
    pub fn skip_rest(&mut self) -> Result<(), Error> {
        self.feeder.let_go();
        let depth = self.depth();
        while self.advance()? {
            if self.depth() < depth {
                break;
            }
        }
        Ok(())
    }

    /// What kind of token comes next; none at the end of the document.
    ///
    /// # Errors
    ///
    /// As [`next`](Self::next). A name or scalar is looked at only when it is read.
    pub fn peek(&mut self) -> Result<Option<TokenKind>, Error> {
        loop {
            match self.feeder.find()? {
                Next::Token(kind, _) => return Ok(Some(kind)),
                Next::End => return Ok(None),
                Next::NeedMore => self.more()?,
            }
        }
    }

    /// Whether the array or object that has been entered goes on; at the root, whether the document does.
    ///
    /// # Errors
    ///
    /// As [`peek`](Self::peek).
    pub fn has_next(&mut self) -> Result<bool, Error> {
        Ok(!matches!(self.peek()?, None | Some(TokenKind::EndArray | TokenKind::EndObject)))
    }

    /// The next value, as a type. Its text is in memory meanwhile.
    ///
    /// # Errors
    ///
    /// When no value comes next, or one that the type does not take, which counts as read then, or when the
    /// bytes are no JSON or pass a limit, and what the source reports. After an error of the source the same
    /// value can be read again.
    ///
    /// ```
    /// use apograph_json::{IoReader, Token};
    ///
    /// let mut reader = IoReader::new(&b"{\"of\": \"pumps\", \"rates\": [[1, 2], [3]]}"[..]);
    /// while reader.next()? != Some(Token::Name("rates")) {}
    /// reader.next()?;
    /// let mut sum = 0;
    /// while reader.has_next()? {
    ///     sum += reader.read::<Vec<u32>>()?.iter().sum::<u32>();
    /// }
    /// assert_eq!(sum, 6);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn read<T: for<'de> Decode<'de>>(&mut self) -> Result<T, Error> {
        self.keep_value()?;
        self.feeder.read_kept(|decoder| T::decode(decoder))
    }

    /// The next value, over one that is there, whose memory is reused.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read); the value is then a mix of old and new parts.
    pub fn read_into<T: for<'de> Decode<'de>>(&mut self, target: &mut T) -> Result<(), Error> {
        self.keep_value()?;
        self.feeder.read_kept(|decoder| target.decode_into(decoder))
    }

    /// Reads all tokens of the next value and keeps its bytes.
    fn keep_value(&mut self) -> Result<(), Error> {
        if !self.feeder.keeps() {
            match self.peek()? {
                Some(kind) if kind.begins_value() => self.feeder.keep(),
                found => return Err(self.feeder.no_value(found)),
            }
        }
        while !self.feeder.has_kept() {
            self.advance()?;
        }
        Ok(())
    }

    fn advance(&mut self) -> Result<bool, Error> {
        loop {
            match self.feeder.advance()? {
                Step::Token => return Ok(true),
                Step::End => return Ok(false),
                Step::NeedMore => self.more()?,
            }
        }
    }

    /// Feeds the next piece.
    fn more(&mut self) -> Result<(), Error> {
        match self.source.read(&mut self.piece) {
            Ok(0) => self.feeder.finish(),
            Ok(count) => self.feeder.feed(&self.piece[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

impl<R> std::fmt::Debug for IoReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IoReader").field("feeder", &self.feeder).finish_non_exhaustive()
    }
}
