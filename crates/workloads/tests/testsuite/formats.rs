//! Every subject through a text format and a binary one.

use apograph_lab::{Tree, difference, tree_of};
use apograph_workloads::{
    DEFAULT_SEED, Decimal, OBJECTS, Property, Timestamp, device_graph, device_state, number_heavy,
    order, order_list, simple_user, text_heavy,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::look::trees;

fn through_json<T: Serialize + DeserializeOwned>(object: &T) -> T {
    let text = serde_json::to_string(object).expect("it can be written as JSON");
    serde_json::from_str(&text).expect("its JSON can be read")
}

fn through_postcard<T: Serialize + DeserializeOwned>(object: &T) -> T {
    let bytes = postcard::to_stdvec(object).expect("it can be written");
    postcard::from_bytes(&bytes).expect("its bytes can be read")
}

/// Equal by `==`, and to the bit by the look of it.
fn check<T: Serialize + PartialEq>(objects: &[T], round_trip: fn(&T) -> T) {
    for (index, object) in objects.iter().enumerate() {
        let returned = round_trip(object);
        let look = |object: &T| tree_of(object).expect("it can be looked at");
        assert_eq!(difference(&look(object), &look(&returned)), None, "object {index}");
        assert!(*object == returned, "object {index}");
    }
}

#[test]
fn objects_survive_json() {
    check(&device_state::corpus(DEFAULT_SEED, OBJECTS), through_json);
    check(&simple_user::corpus(DEFAULT_SEED, OBJECTS), through_json);
    check(&order::corpus(DEFAULT_SEED, OBJECTS), through_json);
    check(&order_list::corpus(DEFAULT_SEED, 1), through_json);
    check(&text_heavy::corpus(DEFAULT_SEED, OBJECTS), through_json);
}

/// serde_json as it comes reads a float of 17 digits as one of its neighbours now and then.
#[test]
fn telemetry_survives_json_but_for_the_last_bits_of_floats() {
    let objects = number_heavy::corpus(DEFAULT_SEED, OBJECTS);
    let returned: Vec<_> = objects.iter().map(through_json).collect();
    for (original, returned) in trees(&objects).iter().zip(trees(&returned)) {
        assert!(close(original, &returned));
    }
}

fn close(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::Float(a), Tree::Float(b)) => a.to_bits().abs_diff(b.to_bits()) <= 2,
        (Tree::List(a), Tree::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b))
        }
        (Tree::Record(a), Tree::Record(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|((a_name, a), (b_name, b))| a_name == b_name && close(a, b))
        }
        (a, b) => a == b,
    }
}

#[test]
fn objects_survive_a_binary_format() {
    check(&device_state::corpus(DEFAULT_SEED, OBJECTS), through_postcard);
    check(&simple_user::corpus(DEFAULT_SEED, OBJECTS), through_postcard);
    check(&order::corpus(DEFAULT_SEED, OBJECTS), through_postcard);
    check(&order_list::corpus(DEFAULT_SEED, 1), through_postcard);
    check(&text_heavy::corpus(DEFAULT_SEED, OBJECTS), through_postcard);
    check(&number_heavy::corpus(DEFAULT_SEED, OBJECTS), through_postcard);
}

#[test]
fn a_fleet_survives_formats_as_a_tree_only() {
    for fleet in device_graph::corpus(DEFAULT_SEED, OBJECTS) {
        for returned in [through_json(&fleet), through_postcard(&fleet)] {
            assert_eq!(tree_of(&fleet).ok(), tree_of(&returned).ok());
            let difference = device_graph::difference(&fleet, &returned);
            assert!(difference.is_some_and(|difference| difference.what.contains("in the result")));
        }
    }
}

#[test]
fn text_forms_are_for_text_formats_only() {
    let (time, price) = (Timestamp(1_700_000_000_120), Decimal { unscaled: 1250, scale: 2 });
    assert_eq!(
        serde_json::to_string(&(time, price)).ok().as_deref(),
        Some(r#"["2023-11-14T22:13:20.120Z","12.50"]"#)
    );
    assert_eq!(postcard::to_stdvec(&time).ok(), postcard::to_stdvec(&time.0).ok());
    assert_eq!(postcard::to_stdvec(&price).ok(), postcard::to_stdvec(&(1250_i64, 2_u8)).ok());
}

#[test]
fn timestamps_are_read_in_every_form_of_rfc_3339() {
    for (text, milliseconds) in [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.001Z", 1),
        ("1969-12-31T23:59:59.999Z", -1),
        ("2023-11-14T23:13:20.120+01:00", 1_700_000_000_120),
    ] {
        let time = serde_json::from_value::<Timestamp>(text.into());
        assert_eq!(time.ok(), Some(Timestamp(milliseconds)), "{text}");
    }
}

#[test]
fn kinds_of_properties_stay_apart() {
    let properties = [
        (Property::Null, "null"),
        (Property::Bool(true), "true"),
        (Property::Integer(i64::MIN), "-9223372036854775808"),
        (Property::Integer(i64::MAX), "9223372036854775807"),
        (Property::Float(21.0), "21.0"),
        (Property::Text("21".into()), "\"21\""),
    ];
    for (property, text) in properties {
        assert_eq!(serde_json::to_string(&property).ok().as_deref(), Some(text));
        assert_eq!(serde_json::from_str(text).ok(), Some(property.clone()));
        assert_eq!(through_postcard(&property), property);
    }
}

#[test]
fn errors_name_what_was_expected_and_not_what_was_there() {
    fn error<T: DeserializeOwned>(text: &str) -> String {
        serde_json::from_str::<T>(text).err().expect("it must be refused").to_string()
    }
    for (error, expected) in [
        (error::<Timestamp>(r#""secret""#), "expected an RFC 3339 date and time"),
        (error::<Decimal>(r#""secret""#), "expected digits with at most one decimal point"),
        (error::<Property>("18446744073709551615"), "expected an integer of at most 63 bits"),
        (error::<Property>("[]"), "expected a boolean, a number, a text or null"),
    ] {
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains("secret") && !error.contains("18446744073709551615"), "{error}");
    }
}
