//! serde's `Serializer`.

use std::fmt::Display;

use apograph_core::encode::{Encoder, Place};
use serde::ser::{self, Serialize};

use crate::encoder::JsonEncoder;
use crate::error::Error;
use crate::layout::Layout;

/// Writes a value where it stands.
pub(crate) struct Serializer<'e, 'b, 'p, L> {
    encoder: &'e mut JsonEncoder<'b, L>,
    place: Place<'p>,
}

impl<'e, 'b, 'p, L: Layout> Serializer<'e, 'b, 'p, L> {
    #[inline]
    pub(crate) fn new(encoder: &'e mut JsonEncoder<'b, L>, place: Place<'p>) -> Self {
        Self { encoder, place }
    }

    #[inline(always)]
    fn compound(self, brackets: (u8, u8)) -> Result<Compound<'e, 'b, L>, Error> {
        let start = self.encoder.open(self.place)?;
        self.encoder.tag();
        Ok(Compound { encoder: self.encoder, start, brackets, outer: None })
    }

    /// An object with one field, the variant, in which other brackets begin.
    fn variant(
        self,
        variant: &'static str,
        brackets: (u8, u8),
    ) -> Result<Compound<'e, 'b, L>, Error> {
        let outer = self.encoder.open(self.place)?;
        let start = self.encoder.open(Place::Name(variant))?;
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
        value.serialize(Serializer::new(self.encoder, place))
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
            self.encoder.$method(self.place, value)
        }
    )*};
}

impl<'e, 'b, L: Layout> ser::Serializer for Serializer<'e, 'b, '_, L> {
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
        self.encoder.null(self.place)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Error> {
        self.encoder.null(self.place)
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.encoder.null(self.place)
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.encoder.str(self.place, variant)
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
        let start = self.encoder.open(self.place)?;
        value.serialize(Serializer::new(self.encoder, Place::Name(variant)))?;
        self.encoder.close(start, b'{', b'}');
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'e, 'b, L>, Error> {
        self.compound(ARRAY)
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Compound<'e, 'b, L>, Error> {
        self.compound(ARRAY)
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Compound<'e, 'b, L>, Error> {
        self.compound(ARRAY)
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
        self.compound(OBJECT)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'e, 'b, L>, Error> {
        self.compound(OBJECT)
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
        self.encoder.str(self.place, &value.to_string())
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
        self.put(Place::Key, key)
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
                self.put(Place::Name(name), value)
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
