//! Changed documents of a struct with fields of many kinds: all ways of reading agree, and serde_json with
//! them.

#![no_main]

use std::sync::OnceLock;

use apograph_json::Mapper;
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/json/tests/support/mod.rs"]
mod support;

use support::documents::{Node, damage};
use support::random::Random;
use support::types::record;
use support::ways::{all_ways, like_serde, mappers};

static MAPPERS: OnceLock<(Mapper, Mapper)> = OnceLock::new();

fuzz_target!(|data: &[u8]| {
    let plans = MAPPERS.get_or_init(mappers);
    let Some((head, rest)) = data.split_first_chunk::<8>() else { return };
    let mut random = Random(u64::from_le_bytes(*head));
    let mut node = Node::of(&apograph_json::to_vec(&record(&mut random)).expect("writable"));
    let (&changes, edits) = rest.split_first().unwrap_or((&2, &[]));
    if changes & 1 != 0 {
        node.shuffle(&mut random);
    }
    for _ in 0..changes >> 1 & 7 {
        node.mutate(&mut random, changes & 16 != 0);
    }
    let mut text = node.text(&mut random);
    if changes & 32 != 0 {
        damage(&mut text, &mut random);
    }
    // The rest of the input is what is changed by hand: a place, what to do there, and a byte.
    for edit in edits.chunks_exact(4) {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % text.len().max(1);
        match edit[2] % 3 {
            0 => text.insert(at, edit[3]),
            1 if !text.is_empty() => text[at] = edit[3],
            _ if !text.is_empty() => drop(text.remove(at)),
            _ => {}
        }
    }
    let read = all_ways(&text, random.next(), plans);
    like_serde(&text, &read);
});
