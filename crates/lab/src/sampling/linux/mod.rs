//! Sampling on Linux.

mod clock;
mod modules;
mod recorder;
mod registers;
mod walker;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering, compiler_fence};
use std::{io, mem, ptr};

use self::clock::Clock;
pub(crate) use self::recorder::StackRecorder;
use self::registers::Registers;
use super::{RawProfile, SamplingError};

/// Samples the calling thread: while it lives, the thread is interrupted at a fixed rate of its
/// own processor time and its stack is walked and kept.
///
/// The source is the kernel's task clock by `perf_event_open`. Where that is refused, as in many
/// containers, it is a timer on the thread's processor time, which gives at most 250 samples a
/// second; [`RawProfile::source`] says so. Other threads can be sampled at the same time, each by
/// its own sampler.
///
/// The signal is SIGPROF. Its handler stays installed after the end, doing nothing, since a late
/// signal would otherwise end the process.
///
/// ```
/// use apograph_lab::sampling::CpuSampler;
///
/// # fn main() -> Result<(), apograph_lab::sampling::SamplingError> {
/// # if cfg!(not(all(target_os = "linux", target_pointer_width = "64"))) { return Ok(()); }
/// let sampler = CpuSampler::start(499, 10_000)?;
/// let sum: u64 = (0..1_000_000).sum();
/// let profile = sampler.stop();
/// println!("{sum}: kept {} of {} by {}", profile.kept, profile.due, profile.source);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct CpuSampler {
    clock: Option<Clock>,
    hz: u32,
    /// Owned here, written by the signal handler while [`RECORDER`] points to it.
    recorder: *mut StackRecorder,
    not_send: PhantomData<*mut ()>,
}

thread_local! {
    // Initialised at compile time and without a destructor, so that the handler may read it.
    static RECORDER: AtomicPtr<StackRecorder> = const { AtomicPtr::new(ptr::null_mut()) };
}

impl CpuSampler {
    /// Starts to sample the calling thread `hz` times per second of its processor time, with room
    /// for about `capacity` samples.
    ///
    /// # Errors
    ///
    /// When `hz` or `capacity` is 0, the thread is being sampled already, something else handles
    /// SIGPROF, or the system gives no source of samples.
    pub fn start(hz: u32, capacity: usize) -> Result<Self, SamplingError> {
        Self::start_by(hz, capacity, |hz| {
            Clock::perf(hz).or_else(|refused| Clock::timer(hz, &refused))
        })
    }

    fn start_by(
        hz: u32,
        capacity: usize,
        clock: impl FnOnce(u32) -> io::Result<Clock>,
    ) -> Result<Self, SamplingError> {
        if hz == 0 || capacity == 0 {
            return Err(SamplingError::NothingToSample);
        }
        if RECORDER.with(|recorder| !recorder.load(Ordering::Relaxed).is_null()) {
            return Err(SamplingError::AlreadySampling);
        }
        let recorder = Box::new(StackRecorder::new(capacity)?);
        install_handler()?;
        let clock = clock(hz).map_err(SamplingError::Clock)?;
        let recorder = Box::into_raw(recorder);
        RECORDER.with(|shared| shared.store(recorder, Ordering::Relaxed));
        // From here on the handler, on this same thread, may use the recorder.
        compiler_fence(Ordering::SeqCst);
        let mut sampler =
            Self { hz: clock.hz(), clock: Some(clock), recorder, not_send: PhantomData };
        if let Some(Err(error)) = sampler.clock.as_mut().map(Clock::begin) {
            return Err(SamplingError::Clock(error));
        }
        Ok(sampler)
    }

    /// Stops, and gives what was sampled.
    pub fn stop(mut self) -> RawProfile {
        let (source, nanoseconds) = match self.clock.take() {
            Some(mut clock) => (clock.source().to_owned(), clock.end()),
            None => (String::new(), 0),
        };
        let hz = self.hz;
        let recorder = self.take_recorder();
        mem::forget(self);
        let profile = recorder.map(|recorder| recorder.into_profile()).unwrap_or_default();
        let due = u128::from(nanoseconds) * u128::from(hz) / 1_000_000_000;
        RawProfile { source, hz, due: u64::try_from(due).unwrap_or(u64::MAX), ..profile }
    }

    /// Takes the recorder back from the handler. The second time there is none.
    fn take_recorder(&mut self) -> Option<Box<StackRecorder>> {
        RECORDER.with(|shared| shared.store(ptr::null_mut(), Ordering::Relaxed));
        // A signal from here on finds no recorder; one before has been handled to its end, since
        // the handler runs on this thread.
        compiler_fence(Ordering::SeqCst);
        let recorder = mem::replace(&mut self.recorder, ptr::null_mut());
        if recorder.is_null() {
            return None;
        }
        // SAFETY: the pointer came from `Box::into_raw` in `start_by` and is taken here only
        // once, since it is replaced by null. The handler runs on the thread whose `RECORDER` was
        // set, which is this one since the sampler is not `Send`, and finds null there by now.
        Some(unsafe { Box::from_raw(recorder) })
    }
}

impl Drop for CpuSampler {
    fn drop(&mut self) {
        self.clock = None;
        drop(self.take_recorder());
    }
}

/// Makes [`on_signal`] the handler of SIGPROF, unless another profiler has it.
fn install_handler() -> Result<(), SamplingError> {
    let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_signal;
    let handler = handler as *const () as libc::sighandler_t;
    // SAFETY: all-zero bytes are a valid `sigaction`: integers, an empty set, no pointer that is
    // followed.
    let mut current: libc::sigaction = unsafe { mem::zeroed() };
    // SAFETY: a null new action only asks for the current one, which `current` has room for.
    let asked = unsafe { libc::sigaction(libc::SIGPROF, ptr::null(), &raw mut current) };
    if asked != 0 {
        return Err(SamplingError::Clock(io::Error::last_os_error()));
    }
    if ![libc::SIG_DFL, libc::SIG_IGN, handler].contains(&current.sa_sigaction) {
        return Err(SamplingError::SignalTaken);
    }
    // SAFETY: as above.
    let mut action: libc::sigaction = unsafe { mem::zeroed() };
    action.sa_sigaction = handler;
    action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
    // SAFETY: the action names a handler with the signature that SA_SIGINFO asks for, and that
    // handler calls only what a signal handler may call: see there.
    if unsafe { libc::sigaction(libc::SIGPROF, &raw const action, ptr::null_mut()) } != 0 {
        return Err(SamplingError::Clock(io::Error::last_os_error()));
    }
    unblock_signal().map_err(SamplingError::Clock)
}

/// A thread inherits which signals are blocked, and a blocked one would never arrive.
fn unblock_signal() -> io::Result<()> {
    // SAFETY: all-zero bytes are a valid, empty set.
    let mut signals: libc::sigset_t = unsafe { mem::zeroed() };
    // SAFETY: `signals` is a valid set, SIGPROF a valid signal.
    unsafe { libc::sigaddset(&raw mut signals, libc::SIGPROF) };
    // SAFETY: `signals` is a valid set; the old mask is not asked for.
    let error =
        unsafe { libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const signals, ptr::null_mut()) };
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
}

/// Keeps the stack of the interrupted thread.
///
/// Calls nothing that allocates, locks or makes a system call, so `errno` stays as it was and it
/// does not matter what was interrupted.
extern "C" fn on_signal(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let recorder = RECORDER.with(|recorder| recorder.load(Ordering::Relaxed));
    if recorder.is_null() || context.is_null() {
        return;
    }
    // SAFETY: with SA_SIGINFO the kernel passes the interrupted context as an `ucontext_t`, which
    // lives until the handler returns and is not written meanwhile.
    let context = unsafe { &*context.cast::<libc::ucontext_t>() };
    // SAFETY: a pointer in `RECORDER` is from `Box::into_raw` and not yet taken back. The thread
    // itself does not touch the recorder while it is there, and this handler is not interrupted
    // by itself, since SIGPROF is blocked while it runs: the reference is the only one.
    let recorder = unsafe { &mut *recorder };
    recorder.record(&Registers::interrupted(context), 1);
}

#[cfg(test)]
mod tests;
