//! Samples of what a thread is doing, as stacks of addresses.
//!
//! [`CpuSampler`] interrupts the calling thread at a fixed rate of its processor time and walks
//! its stack on the spot, in the signal handler. [`crate::allocation::AllocationSampler`] walks
//! the same way from inside the allocator. Both give a [`RawProfile`]: addresses only, fit to be
//! sent to another process, where [`crate::symbols::Symbolizer`] finds the names.
//!
//! Nothing is allocated or locked while a sample is taken: unwind tables, rule cache and room for
//! the stacks are all made beforehand. Libraries that are loaded after the start are therefore
//! unknown, and stacks through them are cut short.
//!
//! Sampling works on Linux on x86-64 and AArch64. Elsewhere it fails with
//! [`SamplingError::Unsupported`].

#![expect(unsafe_code, reason = "signals, registers and stack memory are below what Rust knows")]

mod profile;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[path = "linux/mod.rs"]
mod imp;

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[path = "disabled.rs"]
mod imp;

use std::io;

use thiserror::Error;

pub use self::imp::CpuSampler;
pub(crate) use self::imp::StackRecorder;
pub use self::profile::{Function, Module, RawFrame, RawProfile, RawStack};

/// Why sampling could not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SamplingError {
    /// This operating system or processor is not one that sampling works on.
    #[error("sampling works on Linux on x86-64 and AArch64 only")]
    Unsupported,
    /// No samples, or no room for any, were asked for.
    #[error("a sampler needs a rate and a capacity above 0")]
    NothingToSample,
    /// Another profiler handles SIGPROF in this process.
    #[error("another profiler handles SIGPROF in this process")]
    SignalTaken,
    /// This thread is being sampled already.
    #[error("this thread is being sampled already")]
    AlreadySampling,
    /// The loaded modules cannot be listed.
    #[error("the loaded modules cannot be listed")]
    Modules(#[source] io::Error),
    /// The extent of this thread's stack is not known.
    #[error("the extent of this thread's stack is not known")]
    Stack(#[source] io::Error),
    /// Neither the kernel's events nor its timers can interrupt this thread.
    #[error("neither the kernel's events nor its timers can interrupt this thread")]
    Clock(#[source] io::Error),
}
