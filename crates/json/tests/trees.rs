//! Random trees: written as serde_json writes them, and read from texts that say the same in other ways.

mod support;

use apograph_core::decode::Ignored;
use apograph_json::{Map, Number, Value, ValueRef};
use proptest::prelude::*;
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use support::random::Random;

const CASES: u32 = if cfg!(debug_assertions) { 500 } else { 20_000 };

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) }
}

/// A tree whose objects keep their order, to us and to serde_json.
#[derive(Clone, Debug)]
enum Tree {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => value.serialize(serializer),
            Self::Unsigned(value) => value.serialize(serializer),
            Self::Signed(value) => value.serialize(serializer),
            Self::Float(value) => value.serialize(serializer),
            Self::Text(value) => value.serialize(serializer),
            Self::Array(items) => items.serialize(serializer),
            Self::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl Tree {
    fn value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Unsigned(value) => Value::Number((*value).into()),
            Self::Signed(value) => Value::Number((*value).into()),
            Self::Float(value) => Value::Number(Number::from(*value)),
            Self::Text(value) => Value::String(value.as_str().into()),
            Self::Array(items) => Value::Array(items.iter().map(Self::value).collect()),
            Self::Object(entries) => {
                let mut map = Map::new();
                for (key, value) in entries {
                    map.insert(key.as_str(), value.value());
                }
                Value::Object(Box::new(map))
            }
        }
    }

    /// Text that says the same, in one of very many ways.
    fn write(&self, text: &mut String, random: &mut Random) {
        space(text, random);
        match self {
            Self::Null => text.push_str("null"),
            Self::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Self::Unsigned(value) => text.push_str(&value.to_string()),
            Self::Signed(value) => text.push_str(&value.to_string()),
            Self::Float(value) => float(*value, text, random),
            Self::Text(value) => string(value, text, random),
            Self::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index > 0 { "," } else { "" });
                    item.write(text, random);
                }
                space(text, random);
                text.push(']');
            }
            Self::Object(entries) => {
                text.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    text.push_str(if index > 0 { "," } else { "" });
                    space(text, random);
                    string(key, text, random);
                    space(text, random);
                    text.push(':');
                    value.write(text, random);
                }
                space(text, random);
                text.push('}');
            }
        }
        space(text, random);
    }
}

fn space(text: &mut String, random: &mut Random) {
    while random.one_in(4) {
        text.push_str(random.of(&[" ", "\n", "\t", "\r", "                     "]));
    }
}

/// The digits of a float with its point moved, zeros behind it, and an exponent that makes up for that.
fn float(value: f64, text: &mut String, random: &mut Random) {
    let plain = format!("{value:e}");
    let (digits, exponent) = plain.split_once('e').expect("there is one");
    let exponent: i32 = exponent.parse().expect("it is a number");
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    text.push_str(sign);
    let zeros = "0".repeat(random.pick(4));
    let e = random.of(&["e", "E"]);
    // Only a fraction or an exponent makes it a float.
    match random.pick(3) {
        0 => {
            let (whole, fraction) = digits.split_at(1);
            let plus = if exponent >= 0 && random.one_in(2) { "+" } else { "" };
            let fraction = if fraction.is_empty() { "0" } else { fraction };
            text.push_str(&format!("{whole}.{fraction}{zeros}{e}{plus}{exponent}"));
        }
        1 => text.push_str(&format!("0.{zeros}{digits}{e}{}", exponent + 1 + zeros.len() as i32)),
        _ => {
            let digits = digits.trim_start_matches('0');
            let digits = if digits.is_empty() { "0" } else { digits };
            text.push_str(&format!("{digits}{e}{}", exponent + 1 - digits.len() as i32));
        }
    }
}

fn string(value: &str, text: &mut String, random: &mut Random) {
    text.push('"');
    for character in value.chars() {
        let short = match character {
            '"' => Some("\\\""),
            '\\' => Some("\\\\"),
            '/' => Some("\\/"),
            '\u{8}' => Some("\\b"),
            '\u{c}' => Some("\\f"),
            '\n' => Some("\\n"),
            '\r' => Some("\\r"),
            '\t' => Some("\\t"),
            _ => None,
        };
        let must = character < ' ' || matches!(character, '"' | '\\');
        match short {
            Some(short) if random.one_in(2) => text.push_str(short),
            _ if must || random.one_in(6) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let small = random.one_in(2);
                    let escape =
                        if small { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
                    text.push_str(&escape);
                }
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,40}",
        "\\PC{0,20}",
        proptest::collection::vec(any::<char>(), 0..24).prop_map(String::from_iter),
        "[\u{0}-\u{1f}\"\\\\/a]{0,20}",
        Just(String::new()),
    ]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::Bool),
        any::<u64>().prop_map(Tree::Unsigned),
        any::<i64>().prop_map(Tree::Signed),
        (0..1000_u64).prop_map(Tree::Unsigned),
        prop::num::f64::ANY.prop_map(|float| Tree::Float(if float.is_finite() {
            float
        } else {
            -0.0
        })),
        (-1_000_000..1_000_000_i32).prop_map(|whole| Tree::Float(f64::from(whole) / 100.0)),
        text().prop_map(Tree::Text),
    ];
    leaf.prop_recursive(6, 100, 8, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Tree::Array),
            proptest::collection::btree_map(text(), inner, 0..8)
                .prop_map(|map| Tree::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn trees_are_written_as_serde_json_writes_them(tree in tree()) {
        let value = tree.value();
        let text = apograph_json::to_string(&value).expect("it can be written");
        prop_assert_eq!(&text, &serde_json::to_string(&tree).expect("serde_json writes it"));
        let pretty = apograph_json::to_string_pretty(&value).expect("it can be written");
        prop_assert_eq!(&pretty, &serde_json::to_string_pretty(&tree).expect("serde_json writes it"));
        for text in [text, pretty] {
            let read: Value = apograph_json::from_str(&text).expect("it can be read");
            prop_assert_eq!(&read, &value);
            let borrowed: ValueRef<'_> = apograph_json::from_str(&text).expect("it can be read");
            let same = apograph_json::to_string(&borrowed).expect("it can be written");
            prop_assert_eq!(same, apograph_json::to_string(&value).expect("it can be written"));
        }
    }

    #[test]
    fn texts_that_say_the_same_are_read_as_the_same(tree in tree(), seed: u64) {
        let value = tree.value();
        let mut text = String::new();
        tree.write(&mut text, &mut Random(seed));
        let read: Value = apograph_json::from_str(&text).expect("it can be read");
        // With the signs of zeros.
        let written = |value: &Value| apograph_json::to_string(value).expect("it can be written");
        prop_assert_eq!(written(&read), written(&value), "{}", text);
        let borrowed: ValueRef<'_> = apograph_json::from_str(&text).expect("it can be read");
        prop_assert_eq!(&borrowed.into_owned(), &value);
        apograph_json::from_str::<Ignored>(&text).expect("it can be skipped");
        serde_json::from_str::<serde_json::Value>(&text).expect("serde_json reads it");
    }

    /// Whatever a tree held before.
    #[test]
    fn trees_are_read_over_others(before in tree(), after in tree()) {
        let mut target = before.value();
        let text = serde_json::to_vec(&after).expect("serde_json writes it");
        apograph_json::from_slice_into(&text, &mut target).expect("it can be read");
        prop_assert_eq!(&target, &after.value());
        prop_assert_eq!(apograph_json::to_vec(&target).expect("it can be written"), text);
    }
}
