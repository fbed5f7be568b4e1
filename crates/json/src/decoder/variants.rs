//! Enums: which variant comes next, by its name or a tag, and where its data is.

use std::borrow::Cow;

use apograph_core::decode::{Decoder, Fail};
use apograph_core::shape::{Shape, Tagging};

use super::JsonDecoder;
use crate::cursor::Str;
use crate::error::{ErrorKind, Expected};
use crate::keys::Keys;
use crate::read_options::DuplicateKeys;

/// The tag of an enum that is tagged internally.
pub(super) struct Tag {
    pub(super) name: &'static str,
    /// The depth of the object that it stands in.
    pub(super) depth: usize,
    pub(super) is_passed: bool,
}

/// How a value of an enum is read.
pub(crate) enum Variant {
    /// A string: there is no data.
    Name,
    /// An object with one field, which is named by the variant.
    Object,
    /// An object with the tag among the fields of the data.
    Internal { tag: &'static str },
    /// An object whose tag came first; its content is next.
    Content { set: &'static Shape },
    /// An object that has been read to its end, and where its content is.
    Adjacent { content: Option<usize>, end: usize, name: &'static str },
}

impl<'de, K: Keys> JsonDecoder<'de, K> {
    /// Which tag of an enum this name is, if it is one.
    pub(super) fn tag(&self, name: &str) -> Option<usize> {
        find_tag(&self.tags, self.cursor.depth(), name)
    }

    /// Passes over the tag of an enum, whose value comes next.
    #[cold]
    pub(super) fn pass_tag(&mut self, index: usize) -> Result<(), Fail> {
        let tag = &mut self.tags[index];
        if std::mem::replace(&mut tag.is_passed, true) {
            let name = tag.name;
            self.repeated_tag(name)?;
        }
        self.cursor.skip_value()
    }

    /// Passes over the tag of an enum, if it is what comes next in a map. Whether there is more.
    #[cold]
    pub(super) fn pass_tags(&mut self) -> Result<bool, Fail> {
        loop {
            let start = self.cursor.offset();
            let name = match self.cursor.key()? {
                Str::Borrowed(name) => Cow::Borrowed(name),
                Str::Scratch(name) => Cow::Owned(name.to_owned()),
            };
            let Some(index) = self.tag(&name) else {
                self.cursor.seek(start);
                return Ok(true);
            };
            self.cursor.colon()?;
            self.pass_tag(index)?;
            if !self.next_part(false)? {
                return Ok(false);
            }
        }
    }

    /// Fails if the second tag or content of an enum is an error. By then the first one has been read, so
    /// that the last one cannot win.
    pub(super) fn repeated_tag(&mut self, name: &'static str) -> Result<(), Fail> {
        match self.cursor.options().duplicate_keys {
            DuplicateKeys::FirstWins => Ok(()),
            DuplicateKeys::LastWins | DuplicateKeys::Error => {
                Err(self.cursor.fail(ErrorKind::DuplicateField(Cow::Borrowed(name))))
            }
        }
    }

    pub(super) fn find_variant(&mut self, set: &'static Shape, name: &str) -> Result<usize, Fail> {
        set.variant(name).ok_or_else(|| {
            let expected = set.variants.iter().map(|variant| variant.name).collect();
            self.cursor.fail(ErrorKind::UnknownVariant { expected })
        })
    }

    /// Reads a string that names a variant.
    pub(super) fn variant_name(&mut self, set: &'static Shape) -> Result<usize, Fail> {
        let found = match self.cursor.string()? {
            Str::Borrowed(name) => set.variant(name),
            Str::Scratch(name) => set.variant(name),
        };
        found.map_or_else(|| self.find_variant(set, ""), Ok)
    }

    /// Finds the tag in the object that begins here, and goes back to its beginning.
    pub(super) fn internal_tag(
        &mut self,
        set: &'static Shape,
        tag: &'static str,
    ) -> Result<usize, Fail> {
        let start = self.cursor.offset();
        if !self.cursor.punct(b'{') {
            return Err(self.expected(Expected::Object));
        }
        self.cursor.entered()?;
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
    pub(super) fn adjacent_tag(
        &mut self,
        set: &'static Shape,
        tag: &'static str,
        content: &'static str,
    ) -> Result<(usize, Variant), Fail> {
        if !self.cursor.punct(b'{') {
            return Err(self.expected(Expected::Object));
        }
        self.cursor.entered()?;
        let mut first = true;
        let mut found = None;
        let mut skipped = None;
        while self.next_part(first)? {
            first = false;
            let key = self.cursor.key()?;
            let (is_tag, is_content) = (*key == *tag, *key == *content);
            self.cursor.colon()?;
            if is_tag && found.is_some() {
                self.repeated_tag(tag)?;
                self.cursor.skip_value()?;
            } else if is_tag {
                found = Some(self.variant_name(set)?);
            } else if !is_content {
                self.unknown(set)?;
            } else if skipped.is_some() {
                self.repeated_tag(content)?;
                self.cursor.skip_value()?;
            } else if let Some(index) = found {
                return Ok((index, Variant::Content { set }));
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

    pub(super) fn begin_variant(&mut self, set: &'static Shape) -> Result<(usize, Variant), Fail> {
        self.cursor.skip_space();
        match set.tagging {
            Tagging::Internal { tag } => {
                let index = self.internal_tag(set, tag)?;
                Ok((index, Variant::Internal { tag }))
            }
            Tagging::Adjacent { tag, content } => self.adjacent_tag(set, tag, content),
            _ if self.cursor.peek() == b'{' => {
                self.cursor.punct(b'{');
                self.cursor.entered()?;
                if !self.next_part(true)? {
                    return Err(self.expected(Expected::Name));
                }
                let found = set.variant(&self.cursor.key()?);
                let index = found.map_or_else(|| self.find_variant(set, ""), Ok)?;
                self.cursor.colon()?;
                Ok((index, Variant::Object))
            }
            _ if self.at_key || matches!(self.cursor.peek(), b'"' | b'\'') => {
                Ok((self.variant_name(set)?, Variant::Name))
            }
            _ => Err(self.expected(Expected::Variant)),
        }
    }

    pub(super) fn pass_unit_data(&mut self, variant: &mut Variant) -> Result<(), Fail> {
        match variant {
            Variant::Name => Ok(()),
            Variant::Object | Variant::Content { .. } => self.unit(),
            Variant::Internal { .. } => {
                self.begin_data(variant)?;
                let mut first = true;
                self.cursor.expect(b'{')?;
                self.cursor.entered()?;
                while self.next_name(std::mem::take(&mut first))?.is_some() {
                    self.cursor.skip_value()?;
                }
                self.cursor.leave();
                Ok(())
            }
            Variant::Adjacent { content: None, .. } => Ok(()),
            Variant::Adjacent { content: Some(content), .. } => {
                self.cursor.seek(*content);
                self.unit()
            }
        }
    }

    pub(super) fn begin_data(&mut self, variant: &mut Variant) -> Result<(), Fail> {
        match variant {
            Variant::Name => Err(self.not_a(Expected::Object)),
            Variant::Object | Variant::Content { .. } => Ok(()),
            Variant::Internal { tag } => {
                let depth = self.cursor.depth() + 1;
                self.tags.push(Tag { name: tag, depth, is_passed: false });
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

    pub(super) fn finish_variant(&mut self, variant: Variant) -> Result<(), Fail> {
        match variant {
            Variant::Name => Ok(()),
            Variant::Object => {
                if self.next_part(false)? {
                    return Err(self.cursor.fail(ErrorKind::InvalidLength { expected: 1 }));
                }
                self.cursor.leave();
                Ok(())
            }
            Variant::Content { set } => {
                let names = match set.tagging {
                    Tagging::Adjacent { tag, content } => [tag, content],
                    _ => [""; 2],
                };
                while self.next_part(false)? {
                    let key = self.cursor.key()?;
                    let again = names.into_iter().find(|name| **name == *key);
                    self.cursor.colon()?;
                    match again {
                        Some(name) => {
                            self.repeated_tag(name)?;
                            self.cursor.skip_value()?;
                        }
                        None => self.unknown(set)?,
                    }
                }
                self.cursor.leave();
                Ok(())
            }
            Variant::Internal { .. } => {
                self.tags.pop();
                Ok(())
            }
            Variant::Adjacent { end, .. } => {
                self.cursor.seek(end);
                Ok(())
            }
        }
    }
}

/// Which of the tags a name is at some depth.
pub(super) fn find_tag(tags: &[Tag], depth: usize, name: &str) -> Option<usize> {
    tags.iter().rposition(|tag| tag.depth == depth && tag.name == name)
}
