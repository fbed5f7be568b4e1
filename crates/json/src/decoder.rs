//! Reading of typed values.
//!
//! The fields of a record are first looked for where they stood when this program wrote them: each key is
//! compared with the one that comes next by declaration, together with its comma, quotes and colon. If
//! something else is there, [`Decoder::next_key`] reads the record to its end whatever its order.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use apograph_core::Text;
use apograph_core::decode::{Decode, Decoder, Dynamic, Fail, Key, Repeated};
use apograph_core::number::Number;
use apograph_core::shape::{Field, Shape, Tagging};

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
    /// Where a failure happened, from the inside out.
    path: Vec<Segment>,
    /// The tag of an enum that is tagged internally, and the depth of the object that it stands in.
    tag: Option<(&'static str, usize)>,
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
            path: Vec::new(),
            tag: None,
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
    fn text_slowly(&mut self) -> Result<Text, Fail> {
        Ok(Text::new(&self.cursor.string()?))
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
        read: impl FnOnce(&mut Cursor<'de>) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        self.at_key = false;
        self.cursor.quote()?;
        let value = read(&mut self.cursor)?;
        if self.cursor.literal(b"\"") { Ok(value) } else { Err(self.not_a(Expected::Number)) }
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

    /// Passes the comma between two parts of an object, or its end.
    fn next_part(&mut self, first: bool) -> Result<bool, Fail> {
        self.cursor.more(first, b'}')
    }

    /// Whether this key is the tag of an enum. If so, its value is passed over.
    fn is_tag(&self, name: &str) -> bool {
        self.tag.is_some_and(|(tag, depth)| tag == name && depth == self.cursor.depth())
    }

    /// Passes over the tag of an enum, if it is what comes next in a map. Whether there is more.
    #[cold]
    fn pass_tag(&mut self) -> Result<bool, Fail> {
        let start = self.cursor.offset();
        let name = self.cursor.key()?;
        let is_tag = self.tag.is_some_and(|(tag, _)| *tag == *name);
        if is_tag && self.tag.is_some_and(|(_, depth)| depth == self.cursor.depth()) {
            self.cursor.colon()?;
            self.cursor.skip_value()?;
            return self.next_part(false);
        }
        self.cursor.seek(start);
        Ok(true)
    }

    fn find_variant(&mut self, set: &'static Shape, name: &str) -> Result<usize, Fail> {
        set.variant(name).ok_or_else(|| {
            let expected = set.variants.iter().map(|variant| variant.name).collect();
            self.cursor.fail(ErrorKind::UnknownVariant { expected })
        })
    }

    /// Reads a string that names a variant.
    fn variant_name(&mut self, set: &'static Shape) -> Result<usize, Fail> {
        let found = match self.cursor.string()? {
            Str::Borrowed(name) => set.variant(name),
            Str::Scratch(name) => set.variant(name),
        };
        found.map_or_else(|| self.find_variant(set, ""), Ok)
    }

    /// Finds the tag in the object that begins here, and goes back to its beginning.
    fn internal_tag(&mut self, set: &'static Shape, tag: &'static str) -> Result<usize, Fail> {
        let start = self.cursor.offset();
        if !self.cursor.punct(b'{') {
            return Err(self.expected(Expected::Object));
        }
        self.cursor.enter()?;
        let mut first = true;
        let index = loop {
            if !self.next_part(first)? {
                self.cursor.seek(start);
                return Err(self.cursor.fail(ErrorKind::MissingField(Cow::Borrowed(tag))));
            }
            first = false;
            let is_tag = *self.cursor.key()? == *tag;
            self.cursor.colon()?;
            if is_tag {
                break self.variant_name(set)?;
            }
            self.cursor.skip_value()?;
        };
        self.cursor.leave();
        self.cursor.seek(start);
        Ok(index)
    }

    /// Reads an object with a tag and content up to the content, and past it to find the tag.
    fn adjacent_tag(
        &mut self,
        set: &'static Shape,
        tag: &'static str,
        content: &'static str,
    ) -> Result<(usize, Variant), Fail> {
        if !self.cursor.punct(b'{') {
            return Err(self.expected(Expected::Object));
        }
        self.cursor.enter()?;
        let mut first = true;
        let mut found = None;
        let mut skipped = None;
        while self.next_part(first)? {
            first = false;
            let key = self.cursor.key()?;
            let (is_tag, is_content) = (*key == *tag, *key == *content);
            self.cursor.colon()?;
            if is_tag {
                found = Some(self.variant_name(set)?);
            } else if !is_content {
                self.unknown(set)?;
            } else if let Some(index) = found {
                return Ok((index, Variant::Content));
            } else {
                skipped = Some(self.cursor.offset());
                self.cursor.skip_value()?;
            }
        }
        self.cursor.leave();
        let Some(index) = found else {
            return Err(self.cursor.fail(ErrorKind::MissingField(Cow::Borrowed(tag))));
        };
        let end = self.cursor.offset();
        Ok((index, Variant::Adjacent { content: skipped, end, name: content }))
    }
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

/// How a value of an enum is read.
pub(crate) enum Variant {
    /// A string: there is no data.
    Name,
    /// An object with one field, which is named by the variant.
    Object,
    /// An object with the tag among the fields of the data.
    Internal { tag: &'static str, outer: Option<(&'static str, usize)> },
    /// An object whose tag came first; its content is next.
    Content,
    /// An object that has been read to its end, and where its content is.
    Adjacent { content: Option<usize>, end: usize, name: &'static str },
}

impl<'de, K: Keys> Decoder<'de> for JsonDecoder<'de, K> {
    type Saved = K::Saved;
    /// Whether no element has been read yet.
    type Sequence = bool;
    type Map = bool;
    type Variant = Variant;
    type Mark = (usize, usize, usize);

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
        match self.cursor.plain_string() {
            Some(text) => Ok(Text::new(text)),
            None => self.text_slowly(),
        }
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
            _ => {
                let number = number(self.cursor.number()?);
                V::number(self, number)
            }
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
    fn skip(&mut self) -> Result<(), Fail> {
        self.cursor.skip_value()
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<K::Saved, Fail> {
        if !self.cursor.punct(b'{') {
            return Err(self.expected(Expected::Object));
        }
        self.cursor.enter()?;
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
            let name = self.cursor.key()?;
            let found = self.keys.find(shape, &name);
            let is_tag = found.is_none()
                && self.tag.is_some_and(|(tag, _)| *tag == *name)
                && self.tag.is_some_and(|(_, depth)| depth == self.cursor.depth());
            self.cursor.colon()?;
            if is_tag {
                self.cursor.skip_value()?;
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
            if !self.is_tag(&name) {
                return Ok(Some(name));
            }
            self.cursor.skip_value()?;
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
            let expected = shape.fields.iter().map(|field| field.name).collect();
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
        self.cursor.enter()?;
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
        self.cursor.enter()?;
        Ok((true, 0))
    }

    #[inline(always)]
    fn next_entry(&mut self, first: &mut bool) -> Result<bool, Fail> {
        let more = self.cursor.more(std::mem::replace(first, false), b'}')?;
        let more = if more && self.tag.is_some() { self.pass_tag()? } else { more };
        self.at_key = more;
        if !more {
            self.cursor.leave();
        }
        Ok(more)
    }

    #[inline(always)]
    fn entry_value(&mut self, _: &mut bool) -> Result<(), Fail> {
        self.at_key = false;
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
        self.cursor.skip_space();
        match set.tagging {
            Tagging::Internal { tag } => {
                let index = self.internal_tag(set, tag)?;
                Ok((index, Variant::Internal { tag, outer: self.tag }))
            }
            Tagging::Adjacent { tag, content } => self.adjacent_tag(set, tag, content),
            _ if self.cursor.peek() == b'{' => {
                self.cursor.punct(b'{');
                self.cursor.enter()?;
                if !self.next_part(true)? {
                    return Err(self.expected(Expected::Name));
                }
                let found = set.variant(&self.cursor.key()?);
                let index = found.map_or_else(|| self.find_variant(set, ""), Ok)?;
                self.cursor.colon()?;
                Ok((index, Variant::Object))
            }
            _ if matches!(self.cursor.peek(), b'"' | b'\'') => {
                Ok((self.variant_name(set)?, Variant::Name))
            }
            _ => Err(self.expected(Expected::Variant)),
        }
    }

    fn unit_data(&mut self, variant: &mut Variant) -> Result<(), Fail> {
        match variant {
            Variant::Name => Ok(()),
            Variant::Object | Variant::Content => self.unit(),
            Variant::Internal { .. } => self.cursor.skip_value(),
            Variant::Adjacent { content: None, .. } => Ok(()),
            Variant::Adjacent { content: Some(content), .. } => {
                self.cursor.seek(*content);
                self.unit()
            }
        }
    }

    fn data(&mut self, variant: &mut Variant) -> Result<(), Fail> {
        match variant {
            Variant::Name => Err(self.not_a(Expected::Object)),
            Variant::Object | Variant::Content => Ok(()),
            Variant::Internal { tag, .. } => {
                self.tag = Some((tag, self.cursor.depth() + 1));
                Ok(())
            }
            Variant::Adjacent { content: Some(content), .. } => {
                self.cursor.seek(*content);
                Ok(())
            }
            Variant::Adjacent { content: None, name, .. } => {
                Err(self.cursor.fail(ErrorKind::MissingField(Cow::Borrowed(name))))
            }
        }
    }

    fn end_variant(&mut self, variant: Variant) -> Result<(), Fail> {
        match variant {
            Variant::Name => Ok(()),
            Variant::Object => {
                if self.next_part(false)? {
                    return Err(self.cursor.fail(ErrorKind::InvalidLength { expected: 1 }));
                }
                self.cursor.leave();
                Ok(())
            }
            Variant::Content => {
                while self.next_part(false)? {
                    self.cursor.key()?;
                    self.cursor.colon()?;
                    self.cursor.skip_value()?;
                }
                self.cursor.leave();
                Ok(())
            }
            Variant::Internal { outer, .. } => {
                self.tag = outer;
                Ok(())
            }
            Variant::Adjacent { end, .. } => {
                self.cursor.seek(end);
                Ok(())
            }
        }
    }

    #[inline]
    fn mark(&self) -> (usize, usize, usize) {
        (self.cursor.offset(), self.cursor.depth(), self.path.len())
    }

    #[inline]
    fn rewind(&mut self, (offset, depth, path): (usize, usize, usize)) {
        self.cursor.rewind(offset, depth);
        self.path.truncate(path);
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
