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
    let seed = u64::from_le_bytes(*head);
    let mut random = Random(seed);
    // A seed makes a document and changes it; a longer input is one itself.
    let text = if rest.len() > 2 {
        rest.to_vec()
    } else {
        let mut node = Node::of(&apograph_json::to_vec(&record(&mut random)).expect("writable"));
        let changes = rest.first().copied().unwrap_or(1);
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
        text
    };
    let read = all_ways(&text, random.next(), plans);
    like_serde(&text, &read);
});
