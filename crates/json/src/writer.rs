//! Writing token by token.

use std::fmt::Display;
use std::io;

use apograph_core::Encode;

use crate::cursor::Cursor;
use crate::encoder::JsonEncoder;
use crate::error::{Error, ErrorKind};
use crate::layout::{Compact, Custom};
use crate::mapper::Mapper;
use crate::read_options::ReadOptions;
use crate::write_options::{Inclusion, Integers, NonFinite, WholeFloats, WriteOptions};

/// Writes a document token by token, to a vector or any other [`io::Write`].
///
/// What is written is handed on in pieces, so that documents may be longer than memory. A token that
/// cannot stand where it would stand is an error ([`ErrorKind::WriterState`]) and is not written; the
/// writer can go on with one that can. After an error of the target nothing more can be written.
///
/// Of the [options](WriteOptions), those for the order and the omission of fields hold inside of
/// [values](Self::value) only.
///
/// ```
/// use apograph_json::Writer;
///
/// let mut writer = Writer::new(Vec::new());
/// writer.begin_object()?;
/// writer.name("id")?;
/// writer.i64(7)?;
/// writer.name("samples")?;
/// writer.begin_array()?;
/// for sample in [1.5, 2.5] {
///     writer.f64(sample)?;
/// }
/// writer.end_array()?;
/// writer.name("tags")?;
/// writer.value(&["north", "pump"])?;
/// writer.end_object()?;
/// assert_eq!(writer.finish()?, br#"{"id":7,"samples":[1.5,2.5],"tags":["north","pump"]}"#);
/// # Ok::<(), apograph_json::Error>(())
/// ```
pub struct Writer<W> {
    target: W,
    /// What has not been handed on.
    buffer: Vec<u8>,
    frames: Vec<Frame>,
    state: State,
    several: bool,
    /// Whether a value may have no line breaks, which one that is kept as text can.
    in_lines: bool,
    mapper: Mapper,
    /// Whether nothing is set that the encoder would have to ask for.
    plain: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    Array,
    Object,
}

/// What may be written next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The first value of all.
    Start,
    /// The first element or name, or the end.
    First,
    /// The value after a name.
    Value,
    /// Something after a value.
    After,
    /// Nothing: the target does not take more.
    Failed,
}

/// How many bytes are handed on at once.
const PIECE: usize = 8 * 1024;

impl<W: io::Write> Writer<W> {
    /// A writer of compact JSON.
    pub fn new(target: W) -> Self {
        Self::with_mapper(target, Mapper::new())
    }

    /// A writer with options.
    ///
    /// ```
    /// use apograph_json::{WriteOptions, Writer};
    ///
    /// let mut writer = Writer::with_options(Vec::new(), WriteOptions::pretty());
    /// writer.begin_array()?;
    /// writer.value(&[1])?;
    /// writer.end_array()?;
    /// assert_eq!(writer.finish()?, b"[\n  [\n    1\n  ]\n]");
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn with_options(target: W, options: WriteOptions) -> Self {
        Self::with_mapper(target, Mapper::new().write_options(options))
    }

    /// A writer with all settings of a mapper, for the values in between.
    pub fn with_mapper(target: W, mapper: Mapper) -> Self {
        let plain = mapper.is_plain();
        Self {
            target,
            buffer: Vec::new(),
            frames: Vec::new(),
            state: State::Start,
            several: false,
            in_lines: false,
            mapper,
            plain,
        }
    }

    /// The same writer for any number of values one after the other, none included. After each there is a
    /// line break.
    ///
    /// ```
    /// use apograph_json::Writer;
    ///
    /// let mut writer = Writer::new(Vec::new()).several();
    /// writer.i64(1)?;
    /// writer.value(&[2])?;
    /// assert_eq!(writer.finish()?, b"1\n[2]\n");
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    #[must_use]
    pub fn several(mut self) -> Self {
        self.several = true;
        self
    }

    /// How many arrays and objects are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The target. What has not been handed on yet is not there: see [`flush`](Self::flush).
    #[must_use]
    pub fn get_ref(&self) -> &W {
        &self.target
    }

    #[cold]
    fn wrong(&self) -> Error {
        let expected = match (self.state, self.frames.last()) {
            (State::Failed, _) => "nothing: an earlier write to the target failed",
            (State::Start, _) => "a value",
            (State::Value, _) => "the value of the member",
            (_, Some(Frame::Array)) => "a value or the end of the array",
            (_, Some(Frame::Object)) => "a name or the end of the object",
            (_, None) if self.several => "a value or the end of the document",
            (_, None) => "nothing: the document is complete",
        };
        Error::without_place(ErrorKind::WriterState { expected })
    }

    fn indent(&self) -> Option<&str> {
        self.mapper.write.indent.as_deref()
    }

    /// A new line at the depth of what is open, if there are lines.
    fn line(&mut self) {
        if let Some(indent) = &self.mapper.write.indent {
            self.buffer.push(b'\n');
            for _ in &self.frames {
                self.buffer.extend_from_slice(indent.as_bytes());
            }
        }
    }

    /// Writes something that may stand where a value may stand, with what has to be before it.
    fn put(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), Error>,
        after: State,
    ) -> Result<(), Error> {
        let len = self.buffer.len();
        match (self.state, self.frames.last()) {
            (State::First, Some(Frame::Array)) => self.line(),
            (State::After, Some(Frame::Array)) => {
                self.buffer.push(b',');
                self.line();
            }
            (State::Start | State::Value, _) => {}
            (State::After, None) if self.several => {}
            _ => return Err(self.wrong()),
        }
        if let Err(error) = write(self) {
            self.buffer.truncate(len);
            return Err(error);
        }
        self.state = after;
        self.written()
    }

    /// Hands on what has been written, once it is enough.
    fn written(&mut self) -> Result<(), Error> {
        if self.several && self.frames.is_empty() && self.state == State::After {
            self.buffer.push(b'\n');
        }
        if self.buffer.len() >= PIECE { self.hand_on() } else { Ok(()) }
    }

    fn hand_on(&mut self) -> Result<(), Error> {
        let written = self.target.write_all(&self.buffer);
        self.buffer.clear();
        if written.is_err() {
            self.state = State::Failed;
        }
        Ok(written?)
    }

    /// Hands on all that has been written, and flushes the target.
    ///
    /// # Errors
    ///
    /// What the target reports.
    pub fn flush(&mut self) -> Result<(), Error> {
        if self.state == State::Failed {
            return Err(self.wrong());
        }
        self.hand_on()?;
        Ok(self.target.flush()?)
    }

    /// Hands on and flushes all, and gives the target back.
    ///
    /// # Errors
    ///
    /// When an array or object is open, when no value was written, and what the target reports.
    pub fn finish(mut self) -> Result<W, Error> {
        let complete = match self.state {
            State::After => self.frames.is_empty(),
            State::Start => self.several,
            _ => false,
        };
        if !complete {
            return Err(self.wrong());
        }
        self.flush()?;
        Ok(self.target)
    }

    /// Begins an object.
    ///
    /// # Errors
    ///
    /// When no value can stand here, when it is nested too deep, and what the target reports.
    pub fn begin_object(&mut self) -> Result<(), Error> {
        self.begin(Frame::Object)
    }

    /// Begins an array.
    ///
    /// # Errors
    ///
    /// As [`begin_object`](Self::begin_object).
    pub fn begin_array(&mut self) -> Result<(), Error> {
        self.begin(Frame::Array)
    }

    fn begin(&mut self, frame: Frame) -> Result<(), Error> {
        let begin = |writer: &mut Self| {
            let allowed = writer.mapper.write.max_depth;
            if writer.frames.len() >= allowed {
                return Err(Error::without_place(ErrorKind::WrittenTooDeep { allowed }));
            }
            writer.buffer.push(if frame == Frame::Object { b'{' } else { b'[' });
            writer.frames.push(frame);
            Ok(())
        };
        self.put(begin, State::First)
    }

    /// Ends an object.
    ///
    /// # Errors
    ///
    /// When no object is open, or a name waits for its value; and what the target reports.
    pub fn end_object(&mut self) -> Result<(), Error> {
        self.end(Frame::Object)
    }

    /// Ends an array.
    ///
    /// # Errors
    ///
    /// When no array is open, and what the target reports.
    pub fn end_array(&mut self) -> Result<(), Error> {
        self.end(Frame::Array)
    }

    fn end(&mut self, frame: Frame) -> Result<(), Error> {
        let state = self.state;
        if self.frames.last() != Some(&frame) || !matches!(state, State::First | State::After) {
            return Err(self.wrong());
        }
        self.frames.pop();
        if state == State::After {
            self.line();
        }
        self.buffer.push(if frame == Frame::Object { b'}' } else { b']' });
        self.state = State::After;
        self.written()
    }

    /// Writes the name of a member. That no other has it is not checked.
    ///
    /// # Errors
    ///
    /// When no name can stand here, and what the target reports.
    pub fn name(&mut self, name: &str) -> Result<(), Error> {
        let state = self.state;
        if self.frames.last() != Some(&Frame::Object)
            || !matches!(state, State::First | State::After)
        {
            return Err(self.wrong());
        }
        if state == State::After {
            self.buffer.push(b',');
        }
        self.line();
        self.encode(name)?;
        let colon: &[u8] = if self.indent().is_some() { b": " } else { b":" };
        self.buffer.extend_from_slice(colon);
        self.state = State::Value;
        self.written()
    }

    fn encode<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let depth = self.frames.len();
        let start = self.buffer.len();
        if self.plain {
            JsonEncoder::write_at(value, &mut self.buffer, Compact, depth)?;
        } else {
            let layout = Custom::at_depth(&self.mapper, depth);
            JsonEncoder::write_at(value, &mut self.buffer, layout, depth)?;
        }
        if self.in_lines {
            // In strings they are escapes: what is here is space.
            for byte in &mut self.buffer[start..] {
                if matches!(byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        Ok(())
    }

    /// Values are lines.
    pub(crate) fn in_lines(mut self) -> Self {
        self.several = true;
        self.in_lines = true;
        self
    }

    /// Writes a whole value. It is made in memory before any of it is handed on.
    ///
    /// # Errors
    ///
    /// When no value can stand here, when it cannot be written, of which nothing is left then, and what the
    /// target reports.
    pub fn value<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.put(|writer| writer.encode(value), State::After)
    }

    /// Writes a string.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    pub fn string(&mut self, text: &str) -> Result<(), Error> {
        self.value(text)
    }

    /// Writes anything that can be displayed, as a string.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    ///
    /// ```
    /// # let mut writer = apograph_json::Writer::new(Vec::new());
    /// writer.display(&std::net::Ipv4Addr::LOCALHOST)?;
    /// assert_eq!(writer.finish()?, b"\"127.0.0.1\"");
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn display(&mut self, value: &dyn Display) -> Result<(), Error> {
        self.value(&*value.to_string())
    }

    /// Writes `true` or `false`.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    pub fn bool(&mut self, value: bool) -> Result<(), Error> {
        self.value(&value)
    }

    /// Writes `null`.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    pub fn null(&mut self) -> Result<(), Error> {
        self.value(&())
    }

    /// Writes a value that is already JSON, as it stands but without space around it. It is checked.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value), and when the text is not JSON.
    ///
    /// ```
    /// # let mut writer = apograph_json::Writer::new(Vec::new());
    /// writer.begin_array()?;
    /// writer.raw(" 1.50 ")?;
    /// assert!(writer.raw("[1").unwrap_err().is_eof());
    /// writer.end_array()?;
    /// assert_eq!(writer.finish()?, b"[1.50]");
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn raw(&mut self, text: &str) -> Result<(), Error> {
        let raw = |writer: &mut Self| {
            let depth = writer.mapper.write.max_depth - writer.frames.len();
            let options = ReadOptions::new()
                .max_depth(depth)
                .max_string_bytes(usize::MAX)
                .max_number_bytes(usize::MAX)
                .max_name_bytes(usize::MAX)
                .byte_order_mark(false);
            let mut cursor = Cursor::new(text.as_bytes(), &options);
            match cursor.raw_value().and_then(|text| cursor.finish().map(|()| text)) {
                Ok(text) => {
                    writer.buffer.extend_from_slice(text.as_bytes());
                    Ok(())
                }
                Err(_) => Err(cursor.error()),
            }
        };
        self.put(raw, State::After)
    }
}

macro_rules! numbers {
    ($($(#[$comment:meta])* $name:ident)*) => {
        impl<W: io::Write> Writer<W> {$(
            $(#[$comment])*
            ///
            /// # Errors
            ///
            /// As [`value`](Self::value).
            pub fn $name(&mut self, value: $name) -> Result<(), Error> {
                self.value(&value)
            }
        )*}
    };
}

numbers! {
    /// Writes an integer.
    i64
    /// Writes an integer.
    u64
    /// Writes an integer.
    i128
    /// Writes an integer.
    u128
    /// Writes a float, with as few digits as tell it from all others.
    f32
    /// Writes a float, with as few digits as tell it from all others.
    f64
}

impl Mapper {
    /// Whether values are written as without a mapper.
    fn is_plain(&self) -> bool {
        let default = WriteOptions::new();
        let write = &self.write;
        self.naming == crate::Naming::AsDeclared
            && write.indent.is_none()
            && !write.ascii_only
            && !write.sorted_keys
            && write.inclusion == Inclusion::Always
            && write.non_finite == NonFinite::Null
            && write.integers == Integers::Number
            && write.whole_floats == WholeFloats::Fraction
            && write.max_depth == default.max_depth
    }
}

impl<W> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("depth", &self.frames.len()).finish_non_exhaustive()
    }
}
