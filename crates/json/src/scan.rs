//! Searches through bytes, sixteen or more at a time.
//!
//! Every load is of an array inside the slice, so nothing outside of the input is ever read: the
//! last few bytes are looked at through the last full block of the input.

#![expect(unsafe_code, reason = "vector loads, and functions for processors found at run time")]

/// Where the body of a string stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// How many bytes stand before the first quote, backslash or control character; all of them if
    /// there is none.
    pub(crate) len: usize,
    /// Whether one of those bytes is outside of ASCII.
    pub(crate) high: bool,
}

/// Bit n stands for byte n of a block.
#[derive(Clone, Copy)]
struct Masks {
    stop: u32,
    high: u32,
}

/// The first quote, backslash or control character of `rest`, which has to be the end of `input`.
///
/// Most strings stop within the first two blocks, which are looked at in line.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn string_stop(rest: &[u8], input: &[u8]) -> Stop {
    let Some(first) = rest.first_chunk::<16>() else { return last_block(rest, input) };
    let a = block::masks(first);
    if a.stop != 0 {
        return stop_in(a, 0, 0);
    }
    if let Some(second) = rest[16..].first_chunk::<16>() {
        let b = block::masks(second);
        if b.stop != 0 {
            return stop_in(b, 16, a.high);
        }
    }
    string_stop_from(rest, input, a.high)
}

/// The same in a block: 32 if none is there.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn stop_in_block(block: &[u8; 32]) -> Stop {
    let (halves, _) = block.as_chunks::<16>();
    let [first, second] = [block::masks(&halves[0]), block::masks(&halves[1])];
    let stop = first.stop | second.stop << 16;
    let high = first.high | second.high << 16;
    let len = stop.trailing_zeros();
    Stop { len: len as usize, high: u64::from(high) & ((1 << len) - 1) != 0 }
}

#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn stop_in(masks: Masks, before: usize, high: u32) -> Stop {
    let len = masks.stop.trailing_zeros();
    let high = high | masks.high & ((1 << len) - 1);
    Stop { len: before + len as usize, high: high != 0 }
}

/// The search beyond the first block, of which `high` is known.
#[inline(never)]
fn string_stop_from(rest: &[u8], input: &[u8], high: u32) -> Stop {
    let mut high = high;
    let mut at = 16;
    while let Some(chunk) = rest[at..].first_chunk::<16>() {
        // Wide vectors pay only where the text is long.
        if at == 64
            && rest.len() >= 128
            && let Some((len, seen)) = block::long(&rest[at..])
        {
            high |= seen;
            at += len;
            if rest.get(at).is_some_and(|&byte| is_stop(byte)) {
                return Stop { len: at, high: high != 0 };
            }
            continue;
        }
        let masks = block::masks(chunk);
        if masks.stop != 0 {
            return stop_in(masks, at, high);
        }
        high |= masks.high;
        at += 16;
    }
    let tail = last_block(&rest[at..], input);
    Stop { len: at + tail.len, high: tail.high || high != 0 }
}

/// The same for less than a block, read as the end of the last full block of the input.
#[inline(never)]
fn last_block(rest: &[u8], input: &[u8]) -> Stop {
    let Some(last) = input.last_chunk::<16>() else { return byte_by_byte(rest) };
    let before = 16 - rest.len();
    let masks = block::masks(last);
    let masks = Masks { stop: masks.stop >> before, high: masks.high >> before };
    if masks.stop == 0 {
        return Stop { len: rest.len(), high: masks.high != 0 };
    }
    stop_in(masks, 0, 0)
}

fn byte_by_byte(rest: &[u8]) -> Stop {
    let len = rest.iter().position(|&byte| is_stop(byte)).unwrap_or(rest.len());
    Stop { len, high: !rest[..len].is_ascii() }
}

#[inline]
fn is_stop(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// How many bytes of `rest` are white space, of the first sixteen.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn space_in_block(block: &[u8; 16]) -> usize {
    (!block::space(block)).trailing_zeros().min(16) as usize
}

/// How many bytes of white space stand before the first other byte.
#[inline]
pub(crate) fn space(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(chunk) = rest[at..].first_chunk::<16>() {
        let len = space_in_block(chunk);
        at += len;
        if len < 16 {
            return at;
        }
    }
    let tail = rest[at..].iter().position(|byte| !is_space(*byte));
    tail.map_or(rest.len(), |len| at + len)
}

#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

#[cfg(target_arch = "x86_64")]
#[path = "scan/x86_64.rs"]
mod block;

#[cfg(not(target_arch = "x86_64"))]
#[path = "scan/portable.rs"]
mod block;

/// Tested on every processor, whether used there or not.
#[cfg(all(test, target_arch = "x86_64"))]
#[path = "scan/portable.rs"]
mod portable;

#[cfg(test)]
#[path = "scan/tests.rs"]
mod tests;
