//! JSON as other writers put it: the same text, indented, in another order, or with more fields.
//!
//! All is done on the text, so that every number and every string stays as it was written.

/// How an input is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As the crates write it.
    Compact,
    /// A line for each entry, indented by two spaces for each level.
    Pretty,
    /// The keys of all records and maps in descending alphabetical order.
    Reordered,
    /// Each record begins with a field that its type does not have.
    Unknown {
        /// The fields whose values are maps and no records.
        maps: &'static [&'static str],
    },
}

/// A list, since skipping it takes more than finding a comma.
const UNKNOWN: &str = r#""revisionHistory":[17,{"by":"gateway","at":1.5},null]"#;

impl Form {
    /// Puts a compact text that is valid into this form.
    pub(crate) fn of(self, text: &[u8]) -> Vec<u8> {
        if self == Self::Compact {
            return text.to_vec();
        }
        let text = String::from_utf8_lossy(text);
        let mut rest = &*text;
        let part = Part::read(&mut rest);
        let mut out = String::with_capacity(text.len() * 2);
        match self {
            Self::Pretty => part.write_indented(0, &mut out),
            _ => part.write(self, false, &mut out),
        }
        out.into_bytes()
    }
}

/// A part of a text.
enum Part<'a> {
    Scalar(&'a str),
    List(Vec<Part<'a>>),
    /// With the keys as they stand there, in quotes.
    Object(Vec<(&'a str, Part<'a>)>),
}

impl<'a> Part<'a> {
    fn read(rest: &mut &'a str) -> Self {
        match rest.as_bytes().first() {
            Some(b'[') => {
                let mut items = Vec::new();
                while goes_on(rest, ']') {
                    items.push(Self::read(rest));
                }
                Self::List(items)
            }
            Some(b'{') => {
                let mut entries = Vec::new();
                while goes_on(rest, '}') {
                    let key = take(rest, string_len(rest));
                    take(rest, ":".len());
                    entries.push((key, Self::read(rest)));
                }
                Self::Object(entries)
            }
            Some(b'"') => Self::Scalar(take(rest, string_len(rest))),
            _ => {
                let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
                Self::Scalar(take(rest, end))
            }
        }
    }

    fn write(&self, form: Form, is_map: bool, out: &mut String) {
        match self {
            Self::Scalar(text) => out.push_str(text),
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    item.write(form, false, out);
                }
                out.push(']');
            }
            Self::Object(entries) => {
                let mut entries: Vec<_> = entries.iter().collect();
                if form == Form::Reordered {
                    entries.sort_by_key(|entry| std::cmp::Reverse(entry.0));
                }
                out.push('{');
                let mut comma = "";
                if matches!(form, Form::Unknown { .. }) && !is_map {
                    out.push_str(UNKNOWN);
                    comma = ",";
                }
                for (key, value) in entries {
                    out.push_str(comma);
                    comma = ",";
                    out.push_str(key);
                    out.push(':');
                    let is_map = match form {
                        Form::Unknown { maps } => maps.contains(&key.trim_matches('"')),
                        _ => false,
                    };
                    value.write(form, is_map, out);
                }
                out.push('}');
            }
        }
    }

    fn write_indented(&self, depth: usize, out: &mut String) {
        let line = |depth: usize, out: &mut String| {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", depth));
        };
        match self {
            Self::Scalar(text) => out.push_str(text),
            Self::List(items) if items.is_empty() => out.push_str("[]"),
            Self::List(items) => {
                let mut before = '[';
                for item in items {
                    out.push(before);
                    before = ',';
                    line(depth + 1, out);
                    item.write_indented(depth + 1, out);
                }
                line(depth, out);
                out.push(']');
            }
            Self::Object(entries) if entries.is_empty() => out.push_str("{}"),
            Self::Object(entries) => {
                let mut before = '{';
                for (key, value) in entries {
                    out.push(before);
                    before = ',';
                    line(depth + 1, out);
                    out.push_str(key);
                    out.push_str(": ");
                    value.write_indented(depth + 1, out);
                }
                line(depth, out);
                out.push('}');
            }
        }
    }
}

/// Whether another element comes, past the opening bracket or the comma; at the end past that.
fn goes_on(rest: &mut &str, close: char) -> bool {
    if let Some(after) = rest.strip_prefix(close) {
        *rest = after;
        return false;
    }
    take(rest, 1);
    match rest.strip_prefix(close) {
        Some(after) => {
            *rest = after;
            false
        }
        None => !rest.is_empty(),
    }
}

fn take<'a>(rest: &mut &'a str, len: usize) -> &'a str {
    let (taken, after) = rest.split_at(len.min(rest.len()));
    *rest = after;
    taken
}

/// The length of the string at the start of a text, with its quotes.
fn string_len(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"a":{"x":1e-7,"é\"{":"],}\\"},"b":[],"c":[1.50,{"m":{}}],"d":null}"#;

    #[track_caller]
    fn check(form: Form, expected: &str) {
        let put = form.of(TEXT.as_bytes());
        assert_eq!(String::from_utf8(put).expect("it is text"), expected);
    }

    #[test]
    fn a_compact_text_stays() {
        check(Form::Compact, TEXT);
    }

    #[test]
    fn pretty_text_has_a_line_for_each_entry() {
        check(
            Form::Pretty,
            r#"{
  "a": {
    "x": 1e-7,
    "é\"{": "],}\\"
  },
  "b": [],
  "c": [
    1.50,
    {
      "m": {}
    }
  ],
  "d": null
}"#,
        );
    }

    #[test]
    fn reordered_text_has_its_keys_in_descending_order() {
        check(
            Form::Reordered,
            r#"{"d":null,"c":[1.50,{"m":{}}],"b":[],"a":{"é\"{":"],}\\","x":1e-7}}"#,
        );
    }

    #[test]
    fn unknown_fields_come_first_in_records_and_not_in_maps() {
        let more = UNKNOWN;
        check(
            Form::Unknown { maps: &["a", "m"] },
            &format!(
                r#"{{{more},"a":{{"x":1e-7,"é\"{{":"],}}\\"}},"b":[],"c":[1.50,{{{more},"m":{{}}}}],"d":null}}"#
            ),
        );
        check(Form::Unknown { maps: &[] }, &{
            let map = format!(r#""m":{{{more}}}"#);
            format!(
                r#"{{{more},"a":{{{more},"x":1e-7,"é\"{{":"],}}\\"}},"b":[],"c":[1.50,{{{more},{map}}}],"d":null}}"#
            )
        });
    }
}
