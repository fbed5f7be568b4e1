//! Crate and modules of a function, told from the file it stands in.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Remembers what it has told of each file.
#[derive(Default)]
pub(super) struct SourcePaths(HashMap<String, String>);

impl SourcePaths {
    /// The name of a function with the path of its crate and modules in front.
    pub(super) fn qualify(&mut self, function: &str, file: &str) -> String {
        let path = match self.0.get(file) {
            Some(path) => path,
            None => self.0.entry(file.to_owned()).or_insert_with(|| module_path(file)),
        };
        if path.is_empty() { function.to_owned() } else { format!("{path}::{function}") }
    }
}

/// `…/serde_json-1.0.154/src/value/mod.rs` holds `serde_json::value`. A Rust file outside of any
/// `src` is a crate of its own, as benches and examples are; other files have no path.
fn module_path(file: &str) -> String {
    let Some(stem) = file.strip_suffix(".rs") else { return String::new() };
    let (crate_name, modules) = match stem.rsplit_once("/src/") {
        Some((package, modules)) => (crate_name(package), modules),
        None => (String::new(), stem.rsplit('/').next().unwrap_or(stem)),
    };
    let mut path = crate_name;
    let mut modules = modules.split('/').peekable();
    while let Some(module) = modules.next() {
        let is_root = modules.peek().is_none() && matches!(module, "mod" | "lib" | "main");
        if !is_root {
            if !path.is_empty() {
                path.push_str("::");
            }
            path.push_str(&module.replace('-', "_"));
        }
    }
    path
}

/// A package's folder is named after it, with its version for one of a registry. A folder of the
/// user's own may be called anything, so there the manifest is asked.
fn crate_name(folder: &str) -> String {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let bytes = name.as_bytes();
    let version = (1..bytes.len()).find(|&at| bytes[at - 1] == b'-' && bytes[at].is_ascii_digit());
    let name = match version {
        Some(at) => name[..at - 1].to_owned(),
        None => package_name(Path::new(folder)).unwrap_or_else(|| name.to_owned()),
    };
    name.replace('-', "_")
}

fn package_name(folder: &Path) -> Option<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    let package = manifest.split_once("[package]")?.1;
    package.lines().take_while(|line| !line.starts_with('[')).find_map(|line| {
        let value = line.strip_prefix("name")?.trim_start().strip_prefix('=')?.trim();
        Some(value.trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_tells_crate_and_modules() {
        let cases = [
            ("/rustc/0a1b/library/core/src/num/mod.rs", "core::num"),
            ("/rust/deps/hashbrown-0.16.1/src/raw.rs", "hashbrown::raw"),
            ("/r/registry/src/index-1/serde_json-1.0.154/src/read.rs", "serde_json::read"),
            ("/r/registry/src/index-1/rmp-serde-1.3.0/src/lib.rs", "rmp_serde"),
            ("/home/a/no-such-thing/src/deep/er.rs", "no_such_thing::deep::er"),
            ("/home/a/thing/benches/my-types.rs", "my_types"),
            ("./malloc/malloc.c", ""),
            (concat!(env!("CARGO_MANIFEST_DIR"), "/src/contestant.rs"), "apograph_lab::contestant"),
        ];
        for (file, path) in cases {
            assert_eq!(module_path(file), path, "{file}");
        }
    }

    #[test]
    fn a_function_of_an_unknown_place_keeps_its_bare_name() {
        let mut paths = SourcePaths::default();
        assert_eq!(paths.qualify("free", "./malloc/malloc.c"), "free");
        assert_eq!(paths.qualify("f<T>", "/x/a-1.0.0/src/b.rs"), "a::b::f<T>");
        assert_eq!(paths.qualify("g", "/x/a-1.0.0/src/b.rs"), "a::b::g");
    }
}
