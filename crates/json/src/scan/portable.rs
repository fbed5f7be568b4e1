//! Blocks as two words, for processors without code of their own.

use super::Masks;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

#[inline]
fn words(chunk: &[u8; 16]) -> [u64; 2] {
    let word = u128::from_le_bytes(*chunk);
    #[expect(clippy::cast_possible_truncation, reason = "the halves of the word")]
    [word as u64, (word >> 64) as u64]
}

/// The high bit of each byte that is `byte`, and no other bit.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    let difference = word ^ (ONES * u64::from(byte));
    !(((difference & !HIGH) + !HIGH) | difference) & HIGH
}

/// The high bit of each byte below 0x20.
#[inline]
fn control(word: u64) -> u64 {
    !(((word & !HIGH) + ONES * 0x60) | word) & HIGH
}

/// One bit for each byte from the high bits of two words.
#[inline]
fn gather(flags: [u64; 2]) -> u32 {
    let [low, high] =
        flags.map(|flags| (flags >> 7).wrapping_mul(0x0102_0408_1020_4080).wrapping_shr(56));
    #[expect(clippy::cast_possible_truncation, reason = "eight bits each")]
    let both = (low | high << 8) as u32;
    both
}

#[inline]
pub(super) fn masks(chunk: &[u8; 16]) -> Masks {
    let words = words(chunk);
    let stop = words.map(|word| equal(word, b'"') | equal(word, b'\\') | control(word));
    Masks { stop: gather(stop), high: gather(words.map(|word| word & HIGH)) }
}

#[inline]
pub(super) fn space(chunk: &[u8; 16]) -> u32 {
    gather(words(chunk).map(|word| {
        equal(word, b' ') | equal(word, b'\t') | equal(word, b'\n') | equal(word, b'\r')
    }))
}

/// No wider vectors.
#[inline]
pub(super) fn long(_rest: &[u8]) -> Option<(usize, u32)> {
    None
}
