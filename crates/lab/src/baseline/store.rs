//! Stored results of an earlier run: `DIR/baselines/NAME.json`.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::nearest::nearest;
use crate::report::{self, WriteError, json};
use crate::results::{FlameGraph, Results};

/// Stores results as `DIR/baselines/NAME.json`, without their flame graphs, over an older
/// baseline of that name. Returns the path.
///
/// # Errors
///
/// When the name is not a plain one, or the file cannot be written.
pub fn save(results: &Results, dir: &Path, name: &str) -> Result<PathBuf, BaselineError> {
    let path = path_of(dir, name)?;
    let mut slim = results.clone();
    slim.frames.clear();
    for contestant in slim.subjects.iter_mut().flat_map(|subject| &mut subject.contestants) {
        if let Some(cpu) = &mut contestant.cpu {
            cpu.flame = FlameGraph::default();
        }
        contestant.bytes = None;
    }
    let text = json::to_string(&slim).map_err(WriteError::from)?;
    report::write_atomically(&path, text.as_bytes())?;
    Ok(path)
}

/// Loads the results stored under a name.
///
/// # Errors
///
/// When there is no such baseline, with the names of those there are; when its file cannot be
/// read or is of a newer version.
pub fn load(dir: &Path, name: &str) -> Result<Results, BaselineError> {
    let path = path_of(dir, name)?;
    if path.exists() {
        return Ok(json::read(&path)?);
    }
    let names = names(dir);
    Err(BaselineError::Missing {
        nearest: nearest(name, names.iter().map(String::as_str)).map(str::to_owned),
        name: name.to_owned(),
        names,
    })
}

/// Names of the baselines stored in a directory, in order.
pub fn names(dir: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(dir.join(FOLDER)) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let file = entry.ok()?.file_name().into_string().ok()?;
            file.strip_suffix(".json").map(str::to_owned)
        })
        .filter(|name| is_plain(name))
        .collect();
    names.sort_unstable();
    names
}

const FOLDER: &str = "baselines";

fn path_of(dir: &Path, name: &str) -> Result<PathBuf, BaselineError> {
    check_name(name)?;
    Ok(dir.join(FOLDER).join(format!("{name}.json")))
}

/// Checks a name before a long run is made in order to keep its results under it.
///
/// # Errors
///
/// When it is not a plain name.
pub fn check_name(name: &str) -> Result<(), BaselineError> {
    if is_plain(name) { Ok(()) } else { Err(BaselineError::Name { name: name.to_owned() }) }
}

/// A name must not lead out of the folder, nor hide in it.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name.chars().all(|c| c.is_alphanumeric() || "_-.+@".contains(c))
}

/// Why a baseline could not be stored or loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// A name that could be no file's.
    #[error("`{name}` is no name for a baseline: use letters, digits and _-.+@")]
    Name {
        /// The name.
        name: String,
    },
    /// No baseline of that name is stored.
    #[error("there is no baseline `{name}`{}", Hint(names, nearest.as_deref()))]
    Missing {
        /// The name.
        name: String,
        /// Names of those there are.
        names: Vec<String>,
        /// The nearest of these.
        nearest: Option<String>,
    },
    /// The stored file cannot be used.
    #[error(transparent)]
    Read(#[from] json::ReadError),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

struct Hint<'a>(&'a [String], Option<&'a str>);

impl fmt::Display for Hint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            ([], _) | (_, None) => f.write_str(", nor any other: `--save-baseline` stores one"),
            (names, Some(nearest)) => {
                write!(f, "; did you mean `{nearest}`? There are: {}", names.join(", "))
            }
        }
    }
}
