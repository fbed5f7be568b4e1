//! Parameters, and what is asked of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::rc::Rc;

use apograph::copy::Copying;
use apograph::{DeepCopy, copy};

use crate::{Opaque, assert_copied};

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
