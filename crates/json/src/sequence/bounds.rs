//! Where a value ends, found out as its bytes arrive.
//!
//! Only as much of the grammar is looked at as it takes to find the end of a value that is sound. What is
//! found is checked by whoever reads it.

use crate::read_options::ReadOptions;

/// A search for the end of a value.
pub(super) struct Bounds {
    comments: bool,
    single_quotes: bool,
    mode: Mode,
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nothing of the value has been seen.
    Start,
    /// Between tokens, or in a number or word, of an array or object.
    Plain,
    /// In a number or word that is the value.
    Scalar,
    String(u8),
    Escape(u8),
    Slash,
    LineComment,
    BlockComment,
    BlockStar,
}

impl Bounds {
    pub(super) fn new(options: &ReadOptions) -> Self {
        Self {
            comments: options.comments,
            single_quotes: options.single_quotes,
            mode: Mode::Start,
            depth: 0,
        }
    }

    /// A value begins.
    pub(super) fn begin(&mut self) {
        self.mode = Mode::Start;
        self.depth = 0;
    }

    /// Looks at the next bytes. Gives how many of them belong to the value if it ends in or before them.
    pub(super) fn scan(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match self.mode {
                Mode::String(quote) => {
                    let run = bytes[at - 1..].iter().position(|&b| b == quote || b == b'\\');
                    let run = run?;
                    at += run;
                    if bytes[at - 1] == b'\\' {
                        self.mode = Mode::Escape(quote);
                    } else if self.depth == 0 {
                        return Some(at);
                    } else {
                        self.mode = Mode::Plain;
                    }
                }
                Mode::Escape(quote) => self.mode = Mode::String(quote),
                Mode::Start | Mode::Plain => match byte {
                    b'"' => self.mode = Mode::String(byte),
                    b'\'' if self.single_quotes => self.mode = Mode::String(byte),
                    b'{' | b'[' => {
                        self.depth += 1;
                        self.mode = Mode::Plain;
                    }
                    b'}' | b']' if self.depth > 0 => {
                        self.depth -= 1;
                        if self.depth == 0 {
                            return Some(at);
                        }
                    }
                    b'/' if self.comments && self.depth > 0 => self.mode = Mode::Slash,
                    _ if self.mode == Mode::Plain => {}
                    _ if ends_scalar(byte) => return Some(0),
                    _ => self.mode = Mode::Scalar,
                },
                Mode::Scalar => {
                    if ends_scalar(byte) {
                        return Some(at - 1);
                    }
                }
                Mode::Slash => {
                    self.mode = match byte {
                        b'/' => Mode::LineComment,
                        b'*' => Mode::BlockComment,
                        _ => Mode::Plain,
                    };
                }
                Mode::LineComment => {
                    if byte == b'\n' {
                        self.mode = Mode::Plain;
                    }
                }
                Mode::BlockComment if byte == b'*' => self.mode = Mode::BlockStar,
                Mode::BlockComment => {}
                Mode::BlockStar => {
                    self.mode = match byte {
                        b'/' => Mode::Plain,
                        b'*' => Mode::BlockStar,
                        _ => Mode::BlockComment,
                    };
                }
            }
        }
        None
    }
}

/// Whether a byte ends a number or word that stands before it.
pub(crate) fn ends_scalar(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\r'
            | b'\n'
            | b','
            | b':'
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'"'
            | b'\''
            | b'/'
    )
}
