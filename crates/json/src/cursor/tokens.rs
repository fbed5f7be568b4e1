//! The number of tokens, for readers that limit it.

use crate::read_options::ReadOptions;
use crate::scan;

/// Where the first token stands that is one too many.
///
/// Faults of the grammar are left to the reader: this only has to count no less than it would.
#[cold]
pub(super) fn offset_of(input: &[u8], max: usize, options: &ReadOptions) -> Option<usize> {
    let mut at = 0;
    let mut left = max;
    while let Some(&byte) = input.get(at) {
        let rest = &input[at..];
        let len = match byte {
            b',' | b':' => 0,
            _ if scan::is_space(byte) => 0,
            b'/' if options.comments && rest.starts_with(b"//") => {
                at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if options.comments && rest.starts_with(b"/*") => {
                let body = rest[2..].windows(2).position(|pair| pair == b"*/");
                at += body.map_or(rest.len(), |len| len + 4);
                continue;
            }
            b'{' | b'}' | b'[' | b']' => 1,
            b'"' => quoted(rest, b'"'),
            b'\'' if options.single_quotes => quoted(rest, b'\''),
            _ => rest.iter().position(|&byte| ends_word(byte)).unwrap_or(rest.len()).max(1),
        };
        if len > 0 {
            left = match left.checked_sub(1) {
                Some(left) => left,
                None => return Some(at),
            };
        }
        at += len.max(1);
    }
    None
}

fn ends_word(byte: u8) -> bool {
    scan::is_space(byte) || matches!(byte, b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"' | b'/')
}

/// The length of a string with its quotes.
fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}
