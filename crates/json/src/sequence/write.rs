//! Writing values one by one.

use std::io;

use apograph_core::Encode;

use crate::error::Error;
use crate::write_options::WriteOptions;
use crate::writer::Writer;

/// Writes an array element by element. Each is handed on soon after.
///
/// ```
/// use apograph_json::ArrayWriter;
///
/// let mut array = ArrayWriter::new(Vec::new())?;
/// for number in [1, 2] {
///     array.write(&number)?;
/// }
/// assert_eq!(array.finish()?, b"[1,2]");
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[derive(Debug)]
pub struct ArrayWriter<W>(Writer<W>);

impl<W: io::Write> ArrayWriter<W> {
    /// A writer of compact JSON.
    ///
    /// # Errors
    ///
    /// None: nothing is handed to the target yet.
    pub fn new(target: W) -> Result<Self, Error> {
        Self::with_options(target, WriteOptions::new())
    }

    /// A writer with options.
    ///
    /// # Errors
    ///
    /// When the options allow no nesting at all.
    pub fn with_options(target: W, options: WriteOptions) -> Result<Self, Error> {
        let mut writer = Writer::with_options(target, options);
        writer.begin_array()?;
        Ok(Self(writer))
    }

    /// Writes an element.
    ///
    /// # Errors
    ///
    /// When it cannot be written, of which nothing is left then, and what the target reports.
    pub fn write<T: Encode + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
        self.0.value(element)
    }

    /// Hands on all that has been written, and flushes the target.
    ///
    /// # Errors
    ///
    /// What the target reports.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.0.flush()
    }

    /// Ends the array, and gives the target back.
    ///
    /// # Errors
    ///
    /// What the target reports.
    pub fn finish(mut self) -> Result<W, Error> {
        self.0.end_array()?;
        self.0.finish()
    }
}

/// Writes values line by line (NDJSON, JSON Lines).
///
/// ```
/// use apograph_json::LinesWriter;
///
/// let mut lines = LinesWriter::new(Vec::new());
/// lines.write(&[1, 2])?;
/// lines.write("text\n")?;
/// assert_eq!(lines.finish()?, b"[1,2]\n\"text\\n\"\n");
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[derive(Debug)]
pub struct LinesWriter<W>(Writer<W>);

impl<W: io::Write> LinesWriter<W> {
    /// A writer of lines.
    pub fn new(target: W) -> Self {
        Self::with_options(target, WriteOptions::new())
    }

    /// A writer with options. Values are never indented: each is one line.
    pub fn with_options(target: W, mut options: WriteOptions) -> Self {
        options.indent = None;
        Self(Writer::with_options(target, options).in_lines())
    }

    /// Writes a line.
    ///
    /// # Errors
    ///
    /// When the value cannot be written, of which nothing is left then, and what the target reports.
    pub fn write<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.0.value(value)
    }

    /// Hands on all that has been written, and flushes the target.
    ///
    /// # Errors
    ///
    /// What the target reports.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.0.flush()
    }

    /// Hands on all that has been written, and gives the target back.
    ///
    /// # Errors
    ///
    /// What the target reports.
    pub fn finish(self) -> Result<W, Error> {
        self.0.finish()
    }
}
