//! What stands before a value.

#![expect(unsafe_code, reason = "it is written behind a check of the room for it and the value")]

use crate::buffer::{put, put_block};

/// What is written before a value, together with it.
///
/// # Safety
///
/// [`put`](Self::put) writes no more than [`room`](Self::room) bytes, and gives a place among them or after
/// them, up to which they are written.
pub(crate) unsafe trait Prefix: Copy {
    /// How many bytes have to be writable.
    fn room(self) -> usize;

    /// Writes it, and gives the place after it.
    ///
    /// # Safety
    ///
    /// [`room`](Self::room) bytes can be written, and are no part of it.
    unsafe fn put(self, place: *mut u8) -> *mut u8;
}

// SAFETY: as many bytes as the text has are written.
unsafe impl Prefix for &str {
    #[inline(always)]
    fn room(self) -> usize {
        self.len()
    }

    #[inline(always)]
    unsafe fn put(self, place: *mut u8) -> *mut u8 {
        // SAFETY: as for this function.
        unsafe { put(place, self.as_bytes()) }
    }
}

/// A text of up to [`PaddedText::LONGEST`] bytes and others behind it: of whatever length it is, it is copied
/// as a whole block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaddedText {
    block: [u8; Self::LONGEST],
    length: u8,
}

impl PaddedText {
    pub(crate) const LONGEST: usize = 32;

    /// A text with its padding; nothing of one that is too long.
    pub(crate) const fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut block = [0; Self::LONGEST];
        if bytes.len() > Self::LONGEST {
            return Self { block, length: 0 };
        }
        let mut at = 0;
        while at < bytes.len() {
            block[at] = bytes[at];
            at += 1;
        }
        Self { block, length: bytes.len() as u8 }
    }

    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

/// A [`PaddedText`] as a prefix.
#[derive(Clone, Copy)]
pub(crate) struct Padded<'t>(&'t PaddedText);

impl<'t> Padded<'t> {
    #[inline(always)]
    pub(crate) const fn new(text: &'t PaddedText) -> Self {
        Self(text)
    }
}

// SAFETY: the whole block is written, of which no more bytes count than it has.
unsafe impl Prefix for Padded<'_> {
    #[inline(always)]
    fn room(self) -> usize {
        PaddedText::LONGEST
    }

    #[inline(always)]
    unsafe fn put(self, place: *mut u8) -> *mut u8 {
        // SAFETY: as for this function; no more bytes count than the block has.
        unsafe { put_block(place, self.0.block, usize::from(self.0.length)) }
    }
}
