//! What types can derive `DeepCopy`, and under which names, bounds and lints.

#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, single_use_lifetimes, unused_lifetimes, unused_qualifications)]
#![deny(clippy::all, clippy::pedantic)]
#![expect(clippy::trivially_copy_pass_by_ref, reason = "hooks get references")]

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::rc::Rc;

use apograph::copy::Copying;
use apograph::{Copier, DeepCopy, copy, copy_into, try_copy};

/// The copy is equal, also when it is made over another value.
fn assert_copied<T: DeepCopy + PartialEq + Debug>(value: &T, mut target: T) {
    assert_eq!(copy(value), *value);
    copy_into(value, &mut target);
    assert_eq!(target, *value);
}

#[test]
fn structs_of_all_kinds() {
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Unit;
    #[derive(DeepCopy, Debug, PartialEq)]
    struct NoElements();
    #[derive(DeepCopy, Debug, PartialEq)]
    struct NoFields {}
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Tuple(String, Unit, Vec<NoElements>);
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Named {
        tuple: Tuple,
        empty: NoFields,
    }
    let value = |text: &str, length| Named {
        tuple: Tuple(text.into(), Unit, (0..length).map(|_| NoElements()).collect()),
        empty: NoFields {},
    };
    assert_copied(&value("a", 3), value("b", 1));
}

#[test]
fn enums_with_all_kinds_of_variants() {
    #[derive(DeepCopy, Debug, PartialEq)]
    enum Shape {
        Unit,
        NoElements(),
        NoFields {},
        Tuple(String, u8),
        Named { text: String, inner: Option<Box<Self>> },
    }
    let values = || {
        [
            Shape::Unit,
            Shape::NoElements(),
            Shape::NoFields {},
            Shape::Tuple("tuple".into(), 7),
            Shape::Named { text: "x".into(), inner: Some(Box::new(Shape::Tuple("y".into(), 8))) },
        ]
    };
    for value in values() {
        for target in values() {
            assert_copied(&value, target);
        }
    }
}

#[test]
fn an_enum_without_variants() {
    #[derive(DeepCopy, Debug, PartialEq)]
    enum Never {}
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Impossible(Never, String);
    #[derive(DeepCopy, Debug, PartialEq)]
    enum Possible {
        No(Never),
        Yes(String),
    }
    assert_copied(&None::<Impossible>, None);
    assert_copied(&Possible::Yes("a".into()), Possible::Yes("b".into()));
}

#[test]
fn an_enum_with_one_variant() {
    #[derive(DeepCopy, Debug, PartialEq)]
    enum Only {
        One(Rc<String>),
    }
    let value = Only::One(Rc::new("a".into()));
    assert_copied(&value, Only::One(Rc::default()));
    let (Only::One(from), Only::One(to)) = (&value, &copy(&value));
    assert!(!Rc::ptr_eq(from, to));
}

#[test]
fn explicit_discriminants() {
    const BASE: i16 = 0x100;
    #[derive(DeepCopy, Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(i16)]
    enum Code {
        Low = -5,
        Next,
        Shifted = 1 << 4,
        Block = { BASE + 1 },
        Branch = if BASE > 0 { BASE } else { 2 },
    }
    #[derive(DeepCopy, Debug, PartialEq)]
    #[repr(u8)]
    enum WithFields {
        Text(String) = 9,
        Nothing = 3,
    }
    for code in [Code::Low, Code::Next, Code::Shifted, Code::Block, Code::Branch] {
        assert_copied(&code, Code::Next);
        assert_eq!(copy(&code) as i16, code as i16);
    }
    assert_copied(&WithFields::Text("a".into()), WithFields::Nothing);
}

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

#[test]
fn generics_with_defaults_where_clauses_and_constants() {
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Table<K, V = String, const N: usize = 2>
    where
        K: Clone + Ord,
        [V; N]: Debug,
    {
        keys: Vec<K>,
        rows: [V; N],
    }
    let value: Table<u8> = Table { keys: vec![1, 2], rows: ["a".into(), "b".into()] };
    assert_copied(&value, Table { keys: vec![], rows: Default::default() });
    assert_copied(
        &Table { keys: vec!["a"], rows: [1, 2, 3] },
        Table { keys: vec![], rows: [0; 3] },
    );
}

#[test]
fn lengths_that_are_expressions() {
    const LENGTH: usize = 2;
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Arrays {
        sum: [u8; LENGTH + 1],
        call: [u8; size_of::<u32>()],
    }
    let value = |byte| Arrays { sum: [byte; 3], call: [byte; 4] };
    assert_copied(&value(1), value(2));
}

#[test]
fn lifetimes() {
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Parsed<'a, 'b: 'a, T: ?Sized> {
        text: &'a str,
        all: Vec<&'b T>,
        name: Cow<'a, str>,
    }
    let text = String::from("some text");
    let value =
        Parsed { text: &text[5..], all: vec![text.as_str()], name: Cow::Owned("owned".to_owned()) };
    assert_copied(&value, Parsed { text: "", all: vec![], name: Cow::Borrowed("") });
    let copied = copy(&value);
    assert!(std::ptr::eq(copied.text, value.text) && std::ptr::eq(copied.all[0], value.all[0]));
}

#[test]
fn recursive_generic_types() {
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Tree<T> {
        value: T,
        children: Vec<Self>,
        next: Option<Box<Tree<T>>>,
    }
    #[derive(DeepCopy, Debug, PartialEq)]
    enum List<T> {
        End,
        More(T, Box<Rest<T>>),
    }
    #[derive(DeepCopy, Debug, PartialEq)]
    struct Rest<T>(List<T>);

    let leaf = |value: &str| Tree { value: value.to_owned(), children: vec![], next: None };
    let tree = Tree { children: vec![leaf("b")], next: Some(Box::new(leaf("c"))), ..leaf("a") };
    assert_copied(&tree, leaf("d"));
    let list = List::More(1, Box::new(Rest(List::More(2, Box::new(Rest(List::End))))));
    assert_copied(&list, List::End);
}

/// Neither derives nor implements anything.
#[derive(Debug, PartialEq, Eq)]
struct Opaque;

#[test]
fn what_is_not_owned_asks_nothing_of_a_parameter() {
    #[derive(DeepCopy)]
    struct Handles<'a, T> {
        borrowed: &'a T,
        function: fn(T) -> T,
        marker: PhantomData<T>,
    }
    let opaque = Opaque;
    let from = Handles { borrowed: &opaque, function: |opaque| opaque, marker: PhantomData };
    let Handles { borrowed, function, marker } = copy(&from);
    assert!(std::ptr::eq(borrowed, &raw const opaque));
    assert_eq!((function(Opaque), marker), (Opaque, PhantomData));
}

#[test]
fn associated_types_are_asked_for_and_not_what_they_come_from() {
    trait Family {
        type Member;
    }
    struct Words;
    impl Family for Words {
        type Member = String;
    }
    #[derive(DeepCopy)]
    struct House<F: Family> {
        first: F::Member,
        others: Vec<Option<<F as Family>::Member>>,
    }
    let copied = copy(&House::<Words> { first: "a".into(), others: vec![Some("b".into())] });
    assert_eq!((copied.first.as_str(), copied.others[0].as_deref()), ("a", Some("b")));
}

#[test]
fn parameters_without_size() {
    #[derive(DeepCopy)]
    struct Shared<T: ?Sized, U>
    where
        U: ?Sized,
    {
        rc: Rc<T>,
        boxed: Box<U>,
    }
    let text: Rc<str> = "text".into();
    let copied = copy(&Shared { rc: Rc::clone(&text), boxed: Box::<[u8]>::from([1, 2]) });
    assert_eq!((&*copied.rc, &*copied.boxed), ("text", &[1, 2][..]));
    assert!(!Rc::ptr_eq(&copied.rc, &text));
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

/// Public types of private parts.
pub mod public {
    use std::rc::Rc;

    use apograph::DeepCopy;

    #[derive(DeepCopy, Debug, PartialEq, Eq, Clone, Default)]
    struct Private<T>(T);

    /// With private fields.
    #[derive(DeepCopy, Debug, PartialEq, Eq)]
    pub struct Public<T> {
        deep: Private<T>,
        #[apograph(copy = "share")]
        shared: Vec<Rc<Private<T>>>,
        #[apograph(copy = "share")]
        cloned: Private<T>,
        #[apograph(copy = "skip")]
        skipped: Private<T>,
    }

    impl<T: Clone + Default> Public<T> {
        /// A value that copies are equal to.
        pub fn new(value: &T) -> Self {
            let part = || Private(value.clone());
            Self {
                deep: part(),
                shared: vec![Rc::new(part())],
                cloned: part(),
                skipped: Private::default(),
            }
        }
    }
}

#[test]
fn private_types_in_public_structs() {
    assert_copied(&public::Public::new(&1), public::Public::new(&2));
}

#[test]
fn many_fields() {
    macro_rules! many {
        ($($field:ident)*) => {
            #[derive(DeepCopy, Debug, PartialEq)]
            struct Many { $($field: String),* }
            #[derive(DeepCopy, Debug, PartialEq)]
            #[expect(clippy::large_enum_variant, reason = "this is what is tested")]
            enum Either { No, Many { $($field: String),* } }

            let value = |prefix: &str| Many {
                $($field: format!("{prefix} {}", stringify!($field))),*
            };
            assert_copied(&value("a"), value("b"));
            let value = |prefix: &str| Either::Many {
                $($field: format!("{prefix} {}", stringify!($field))),*
            };
            assert_copied(&value("a"), value("b"));
            assert_copied(&value("a"), Either::No);
        };
    }
    many!(f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20
        f21 f22 f23 f24 f25 f26 f27 f28 f29 f30 f31 f32 f33 f34 f35 f36 f37 f38 f39);
}

#[test]
fn bounds_can_be_replaced() {
    trait Source {
        fn number() -> u8;
    }
    // A derived bound would ask that the hasher is `DeepCopy`, and not that it is `Clone`.
    #[derive(DeepCopy)]
    #[apograph(bound = "K: DeepCopy + Eq + std::hash::Hash, S: std::hash::BuildHasher + Clone")]
    struct Index<K, S>(HashMap<K, u8, S>);
    #[derive(DeepCopy)]
    #[apograph(bound = "T: Source,")]
    struct Numbered<T>(#[apograph(copy = "with(Self::number)")] Opaque2<T>);
    struct Opaque2<T>(PhantomData<T>, u8);
    impl<T: Source> Numbered<T> {
        fn number(_: &Opaque2<T>, _: &mut Copying<'_>) -> Opaque2<T> {
            Opaque2(PhantomData, T::number())
        }
    }
    struct Seven;
    impl Source for Seven {
        fn number() -> u8 {
            7
        }
    }

    let mut index = Index(HashMap::with_hasher(std::hash::RandomState::new()));
    index.0.insert("a".to_owned(), 1);
    assert_eq!(copy(&index).0["a"], 1);
    let copied = copy(&Numbered::<Seven>(Opaque2(PhantomData, 1)));
    assert_eq!(copied.0.1, 7);
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
    #[apograph(crate = "crate::reexport::nested::library")]
    enum Enum {
        Struct(Struct),
        Unit,
    }
    assert_copied(&Enum::Struct(Struct("a".into())), Enum::Unit);
}

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
fn parameters_of_shared_and_skipped_fields_need_clone_and_default_alone() {
    #[derive(Clone)]
    struct OnlyClone(u8);
    #[derive(Default)]
    struct OnlyDefault(u8);
    #[derive(DeepCopy)]
    struct Partly<C, D, H, N, const L: usize>
    where
        [N; L]: Debug,
    {
        #[apograph(copy = "share")]
        cloned: Option<C>,
        #[apograph(copy = "skip")]
        skipped: (D, u8),
        #[apograph(copy = "share")]
        handle: Rc<H>,
        #[apograph(copy = "share")]
        same: Vec<Self>,
        #[apograph(copy = "share")]
        array: [N; L],
        #[apograph(copy = "with(keep)")]
        with: PhantomData<H>,
    }
    const fn keep<H>(_: &PhantomData<H>, _: &mut Copying<'_>) -> PhantomData<H> {
        PhantomData
    }
    impl<C: Clone, D: Default, H, N: Clone, const L: usize> Clone for Partly<C, D, H, N, L>
    where
        [N; L]: Debug,
    {
        fn clone(&self) -> Self {
            Self {
                cloned: self.cloned.clone(),
                skipped: <(D, u8)>::default(),
                handle: Rc::clone(&self.handle),
                same: self.same.clone(),
                array: self.array.clone(),
                with: PhantomData,
            }
        }
    }
    let value = Partly {
        cloned: Some(OnlyClone(1)),
        skipped: (OnlyDefault(2), 3),
        handle: Rc::new(Opaque),
        same: vec![],
        array: [1, 2, 3],
        with: PhantomData,
    };
    let copied = copy(&value);
    assert_eq!(copied.cloned.unwrap().0, 1);
    assert_eq!((copied.skipped.0.0, copied.skipped.1), (0, 0));
    assert_eq!((copied.array, copied.same.len(), copied.with), ([1, 2, 3], 0, PhantomData));
    assert!(Rc::ptr_eq(&copied.handle, &value.handle));
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

#[test]
fn deprecated_types_fields_and_variants_are_copied_without_a_warning() {
    #[deprecated]
    #[derive(DeepCopy)]
    #[apograph(hookable)]
    struct Old(#[deprecated] u8);
    #[derive(DeepCopy)]
    enum Kind {
        #[deprecated]
        Old(#[deprecated] u8),
        New {
            #[deprecated]
            old: u8,
        },
    }
    #[expect(deprecated, reason = "this is what is tested")]
    {
        assert_eq!(copy(&Old(1)).0, 1);
        assert!(matches!(copy(&Kind::Old(1)), Kind::Old(1)));
        assert!(matches!(copy(&Kind::New { old: 1 }), Kind::New { old: 1 }));
    }
}
