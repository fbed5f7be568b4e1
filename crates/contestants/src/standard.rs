//! The contestants that any serde type can have.

use apograph_lab::Contestant;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::view::Direct;
use crate::{apograph_json, copying, rivals};

/// The contestants that any type can have which derives `Clone` and serde's traits: cloning and
/// sharing; apograph's JSON, serde_json, sonic-rs, simd-json and flexon; postcard, bitcode and
/// rmp-serde, all by way of serde. Each with all its operations, with fresh and with kept buffers.
///
/// ```
/// use apograph_lab::{Experiment, Subject};
///
/// let subject = Subject::new("words", || vec!["copy".to_owned(), "paste".to_owned()])
///     .about("two words")
///     .contestants(apograph_contestants::standard());
/// assert!(subject.entries().iter().any(|entry| entry.id.to_string() == "encode/postcard/kept"));
/// ```
pub fn standard<T>() -> Vec<Contestant<T>>
where
    T: Clone + Serialize + DeserializeOwned + Send + Sync + 'static,
{
    let mut all = copies();
    all.extend(apograph_json::over_serde(&Direct));
    all.extend(over_serde());
    all.extend(rivals::bitcode::with_serde(&Direct));
    in_order(all)
}

/// Cloning and sharing.
pub(crate) fn copies<T: Clone + Send + Sync + 'static>() -> Vec<Contestant<T>> {
    let mut all = vec![copying::clone(&Direct, "clone", None)];
    all.extend(copying::variations(&Direct));
    all
}

/// The crates that go through serde, without bitcode, which is better with its own derives.
pub(crate) fn over_serde<T>() -> Vec<Contestant<T>>
where
    T: Serialize + DeserializeOwned + 'static,
{
    let mut all = rivals::serde_json::contestants(&Direct);
    all.push(rivals::serde_json::through_value(&Direct));
    all.extend(rivals::sonic_rs::contestants(&Direct));
    all.extend(rivals::simd_json::contestants(&Direct));
    all.extend(rivals::flexon::contestants(&Direct));
    all.extend(rivals::postcard::contestants(&Direct));
    all.extend(rivals::rmp_serde::contestants(&Direct));
    all
}

/// By operation, and within it as the crates come.
pub(crate) fn in_order<T>(mut contestants: Vec<Contestant<T>>) -> Vec<Contestant<T>> {
    contestants.sort_by_key(|contestant| contestant.id().operation());
    contestants
}
