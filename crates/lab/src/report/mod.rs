//! What a run leaves: every report is a pure function of [`Results`].
//!
//! [`write_all`] writes the files that other programs read; the terminal's tables are strings
//! made by [`table`] and [`stages`].

pub mod csv;
pub mod folded;
pub mod html;
pub mod jmh;
pub mod json;
mod layout;
pub mod markdown;
pub mod stages;
pub mod table;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use self::layout::Layout;
use crate::results::Results;

/// Writes `results.json`, `jmh.json`, `results.csv` and `results.md` into a directory, which is
/// made if it is not there, and returns their paths. Each file is written whole or not at all.
///
/// # Errors
///
/// When the directory cannot be made or a file cannot be written; the error names the path.
pub fn write_all(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let files = [
        ("results.json", json::to_string(results)?),
        ("jmh.json", jmh::to_string(results)?),
        ("results.csv", csv::to_string(results)?),
        ("results.md", markdown::render(results)),
    ];
    let mut paths = Vec::new();
    for (name, text) in files {
        let path = dir.join(name);
        write_atomically(&path, text.as_bytes())?;
        paths.push(path);
    }
    Ok(paths)
}

/// Makes a directory for a run's files and checks that they can be written there, so that a
/// long run does not end in an error.
///
/// # Errors
///
/// When the directory cannot be made or written to; the error names the path.
pub fn prepare(dir: &Path) -> Result<(), WriteError> {
    let probe = dir.join(".writable");
    write_atomically(&probe, b"")?;
    fs::remove_file(&probe).map_err(|source| WriteError::Unwritable { path: probe, source })
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
    Csv(#[from] ::csv::Error),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    /// A folder of its own for a test, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("apograph-{name}-{}", std::process::id())))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn all_files_are_written_and_nothing_else_stays() {
        let folder = Folder::new("write-all");
        let results = sample::results([sample::device_state()]);
        // Twice: the second run writes over the files of the first.
        for _ in 0..2 {
            let paths = write_all(&results, &folder.0.join("out")).expect("they are written");
            assert_eq!(paths.len(), 4);
        }
        let entries = fs::read_dir(folder.0.join("out")).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["jmh.json", "results.csv", "results.json", "results.md"]);
        let read = json::read(&folder.0.join("out/results.json")).expect("it reads");
        assert_eq!(read, results);
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let folder = Folder::new("unwritable");
        fs::create_dir_all(&folder.0).expect("a folder");
        let file = folder.0.join("file");
        fs::write(&file, "").expect("a file");
        let error = write_all(&sample::results([]), &file.join("out")).expect_err("it is a file");
        let expected = format!("cannot make the directory {}", file.join("out").display());
        assert_eq!(error.to_string(), expected);

        let taken = folder.0.join("taken");
        fs::create_dir_all(taken.join("inside")).expect("a folder");
        let error = write_atomically(&taken, b"text").expect_err("it is a folder");
        assert_eq!(error.to_string(), format!("cannot write {}", taken.display()));
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 2, "no remains");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let path = Path::new("no/such/results.json");
        let error = json::read(path).expect_err("it is not there");
        assert_eq!(error.to_string(), "cannot read no/such/results.json");
    }
}
