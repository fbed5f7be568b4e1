//! The files whose code is mapped into this process, with their unwind tables.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::ops::Range;

use framehop::ExplicitModuleSectionInfo;
use object::{Object, ObjectSection, ObjectSegment, ReadCache, ReadRef, SegmentFlags, elf};

use crate::sampling::{Function, Module, RawFrame};

/// The page size is at least this, and a mapping of a file begins at a page.
const PAGE: u64 = 4096;

const VDSO: &str = "[vdso]";

/// The modules of this process.
pub(super) struct Modules {
    modules: Vec<Mapped>,
    unwind_tables: Vec<framehop::Module<Vec<u8>>>,
}

struct Mapped {
    /// Where its code is in memory.
    range: Range<u64>,
    module: Module,
}

impl Modules {
    /// Reads the process's memory map and the unwind tables of what is mapped. A file that cannot
    /// be read has its addresses known, but no tables.
    pub(super) fn load() -> io::Result<Self> {
        let mut loaded = Self { modules: Vec::new(), unwind_tables: Vec::new() };
        for mapping in fs::read_to_string("/proc/self/maps")?.lines().filter_map(Mapping::parse) {
            loaded.add(mapping);
        }
        loaded.name_variants();
        Ok(loaded)
    }

    /// The unwind tables; the second time there are none.
    pub(super) fn take_unwind_tables(&mut self) -> Vec<framehop::Module<Vec<u8>>> {
        std::mem::take(&mut self.unwind_tables)
    }

    /// Where an address of memory is.
    pub(super) fn locate(&self, address: u64) -> RawFrame {
        match self.modules.iter().position(|mapped| mapped.range.contains(&address)) {
            Some(place) => RawFrame {
                module: u32::try_from(place).ok(),
                address: address.wrapping_sub(self.modules[place].module.bias),
            },
            None => RawFrame { module: None, address },
        }
    }

    /// The modules, in the order that [`locate`](Self::locate) counts in.
    pub(super) fn into_list(self) -> Vec<Module> {
        self.modules.into_iter().map(|mapped| mapped.module).collect()
    }

    fn add(&mut self, mapping: Mapping) {
        let tables = if mapping.path == VDSO {
            Tables::read(vdso_image(&mapping.range), &mapping)
        } else {
            let path = mapping.readable_path();
            File::open(path)
                .ok()
                .and_then(|file| Tables::read(&ReadCache::new(BufReader::new(file)), &mapping))
        };
        let bias = tables.as_ref().map_or(mapping.range.start - mapping.offset, |found| found.bias);
        if let Some(Tables { bias, sections }) = tables {
            self.unwind_tables.push(framehop::Module::new(
                mapping.path.clone(),
                mapping.range.clone(),
                bias,
                sections,
            ));
        }
        let module = Module { path: mapping.path, bias, functions: Vec::new() };
        self.modules.push(Mapped { range: mapping.range, module });
    }

    /// The functions of which the C library picks a variant for the processor when the program
    /// starts: where they lie now is where the variant lies.
    fn name_variants(&mut self) {
        let variants: [(&str, *const ()); 7] = [
            ("memcpy", libc::memcpy as *const ()),
            ("memmove", libc::memmove as *const ()),
            ("memset", libc::memset as *const ()),
            ("memcmp", libc::memcmp as *const ()),
            ("memchr", libc::memchr as *const ()),
            ("strlen", libc::strlen as *const ()),
            ("strcmp", libc::strcmp as *const ()),
        ];
        for (name, address) in variants {
            let frame = self.locate(address.addr() as u64);
            if let Some(mapped) = frame.module.and_then(|at| self.modules.get_mut(at as usize)) {
                let function = Function { name: name.to_owned(), address: frame.address };
                mapped.module.functions.push(function);
            }
        }
    }
}

/// A line of the memory map that is code of a file.
struct Mapping {
    range: Range<u64>,
    /// Where in the file the mapping begins.
    offset: u64,
    path: String,
}

impl Mapping {
    /// Lines are `START-END PERMISSIONS OFFSET DEVICE INODE PATH`.
    fn parse(line: &str) -> Option<Self> {
        let hexadecimal = |text| u64::from_str_radix(text, 16).ok();
        let mut rest = line;
        let mut field = || {
            let (field, after) = rest.trim_start().split_once(' ')?;
            rest = after;
            Some(field)
        };
        let (start, end) = field()?.split_once('-')?;
        let permissions = field()?;
        let offset = hexadecimal(field()?)?;
        let (_device, _inode) = (field()?, field()?);
        let path = rest.trim_start();
        if !permissions.contains('x') || !(path.starts_with('/') || path == VDSO) {
            return None;
        }
        Some(Self { range: hexadecimal(start)?..hexadecimal(end)?, offset, path: path.to_owned() })
    }

    /// A program that was built anew while it ran is still there under this name.
    fn readable_path(&self) -> &str {
        if self.path.ends_with(" (deleted)") { "/proc/self/exe" } else { &self.path }
    }
}

/// The kernel's code for reading the clock has no file; it is an ELF image in memory.
fn vdso_image(range: &Range<u64>) -> &'static [u8] {
    let start = std::ptr::with_exposed_provenance(range.start as usize);
    let size = (range.end - range.start) as usize;
    // SAFETY: the kernel maps the range for reading, by its own memory map, for as long as the
    // process lives, and never writes to it.
    unsafe { std::slice::from_raw_parts(start, size) }
}

struct Tables {
    bias: u64,
    sections: ExplicitModuleSectionInfo<Vec<u8>>,
}

impl Tables {
    fn read<'a, R: ReadRef<'a>>(data: R, mapping: &Mapping) -> Option<Self> {
        let file = object::File::parse(data).ok()?;
        let bias = bias(&file, mapping)?;
        let mut sections = ExplicitModuleSectionInfo::default();
        for section in file.sections() {
            let svma = section.address()..section.address().checked_add(section.size())?;
            let bytes = || section.data().ok().map(<[u8]>::to_vec);
            match section.name_bytes().unwrap_or_default() {
                b".text" => sections.text_svma = Some(svma),
                b".got" => sections.got_svma = Some(svma),
                b".eh_frame" => {
                    sections.eh_frame_svma = Some(svma);
                    sections.eh_frame = bytes();
                }
                b".eh_frame_hdr" => {
                    sections.eh_frame_hdr_svma = Some(svma);
                    sections.eh_frame_hdr = bytes();
                }
                _ => {}
            }
        }
        Some(Self { bias, sections })
    }
}

/// Address in memory less address in the file, from the segment that is mapped.
fn bias<'a, R: ReadRef<'a>>(file: &object::File<'a, R>, mapping: &Mapping) -> Option<u64> {
    let segment = file.segments().find(|segment| {
        let (offset, size) = segment.file_range();
        let executable = matches!(
            segment.flags(),
            SegmentFlags::Elf { p_flags, .. } if p_flags.contains(elf::PF_X)
        );
        executable && (offset - offset % PAGE..offset + size).contains(&mapping.offset)
    })?;
    let (offset, _) = segment.file_range();
    let address = segment.address().wrapping_sub(offset).wrapping_add(mapping.offset);
    Some(mapping.range.start.wrapping_sub(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_memory_map_are_read() {
        let cases = [
            (
                "55d0a000-55d0b000 r-xp 00001000 fe:00 123  /usr/bin/a program",
                Some((0x55d0_a000..0x55d0_b000, 0x1000, "/usr/bin/a program")),
            ),
            ("55d0a000-55d0b000 r--p 00001000 fe:00 123  /usr/bin/data", None),
            ("7ffe0000-7ffe1000 r-xp 00000000 00:00 0    [vdso]", {
                Some((0x7ffe_0000..0x7ffe_1000, 0, "[vdso]"))
            }),
            ("7ffe0000-7ffe1000 r-xp 00000000 00:00 0", None),
            ("ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0    [vsyscall]", None),
            ("", None),
        ];
        for (line, expected) in cases {
            let mapping = Mapping::parse(line);
            let found = mapping.as_ref().map(|m| (m.range.clone(), m.offset, m.path.as_str()));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn this_program_and_the_variants_of_memcpy_are_found() -> io::Result<()> {
        let mut modules = Modules::load()?;
        assert!(!modules.take_unwind_tables().is_empty());
        let here = Modules::load as *const ();
        let frame = modules.locate(here.addr() as u64);
        let list = modules.into_list();
        let module = &list[frame.module.map_or(usize::MAX, |module| module as usize)];
        assert_eq!(fs::canonicalize(&module.path)?, std::env::current_exe()?.canonicalize()?);
        let memcpy = list.iter().flat_map(|module| &module.functions).find(|f| f.name == "memcpy");
        assert!(memcpy.is_some());
        Ok(())
    }
}
