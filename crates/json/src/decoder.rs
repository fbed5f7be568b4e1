//! Reading of typed values.
//!
//! The fields of a record are first looked for where they stood when this program wrote them: each key is
//! compared with the one that comes next by declaration, together with its comma, quotes and colon. If
//! something else is there, [`Decoder::next_key`] reads the record to its end whatever its order.

mod variants;

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use apograph_core::Text;
use apograph_core::decode::{Decode, Decoder, Dynamic, Fail, Key, MapLengths, Repeated};
use apograph_core::number::Number;
use apograph_core::shape::{Field, Shape};

use self::variants::{Tag, Variant, find_tag};
use crate::cursor::{Cursor, Num, Str};
use crate::error::{Error, ErrorKind, Expected, Found};
use crate::keys::Keys;
use crate::read_options::{DuplicateKeys, ReadOptions, UnknownFields};

/// Reads values from JSON that is in memory.
pub(crate) struct JsonDecoder<'de, K> {
    pub(crate) cursor: Cursor<'de>,
    keys: K,
    /// Whether a key of a map comes next.
    pub(crate) at_key: bool,
    /// Where the last key of a map begins.
    key_start: usize,
    /// Where a failure happened, from the inside out.
    path: Vec<Segment>,
    /// The tags of enums that are tagged internally and whose data is read.
    tags: Vec<Tag>,
    map_lengths: MapLengths,
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark<S> {
    cursor: crate::cursor::Mark,
    path: usize,
    tags: usize,
    at_key: bool,
    keys: S,
}

enum Segment {
    Field(Cow<'static, str>),
    Index(usize),
    Entry,
}

impl<'de, K: Keys> JsonDecoder<'de, K> {
    pub(crate) fn new(input: &'de [u8], options: &ReadOptions, keys: K) -> Self {
        Self {
            cursor: Cursor::new(input, options),
            keys,
            at_key: false,
            key_start: 0,
            path: Vec::new(),
            tags: Vec::new(),
            map_lengths: MapLengths::default(),
        }
    }

    /// Reads a value that is all of the input.
    #[inline]
    pub(crate) fn read<T: Decode<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        keys: K,
    ) -> Result<T, Error> {
        let mut decoder = Self::new(input, options, keys);
        match T::decode(&mut decoder) {
            Ok(value) if decoder.is_done() => Ok(value),
            _ => Err(decoder.error()),
        }
    }

    /// Reads a value that is all of the input over another.
    #[inline]
    pub(crate) fn read_into<T: Decode<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        keys: K,
        target: &mut T,
    ) -> Result<(), Error> {
        let mut decoder = Self::new(input, options, keys);
        match target.decode_into(&mut decoder) {
            Ok(()) if decoder.is_done() => Ok(()),
            _ => Err(decoder.error()),
        }
    }

    /// Whether nothing comes after the value.
    #[inline]
    pub(crate) fn is_done(&mut self) -> bool {
        self.cursor.finish().is_ok()
    }

    /// Forgets what a value was read to that failed, so that another can be read.
    #[cold]
    pub(crate) fn reset(&mut self) {
        self.at_key = false;
        self.path.clear();
        self.tags.clear();
    }

    /// What failed, and where.
    #[cold]
    pub(crate) fn error(&mut self) -> Error {
        let mut path = String::from("$");
        for segment in self.path.iter().rev() {
            match segment {
                Segment::Field(name) => {
                    path.push('.');
                    path.push_str(name);
                }
                Segment::Index(index) => _ = write!(path, "[{index}]"),
                Segment::Entry => path.push_str("[*]"),
            }
        }
        self.cursor.error().with_path(path)
    }

    // Strings with escapes, and what is no string at all.

    #[inline(never)]
    fn string_slowly(&mut self) -> Result<String, Fail> {
        Ok((*self.cursor.string()?).to_owned())
    }

    #[inline(never)]
    fn cow_slowly(&mut self) -> Result<Cow<'de, str>, Fail> {
        Ok(match self.cursor.string()? {
            Str::Borrowed(text) => Cow::Borrowed(text),
            Str::Scratch(text) => Cow::Owned(text.to_owned()),
        })
    }

    #[inline(never)]
    fn borrowed_slowly(&mut self) -> Result<&'de str, Fail> {
        match self.cursor.string()? {
            Str::Borrowed(text) => Ok(text),
            Str::Scratch(_) => Err(self.cursor.fail(ErrorKind::CannotBorrow)),
        }
    }

    /// Reads a number or boolean that is a key.
    #[inline(never)]
    fn in_quotes<T>(
        &mut self,
        read: impl for<'c> Fn(&mut Cursor<'c>) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        self.at_key = false;
        self.cursor.skip_space();
        if self.cursor.peek() != b'"' {
            return self.in_odd_quotes(read);
        }
        let mark = self.cursor.mark();
        self.cursor.quote()?;
        // Between quotes there is no space and no comment.
        if begins_key(self.cursor.peek())
            && let Ok(value) = read(&mut self.cursor)
            && self.cursor.literal(b"\"")
        {
            return Ok(value);
        }
        self.cursor.restore(mark);
        self.in_odd_quotes(read)
    }

    /// Reads a number or boolean that is a key with escapes, or in single quotes, or none at all.
    #[cold]
    #[inline(never)]
    fn in_odd_quotes<T>(
        &mut self,
        read: impl for<'c> Fn(&mut Cursor<'c>) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        let start = self.cursor.offset();
        let options = self.cursor.options().clone();
        let text = self.cursor.string()?.to_owned();
        let mut inner = Cursor::new(text.as_bytes(), &options);
        let read = if begins_key(inner.peek()) { read(&mut inner) } else { Err(Fail) };
        match read {
            Ok(value) if inner.left() == 0 => Ok(value),
            _ => {
                let kind = inner.take_fault().unwrap_or(ErrorKind::Type {
                    expected: Expected::Number,
                    found: Found::String,
                });
                Err(self.cursor.fail_at(kind, start))
            }
        }
    }

    /// The failure of a string that is not what is asked for.
    #[cold]
    #[inline(never)]
    fn not_a(&mut self, expected: Expected) -> Fail {
        self.cursor.fail(ErrorKind::Type { expected, found: Found::String })
    }

    #[cold]
    #[inline(never)]
    fn expected(&mut self, expected: Expected) -> Fail {
        self.cursor.mismatch(expected)
    }

    /// Notes for the path of a failure that it was in the member whose name begins at an offset. Only names
    /// that the program has are told: the others are data.
    #[cfg(feature = "serde")]
    #[cold]
    #[inline(never)]
    pub(crate) fn in_member(&mut self, start: usize, names: &'static [&'static str]) {
        let here = self.cursor.offset();
        self.cursor.seek(start);
        let name = match self.cursor.key() {
            Ok(key) => names.iter().copied().find(|&name| name == &*key),
            Err(Fail) => None,
        };
        let segment = name.map_or(Segment::Entry, |name| Segment::Field(Cow::Borrowed(name)));
        self.path.push(segment);
        self.cursor.seek(here);
    }

    /// Passes over tags of enums, if they are what comes next in an object. Whether there is more.
    #[inline(always)]
    pub(crate) fn past_tags(&mut self, more: bool) -> Result<bool, Fail> {
        if more && !self.tags.is_empty() { self.pass_tags() } else { Ok(more) }
    }

    /// Passes the comma between two parts of an object, or its end.
    fn next_part(&mut self, first: bool) -> Result<bool, Fail> {
        self.cursor.more(first, b'}')
    }
}

/// Whether a number or boolean can begin with this byte.
#[inline]
fn begins_key(byte: u8) -> bool {
    matches!(byte, b'-' | b'0'..=b'9' | b't' | b'f' | b'N' | b'I')
}

/// Numbers and booleans, which stand in quotes where they are keys.
macro_rules! scalars {
    ($($ty:ident: |$cursor:ident| $read:expr;)*) => {$(
        #[inline(always)]
        fn $ty(&mut self) -> Result<$ty, Fail> {
            if self.at_key {
                return self.in_quotes(|$cursor| $read);
            }
            let $cursor = &mut self.cursor;
            $read
        }
    )*};
}

impl<'de, K: Keys> Decoder<'de> for JsonDecoder<'de, K> {
    type Saved = K::Saved;
    /// Whether no element has been read yet.
    type Sequence = bool;
    type Map = bool;
    type Variant = Variant;
    type Mark = Mark<K::Saved>;

    scalars! {
        bool: |cursor| cursor.bool();
        i8: |cursor| cursor.int();
        i16: |cursor| cursor.int();
        i32: |cursor| cursor.i32();
        i64: |cursor| cursor.i64();
        i128: |cursor| cursor.i128();
        u8: |cursor| cursor.int();
        u16: |cursor| cursor.int();
        u32: |cursor| cursor.int();
        u64: |cursor| cursor.u64();
        u128: |cursor| cursor.u128();
        f32: |cursor| cursor.f32();
        f64: |cursor| cursor.f64();
    }

    fn char(&mut self) -> Result<char, Fail> {
        let text = self.cursor.string()?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(character),
            _ => Err(self.not_a(Expected::Character)),
        }
    }

    #[inline(always)]
    fn string(&mut self) -> Result<String, Fail> {
        match self.cursor.plain_string() {
            Some(text) => Ok(text.to_owned()),
            None => self.string_slowly(),
        }
    }

    #[inline(always)]
    fn string_into(&mut self, target: &mut String) -> Result<(), Fail> {
        target.clear();
        match self.cursor.plain_string() {
            Some(text) => target.push_str(text),
            None => target.push_str(&self.cursor.string()?),
        }
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self) -> Result<Text, Fail> {
        self.cursor.text()
    }

    #[inline(always)]
    fn text_into(&mut self, target: &mut Text) -> Result<(), Fail> {
        if !self.cursor.plain_text_into(target) {
            target.assign(&self.cursor.string()?);
        }
        Ok(())
    }

    #[inline(always)]
    fn cow(&mut self) -> Result<Cow<'de, str>, Fail> {
        match self.cursor.plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.cow_slowly(),
        }
    }

    #[inline(always)]
    fn borrowed(&mut self) -> Result<&'de str, Fail> {
        match self.cursor.plain_string() {
            Some(text) => Ok(text),
            None => self.borrowed_slowly(),
        }
    }

    fn parse<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Fail> {
        let parsed = match self.cursor.plain_string() {
            Some(text) => parse(text),
            None => parse(&self.cursor.string()?),
        };
        parsed.ok_or_else(|| self.cursor.fail(ErrorKind::Message(format!("expected {expected}"))))
    }

    fn bytes(&mut self) -> Result<Vec<u8>, Fail> {
        Vec::decode(self)
    }

    fn borrowed_bytes(&mut self) -> Result<&'de [u8], Fail> {
        // JSON has no bytes; what comes nearest to lending some is the text of a string.
        self.borrowed().map(str::as_bytes)
    }

    fn number(&mut self) -> Result<Number, Fail> {
        self.cursor.skip_space();
        self.cursor.number().map(number)
    }

    fn unit(&mut self) -> Result<(), Fail> {
        if self.cursor.null()? { Ok(()) } else { Err(self.expected(Expected::Null)) }
    }

    #[inline(always)]
    fn is_null(&mut self) -> Result<bool, Fail> {
        self.cursor.null()
    }

    fn any<V: Dynamic<'de>>(&mut self) -> Result<V, Fail> {
        self.cursor.skip_space();
        match self.cursor.peek() {
            b'"' | b'\'' => V::string(self),
            b'{' => V::map(self),
            b'[' => V::sequence(self),
            b't' | b'f' => self.cursor.bool().map(V::bool),
            b'n' if self.cursor.null()? => Ok(V::null()),
            b'-' | b'0'..=b'9' => {
                let number = number(self.cursor.number()?);
                V::number(self, number)
            }
            b'N' | b'I' if self.cursor.options().nan => {
                let number = number(self.cursor.number()?);
                V::number(self, number)
            }
            _ => Err(self.expected(Expected::Value)),
        }
    }

    fn any_into<V: Dynamic<'de>>(&mut self, target: &mut V) -> Result<(), Fail> {
        self.cursor.skip_space();
        match self.cursor.peek() {
            b'"' | b'\'' => target.string_into(self),
            b'{' => target.map_into(self),
            b'[' => target.sequence_into(self),
            _ => {
                *target = self.any()?;
                Ok(())
            }
        }
    }

    #[inline(never)]
    fn raw_json(&mut self) -> Result<&'de str, Fail> {
        let text = self.cursor.raw_value()?;
        if self.cursor.options().is_lenient() {
            // It is kept to be written again, so it must be JSON whatever else is read.
            let mut strict =
                Cursor::new(text.as_bytes(), &self.cursor.options().without_leniency());
            if strict.skip_value().and_then(|()| strict.finish()).is_err() {
                let (kind, offset) = strict.error().into_parts();
                let start = self.cursor.offset() - text.len();
                return Err(self.cursor.fail_at(kind, start + offset));
            }
        }
        Ok(text)
    }

    #[inline(never)]
    fn skip(&mut self) -> Result<(), Fail> {
        if self.at_key {
            return self.cursor.string().map(|_| ());
        }
        self.cursor.skip_value()
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<K::Saved, Fail> {
        if !self.cursor.punct(b'{') {
            return Err(self.expected(Expected::Object));
        }
        self.cursor.entered()?;
        Ok(self.keys.begin(shape))
    }

    #[inline(always)]
    fn key<const FIRST: bool>(&mut self, field: &'static Field) -> bool {
        let key = self.keys.key(field).as_bytes();
        let literal = if FIRST { &key[1..] } else { key };
        self.cursor.literal(literal)
            || self.cursor.peek() != b'"' && self.cursor.key_spaced::<FIRST>(&key[1..])
    }

    #[inline(always)]
    fn end(&mut self) -> bool {
        self.cursor.punct(b'}')
    }

    #[inline(never)]
    fn next_key(
        &mut self,
        shape: &'static Shape,
        previous: usize,
        mut first: bool,
    ) -> Result<Key, Fail> {
        loop {
            if !self.next_part(first)? {
                return Ok(Key::End);
            }
            // What followed the last field last time follows it again, as a rule.
            let guess = shape.successors.get(previous);
            let guess = guess
                .map_or(previous, |guess| guess.load(std::sync::atomic::Ordering::Relaxed).into());
            if let Some(field) = shape.fields.get(guess) {
                let key = self.keys.key(field).as_bytes();
                if self.cursor.literal(&key[1..key.len() - 1]) {
                    self.cursor.colon()?;
                    return Ok(Key::Field(guess));
                }
            }
            let depth = self.cursor.depth();
            let name = self.cursor.key()?;
            let found = self.keys.find(shape, &name);
            let tag = if found.is_none() { find_tag(&self.tags, depth, &name) } else { None };
            self.cursor.colon()?;
            if let Some(tag) = tag {
                self.pass_tag(tag)?;
                first = false;
                continue;
            }
            let Some(index) = found else { return Ok(Key::Unknown) };
            if let (Some(successor), Ok(index)) =
                (shape.successors.get(previous), u8::try_from(index))
            {
                successor.store(index, std::sync::atomic::Ordering::Relaxed);
            }
            return Ok(Key::Field(index));
        }
    }

    fn find_field(&self, shape: &'static Shape, name: &str) -> Option<usize> {
        self.keys.find(shape, name)
    }

    fn next_name(&mut self, mut first: bool) -> Result<Option<Cow<'de, str>>, Fail> {
        loop {
            if !self.next_part(first)? {
                return Ok(None);
            }
            first = false;
            let name = match self.cursor.key()? {
                Str::Borrowed(name) => Cow::Borrowed(name),
                Str::Scratch(name) => Cow::Owned(name.to_owned()),
            };
            self.cursor.colon()?;
            match self.tag(&name) {
                None => return Ok(Some(name)),
                Some(index) => self.pass_tag(index)?,
            }
        }
    }

    #[inline(never)]
    fn unknown(&mut self, shape: &'static Shape) -> Result<(), Fail> {
        let is_error = match self.cursor.options().unknown_fields {
            UnknownFields::AsDeclared => shape.denies_unknown,
            UnknownFields::Ignore => false,
            UnknownFields::Error => true,
        };
        if is_error {
            let expected = shape.fields.iter().map(|field| self.keys.name(field)).collect();
            return Err(self.cursor.fail(ErrorKind::UnknownField { expected }));
        }
        self.cursor.skip_value()
    }

    #[cold]
    fn repeated(&mut self, field: &'static Field) -> Result<Repeated, Fail> {
        match self.cursor.options().duplicate_keys {
            DuplicateKeys::LastWins => Ok(Repeated::Replace),
            DuplicateKeys::FirstWins => Ok(Repeated::Skip),
            DuplicateKeys::Error => {
                let name = self.keys.name(field);
                Err(self.cursor.fail(ErrorKind::DuplicateField(name)))
            }
        }
    }

    #[inline(always)]
    fn leave(&mut self, saved: K::Saved) {
        self.cursor.leave();
        self.keys.leave(saved);
    }

    #[cold]
    #[inline(never)]
    fn missing(&mut self, field: &'static Field) -> Fail {
        let name = self.keys.name(field);
        self.cursor.fail(ErrorKind::MissingField(name))
    }

    #[inline(always)]
    fn sequence(&mut self, _: &'static Shape) -> Result<(bool, usize), Fail> {
        if !self.cursor.punct(b'[') {
            return Err(self.expected(Expected::Array));
        }
        self.cursor.entered()?;
        Ok((true, 0))
    }

    #[inline(always)]
    fn next_item(&mut self, first: &mut bool) -> Result<bool, Fail> {
        let more = self.cursor.more(std::mem::replace(first, false), b']')?;
        if !more {
            self.cursor.leave();
        }
        Ok(more)
    }

    fn tuple(&mut self, shape: &'static Shape, _: usize) -> Result<bool, Fail> {
        self.sequence(shape).map(|(first, _)| first)
    }

    #[inline(always)]
    fn map(&mut self, _: &'static Shape) -> Result<(bool, usize), Fail> {
        if !self.cursor.punct(b'{') {
            return Err(self.expected(Expected::Object));
        }
        self.cursor.entered()?;
        Ok((true, 0))
    }

    #[inline(always)]
    fn map_lengths(&mut self) -> &mut MapLengths {
        &mut self.map_lengths
    }

    #[inline(always)]
    fn next_entry(&mut self, first: &mut bool) -> Result<bool, Fail> {
        let more = self.cursor.more(std::mem::replace(first, false), b'}')?;
        let more = self.past_tags(more)?;
        self.at_key = more;
        if !more {
            self.cursor.leave();
            return Ok(false);
        }
        // Whatever the type of the key, it is written as a name.
        if self.cursor.peek() != b'"' {
            self.cursor.expect_name()?;
        }
        self.key_start = self.cursor.offset();
        Ok(true)
    }

    #[inline(always)]
    fn entry_value(&mut self, _: &mut bool) -> Result<(), Fail> {
        self.at_key = false;
        if self.cursor.offset() - self.key_start > self.cursor.options().max_name_bytes {
            self.cursor.long_name(self.key_start)?;
        }
        self.cursor.colon()
    }

    #[inline(always)]
    fn with_str<T>(&mut self, look: impl FnOnce(&str) -> T) -> Result<T, Fail> {
        match self.cursor.plain_string() {
            Some(text) => Ok(look(text)),
            None => Ok(look(&self.cursor.string()?)),
        }
    }

    #[cold]
    fn repeated_entry(&mut self) -> Result<Repeated, Fail> {
        match self.cursor.options().duplicate_keys {
            DuplicateKeys::LastWins => Ok(Repeated::Replace),
            DuplicateKeys::FirstWins => Ok(Repeated::Skip),
            DuplicateKeys::Error => Err(self.cursor.fail(ErrorKind::DuplicateName)),
        }
    }

    #[cold]
    #[inline(never)]
    fn wrong_length(&mut self, expected: usize) -> Fail {
        self.cursor.fail(ErrorKind::InvalidLength { expected })
    }

    fn variant(&mut self, set: &'static Shape) -> Result<(usize, Variant), Fail> {
        self.begin_variant(set)
    }

    fn unit_data(&mut self, variant: &mut Variant) -> Result<(), Fail> {
        self.pass_unit_data(variant)
    }

    fn data(&mut self, variant: &mut Variant) -> Result<(), Fail> {
        self.begin_data(variant)
    }

    fn end_variant(&mut self, variant: Variant) -> Result<(), Fail> {
        self.finish_variant(variant)
    }

    #[inline]
    fn mark(&self) -> Mark<K::Saved> {
        Mark {
            cursor: self.cursor.mark(),
            path: self.path.len(),
            tags: self.tags.len(),
            at_key: self.at_key,
            keys: self.keys.saved(),
        }
    }

    #[inline]
    fn rewind(&mut self, mark: Mark<K::Saved>) {
        self.cursor.restore(mark.cursor);
        self.path.truncate(mark.path);
        self.tags.truncate(mark.tags);
        self.at_key = mark.at_key;
        self.keys.leave(mark.keys);
    }

    #[cold]
    #[inline(never)]
    fn in_field(&mut self, field: &'static Field) {
        let name = self.keys.name(field);
        self.path.push(Segment::Field(name));
    }

    #[cold]
    #[inline(never)]
    fn in_item(&mut self, index: usize) {
        self.path.push(Segment::Index(index));
    }

    #[cold]
    #[inline(never)]
    fn in_entry(&mut self) {
        self.path.push(Segment::Entry);
    }

    #[cold]
    #[inline(never)]
    fn fail(&mut self, message: &dyn Display) -> Fail {
        self.cursor.fail(ErrorKind::Message(message.to_string()))
    }

    #[cfg(feature = "serde")]
    #[inline]
    fn deserialize<T: serde::Deserialize<'de>>(&mut self) -> Result<T, Fail> {
        crate::serde::deserialize(self)
    }
}

/// A number as the tree keeps it.
#[inline]
pub(crate) fn number(number: Num<'_>) -> Number {
    match number {
        Num::I64(number) => number.into(),
        Num::U64(number) => number.into(),
        Num::F64(number) => number.into(),
        Num::Text(text) => match Number::exact(text) {
            Ok(number) => number,
            Err(_) => unreachable!("the reader found a number"),
        },
    }
}
