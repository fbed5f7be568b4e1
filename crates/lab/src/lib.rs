//! The laboratory of apograph: it proves, measures and explains ways to copy and serialize
//! objects, and says which one to take.
//!
//! The lab knows nothing of what it measures. Objects come in as a [`Subject`], ways of working
//! on them as [`Contestant`]s; what it finds out goes out as [`results::Results`], plain data
//! that every report reads.

pub mod allocation;
mod contestant;
mod explainer;
mod function_name;
mod identifier;
mod profile;
mod protocol;
pub mod results;
pub mod sampling;
pub mod stacks;
pub mod stages;
mod subject;
pub mod symbols;
mod tree;

pub use self::contestant::{Contestant, Way};
pub use self::explainer::Explainer;
pub use self::identifier::{ContestantId, IdentifierError, Operation};
pub use self::profile::CorpusProfile;
pub use self::protocol::{Effort, Protocol};
pub use self::results::{Proof, Traits, WireKind};
pub use self::subject::{Entry, Experiment, Subject, Trial};
pub use self::tree::{Difference, Tree, TreeError, difference, tree_of};
