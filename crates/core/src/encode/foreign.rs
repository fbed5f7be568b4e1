//! Types of other crates, each behind a feature named with the version it is for, written as those crates
//! write them with serde.

#[cfg(any(
    feature = "bigdecimal-0_4",
    feature = "chrono-0_4",
    feature = "jiff-1",
    feature = "rust_decimal-1",
    feature = "uuid-1"
))]
macro_rules! formatted {
    ($($ty:ty, $name:literal, $class:literal, |$value:ident| $text:expr;)*) => {$(
        impl $crate::encode::Encode for $ty {
            const SHAPE: &'static $crate::shape::Shape = {
                static SLOT: $crate::shape::Slot = $crate::shape::Slot::new();
                &$crate::shape::Shape::new($crate::shape::Kind::Formatted, $name, &SLOT)
                    .of_class($class)
            };

            fn encode<E: $crate::encode::Encoder>(
                &self,
                encoder: &mut E,
                place: $crate::encode::Place<'_>,
            ) -> Result<(), E::Error> {
                let $value = self;
                encoder.formatted(place, Self::SHAPE, &$text)
            }
        }
    )*};
}

#[cfg(feature = "bigdecimal-0_4")]
formatted! {
    bigdecimal::BigDecimal, "BigDecimal", "java.math.BigDecimal", |value| value;
}

#[cfg(feature = "rust_decimal-1")]
formatted! {
    rust_decimal::Decimal, "Decimal", "java.math.BigDecimal", |value| value;
}

#[cfg(feature = "uuid-1")]
formatted! {
    uuid::Uuid, "Uuid", "java.util.UUID", |value| value;
}

#[cfg(feature = "jiff-1")]
formatted! {
    jiff::Timestamp, "Timestamp", "java.time.Instant", |value| value;
    jiff::ZonedDateTime, "Zoned", "java.time.ZonedDateTime", |value| value;
    jiff::Span, "Span", "", |value| value;
    jiff::SignedDuration, "SignedDuration", "java.time.Duration", |value| value;
    jiff::civil::Date, "Date", "java.time.LocalDate", |value| value;
    jiff::civil::Time, "Time", "java.time.LocalTime", |value| value;
    jiff::civil::DateTime, "DateTime", "java.time.LocalDateTime", |value| value;
}

#[cfg(feature = "chrono-0_4")]
formatted! {
    chrono::NaiveDate, "NaiveDate", "java.time.LocalDate", |value| format_args!("{value:?}");
    chrono::NaiveTime, "NaiveTime", "java.time.LocalTime", |value| format_args!("{value:?}");
    chrono::NaiveDateTime, "NaiveDateTime", "java.time.LocalDateTime",
        |value| format_args!("{value:?}");
    // The same text as `Debug` for UTC, and RFC 3339 for an offset.
    chrono::DateTime<chrono::Utc>, "DateTime", "java.time.Instant", |value| format_args!("{value:?}");
    chrono::DateTime<chrono::FixedOffset>, "DateTime", "java.time.OffsetDateTime",
        |value| format_args!("{value:?}");
}

#[cfg(any(feature = "indexmap-2", feature = "smallvec-1", feature = "bytes-1"))]
mod collections {
    #[cfg(any(feature = "indexmap-2", feature = "smallvec-1"))]
    use crate::encode::shape_of;
    #[cfg(any(feature = "indexmap-2", feature = "smallvec-1"))]
    use crate::encode::slots;
    use crate::encode::{Encode, Encoder, Place};
    use crate::shape::Shape;
    #[cfg(any(feature = "indexmap-2", feature = "smallvec-1"))]
    use crate::shape::{Kind, TypeRef};

    #[cfg(feature = "indexmap-2")]
    impl<K: Encode, V: Encode, S> Encode for indexmap::IndexMap<K, V, S> {
        const SHAPE: &'static Shape = &Shape {
            arguments: &[TypeRef::Static(shape_of::<K>), TypeRef::Static(shape_of::<V>)],
            ..Shape::new(Kind::Map, "IndexMap", &slots::MAP).of_class("java.util.LinkedHashMap")
        };

        #[inline(always)]
        fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
            encoder.map(place, Self::SHAPE, self.iter())
        }
    }

    #[cfg(feature = "indexmap-2")]
    impl<T: Encode, S> Encode for indexmap::IndexSet<T, S> {
        const SHAPE: &'static Shape = &Shape {
            arguments: &[TypeRef::Static(shape_of::<T>)],
            ..Shape::new(Kind::Sequence, "IndexSet", &slots::SET)
                .of_class("java.util.LinkedHashSet")
        };

        #[inline(always)]
        fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
            encoder.sequence(place, Self::SHAPE, self.iter())
        }
    }

    #[cfg(feature = "smallvec-1")]
    impl<A: smallvec::Array> Encode for smallvec::SmallVec<A>
    where
        A::Item: Encode,
    {
        const SHAPE: &'static Shape = &Shape {
            arguments: &[TypeRef::Static(shape_of::<A::Item>)],
            ..Shape::new(Kind::Sequence, "SmallVec", &slots::LIST).of_class("java.util.ArrayList")
        };

        #[inline(always)]
        fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
            encoder.sequence(place, Self::SHAPE, self.iter())
        }
    }

    #[cfg(feature = "bytes-1")]
    macro_rules! bytes {
        ($($ty:ty)*) => {$(
            impl Encode for $ty {
                const SHAPE: &'static Shape = crate::shape::bytes();

                #[inline]
                fn encode<E: Encoder>(
                    &self,
                    encoder: &mut E,
                    place: Place<'_>,
                ) -> Result<(), E::Error> {
                    encoder.bytes(place, self)
                }
            }
        )*};
    }

    #[cfg(feature = "bytes-1")]
    bytes! { bytes::Bytes bytes::BytesMut }
}
