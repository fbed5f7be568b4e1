//! Where the parts of the text stand, and which of the settings change it.

mod compact;
mod custom;
mod planned;
mod pretty;

use apograph_core::encode::Place;
use apograph_core::shape::Shape;

pub(crate) use self::compact::Compact;
pub(crate) use self::custom::Custom;
pub(crate) use self::planned::Planned;
pub(crate) use self::pretty::Pretty;
use crate::buffer::Buffer;
use crate::prefix::Prefix;

/// What the settings say while values are written.
///
/// Where there are none, all that asks for them is compiled away.
pub(crate) trait Layout {
    /// Whether settings change values, or what stands between them.
    const CUSTOM: bool;

    /// Whether each record has a plan, which may leave fields out.
    const PLANNED: bool;

    /// The plan of the record around the one that begins.
    type Outer;

    /// What is left to write before a value.
    type Prefix<'p>: Prefix;

    fn max_depth(&self) -> usize;
    /// What stands before a value. Some of it may be written at once.
    fn prefix<'p>(&mut self, buffer: &mut Buffer<'_>, place: Place<'p>) -> Self::Prefix<'p>;
    fn string(&mut self, buffer: &mut Buffer<'_>, text: &str);
    /// Something in brackets begins.
    fn enter(&mut self);
    /// It ends, before its bracket is written.
    fn leave(&mut self, buffer: &mut Buffer<'_>, start: usize);
    /// Whether a field is left out whose value is null, or otherwise empty.
    fn omits(&self, place: Place<'_>, is_null: bool) -> bool;
    fn quotes_integer(&self, value: i128) -> bool;
    /// A float as an integer, if it is to be written so.
    fn whole(&self, value: f64) -> Option<i64>;
    /// What stands for a float that is not finite. None if that is an error.
    fn non_finite(&self, value: f64) -> Option<&'static str>;
    fn sorts_keys(&self) -> bool;
    /// A record begins.
    fn begin(&mut self, shape: &'static Shape) -> Self::Outer;
    fn end(&mut self, outer: Self::Outer);
    /// Whether the fields have another order than that of their declaration.
    fn has_order(&self) -> bool;
    fn order(&self, position: usize) -> Option<usize>;
}
