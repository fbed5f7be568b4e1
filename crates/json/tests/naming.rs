//! Names and inclusion that are chosen at run time: a layout of their own writes what the one for all settings
//! does, and what is written is read again.

use std::collections::BTreeMap;
use std::fmt::Debug;

use apograph_core::{Decode, Encode, Map, Text};
use apograph_json::{Inclusion, Integers, Mapper, Naming, WriteOptions};

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Device {
    id: i64,
    serial_number: String,
    a: Option<u8>,
    /// Longer than the block in which keys are copied.
    a_name_of_a_field_that_is_longer_than_most_names_of_fields_are: Option<f64>,
    /// Exactly as long, with quotes, a comma and a colon.
    a_name_of_twenty_eight_chars: bool,
    #[serde(rename = "with \"quotes\" and ü")]
    odd: f32,
    place: Option<Place>,
    tags: Vec<Text>,
    limits: BTreeMap<String, Option<i32>>,
    extra: Map<Kind>,
    kinds: Vec<Kind>,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Place {
    street_name: String,
    latitude_degrees: f64,
}

#[derive(Encode, Decode, Debug, PartialEq, Clone, Default)]
#[apograph(crate = "apograph_core")]
struct Inner {
    inner_count: u64,
    inner_text: String,
}

#[derive(Encode, Decode, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
enum Kind {
    Plain,
    Number(i32),
    WithFields { first_field: u8, second_field: Option<String> },
    Nested(Place),
}

fn devices() -> Vec<Device> {
    let place = Place { street_name: "Am Markt".into(), latitude_degrees: -48.5 };
    let full = Device {
        id: -7,
        serial_number: "a \"quoted\" one".into(),
        a: Some(3),
        a_name_of_a_field_that_is_longer_than_most_names_of_fields_are: Some(0.1),
        a_name_of_twenty_eight_chars: true,
        odd: 1.5,
        place: Some(place.clone()),
        tags: vec!["x".into(), "a text of more than 23 bytes".into()],
        limits: BTreeMap::from([("low".into(), None), ("high".into(), Some(9))]),
        extra: Map::from([("kind_of", Kind::Plain)]),
        kinds: vec![
            Kind::Number(1),
            Kind::WithFields { first_field: 2, second_field: None },
            Kind::WithFields { first_field: 3, second_field: Some(String::new()) },
            Kind::Nested(place),
        ],
        inner: Inner { inner_count: 5, inner_text: "é".into() },
    };
    vec![Device::default(), full]
}

const NAMINGS: [Naming; 5] = [
    Naming::AsDeclared,
    Naming::CamelCase,
    Naming::PascalCase,
    Naming::KebabCase,
    Naming::SnakeCase,
];

#[test]
fn the_layout_of_names_writes_what_that_of_all_settings_does() {
    for naming in NAMINGS {
        for inclusion in [Inclusion::Always, Inclusion::NonNull, Inclusion::NonEmpty] {
            let options = WriteOptions::new().inclusion(inclusion);
            // No integer here is beyond a double.
            let all = options.clone().integers(Integers::StringBeyondDouble);
            let mapper = Mapper::new().naming(naming);
            let names = mapper.clone().write_options(options);
            let all = mapper.write_options(all);
            for device in devices() {
                let text = names.to_string(&device).expect("it is written");
                assert_eq!(text, all.to_string(&device).expect("it is written"));
                if inclusion == Inclusion::Always {
                    assert_eq!(names.from_str::<Device>(&text).expect("it is read"), device);
                }
            }
        }
    }
}

#[test]
fn without_settings_a_mapper_writes_what_the_functions_do() {
    for device in devices() {
        let text = Mapper::new().to_string(&device).expect("it is written");
        assert_eq!(text, apograph_json::to_string(&device).expect("it is written"));
    }
}

#[test]
fn keys_of_every_length_are_written() {
    let mapper = Mapper::new().naming(Naming::CamelCase);
    let text = mapper.to_string(&devices()[1]).expect("it is written");
    for key in [
        r#"{"id":-7,"#,
        r#","a":3,"#,
        r#","aNameOfAFieldThatIsLongerThanMostNamesOfFieldsAre":0.1,"#,
        r#","aNameOfTwentyEightChars":true,"#,
        r#","place":{"streetName":"Am Markt","latitudeDegrees":-48.5}"#,
        r#""innerCount":5"#,
    ] {
        assert!(text.contains(key), "{key} in {text}");
    }
}
