//! Writing of typed values.
//!
//! Each field, element and entry is written with its comma in front; when the record or sequence is
//! complete, the first of them becomes the opening bracket. So nothing asks whether it is the first, and
//! leaving out a field costs nothing.

use std::fmt::Display;

use apograph_core::encode::{Encode, Encoder, Fields, Place, Record};
use apograph_core::shape::{Shape, Tagging, Variant};

use crate::buffer::Buffer;
use crate::error::{Error, ErrorKind};
use crate::layout::{Compact, Layout};

/// Writes values as JSON.
///
/// What it writes goes to a vector, at whose end it begins.
pub(crate) struct JsonEncoder<'a, L> {
    pub(crate) buffer: Buffer<'a>,
    pub(crate) layout: L,
    depth: usize,
    /// The tags, with their variants, of enums that are tagged internally: the next record or map begins
    /// with them.
    tags: Vec<(&'static str, &'static str)>,
}

impl<'a, L: Layout> JsonEncoder<'a, L> {
    /// Writes a value to the end of a vector. If it fails, the vector is as it was.
    #[inline]
    pub(crate) fn write<T: Encode + ?Sized>(
        value: &T,
        target: &'a mut Vec<u8>,
        layout: L,
    ) -> Result<(), Error> {
        Self::write_at(value, target, layout, 0)
    }

    /// Writes a value that stands at some depth.
    #[inline]
    pub(crate) fn write_at<T: Encode + ?Sized>(
        value: &T,
        target: &'a mut Vec<u8>,
        layout: L,
        depth: usize,
    ) -> Result<(), Error> {
        let mut encoder = Self { depth, ..Self::new(target, layout) };
        value.encode(&mut encoder, Place::Root)?;
        encoder.buffer.finish();
        Ok(())
    }

    pub(crate) fn new(target: &'a mut Vec<u8>, layout: L) -> Self {
        Self { buffer: Buffer::new(target), layout, depth: 0, tags: Vec::new() }
    }

    /// What stands before a value.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn prefix<'p>(&mut self, place: Place<'p>) -> L::Prefix<'p> {
        self.layout.prefix(&mut self.buffer, place)
    }

    /// Writes what stands before a value that is written at [`Place::Root`] then.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn before(&mut self, place: Place<'_>) {
        let prefix = self.prefix(place);
        self.buffer.text(prefix);
    }

    /// Writes the name of a field, with all that stands before its value.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn name(&mut self, name: &str) {
        if L::CUSTOM {
            let prefix = self.prefix(Place::Name(name));
            self.buffer.text(prefix);
        } else {
            self.buffer.name(name);
        }
    }

    /// Writes a number or boolean that is a key, which has quotes around it.
    #[inline(never)]
    fn quoted(&mut self, write: impl FnOnce(&mut Buffer<'_>)) -> Result<(), Error> {
        let prefix = self.prefix(Place::Key);
        self.buffer.texts(prefix, "\"");
        write(&mut self.buffer);
        self.buffer.text("\"");
        Ok(())
    }

    /// Begins what has brackets around it. Gives the position of the opening one.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn open(&mut self, place: Place<'_>) -> Result<usize, Error> {
        if matches!(place, Place::Key) {
            return Err(self.key_error());
        }
        let prefix = self.prefix(place);
        self.buffer.text(prefix);
        self.depth += 1;
        if self.depth > self.layout.max_depth() {
            return Err(self.too_deep());
        }
        if L::CUSTOM {
            self.layout.enter();
        }
        Ok(self.buffer.len())
    }

    /// Ends it.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn close(&mut self, start: usize, opening: u8, closing: u8) {
        self.depth -= 1;
        if L::CUSTOM {
            self.layout.leave(&mut self.buffer, start);
        }
        self.buffer.close(start, opening, closing);
    }

    /// Writes the tags that wait, if the record or map that begins has some.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn tag(&mut self) {
        if !self.tags.is_empty() {
            self.write_tags();
        }
    }

    #[cold]
    #[inline(never)]
    fn write_tags(&mut self) {
        for (tag, variant) in std::mem::take(&mut self.tags) {
            self.string(Place::Name(tag), variant);
        }
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn string(&mut self, place: Place<'_>, text: &str) {
        let prefix = self.prefix(place);
        self.string_after(prefix, text);
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn string_after(&mut self, prefix: L::Prefix<'_>, text: &str) {
        if L::CUSTOM {
            self.layout.string(&mut self.buffer, text);
        } else {
            self.buffer.string(prefix, text);
        }
    }

    #[cold]
    #[inline(never)]
    fn utf8_checked<const N: usize>(
        &mut self,
        prefix: L::Prefix<'_>,
        bytes: [u8; N],
        length: usize,
    ) -> Result<(), Error> {
        match std::str::from_utf8(&bytes[..length.min(N)]) {
            Ok(text) => {
                self.string_after(prefix, text);
                Ok(())
            }
            Err(error) => Err(self.error(&error)),
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn key_error(&mut self) -> Error {
        self.fault(ErrorKind::KeyNotText)
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) -> Error {
        let limit = self.layout.max_depth();
        self.fault(ErrorKind::WrittenTooDeep { allowed: limit })
    }

    #[cold]
    pub(crate) fn fault(&mut self, kind: ErrorKind) -> Error {
        Error::without_place(kind)
    }

    /// Fails if a tag waits: what comes now is no record or map.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn no_tag(&mut self) -> Result<(), Error> {
        match self.tags.pop() {
            None => Ok(()),
            Some((tag, _)) => Err(self.fault(ErrorKind::NoPlaceForTag { tag })),
        }
    }
}

impl<L: Layout> Encoder for JsonEncoder<'_, L> {
    type Error = Error;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn null(&mut self, place: Place<'_>) -> Result<(), Error> {
        if matches!(place, Place::Key) {
            return Err(self.key_error());
        }
        if L::PLANNED && self.layout.omits(place, true) {
            return Ok(());
        }
        let prefix = self.prefix(place);
        self.buffer.texts(prefix, "null");
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bool(&mut self, place: Place<'_>, value: bool) -> Result<(), Error> {
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.bool("", value));
        }
        let prefix = self.prefix(place);
        self.buffer.bool(prefix, value);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i64(&mut self, place: Place<'_>, value: i64) -> Result<(), Error> {
        if L::CUSTOM && self.layout.quotes_integer(value.into()) {
            return self.formatted(place, <i64 as Encode>::SHAPE, &value);
        }
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.i64("", value));
        }
        let prefix = self.prefix(place);
        self.buffer.i64(prefix, value);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u64(&mut self, place: Place<'_>, value: u64) -> Result<(), Error> {
        if L::CUSTOM && self.layout.quotes_integer(value.into()) {
            return self.formatted(place, <u64 as Encode>::SHAPE, &value);
        }
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.u64("", value));
        }
        let prefix = self.prefix(place);
        self.buffer.u64(prefix, value);
        Ok(())
    }

    fn i128(&mut self, place: Place<'_>, value: i128) -> Result<(), Error> {
        if L::CUSTOM && self.layout.quotes_integer(value) {
            return self.formatted(place, <i128 as Encode>::SHAPE, &value);
        }
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.i128("", value));
        }
        let prefix = self.prefix(place);
        self.buffer.i128(prefix, value);
        Ok(())
    }

    fn u128(&mut self, place: Place<'_>, value: u128) -> Result<(), Error> {
        if L::CUSTOM && self.layout.quotes_integer(i128::try_from(value).unwrap_or(i128::MAX)) {
            return self.formatted(place, <u128 as Encode>::SHAPE, &value);
        }
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.u128("", value));
        }
        let prefix = self.prefix(place);
        self.buffer.u128(prefix, value);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn f32(&mut self, place: Place<'_>, value: f32) -> Result<(), Error> {
        if L::CUSTOM || !value.is_finite() {
            return self.special_float(place, value.into(), |buffer| buffer.f32("", value));
        }
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.f32("", value));
        }
        let prefix = self.prefix(place);
        self.buffer.f32(prefix, value);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn f64(&mut self, place: Place<'_>, value: f64) -> Result<(), Error> {
        if L::CUSTOM || !value.is_finite() {
            return self.special_float(place, value, |buffer| buffer.f64("", value));
        }
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.f64("", value));
        }
        let prefix = self.prefix(place);
        self.buffer.f64(prefix, value);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn str(&mut self, place: Place<'_>, value: &str) -> Result<(), Error> {
        if L::PLANNED && value.is_empty() && self.layout.omits(place, false) {
            return Ok(());
        }
        self.string(place, value);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn utf8<const N: usize>(
        &mut self,
        place: Place<'_>,
        bytes: [u8; N],
        length: usize,
    ) -> Result<(), Error> {
        if L::PLANNED && length == 0 {
            return self.str(place, "");
        }
        let prefix = self.prefix(place);
        // No setting changes text that needs no escape.
        if self.buffer.plain(prefix, bytes, length) {
            return Ok(());
        }
        self.utf8_checked(prefix, bytes, length)
    }

    fn bytes(&mut self, place: Place<'_>, value: &[u8]) -> Result<(), Error> {
        self.sequence(place, <[u8] as Encode>::SHAPE, value.iter())
    }

    fn formatted(
        &mut self,
        place: Place<'_>,
        _: &'static Shape,
        value: &dyn Display,
    ) -> Result<(), Error> {
        self.string(place, &value.to_string());
        Ok(())
    }

    fn number(&mut self, place: Place<'_>, digits: &str) -> Result<(), Error> {
        if matches!(place, Place::Key) {
            return self.quoted(|buffer| buffer.texts("", digits));
        }
        let prefix = self.prefix(place);
        self.buffer.texts(prefix, digits);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sequence<'v, T: Encode + 'v>(
        &mut self,
        place: Place<'_>,
        _: &'static Shape,
        items: impl ExactSizeIterator<Item = &'v T> + Clone,
    ) -> Result<(), Error> {
        if L::PLANNED && items.len() == 0 && self.layout.omits(place, false) {
            return Ok(());
        }
        self.no_tag()?;
        let start = self.open(place)?;
        self.items(start, items)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn map<'v, K: Encode + 'v, V: Encode + 'v>(
        &mut self,
        place: Place<'_>,
        _: &'static Shape,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
    ) -> Result<(), Error> {
        if L::PLANNED
            && entries.len() == 0
            && self.tags.is_empty()
            && self.layout.omits(place, false)
        {
            return Ok(());
        }
        let start = self.open(place)?;
        self.entries(start, entries)
    }

    fn tuple<T: Fields + ?Sized>(
        &mut self,
        place: Place<'_>,
        _: &'static Shape,
        value: &T,
    ) -> Result<(), Error> {
        self.no_tag()?;
        let start = self.open(place)?;
        value.items(self)?;
        self.close(start, b'[', b']');
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn record<R: Record + ?Sized>(&mut self, place: Place<'_>, value: &R) -> Result<(), Error> {
        let start = self.open(place)?;
        self.record_at(start, value)
    }

    fn fields_among<R: Record + ?Sized>(&mut self, value: &R) -> Result<(), Error> {
        if L::PLANNED {
            let outer = self.layout.begin(R::SHAPE);
            let written = value.fields(self);
            self.layout.end(outer);
            written
        } else {
            value.fields(self)
        }
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unit_variant(
        &mut self,
        place: Place<'_>,
        _: &'static Shape,
        variant: &'static Variant,
    ) -> Result<(), Error> {
        if L::CUSTOM {
            self.string(place, variant.name);
        } else {
            let prefix = self.prefix(place);
            self.buffer.texts(prefix, variant.quoted);
        }
        Ok(())
    }

    fn variant<T: Encode + ?Sized>(
        &mut self,
        place: Place<'_>,
        set: &'static Shape,
        variant: &'static Variant,
        data: &T,
    ) -> Result<(), Error> {
        match set.tagging {
            _ if variant.is_untagged => data.encode(self, place),
            Tagging::Internal { tag } if !variant.is_unit => {
                self.tags.push((tag, variant.name));
                data.encode(self, place)?;
                self.no_tag()
            }
            Tagging::Internal { tag } => {
                let start = self.open(place)?;
                self.tag();
                self.string(Place::Name(tag), variant.name);
                self.close(start, b'{', b'}');
                Ok(())
            }
            Tagging::Adjacent { tag, content } => {
                let start = self.open(place)?;
                self.tag();
                self.string(Place::Name(tag), variant.name);
                if !variant.is_unit {
                    data.encode(self, Place::Name(content))?;
                }
                self.close(start, b'{', b'}');
                Ok(())
            }
            Tagging::External => {
                let start = self.open(place)?;
                self.tag();
                data.encode(self, Place::Name(variant.name))?;
                self.close(start, b'{', b'}');
                Ok(())
            }
            _ => data.encode(self, place),
        }
    }

    #[inline(never)]
    fn raw_json(&mut self, place: Place<'_>, text: &str) -> Result<(), Error> {
        if matches!(place, Place::Key) {
            return Err(self.key_error());
        }
        let is_null = text == "null";
        let is_empty = is_null || matches!(text, "[]" | "{}" | "\"\"");
        if L::PLANNED && is_empty && self.layout.omits(place, is_null) {
            return Ok(());
        }
        self.no_tag()?;
        let prefix = self.prefix(place);
        self.buffer.texts(prefix, text);
        Ok(())
    }

    fn error(&mut self, message: &dyn Display) -> Error {
        self.fault(ErrorKind::Message(message.to_string()))
    }

    #[cfg(feature = "serde")]
    #[inline]
    fn serialize<T: serde::Serialize + ?Sized>(
        &mut self,
        place: Place<'_>,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(crate::serde::Serializer::new(self, place))
    }
}

impl<L: Layout> JsonEncoder<'_, L> {
    // What follows a prefix that is known when the program is compiled: once for each type, not once for
    // each field of it.

    #[inline(never)]
    fn items<'v, T: Encode + 'v>(
        &mut self,
        start: usize,
        items: impl Iterator<Item = &'v T>,
    ) -> Result<(), Error> {
        for item in items {
            item.encode(self, Place::Item)?;
        }
        self.close(start, b'[', b']');
        Ok(())
    }

    #[inline(never)]
    fn entries<'v, K: Encode + 'v, V: Encode + 'v>(
        &mut self,
        start: usize,
        entries: impl Iterator<Item = (&'v K, &'v V)>,
    ) -> Result<(), Error> {
        self.tag();
        if L::CUSTOM && self.layout.sorts_keys() {
            self.sorted_entries(entries)?;
        } else {
            for (key, value) in entries {
                key.encode(self, Place::Key)?;
                value.encode(self, Place::Value)?;
            }
        }
        self.close(start, b'{', b'}');
        Ok(())
    }

    #[inline(never)]
    fn record_at<R: Record + ?Sized>(&mut self, start: usize, value: &R) -> Result<(), Error> {
        self.tag();
        if L::PLANNED {
            let outer = self.layout.begin(R::SHAPE);
            if self.layout.has_order() {
                let mut position = 0;
                while let Some(index) = self.layout.order(position) {
                    value.field_at(index, self)?;
                    position += 1;
                }
                // What has no index of its own comes last.
                value.field_at(R::SHAPE.fields.len(), self)?;
            } else {
                value.fields(self)?;
            }
            self.layout.end(outer);
        } else {
            value.fields(self)?;
        }
        self.close(start, b'{', b'}');
        Ok(())
    }

    /// Writes a float that JSON may not have, or that settings say something of.
    #[inline(never)]
    fn special_float(
        &mut self,
        place: Place<'_>,
        value: f64,
        write: impl FnOnce(&mut Buffer<'_>),
    ) -> Result<(), Error> {
        if value.is_finite() {
            if matches!(place, Place::Key) {
                return self.quoted(write);
            }
            let prefix = self.prefix(place);
            self.buffer.text(prefix);
            match self.layout.whole(value) {
                Some(whole) => self.buffer.i64("", whole),
                None => write(&mut self.buffer),
            }
            return Ok(());
        }
        if matches!(place, Place::Key) {
            return Err(self.fault(ErrorKind::NonFinite));
        }
        match self.layout.non_finite(value) {
            Some(text) => {
                let prefix = self.prefix(place);
                self.buffer.texts(prefix, text);
                Ok(())
            }
            None => Err(self.fault(ErrorKind::NonFinite)),
        }
    }

    /// Writes the entries of a map in the order of their keys.
    fn sorted_entries<'v, K: Encode + 'v, V: Encode + 'v>(
        &mut self,
        entries: impl Iterator<Item = (&'v K, &'v V)>,
    ) -> Result<(), Error> {
        let mut sorted = Vec::new();
        for (key, value) in entries {
            let mut text = Vec::new();
            let mut encoder = JsonEncoder::new(&mut text, Compact);
            key.encode(&mut encoder, Place::Key)?;
            encoder.buffer.finish();
            // After the comma there is a string.
            sorted.push((crate::from_slice::<String>(&text[1..])?, value));
        }
        sorted.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        for (key, value) in sorted {
            self.string(Place::Key, &key);
            value.encode(self, Place::Value)?;
        }
        Ok(())
    }
}
