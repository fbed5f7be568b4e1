//! Walks the stack of the thread it was made on, without allocating.

use std::{io, mem};

use framehop::{CacheNative, MustNotAllocateDuringUnwind, Unwinder, UnwinderNative};

use super::modules::Modules;
use super::registers::{Registers, load};

/// The unwind tables of the process, the rules met so far, and the bounds of this thread's stack.
pub(super) struct Walker {
    unwinder: UnwinderNative<Vec<u8>, MustNotAllocateDuringUnwind>,
    cache: CacheNative<MustNotAllocateDuringUnwind>,
    stack: std::ops::Range<u64>,
}

/// What a walk found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// How many addresses were written.
    pub(super) frames: usize,
    /// Whether the outermost frame was reached.
    pub(super) whole: bool,
}

impl Walker {
    /// A walker for the calling thread.
    pub(super) fn new(modules: &mut Modules) -> io::Result<Self> {
        let mut unwinder = UnwinderNative::new();
        for module in modules.take_unwind_tables() {
            unwinder.add_module(module);
        }
        Ok(Self { unwinder, cache: CacheNative::default(), stack: stack_bounds()? })
    }

    /// Walks from `registers` outwards, and writes addresses to look up, innermost first. The
    /// frames must be of the thread that this walker was made on, and alive during the walk.
    ///
    /// Async-signal-safe: it does not allocate, and reads no memory but the thread's stack from
    /// its pointer up.
    pub(super) fn walk(&mut self, registers: &Registers, addresses: &mut [u64]) -> Walk {
        // Code that runs on a stack of its own gives its innermost frame only.
        let readable =
            if self.stack.contains(&registers.sp) { registers.sp..self.stack.end } else { 0..0 };
        let mut read_stack = |address: u64| match address.checked_add(8) {
            Some(end) if address >= readable.start && end <= readable.end => {
                // SAFETY: the eight bytes lie between the stack pointer and the end of this
                // thread's stack, all of which is mapped while the thread lives.
                Ok(unsafe { load(address) })
            }
            _ => Err(()),
        };
        let start = registers.for_unwinder(self.unwinder.max_known_code_address());
        let mut frames =
            self.unwinder.iter_frames(registers.pc, start, &mut self.cache, &mut read_stack);
        let mut count = 0;
        for slot in addresses {
            match frames.next() {
                Ok(Some(frame)) => *slot = frame.address_for_lookup(),
                Ok(None) => return Walk { frames: count, whole: true },
                Err(_) => return Walk { frames: count, whole: false },
            }
            count += 1;
        }
        let whole = matches!(frames.next(), Ok(None));
        Walk { frames: count, whole }
    }
}

/// The lowest and the highest address of the calling thread's stack.
fn stack_bounds() -> io::Result<std::ops::Range<u64>> {
    let check = |error: libc::c_int| {
        if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
    };
    // SAFETY: all-zero bytes are a valid, if meaningless, `pthread_attr_t`.
    let mut attributes: libc::pthread_attr_t = unsafe { mem::zeroed() };
    // SAFETY: the call has no precondition.
    let this_thread = unsafe { libc::pthread_self() };
    // SAFETY: the thread is alive, since it is this one, and `attributes` has room.
    check(unsafe { libc::pthread_getattr_np(this_thread, &raw mut attributes) })?;
    let (mut lowest, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: `attributes` was filled in by the call above, and both answers have room.
    let got = unsafe {
        libc::pthread_attr_getstack(&raw const attributes, &raw mut lowest, &raw mut size)
    };
    // SAFETY: `attributes` was filled in above, and is not used any more.
    unsafe { libc::pthread_attr_destroy(&raw mut attributes) };
    check(got)?;
    let lowest = lowest.addr() as u64;
    Ok(lowest..lowest + size as u64)
}
