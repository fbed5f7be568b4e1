//! The corpora: what they hold, that they repeat, that they vary, and that they survive formats.

mod corpora;
mod device_graph;
mod formats;
mod look;
mod subjects;
mod variants;
