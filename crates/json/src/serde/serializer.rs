//! serde's `Serializer`.

use std::fmt::Display;

use apograph_core::encode::{Encoder, Place};
use serde::ser::{self, Serialize};

use crate::encoder::JsonEncoder;
use crate::error::Error;
use crate::layout::Layout;

/// Where a value stands, as a type: most values have all that stands before them written already, and then
/// nothing of it is asked at run time.
pub(crate) trait Position {
    fn place(&self) -> Place<'_>;
}

/// What stands before the value is written.
pub(crate) struct Here;

impl Position for Here {
    #[inline(always)]
    fn place(&self) -> Place<'_> {
        Place::Root
    }
}

/// The value is a key of a map.
pub(crate) struct AtKey;

impl Position for AtKey {
    #[inline(always)]
    fn place(&self) -> Place<'_> {
        Place::Key
    }
}

/// The value stands where a type says that is not serde's.
impl Position for Place<'_> {
    #[inline(always)]
    fn place(&self) -> Place<'_> {
        *self
    }
}

/// Writes a value where it stands.
pub(crate) struct Serializer<'e, 'b, L, P> {
    encoder: &'e mut JsonEncoder<'b, L>,
    position: P,
}

impl<'e, 'b, L: Layout, P: Position> Serializer<'e, 'b, L, P> {
    #[inline(always)]
    pub(crate) fn new(encoder: &'e mut JsonEncoder<'b, L>, position: P) -> Self {
        Self { encoder, position }
    }

    #[inline(always)]
    fn array(self) -> Result<Compound<'e, 'b, L>, Error> {
        self.encoder.no_tag()?;
        let start = self.encoder.open(self.position.place())?;
        Ok(Compound { encoder: self.encoder, start, brackets: ARRAY, outer: None })
    }

    #[inline(always)]
    fn object(self) -> Result<Compound<'e, 'b, L>, Error> {
        let start = self.encoder.open(self.position.place())?;
        self.encoder.tag();
        Ok(Compound { encoder: self.encoder, start, brackets: OBJECT, outer: None })
    }

    /// An object with one field, the variant, in which other brackets begin.
    #[inline(always)]
    fn variant(
        self,
        variant: &'static str,
        brackets: (u8, u8),
    ) -> Result<Compound<'e, 'b, L>, Error> {
        let outer = self.encoder.open(self.position.place())?;
        self.encoder.tag();
        self.encoder.name(variant);
        let start = self.encoder.open(Place::Root)?;
        Ok(Compound { encoder: self.encoder, start, brackets, outer: Some(outer) })
    }
}

/// Something in brackets.
pub(crate) struct Compound<'e, 'b, L> {
    encoder: &'e mut JsonEncoder<'b, L>,
    start: usize,
    brackets: (u8, u8),
    /// Where the object around it began, if it is the data of a variant.
    outer: Option<usize>,
}

const ARRAY: (u8, u8) = (b'[', b']');
const OBJECT: (u8, u8) = (b'{', b'}');

impl<L: Layout> Compound<'_, '_, L> {
    #[inline(always)]
    fn put<T: Serialize + ?Sized>(&mut self, place: Place<'_>, value: &T) -> Result<(), Error> {
        self.encoder.before(place);
        value.serialize(Serializer::new(self.encoder, Here))
    }

    #[inline(always)]
    fn close(self) -> Result<(), Error> {
        let (opening, closing) = self.brackets;
        self.encoder.close(self.start, opening, closing);
        if let Some(outer) = self.outer {
            self.encoder.close(outer, b'{', b'}');
        }
        Ok(())
    }
}

macro_rules! scalars {
    ($($function:ident $ty:ty => $method:ident;)*) => {$(
        #[inline(always)]
        fn $function(self, value: $ty) -> Result<(), Error> {
            self.encoder.$method(self.position.place(), value)
        }
    )*};
}

impl<'e, 'b, L: Layout, P: Position> ser::Serializer for Serializer<'e, 'b, L, P> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'e, 'b, L>;
    type SerializeTuple = Compound<'e, 'b, L>;
    type SerializeTupleStruct = Compound<'e, 'b, L>;
    type SerializeTupleVariant = Compound<'e, 'b, L>;
    type SerializeMap = Compound<'e, 'b, L>;
    type SerializeStruct = Compound<'e, 'b, L>;
    type SerializeStructVariant = Compound<'e, 'b, L>;

    scalars! {
        serialize_bool bool => bool;
        serialize_i8 i8 => i8;
        serialize_i16 i16 => i16;
        serialize_i32 i32 => i32;
        serialize_i64 i64 => i64;
        serialize_i128 i128 => i128;
        serialize_u8 u8 => u8;
        serialize_u16 u16 => u16;
        serialize_u32 u32 => u32;
        serialize_u64 u64 => u64;
        serialize_u128 u128 => u128;
        serialize_f32 f32 => f32;
        serialize_f64 f64 => f64;
        serialize_char char => char;
        serialize_str &str => str;
        serialize_bytes &[u8] => bytes;
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Error> {
        self.encoder.null(self.position.place())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Error> {
        self.encoder.null(self.position.place())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.encoder.null(self.position.place())
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.encoder.str(self.position.place(), variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let start = self.encoder.open(self.position.place())?;
        self.encoder.tag();
        self.encoder.name(variant);
        value.serialize(Serializer::new(self.encoder, Here))?;
        self.encoder.close(start, b'{', b'}');
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'e, 'b, L>, Error> {
        self.array()
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Compound<'e, 'b, L>, Error> {
        self.array()
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Compound<'e, 'b, L>, Error> {
        self.array()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'e, 'b, L>, Error> {
        self.variant(variant, ARRAY)
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'e, 'b, L>, Error> {
        self.object()
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'e, 'b, L>, Error> {
        self.object()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'e, 'b, L>, Error> {
        self.variant(variant, OBJECT)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.encoder.str(self.position.place(), &value.to_string())
    }
}

macro_rules! compounds {
    ($($trait:ident $function:ident;)*) => {$(
        impl<L: Layout> ser::$trait for Compound<'_, '_, L> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.put(Place::Item, value)
            }

            #[inline]
            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

compounds! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

impl<L: Layout> ser::SerializeMap for Compound<'_, '_, L> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        key.serialize(Serializer::new(self.encoder, AtKey))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.put(Place::Value, value)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

macro_rules! structs {
    ($($trait:ident;)*) => {$(
        impl<L: Layout> ser::$trait for Compound<'_, '_, L> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.encoder.name(name);
                value.serialize(Serializer::new(self.encoder, Here))
            }

            #[inline]
            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

structs! {
    SerializeStruct;
    SerializeStructVariant;
}
