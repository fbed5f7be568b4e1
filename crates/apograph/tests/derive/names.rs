//! Names: what they are called in errors, and what can be in their way.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

use apograph::copy::Copying;
use apograph::{DeepCopy, copy, copy_into, try_copy};

use crate::assert_copied;

#[test]
fn raw_identifiers_are_called_by_their_names_in_errors() {
    #[derive(DeepCopy, Debug, PartialEq)]
    #[expect(non_camel_case_types, reason = "raw names of types are keywords")]
    struct r#struct {
        r#type: String,
        r#match: r#enum,
    }
    #[derive(DeepCopy, Debug, PartialEq)]
    #[expect(non_camel_case_types, reason = "raw names of variants are keywords")]
    enum r#enum {
        r#fn { r#loop: RefCell<u8> },
    }
    let value = |text: &str, number| r#struct {
        r#type: text.into(),
        r#match: r#enum::r#fn { r#loop: RefCell::new(number) },
    };
    let from = value("a", 1);
    assert_copied(&from, value("b", 2));
    let r#enum::r#fn { r#loop } = &from.r#match;
    let borrowed = r#loop.borrow_mut();
    assert_eq!(try_copy(&from).unwrap_err().path(), "match.fn.loop");
    drop(borrowed);
}

macro_rules! record {
    ($(#[$attribute:meta])* $name:ident { $($field:ident: $ty:ty = $how:literal),+ $(,)? }) => {
        #[derive(DeepCopy, Debug, PartialEq)]
        $(#[$attribute])*
        struct $name { $(#[apograph(copy = $how)] $field: $ty),+ }
    };
}

macro_rules! choice {
    ($name:ident<$parameter:ident> { $($variant:ident($ty:ty)),+ $(,)? }) => {
        #[derive(DeepCopy, Debug, PartialEq)]
        enum $name<$parameter> { $($variant($ty)),+ }
    };
}

#[test]
fn types_names_and_attributes_that_a_macro_was_given() {
    record!(Record {
        deep: Vec<Option<String>> = "deep",
        shared: Rc<String> = "share",
        skipped: u8 = "skip",
        shallow: Rc<u8> = "shallow",
        with: u64 = "with(successor)",
    });
    choice!(Choice<T> { One(T), Many(Vec<Option<T>>), Named(&'static str) });

    let shared = Rc::new(String::from("shared"));
    let record = |number| Record {
        deep: vec![Some("a".into())],
        shared: Rc::clone(&shared),
        skipped: 0,
        shallow: Rc::new(1),
        with: number,
    };
    assert_eq!(copy(&record(1)), record(2));
    let mut target = record(9);
    copy_into(&record(1), &mut target);
    assert_eq!(target, record(2));
    assert!(Rc::ptr_eq(&target.shared, &shared));
    assert_copied(&Choice::Many(vec![Some("a".to_owned())]), Choice::One("b".to_owned()));
    assert_copied(&Choice::Named::<u8>("name"), Choice::One(7));
}

fn successor(number: &u64, _: &mut Copying<'_>) -> u64 {
    number + 1
}

#[test]
fn aliases() {
    type Maybe<T> = Option<T>;
    type Text = String;
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Aliases<T> {
        maybe: Maybe<T>,
        nested: Maybe<Maybe<Text>>,
        list: std::collections::VecDeque<Maybe<T>>,
    }
    let value = |text: &str| Aliases {
        maybe: Some(text.to_owned()),
        nested: Some(Some(text.into())),
        list: [None, Some(text.into())].into(),
    };
    assert_copied(&value("a"), value("b"));
}

/// Every name of the prelude that generated code could use means something else here.
mod shadowed {
    #![expect(
        dead_code,
        non_camel_case_types,
        non_snake_case,
        unreachable_pub,
        unused_macros,
        clippy::wrong_self_convention,
        reason = "names are only here to be in the way"
    )]

    use ::std::rc::Rc as Shared;

    pub struct Option;
    pub struct Result;
    pub struct Some;
    pub struct None;
    pub struct Err;
    pub struct String;
    pub struct Vec;
    pub struct u8;
    pub struct u32;
    pub struct usize;
    pub struct bool;
    pub struct str;
    pub trait Clone {}
    pub trait Copy {}
    pub trait Default {}
    pub trait Sized {}
    pub trait Drop {}
    pub trait DeepCopy {}
    pub fn Ok() {}
    pub fn drop() {}
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod apograph {}
    macro_rules! matches {
        () => {};
    }
    macro_rules! panic {
        () => {};
    }

    /// Methods that take every receiver by value, so that they come first.
    pub trait InTheWay: ::core::marker::Sized {
        fn as_ptr(self) {}
        fn as_mut_ptr(self) {}
        fn assume_init(self) {}
        fn assume_filled(self) {}
        fn clone(self) {}
        fn copy_over(self) {}
        fn copy_to(self) {}
        fn finish(self) {}
        fn hooked(self) {}
        fn is_err(self) {}
        fn is_plain(self) {}
        fn replace(self) {}
        fn write(self) {}
    }
    impl<T> InTheWay for T {}

    #[derive(::apograph::DeepCopy, ::core::clone::Clone)]
    pub struct Struct<T> {
        pub deep: T,
        #[apograph(copy = "share")]
        pub shared: Shared<T>,
        #[apograph(copy = "skip")]
        pub skipped: i64,
        #[apograph(copy = "shallow")]
        pub shallow: Shared<T>,
        #[apograph(copy = "with(same)")]
        pub with: i64,
    }

    #[derive(::apograph::DeepCopy, ::core::clone::Clone)]
    pub enum Enum {
        Unit,
        Tuple(i64, Struct<i64>),
        Named {
            number: i64,
            #[apograph(copy = "share")]
            shared: Shared<i64>,
        },
    }

    #[derive(::apograph::DeepCopy, ::core::clone::Clone)]
    #[apograph(copy = "share")]
    pub struct Whole(pub i64);

    #[derive(::apograph::DeepCopy)]
    #[apograph(hookable)]
    pub struct Hookable(pub i64);

    const fn same(number: &i64, _: &mut ::apograph::copy::Copying<'_>) -> i64 {
        *number
    }
}

#[test]
fn names_of_the_prelude_can_mean_something_else() {
    use shadowed::{Enum, Hookable, Struct, Whole};

    let value = Struct { deep: 1, shared: Rc::new(2), skipped: 3, shallow: Rc::new(4), with: 5 };
    let copied = copy(&value);
    assert_eq!((copied.deep, copied.skipped, copied.with), (1, 0, 5));
    let value = (Enum::Tuple(1, value), Whole(6), Hookable(7));
    let mut target = (Enum::Unit, Whole(0), Hookable(0));
    copy_into(&value, &mut target);
    assert!(matches!(target, (Enum::Tuple(1, Struct { with: 5, .. }), Whole(6), Hookable(7))));
    let named = Enum::Named { number: 1, shared: Rc::new(2) };
    assert!(matches!(copy(&named), Enum::Named { number: 1, shared } if *shared == 2));
}

#[test]
fn methods_of_the_type_are_not_called() {
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Writer {
        text: String,
        part: Part,
    }
    #[derive(DeepCopy, Debug, PartialEq)]
    enum Part {
        Text(String),
    }
    macro_rules! methods {
        ($ty:ident: $($method:ident),*) => {
            impl $ty {
                $(fn $method(&self) -> ! {
                    panic!("{self:?}")
                })*
            }
        };
    }
    methods!(Writer: copy_to, copy_over, finish, write, is_plain, with_clone, probe, clone, as_ptr);
    methods!(Part: copy_to, copy_over, finish, write, is_plain, with_clone, probe, clone, as_ptr);

    let value = |text: &str| Writer { text: text.into(), part: Part::Text(text.into()) };
    assert_copied(&value("a"), value("b"));
    // So that all the methods are used.
    let all = [Writer::copy_to, Writer::copy_over, Writer::finish, Writer::write];
    let others =
        [Writer::is_plain, Writer::with_clone, Writer::probe, Writer::clone, Writer::as_ptr];
    let part = [Part::copy_to, Part::copy_over, Part::finish, Part::write];
    let rest = [Part::is_plain, Part::with_clone, Part::probe, Part::clone, Part::as_ptr];
    assert_eq!(all.len() + others.len() + part.len() + rest.len(), 18);
}

#[test]
fn fields_can_have_the_names_of_generated_ones() {
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Struct {
        __walk: String,
        __slot: u8,
        __to: u8,
        __target: u8,
        __stopped: u8,
        __from0: u8,
        __self: u8,
    }
    #[derive(DeepCopy, Debug, PartialEq)]
    enum Enum {
        Variant { __walk: String, __slot: u8, __from1: u8, __from0: u8, __to0: String, __place: u8 },
    }
    let value = |text: &str, n| Struct {
        __walk: text.into(),
        __slot: n,
        __to: n + 1,
        __target: n + 2,
        __stopped: n + 3,
        __from0: n + 4,
        __self: n + 5,
    };
    assert_copied(&value("a", 0), value("b", 10));
    let value = |text: &str, n| Enum::Variant {
        __walk: text.into(),
        __slot: n,
        __from1: n + 1,
        __from0: n + 2,
        __to0: text.into(),
        __place: n + 3,
    };
    assert_copied(&value("a", 0), value("b", 10));
}

#[test]
fn private_types_in_public_structs() {
    assert_copied(&crate::public::Public::new(&1), crate::public::Public::new(&2));
}

/// Another crate, as far as the derive can see.
mod reexport {
    pub(crate) mod nested {
        pub(crate) use apograph as library;
    }
}

#[test]
fn the_crate_can_be_reexported() {
    #[derive(reexport::nested::library::DeepCopy, Debug, PartialEq)]
    #[apograph(crate = "reexport::nested::library", hookable)]
    struct Struct(String);
    #[derive(DeepCopy, Debug, PartialEq)]
    #[apograph(crate = "crate::names::reexport::nested::library")]
    enum Enum {
        Struct(Struct),
        Unit,
    }
    assert_copied(&Enum::Struct(Struct("a".into())), Enum::Unit);
}
