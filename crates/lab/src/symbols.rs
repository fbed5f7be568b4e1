//! From addresses to names of functions, inlined ones included.
//!
//! Names come from DWARF line tables, which name every inlined function, and from symbol tables,
//! which know the full path of those that are not inlined. With `debug = "line-tables-only"` an
//! inlined function has a name without a path; its crate and modules are then told from the file
//! it stands in: `parse_str` of `serde_json-1.0.154/src/read.rs` is `serde_json::read::parse_str`.

mod elf;
mod source_path;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use addr2line::Loader;

use self::elf::Image;
use self::source_path::SourcePaths;
use crate::sampling::{Module, RawProfile};
use crate::stacks::Stack;

/// Finds the names of addresses. Keeps what it has found and read, so that one serves a whole run.
#[derive(Default)]
pub struct Symbolizer {
    modules: HashMap<String, Symbols>,
    paths: SourcePaths,
    notes: Vec<String>,
}

impl Symbolizer {
    /// A symbolizer that has not read anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the names of all frames of a profile. An address gives as many frames as functions
    /// are inlined there, and at least one: what has no name is called `[FILE+0xADDRESS]`.
    pub fn resolve(&mut self, profile: &RawProfile) -> Vec<Stack> {
        let mut stacks = Vec::with_capacity(profile.stacks.len());
        for raw in &profile.stacks {
            let mut frames = Vec::new();
            for frame in raw.frames.iter().rev() {
                let module = frame.module.and_then(|at| profile.modules.get(at as usize));
                match module {
                    Some(module) => {
                        frames.extend(self.names(module, frame.address).iter().cloned());
                    }
                    None => frames.push(format!("[0x{:x}]", frame.address).into()),
                }
            }
            stacks.push(Stack { frames, weight: raw.weight });
        }
        stacks
    }

    /// What the reader of names must know: files without line tables or symbols.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The names at an address, outermost first.
    fn names(&mut self, module: &Module, address: u64) -> Arc<[Arc<str>]> {
        if !self.modules.contains_key(&module.path) {
            let symbols = Symbols::load(module);
            self.notes.extend(symbols.note(&module.path));
            self.modules.insert(module.path.clone(), symbols);
        }
        match self.modules.get_mut(&module.path) {
            Some(symbols) => symbols.names(address, &mut self.paths),
            None => Arc::new([]),
        }
    }
}

/// The symbols of one file.
struct Symbols {
    /// File name, for addresses without a name.
    file: String,
    loader: Option<Loader>,
    image: Option<Image>,
    found: HashMap<u64, Arc<[Arc<str>]>>,
}

impl Symbols {
    /// Reads a file; one that cannot be read has no symbols.
    fn load(module: &Module) -> Self {
        let path = Path::new(module.path.trim_end_matches(" (deleted)"));
        let file =
            path.file_name().map_or_else(|| module.path.clone().into(), |f| f.to_string_lossy());
        Self {
            file: file.trim_matches(['[', ']']).to_owned(),
            loader: Loader::new(path).ok(),
            image: Image::read(path, &module.functions),
            found: HashMap::new(),
        }
    }

    fn note(&self, path: &str) -> Option<String> {
        // The system's libraries are stripped nearly everywhere, and the kernel's has no file.
        if self.file.contains(".so") || self.file == "vdso" {
            return None;
        }
        match &self.loader {
            None => Some(format!("{path} cannot be read, so its functions have no names")),
            Some(loader) if loader.get_section_range(b".debug_line").is_none() => Some(format!(
                "{path} has no line tables, so inlined functions are not shown; build it with \
                 debug = \"line-tables-only\" and without strip"
            )),
            Some(_) => None,
        }
    }

    fn names(&mut self, address: u64, paths: &mut SourcePaths) -> Arc<[Arc<str>]> {
        if let Some(names) = self.found.get(&address) {
            return Arc::clone(names);
        }
        let mut names = self.inlined(address, paths);
        // The symbol table knows the full path of the function that the others are inlined into.
        match self.symbol(address) {
            Some(symbol) => match names.last_mut() {
                Some(outermost) => *outermost = symbol,
                None => names.push(symbol),
            },
            None if names.is_empty() => names.push(self.placeholder(address)),
            None => {}
        }
        let names: Arc<[Arc<str>]> = names.into_iter().rev().map(Arc::from).collect();
        self.found.insert(address, Arc::clone(&names));
        names
    }

    /// What the line tables say, innermost first.
    fn inlined(&self, address: u64, paths: &mut SourcePaths) -> Vec<String> {
        let mut names = Vec::new();
        let Some(Ok(mut frames)) = self.loader.as_ref().map(|found| found.find_frames(address))
        else {
            return names;
        };
        while let Ok(Some(frame)) = frames.next() {
            let Some(function) = frame.function else { continue };
            let Ok(name) = function.raw_name() else { continue };
            let file = frame.location.and_then(|location| location.file);
            names.push(match (rustc_demangle::try_demangle(&name), file) {
                (Ok(full), _) => format!("{full:#}"),
                (Err(_), Some(file)) => paths.qualify(&name, file),
                (Err(_), None) => name.into_owned(),
            });
        }
        names
    }

    fn symbol(&self, address: u64) -> Option<String> {
        let in_debug_file = self.image.as_ref().and_then(|image| image.symbol(address));
        let in_file = || self.loader.as_ref().and_then(|loader| loader.find_symbol(address));
        let variant = || self.image.as_ref().and_then(|image| image.variant(address));
        let symbol = in_debug_file.or_else(in_file).or_else(variant)?;
        Some(format!("{:#}", rustc_demangle::demangle(symbol)))
    }

    /// The same for all addresses of a function, where its beginning is known.
    fn placeholder(&self, address: u64) -> String {
        let start = self.image.as_ref().and_then(|image| image.function(address));
        format!("[{}+0x{:x}]", self.file, start.map_or(address, |function| function.start))
    }
}

#[cfg(test)]
mod tests;
