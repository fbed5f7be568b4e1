//! Deep copies of object graphs, and JSON, from one set of derives.
//!
//! # JSON
//!
//! Types that derive [`Encode`] and [`Decode`] are written and read by [`json`]; serde's attributes are taken as they
//! are. [`Value`] is a tree of whatever is in a document.
//!
//! ```
//! use apograph::{Decode, Encode, json};
//!
//! #[derive(Encode, Decode)]
//! struct Device {
//!     name: String,
//!     tags: Vec<String>,
//! }
//!
//! let device: Device = json::from_str(r#"{"name": "pump", "tags": ["north"]}"#)?;
//! assert_eq!(json::to_string(&device)?, r#"{"name":"pump","tags":["north"]}"#);
//! # Ok::<(), json::Error>(())
//! ```
//!
//! # Deep copies
//!
//! [`copy()`] gives an independent copy of any value whose type derives [`DeepCopy`]: what is shared by
//! `Rc` and `Arc` is shared in the copy too, cycles are copied, and a list of a million nodes needs no
//! more stack than a short one. [`copy_into`] copies over an existing value and reuses what it owns.
//! [`Copier`] keeps its tables, and takes hooks, replacements and limits.
//!
//! ```
//! use std::cell::RefCell;
//! use std::rc::{Rc, Weak};
//!
//! use apograph::DeepCopy;
//!
//! #[derive(DeepCopy)]
//! struct Device {
//!     name: String,
//!     alarms: RefCell<Vec<Rc<Alarm>>>,
//! }
//!
//! #[derive(DeepCopy)]
//! struct Alarm {
//!     text: String,
//!     device: Weak<Device>,
//! }
//!
//! let device = Rc::new(Device { name: "pump".into(), alarms: RefCell::default() });
//! device.alarms.borrow_mut().push(Rc::new(Alarm {
//!     text: "dry".into(),
//!     device: Rc::downgrade(&device),
//! }));
//!
//! let copy = apograph::copy(&device);
//! let alarm = Rc::clone(&copy.alarms.borrow()[0]);
//! assert!(Rc::ptr_eq(&alarm.device.upgrade().unwrap(), &copy));
//! assert!(!Rc::ptr_eq(&copy, &device));
//! # assert_eq!((copy.name.as_str(), alarm.text.as_str()), ("pump", "dry"));
//! ```

#![forbid(unsafe_code)]

pub use apograph_core::copy::{
    Copier, CopyError, copy, copy_into, copy_shallow, drop_deep, try_copy, try_copy_into,
};
pub use apograph_core::{
    Decode, DeepCopy, Encode, Map, Number, Text, Value, ValueRef, deep_copy_trait_object,
};
pub use apograph_core::{copy, decode, encode, map, number, shape, text, value, value_ref};
#[cfg(feature = "json")]
pub use apograph_json as json;

#[doc(hidden)]
pub use apograph_core::private;

/// The code of the page on copying is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/copying.md")]
struct Copying;

/// The same of the page on JSON.
#[cfg(all(doctest, feature = "json", feature = "derive"))]
#[doc = include_str!("../../../docs/json.md")]
struct Json;
