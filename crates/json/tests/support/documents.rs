//! Documents as trees of text, to be changed and written down in many ways.

use apograph_json::ValueRef;

use super::random::Random;

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Scalar(String),
    Array(Vec<Node>),
    /// Keys are kept as they read, without quotes.
    Object(Vec<(String, Node)>),
}

impl Node {
    /// The tree of a text that is JSON.
    pub(crate) fn of(text: &[u8]) -> Self {
        let value: ValueRef<'_> = apograph_json::from_slice(text).expect("it is JSON");
        Self::from_value(&value)
    }

    fn from_value(value: &ValueRef<'_>) -> Self {
        match value {
            ValueRef::Array(items) => Self::Array(items.iter().map(Self::from_value).collect()),
            ValueRef::Object(entries) => Self::Object(
                entries
                    .iter()
                    .map(|(key, value)| (key.to_string(), Self::from_value(value)))
                    .collect(),
            ),
            other => Self::Scalar(apograph_json::to_string(other).expect("it can be written")),
        }
    }

    fn count(&self) -> usize {
        1 + match self {
            Self::Scalar(_) => 0,
            Self::Array(items) => items.iter().map(Self::count).sum(),
            Self::Object(entries) => entries.iter().map(|(_, node)| node.count()).sum(),
        }
    }

    /// The node with a number, counted from the root.
    fn nth(&mut self, number: &mut usize) -> Option<&mut Self> {
        if *number == 0 {
            return Some(self);
        }
        *number -= 1;
        match self {
            Self::Scalar(_) => None,
            Self::Array(items) => items.iter_mut().find_map(|node| node.nth(number)),
            Self::Object(entries) => entries.iter_mut().find_map(|(_, node)| node.nth(number)),
        }
    }

    pub(crate) fn shuffle(&mut self, random: &mut Random) {
        match self {
            Self::Scalar(_) => {}
            Self::Array(items) => items.iter_mut().for_each(|node| node.shuffle(random)),
            Self::Object(entries) => {
                for last in (1..entries.len()).rev() {
                    entries.swap(last, random.pick(last + 1));
                }
                entries.iter_mut().for_each(|(_, node)| node.shuffle(random));
            }
        }
    }

    /// Changes one thing. Names are never doubled unless that is asked for.
    pub(crate) fn mutate(&mut self, random: &mut Random, doubles: bool) {
        let mut number = random.pick(self.count());
        let Some(node) = self.nth(&mut number) else { return };
        match node {
            Self::Object(entries) if !entries.is_empty() && !random.one_in(5) => {
                let at = random.pick(entries.len());
                match random.pick(if doubles { 6 } else { 4 }) {
                    0 => drop(entries.remove(at)),
                    1 => {
                        let other = random.pick(entries.len());
                        entries.swap(at, other);
                    }
                    2 => entries.insert(at, (format!("unknown{}", random.next()), odd(random))),
                    3 => entries[at].1 = odd(random),
                    4 => {
                        let double = entries[at].clone();
                        entries.insert(random.pick(entries.len() + 1), double);
                    }
                    _ => {
                        let double = (entries[at].0.clone(), odd(random));
                        entries.insert(random.pick(entries.len() + 1), double);
                    }
                }
            }
            Self::Array(items) if !items.is_empty() && !random.one_in(4) => {
                let at = random.pick(items.len());
                match random.pick(3) {
                    0 => drop(items.remove(at)),
                    1 => items.insert(at, items[at].clone()),
                    _ => items[at] = odd(random),
                }
            }
            other => *other = odd(random),
        }
    }

    /// Writes it down with space here and there, and some characters as escapes.
    pub(crate) fn text(&self, random: &mut Random) -> Vec<u8> {
        let style = match random.pick(4) {
            0 => Style { space: 0, escapes: 0 },
            1 => Style { space: 1, escapes: 0 },
            2 => Style { space: 4, escapes: 0 },
            _ => Style { space: 8, escapes: 8 },
        };
        let mut text = String::new();
        style.space(&mut text, random);
        self.write(&mut text, &style, random);
        style.space(&mut text, random);
        text.into_bytes()
    }

    fn write(&self, text: &mut String, style: &Style, random: &mut Random) {
        match self {
            Self::Scalar(scalar) => text.push_str(scalar),
            Self::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    style.space(text, random);
                    item.write(text, style, random);
                    style.space(text, random);
                }
                text.push(']');
            }
            Self::Object(entries) => {
                text.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    style.space(text, random);
                    style.name(key, text, random);
                    style.space(text, random);
                    text.push(':');
                    style.space(text, random);
                    value.write(text, style, random);
                    style.space(text, random);
                }
                text.push('}');
            }
        }
    }
}

/// Once in how many places something stands; never for 0.
struct Style {
    space: usize,
    escapes: usize,
}

impl Style {
    fn space(&self, text: &mut String, random: &mut Random) {
        if self.space > 0 && random.one_in(self.space) {
            text.push_str(random.of(&[
                " ",
                " ",
                "\n",
                "\t",
                "\r\n",
                "  ",
                "\n                      ",
                "\n    ",
            ]));
        }
    }

    fn name(&self, name: &str, text: &mut String, random: &mut Random) {
        if self.escapes == 0 || !random.one_in(self.escapes) {
            text.push_str(&apograph_json::to_string(name).expect("text can be written"));
            return;
        }
        text.push('"');
        for unit in name.encode_utf16() {
            text.push_str(&format!("\\u{unit:04X}"));
        }
        text.push('"');
    }
}

/// A value that something else was expected in place of.
fn odd(random: &mut Random) -> Node {
    Node::Scalar(
        random
            .of(&[
                "null",
                "true",
                "false",
                "0",
                "1",
                "-1",
                "7.0",
                "1e2",
                "0.5",
                "127",
                "128",
                "-129",
                "255",
                "256",
                "65536",
                "2147483648",
                "-9223372036854775808",
                "18446744073709551615",
                "18446744073709551616",
                "170141183460469231731687303715884105728",
                "1e308",
                "5e-324",
                "\"\"",
                "\"a\"",
                "\"First\"",
                "\"Nothing\"",
                "\"One\"",
                "\"ü\"",
                "\"two letters\"",
                "\"\\u00fc\\n\"",
                "[]",
                "[1]",
                "[1,2,3]",
                "[[]]",
                "[null]",
                "{}",
                r#"{"a":1}"#,
                r#"{"One":1}"#,
                r#"{"kind":"Nothing"}"#,
                r#"{"left_side":1,"kind":"Map"}"#,
                r#"{"c":[1,2],"t":"Two"}"#,
                r#"{"c":5,"t":"One","z":0}"#,
                r#"{"1":true}"#,
                r#"{"Fields":{"right_side":null,"left_side":5}}"#,
                r#"{"serial_number":"s"}"#,
                r#"{"row_id":1,"small_one":{"serial_number":5}}"#,
            ])
            .to_owned(),
    )
}

/// Bytes that mean something, more often than not.
const BYTES: &[u8] =
    b"{}[]:,\"\\/'0123456789+-.eEtrufalsn \t\n\r\x00\x0B\x1F\x7F\x80\xC3\xA9\xED\xA0\xF4\xFF";

/// Changes a few bytes of a text.
pub(crate) fn damage(text: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.pick(2) {
        let at = random.pick(text.len());
        let byte = BYTES[random.pick(BYTES.len())];
        match random.pick(5) {
            0 if !text.is_empty() => text[at] = byte,
            1 if !text.is_empty() => drop(text.remove(at)),
            2 => text.insert(at, byte),
            3 if random.one_in(4) => text.truncate(at),
            _ => {
                let piece = text[at..text.len().min(at + 1 + random.pick(12))].to_vec();
                let to = random.pick(text.len());
                text.splice(to..to, piece);
            }
        }
    }
}
