//! The lab's own file: [`Results`] as JSON, read back with a check of its version.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::results::{Results, SCHEMA};

/// The results as JSON text, as they stand in `results.json`.
///
/// # Errors
///
/// When JSON has no word for something in it; results of a run hold no such thing.
pub fn to_string(results: &Results) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string(results)?;
    text.push('\n');
    Ok(text)
}

/// Reads results from JSON text.
///
/// # Errors
///
/// When the text is no JSON of results, or of a newer version.
pub fn from_slice(text: &[u8]) -> Result<Results, FormatError> {
    // The version comes first: what a newer version holds need not have the shape known here.
    let Version { schema } = serde_json::from_slice(text).map_err(FormatError::corrupt)?;
    match schema {
        None => Err(FormatError::Foreign),
        Some(found) if found > u64::from(SCHEMA) => Err(FormatError::Newer { found }),
        Some(_) => serde_json::from_slice(text).map_err(FormatError::corrupt),
    }
}

/// Reads results from a file.
///
/// # Errors
///
/// When the file cannot be read, or for the reasons of [`from_slice`]; each names the path.
pub fn read(path: &Path) -> Result<Results, ReadError> {
    let text =
        fs::read(path).map_err(|source| ReadError::Unreadable { path: path.to_owned(), source })?;
    from_slice(&text).map_err(|source| ReadError::Format { path: path.to_owned(), source })
}

#[derive(Deserialize)]
struct Version {
    schema: Option<u64>,
}

/// Why a text holds no results.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Results of a version of apograph that is newer than this one.
    #[error(
        "it has version {found} of the results format, and this apograph reads versions up to \
         {SCHEMA}: read it with a newer apograph"
    )]
    Newer {
        /// The version of the format.
        found: u64,
    },
    /// JSON of something else.
    #[error("it is JSON, but not results of apograph: it has no `schema`")]
    Foreign,
    /// No JSON, or JSON that is not what a run writes.
    #[error("line {line}, column {column}: it is not the results of a run ({reason})")]
    Corrupt {
        /// Line, counted from 1; 0 where the parser cannot say.
        line: usize,
        /// Column, counted from 1; 0 where the parser cannot say.
        column: usize,
        /// What kind of fault it is.
        reason: &'static str,
        /// The parser's own account.
        source: serde_json::Error,
    },
}

impl FormatError {
    fn corrupt(source: serde_json::Error) -> Self {
        let reason = match source.classify() {
            serde_json::error::Category::Eof => "it ends too early",
            serde_json::error::Category::Syntax => "a syntax error",
            serde_json::error::Category::Data => "a field is missing or of another type",
            serde_json::error::Category::Io => "it could not be read",
        };
        Self::Corrupt { line: source.line(), column: source.column(), reason, source }
    }
}

/// Why results could not be read from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file does not hold results.
    #[error("cannot use {}: {source}", path.display())]
    Format {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: FormatError,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{ByteProfile, Estimate, FlameGraph, Latency, ThreadPoint, sample};

    #[test]
    fn results_come_back_as_they_were_written() {
        let results = sample::results([sample::device_state()]);
        let text = to_string(&results).expect("it writes");
        assert_eq!(from_slice(text.as_bytes()).expect("it reads"), results);
    }

    /// Every key of a JSON tree.
    fn keys(tree: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
        match tree {
            serde_json::Value::Object(map) => {
                for (key, value) in map {
                    found.insert(key.clone());
                    keys(value, found);
                }
            }
            serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_field_is_documented() {
        let documentation = include_str!("../../../../docs/results.md");
        let mut subject = sample::device_state();
        let full = &mut subject.contestants[0];
        full.latency = Some(Latency { samples: 1, p50: 1, p90: 1, p99: 1, p999: 1, max: 1 });
        full.scaling = vec![ThreadPoint {
            threads: 2,
            operations_per_second: Estimate { median: 1.0, low: 1.0, high: 1.0 },
            efficiency: 1.0,
        }];
        full.bytes =
            Some(ByteProfile { interval_bytes: 1, samples: 1, flame: FlameGraph::default() });
        let tree = serde_json::to_value(sample::results([subject])).expect("it writes");
        let mut found = std::collections::BTreeSet::new();
        keys(&tree, &mut found);
        // In the table of fields a name stands alone; the inner ones may stand in JSON.
        let is_documented = |key: &String| {
            documentation.contains(&format!("`{key}`"))
                || documentation.contains(&format!("\"{key}\""))
        };
        let missing: Vec<String> = found.into_iter().filter(|key| !is_documented(key)).collect();
        assert_eq!(missing, Vec::<String>::new());
    }

    #[test]
    fn a_file_without_the_later_fields_still_reads() {
        let mut results = sample::results([sample::subject("s", [sample::timed("copy/a", 5.0)])]);
        let mut tree = serde_json::to_value(&results).expect("it writes");
        let remove = |tree: &mut serde_json::Value, keys: &[&str]| {
            let object = tree.as_object_mut().expect("an object");
            object.retain(|key, _| !keys.contains(&key.as_str()));
        };
        remove(&mut tree, &["frames", "notes"]);
        remove(&mut tree["subjects"][0], &["maps", "malloc_floor"]);
        remove(
            &mut tree["subjects"][0]["contestants"][0],
            &["time_one", "allocation", "wire", "latency", "scaling", "cpu", "bytes"],
        );
        results.frames.clear();
        results.subjects[0].maps.clear();
        results.subjects[0].malloc_floor = None;
        assert_eq!(from_slice(tree.to_string().as_bytes()).expect("it reads"), results);
    }

    #[test]
    fn what_holds_no_results_is_refused_in_a_sentence() {
        let whole = to_string(&sample::results([])).expect("it writes");
        let cases = [
            (
                whole.replace("\"schema\":1", "\"schema\":7,\"other\":true"),
                "it has version 7 of the results format, and this apograph reads versions up to \
                 1: read it with a newer apograph",
            ),
            ("{}".into(), "it is JSON, but not results of apograph: it has no `schema`"),
            (
                "{\n  \"schema\": 1,\n  \"apograph\": }".into(),
                "line 3, column 15: it is not the results of a run (a syntax error)",
            ),
            (
                whole[..40].into(),
                "line 1, column 40: it is not the results of a run (it ends too early)",
            ),
            (
                "{\"schema\":1,\"apograph\":2}".into(),
                "line 1, column 24: it is not the results of a run (a field is missing or of \
                 another type)",
            ),
        ];
        for (text, expected) in cases {
            let error = from_slice(text.as_bytes()).expect_err(&text);
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }
}
