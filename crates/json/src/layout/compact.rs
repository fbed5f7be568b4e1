//! Without settings.

use apograph_core::encode::Place;
use apograph_core::shape::Shape;

use super::Layout;
use crate::buffer::Buffer;
use crate::write_options::MAX_DEPTH;

/// The layout of serde_json.
pub(crate) struct Compact;

impl Layout for Compact {
    const CUSTOM: bool = false;
    const PLANNED: bool = false;

    type Outer = ();
    type Prefix<'p> = &'p str;

    #[inline(always)]
    fn max_depth(&self) -> usize {
        MAX_DEPTH
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn prefix<'p>(&mut self, buffer: &mut Buffer<'_>, place: Place<'p>) -> &'p str {
        match place {
            Place::Root => "",
            Place::Field(field) => field.key,
            Place::Item | Place::Key => ",",
            Place::Value => ":",
            Place::Name(name) => {
                buffer.string(",", name);
                ":"
            }
        }
    }

    fn string(&mut self, buffer: &mut Buffer<'_>, text: &str) {
        buffer.string("", text);
    }

    fn enter(&mut self) {}

    fn leave(&mut self, _: &mut Buffer<'_>, _: usize) {}

    fn omits(&self, _: Place<'_>, _: bool) -> bool {
        false
    }

    fn quotes_integer(&self, _: i128) -> bool {
        false
    }

    fn whole(&self, _: f64) -> Option<i64> {
        None
    }

    fn non_finite(&self, _: f64) -> Option<&'static str> {
        Some("null")
    }

    fn sorts_keys(&self) -> bool {
        false
    }

    fn begin(&mut self, _: &'static Shape) {}

    fn end(&mut self, (): ()) {}

    fn has_order(&self) -> bool {
        false
    }

    fn order(&self, _: usize) -> Option<usize> {
        None
    }
}
