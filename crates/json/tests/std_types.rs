//! Types of the standard library, under changed documents: all ways of reading agree with each other and with
//! serde.

mod support;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashSet, LinkedList};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZero, Wrapping};
use std::ops::{Bound, Range, RangeInclusive};
use std::path::PathBuf;
use std::time::Duration;

use apograph_core::{Decode, Encode};
use apograph_json::{DuplicateKeys, Mapper, Naming, ReadOptions, Value};
use serde::{Deserialize, Serialize};

use support::documents::{Node, damage};
use support::random::Random;

const COUNT: usize = if cfg!(debug_assertions) { 3_000 } else { 100_000 };

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct Pair(u8, Option<String>);

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct Triple(i16, #[serde(default)] u8, #[serde(default)] Vec<bool>);

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct Wrapped(Vec<u8>);

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct Marker;

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
#[serde(default, deny_unknown_fields)]
struct Defaults {
    speed: u8,
    #[serde(alias = "gear", alias = "gears")]
    gear_count: i8,
    #[serde(skip)]
    hidden: u8,
    names: BTreeSet<String>,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { speed: 3, gear_count: -1, hidden: 9, names: BTreeSet::from(["x".to_owned()]) }
    }
}

#[derive(
    Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy,
)]
#[apograph(crate = "apograph_core")]
enum Level {
    Low,
    #[serde(rename = "HIGH", alias = "high")]
    High,
}

#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct Everything {
    wide: u128,
    negative: i128,
    size: usize,
    not_zero: NonZero<u32>,
    maybe_not_zero: Option<NonZero<i8>>,
    wrapping: Wrapping<i32>,
    boxed: Box<str>,
    cell: Cell<i32>,
    ref_cell: RefCell<Vec<String>>,
    path: PathBuf,
    address: IpAddr,
    socket: Option<SocketAddr>,
    duration: Duration,
    range: Range<u8>,
    inclusive: RangeInclusive<i32>,
    bound: Bound<u16>,
    result: Result<u8, String>,
    pair: Pair,
    triple: Triple,
    wrapped: Wrapped,
    marker: Marker,
    defaults: Defaults,
    levels: BTreeMap<Level, Level>,
    flags: BTreeMap<bool, char>,
    letters: BTreeMap<char, u8>,
    wides: BTreeMap<u128, i8>,
    addresses: BTreeMap<Ipv4Addr, u8>,
    words: HashSet<String>,
    list: LinkedList<i64>,
    tuple: (u8, (bool, String), [i8; 2]),
    nothing: [u8; 0],
    options: Vec<Option<Option<u8>>>,
    boxes: Box<[Box<Level>]>,
}

fn everything(random: &mut Random) -> Everything {
    let byte = |random: &mut Random| random.next().to_be_bytes()[0];
    let words = ["", "a", "ü\n", "\"", "long enough for two blocks of sixteen bytes"];
    let word = |random: &mut Random| random.of(&words).to_owned();
    Everything {
        wide: u128::from(random.next()) << random.pick(64),
        negative: -i128::from(random.next()),
        size: random.pick(1 << 30),
        not_zero: NonZero::new(1 + u32::from(byte(random))).expect("more than 0"),
        maybe_not_zero: NonZero::new(byte(random).cast_signed()),
        wrapping: Wrapping(-5),
        boxed: word(random).into(),
        cell: Cell::new(7),
        ref_cell: RefCell::new(vec![word(random); random.pick(3)]),
        path: word(random).into(),
        address: [byte(random), 0, 0, 1].into(),
        socket: random.one_in(2).then(|| ([127, 0, 0, 1], 80).into()),
        duration: Duration::new(random.next() >> 20, 5),
        range: 1..byte(random),
        inclusive: -5..=i32::from(byte(random)),
        bound: [Bound::Unbounded, Bound::Included(1), Bound::Excluded(2)][random.pick(3)],
        result: if random.one_in(2) { Ok(byte(random)) } else { Err(word(random)) },
        pair: Pair(byte(random), random.one_in(2).then(|| word(random))),
        triple: Triple(-1, byte(random), vec![true; random.pick(3)]),
        wrapped: Wrapped(vec![byte(random); random.pick(4)]),
        marker: Marker,
        defaults: Defaults { speed: byte(random), hidden: 9, ..Defaults::default() },
        levels: BTreeMap::from([(Level::Low, Level::High)]),
        flags: BTreeMap::from([(random.one_in(2), 'é')]),
        letters: BTreeMap::from([('"', 1), ('ü', byte(random))]),
        wides: BTreeMap::from([(u128::MAX - u128::from(byte(random)), 1)]),
        addresses: BTreeMap::from([([10, 0, 0, byte(random)].into(), 1)]),
        words: words.iter().take(random.pick(5)).map(|&word| word.to_owned()).collect(),
        list: (0..random.pick(4)).map(|_| random.next().cast_signed()).collect(),
        tuple: (1, (true, word(random)), [byte(random).cast_signed(), 0]),
        nothing: [],
        options: vec![Some(Some(byte(random))), None],
        boxes: vec![Box::new(Level::High); random.pick(3)].into(),
    }
}

/// Where we and serde differ on purpose.
fn intended(
    text: &str,
    ours: &Result<Everything, String>,
    serde: &Result<Everything, String>,
) -> bool {
    let options = ReadOptions::new().duplicate_keys(DuplicateKeys::Error);
    let doubles = || Mapper::new().read_options(options.clone()).from_str::<Value>(text).is_err();
    match (ours, serde) {
        // An integer may be minus zero; keys that are no strings may have escapes.
        (Ok(_), Err(error)) => {
            text.contains("-0")
                || text.contains("\\u")
                    && (error.contains("key") || error.contains("expected a boolean"))
                || error.contains("duplicate field")
                || doubles()
        }
        // Structs are not read from arrays; what is skipped is checked.
        (Err(error), Ok(_)) => {
            ["expected an object, found an array", "invalid UTF-8", "an escape for half"]
                .iter()
                .any(|start| error.starts_with(start))
        }
        _ => false,
    }
}

#[track_caller]
fn agree(text: &[u8], random: &mut Random, mapper: &Mapper) {
    let shown = String::from_utf8_lossy(text).into_owned();
    let plain = apograph_json::from_slice::<Everything>(text).map_err(|error| error.to_string());
    let over = |result: apograph_json::Result<()>, target| match result {
        Ok(()) => Ok(target),
        Err(error) => Err(error.to_string()),
    };
    let mut target = everything(random);
    let read = apograph_json::from_slice_into(text, &mut target);
    assert_eq!(over(read, target), plain, "into: {shown}");
    let mut target = everything(random);
    let read = mapper.from_slice_into(text, &mut target);
    assert_eq!(over(read, target), plain, "plan into: {shown}");
    let planned = mapper.from_slice::<Everything>(text).map_err(|error| error.to_string());
    assert_eq!(planned, plain, "plan: {shown}");
    let serde = serde_json::from_slice::<Everything>(text).map_err(|error| error.to_string());
    match (&plain, &serde) {
        (Ok(a), Ok(b)) => assert_eq!(a, b, "{shown}"),
        (Err(_), Err(_)) => {}
        _ => assert!(intended(&shown, &plain, &serde), "{plain:?} is not {serde:?}: {shown}"),
    }
}

#[test]
fn std_types_are_read_alike_in_all_ways() {
    let mut random = Random(23);
    let mapper = Mapper::new().naming(Naming::SnakeCase);
    for _ in 0..COUNT {
        let value = everything(&mut random);
        let text = apograph_json::to_vec(&value).expect("it can be written");
        assert_eq!(text, serde_json::to_vec(&value).expect("serde_json writes it"));
        let read: Everything = apograph_json::from_slice(&text).expect("just written");
        assert_eq!(read, value);
        let mut node = Node::of(&text);
        if random.one_in(2) {
            node.shuffle(&mut random);
        }
        for _ in 0..random.pick(3) {
            let doubles = random.one_in(4);
            node.mutate(&mut random, doubles);
        }
        let mut text = node.text(&mut random);
        if random.one_in(4) {
            damage(&mut text, &mut random);
        }
        agree(&text, &mut random, &mapper);
    }
}

#[test]
fn heaps_are_read_as_they_are_written() {
    let heap = BinaryHeap::from([3, 1, 2]);
    let text = apograph_json::to_string(&heap).expect("it can be written");
    assert_eq!(text, serde_json::to_string(&heap).expect("serde_json writes it"));
    let read: BinaryHeap<i32> = apograph_json::from_str(&text).expect("just written");
    assert_eq!(read.into_sorted_vec(), [1, 2, 3]);
}

#[test]
fn times_and_ranges_have_no_other_fields() {
    for text in [r#"{"secs":1,"nanos":2,"more":3}"#, r#"{"more":3,"secs":1,"nanos":2}"#] {
        let error = apograph_json::from_str::<Duration>(text).expect_err("a field too many");
        assert!(error.to_string().starts_with("unknown field, expected one of `secs`"), "{error}");
        serde_json::from_str::<Duration>(text).expect_err("a field too many");
    }
    apograph_json::from_str::<Range<u8>>(r#"{"start":1,"end":2,"by":1}"#)
        .expect_err("a field too many");
    let mapper = Mapper::new()
        .read_options(ReadOptions::new().unknown_fields(apograph_json::UnknownFields::Ignore));
    let range: Range<u8> = mapper.from_str(r#"{"start":1,"end":2,"by":1}"#).expect("it is skipped");
    assert_eq!(range, 1..2);
}
