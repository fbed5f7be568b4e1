//! The growing output.
//!
//! A pair of pointers into the spare capacity of a vector. Each operation checks the room for all that it
//! writes once: the key and the value, the quotes and the text between them. The length of the vector is
//! set at the end, so what a panic leaves behind is only unused capacity.

#![expect(unsafe_code, reason = "bytes are written behind one check of the room for all of them")]

use std::marker::PhantomData;

use crate::digits::put_digits;
use crate::escape;
use crate::prefix::Prefix;

/// The most bytes a number takes, with a sign.
const LONGEST_INTEGER: usize = 1 + crate::digits::ROOM;
const LONGEST_FLOAT: usize = 32;

/// Room after a string, so that it can be copied in whole blocks.
const SLACK: usize = 16;

/// Output that grows.
///
/// From `target.len()` on, `next` is after the bytes written, and `end` after the capacity.
pub(crate) struct Buffer<'a> {
    target: &'a mut Vec<u8>,
    next: *mut u8,
    end: *mut u8,
    marker: PhantomData<&'a mut u8>,
}

impl<'a> Buffer<'a> {
    /// Output after what the vector has.
    pub(crate) fn new(target: &'a mut Vec<u8>) -> Self {
        let spare = target.spare_capacity_mut().as_mut_ptr_range();
        let (next, end) = (spare.start.cast(), spare.end.cast());
        Self { target, next, end, marker: PhantomData }
    }

    /// How many bytes there are, with those that the vector had before.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.next.addr() - self.target.as_ptr().addr()
    }

    /// Hands the bytes to the vector.
    pub(crate) fn finish(self) {
        let len = self.len();
        // SAFETY: `next` stands within the capacity, and all bytes before it were written: it is only
        // moved over bytes that were.
        unsafe { self.target.set_len(len) };
    }

    /// Makes room for some bytes, and says where they go.
    #[inline(always)]
    fn reserve(&mut self, bytes: usize) -> *mut u8 {
        if self.end.addr() - self.next.addr() < bytes {
            self.grow(bytes);
        }
        self.next
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, bytes: usize) {
        let (before, len) = (self.target.len(), self.len());
        // SAFETY: as in `finish`. The length must be right for the vector to move what is written.
        unsafe { self.target.set_len(len) };
        self.target.reserve(bytes);
        let spare = self.target.spare_capacity_mut().as_mut_ptr_range();
        (self.next, self.end) = (spare.start.cast(), spare.end.cast());
        // SAFETY: shorter than it was. If writing fails, the vector has only what it had before.
        unsafe { self.target.set_len(before) };
    }

    /// Writes some text.
    #[inline(always)]
    pub(crate) fn text(&mut self, text: impl Prefix) {
        let place = self.reserve(text.room());
        // SAFETY: room was reserved.
        self.next = unsafe { text.put(place) };
    }

    /// Writes a prefix and some text.
    #[inline(always)]
    pub(crate) fn texts(&mut self, prefix: impl Prefix, text: &str) {
        let place = self.reserve(prefix.room() + text.len());
        // SAFETY: room was reserved for both.
        let place = unsafe { prefix.put(place) };
        // SAFETY: as above.
        self.next = unsafe { put(place, text.as_bytes()) };
    }

    /// Writes some text, a line break and two spaces for each level.
    #[inline(always)]
    pub(crate) fn line(&mut self, between: &str, depth: usize) {
        const START: [u8; 16] = *b"\n               ";
        let place = self.reserve(between.len() + START.len());
        // SAFETY: room was reserved.
        let place = unsafe { put(place, between.as_bytes()) };
        // SAFETY: as above; at most fifteen of the bytes count.
        self.next = unsafe { put_block(place, START, 1 + 2 * depth.min(7)) };
        for _ in 7..depth {
            self.text("  ");
        }
    }

    /// Writes the end of what began at a position: each of its parts was written with a comma in front, and
    /// the first of these becomes the opening bracket.
    #[inline(always)]
    pub(crate) fn close(&mut self, start: usize, opening: u8, closing: u8) {
        let place = self.reserve(2);
        if self.len() == start {
            // SAFETY: room for two bytes was reserved.
            self.next = unsafe { put(place, &[opening, closing]) };
        } else {
            // SAFETY: as above.
            self.next = unsafe { put(place, &[closing]) };
            self.replace(start, opening);
        }
    }

    /// Replaces a byte that was written.
    ///
    /// # Panics
    ///
    /// If none was written there.
    #[inline(always)]
    pub(crate) fn replace(&mut self, position: usize, byte: u8) {
        assert!(position < self.len(), "a position that was written");
        // SAFETY: the position is below the bytes written, which are within the allocation.
        let place = unsafe { self.target.as_mut_ptr().add(position) };
        // SAFETY: as above.
        unsafe { place.write(byte) };
    }

    /// Writes a prefix and a boolean.
    #[inline(always)]
    pub(crate) fn bool(&mut self, prefix: impl Prefix, value: bool) {
        let place = self.reserve(prefix.room() + 8);
        // SAFETY: room was reserved for the prefix and eight bytes.
        let place = unsafe { prefix.put(place) };
        // One store, without a branch on the value.
        let word = if value { *b"true    " } else { *b"false   " };
        // SAFETY: as above; four or five of the bytes count.
        self.next = unsafe { put_block(place, word, 5 - usize::from(value)) };
    }

    /// Writes a prefix and an integer.
    #[inline(always)]
    pub(crate) fn u64(&mut self, prefix: impl Prefix, value: u64) {
        let place = self.reserve(prefix.room() + LONGEST_INTEGER);
        // SAFETY: room was reserved for both.
        let place = unsafe { prefix.put(place) };
        // SAFETY: as above.
        self.next = unsafe { put_digits(place, value) };
    }

    /// Writes a prefix and an integer.
    #[inline(always)]
    pub(crate) fn i64(&mut self, prefix: impl Prefix, value: i64) {
        let place = self.reserve(prefix.room() + LONGEST_INTEGER);
        // SAFETY: room was reserved for both.
        let place = unsafe { prefix.put(place) };
        // SAFETY: as above, with the sign, which counts only if there is one.
        let place = unsafe { put_block(place, *b"-", usize::from(value < 0)) };
        // SAFETY: as above.
        self.next = unsafe { put_digits(place, value.unsigned_abs()) };
    }

    /// Writes a prefix and an integer.
    pub(crate) fn u128(&mut self, prefix: impl Prefix, value: u128) {
        const PART: u128 = 10_000_000_000_000_000_000;
        if let Ok(value) = u64::try_from(value) {
            return self.u64(prefix, value);
        }
        self.u128(prefix, value / PART);
        let mut rest = (value % PART) as u64;
        let mut digits = [b'0'; 19];
        for digit in digits.iter_mut().rev() {
            *digit += (rest % 10) as u8;
            rest /= 10;
        }
        let place = self.reserve(digits.len());
        // SAFETY: room was reserved.
        self.next = unsafe { put(place, &digits) };
    }

    /// Writes a prefix and an integer.
    pub(crate) fn i128(&mut self, prefix: impl Prefix, value: i128) {
        if value < 0 {
            self.texts(prefix, "-");
            self.u128("", value.unsigned_abs());
        } else {
            self.u128(prefix, value.unsigned_abs());
        }
    }

    /// Writes a prefix and a number that is finite.
    #[inline(always)]
    pub(crate) fn f64(&mut self, prefix: impl Prefix, value: f64) {
        let mut digits = zmij::Buffer::new();
        self.float(prefix, digits.format_finite(value));
    }

    /// Writes a prefix and a number that is finite, with the digits that tell it from other `f32`.
    #[inline(always)]
    pub(crate) fn f32(&mut self, prefix: impl Prefix, value: f32) {
        let mut digits = zmij::Buffer::new();
        self.float(prefix, digits.format_finite(value));
    }

    #[inline(always)]
    fn float(&mut self, prefix: impl Prefix, digits: &str) {
        let place = self.reserve(prefix.room() + LONGEST_FLOAT);
        // SAFETY: room was reserved for both.
        let place = unsafe { prefix.put(place) };
        // SAFETY: as above: a finite number has at most 24 digits.
        self.next = unsafe { put_in_blocks(place, digits.as_bytes()) };
    }

    /// Writes a prefix and a string in quotes, with escapes where JSON asks for them.
    #[inline(always)]
    pub(crate) fn string(&mut self, prefix: impl Prefix, text: &str) {
        self.string_between(prefix, text, "\"");
    }

    /// Writes a comma, a name in quotes and a colon.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn name(&mut self, name: &str) {
        self.string_between(",", name, "\":");
    }

    /// Writes a prefix, a quote, a string, and what begins with the other quote.
    #[inline(always)]
    fn string_between(&mut self, prefix: impl Prefix, text: &str, suffix: &str) {
        let place = self.reserve(prefix.room() + text.len() + 1 + suffix.len() + SLACK);
        // SAFETY: room was reserved for the prefix and the quotes.
        let place = unsafe { prefix.put(place) };
        // SAFETY: as above.
        let place = unsafe { put(place, b"\"") };
        // SAFETY: room for the text was reserved.
        let clean = unsafe { escape::copy_clean(text.as_bytes(), place) };
        // SAFETY: so many bytes were copied.
        let place = unsafe { place.add(clean) };
        if clean == text.len() {
            // SAFETY: room was reserved for the prefix, the text, the quote and the suffix.
            self.next = unsafe { put(place, suffix.as_bytes()) };
        } else {
            self.next = place;
            self.escaped(&text.as_bytes()[clean..]);
            if let Some(after) = suffix.get(1..)
                && !after.is_empty()
            {
                self.text(after);
            }
        }
    }

    /// Writes a prefix and the first bytes of an array in quotes, if they are ASCII that needs no escape.
    /// Otherwise writes nothing.
    #[inline(always)]
    pub(crate) fn plain<const N: usize>(
        &mut self,
        prefix: impl Prefix,
        bytes: [u8; N],
        length: usize,
    ) -> bool {
        let length = length.min(N);
        if !escape::is_plain(&bytes, length) {
            return false;
        }
        let place = self.reserve(prefix.room() + N + 2);
        // SAFETY: room was reserved for the prefix, the array and its quotes.
        let place = unsafe { prefix.put(place) };
        // SAFETY: as above.
        let place = unsafe { put(place, b"\"") };
        // SAFETY: as above; no more of the bytes count than there are.
        let place = unsafe { put_block(place, bytes, length) };
        // SAFETY: as above.
        self.next = unsafe { put(place, b"\"") };
        true
    }

    /// Writes the rest of a string, which begins with a byte that needs an escape.
    #[inline(never)]
    fn escaped(&mut self, mut rest: &[u8]) {
        while let Some((&byte, after)) = rest.split_first() {
            let escape = escape::of(byte);
            let place = self.reserve(escape.len() + after.len() + 1 + SLACK);
            // SAFETY: room for the escape was reserved.
            let place = unsafe { put(place, escape) };
            // SAFETY: room for the rest was reserved.
            let clean = unsafe { escape::copy_clean(after, place) };
            // SAFETY: so many bytes were copied.
            self.next = unsafe { place.add(clean) };
            rest = &after[clean..];
        }
        // SAFETY: room for the quote was reserved with the last escape.
        self.next = unsafe { put(self.next, b"\"") };
    }
}

// What follows writes at a place and gives the place after it, so that a chain of it stays in a register:
// through the buffer, each step would wait for the one before to reach memory.

/// Writes bytes.
///
/// # Safety
///
/// There is room for them, and they are not a part of it.
#[inline(always)]
pub(crate) unsafe fn put(place: *mut u8, bytes: &[u8]) -> *mut u8 {
    // SAFETY: as for this function.
    unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: there is room for them, so the result is within the allocation or at its end.
    unsafe { place.add(bytes.len()) }
}

/// Writes bytes, those that are from 8 to 32 in two blocks that overlap, instead of a call.
///
/// # Safety
///
/// As [`put`].
#[inline(always)]
unsafe fn put_in_blocks(place: *mut u8, bytes: &[u8]) -> *mut u8 {
    #[inline(always)]
    unsafe fn two<const N: usize>(place: *mut u8, bytes: &[u8]) -> Option<*mut u8> {
        let (head, tail) = (bytes.first_chunk::<N>()?, bytes.last_chunk::<N>()?);
        if bytes.len() > 2 * N {
            return None;
        }
        // SAFETY: as for this function; the first block is a part of the bytes.
        let rest = unsafe { put_block(place, *head, bytes.len() - N) };
        // SAFETY: the last block ends where the bytes do.
        Some(unsafe { put_block(rest, *tail, N) })
    }

    // SAFETY: as for this function.
    if let Some(end) = unsafe { two::<16>(place, bytes) } {
        return end;
    }
    // SAFETY: as for this function.
    if let Some(end) = unsafe { two::<8>(place, bytes) } {
        return end;
    }
    // SAFETY: as for this function.
    unsafe { put(place, bytes) }
}

/// Writes a block of which the first bytes count.
///
/// # Safety
///
/// There is room for the whole block, and no more of it counts than there is.
#[inline(always)]
pub(crate) unsafe fn put_block<const N: usize>(
    place: *mut u8,
    block: [u8; N],
    counting: usize,
) -> *mut u8 {
    // SAFETY: as for this function.
    unsafe { place.cast::<[u8; N]>().write(block) };
    // SAFETY: as for this function.
    unsafe { place.add(counting) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Buffer<'_>)) -> String {
        let mut target = b"<".to_vec();
        let mut buffer = Buffer::new(&mut target);
        write(&mut buffer);
        buffer.finish();
        String::from_utf8(target.split_off(1)).expect("text")
    }

    #[test]
    fn integers_of_every_length_are_written() {
        let mut power = 1_u64;
        for _ in 0..20 {
            for value in [power - 1, power, power + 1, power.wrapping_mul(7)] {
                assert_eq!(written(|b| b.u64("", value)), value.to_string());
                let signed = -((value >> 1) as i64);
                assert_eq!(written(|b| b.i64(",", signed)), format!(",{signed}"));
            }
            power = power.wrapping_mul(10);
        }
        for value in [u64::MAX, 1 << 63] {
            assert_eq!(written(|b| b.u64("", value)), value.to_string());
        }
        assert_eq!(written(|b| b.i64("", i64::MIN)), i64::MIN.to_string());
    }

    #[test]
    fn wide_integers_are_written() {
        let values = [0, 1, u64::MAX.into(), 10_u128.pow(19), 10_u128.pow(38), u128::MAX];
        for value in values {
            assert_eq!(written(|b| b.u128("", value)), value.to_string());
        }
        for value in [i128::MIN, i128::MAX, -1, -(10_i128.pow(20))] {
            assert_eq!(written(|b| b.i128(":", value)), format!(":{value}"));
        }
    }

    #[test]
    fn floats_are_written_with_the_digits_that_tell_them_apart() {
        for value in [0.0, -0.0, 0.1, 1e300, 5e-324, f64::MAX, 123_456_789.125, 1.0 / 3.0] {
            let text = written(|b| b.f64("", value));
            assert_eq!(text.parse::<f64>().expect("a number").to_bits(), value.to_bits(), "{text}");
        }
        assert_eq!(written(|b| b.f32(",", 0.1)), ",0.1");
    }

    #[test]
    fn what_began_with_a_comma_gets_its_bracket() {
        let text = written(|b| {
            let start = b.len();
            b.texts(",", "1");
            b.bool(",", true);
            b.bool(",", false);
            b.close(start, b'[', b']');
            let start = b.len();
            b.close(start, b'{', b'}');
        });
        assert_eq!(text, "[1,true,false]{}");
    }

    #[test]
    fn strings_of_every_length_are_written_with_each_escape_at_each_place() {
        let specials =
            ["", "\"", "\\", "\n", "\u{1}", "\u{1f}", "\u{7f}", "é", "😀", "\"\"", "\n\\\t"];
        for length in 0..70_usize {
            for special in specials {
                for at in [0, 1, length / 2, length.saturating_sub(1), length] {
                    let at = at.min(length);
                    let plain = |count| "abcdefghij".chars().cycle().take(count);
                    let text: String =
                        plain(at).chain(special.chars()).chain(plain(length - at)).collect();
                    let expected = serde_json::to_string(&text).expect("text");
                    assert_eq!(written(|b| b.string("", &text)), expected);
                }
            }
        }
    }
}
