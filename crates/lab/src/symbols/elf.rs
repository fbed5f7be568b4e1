//! What an ELF file without line tables still tells of its functions.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use gimli::{BaseAddresses, EhFrame, EhFrameHdr, EndianSlice, LittleEndian, UnwindSection};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

use crate::sampling::Function;

/// Where distributions put the symbols that they strip from their libraries.
const DEBUG_FILES: &str = "/usr/lib/debug/.build-id";

/// The functions of a file.
pub(super) struct Image {
    /// Those of its separate debug file, sorted by address.
    symbols: Vec<(Range<u64>, String)>,
    /// Those that the running program named.
    variants: Vec<Function>,
    eh_frame: Section,
    eh_frame_hdr: Section,
    text: u64,
}

#[derive(Default)]
struct Section {
    address: u64,
    bytes: Vec<u8>,
}

impl Image {
    /// Reads a file, and its debug file where there is one.
    pub(super) fn read(path: &Path, variants: &[Function]) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        let file = object::File::parse(&*bytes).ok()?;
        let section = |name| {
            let section = file.section_by_name(name);
            section.and_then(|section| {
                let bytes = section.data().ok()?.to_vec();
                Some(Section { address: section.address(), bytes })
            })
        };
        Some(Self {
            symbols: debug_file(&file).map(|path| symbols(&path)).unwrap_or_default(),
            variants: variants.to_vec(),
            eh_frame: section(".eh_frame").unwrap_or_default(),
            eh_frame_hdr: section(".eh_frame_hdr").unwrap_or_default(),
            text: file.section_by_name(".text").map_or(0, |text| text.address()),
        })
    }

    /// The symbol of the debug file that holds an address.
    pub(super) fn symbol(&self, address: u64) -> Option<&str> {
        let after = self.symbols.partition_point(|(range, _)| range.start <= address);
        let (range, name) = self.symbols.get(after.checked_sub(1)?)?;
        range.contains(&address).then_some(name)
    }

    /// The name that the running program gave to the function at an address.
    pub(super) fn variant(&self, address: u64) -> Option<&str> {
        let function = self.function(address)?;
        let named = |variant: &&Function| function.contains(&variant.address);
        self.variants.iter().find(named).map(|variant| variant.name.as_str())
    }

    /// The extent of the function at an address: unwind tables have it without naming it.
    pub(super) fn function(&self, address: u64) -> Option<Range<u64>> {
        let bases = BaseAddresses::default()
            .set_eh_frame(self.eh_frame.address)
            .set_eh_frame_hdr(self.eh_frame_hdr.address)
            .set_text(self.text);
        let header = EhFrameHdr::new(&self.eh_frame_hdr.bytes, LittleEndian);
        let header = header.parse(&bases, 8).ok()?;
        let frames: EhFrame<EndianSlice<'_, LittleEndian>> =
            EhFrame::new(&self.eh_frame.bytes, LittleEndian);
        let entry = header
            .table()?
            .fde_for_address(&frames, &bases, address, EhFrame::cie_from_offset)
            .ok()?;
        Some(entry.initial_address()..entry.end_address())
    }
}

fn debug_file(file: &object::File<'_>) -> Option<PathBuf> {
    let id = file.build_id().ok()??;
    let (first, rest) = id.split_first()?;
    let rest: String = rest.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(Path::new(DEBUG_FILES).join(format!("{first:02x}")).join(rest + ".debug"))
}

/// The functions of a file's symbol table; none when there is no such file.
fn symbols(path: &Path) -> Vec<(Range<u64>, String)> {
    let Ok(bytes) = fs::read(path) else { return Vec::new() };
    let Ok(file) = object::File::parse(&*bytes) else { return Vec::new() };
    let mut symbols: Vec<_> = file
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0)
        .filter_map(|symbol| {
            let range = symbol.address()..symbol.address().checked_add(symbol.size())?;
            Some((range, symbol.name().ok()?.to_owned()))
        })
        .collect();
    symbols.sort_by_key(|(range, _)| range.start);
    // Of several names for one function the first stays, so that its samples are not split.
    symbols.dedup_by(|(later, _), (earlier, _)| later.start == earlier.start);
    symbols
}
