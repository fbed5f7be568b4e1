//! Digits of integers.
//!
//! A number is halved until its digits stand apart: into parts of eight digits, four, two, one. Each halving is
//! a multiplication by a rounded reciprocal, for all parts at once: eight digits in a word, or sixteen in a
//! vector. Known since D. Lemire and W. Muła, "Converting integers to decimal strings faster" (2021-2022), and
//! P. Khuong, "How to print integers really fast" (2017).

#![expect(unsafe_code, reason = "digits are written in whole blocks behind a check by the caller")]

use crate::buffer::put_block;

/// How many bytes have to be writable: digits are written in blocks.
pub(crate) const ROOM: usize = 24;

const E8: u64 = 100_000_000;
const E16: u64 = E8 * E8;

/// Eight zeros as text.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Writes the digits of a number, and gives the place after them.
///
/// # Safety
///
/// [`ROOM`] bytes can be written.
#[inline(always)]
pub(crate) unsafe fn put_digits(place: *mut u8, value: u64) -> *mut u8 {
    if value < E8 {
        // SAFETY: as for this function.
        unsafe { put_first_digits(place, value as u32) }
    } else {
        // SAFETY: as for this function.
        unsafe { put_many_digits(place, value) }
    }
}

/// Writes the digits of a number of 10⁸ or more.
///
/// # Safety
///
/// As [`put_digits`].
#[inline(never)]
unsafe fn put_many_digits(place: *mut u8, value: u64) -> *mut u8 {
    if value < E16 {
        // SAFETY: as for this function.
        let place = unsafe { put_first_digits(place, (value / E8) as u32) };
        let digits = digits_of((value % E8) as u32) | ZEROS;
        // SAFETY: no more than eight bytes were written, and there is room for 24.
        unsafe { put_block(place, digits.to_le_bytes(), 8) }
    } else {
        // SAFETY: as for this function; a word has at most four digits more than sixteen.
        let place = unsafe { put_first_four(place, (value / E16) as u32) };
        // SAFETY: no more than four bytes were written, and there is room for 24.
        unsafe { put_block(place, sixteen_digits(value % E16), 16) }
    }
}

/// Writes a number below 10⁸ without leading zeros.
///
/// # Safety
///
/// There is room for eight bytes.
#[inline(always)]
unsafe fn put_first_digits(place: *mut u8, value: u32) -> *mut u8 {
    let digits = digits_of(value);
    // The last digit counts, be it a zero.
    let leading = (digits | 1 << 56).trailing_zeros() / 8;
    let text = (digits | ZEROS) >> (8 * leading);
    // SAFETY: as for this function; at most seven zeros lead.
    unsafe { put_block(place, text.to_le_bytes(), 8 - leading as usize) }
}

/// Writes a number below 10⁴ without leading zeros.
///
/// # Safety
///
/// There is room for four bytes.
#[inline(always)]
unsafe fn put_first_four(place: *mut u8, value: u32) -> *mut u8 {
    let hundreds = (value * 5_243) >> 19;
    let twos = hundreds | (value - hundreds * 100) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f;
    let digits = tens | (twos - tens * 10) << 8;
    // The last digit counts, be it a zero.
    let leading = (digits | 1 << 24).trailing_zeros() / 8;
    let text = (digits | ZEROS as u32) >> (8 * leading);
    // SAFETY: as for this function; at most three zeros lead.
    unsafe { put_block(place, text.to_le_bytes(), 4 - leading as usize) }
}

/// The eight digits of a number below 10⁸, a byte each, the first in the lowest.
#[inline(always)]
fn digits_of(value: u32) -> u64 {
    let fours = u64::from(value / 10_000) | u64::from(value % 10_000) << 32;
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let tens = ((twos * 103) >> 10) & 0x0f_000f_000f_000f;
    tens | (twos - tens * 10) << 8
}

/// The sixteen digits of a number below 10¹⁶ as text.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sixteen_digits(value: u64) -> [u8; 16] {
    use std::arch::x86_64::{
        __m128i, _mm_mul_epu32, _mm_mulhi_epu16, _mm_mullo_epi16, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8, _mm_set1_epi16, _mm_set1_epi64x, _mm_slli_epi16, _mm_slli_epi32,
        _mm_slli_epi64, _mm_srli_epi16, _mm_srli_epi64, _mm_storeu_si128, _mm_sub_epi16,
        _mm_sub_epi64,
    };

    #[inline]
    #[target_feature(enable = "sse2")]
    fn digits(value: u64) -> [u8; 16] {
        // Two lanes of eight digits.
        let eights = _mm_set_epi64x((value % E8) as i64, (value / E8) as i64);
        // Four of four: 2⁴⁵ / 10⁴, rounded up, is exact enough for 32 bits.
        let high = _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(0xd1b7_1759)), 45);
        let low = _mm_sub_epi64(eights, _mm_mul_epu32(high, _mm_set1_epi64x(10_000)));
        let fours = _mm_or_si128(high, _mm_slli_epi64(low, 32));
        // Eight of two: 2¹⁹ / 100, of numbers below 10⁴.
        let high = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5_243)), 3);
        let low = _mm_sub_epi16(fours, _mm_mullo_epi16(high, _mm_set1_epi16(100)));
        let twos = _mm_or_si128(high, _mm_slli_epi32(low, 16));
        // Sixteen of one: 2¹⁶ / 10, of numbers below 100.
        let high = _mm_mulhi_epu16(twos, _mm_set1_epi16(6_554));
        let low = _mm_sub_epi16(twos, _mm_mullo_epi16(high, _mm_set1_epi16(10)));
        let ones = _mm_or_si128(high, _mm_slli_epi16(low, 8));
        let text = _mm_or_si128(ones, _mm_set1_epi8(b'0' as i8));
        let mut bytes = [0; 16];
        // SAFETY: the array has sixteen bytes, and the store asks for no alignment.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast::<__m128i>(), text) };
        bytes
    }

    // SAFETY: every processor of this architecture has SSE2.
    unsafe { digits(value) }
}

/// The sixteen digits of a number below 10¹⁶ as text.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn sixteen_digits(value: u64) -> [u8; 16] {
    let first = u128::from(digits_of((value / E8) as u32) | ZEROS);
    let last = u128::from(digits_of((value % E8) as u32) | ZEROS);
    (first | last << 64).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: u64) -> String {
        let mut bytes = [0; ROOM];
        // SAFETY: all of them can be written.
        let end = unsafe { put_digits(bytes.as_mut_ptr(), value) };
        let length = end.addr() - bytes.as_ptr().addr();
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }

    #[test]
    fn the_digits_are_those_of_the_standard_library() {
        for value in 0..=99_999 {
            assert_eq!(text(value), value.to_string());
        }
        // All lengths, with zeros and nines at all places.
        for power in (0..20).map(|exponent| 10_u64.pow(exponent)) {
            for digit in 1..=9 {
                let Some(round) = power.checked_mul(digit) else { continue };
                for near in [round - 1, round, round + 1, u64::MAX - round, u64::MAX / round] {
                    assert_eq!(text(near), near.to_string());
                }
            }
        }
        for first in 1..=1_844_u64 {
            let value = first * E16 + 70_000_000_000_001;
            assert_eq!(text(value), value.to_string());
        }
        let mut value = 1_u64;
        for step in 0..200_000 {
            value = value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step);
            let shorter = value >> (step % 64);
            assert_eq!(text(shorter), shorter.to_string());
        }
    }
}
