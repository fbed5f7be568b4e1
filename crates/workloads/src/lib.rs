//! The built-in subjects as seeded corpora.
