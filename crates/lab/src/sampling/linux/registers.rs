//! The registers that a walk starts from, and the one thing it reads besides: stack memory.

use std::arch::asm;

use framehop::UnwindRegsNative;

/// Where a thread is.
pub(super) struct Registers {
    pub(super) pc: u64,
    pub(super) sp: u64,
    fp: u64,
    #[cfg(target_arch = "aarch64")]
    lr: u64,
}

#[cfg(target_arch = "x86_64")]
impl Registers {
    /// Where a signal interrupted the thread.
    pub(super) fn interrupted(context: &libc::ucontext_t) -> Self {
        let register = |name: libc::c_int| context.uc_mcontext.gregs[name as usize] as u64;
        Self {
            pc: register(libc::REG_RIP),
            sp: register(libc::REG_RSP),
            fp: register(libc::REG_RBP),
        }
    }

    /// Here. Good for a walk only until the calling function returns.
    #[inline(always)]
    pub(super) fn here() -> Self {
        let (pc, sp, fp);
        // SAFETY: the three instructions only copy registers into the outputs.
        unsafe {
            asm!(
                "lea {pc}, [rip]",
                "mov {sp}, rsp",
                "mov {fp}, rbp",
                pc = out(reg) pc,
                sp = out(reg) sp,
                fp = out(reg) fp,
                options(nomem, nostack, preserves_flags),
            );
        }
        Self { pc, sp, fp }
    }

    /// As the unwinder wants them.
    pub(super) fn for_unwinder(&self, _max_code_address: u64) -> UnwindRegsNative {
        UnwindRegsNative::new(self.pc, self.sp, self.fp)
    }
}

#[cfg(target_arch = "aarch64")]
impl Registers {
    /// Where a signal interrupted the thread.
    pub(super) fn interrupted(context: &libc::ucontext_t) -> Self {
        let machine = &context.uc_mcontext;
        Self { pc: machine.pc, sp: machine.sp, fp: machine.regs[29], lr: machine.regs[30] }
    }

    /// Here. Good for a walk only until the calling function returns.
    #[inline(always)]
    pub(super) fn here() -> Self {
        let (pc, sp, fp, lr);
        // SAFETY: the four instructions only copy registers into the outputs.
        unsafe {
            asm!(
                "adr {pc}, .",
                "mov {sp}, sp",
                "mov {fp}, x29",
                "mov {lr}, x30",
                pc = out(reg) pc,
                sp = out(reg) sp,
                fp = out(reg) fp,
                lr = out(reg) lr,
                options(nomem, nostack, preserves_flags),
            );
        }
        Self { pc, sp, fp, lr }
    }

    /// As the unwinder wants them. Signed return addresses are stripped of their signature, which
    /// is in the bits above those of all code.
    pub(super) fn for_unwinder(&self, max_code_address: u64) -> UnwindRegsNative {
        let mask = framehop::aarch64::PtrAuthMask::from_max_known_address(max_code_address.max(1));
        UnwindRegsNative::new_with_ptr_auth_mask(mask, self.lr, self.sp, self.fp)
    }
}

/// Reads a word of memory that Rust may know nothing of, or regard as not initialised.
///
/// # Safety
///
/// The eight bytes at `address` must be mapped for reading.
#[inline]
pub(super) unsafe fn load(address: u64) -> u64 {
    let word;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller says that the memory can be read. The load is one of the machine and not
    // of the language, so what the bytes hold and whom they belong to does not matter.
    unsafe {
        asm!(
            "mov {word}, qword ptr [{address}]",
            address = in(reg) address,
            word = lateout(reg) word,
            options(readonly, nostack, preserves_flags),
        );
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        asm!(
            "ldr {word}, [{address}]",
            address = in(reg) address,
            word = lateout(reg) word,
            options(readonly, nostack, preserves_flags),
        );
    }
    word
}
