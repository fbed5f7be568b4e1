//! With settings that change names and leave fields out, and nothing else: those that most services have.
//! Values are written as they are without settings.

use apograph_core::encode::Place;
use apograph_core::shape::{Field, Shape};

use super::Layout;
use crate::buffer::Buffer;
use crate::mapper::{Mapper, Plan};
use crate::prefix::{Padded, PaddedText};
use crate::write_options::Inclusion;

const COMMA: Padded<'static> = Padded::new(const { &PaddedText::of(",") });
const COLON: Padded<'static> = Padded::new(const { &PaddedText::of(":") });
const NOTHING: Padded<'static> = Padded::new(const { &PaddedText::of("") });

/// The layout that a mapper says whose settings allow it.
pub(crate) struct Planned<'m> {
    mapper: &'m Mapper,
    /// Of the record whose fields are written.
    plan: Option<&'m Plan>,
    /// The keys of that plan.
    keys: &'m [PaddedText],
    inclusion: Inclusion,
    max_depth: usize,
}

impl<'m> Planned<'m> {
    pub(crate) fn new(mapper: &'m Mapper) -> Self {
        let (inclusion, max_depth) = (mapper.write.inclusion, mapper.write.max_depth);
        Self { mapper, plan: None, keys: &[], inclusion, max_depth }
    }

    /// Writes a key that is too long to be copied as a block, or of a field that has no plan.
    #[cold]
    #[inline(never)]
    fn other_key(&self, buffer: &mut Buffer<'_>, field: &'static Field) {
        let planned = self.plan.and_then(|plan| plan.keys.get(usize::from(field.index)));
        buffer.text(planned.map_or(field.key, |key| key));
    }

    #[inline(always)]
    fn set(&mut self, plan: Option<&'m Plan>) {
        self.plan = plan;
        self.keys = plan.map_or(&[], |plan| &plan.padded_keys);
    }
}

impl<'m> Layout for Planned<'m> {
    const CUSTOM: bool = false;
    const PLANNED: bool = true;

    type Outer = Option<&'m Plan>;
    type Prefix<'p> = Padded<'m>;

    #[inline(always)]
    fn max_depth(&self) -> usize {
        self.max_depth
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn prefix<'p>(&mut self, buffer: &mut Buffer<'_>, place: Place<'p>) -> Padded<'m> {
        match place {
            Place::Root => NOTHING,
            Place::Field(field) => match self.keys.get(usize::from(field.index)) {
                Some(key) if !key.is_empty() => Padded::new(key),
                _ => {
                    self.other_key(buffer, field);
                    NOTHING
                }
            },
            Place::Item | Place::Key => COMMA,
            Place::Value => COLON,
            Place::Name(name) => {
                buffer.string(",", name);
                COLON
            }
        }
    }

    fn string(&mut self, buffer: &mut Buffer<'_>, text: &str) {
        buffer.string("", text);
    }

    fn enter(&mut self) {}

    fn leave(&mut self, _: &mut Buffer<'_>, _: usize) {}

    #[inline(always)]
    fn omits(&self, place: Place<'_>, is_null: bool) -> bool {
        matches!(place, Place::Field(_))
            && match self.inclusion {
                Inclusion::Always => false,
                Inclusion::NonNull => is_null,
                Inclusion::NonEmpty => true,
            }
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

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Option<&'m Plan> {
        let outer = self.plan;
        self.set(Some(self.mapper.plan(shape)));
        outer
    }

    #[inline(always)]
    fn end(&mut self, outer: Option<&'m Plan>) {
        self.set(outer);
    }

    fn has_order(&self) -> bool {
        false
    }

    fn order(&self, _: usize) -> Option<usize> {
        None
    }
}
