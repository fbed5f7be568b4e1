//! A perfect hash of names, found when the derive runs.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

/// Where there is no name.
const NONE: u8 = 255;

/// Names beyond these are searched one by one.
const MOST_NAMES: usize = 254;

/// How many multipliers are tried before the table is doubled.
const TRIES: usize = 200;

/// Tables do not grow beyond 2 to this power: 254 names fit after some fifty tries.
const MOST_BITS: u32 = 13;

/// The lookup of names, each with the index that it stands for. One without a table if there are none, too
/// many, or two that have the same word.
pub(crate) fn lookup(names: &[(&str, usize)], krate: &Path) -> TokenStream {
    match find(names) {
        Some((multiplier, shift, table)) => quote! {
            #krate::shape::Lookup { multiplier: #multiplier, shift: #shift, table: &[#(#table),*] }
        },
        None => quote!(#krate::shape::Lookup::EMPTY),
    }
}

fn find(names: &[(&str, usize)]) -> Option<(u64, u32, Vec<u8>)> {
    if names.is_empty() || names.len() > MOST_NAMES {
        return None;
    }
    let words = names.iter().map(|&(name, index)| {
        let index = u8::try_from(index).ok().filter(|&index| index != NONE)?;
        Some((key_word(name.as_bytes()), index))
    });
    let mut words: Vec<(u64, u8)> = words.collect::<Option<_>>()?;
    // No multiplier tells equal words apart.
    words.sort_unstable();
    if words.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return None;
    }
    let mut bits = (usize::BITS - names.len().leading_zeros()).max(1);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut table = Vec::new();
    while bits <= MOST_BITS {
        for _ in 0..TRIES {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let (multiplier, shift) = (random | 1, 64 - bits);
            if fill(&mut table, &words, multiplier, shift) {
                return Some((multiplier, shift, table));
            }
        }
        bits += 1;
    }
    None
}

/// Whether all words have places of their own in the table, which is right only then.
fn fill(table: &mut Vec<u8>, words: &[(u64, u8)], multiplier: u64, shift: u32) -> bool {
    table.clear();
    table.resize(1 << (64 - shift), NONE);
    words.iter().all(|&(word, index)| {
        let place = &mut table[(word.wrapping_mul(multiplier) >> shift) as usize];
        std::mem::replace(place, index) == NONE
    })
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
        let names: Vec<String> = (0..254).map(|number| format!("property_{number}")).collect();
        for count in [1, 2, 5, 22, 64, 100, 200, 254] {
            let names: Vec<_> = names.iter().map(String::as_str).zip(0..).take(count).collect();
            let (multiplier, shift, table) = find(&names).expect("there is one");
            for &(name, index) in &names {
                let hash = key_word(name.as_bytes()).wrapping_mul(multiplier) >> shift;
                assert_eq!(usize::from(table[hash as usize]), index, "{name}");
            }
            let empty = table.iter().filter(|&&index| index == NONE).count();
            assert_eq!(table.len() - empty, count);
            assert_eq!(find(&names), Some((multiplier, shift, table)), "the same every time");
        }
    }

    #[test]
    fn aliases_stand_for_the_same_field() {
        let names = [("colour", 0), ("color", 0), ("size", 1)];
        let (multiplier, shift, table) = find(&names).expect("there is one");
        for (name, index) in names {
            let hash = key_word(name.as_bytes()).wrapping_mul(multiplier) >> shift;
            assert_eq!(usize::from(table[hash as usize]), index, "{name}");
        }
    }

    #[test]
    fn some_names_get_no_table() {
        // They differ in the middle only, which the word does not look at.
        assert_eq!(find(&[("12345678_a_12345678", 0), ("12345678_b_12345678", 1)]), None);
        assert_eq!(find(&[]), None);
        let names: Vec<String> = (0..255).map(|number| format!("f{number}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).zip(0..).collect();
        assert_eq!(find(&names), None);
        assert_eq!(find(&[("far", 255)]), None);
    }

    /// `apograph-core` has a test with the same table.
    #[test]
    fn words_are_those_of_the_core() {
        let words = [
            ("", 0),
            ("a", 0x0100_0000_0061_6161),
            ("id", 0x0200_0000_0064_6469),
            ("name", 0x08ad_ac2d_a56d_616e),
            ("seven77", 0x01e6_edcc_c576_6573),
            ("username", 0xa321_cf00_dec8_df58),
            ("createTime", 0xeffa_e958_cdc8_df49),
            ("a_rather_long_name_of_a_field", 0x43ae_845f_8dff_d3cc),
        ];
        for (name, word) in words {
            assert_eq!(key_word(name.as_bytes()), word, "{name}");
        }
    }
}
