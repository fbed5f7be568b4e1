//! What attributes of a type say.

use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;

use apograph::copy::Copying;
use apograph::{Copier, DeepCopy, copy, copy_into};

use crate::{Opaque, assert_copied};

thread_local!(static CLONES: Cell<u32> = const { Cell::new(0) });

#[test]
fn a_type_can_say_that_its_values_are_shared() {
    #[derive(DeepCopy)]
    #[apograph(copy = "share")]
    struct Handle<T>(Rc<T>);
    impl<T> Clone for Handle<T> {
        fn clone(&self) -> Self {
            CLONES.set(CLONES.get() + 1);
            Self(Rc::clone(&self.0))
        }
    }
    let handle = Handle(Rc::new(Opaque));
    let copied = copy(&[handle.clone(), handle.clone()]);
    assert!(Rc::ptr_eq(&copied[0].0, &handle.0) && Rc::ptr_eq(&copied[1].0, &handle.0));
    let mut target = Handle(Rc::new(Opaque));
    copy_into(&handle, &mut target);
    assert!(Rc::ptr_eq(&target.0, &handle.0));
    assert_eq!(CLONES.get(), 5);
}

#[test]
fn a_type_can_say_which_function_copies_its_values() {
    #[derive(DeepCopy, Debug, PartialEq)]
    #[apograph(copy = "with(<Self as Next>::next)")]
    struct Id(u32);
    trait Next: Sized {
        fn next(&self, copying: &mut Copying<'_>) -> Self;
    }
    impl Next for Id {
        fn next(&self, _: &mut Copying<'_>) -> Self {
            Self(self.0 + 1)
        }
    }
    #[derive(DeepCopy, Debug, PartialEq)]
    #[apograph(copy = "with(turned)", bound = "T: DeepCopy")]
    enum Side<T> {
        Left(T),
        Right(T),
    }
    fn turned<T: DeepCopy>(
        side: &Side<T>,
        copying: &mut Copying<'_>,
    ) -> Result<Side<T>, apograph::CopyError> {
        Ok(match side {
            Side::Left(value) => Side::Right(copying.copy(value)?),
            Side::Right(value) => Side::Left(copying.copy(value)?),
        })
    }
    assert_eq!(copy(&vec![Id(1), Id(5)]), [Id(2), Id(6)]);
    assert_eq!(copy(&Side::<u8>::Left(1)), Side::Right(1));
    let mut target = vec![Side::Left(0)];
    copy_into(&vec![Side::Left(1), Side::Right(2)], &mut target);
    assert_eq!(target, [Side::Right(1), Side::Left(2)]);
}

#[test]
fn unions_and_packed_structs_can_be_shared() {
    #[derive(DeepCopy, Clone, Copy)]
    #[apograph(copy = "share")]
    union Bits {
        number: u32,
        _bytes: [u8; 4],
    }
    #[derive(DeepCopy, Clone, Copy, Debug, PartialEq)]
    #[apograph(copy = "share")]
    #[repr(C, packed(2))]
    struct Packed {
        byte: u8,
        number: u32,
    }
    let copied = copy(&vec![Bits { number: 7 }]);
    assert_eq!((copied.len(), size_of_val(&copied[0])), (1, 4));
    assert_copied(&Packed { byte: 1, number: 2 }, Packed { byte: 3, number: 4 });
}

#[test]
fn a_generic_type_can_have_a_hook_for_some_of_its_types() {
    #[derive(DeepCopy, Debug, PartialEq)]
    #[apograph(hookable)]
    struct Wrap<T>(T);
    let mut copier = Copier::new();
    copier.hook(|from: &Wrap<u8>, _| Ok(Wrap(from.0 + 1)));
    assert_eq!(copier.copy(&(Wrap(1_u8), Wrap(1_u16))), (Wrap(2), Wrap(1)));
}
