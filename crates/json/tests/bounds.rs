//! Derived types whose attributes say what they ask of their parameters.

use std::marker::PhantomData;

use apograph_core::decode::{Decoder, Fail};
use apograph_core::encode::{Encoder, Place};
use apograph_core::shape::Shape;
use apograph_core::{Decode, Encode};
use apograph_json::{from_str, to_string};

/// What has no bounds of its own to be written and read.
trait Source {
    fn number() -> u8;
}

struct Seven;

impl Source for Seven {
    fn number() -> u8 {
        7
    }
}

/// A number that is that of its source.
#[derive(Debug)]
struct Of<T>(PhantomData<fn() -> T>);

impl<T: Source> Encode for Of<T> {
    const SHAPE: &'static Shape = <u8 as Encode>::SHAPE;

    fn encode<E: Encoder>(&self, encoder: &mut E, place: Place<'_>) -> Result<(), E::Error> {
        T::number().encode(encoder, place)
    }
}

impl<'de, T: Source> Decode<'de> for Of<T> {
    const SHAPE: &'static Shape = <u8 as Decode>::SHAPE;

    fn decode<D: Decoder<'de>>(decoder: &mut D) -> Result<Self, Fail> {
        if u8::decode(decoder)? == T::number() {
            Ok(Self(PhantomData))
        } else {
            Err(decoder.fail(&"another number"))
        }
    }
}

/// A derived bound would ask `Encode` of what only has to be a source, here and in each of the others.
#[derive(Encode, Decode)]
#[apograph(crate = "apograph_core")]
struct NamedFields<T, U> {
    #[apograph(bound = "T: Source")]
    of: Of<T>,
    other: U,
}

#[derive(Encode, Decode)]
#[apograph(crate = "apograph_core")]
struct Positions<T, U>(#[apograph(bound = "T: Source")] Of<T>, U);

#[derive(Encode, Decode)]
#[apograph(crate = "apograph_core")]
struct Alone<T>(#[apograph(bound(serialize = "T: Source", deserialize = "T: Source"))] Of<T>);

#[derive(Encode, Decode)]
#[apograph(crate = "apograph_core")]
enum Variants<T, U> {
    #[apograph(bound = "T: Source")]
    Named {
        of: Of<T>,
    },
    #[apograph(bound = "T: Source")]
    Positions(Of<T>, u8),
    Other(#[serde(bound = "U: NoSuchTrait")] U),
}

#[test]
fn bounds_of_fields_and_variants_are_instead_of_those_of_the_derive() {
    let of = || Of::<Seven>(PhantomData);
    fn check<T: Encode + for<'de> Decode<'de>>(value: &T, text: &str) {
        assert_eq!(to_string(value).expect("JSON"), text);
        assert_eq!(to_string(&from_str::<T>(text).expect(text)).expect("JSON"), text);
        let wrong = text.replace('7', "8");
        let error = from_str::<T>(&wrong).err().expect("another number");
        assert!(error.to_string().contains("another number"), "{error}");
    }
    check(&NamedFields { of: of(), other: 1_u8 }, r#"{"of":7,"other":1}"#);
    check(&Positions(of(), "text".to_owned()), r#"[7,"text"]"#);
    check(&Alone(of()), "7");
    check(&Variants::<_, u8>::Named { of: of() }, r#"{"Named":{"of":7}}"#);
    check(&Variants::<_, u8>::Positions(of(), 1), r#"{"Positions":[7,1]}"#);
    let other = to_string(&Variants::<Seven, u8>::Other(1)).expect("JSON");
    assert_eq!(other, r#"{"Other":1}"#);
}
