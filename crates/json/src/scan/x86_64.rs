//! Blocks in SSE2, which every x86-64 processor has, and long text in AVX2, which most have.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8,
    _mm_or_si128, _mm_set1_epi8, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_min_epu8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
};

use super::Masks;

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn masks(chunk: &[u8; 16]) -> Masks {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe { masks_sse2(chunk) }
}

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn space(chunk: &[u8; 16]) -> u32 {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe { space_sse2(chunk) }
}

#[target_feature(enable = "sse2")]
#[inline]
fn load(chunk: &[u8; 16]) -> __m128i {
    // SAFETY: sixteen bytes can be read through the reference, and the load needs no alignment.
    unsafe { _mm_loadu_si128(chunk.as_ptr().cast()) }
}

#[target_feature(enable = "sse2")]
#[inline]
fn masks_sse2(chunk: &[u8; 16]) -> Masks {
    let bytes = load(chunk);
    let (quote, backslash) = (equal(bytes, b'"'), equal(bytes, b'\\'));
    let control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    let stop = _mm_or_si128(_mm_or_si128(quote, backslash), control);
    Masks {
        stop: _mm_movemask_epi8(stop).cast_unsigned(),
        high: _mm_movemask_epi8(bytes).cast_unsigned(),
    }
}

#[target_feature(enable = "sse2")]
#[inline]
fn space_sse2(chunk: &[u8; 16]) -> u32 {
    let bytes = load(chunk);
    let blank = _mm_or_si128(equal(bytes, b' '), equal(bytes, b'\t'));
    let line = _mm_or_si128(equal(bytes, b'\n'), equal(bytes, b'\r'));
    _mm_movemask_epi8(_mm_or_si128(blank, line)).cast_unsigned()
}

#[target_feature(enable = "sse2")]
#[inline]
fn equal(bytes: __m128i, byte: u8) -> __m128i {
    _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed()))
}

/// How many bytes of long text stand before a stop or before the last incomplete block, and a
/// number other than 0 if one of them is outside of ASCII. `None` where the processor cannot.
#[inline]
pub(super) fn long(rest: &[u8]) -> Option<(usize, u32)> {
    if !std::is_x86_feature_detected!("avx2") {
        return None;
    }
    // SAFETY: the processor has AVX2.
    Some(unsafe { long_avx2(rest) })
}

#[target_feature(enable = "avx2")]
fn long_avx2(rest: &[u8]) -> (usize, u32) {
    let mut high = 0;
    let mut at = 0;
    while let Some(chunk) = rest[at..].first_chunk::<64>() {
        let (left, right) = chunk.split_at(32);
        let (Some(left), Some(right)) = (left.first_chunk(), right.first_chunk()) else { break };
        let (left, right) = (load_avx2(left), load_avx2(right));
        let stops = (stops_avx2(left), stops_avx2(right));
        if _mm256_movemask_epi8(_mm256_or_si256(stops.0, stops.1)) == 0 {
            high |= _mm256_movemask_epi8(_mm256_or_si256(left, right)).cast_unsigned();
            at += 64;
            continue;
        }
        let first = _mm256_movemask_epi8(stops.0).cast_unsigned();
        let second = _mm256_movemask_epi8(stops.1).cast_unsigned();
        let stop = u64::from(first) | u64::from(second) << 32;
        let seen = u64::from(_mm256_movemask_epi8(left).cast_unsigned())
            | u64::from(_mm256_movemask_epi8(right).cast_unsigned()) << 32;
        let len = stop.trailing_zeros();
        let before = seen & ((1 << len) - 1);
        return (at + len as usize, high | u32::from(before != 0));
    }
    (at, high)
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_avx2(chunk: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes can be read through the reference, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(chunk.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn stops_avx2(bytes: __m256i) -> __m256i {
    let quote = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'"'.cast_signed()));
    let backslash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\\'.cast_signed()));
    let control = _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1F)), bytes);
    _mm256_or_si256(_mm256_or_si256(quote, backslash), control)
}
