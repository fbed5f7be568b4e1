//! Measuring from `cargo bench`.

mod arguments;

pub use self::arguments::MeasuringArguments;
