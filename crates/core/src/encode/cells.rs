//! Cells and locks: what is in them is written.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::{Mutex, OnceLock, RwLock};

use super::{Encode, Encoder, Place};
use crate::shape::Shape;

impl<T: Encode + Copy> Encode for Cell<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NULLABLE: bool = T::NULLABLE;

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        self.get().encode(encoder, place)
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.get().is_null()
    }

    #[inline]
    fn shape_of_value(&self) -> Option<&'static Shape> {
        self.get().shape_of_value()
    }
}

/// While it is borrowed mutably it cannot be written: that is an error, not a panic.
impl<T: Encode + ?Sized> Encode for RefCell<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NULLABLE: bool = T::NULLABLE;

    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        match self.try_borrow() {
            Ok(value) => value.encode(encoder, place),
            Err(_) => Err(encoder.error(&"a `RefCell` is borrowed mutably")),
        }
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.try_borrow().is_ok_and(|value| value.is_null())
    }

    #[inline]
    fn shape_of_value(&self) -> Option<&'static Shape> {
        self.try_borrow().map_or(Some(T::SHAPE), |value| value.shape_of_value())
    }
}

macro_rules! locks {
    ($($lock:ident, $method:ident;)*) => {$(
        /// Waits for the lock. One that is poisoned is an error.
        impl<T: Encode + ?Sized> Encode for $lock<T> {
            const SHAPE: &'static Shape = T::SHAPE;
            const NULLABLE: bool = T::NULLABLE;

            #[inline]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                match self.$method() {
                    Ok(value) => value.encode(encoder, place),
                    Err(_) => Err(encoder.error(&"a lock is poisoned: a thread panicked with it")),
                }
            }

            #[inline]
            fn is_null(&self) -> bool {
                self.$method().is_ok_and(|value| value.is_null())
            }

            #[inline]
            fn shape_of_value(&self) -> Option<&'static Shape> {
                self.$method().map_or(Some(T::SHAPE), |value| value.shape_of_value())
            }
        }
    )*};
}

locks! {
    Mutex, lock;
    RwLock, read;
}

macro_rules! once {
    ($($cell:ident)*) => {$(
        /// Null while it is empty.
        impl<T: Encode> Encode for $cell<T> {
            const SHAPE: &'static Shape = T::SHAPE;
            const NULLABLE: bool = true;

            #[inline]
            fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
                match self.get() {
                    Some(value) => value.encode(encoder, place),
                    None => encoder.null(place),
                }
            }

            #[inline]
            fn is_null(&self) -> bool {
                self.get().is_none()
            }

            #[inline]
            fn shape_of_value(&self) -> Option<&'static Shape> {
                self.get().and_then(T::shape_of_value)
            }
        }
    )*};
}

once! { OnceCell OnceLock }
