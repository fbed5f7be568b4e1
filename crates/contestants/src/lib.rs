//! Every contestant over the subjects.
//!
//! The crate knows the rivals, and nothing of measuring: it hands [`apograph_lab::Subject`]s over.
//!
//! * [`builtin`] gives the built-in subjects with all their contestants, [`builtin_named`] one of
//!   them;
//! * [`documents`] makes a subject of JSON texts that a user brings along;
//! * [`standard`] gives the contestants that any serde type can have, for subjects of one's own.
//!
//! | module | what is in it |
//! |---|---|
//! | `codec` | what a rival has to offer, and the operations made of it |
//! | `copying` | what the standard library offers to copy and to share |
//! | `rivals` | a module for each crate, with its words |
//! | `view` | the objects of a subject as they are, or as objects of another type |
//! | `words` | what a contestant keeps, loses and asks for |

mod codec;
mod copying;
mod rivals;
mod standard;
mod subjects;
mod view;
mod words;

pub use self::standard::standard;
pub use self::subjects::{builtin, builtin_named};
