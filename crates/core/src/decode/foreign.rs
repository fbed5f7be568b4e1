//! Types of other crates, each behind a feature named with the version it is for.

#[cfg(any(
    feature = "bigdecimal-0_4",
    feature = "chrono-0_4",
    feature = "jiff-1",
    feature = "rust_decimal-1",
    feature = "uuid-1"
))]
macro_rules! parsed {
    ($($ty:ty, $expected:literal;)*) => {$(
        impl<'de> $crate::decode::Decode<'de> for $ty {
            const SHAPE: &'static $crate::shape::Shape = <$ty as $crate::encode::Encode>::SHAPE;

            fn decode<D: $crate::decode::Decoder<'de>>(
                decoder: &mut D,
            ) -> Result<Self, $crate::decode::Fail> {
                decoder.parse($expected, |text| text.parse().ok())
            }
        }
    )*};
}

#[cfg(feature = "bigdecimal-0_4")]
parsed! { bigdecimal::BigDecimal, "a decimal number as text"; }

#[cfg(feature = "rust_decimal-1")]
parsed! { rust_decimal::Decimal, "a decimal number as text"; }

#[cfg(feature = "uuid-1")]
parsed! { uuid::Uuid, "a UUID"; }

#[cfg(feature = "jiff-1")]
parsed! {
    jiff::Timestamp, "an RFC 3339 date and time";
    jiff::ZonedDateTime, "a date and time with a time zone in brackets";
    jiff::Span, "an ISO 8601 duration";
    jiff::SignedDuration, "an ISO 8601 duration";
    jiff::civil::Date, "an ISO 8601 date";
    jiff::civil::Time, "an ISO 8601 time";
    jiff::civil::DateTime, "an ISO 8601 date and time";
}

#[cfg(feature = "chrono-0_4")]
parsed! {
    chrono::NaiveDate, "an ISO 8601 date";
    chrono::NaiveTime, "an ISO 8601 time";
    chrono::NaiveDateTime, "an ISO 8601 date and time";
    chrono::DateTime<chrono::Utc>, "an RFC 3339 date and time";
    chrono::DateTime<chrono::FixedOffset>, "an RFC 3339 date and time";
}

#[cfg(any(feature = "indexmap-2", feature = "smallvec-1", feature = "bytes-1"))]
mod collections {
    use crate::decode::{Decode, Decoder, Fail};
    #[cfg(feature = "indexmap-2")]
    use crate::decode::{Repeated, shape_of};
    #[cfg(feature = "indexmap-2")]
    use crate::encode::slots;
    use crate::shape::Shape;
    #[cfg(feature = "indexmap-2")]
    use crate::shape::{Kind, TypeRef};

    #[cfg(feature = "indexmap-2")]
    impl<'de, K, V, S> Decode<'de> for indexmap::IndexMap<K, V, S>
    where
        K: Decode<'de> + Eq + std::hash::Hash,
        V: Decode<'de>,
        S: std::hash::BuildHasher + Default,
    {
        const SHAPE: &'static Shape = &Shape {
            arguments: &[TypeRef::Static(shape_of::<K>), TypeRef::Static(shape_of::<V>)],
            ..Shape::new(Kind::Map, "IndexMap", &slots::MAP).of_class("java.util.LinkedHashMap")
        };

        fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
            let mut map = Self::default();
            map.decode_into(decoder)?;
            Ok(map)
        }

        fn decode_into<D: Decoder<'de>>(&mut self, decoder: &mut D) -> Result<(), Fail> {
            self.clear();
            let (mut state, _) = decoder.map(<Self as Decode<'de>>::SHAPE)?;
            while decoder.next_entry(&mut state)? {
                let key = K::decode(decoder)?;
                decoder.entry_value(&mut state)?;
                let value = match V::decode(decoder) {
                    Ok(value) => value,
                    Err(fail) => {
                        decoder.in_entry();
                        return Err(fail);
                    }
                };
                match self.entry(key) {
                    indexmap::map::Entry::Vacant(entry) => _ = entry.insert(value),
                    indexmap::map::Entry::Occupied(mut entry) => {
                        if decoder.repeated_entry()? == Repeated::Replace {
                            entry.insert(value);
                        }
                    }
                }
            }
            Ok(())
        }
    }

    #[cfg(feature = "indexmap-2")]
    impl<'de, T, S> Decode<'de> for indexmap::IndexSet<T, S>
    where
        T: Decode<'de> + Eq + std::hash::Hash,
        S: std::hash::BuildHasher + Default,
    {
        const SHAPE: &'static Shape = &Shape {
            arguments: &[TypeRef::Static(shape_of::<T>)],
            ..Shape::new(Kind::Sequence, "IndexSet", &slots::SET)
                .of_class("java.util.LinkedHashSet")
        };

        fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
            Ok(Vec::decode(decoder)?.into_iter().collect())
        }
    }

    #[cfg(feature = "smallvec-1")]
    impl<'de, A: smallvec::Array> Decode<'de> for smallvec::SmallVec<A>
    where
        A::Item: Decode<'de>,
    {
        const SHAPE: &'static Shape = <Vec<A::Item> as Decode<'de>>::SHAPE;

        fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
            let (mut sequence, _) = decoder.sequence(Self::SHAPE)?;
            let mut items = Self::new();
            while decoder.next_item(&mut sequence)? {
                match A::Item::decode(decoder) {
                    Ok(item) => items.push(item),
                    Err(fail) => {
                        decoder.in_item(items.len());
                        return Err(fail);
                    }
                }
            }
            Ok(items)
        }
    }

    #[cfg(feature = "bytes-1")]
    impl<'de> Decode<'de> for bytes::Bytes {
        const SHAPE: &'static Shape = crate::shape::bytes();

        fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
            decoder.bytes().map(Self::from)
        }
    }

    #[cfg(feature = "bytes-1")]
    impl<'de> Decode<'de> for bytes::BytesMut {
        const SHAPE: &'static Shape = crate::shape::bytes();

        fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
            decoder.bytes().map(|bytes| Self::from(bytes.as_slice()))
        }
    }
}
