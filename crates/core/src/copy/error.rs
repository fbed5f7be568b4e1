//! Why a copy could not be made.

use std::error::Error;
use std::fmt;

/// The mark of a walk that stopped. The reason is kept by the walk.
///
/// It has no content, so that `Result<_, Stop>` fits into a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stop(());

impl Stop {
    pub(super) const MARK: Self = Self(());
}

/// Why a copy could not be made, and where in the object.
///
/// The path goes from the copied value down to the place, in Rust's own notation:
/// `devices[2].alarms[0]`. Very deep structures are copied in parts; the path then begins at the
/// type of such a part. Entries of maps and sets are shown as `[*]`: an error holds none of the
/// user's data.
pub struct CopyError(Box<Inner>);

struct Inner {
    kind: CopyErrorKind,
    /// From the place up to the root.
    path: Vec<Segment>,
}

pub(super) enum Segment {
    Field(&'static str),
    Index(usize),
    Entry,
    /// A part that is copied on its own begins here.
    Part(&'static str),
}

/// What stopped a copy.
#[derive(Debug)]
#[non_exhaustive]
pub enum CopyErrorKind {
    /// A `RefCell` was borrowed mutably.
    Borrowed,
    /// A `Mutex` or `RwLock` was locked, and [`Copier::wait_for_locks`](crate::copy::Copier::wait_for_locks)
    /// is off.
    Locked,
    /// A thread panicked while it held this lock, so its value may be half-changed.
    /// [`Copier::accept_poisoned`](crate::copy::Copier::accept_poisoned) copies it all the same.
    Poisoned,
    /// A hook asked for a copy that leads back to an object which is still being copied, so that its
    /// copy cannot be shown to the hook yet.
    Unfinished,
    /// The copy would make more objects than [`Copier::max_objects`](crate::copy::Copier::max_objects)
    /// allows.
    TooManyObjects {
        /// The limit.
        limit: u64,
    },
    /// Hooks that copy ran within each other to this depth, each on the stack of the one before.
    HooksTooDeep {
        /// How many may run within each other.
        limit: u32,
    },
    /// The object was changed, by a hook or by another thread, while it was copied.
    Changed,
    /// A hook said so.
    Hook(Box<dyn Error + Send + Sync>),
}

impl CopyError {
    pub(super) fn new(kind: CopyErrorKind) -> Self {
        Self(Box::new(Inner { kind, path: Vec::new() }))
    }

    pub(super) fn trace(&mut self, segment: Segment) {
        self.0.path.push(segment);
    }

    /// An error for a hook to stop the copy with.
    pub fn hook(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(CopyErrorKind::Hook(error.into()))
    }

    /// What stopped the copy.
    pub fn kind(&self) -> &CopyErrorKind {
        &self.0.kind
    }

    /// Where in the copied value; empty for the value itself.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for segment in self.0.path.iter().rev() {
            match segment {
                Segment::Field(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
                Segment::Index(index) => path.push_str(&format!("[{index}]")),
                Segment::Entry => path.push_str("[*]"),
                Segment::Part(name) => {
                    path.clear();
                    path.push_str(&format!("<{name}>"));
                }
            }
        }
        path
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path();
        match &self.0.kind {
            CopyErrorKind::Borrowed => {
                f.write_str("a RefCell is borrowed mutably while it is copied")
            }
            CopyErrorKind::Locked => f.write_str(
                "a lock is held while its value is copied; `Copier::wait_for_locks(true)` waits for it",
            ),
            CopyErrorKind::Poisoned => f.write_str(
                "a lock is poisoned: a thread panicked while it held it; `Copier::accept_poisoned(true)` copies its value all the same",
            ),
            CopyErrorKind::Unfinished => f.write_str(
                "a hook asked for a copy that leads back to an object which is still being copied",
            ),
            CopyErrorKind::TooManyObjects { limit } => write!(
                f,
                "the copy has more than {limit} objects; `Copier::max_objects` sets the limit"
            ),
            CopyErrorKind::HooksTooDeep { limit } => {
                write!(f, "hooks that copy run within each other more than {limit} deep")
            }
            CopyErrorKind::Changed => f.write_str("the object was changed while it was copied"),
            CopyErrorKind::Hook(error) => write!(f, "a hook stopped the copy: {error}"),
        }?;
        if path.is_empty() { Ok(()) } else { write!(f, ", at {path}") }
    }
}

impl fmt::Debug for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CopyError").field("kind", &self.0.kind).field("path", &self.path()).finish()
    }
}

impl Error for CopyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.kind {
            CopyErrorKind::Hook(error) => Some(&**error),
            _ => None,
        }
    }
}
