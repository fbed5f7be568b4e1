//! What types can derive `DeepCopy`, and under which names, bounds and lints.

#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, single_use_lifetimes, unused_lifetimes, unused_qualifications)]
#![deny(clippy::all, clippy::pedantic)]
#![expect(clippy::trivially_copy_pass_by_ref, reason = "hooks get references")]

mod attributes;
mod generics;
mod kinds;
mod names;

use std::fmt::Debug;

use apograph::{DeepCopy, copy, copy_into};

/// The copy is equal, also when it is made over another value.
fn assert_copied<T: DeepCopy + PartialEq + Debug>(value: &T, mut target: T) {
    assert_eq!(copy(value), *value);
    copy_into(value, &mut target);
    assert_eq!(target, *value);
}

/// Neither derives nor implements anything.
#[derive(Debug, PartialEq, Eq)]
struct Opaque;

/// Public types of private parts.
pub mod public {
    use std::rc::Rc;

    use apograph::DeepCopy;

    #[derive(DeepCopy, Debug, PartialEq, Eq, Clone, Default)]
    struct Private<T>(T);

    /// With private fields.
    #[derive(DeepCopy, Debug, PartialEq, Eq)]
    pub struct Public<T> {
        deep: Private<T>,
        #[apograph(copy = "share")]
        shared: Vec<Rc<Private<T>>>,
        #[apograph(copy = "share")]
        cloned: Private<T>,
        #[apograph(copy = "skip")]
        skipped: Private<T>,
    }

    impl<T: Clone + Default> Public<T> {
        /// A value that copies are equal to.
        pub fn new(value: &T) -> Self {
            let part = || Private(value.clone());
            Self {
                deep: part(),
                shared: vec![Rc::new(part())],
                cloned: part(),
                skipped: Private::default(),
            }
        }
    }
}
