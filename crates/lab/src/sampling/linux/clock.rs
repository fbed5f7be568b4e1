//! What interrupts a thread after every so much of its processor time.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::{mem, ptr};

/// The timers of the kernel are as fine as its clock tick, at most this often a second.
const TIMER_MAX_HZ: u32 = 250;

const NANOSECONDS: u64 = 1_000_000_000;

/// A source of SIGPROF for the thread that made it.
#[derive(Debug)]
pub(super) struct Clock {
    source: String,
    hz: u32,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Perf(File),
    Timer { timer: Timer, began: u64 },
}

impl Clock {
    /// The task clock of the kernel's performance events.
    pub(super) fn perf(hz: u32) -> io::Result<Self> {
        // Where the kernel's own part may be seen, a sample that falls into it is delivered on
        // the way back and counts for whoever called it, page faults included.
        match open_task_clock(hz, 0) {
            Ok(event) => Self::by_event(event, hz, "perf task-clock"),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let event = open_task_clock(hz, perf::EXCLUDE_KERNEL | perf::EXCLUDE_HYPERVISOR)?;
                Self::by_event(event, hz, "perf task-clock, without time in the kernel")
            }
            Err(error) => Err(error),
        }
    }

    fn by_event(event: OwnedFd, hz: u32, source: &str) -> io::Result<Self> {
        deliver_to_this_thread(&event)?;
        Ok(Self { source: source.to_owned(), hz, kind: Kind::Perf(File::from(event)) })
    }

    /// A timer on the thread's processor time; `refused` is why there are no events.
    pub(super) fn timer(hz: u32, refused: &io::Error) -> io::Result<Self> {
        let hz = hz.min(TIMER_MAX_HZ);
        Ok(Self {
            source: format!(
                "timer on thread CPU time, at most {TIMER_MAX_HZ} samples a second \
                 (no perf events: {refused})"
            ),
            hz,
            kind: Kind::Timer { timer: Timer::new()?, began: 0 },
        })
    }

    /// What it is, with its limits.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The rate it was set to.
    pub(super) fn hz(&self) -> u32 {
        self.hz
    }

    /// Begins to interrupt.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        match &mut self.kind {
            Kind::Perf(event) => enable(event, perf::IOC_ENABLE),
            Kind::Timer { timer, began } => {
                *began = thread_cpu_nanoseconds();
                timer.set(NANOSECONDS / u64::from(self.hz))
            }
        }
    }

    /// Ends, and gives the processor time since the beginning in nanoseconds.
    pub(super) fn end(&mut self) -> u64 {
        match &mut self.kind {
            Kind::Perf(event) => {
                let mut nanoseconds = [0; 8];
                // Without its count an event gives 0 samples due, which the reader sees.
                let counted =
                    enable(event, perf::IOC_DISABLE).and_then(|()| event.read(&mut nanoseconds));
                if counted.is_ok() { u64::from_ne_bytes(nanoseconds) } else { 0 }
            }
            Kind::Timer { timer, began } => {
                let spent = thread_cpu_nanoseconds().saturating_sub(*began);
                // A timer that cannot be disarmed is deleted soon, and its signals are ignored.
                let _ = timer.set(0);
                spent
            }
        }
    }
}

/// What `perf_event_open` takes and understands, from the kernel's interface.
mod perf {
    pub(super) const TYPE_SOFTWARE: u32 = 1;
    pub(super) const COUNT_TASK_CLOCK: u64 = 1;
    pub(super) const DISABLED: u64 = 1;
    pub(super) const EXCLUDE_KERNEL: u64 = 1 << 5;
    pub(super) const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
    pub(super) const FLAG_FD_CLOEXEC: libc::c_ulong = 8;
    pub(super) const IOC_ENABLE: libc::c_ulong = 0x2400;
    pub(super) const IOC_DISABLE: libc::c_ulong = 0x2401;

    /// The attributes of an event, in the first version of their layout, which every kernel takes.
    #[repr(C)]
    #[derive(Default)]
    pub(super) struct Attributes {
        pub(super) kind: u32,
        pub(super) size: u32,
        pub(super) config: u64,
        pub(super) sample_period: u64,
        pub(super) sample_type: u64,
        pub(super) read_format: u64,
        pub(super) flags: u64,
        pub(super) wakeup_events: u32,
        pub(super) breakpoint_type: u32,
        pub(super) breakpoint_address: u64,
    }
}

fn open_task_clock(hz: u32, flags: u64) -> io::Result<OwnedFd> {
    let attributes = perf::Attributes {
        kind: perf::TYPE_SOFTWARE,
        size: mem::size_of::<perf::Attributes>() as u32,
        config: perf::COUNT_TASK_CLOCK,
        sample_period: NANOSECONDS / u64::from(hz),
        flags: perf::DISABLED | flags,
        wakeup_events: 1,
        ..perf::Attributes::default()
    };
    let (this_thread, any_cpu, no_group): (libc::pid_t, libc::c_int, libc::c_int) = (0, -1, -1);
    // SAFETY: the kernel reads `size` bytes of attributes, all of them initialised, and keeps no
    // pointer; the other arguments are integers of the types it expects.
    let event = unsafe {
        libc::syscall(
            libc::SYS_perf_event_open,
            &raw const attributes,
            this_thread,
            any_cpu,
            no_group,
            perf::FLAG_FD_CLOEXEC,
        )
    };
    if event < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call succeeded, so this is a new descriptor that nothing else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(event as libc::c_int) })
}

fn enable(event: &File, how: libc::c_ulong) -> io::Result<()> {
    // SAFETY: the descriptor is open, and these two requests take an integer and no pointer.
    let done = unsafe { libc::ioctl(event.as_raw_fd(), how as _, 0) };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Has overflows of an event signalled to this thread and no other one.
fn deliver_to_this_thread(event: &OwnedFd) -> io::Result<()> {
    const F_SETSIG: libc::c_int = 10;
    const F_SETOWN_EX: libc::c_int = 15;
    const F_OWNER_TID: libc::c_int = 0;

    #[repr(C)]
    struct Owner {
        kind: libc::c_int,
        thread: libc::pid_t,
    }

    let check = |done: libc::c_int| {
        if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    };
    let event = event.as_raw_fd();
    let owner = Owner { kind: F_OWNER_TID, thread: this_thread() };
    // SAFETY: the descriptor is open; the kernel reads one owner and keeps no pointer.
    check(unsafe { libc::fcntl(event, F_SETOWN_EX, &raw const owner) })?;
    // SAFETY: the descriptor is open; the argument is a valid signal.
    check(unsafe { libc::fcntl(event, F_SETSIG, libc::SIGPROF) })?;
    // SAFETY: the descriptor is open; the argument is a set of file flags.
    check(unsafe { libc::fcntl(event, libc::F_SETFL, libc::O_ASYNC) })
}

fn this_thread() -> libc::pid_t {
    // SAFETY: the call has no precondition.
    unsafe { libc::gettid() }
}

/// A timer on the processor time of the thread that made it.
#[derive(Debug)]
struct Timer(libc::timer_t);

impl Timer {
    fn new() -> io::Result<Self> {
        // SAFETY: all-zero bytes are a valid `sigevent`: integers and a null value.
        let mut event: libc::sigevent = unsafe { mem::zeroed() };
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGPROF;
        event.sigev_notify_thread_id = this_thread();
        let mut timer = ptr::null_mut();
        // SAFETY: the event is initialised, and `timer` has room for the answer.
        let made = unsafe {
            libc::timer_create(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut event, &raw mut timer)
        };
        if made == 0 { Ok(Self(timer)) } else { Err(io::Error::last_os_error()) }
    }

    /// Sets the period; 0 stops it.
    fn set(&self, nanoseconds: u64) -> io::Result<()> {
        let period = libc::timespec {
            tv_sec: (nanoseconds / NANOSECONDS) as libc::time_t,
            tv_nsec: (nanoseconds % NANOSECONDS) as libc::c_long,
        };
        let setting = libc::itimerspec { it_interval: period, it_value: period };
        // SAFETY: the timer was made by `timer_create` and lives until `self` is dropped; the old
        // setting is not asked for.
        let set = unsafe { libc::timer_settime(self.0, 0, &raw const setting, ptr::null_mut()) };
        if set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        // SAFETY: the timer was made by `timer_create` and is deleted only here.
        unsafe { libc::timer_delete(self.0) };
    }
}

fn thread_cpu_nanoseconds() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as u64 * NANOSECONDS + time.tv_nsec as u64
}
