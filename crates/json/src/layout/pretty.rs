//! Indented, without further settings.

use apograph_core::encode::Place;
use apograph_core::shape::Shape;

use super::Layout;
use crate::buffer::Buffer;
use crate::write_options::MAX_DEPTH;

/// The layout of serde_json where it is pretty: a mapper's with nothing else set, without a mapper to ask.
pub(crate) struct Pretty {
    depth: usize,
}

impl Pretty {
    pub(crate) fn new() -> Self {
        Self { depth: 0 }
    }

    #[inline]
    fn line(&self, buffer: &mut Buffer<'_>, between: &str) {
        buffer.line(between, self.depth);
    }
}

impl Layout for Pretty {
    const CUSTOM: bool = true;
    const PLANNED: bool = false;

    type Outer = ();
    type Prefix<'p> = &'static str;

    #[inline(always)]
    fn max_depth(&self) -> usize {
        MAX_DEPTH
    }

    #[inline]
    fn prefix<'p>(&mut self, buffer: &mut Buffer<'_>, place: Place<'p>) -> &'static str {
        match place {
            Place::Root => {}
            Place::Field(field) => {
                self.line(buffer, ",");
                buffer.texts(&field.key[1..], " ");
            }
            Place::Item | Place::Key => self.line(buffer, ","),
            Place::Value => buffer.text(": "),
            Place::Name(name) => {
                self.line(buffer, ",");
                buffer.string("", name);
                buffer.text(": ");
            }
        }
        ""
    }

    #[inline]
    fn string(&mut self, buffer: &mut Buffer<'_>, text: &str) {
        buffer.string("", text);
    }

    #[inline]
    fn enter(&mut self) {
        self.depth += 1;
    }

    #[inline]
    fn leave(&mut self, buffer: &mut Buffer<'_>, start: usize) {
        self.depth -= 1;
        if buffer.len() != start {
            self.line(buffer, "");
        }
    }

    #[inline(always)]
    fn omits(&self, _: Place<'_>, _: bool) -> bool {
        false
    }

    #[inline(always)]
    fn quotes_integer(&self, _: i128) -> bool {
        false
    }

    #[inline(always)]
    fn whole(&self, _: f64) -> Option<i64> {
        None
    }

    #[inline(always)]
    fn non_finite(&self, _: f64) -> Option<&'static str> {
        Some("null")
    }

    #[inline(always)]
    fn sorts_keys(&self) -> bool {
        false
    }

    #[inline(always)]
    fn begin(&mut self, _: &'static Shape) {}

    #[inline(always)]
    fn end(&mut self, (): ()) {}

    #[inline(always)]
    fn has_order(&self) -> bool {
        false
    }

    #[inline(always)]
    fn order(&self, _: usize) -> Option<usize> {
        None
    }
}
