//! The words that the corpora are made of: tens of each kind, as in production data, where names
//! and keys repeat and only few are rare.

pub(crate) mod devices;
pub(crate) mod goods;
pub(crate) mod people;
pub(crate) mod places;
pub(crate) mod prose;
