//! Messages for what attributes cannot say.

use syn::{DeriveInput, parse_quote};

use super::{Container, WAYS, Way};

#[test]
fn errors_say_what_is_wrong() {
    // (type, errors of both derives)
    let cases: [(DeriveInput, &[&str]); 40] = [
        (
            parse_quote!(
                #[serde(rename_all = "camel")]
                struct S;
            ),
            &["there is no such rule; there are \
            \"lowercase\", \"UPPERCASE\", \"PascalCase\", \"camelCase\", \"snake_case\", \
            \"SCREAMING_SNAKE_CASE\", \"kebab-case\", \"SCREAMING-KEBAB-CASE\""],
        ),
        (
            parse_quote!(
                #[serde(remote = "X")]
                struct S;
            ),
            &["`remote` is not supported; implement the traits"],
        ),
        (
            parse_quote!(
                #[serde(field_identifier)]
                enum E {
                    A,
                }
            ),
            &["`field_identifier` is not supported; implement the traits"],
        ),
        (
            parse_quote!(
                #[serde(variant_identifier)]
                enum E {
                    A,
                }
            ),
            &["`variant_identifier` is not supported; implement the traits"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(getter = "f")]
                    a: u8,
                }
            ),
            &["`getter` is not supported; implement the traits"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(nonsense)]
                    a: u8,
                }
            ),
            &["serde attribute `nonsense` is not known to apograph"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(boxed)]
                    a: u8,
                }
            ),
            &["serde attribute `boxed` is not known to apograph"],
        ),
        (
            parse_quote!(
                struct S {
                    #[apograph(boxd)]
                    a: u8,
                }
            ),
            &["unknown attribute `boxd` of a field; did you mean `boxed`?"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(tag = "t")]
                    a: u8,
                }
            ),
            &["this is an attribute of types, not of fields"],
        ),
        (
            parse_quote!(
                struct S {
                    #[apograph(hookable)]
                    a: u8,
                }
            ),
            &["this is an attribute of types, not of fields"],
        ),
        (
            parse_quote!(
                #[serde(flatten)]
                struct S;
            ),
            &["this is an attribute of fields, not of types"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(flatten = "x")]
                    a: u8,
                }
            ),
            &["`flatten` has no value"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(rename)]
                    a: u8,
                }
            ),
            &["expected a string: `rename = \"…\"`"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(rename(ser = "x"))]
                    a: u8,
                }
            ),
            &["expected `serialize` or `deserialize`"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(default = "a b")]
                    a: u8,
                }
            ),
            &["expected the path of a function"],
        ),
        (
            parse_quote!(
                struct S {
                    #[apograph(since = 3, tag = 4, format = "yyyy")]
                    a: u8,
                }
            ),
            &[
                "unknown attribute `since` of a field",
                "this is an attribute of types, not of fields",
                "unknown attribute `format` of a field",
            ],
        ),
        (
            parse_quote!(
                struct S<'a> {
                    #[serde(borrow = "a")]
                    a: &'a str,
                }
            ),
            &["expected lifetimes: \"'a + 'b\""],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(rename = "x", rename = "y")]
                    a: u8,
                }
            ),
            &["this is said twice"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(rename(serialize = "x"))]
                    #[serde(rename = "y")]
                    a: u8,
                }
            ),
            &["this is said twice"],
        ),
        (
            parse_quote!(
                #[serde(default, default = "f")]
                struct S {
                    a: u8,
                }
            ),
            &["this is said twice"],
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(rename = "b")]
                    a: u8,
                    b: u8,
                }
            ),
            &["another field has the name \"b\" too", "another field has the name \"b\" too"],
        ),
        (
            parse_quote!(
                enum E {
                    #[serde(rename = "B")]
                    A,
                    B,
                    #[serde(rename = "B")]
                    C,
                }
            ),
            &[
                "another variant has the name \"B\" too",
                "another variant has the name \"B\" too",
                "another variant has the name \"B\" too",
            ],
        ),
        (
            parse_quote!(
                #[serde(tag = "t")]
                enum E {
                    A(u8, u8),
                }
            ),
            &["a tuple has no field in which the tag could stand"],
        ),
        (
            parse_quote!(
                #[serde(tag = "t")]
                enum E {
                    A { t: u8 },
                }
            ),
            &["the tag of the enum has the name \"t\""],
        ),
        (
            parse_quote!(
                #[serde(tag = "t", content = "t")]
                enum E {
                    A,
                }
            ),
            &["tag and content need different names"],
        ),
        (
            parse_quote!(
                #[serde(content = "c")]
                enum E {
                    A,
                }
            ),
            &["`content` goes with `tag`"],
        ),
        (
            parse_quote!(
                #[serde(tag = "t", untagged)]
                enum E {
                    A,
                }
            ),
            &["an enum cannot have a tag and be untagged"],
        ),
        (
            parse_quote!(
                #[serde(tag = "t")]
                struct S {
                    a: u8,
                }
            ),
            &["`tag` on a struct is not supported; make the tag a field"],
        ),
        (
            parse_quote!(
                #[serde(untagged)]
                struct S(u8);
            ),
            &["`tag`, `content` and `untagged` are for enums"],
        ),
        (
            parse_quote!(
                #[serde(rename_all_fields = "camelCase")]
                struct S {
                    a: u8,
                }
            ),
            &["`rename_all_fields` is for enums"],
        ),
        (
            parse_quote!(
                #[serde(transparent)]
                enum E {
                    A,
                }
            ),
            &["`transparent` is for structs"],
        ),
        (
            parse_quote!(
                #[serde(transparent, from = "u8")]
                struct S(u8);
            ),
            &["what is made of another value cannot be `transparent` too"],
        ),
        (
            parse_quote!(
                #[serde(from = "u8", try_from = "u8")]
                struct S(u8);
            ),
            &["a value is made by `from` or by `try_from`, not by both"],
        ),
        (
            parse_quote!(
                #[serde(default)]
                enum E {
                    A,
                }
            ),
            &["`default` is for structs"],
        ),
        (
            parse_quote!(
                enum E {
                    #[serde(other)]
                    A(u8),
                }
            ),
            &["`other` is for a variant without data"],
        ),
        (
            parse_quote!(
                enum E {
                    #[serde(other)]
                    A,
                    B,
                }
            ),
            &["only the last variant can be `other`"],
        ),
        (
            parse_quote!(
                #[serde(untagged)]
                enum E {
                    #[serde(other)]
                    A,
                }
            ),
            &["without a tag no variant is `other`"],
        ),
        (
            parse_quote!(
                enum E {
                    #[serde(untagged)]
                    A(u8),
                    B,
                }
            ),
            &["variants that are `untagged` come after all others"],
        ),
        (
            parse_quote!(
                struct S(#[serde(default)] u8, u8);
            ),
            &["this needs a `default`, since a field before it has one"],
        ),
        (
            parse_quote!(
                enum E {
                    #[serde(with = "m")]
                    A(u8, #[serde(skip)] u8),
                }
            ),
            &["what is written or read by a function cannot be skipped, nor parts of it"],
        ),
    ];
    for (input, expected) in &cases {
        for way in WAYS {
            let messages = match Container::read(input, way) {
                Ok(_) => Vec::new(),
                Err(error) => error.into_iter().map(|error| error.to_string()).collect(),
            };
            assert_eq!(messages, *expected, "{way:?}: {}", quote::quote!(#input));
        }
    }
}

#[test]
fn errors_of_one_way_do_not_trouble_the_other() {
    let cases: [(DeriveInput, bool, bool); 3] = [
        (
            parse_quote!(
                struct S(#[serde(skip_serializing_if = "f")] u8, u8);
            ),
            false,
            true,
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(alias = "b")]
                    a: u8,
                    b: u8,
                }
            ),
            true,
            false,
        ),
        (
            parse_quote!(
                struct S(#[serde(skip_serializing_if = "f")] u8);
            ),
            true,
            true,
        ),
    ];
    for (input, written, read) in &cases {
        for (way, can) in WAYS.into_iter().zip([*written, *read]) {
            assert_eq!(
                Container::read(input, way).is_ok(),
                can,
                "{way:?} {}",
                quote::quote!(#input)
            );
        }
    }
}

#[test]
fn all_errors_are_shown_at_once() {
    let input: DeriveInput = parse_quote!(
        #[serde(remote = "X", nonsense)]
        struct S {
            #[serde(flatten = 1)]
            a: u8,
            #[apograph(boxd)]
            b: u8,
        }
    );
    let error = Container::read(&input, Way::Encode).err().expect("errors");
    assert_eq!(error.into_iter().count(), 4);
}
