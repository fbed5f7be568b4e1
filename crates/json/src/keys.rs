//! The names that the fields of records are read under.

use std::borrow::Cow;

use apograph_core::shape::{Field, Shape};

use crate::mapper::{Mapper, Plan};

/// Where the names of fields come from.
pub(crate) trait Keys {
    /// What must come back when a record ends.
    type Saved: Copy;

    /// A record begins.
    fn begin(&mut self, shape: &'static Shape) -> Self::Saved;
    fn leave(&mut self, saved: Self::Saved);
    /// What must come back when what begins now is given up.
    fn saved(&self) -> Self::Saved;
    /// The key of a field as it is written: `,"name":`.
    fn key<'f>(&'f self, field: &'f Field) -> &'f str;
    fn find(&self, shape: &'static Shape, name: &str) -> Option<usize>;
    fn name(&self, field: &'static Field) -> Cow<'static, str>;
}

/// As declared: the keys are literals in the code.
pub(crate) struct Declared;

impl Keys for Declared {
    type Saved = ();

    #[inline(always)]
    fn begin(&mut self, _: &'static Shape) {}

    #[inline(always)]
    fn leave(&mut self, (): ()) {}

    #[inline(always)]
    fn saved(&self) {}

    #[inline(always)]
    fn key<'f>(&'f self, field: &'f Field) -> &'f str {
        field.key
    }

    #[inline]
    fn find(&self, shape: &'static Shape, name: &str) -> Option<usize> {
        shape.field(name)
    }

    fn name(&self, field: &'static Field) -> Cow<'static, str> {
        Cow::Borrowed(field.name)
    }
}

/// As a mapper makes them.
pub(crate) struct Planned<'m> {
    mapper: &'m Mapper,
    plan: Option<&'m Plan>,
}

impl<'m> Planned<'m> {
    pub(crate) fn new(mapper: &'m Mapper) -> Self {
        Self { mapper, plan: None }
    }
}

impl<'m> Keys for Planned<'m> {
    type Saved = Option<&'m Plan>;

    #[inline]
    fn begin(&mut self, shape: &'static Shape) -> Self::Saved {
        self.plan.replace(self.mapper.plan(shape))
    }

    #[inline]
    fn leave(&mut self, saved: Self::Saved) {
        self.plan = saved;
    }

    #[inline]
    fn saved(&self) -> Self::Saved {
        self.plan
    }

    #[inline]
    fn key<'f>(&'f self, field: &'f Field) -> &'f str {
        let key = self.plan.and_then(|plan| plan.keys.get(usize::from(field.index)));
        key.map_or(field.key, |key| key)
    }

    #[inline]
    fn find(&self, shape: &'static Shape, name: &str) -> Option<usize> {
        self.mapper.plan(shape).fields.get(name).map(|&index| index.into())
    }

    fn name(&self, field: &'static Field) -> Cow<'static, str> {
        self.mapper.naming.apply(field.name)
    }
}
