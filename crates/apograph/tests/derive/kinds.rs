//! The kinds of types that can be derived for.

use std::fmt::Debug;
use std::rc::Rc;

use apograph::{DeepCopy, copy};

use crate::assert_copied;

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
