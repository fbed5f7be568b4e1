//! Reading the user's own objects: JSON, an array of objects, or NDJSON.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

/// Objects as JSON texts.
#[derive(Debug)]
pub(crate) struct Input {
    /// One text for each object that is to be measured.
    pub(crate) texts: Vec<String>,
    /// How many objects the input holds.
    pub(crate) found: usize,
}

/// How much is taken in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes that are read at most.
    pub(crate) bytes: u64,
    /// Objects that are measured at most; of more, an evenly spread sample is taken.
    pub(crate) objects: usize,
}

/// Reads a file and splits it into objects.
pub(crate) fn read(path: &Path, limits: Limits) -> Result<Input, InputError> {
    let name = path.display().to_string();
    let file =
        File::open(path).map_err(|source| InputError::Open { name: name.clone(), source })?;
    let bytes = read_limited(file, &name, limits.bytes)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let (line, column) = position(&bytes, offset);
        InputError::Utf8 { name: name.clone(), line, column, offset }
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    split(text, &name, limits.objects)
}

/// Whether a path stands for the standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads the standard input up to a limit in bytes.
pub(crate) fn read_standard_input(limit: u64) -> Result<Vec<u8>, InputError> {
    read_limited(std::io::stdin().lock(), STANDARD_INPUT, limit)
}

const STANDARD_INPUT: &str = "the standard input";

fn read_limited(reader: impl Read, name: &str, limit: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    reader
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|source| InputError::Read { name: name.to_owned(), source })?;
    if bytes.len() as u64 > limit {
        let (line, column) = position(&bytes, bytes.len());
        return Err(InputError::TooLong {
            name: name.to_owned(),
            limit_mib: limit / (1 << 20),
            line,
            column,
        });
    }
    Ok(bytes)
}

/// Splits a text into the objects it holds.
fn split(text: &str, name: &str, most: usize) -> Result<Input, InputError> {
    let mut documents: Vec<&str> = Vec::new();
    for document in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match document {
            Ok(document) => documents.push(document.get()),
            Err(error) => return Err(InputError::syntax(name, text, &error)),
        }
    }
    if documents.is_empty() {
        return Err(InputError::Empty { name: name.to_owned() });
    }
    if let [array] = documents[..]
        && array.starts_with('[')
    {
        let elements: Vec<&RawValue> =
            serde_json::from_str(array).map_err(|error| InputError::syntax(name, array, &error))?;
        documents = elements.into_iter().map(RawValue::get).collect();
        if documents.is_empty() {
            return Err(InputError::NoElements { name: name.to_owned() });
        }
    }
    let kinds: Vec<&str> = documents.iter().map(|document| kind(document)).collect();
    for (place, kind) in kinds.iter().enumerate() {
        if *kind != kinds[0] {
            return Err(InputError::Mixed {
                name: name.to_owned(),
                first: kinds[0].to_owned(),
                place,
                other: (*kind).to_owned(),
            });
        }
    }
    if kinds[0] != "object" && kinds[0] != "array" {
        return Err(InputError::Scalar { name: name.to_owned(), kind: kinds[0].to_owned() });
    }
    let found = documents.len();
    let step = found.div_ceil(most.max(1)).max(1);
    let texts = documents.into_iter().step_by(step).map(str::to_owned).collect();
    Ok(Input { texts, found })
}

fn kind(document: &str) -> &'static str {
    match document.as_bytes().first() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        Some(b'"') => "string",
        Some(b't' | b'f') => "boolean",
        Some(b'n') => "null",
        _ => "number",
    }
}

/// Line and column of a byte, counted from 1, the column in bytes.
fn position(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset.min(bytes.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    (line, column)
}

/// Byte offset of a line and column as serde_json counts them.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column.saturating_sub(1)).min(text.len())
}

/// Why the input cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("cannot open {name}: {source}")]
    Open { name: String, source: std::io::Error },
    #[error("cannot read {name}: {source}")]
    Read { name: String, source: std::io::Error },
    #[error("cannot keep the standard input in {}: {source}", path.display())]
    Keep { path: PathBuf, source: std::io::Error },
    #[error("{name} is empty: give a JSON object, an array of objects, or one object a line")]
    Empty { name: String },
    #[error("{name} holds an empty array: give at least one object")]
    NoElements { name: String },
    #[error(
        "{name} is longer than {limit_mib} MiB, where line {line} has {column} bytes: \
         --max-input MIB takes more"
    )]
    TooLong { name: String, limit_mib: u64, line: usize, column: usize },
    #[error("{name} is not UTF-8 at line {line}, column {column} (byte {offset})")]
    Utf8 { name: String, line: usize, column: usize, offset: usize },
    #[error("{name} is not JSON at line {line}, column {column} (byte {offset}): {what}")]
    Syntax { name: String, line: usize, column: usize, offset: usize, what: String },
    #[error(
        "{name} mixes types: element 0 is of type {first}, element {place} of type {other}; \
         give objects of one type"
    )]
    Mixed { name: String, first: String, place: usize, other: String },
    #[error("{name} holds values of type {kind}: give objects")]
    Scalar { name: String, kind: String },
}

impl InputError {
    /// The same fault, told of the standard input and not of the file it was kept in.
    pub(crate) fn about_standard_input(mut self, kept: &Path) -> Self {
        let (Self::Open { name, .. }
        | Self::Read { name, .. }
        | Self::Empty { name }
        | Self::NoElements { name }
        | Self::TooLong { name, .. }
        | Self::Utf8 { name, .. }
        | Self::Syntax { name, .. }
        | Self::Mixed { name, .. }
        | Self::Scalar { name, .. }) = &mut self
        else {
            return self;
        };
        if Path::new(name.as_str()) == kept {
            STANDARD_INPUT.clone_into(name);
        }
        self
    }

    fn syntax(name: &str, text: &str, error: &serde_json::Error) -> Self {
        let (line, column) = if error.is_eof() {
            position(text.as_bytes(), text.len())
        } else {
            (error.line().max(1), error.column().max(1))
        };
        // serde_json appends the position, which is given here with the byte offset.
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default().to_owned();
        let offset = offset(text, line, column);
        Self::Syntax { name: name.to_owned(), line, column, offset, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&[&str], &str>) {
        match (split(text, "objects.json", 100), expected) {
            (Ok(input), Ok(expected)) => assert_eq!(input.texts, expected, "{text}"),
            (Err(error), Err(message)) => assert_eq!(error.to_string(), message),
            (found, expected) => panic!("{text}: {found:?} but expected {expected:?}"),
        }
    }

    #[test]
    fn an_object_an_array_and_lines_are_taken() {
        check(r#"{"a":1}"#, Ok(&[r#"{"a":1}"#]));
        check("[ {\"a\":1} , {} ]", Ok(&[r#"{"a":1}"#, "{}"]));
        check("{\"a\":1}\n{\"a\":2}\n\n", Ok(&[r#"{"a":1}"#, r#"{"a":2}"#]));
        check("[[1],[2]]", Ok(&["[1]", "[2]"]));
        check("[1]\n[2]", Ok(&["[1]", "[2]"]));
    }

    #[test]
    fn what_cannot_be_measured_is_told_in_a_sentence() {
        check(
            " \n",
            Err(
                "objects.json is empty: give a JSON object, an array of objects, or one object a line",
            ),
        );
        check("[]", Err("objects.json holds an empty array: give at least one object"));
        check("3 4", Err("objects.json holds values of type number: give objects"));
        check(
            "[{}, 1]",
            Err(
                "objects.json mixes types: element 0 is of type object, element 1 of type number; \
                 give objects of one type",
            ),
        );
        check(
            "{\"a\": 1}\n{\"a\": tru",
            Err(
                "objects.json is not JSON at line 2, column 10 (byte 18): EOF while parsing a value",
            ),
        );
        check(
            "[{\"a\": 1},\n {\"b\" 2}]",
            Err("objects.json is not JSON at line 2, column 7 (byte 17): expected `:`"),
        );
    }

    #[test]
    fn more_objects_than_wanted_are_sampled_evenly() {
        let text: String = (0..10).map(|n| format!("[{n}]\n")).collect();
        let input = split(&text, "objects.json", 4).expect("is taken");
        assert_eq!(input.found, 10);
        assert_eq!(input.texts, ["[0]", "[3]", "[6]", "[9]"]);
    }

    #[test]
    fn an_endless_line_is_not_read_to_its_end() {
        let error = read_limited(std::io::repeat(b' '), "objects.json", 2 << 20);
        assert_eq!(
            error.map(|bytes| bytes.len()).map_err(|error| error.to_string()),
            Err("objects.json is longer than 2 MiB, where line 1 has 2097154 bytes: \
                 --max-input MIB takes more"
                .to_owned())
        );
    }
}
