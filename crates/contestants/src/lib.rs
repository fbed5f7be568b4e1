//! Every contestant over the subjects.
//!
//! The crate knows the rivals, and nothing of measuring: it hands [`apograph_lab::Subject`]s over.
//!
//! * [`builtin`] gives the built-in subjects with all their contestants, [`builtin_named`] one of
//!   them;
//! * [`documents`] makes a subject of JSON texts that a user brings along;
//! * [`standard`] gives the contestants that any serde type can have, for subjects of one's own, and
//!   [`deep_copies`] those of any type that derives `DeepCopy`, [`json`] those of any that derives
//!   `Encode` and `Decode`.
//!
//! | module | what is in it |
//! |---|---|
//! | `apograph_json` | apograph's own JSON |
//! | `codec` | what a rival has to offer, and the operations made of it |
//! | `copying` | what the standard library offers to copy and to share |
//! | `deep_copies` | apograph's own copies |
//! | `documents` | JSON texts as trees, over the tree types of the crates that have one |
//! | `forms` | JSON as other writers put it |
//! | `reading` | reading over a kept target, into other types and trees, what the input lends |
//! | `rivals` | a module for each crate, with its words |
//! | `view` | the objects of a subject as they are, or as objects of another type |
//! | `words` | what a contestant keeps, loses and asks for |

mod apograph_json;
mod codec;
mod copying;
mod deep_copies;
mod documents;
mod forms;
mod reading;
mod rivals;
mod standard;
mod subjects;
mod view;
mod words;

pub use self::apograph_json::json;
pub use self::deep_copies::{deep_copies, kept_copier};
pub use self::documents::{Document, DocumentError, documents};
pub use self::standard::standard;
pub use self::subjects::{builtin, builtin_named};
