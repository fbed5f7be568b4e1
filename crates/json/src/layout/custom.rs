//! With all the settings there are.

use apograph_core::encode::Place;
use apograph_core::shape::Shape;

use super::Layout;
use crate::buffer::Buffer;
use crate::escape;
use crate::mapper::{Mapper, Plan};
use crate::write_options::{Inclusion, Integers, NonFinite, WholeFloats};

/// The layout that a mapper says.
pub(crate) struct Custom<'m> {
    mapper: &'m Mapper,
    /// Of the record whose fields are written.
    plan: Option<&'m Plan>,
    depth: usize,
}

impl<'m> Custom<'m> {
    pub(crate) fn new(mapper: &'m Mapper) -> Self {
        Self::at_depth(mapper, 0)
    }

    /// The layout of a value inside others.
    pub(crate) fn at_depth(mapper: &'m Mapper, depth: usize) -> Self {
        Self { mapper, plan: None, depth }
    }

    /// What stands between two parts, and a new line, if there are any.
    #[inline]
    fn line(&self, buffer: &mut Buffer<'_>, between: &str) {
        match &self.mapper.write.indent {
            None => buffer.text(between),
            Some(indent) if *indent == "  " => buffer.line(between, self.depth),
            Some(indent) => {
                buffer.texts(between, "\n");
                for _ in 0..self.depth {
                    buffer.text(indent.as_str());
                }
            }
        }
    }

    #[inline]
    fn colon(&self) -> &'static str {
        if self.mapper.write.indent.is_some() { ": " } else { ":" }
    }
}

impl<'m> Layout for Custom<'m> {
    const CUSTOM: bool = true;
    const PLANNED: bool = true;

    type Outer = Option<&'m Plan>;
    type Prefix<'p> = &'static str;

    #[inline]
    fn max_depth(&self) -> usize {
        self.mapper.write.max_depth
    }

    #[inline]
    fn prefix<'p>(&mut self, buffer: &mut Buffer<'_>, place: Place<'p>) -> &'static str {
        match place {
            Place::Root => {}
            Place::Field(field) => {
                // A variant's data has fields too, but no record of its own begins for them.
                let key = match self.plan.and_then(|plan| plan.keys.get(usize::from(field.index))) {
                    Some(key) => key,
                    None => field.key,
                };
                if self.mapper.write.indent.is_some() {
                    self.line(buffer, ",");
                    buffer.texts(&key[1..], " ");
                } else {
                    buffer.text(key);
                }
            }
            Place::Item | Place::Key => self.line(buffer, ","),
            Place::Value => buffer.text(self.colon()),
            Place::Name(name) => {
                self.line(buffer, ",");
                self.string(buffer, name);
                buffer.text(self.colon());
            }
        }
        ""
    }

    #[inline]
    fn string(&mut self, buffer: &mut Buffer<'_>, text: &str) {
        if self.mapper.write.ascii_only && !text.is_ascii() {
            let mut ascii = String::with_capacity(text.len() * 2);
            escape::quote_ascii(text, &mut ascii);
            buffer.text(ascii.as_str());
        } else {
            buffer.string("", text);
        }
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

    #[inline]
    fn omits(&self, place: Place<'_>, is_null: bool) -> bool {
        matches!(place, Place::Field(_))
            && match self.mapper.write.inclusion {
                Inclusion::Always => false,
                Inclusion::NonNull => is_null,
                Inclusion::NonEmpty => true,
            }
    }

    #[inline]
    fn quotes_integer(&self, value: i128) -> bool {
        const EXACT: u128 = (1 << 53) - 1;
        match self.mapper.write.integers {
            Integers::Number => false,
            Integers::StringBeyondDouble => value.unsigned_abs() > EXACT,
            Integers::String => true,
        }
    }

    #[inline]
    fn whole(&self, value: f64) -> Option<i64> {
        // Up to 2⁵³ every whole number is exact. Minus zero has a sign that no integer has.
        let is_whole = value.trunc() == value && value.abs() < 9_007_199_254_740_992.0;
        let is_plain = value != 0.0 || value.is_sign_positive();
        (self.mapper.write.whole_floats == WholeFloats::Integer && is_whole && is_plain)
            .then_some(value as i64)
    }

    fn non_finite(&self, value: f64) -> Option<&'static str> {
        let (quoted, literal) = if value.is_nan() {
            ("\"NaN\"", "NaN")
        } else if value > 0.0 {
            ("\"Infinity\"", "Infinity")
        } else {
            ("\"-Infinity\"", "-Infinity")
        };
        match self.mapper.write.non_finite {
            NonFinite::Null => Some("null"),
            NonFinite::Error => None,
            NonFinite::String => Some(quoted),
            NonFinite::Literal => Some(literal),
        }
    }

    fn sorts_keys(&self) -> bool {
        self.mapper.write.sorted_keys
    }

    #[inline]
    fn begin(&mut self, shape: &'static Shape) -> Option<&'m Plan> {
        self.plan.replace(self.mapper.plan(shape))
    }

    #[inline]
    fn end(&mut self, outer: Option<&'m Plan>) {
        self.plan = outer;
    }

    #[inline]
    fn has_order(&self) -> bool {
        self.plan.is_some_and(|plan| plan.order.is_some())
    }

    #[inline]
    fn order(&self, position: usize) -> Option<usize> {
        let order = self.plan?.order.as_ref()?;
        order.get(position).map(|&index| index.into())
    }
}
