//! Ways to show [`Results`](crate::results::Results) to a reader.

pub mod html;
