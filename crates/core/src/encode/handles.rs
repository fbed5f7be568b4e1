//! Counted handles.

use std::rc::{self, Rc};
use std::sync::{self, Arc};

use super::{Encode, Encoder, Place};
use crate::shape::Shape;

macro_rules! handles {
    ($($handle:ident, $weak:path;)*) => {$(
        impl<T: Encode> Encode for $handle<T> {
            const SHAPE: &'static Shape = T::SHAPE;
            const NULLABLE: bool = T::NULLABLE;

            #[inline]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                let lone = $handle::strong_count(self) == 1 && $handle::weak_count(self) == 0;
                encoder.shared(place, $handle::as_ptr(self).cast(), lone, &**self)
            }

            #[inline]
            fn is_null(&self) -> bool {
                (**self).is_null()
            }

            #[inline]
            fn shape_of_value(&self) -> Option<&'static Shape> {
                (**self).shape_of_value()
            }
        }

        /// Null if the value is gone.
        impl<T: Encode> Encode for $weak {
            const SHAPE: &'static Shape = T::SHAPE;
            const NULLABLE: bool = true;

            #[inline]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                match self.upgrade() {
                    Some(value) => value.encode(encoder, place),
                    None => encoder.null(place),
                }
            }

            #[inline]
            fn is_null(&self) -> bool {
                self.strong_count() == 0
            }

            #[inline]
            fn shape_of_value(&self) -> Option<&'static Shape> {
                self.upgrade().and_then(|value| value.shape_of_value())
            }
        }
    )*};
}

handles! {
    Rc, rc::Weak<T>;
    Arc, sync::Weak<T>;
}
