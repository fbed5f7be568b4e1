//! One struct with fields of every kind, under two rules of naming: the second is what a
//! `Mapper` with `Naming::CamelCase` makes of the first.

use super::random::Random;

macro_rules! types {
    ($module:ident, $case:literal) => {
        pub(crate) mod $module {
            use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

            use apograph_core::{Decode, Encode};
            use serde::{Deserialize, Serialize};

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
            #[apograph(crate = "apograph_core")]
            #[serde(rename_all = $case)]
            pub(crate) struct Record {
                pub(crate) row_id: u64,
                pub(crate) small_one: i8,
                pub(crate) ratio: f64,
                pub(crate) is_ok: bool,
                pub(crate) first_letter: char,
                pub(crate) name: String,
                pub(crate) note: Option<String>,
                pub(crate) tags: Vec<String>,
                pub(crate) points: Vec<(i32, f64)>,
                pub(crate) main_part: Part,
                pub(crate) all_parts: Vec<Part>,
                pub(crate) by_name: BTreeMap<String, Part>,
                pub(crate) hashed: HashMap<String, i64>,
                pub(crate) by_number: BTreeMap<i16, Option<bool>>,
                pub(crate) plain_choice: Plain,
                pub(crate) choice: External,
                pub(crate) tagged: Internal,
                pub(crate) adjacent: Vec<Adjacent>,
                pub(crate) untagged: Vec<Untagged>,
                #[serde(default)]
                pub(crate) extra_count: u32,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub(crate) inner_record: Option<Box<Record>>,
                pub(crate) fixed: [u8; 3],
                pub(crate) big: i128,
                pub(crate) sorted: BTreeSet<u16>,
                pub(crate) queue: VecDeque<Option<u8>>,
                pub(crate) unit: (),
                pub(crate) flat: Flat,
                pub(crate) nested: Option<Vec<Vec<Option<i32>>>>,
            }

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
            #[apograph(crate = "apograph_core")]
            #[serde(rename_all = $case)]
            pub(crate) struct Part {
                pub(crate) serial_number: String,
                pub(crate) count_of: Option<u16>,
                #[serde(default = "seven")]
                pub(crate) weight_in_g: i64,
            }

            fn seven() -> i64 {
                7
            }

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
            #[apograph(crate = "apograph_core")]
            #[serde(rename_all = $case)]
            pub(crate) struct Flat {
                pub(crate) own_field: u8,
                #[serde(flatten)]
                pub(crate) part: Part,
                #[serde(flatten)]
                pub(crate) rest_of_it: BTreeMap<String, i32>,
            }

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
            #[apograph(crate = "apograph_core")]
            pub(crate) enum Plain {
                #[default]
                First,
                Second,
            }

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
            #[apograph(crate = "apograph_core")]
            #[serde(rename_all_fields = $case)]
            pub(crate) enum External {
                #[default]
                Nothing,
                One(i32),
                Two(String, bool),
                Fields {
                    left_side: i32,
                    right_side: Option<Part>,
                },
            }

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
            #[apograph(crate = "apograph_core")]
            #[serde(tag = "kind", rename_all_fields = $case)]
            pub(crate) enum Internal {
                #[default]
                Nothing,
                Part(Part),
                Fields {
                    left_side: i32,
                    right_side: Vec<Part>,
                },
                Map(BTreeMap<String, i32>),
            }

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
            #[apograph(crate = "apograph_core")]
            #[serde(tag = "t", content = "c", rename_all_fields = $case)]
            pub(crate) enum Adjacent {
                #[default]
                Nothing,
                One(i32),
                Two(u8, Part),
                Fields {
                    left_side: i32,
                },
            }

            #[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
            #[apograph(crate = "apograph_core")]
            #[serde(untagged, rename_all_fields = $case)]
            pub(crate) enum Untagged {
                Part(Part),
                Fields { row_id: i32, small_one: Option<Part> },
                Numbers(Vec<i64>),
                Many(Vec<Untagged>),
                Text(String),
                Number(f64),
                Map(BTreeMap<String, bool>),
            }

            impl Untagged {
                pub(crate) fn may_be_in_an_array(&self) -> bool {
                    !matches!(self, Self::Text(_) | Self::Number(_) | Self::Map(_))
                }
            }
        }
    };
}

types!(snake, "snake_case");
types!(camel, "camelCase");

use snake::{Adjacent, External, Flat, Internal, Part, Plain, Record, Untagged};

const TEXTS: &[&str] = &[
    "",
    "a",
    "pump",
    "ü",
    "😀 grin",
    "a \"quoted\" one",
    "back\\slash",
    "line\nbreak",
    "\u{0}\u{1f}",
    "null",
    "row_id",
    "0123456789abcdef0123456789abcdef",
    "\u{2028}\u{7f}",
    "/",
    "-1",
    "kind",
];

fn text(random: &mut Random) -> String {
    random.of(TEXTS).to_owned()
}

fn several<T>(random: &mut Random, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
    (0..random.pick(4)).map(|_| make(random)).collect()
}

fn option<T>(random: &mut Random, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
    (!random.one_in(3)).then(|| make(random))
}

fn int(random: &mut Random) -> i64 {
    let bits = random.pick(64);
    (random.next() >> bits).cast_signed().wrapping_mul(if random.one_in(2) { -1 } else { 1 })
}

#[expect(clippy::cast_possible_truncation, reason = "any number will do")]
fn short(random: &mut Random) -> i32 {
    int(random) as i32
}

fn float(random: &mut Random) -> f64 {
    // serde_json rounds longer ones wrongly; other tests are about those.
    f64::from(short(random)) / [1.0, 10.0, 1000.0, 1e-10, 1e15][random.pick(5)]
}

fn byte(random: &mut Random) -> u8 {
    random.next().to_be_bytes()[0]
}

pub(crate) fn part(random: &mut Random) -> Part {
    Part {
        serial_number: text(random),
        count_of: option(random, |random| byte(random).into()),
        weight_in_g: int(random),
    }
}

fn untagged(random: &mut Random) -> Untagged {
    match random.pick(7) {
        0 => Untagged::Part(part(random)),
        1 => Untagged::Fields { row_id: short(random), small_one: option(random, part) },
        2 => Untagged::Numbers(several(random, int)),
        3 => {
            // An empty list would be one of numbers.
            let mut many = several(random, untagged);
            many.push(Untagged::Text(text(random)));
            Untagged::Many(many)
        }
        4 => Untagged::Text(text(random)),
        5 => Untagged::Number(float(random)),
        _ => Untagged::Map([("k".to_owned(), true)].into()),
    }
}

pub(crate) fn record(random: &mut Random) -> Record {
    let has_inner = random.one_in(4);
    Record {
        row_id: int(random).unsigned_abs(),
        small_one: byte(random).cast_signed(),
        ratio: float(random),
        is_ok: random.one_in(2),
        first_letter: text(random).chars().next().unwrap_or('x'),
        name: text(random),
        note: option(random, text),
        tags: several(random, text),
        points: several(random, |random| (short(random), float(random))),
        main_part: part(random),
        all_parts: several(random, part),
        by_name: several(random, |random| (text(random), part(random))).into_iter().collect(),
        hashed: several(random, |random| (text(random), int(random))).into_iter().collect(),
        by_number: several(random, |random| (byte(random).into(), Some(true)))
            .into_iter()
            .collect(),
        plain_choice: if random.one_in(2) { Plain::First } else { Plain::Second },
        choice: match random.pick(4) {
            0 => External::Nothing,
            1 => External::One(short(random)),
            2 => External::Two(text(random), true),
            _ => External::Fields { left_side: short(random), right_side: option(random, part) },
        },
        tagged: match random.pick(4) {
            0 => Internal::Nothing,
            1 => Internal::Part(part(random)),
            2 => Internal::Fields { left_side: short(random), right_side: several(random, part) },
            _ => Internal::Map([("a".to_owned(), short(random))].into()),
        },
        adjacent: several(random, |random| match random.pick(4) {
            0 => Adjacent::Nothing,
            1 => Adjacent::One(short(random)),
            2 => Adjacent::Two(byte(random), part(random)),
            _ => Adjacent::Fields { left_side: short(random) },
        }),
        untagged: several(random, untagged),
        extra_count: byte(random).into(),
        inner_record: has_inner.then(|| Box::new(record(random))),
        fixed: [byte(random), byte(random), byte(random)],
        big: i128::from(int(random)) * i128::from(int(random)),
        sorted: several(random, |random| byte(random).into()).into_iter().collect(),
        queue: several(random, |random| option(random, byte)).into(),
        unit: (),
        flat: Flat {
            own_field: byte(random),
            part: part(random),
            rest_of_it: several(random, |random| (format!("f{}", random.pick(9)), short(random)))
                .into_iter()
                .collect(),
        },
        nested: option(random, |random| {
            several(random, |random| several(random, |random| option(random, short)))
        }),
    }
}
