//! Cells and locks.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use super::scalars::transparent;
use super::{Decode, Decoder, Fail};
use crate::shape::{Field, Shape};

transparent! {
    [T: Decode<'de>] Cell<T>, T, Cell::new, |value| value.get_mut();
    [T: Decode<'de>] RefCell<T>, T, RefCell::new, |value| value.get_mut();
    [T: Decode<'de>] Mutex<T>, T, Mutex::new, |value| value.get_mut().unwrap_or_else(PoisonError::into_inner);
    [T: Decode<'de>] RwLock<T>, T, RwLock::new, |value| value.get_mut().unwrap_or_else(PoisonError::into_inner);
}

macro_rules! once {
    ($($cell:ident)*) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $cell<T> {
            const SHAPE: &'static Shape = T::SHAPE;
            const NULLABLE: bool = true;

            #[inline]
            fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
                Ok(Option::<T>::decode(decoder)?.map_or_else(Self::new, Self::from))
            }

            #[inline]
            fn absent() -> Option<Self> {
                Some(Self::new())
            }
        }
    )*};
}

once! { OnceCell OnceLock }
