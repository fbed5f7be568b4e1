//! Every contestant over the subjects.
