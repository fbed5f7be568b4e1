//! The laboratory of apograph: it proves, measures and explains ways to copy and serialize
//! objects, and says which one to take.
//!
//! The lab knows nothing of what it measures. Objects come in as a [`Subject`], ways of working
//! on them as [`Contestant`]s; what it finds out goes out as [`results::Results`], plain data
//! that every report reads.

pub mod advice;
pub mod allocation;
pub mod baseline;
pub mod bench;
mod contestant;
mod explainer;
mod function_name;
mod identifier;
mod nearest;
mod profile;
mod protocol;
pub mod quantity;
pub mod report;
mod requirement;
pub mod results;
mod run;
pub mod sampling;
pub mod stacks;
pub mod stages;
pub mod statistics;
mod subject;
pub mod symbols;
mod tree;

pub use self::contestant::{Contestant, Way};
pub use self::explainer::Explainer;
pub use self::identifier::{ContestantId, IdentifierError, Operation};
pub use self::nearest::nearest;
pub use self::profile::CorpusProfile;
pub use self::protocol::{Effort, Protocol};
pub use self::requirement::{Measure, Outcome, Requirement, RequirementError};
pub use self::results::{Proof, Traits, WireKind};
pub use self::run::{
    Chosen, Filter, FilterError, Interrupt, Launcher, Progress, Run, RunError, ServeError,
    SubjectProofs, is_child, serve,
};
pub use self::subject::{Entry, Experiment, Subject, Survey, SurveyError, Trial};
pub use self::tree::{Difference, Tree, TreeError, difference, tree_of};
