use std::collections::{BTreeSet, HashSet};
use std::hash::BuildHasher;

use super::*;

/// Texts of all lengths around the limits, of one byte and of several bytes a character.
fn texts() -> impl Iterator<Item = String> {
    (0..60).flat_map(|length| {
        let letters = |offset: usize| {
            (0..length).map(move |at| char::from(b'a' + ((at * 7 + offset) % 26) as u8))
        };
        let last_differs: String = letters(0).take(length.saturating_sub(1)).chain(['~']).collect();
        let umlauts: String = "äß€😀".chars().cycle().take(length / 3).collect();
        [letters(0).collect(), letters(1).collect(), last_differs, umlauts, "\0".repeat(length)]
    })
}

#[test]
fn a_text_is_what_it_was_made_of() {
    for from in texts() {
        let text = Text::new(&from);
        assert_eq!(text.as_str(), from);
        assert_eq!(text.is_inline(), from.len() <= 23);
        assert_eq!(text.clone(), text);
        assert_eq!(String::from(text.clone()), from);
        assert_eq!(&*Box::<str>::from(text.clone()), from);
        assert_eq!(Text::from(from.clone()), text);
        assert_eq!(Text::from(from.clone().into_boxed_str()), text);
        assert_eq!(Text::from(Cow::Borrowed(&*from)), text);
        assert_eq!(format!("{text} {text:?}"), format!("{from} {from:?}"));
        if text.is_inline() {
            assert_eq!(Text::inline(&from), text);
            let mut window = [0xff; 24];
            window[..from.len()].copy_from_slice(from.as_bytes());
            // SAFETY: they are those of a text.
            let window = unsafe { Text::from_window_unchecked(&window, from.len()) };
            assert!(window.short() == text.short());
        }
    }
}

#[test]
fn texts_compare_and_hash_as_str_does() {
    let hasher = std::hash::RandomState::new();
    let all: Vec<String> = texts().collect();
    for a in &all {
        let text = Text::new(a);
        assert_eq!(hasher.hash_one(&text), hasher.hash_one(a.as_str()));
        for b in &all {
            let other = Text::new(b);
            assert_eq!(text == other, a == b, "{a:?} {b:?}");
            assert_eq!(text.cmp(&other), a.cmp(b));
            assert!(a != b || text.mix() == other.mix());
        }
    }
    let hashed: HashSet<Text> = all.iter().map(Text::from).collect();
    let sorted: BTreeSet<Text> = all.iter().map(Text::from).collect();
    assert!(all.iter().all(|text| hashed.contains(&**text) && sorted.contains(&**text)));
}

#[test]
fn every_text_can_take_the_place_of_every_other() {
    let all: Vec<String> = texts().collect();
    for a in &all {
        for b in &all {
            let mut text = Text::new(a);
            let address = text.as_ptr();
            text.assign(b);
            assert_eq!(text, *b);
            assert!(a.len() <= 23 || b.len() > a.len() || text.as_ptr() == address);
            let mut text = Text::new(a);
            text.clone_from(&Text::new(b));
            assert_eq!(text, *b);
        }
    }
}

#[test]
fn a_text_that_is_assigned_again_and_again_stops_allocating() {
    let mut text = Text::new(&"a".repeat(30));
    text.assign(&"b".repeat(50));
    let address = text.as_ptr();
    for length in [64, 24, 8, 40, 63, 0, 24, 23, 64] {
        let other = "é".repeat(length / 2);
        text.assign(&other);
        assert_eq!(text, other);
        assert_eq!(text.as_ptr(), address);
        let new = Text::new(&other);
        assert!(text == new && text.mix() == new.mix());
        assert_eq!(text.clone().is_inline(), new.is_inline());
    }
    assert_eq!(String::from(text).capacity(), 64);
}

#[test]
fn what_is_mostly_spare_is_given_back() {
    let mut from = String::with_capacity(1_000);
    from.push_str("a text of more than 23 bytes");
    let text = Text::from(from);
    assert_eq!(text, "a text of more than 23 bytes");
    assert_eq!(String::from(text).capacity(), 28);
}

#[test]
fn a_long_text_keeps_its_allocation() {
    let from = "x".repeat(100);
    let address = from.as_ptr();
    let text = Text::from(from);
    assert_eq!(text.as_ptr(), address);
    let back = String::from(text);
    assert_eq!(back.as_ptr(), address);
}

#[test]
#[should_panic(expected = "longer than 23 bytes")]
fn a_long_text_is_not_inline() {
    let _text = Text::inline("123456789 123456789 1234");
}

#[test]
fn texts_can_be_sent_and_shared() {
    fn check<T: Send + Sync + Unpin + std::panic::UnwindSafe>() {}
    check::<Text>();
}

#[test]
fn whatever_happens_to_a_text_it_says_what_a_string_would() {
    let all: Vec<String> = texts().collect();
    let (mut text, mut expected) = (Text::EMPTY, String::new());
    let mut random = 1_u64;
    for _ in 0..20_000 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let other = &all[(random >> 33) as usize % all.len()];
        match (random >> 20) % 6 {
            0 | 1 => text.assign(other),
            2 => text.clone_from(&Text::new(other)),
            3 => text = Text::new(other).clone(),
            4 => {
                let mut roomy = String::with_capacity(other.len() + (random >> 50) as usize % 200);
                roomy.push_str(other);
                text = roomy.into();
            }
            _ => {
                let mut kept = String::from(std::mem::take(&mut text));
                kept.clear();
                kept.push_str(other);
                text = kept.into();
            }
        }
        expected.clone_from(other);
        assert_eq!(text, expected);
        assert_eq!(text, Text::new(&expected));
        assert_eq!(text.cmp(&Text::new(&all[0])), expected.as_str().cmp(&all[0]));
    }
}
