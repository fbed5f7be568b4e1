//! The hasher of the subjects' hash maps.

use std::hash::{BuildHasherDefault, DefaultHasher};

/// The SipHash of std with fixed keys instead of random ones.
///
/// It costs what a `HashMap` costs users by default, but the order of a map, and with it every
/// allocation, is the same in each run: only then can allocation counts be compared exactly.
///
/// ```
/// use std::collections::HashMap;
/// use apograph_workloads::FixedState;
///
/// let pairs = [("a", 1), ("b", 2), ("c", 3)];
/// let one: HashMap<_, _, FixedState> = pairs.into_iter().collect();
/// let other: HashMap<_, _, FixedState> = pairs.into_iter().collect();
/// assert!(one.iter().eq(&other));
/// ```
pub type FixedState = BuildHasherDefault<DefaultHasher>;
