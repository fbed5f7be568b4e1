//! Stopping a run early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a run when it is set. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// One that Ctrl-C, a termination request and a closed terminal set. Only one such handler
    /// can be installed in a process; where there is one already, the flag stays unset.
    pub fn on_ctrl_c() -> Self {
        let interrupt = Self::default();
        let flag = interrupt.clone();
        // A second handler is refused: then the first one's owner decides about Ctrl-C.
        let _refused = ctrlc::set_handler(move || flag.set());
        interrupt
    }

    /// Asks for a stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether a stop was asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
