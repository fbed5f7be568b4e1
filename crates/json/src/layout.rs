//! Where the parts of the text stand, and which of the settings change it.

use apograph_core::encode::Place;
use apograph_core::shape::Shape;

use crate::buffer::Buffer;
use crate::escape;
use crate::mapper::{Mapper, Plan};
use crate::write_options::{Inclusion, Integers, MAX_DEPTH, NonFinite, WholeFloats};

/// What the settings say while values are written.
///
/// Where `CUSTOM` is false there are none, and all that asks for them is compiled away.
pub(crate) trait Layout {
    const CUSTOM: bool;

    /// The plan of the record around the one that begins.
    type Outer;

    fn max_depth(&self) -> usize;
    /// Writes what stands before a value.
    fn prefix(&mut self, buffer: &mut Buffer<'_>, place: Place<'_>);
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

/// The layout of serde_json.
pub(crate) struct Compact;

impl Layout for Compact {
    const CUSTOM: bool = false;

    type Outer = ();

    #[inline(always)]
    fn max_depth(&self) -> usize {
        MAX_DEPTH
    }

    fn prefix(&mut self, _: &mut Buffer<'_>, _: Place<'_>) {}

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

    type Outer = ();

    #[inline(always)]
    fn max_depth(&self) -> usize {
        MAX_DEPTH
    }

    #[inline]
    fn prefix(&mut self, buffer: &mut Buffer<'_>, place: Place<'_>) {
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
                    buffer.text(indent);
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

    type Outer = Option<&'m Plan>;

    #[inline]
    fn max_depth(&self) -> usize {
        self.mapper.write.max_depth
    }

    #[inline]
    fn prefix(&mut self, buffer: &mut Buffer<'_>, place: Place<'_>) {
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
    }

    #[inline]
    fn string(&mut self, buffer: &mut Buffer<'_>, text: &str) {
        if self.mapper.write.ascii_only && !text.is_ascii() {
            let mut ascii = String::with_capacity(text.len() * 2);
            escape::quote_ascii(text, &mut ascii);
            buffer.text(&ascii);
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
