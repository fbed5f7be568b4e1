//! How bad an alarm is.

use serde::{Deserialize, Serialize};

/// How bad an alarm is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Worth noting.
    #[default]
    Info,
    /// May become a fault.
    Warning,
    /// A fault of a part.
    Minor,
    /// A fault that limits the device.
    Major,
    /// The device is out of service.
    Critical,
}
