//! Types as the derives see them: the model of what is right, the messages for what is not.

mod errors;

use syn::{DeriveInput, parse_quote};

use super::model::{Body, Container, Default, Field, Style, Tagging, Variant};
use super::words::Way;
use crate::attributes::Errors;
use crate::vocabulary::{self, Holder};

const WAYS: [Way; 2] = [Way::Encode, Way::Decode];

fn read(input: &DeriveInput, way: Way) -> Container {
    Container::read(input, way).unwrap_or_else(|error| panic!("{way:?}: {error}"))
}

fn fields(container: &Container) -> &[Field] {
    match &container.body {
        Body::Struct(_, fields) => fields,
        Body::Enum(_) => panic!("an enum"),
    }
}

fn variants(container: &Container) -> &[Variant] {
    match &container.body {
        Body::Enum(variants) => variants,
        Body::Struct(..) => panic!("a struct"),
    }
}

/// Names by which fields are written, and those by which they are read.
fn names_of_fields(fields: &[Field]) -> String {
    let names = fields.iter().filter(|field| !field.skip).map(|field| {
        std::iter::once(&field.name).chain(&field.aliases).cloned().collect::<Vec<_>>().join("|")
    });
    names.collect::<Vec<_>>().join(" ")
}

fn names_of_variants(variants: &[Variant]) -> String {
    let names = variants.iter().filter(|variant| !variant.skip).map(|variant| {
        std::iter::once(&variant.name)
            .chain(&variant.aliases)
            .cloned()
            .collect::<Vec<_>>()
            .join("|")
    });
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn names_of_fields_differ_by_way() {
    // (type, names that are written, names that are read)
    let cases: [(DeriveInput, &str, &str); 9] = [
        (
            parse_quote!(
                struct S {
                    first_name: u8,
                    r#type: u8,
                }
            ),
            "first_name type",
            "first_name type",
        ),
        (
            parse_quote!(
                #[serde(rename_all = "camelCase")]
                struct S {
                    first_name: u8,
                    r#type: u8,
                }
            ),
            "firstName type",
            "firstName type",
        ),
        (
            parse_quote!(
                #[serde(rename_all(
                    serialize = "kebab-case",
                    deserialize = "SCREAMING_SNAKE_CASE"
                ))]
                struct S {
                    first_name: u8,
                }
            ),
            "first-name",
            "FIRST_NAME",
        ),
        (
            parse_quote!(
                #[serde(rename_all(serialize = "kebab-case"))]
                struct S {
                    first_name: u8,
                }
            ),
            "first-name",
            "first_name",
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(rename = "x")]
                    a: u8,
                    #[serde(rename(serialize = "y", deserialize = "z"))]
                    b: u8,
                    #[serde(rename(deserialize = "p", deserialize = "q"))]
                    c: u8,
                }
            ),
            "x y c",
            "x z p|q",
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(alias = "b", alias = "a", alias = "b", alias = "c")]
                    a: u8,
                }
            ),
            "a",
            "a|b|c",
        ),
        (
            parse_quote!(
                struct S {
                    #[serde(skip)]
                    a: u8,
                    #[serde(skip_serializing)]
                    b: u8,
                    #[serde(skip_deserializing)]
                    c: u8,
                    d: u8,
                }
            ),
            "c d",
            "b d",
        ),
        (
            parse_quote!(
                struct S {
                    #[apograph(rename = "own")]
                    #[serde(rename = "serde")]
                    a: u8,
                    #[serde(rename(serialize = "x", deserialize = "y"))]
                    #[apograph(rename(serialize = "z"))]
                    b: u8,
                }
            ),
            "own z",
            "own y",
        ),
        (
            parse_quote!(
                struct S(u8, u8);
            ),
            "0 1",
            "0 1",
        ),
    ];
    for (input, written, read_as) in &cases {
        for (way, names) in WAYS.into_iter().zip([written, read_as]) {
            let read = read(input, way);
            assert_eq!(names_of_fields(fields(&read)), *names, "{way:?}");
        }
    }
}

#[test]
fn names_of_variants_and_their_fields_follow_their_rules() {
    let input: DeriveInput = parse_quote!(
        #[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
        enum E {
            VeryFirst,
            #[serde(rename = "2nd", alias = "two", alias = "2nd")]
            Second {
                first_field: u8,
            },
            #[serde(rename_all = "UPPERCASE")]
            Third {
                first_field: u8,
                #[serde(rename = "own")]
                b: u8,
            },
            #[serde(skip_serializing)]
            ReadOnly(u8),
            #[serde(skip_deserializing)]
            WriteOnly(u8, u8),
            #[serde(other)]
            Other,
        }
    );
    let names =
        ["very_first 2nd third write_only other", "very_first 2nd|two third read_only other"];
    for (way, names) in WAYS.into_iter().zip(names) {
        let read = read(&input, way);
        let variants = variants(&read);
        assert_eq!(names_of_variants(variants), names);
        assert_eq!(names_of_fields(&variants[1].fields), "firstField");
        assert_eq!(names_of_fields(&variants[2].fields), "FIRST_FIELD own");
        let styles: Vec<_> = variants.iter().map(|variant| variant.style).collect();
        let (named, tuple) = (Style::Named, Style::Tuple);
        assert_eq!(styles, [Style::Unit, named, named, Style::Newtype, tuple, Style::Unit]);
        let others: Vec<_> = variants.iter().map(|variant| variant.is_other).collect();
        assert_eq!(others, [false, false, false, false, false, way == Way::Decode]);
    }
}

#[test]
fn tags_are_as_the_type_says() {
    let internal = |tag: &str| Tagging::Internal(tag.to_owned());
    let cases: [(DeriveInput, Tagging); 6] = [
        (
            parse_quote!(
                enum E {
                    A,
                }
            ),
            Tagging::External,
        ),
        (
            parse_quote!(
                #[serde(tag = "t")]
                enum E {
                    A,
                }
            ),
            internal("t"),
        ),
        (
            parse_quote!(
                #[apograph(tag = "t")]
                enum E {
                    A,
                }
            ),
            internal("t"),
        ),
        (
            parse_quote!(
                #[serde(tag = "t")]
                #[apograph(tag = "own")]
                enum E {
                    A,
                }
            ),
            internal("own"),
        ),
        (
            parse_quote!(
                #[serde(tag = "t", content = "c")]
                enum E {
                    A,
                }
            ),
            Tagging::Adjacent("t".to_owned(), "c".to_owned()),
        ),
        (
            parse_quote!(
                #[serde(untagged)]
                enum E {
                    A,
                }
            ),
            Tagging::Untagged,
        ),
    ];
    for (input, tagging) in &cases {
        for way in WAYS {
            assert_eq!(read(input, way).attributes.tagging, *tagging);
        }
    }
}

#[test]
fn a_field_has_what_its_attributes_say() {
    let input: DeriveInput = parse_quote!(
        struct S<'a, T> {
            #[apograph(name = "serialNumber", boxed, not_null)]
            serial_no: u8,
            #[serde(default, skip_serializing_if = "Option::is_none", borrow = "'a + 'a")]
            text: Option<&'a str>,
            #[serde(default = "some::function", flatten, borrow, bound = "T: OfSerde")]
            #[apograph(bound = "T: Copy, T: Eq")]
            rest: T,
            #[serde(with = "module")]
            with: u8,
            #[serde(serialize_with = "write", deserialize_with = "read")]
            apart: u8,
        }
    );
    for (way, functions) in
        WAYS.into_iter().zip([["module :: serialize", "write"], ["module :: deserialize", "read"]])
    {
        let read = read(&input, way);
        let [serial, text, rest, with, apart] = fields(&read) else { panic!("five fields") };
        assert_eq!((serial.java_name.as_str(), text.java_name.as_str()), ("serialNumber", "text"));
        assert_eq!(serial.flags, ["BOXED", "NOT_NULL"]);
        assert!(matches!(text.default, Some(Default::Trait)) && text.skip_if.is_some());
        assert!(matches!(rest.default, Some(Default::Function(_))) && rest.flatten);
        assert_eq!(rest.bound.as_ref().map(Vec::len), Some(2));
        assert!(text.bound.is_none());
        let paths = [with, apart].map(|field| {
            let path = field.with.as_ref().expect("a function");
            quote::quote!(#path).to_string()
        });
        assert_eq!(paths, functions);
    }
}

#[test]
fn names_in_java_are_camel_case_unless_said_otherwise() {
    let input: DeriveInput = parse_quote!(
        #[serde(rename_all = "kebab-case")]
        #[apograph(class = "com.acme.Device", final_class)]
        struct Device {
            serial_number: u8,
            r#type: u8,
            #[apograph(name = "aURL")]
            a_url: u8,
        }
    );
    let read = read(&input, Way::Encode);
    let names: Vec<_> = fields(&read).iter().map(|field| field.java_name.as_str()).collect();
    assert_eq!(names, ["serialNumber", "type", "aURL"]);
    assert_eq!(read.class(), Some(("com.acme.Device", true)));
}

#[test]
fn what_is_transparent_has_one_field_that_counts() {
    // (type, whether it can be written, whether it can be read)
    let cases: [(DeriveInput, bool, bool); 7] = [
        (
            parse_quote!(
                #[serde(transparent)]
                struct S {
                    a: u8,
                }
            ),
            true,
            true,
        ),
        (
            parse_quote!(
                #[serde(transparent)]
                struct S<T> {
                    a: u8,
                    m: std::marker::PhantomData<T>,
                }
            ),
            true,
            true,
        ),
        (
            parse_quote!(
                #[serde(transparent)]
                struct S<T>(PhantomData<T>, u8);
            ),
            true,
            true,
        ),
        (
            parse_quote!(
                #[serde(transparent)]
                struct S {
                    a: u8,
                    #[serde(skip)]
                    b: u8,
                }
            ),
            true,
            true,
        ),
        (
            parse_quote!(
                #[serde(transparent)]
                struct S {
                    a: u8,
                    #[serde(default)]
                    b: u8,
                }
            ),
            false,
            true,
        ),
        (
            parse_quote!(
                #[serde(transparent)]
                struct S {
                    a: u8,
                    b: u8,
                }
            ),
            false,
            false,
        ),
        (
            parse_quote!(
                #[serde(transparent)]
                struct S;
            ),
            false,
            false,
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
fn a_type_is_read_with_all_that_stands_on_it() {
    let input: DeriveInput = parse_quote!(
        #[serde(
            rename(serialize = "Out", deserialize = "In"),
            deny_unknown_fields,
            default = "make",
            crate = "other_serde",
            expecting = "a thing",
            bound = "T: OfSerde"
        )]
        #[apograph(crate = "my::apograph", copy = "share", hookable)]
        #[apograph(bound(serialize = "T: A", deserialize = "T: B, T: C"))]
        #[doc = "a comment"]
        struct S<T> {
            #[apograph(copy = "skip")]
            a: T,
        }
    );
    for (way, name, bounds) in [(Way::Encode, "Out", 1), (Way::Decode, "In", 2)] {
        let Container { name: found, attributes, .. } = read(&input, way);
        assert_eq!(found, name);
        assert!(attributes.deny_unknown_fields && attributes.default.is_some());
        assert_eq!(attributes.bound.as_ref().map(Vec::len), Some(bounds));
        let krate = &attributes.krate;
        assert_eq!(quote::quote!(#krate).to_string(), "my :: apograph");
    }
}

#[test]
fn values_can_be_made_of_others() {
    let input: DeriveInput = parse_quote!(
        #[serde(try_from = "Vec<u8>", into = "String")]
        struct S(u8, u8);
    );
    for (way, ty, fallible) in [(Way::Encode, "String", false), (Way::Decode, "Vec < u8 >", true)] {
        let (other, can_fail) = read(&input, way).attributes.other.expect("another type");
        assert_eq!((quote::quote!(#other).to_string().as_str(), can_fail), (ty, fallible));
    }
}

/// Every word of the vocabulary is read where it can stand, under both names if it is serde's.
#[test]
fn every_known_word_has_a_meaning() {
    for (word, holder, origin) in vocabulary::all() {
        let written: syn::Meta = match word {
            "alias" | "class" | "content" | "expecting" | "name" | "rename" => {
                syn::parse_str(&format!("{word} = \"x\""))
            }
            "copy" => syn::parse_str("copy = \"share\""),
            "tag" => syn::parse_str("tag = \"x\""),
            "rename_all" | "rename_all_fields" => {
                syn::parse_str(&format!("{word} = \"camelCase\""))
            }
            "bound" => syn::parse_str("bound = \"\""),
            "crate"
            | "deserialize_with"
            | "from"
            | "getter"
            | "into"
            | "remote"
            | "serialize_with"
            | "skip_serializing_if"
            | "try_from"
            | "with" => syn::parse_str(&format!("{word} = \"x\"")),
            flag => syn::parse_str(flag),
        }
        .unwrap_or_else(|error| panic!("{word}: {error}"));
        for attribute in ["serde", "apograph"] {
            if attribute == "serde" && !origin.is_of_serde() {
                continue;
            }
            let attribute = quote::format_ident!("{attribute}");
            let attribute: syn::Attribute = parse_quote!(#[#attribute(#written)]);
            let input: DeriveInput = match holder {
                Holder::Type => parse_quote!(#attribute struct S { a: u8 }),
                Holder::Variant => parse_quote!(enum E { #attribute A }),
                Holder::Field => parse_quote!(struct S { #attribute a: u8 }),
            };
            for way in WAYS {
                let error = Container::read(&input, way).err().map(|error| error.to_string());
                let message = error.unwrap_or_default();
                let unread = ["no meaning", "not known", "unknown attribute", "attribute of"];
                assert!(!unread.iter().any(|text| message.contains(text)), "{word}: {message}");
            }
        }
        let mut errors = Errors::default();
        let attribute: syn::Attribute = parse_quote!(#[apograph(#written)]);
        match holder {
            Holder::Type => {
                drop(crate::attributes::TypeAttributes::read(&[attribute], &mut errors))
            }
            Holder::Variant => crate::attributes::refuse_on_variant(&[attribute], &mut errors),
            Holder::Field => {
                drop(crate::attributes::FieldAttributes::read(&[attribute], &mut errors))
            }
        }
        assert_eq!(errors.check().err().map(|error| error.to_string()), None, "{word}");
    }
}
