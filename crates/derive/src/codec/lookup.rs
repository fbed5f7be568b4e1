//! A perfect hash of names, found when the derive runs.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

/// Where there is no name.
const NONE: u8 = 255;

/// How many multipliers are tried before the table is doubled.
const TRIES: usize = 200;

/// The lookup of names, each with the index that it stands for. One without a table if there are none, or
/// more than a byte counts.
pub(crate) fn lookup(names: &[(&str, usize)], krate: &Path) -> TokenStream {
    match find(names) {
        Some((multiplier, shift, table)) => quote! {
            #krate::shape::Lookup { multiplier: #multiplier, shift: #shift, table: &[#(#table),*] }
        },
        None => quote!(#krate::shape::Lookup::EMPTY),
    }
}

fn find(names: &[(&str, usize)]) -> Option<(u64, u32, Vec<u8>)> {
    if names.is_empty() || names.len() > 120 || names.iter().any(|&(_, index)| index >= 255) {
        return None;
    }
    let mut bits = (usize::BITS - names.len().leading_zeros()).max(1);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    while bits <= 12 {
        for _ in 0..TRIES {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let (multiplier, shift) = (random | 1, 64 - bits);
            if let Some(table) = table(names, multiplier, shift) {
                return Some((multiplier, shift, table));
            }
        }
        bits += 1;
    }
    None
}

/// The table for a multiplier, unless two names fall together.
fn table(names: &[(&str, usize)], multiplier: u64, shift: u32) -> Option<Vec<u8>> {
    let mut table = vec![NONE; 1 << (64 - shift)];
    for &(name, index) in names {
        let place =
            &mut table[(key_word(name.as_bytes()).wrapping_mul(multiplier) >> shift) as usize];
        if *place != NONE {
            return None;
        }
        *place = index as u8;
    }
    Some(table)
}

/// The word of a name. The crate `apograph-core` computes the same from the names that it reads.
fn key_word(name: &[u8]) -> u64 {
    let length = name.len();
    let word = |at: usize| {
        name.get(at..).and_then(|rest| rest.first_chunk()).map(|b| u64::from_le_bytes(*b))
    };
    let half = |at: usize| {
        let bytes = name.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map(|bytes| u64::from(u32::from_le_bytes(*bytes)))
    };
    let (first, last) = if let (Some(first), Some(last)) = (word(0), word(length.wrapping_sub(8))) {
        (first, last)
    } else if let (Some(first), Some(last)) = (half(0), half(length.wrapping_sub(4))) {
        (first, last)
    } else if let (Some(&first), Some(&middle), Some(&last)) =
        (name.first(), name.get(length / 2), name.last())
    {
        (u64::from(first) | u64::from(middle) << 8 | u64::from(last) << 16, 0)
    } else {
        (0, 0)
    };
    first ^ last.rotate_left(29) ^ (length as u64) << 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_place_of_its_own() {
        let names: Vec<String> = (0..100).map(|number| format!("field_{number}_of_many")).collect();
        for count in [1, 2, 5, 22, 64, 100] {
            let names: Vec<_> = names.iter().map(String::as_str).zip(0..).take(count).collect();
            let (multiplier, shift, table) = find(&names).expect("there is one");
            for &(name, index) in &names {
                let hash = key_word(name.as_bytes()).wrapping_mul(multiplier) >> shift;
                assert_eq!(usize::from(table[hash as usize]), index, "{name}");
            }
        }
    }

    #[test]
    fn names_that_have_the_same_word_get_no_table() {
        // They differ in the middle only, which the word does not look at.
        assert!(find(&[("12345678_a_12345678", 0), ("12345678_b_12345678", 1)]).is_none());
        assert!(find(&[]).is_none());
    }
}
