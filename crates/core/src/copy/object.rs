//! Trait objects.

use super::DeepCopy;
use super::error::Stop;
use super::target::{Blocks, Target};
use super::walk::Walk;

/// What can be copied behind `dyn`. Every [`DeepCopy`] type is.
///
/// A trait whose objects are to be copied names this one above itself, and says so once:
///
/// ```
/// use apograph_core::copy::{CopyObject, copy};
/// use apograph_core::deep_copy_trait_object;
///
/// trait Rule: CopyObject {
///     fn limit(&self) -> i32;
/// }
/// deep_copy_trait_object!(Rule);
///
/// #[derive(apograph_core::DeepCopy)]
/// # #[apograph(crate = "apograph_core")]
/// struct AtMost(i32);
///
/// impl Rule for AtMost {
///     fn limit(&self) -> i32 {
///         self.0
///     }
/// }
///
/// let rules: Vec<Box<dyn Rule>> = vec![Box::new(AtMost(7))];
/// assert_eq!(copy(&rules)[0].limit(), 7);
/// ```
///
/// # Safety
///
/// Implemented for every type that can be, and not to be implemented otherwise.
pub unsafe trait CopyObject {
    #[doc(hidden)]
    fn object_blocks(&self) -> &'static Blocks;

    /// # Safety
    ///
    /// `to` is a block made by `object_blocks` of this same type, without content.
    #[doc(hidden)]
    unsafe fn fill_object(&self, to: *mut (), walk: &mut Walk) -> Result<(), Stop>;
}

// SAFETY: both methods are those of the type itself.
unsafe impl<T: DeepCopy> CopyObject for T {
    fn object_blocks(&self) -> &'static Blocks {
        self.blocks()
    }

    unsafe fn fill_object(&self, to: *mut (), walk: &mut Walk) -> Result<(), Stop> {
        // SAFETY: as the caller vouches.
        unsafe { self.fill(to.cast(), walk) }
    }
}

/// A pointer with other data and the same vtable.
#[expect(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "`data` is written as a value and not followed"
)]
#[doc(hidden)]
pub fn with_data<T: ?Sized>(object: *const T, data: *mut ()) -> *mut T {
    assert!(size_of::<*const T>() == size_of::<[*const (); 2]>(), "not a trait object");
    let mut pointer = object.cast_mut();
    let address = (&raw mut pointer).cast::<*mut ()>();
    // SAFETY: the pointer has two words, so it begins with one.
    let first = unsafe { address.read() };
    // That the data comes first is not promised, so it is checked.
    assert!(std::ptr::eq(first, object.cast()), "trait objects are laid out in an unknown way");
    // SAFETY: as above; the word is the address of the data, which may be any.
    unsafe { address.write(data) };
    pointer
}

/// Makes the objects of a trait copyable: `Box<dyn Trait>`, `Rc<dyn Trait>`, `Arc<dyn Trait>`, and the
/// same with `Send` and `Sync`.
///
/// The trait must have [`CopyObject`](crate::copy::CopyObject) above it. Generic parameters and their
/// bounds come first: `deep_copy_trait_object!(<T: Clone> Rule<T>)`.
#[macro_export]
macro_rules! deep_copy_trait_object {
    (<$($parameter:ident $(: $bound:path)?),+> $trait:path) => {
        $crate::deep_copy_trait_object!(@each [$($parameter $(: $bound)?),+]
            [dyn $trait], [dyn $trait + Send], [dyn $trait + Sync], [dyn $trait + Send + Sync]);
    };
    ($trait:path) => {
        $crate::deep_copy_trait_object!(@each []
            [dyn $trait], [dyn $trait + Send], [dyn $trait + Sync], [dyn $trait + Send + Sync]);
    };
    (@each $parameters:tt $($object:tt),*) => {
        $($crate::deep_copy_trait_object!(@one $parameters $object);)*
    };
    (@one [$($parameters:tt)*] [$($object:tt)*]) => {
        // SAFETY: all methods are those of the type behind the object.
        #[allow(unsafe_code, reason = "the trait says what it asks for")]
        unsafe impl<'a, $($parameters)*> $crate::copy::private::Target for $($object)* + 'a {
            fn blocks(&self) -> &'static $crate::copy::private::Blocks {
                $crate::copy::CopyObject::object_blocks(self)
            }

            fn length(&self) -> usize {
                0
            }

            fn with_data(&self, data: *mut ()) -> *mut Self {
                $crate::copy::private::with_data(self, data)
            }

            unsafe fn fill(
                &self,
                to: *mut Self,
                walk: &mut $crate::copy::Walk,
            ) -> ::core::result::Result<(), $crate::copy::Stop> {
                // SAFETY: as the caller vouches.
                unsafe { $crate::copy::CopyObject::fill_object(self, to.cast(), walk) }
            }

            fn fill_over(
                &self,
                _: &mut Self,
                _: &mut $crate::copy::Walk,
            ) -> ::core::option::Option<::core::result::Result<(), $crate::copy::Stop>> {
                // They can be of different types.
                ::core::option::Option::None
            }

            fn is_plain(_: u32) -> bool {
                false
            }
        }
    };
}
