//! What a run leaves: every report is a pure function of [`Results`].
//!
//! [`write_all`] writes the files that other programs read; the terminal's tables are strings
//! made by [`table`] and [`stages`].

pub mod json;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::results::Results;

/// Writes `results.json`, `jmh.json`, `results.csv` and `results.md` into a directory, which is
/// made if it is not there, and returns their paths. Each file is written whole or not at all.
///
/// # Errors
///
/// When the directory cannot be made or a file cannot be written; the error names the path.
pub fn write_all(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let files = [("results.json", json::to_string(results)?)];
    let mut paths = Vec::new();
    for (name, text) in files {
        let path = dir.join(name);
        write_atomically(&path, text.as_bytes())?;
        paths.push(path);
    }
    Ok(paths)
}

/// Writes a file under another name in the same directory, then renames it, so that no reader
/// ever sees a part of it. The directory is made if it is not there.
///
/// # Errors
///
/// When the directory cannot be made or the file cannot be written; the error names the path.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError::Unwritable { path: path.to_owned(), source };
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir)
            .map_err(|source| WriteError::Directory { path: dir.to_owned(), source })?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        // Nothing depends on the remains; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        failed(error)
    })
}

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The directory cannot be made.
    #[error("cannot make the directory {}", path.display())]
    Directory {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write {}", path.display())]
    Unwritable {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The results hold something that JSON has no word for.
    #[error("cannot write the results as JSON")]
    Json(#[from] serde_json::Error),
    /// The results cannot be laid out as CSV.
    #[error("cannot write the results as CSV")]
    Csv(#[from] csv::Error),
}
