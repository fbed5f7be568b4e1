//! The settings of reading and writing, and what is worked out from them for each type.

use std::collections::HashMap;
use std::io;
use std::sync::OnceLock;

use apograph_core::Decode;
use apograph_core::Encode;
use apograph_core::shape::Shape;

use crate::buffer::Buffer;
use crate::decoder::JsonDecoder;
use crate::encoder::JsonEncoder;
use crate::error::Error;
use crate::escape;
use crate::keys::{Declared, Planned};
use crate::layout::{self, Custom};
use crate::naming::Naming;
use crate::prefix::PaddedText;
use crate::read_options::ReadOptions;
use crate::write_options::{Integers, NonFinite, WholeFloats, WriteOptions};

/// Settings of reading and writing, to be made once and used by all threads.
///
/// What follows from them for a type, such as the names of its fields, is worked out when the type is first
/// met.
///
/// ```
/// use apograph_json::{Inclusion, Mapper, Naming, WriteOptions};
/// use apograph_core::Encode;
///
/// #[derive(Encode)]
/// # #[apograph(crate = "apograph_core")]
/// struct Device {
///     serial_number: String,
///     error_code: Option<i32>,
/// }
///
/// let mapper = Mapper::new()
///     .naming(Naming::CamelCase)
///     .write_options(WriteOptions::new().inclusion(Inclusion::NonNull));
/// let device = Device { serial_number: "a1".into(), error_code: None };
/// assert_eq!(mapper.to_string(&device)?, r#"{"serialNumber":"a1"}"#);
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Mapper {
    pub(crate) naming: Naming,
    pub(crate) read: ReadOptions,
    pub(crate) write: WriteOptions,
    /// Whether the settings of writing say something of values and what stands between them, not only of names
    /// and of the fields there are.
    changes_values: bool,
    plans: Plans,
}

/// The same settings; what was worked out is worked out again.
impl Clone for Mapper {
    fn clone(&self) -> Self {
        Self {
            naming: self.naming,
            read: self.read.clone(),
            write: self.write.clone(),
            changes_values: self.changes_values,
            plans: Plans::default(),
        }
    }
}

impl Mapper {
    /// The settings of the functions of this crate.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How the names of fields are made of those that are declared.
    #[must_use]
    pub fn naming(self, naming: Naming) -> Self {
        Self { naming, plans: Plans::default(), ..self }
    }

    /// How values are read.
    #[must_use]
    pub fn read_options(self, read: ReadOptions) -> Self {
        Self { read, plans: Plans::default(), ..self }
    }

    /// How values are written.
    #[must_use]
    pub fn write_options(self, write: WriteOptions) -> Self {
        Self {
            changes_values: Self::are_about_values(&write),
            write,
            plans: Plans::default(),
            ..self
        }
    }

    /// Writes a value to a string.
    ///
    /// # Errors
    ///
    /// What JSON cannot hold: a map whose keys are not texts or numbers, or a value that says so itself.
    pub fn to_string<T: Encode + ?Sized>(&self, value: &T) -> Result<String, Error> {
        self.to_vec(value).map(crate::write::text)
    }

    /// Writes a value to a vector.
    ///
    /// # Errors
    ///
    /// As [`to_string`](Self::to_string).
    pub fn to_vec<T: Encode + ?Sized>(&self, value: &T) -> Result<Vec<u8>, Error> {
        let mut target = Vec::with_capacity(128);
        self.write_to(value, &mut target)?;
        Ok(target)
    }

    /// Writes a value to the end of a vector, which can be kept from one value to the next.
    ///
    /// # Errors
    ///
    /// As [`to_string`](Self::to_string). The vector is then as it was.
    #[inline]
    pub fn write_to<T: Encode + ?Sized>(
        &self,
        value: &T,
        target: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if self.changes_values {
            JsonEncoder::write(value, target, Custom::new(self))
        } else {
            JsonEncoder::write(value, target, layout::Planned::new(self))
        }
    }

    /// Reads a value from text.
    ///
    /// # Errors
    ///
    /// As [`from_str`](crate::from_str).
    pub fn from_str<'de, T: Decode<'de>>(&self, text: &'de str) -> Result<T, Error> {
        self.from_slice(text.as_bytes())
    }

    /// Reads a value from bytes.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](crate::from_slice).
    ///
    /// ```
    /// use apograph_json::{Mapper, ReadOptions};
    ///
    /// let mapper = Mapper::new().read_options(ReadOptions::new().comments(true));
    /// let number: u8 = mapper.from_slice(b"7 // of nine")?;
    /// assert_eq!(number, 7);
    /// # Ok::<(), apograph_json::Error>(())
    /// ```
    pub fn from_slice<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, Error> {
        if self.naming == Naming::AsDeclared {
            JsonDecoder::read(bytes, &self.read, Declared)
        } else {
            JsonDecoder::read(bytes, &self.read, Planned::new(self))
        }
    }

    /// Reads a value from bytes over one that is there.
    ///
    /// # Errors
    ///
    /// As [`from_slice_into`](crate::from_slice_into).
    pub fn from_slice_into<'de, T: Decode<'de>>(
        &self,
        bytes: &'de [u8],
        target: &mut T,
    ) -> Result<(), Error> {
        if self.naming == Naming::AsDeclared {
            JsonDecoder::read_into(bytes, &self.read, Declared, target)
        } else {
            JsonDecoder::read_into(bytes, &self.read, Planned::new(self), target)
        }
    }

    /// Reads a value from a reader, to whose end it goes.
    ///
    /// # Errors
    ///
    /// As [`from_reader`](crate::from_reader).
    pub fn from_reader<R: io::Read, T: for<'de> Decode<'de>>(
        &self,
        mut reader: R,
    ) -> Result<T, Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        self.from_slice(&bytes)
    }

    /// See [`changes_values`](Self::changes_values).
    fn are_about_values(write: &WriteOptions) -> bool {
        let WriteOptions {
            indent: None,
            ascii_only: false,
            sorted_keys: false,
            inclusion: _,
            non_finite: NonFinite::Null,
            integers: Integers::Number,
            whole_floats,
            max_depth: _,
        } = *write
        else {
            return true;
        };
        whole_floats == WholeFloats::Integer
    }

    /// The names and the order of the fields of a type.
    #[inline]
    pub(crate) fn plan(&self, shape: &'static Shape) -> &Plan {
        self.plans.get(shape, self)
    }
}

/// What follows from the settings for a type.
#[derive(Debug)]
pub(crate) struct Plan {
    /// `,"name":` of each field, in the order of their declaration.
    pub(crate) keys: Box<[Box<str>]>,
    /// The same with padding, but for those that are too long.
    pub(crate) padded_keys: Box<[PaddedText]>,
    /// The order in which the fields are written, if it is not that of their declaration.
    pub(crate) order: Option<Box<[u16]>>,
    /// Names and aliases.
    pub(crate) fields: HashMap<Box<str>, u16>,
}

impl Plan {
    fn new(shape: &Shape, mapper: &Mapper) -> Self {
        let names: Vec<_> =
            shape.fields.iter().map(|field| mapper.naming.apply(field.name)).collect();
        let key = |name: &str| {
            if mapper.write.ascii_only {
                let mut key = String::from(",");
                escape::quote_ascii(name, &mut key);
                key.push(':');
                return key.into_boxed_str();
            }
            let mut key = Vec::new();
            let mut buffer = Buffer::new(&mut key);
            buffer.string(",", name);
            buffer.text(":");
            buffer.finish();
            crate::write::text(key).into_boxed_str()
        };
        let order = mapper.write.sorted_keys.then(|| {
            let mut order: Vec<u16> = (0..).take(names.len()).collect();
            order.sort_by(|&a, &b| {
                let (a, b) = (&names[usize::from(a)], &names[usize::from(b)]);
                a.encode_utf16().cmp(b.encode_utf16())
            });
            order.into_boxed_slice()
        });
        let mut fields = HashMap::new();
        for (field, index) in shape.fields.iter().zip(0..) {
            for alias in field.aliases {
                fields.insert(Box::from(*alias), index);
            }
        }
        // Names come after: they win over aliases.
        for (name, index) in names.iter().zip(0..) {
            fields.insert(name.as_ref().into(), index);
        }
        let keys: Box<[_]> = names.iter().map(|name| key(name)).collect();
        let padded_keys = keys.iter().map(|key| PaddedText::of(key)).collect();
        Self { keys, padded_keys, order, fields }
    }
}

/// Plans by the numbers of their types.
///
/// They stand in blocks, each twice as long as the one before, that never move: finding one takes two
/// atomic loads.
#[derive(Debug, Default)]
struct Plans {
    blocks: [OnceLock<Box<[OnceLock<Plan>]>>; 26],
}

impl Plans {
    const FIRST: usize = 64;

    #[inline(always)]
    fn get(&self, shape: &'static Shape, mapper: &Mapper) -> &Plan {
        let (block, place) = Self::place(shape);
        match self.blocks.get(block).and_then(|plans| plans.get()?.get(place)?.get()) {
            Some(plan) => plan,
            None => self.make(shape, mapper),
        }
    }

    #[cold]
    #[inline(never)]
    fn make(&self, shape: &'static Shape, mapper: &Mapper) -> &Plan {
        let (block, place) = Self::place(shape);
        let plans = self.blocks[block]
            .get_or_init(|| (0..Self::FIRST << block).map(|_| OnceLock::new()).collect());
        plans[place].get_or_init(|| Plan::new(shape, mapper))
    }

    /// The block of a type, and its place there.
    #[inline(always)]
    fn place(shape: &'static Shape) -> (usize, usize) {
        let number = shape.slot.number() as usize + Self::FIRST;
        let block = (number / Self::FIRST).ilog2();
        (block as usize, number - (Self::FIRST << block))
    }
}
