//! A fleet of devices as a graph: what a service builds in memory to answer questions quickly.
//!
//! It stands for object graphs of the kind that Hibernate and caches hand out: several devices
//! share one [`Site`] and one [`Product`], and each alarm points back at its device, which makes a
//! cycle. A copy has to keep the sharing and the back references and must not share anything with
//! the original; a tree format keeps neither.
//!
//! [`difference`] says where a fleet that came back is not an equal and independent graph, and
//! [`Identities`] tells shared objects apart in a walk.
//!
//! With serde the graph is written as a tree, shared objects once for each place, and the back
//! reference is skipped, as users do.

mod difference;
mod generate;
mod identities;

use apograph::{Decode, DeepCopy, Encode};
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use serde::{Deserialize, Serialize};

pub use self::difference::{GraphDifference, difference};
pub use self::generate::corpus;
pub use self::identities::{Identities, Sighting};
use crate::device_state::DeviceStatus;
use crate::{Severity, Timestamp};

/// A fleet of devices.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
pub struct Fleet {
    /// The devices. No two are the same object.
    pub devices: Vec<Rc<RefCell<Device>>>,
}

/// A device of a fleet.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
pub struct Device {
    /// Identifier.
    pub id: i64,
    /// The name its owner gave it.
    pub name: String,
    /// What it is doing.
    pub status: DeviceStatus,
    /// Where it stands; shared by the devices that stand there.
    pub location: Rc<Site>,
    /// What it is; shared by the devices that are the same.
    pub product: Rc<Product>,
    /// What is wrong with it.
    pub alarms: Vec<Rc<RefCell<DeviceAlarm>>>,
}

/// A place where devices stand.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
pub struct Site {
    /// Identifier.
    pub id: i32,
    /// Name for people.
    pub name: String,
    /// Postal address.
    pub address: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// A kind of device.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
pub struct Product {
    /// Stock-keeping unit.
    pub sku: String,
    /// Name of the model.
    pub name: String,
    /// Who makes it.
    pub vendor: String,
    /// Length of the warranty in months, if there is one.
    pub warranty_months: Option<i32>,
}

/// Something that is wrong with a device.
#[derive(Clone, DeepCopy, Encode, Decode, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "deepclone", derive(deepclone::DeepClone))]
pub struct DeviceAlarm {
    /// Kind of alarm.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// Text for people.
    pub message: String,
    /// When it came.
    pub raised_at: Timestamp,
    /// The device it belongs to.
    #[serde(skip)]
    pub device: Weak<RefCell<Device>>,
}
