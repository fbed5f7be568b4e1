//! Copying of strings up to the first byte that JSON wants escaped.
//!
//! Text is copied and looked at in one go, sixteen bytes at a time. Its last block overlaps the one before
//! it, so that no byte outside of it is read.

#![expect(unsafe_code, reason = "blocks are read and written without a check for each")]

/// The escape of a byte that needs one.
#[inline]
pub(crate) fn of(byte: u8) -> &'static [u8] {
    static CONTROLS: [[u8; 6]; 32] = {
        let mut controls = [*b"\\u0000"; 32];
        let digits = b"0123456789abcdef";
        let mut control = 0;
        while control < 32 {
            controls[control][4] = digits[control >> 4];
            controls[control][5] = digits[control & 15];
            control += 1;
        }
        controls
    };
    match byte {
        b'"' => b"\\\"",
        b'\\' => b"\\\\",
        b'\n' => b"\\n",
        b'\r' => b"\\r",
        b'\t' => b"\\t",
        0x08 => b"\\b",
        0x0c => b"\\f",
        control => &CONTROLS[usize::from(control & 31)],
    }
}

#[inline(always)]
fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Copies bytes up to the first that needs an escape, and says how many.
///
/// # Safety
///
/// `target` is valid for writes of as many bytes as the text has, and not a part of it.
#[inline(always)]
pub(crate) unsafe fn copy_clean(text: &[u8], target: *mut u8) -> usize {
    let length = text.len();
    if length >= 16 {
        // SAFETY: as for this function, and the text is long enough.
        unsafe { copy_long(text, target) }
    } else if length >= 8 {
        // SAFETY: as for this function, and the text is from 8 to 16 bytes long.
        unsafe { copy_pair::<8>(text, target) }
    } else if length >= 4 {
        // SAFETY: as for this function, and the text is from 4 to 8 bytes long.
        unsafe { copy_pair::<4>(text, target) }
    } else {
        for (index, &byte) in text.iter().enumerate() {
            if needs_escape(byte) {
                return index;
            }
            // SAFETY: the index is below the length of the text.
            let place = unsafe { target.add(index) };
            // SAFETY: as above.
            unsafe { place.write(byte) };
        }
        length
    }
}

/// # Safety
///
/// As [`copy_clean`]. The text has from `N` to 2 `N` bytes.
#[inline(always)]
unsafe fn copy_pair<const N: usize>(text: &[u8], target: *mut u8) -> usize {
    let (Some(head), Some(tail)) = (text.first_chunk::<N>(), text.last_chunk::<N>()) else {
        return 0;
    };
    // SAFETY: the text has at least `N` bytes, and so has the target.
    unsafe { target.cast::<[u8; N]>().write(*head) };
    // SAFETY: as above.
    let place = unsafe { target.add(text.len() - N) };
    // SAFETY: as above.
    unsafe { place.cast::<[u8; N]>().write(*tail) };
    let mut both = [b' '; 16];
    both[..N].copy_from_slice(head);
    both[N..2 * N].copy_from_slice(tail);
    if special(&both) == 0 { text.len() } else { first_special(text) }
}

/// # Safety
///
/// As [`copy_clean`]. The text has at least 16 bytes.
#[inline(always)]
unsafe fn copy_long(text: &[u8], target: *mut u8) -> usize {
    let last = text.len() - 16;
    let mut at = 0;
    while at < last {
        // SAFETY: a block at a position up to `last` is within the text.
        let source = unsafe { text.as_ptr().add(at) };
        // SAFETY: as above.
        let block = unsafe { source.cast::<[u8; 16]>().read() };
        // SAFETY: the target is as long as the text.
        let place = unsafe { target.add(at) };
        // SAFETY: as above.
        unsafe { place.cast::<[u8; 16]>().write(block) };
        let found = special(&block);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += 16;
    }
    // SAFETY: as above.
    let source = unsafe { text.as_ptr().add(last) };
    // SAFETY: as above.
    let block = unsafe { source.cast::<[u8; 16]>().read() };
    // SAFETY: as above.
    let place = unsafe { target.add(last) };
    // SAFETY: as above.
    unsafe { place.cast::<[u8; 16]>().write(block) };
    let found = special(&block);
    if found == 0 { text.len() } else { last + found.trailing_zeros() as usize }
}

#[cold]
#[inline(never)]
fn first_special(text: &[u8]) -> usize {
    text.iter().position(|&byte| needs_escape(byte)).unwrap_or(text.len())
}

/// A bit for each byte that needs an escape, the lowest for the first.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn special(block: &[u8; 16]) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };

    #[inline]
    #[target_feature(enable = "sse2")]
    fn mask(block: &[u8; 16]) -> u32 {
        // SAFETY: the block has sixteen bytes, and the load asks for no alignment.
        let bytes = unsafe { _mm_loadu_si128(block.as_ptr().cast::<__m128i>()) };
        let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
        let backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
        let controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
        let all = _mm_or_si128(_mm_or_si128(quotes, backslashes), controls);
        _mm_movemask_epi8(all) as u32
    }

    // SAFETY: every processor of this architecture has SSE2.
    unsafe { mask(block) }
}

/// A bit for each byte that needs an escape, the lowest for the first.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn special(block: &[u8; 16]) -> u32 {
    let mut found = 0;
    for (index, &byte) in block.iter().enumerate() {
        found |= u32::from(needs_escape(byte)) << index;
    }
    found
}

/// Whether the first bytes of an array are ASCII that needs no escape. Of more than 64 this is not said.
#[inline(always)]
pub(crate) fn is_plain<const N: usize>(bytes: &[u8; N], length: usize) -> bool {
    if N > 64 || length == 0 {
        return false;
    }
    let mut found = 0;
    for (index, part) in bytes.chunks(16).enumerate() {
        let mut block = [b'0'; 16];
        block[..part.len()].copy_from_slice(part);
        found |= u64::from(not_plain(&block)) << (16 * index);
    }
    // The bytes after the text come last, as the highest bits.
    found << (64 - length) == 0
}

/// A bit for each byte that is not ASCII or needs an escape, the lowest for the first.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn not_plain(block: &[u8; 16]) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };

    #[inline]
    #[target_feature(enable = "sse2")]
    fn mask(block: &[u8; 16]) -> u32 {
        // SAFETY: the block has sixteen bytes, and the load asks for no alignment.
        let bytes = unsafe { _mm_loadu_si128(block.as_ptr().cast::<__m128i>()) };
        let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
        let backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
        // Bytes that are not ASCII are negative.
        let others = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
        _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, backslashes), others)) as u32
    }

    // SAFETY: every processor of this architecture has SSE2.
    unsafe { mask(block) }
}

/// A bit for each byte that is not ASCII or needs an escape, the lowest for the first.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn not_plain(block: &[u8; 16]) -> u32 {
    let mut found = 0;
    for (index, &byte) in block.iter().enumerate() {
        found |= u32::from(needs_escape(byte) || !byte.is_ascii()) << index;
    }
    found
}

/// Writes a string in quotes, with an escape for each character beyond ASCII too.
pub(crate) fn quote_ascii(text: &str, target: &mut String) {
    target.push('"');
    for character in text.chars() {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => match std::str::from_utf8(of(byte)) {
                Ok(escape) if needs_escape(byte) => target.push_str(escape),
                _ => target.push(character),
            },
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    target.push_str("\\u");
                    for shift in [12, 8, 4, 0] {
                        let digit = u32::from(*unit >> shift & 15);
                        target.extend(char::from_digit(digit, 16));
                    }
                }
            }
        }
    }
    target.push('"');
}
