//! One text, read in every way there is, and by serde_json: all give the same value, or none gives one.

mod support;

use apograph_json::Value;
use proptest::prelude::*;

use support::documents::{Node, damage};
use support::random::Random;
use support::types::{camel, record, snake};
use support::ways::{all_ways, like_serde, mappers};

const CASES: u32 = if cfg!(debug_assertions) { 1_500 } else { 60_000 };

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

#[test]
fn what_is_written_is_read_in_all_ways() {
    let plans = mappers();
    let mut random = Random(1);
    for _ in 0..CASES / 10 {
        let value = record(&mut random);
        let text = apograph_json::to_vec(&value).expect("it can be written");
        assert_eq!(text, serde_json::to_vec(&value).expect("serde_json writes it"));
        let pretty = apograph_json::to_vec_pretty(&value).expect("it can be written");
        assert_eq!(pretty, serde_json::to_vec_pretty(&value).expect("serde_json writes it"));
        for text in [&text, &pretty] {
            let read = all_ways(text, random.next(), &plans).expect("it can be read");
            assert_eq!(read, value);
            like_serde(text, &Ok(read));
        }
    }
}

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn changed_documents_are_read_alike_in_all_ways(seed: u64) {
        let plans = mappers();
        let mut random = Random(seed);
        let text = apograph_json::to_vec(&record(&mut random)).expect("it can be written");
        let mut node = Node::of(&text);
        if random.one_in(2) {
            node.shuffle(&mut random);
        }
        let doubles = random.one_in(3);
        for _ in 0..random.pick(3) {
            node.mutate(&mut random, doubles);
        }
        let text = node.text(&mut random);
        let read = all_ways(&text, random.next(), &plans);
        like_serde(&text, &read);
    }

    #[test]
    fn damaged_documents_are_read_alike_in_all_ways(seed: u64) {
        let plans = mappers();
        let mut random = Random(seed);
        let text = apograph_json::to_vec(&record(&mut random)).expect("it can be written");
        let mut text = if random.one_in(2) { Node::of(&text).text(&mut random) } else { text };
        damage(&mut text, &mut random);
        let read = all_ways(&text, random.next(), &plans);
        like_serde(&text, &read);
    }

    #[test]
    fn names_of_a_mapper_are_like_names_of_a_type(seed: u64) {
        let plans = mappers();
        let mut random = Random(seed);
        let value = record(&mut random);
        let text = plans.1.to_vec(&value).expect("it can be written");
        let mut node = Node::of(&text);
        if random.one_in(2) {
            node.shuffle(&mut random);
        }
        for _ in 0..random.pick(3) {
            node.mutate(&mut random, false);
        }
        let text = node.text(&mut random);
        let shown = String::from_utf8_lossy(&text);
        let declared = apograph_json::from_slice::<camel::Record>(&text);
        let planned = plans.1.from_slice::<snake::Record>(&text);
        match (&declared, &planned) {
            (Ok(declared), Ok(planned)) => {
                let declared = apograph_json::to_vec(declared).expect("it can be written");
                let planned = plans.1.to_vec(planned).expect("it can be written");
                let read = |text: &[u8]| apograph_json::from_slice::<Value>(text).expect("just written");
                prop_assert_eq!(read(&declared), read(&planned), "{}", shown);
            }
            (Err(declared), Err(planned)) => {
                prop_assert_eq!(declared.to_string(), planned.to_string(), "{}", shown);
            }
            _ => prop_assert!(false, "{declared:?} is not {planned:?}: {shown}"),
        }
    }
}

/// Large structs take much stack for each level, most of all in debug builds. All the levels that the limits
/// allow have to fit into that of a thread.
#[test]
fn the_deepest_records_fit_into_the_stack() {
    let mut random = Random(3);
    let mut deep = snake::Record::default();
    for _ in 1..127 {
        deep = snake::Record { inner_record: Some(Box::new(deep)), ..snake::Record::default() };
    }
    let text = apograph_json::to_vec(&deep).expect("it can be written");
    let pretty = apograph_json::to_vec_pretty(&deep).expect("it can be written");
    for text in [&text, &pretty] {
        let read: snake::Record = apograph_json::from_slice(text).expect("it can be read");
        assert_eq!(read, deep);
    }
    let mut target = record(&mut random);
    apograph_json::from_slice_into(&text, &mut target).expect("it can be read");
    assert_eq!(target, deep);
    let mut node = Node::of(&text);
    node.shuffle(&mut random);
    let text = node.text(&mut random);
    let read: snake::Record = apograph_json::from_slice(&text).expect("it can be read");
    assert_eq!(read, deep);
}
