use super::*;

#[test]
#[cfg(target_pointer_width = "64")]
fn a_value_takes_32_bytes() {
    assert_eq!(size_of::<Value>(), 32);
    assert_eq!(size_of::<Option<Value>>(), 32);
}

#[test]
fn values_come_from_the_types_of_rust() {
    assert_eq!(Value::from(()), Value::Null);
    assert_eq!(Value::from(None::<u8>), Value::Null);
    assert_eq!(Value::from(Some("a")), "a");
    assert_eq!(Value::from('a'), "a");
    assert_eq!(Value::from(vec![1, 2]), Value::from([1, 2]));
    assert_eq!(Value::from(&[1, 2][..]), Value::from([1, 2]));
    assert_eq!((0..2).collect::<Value>(), Value::from([0, 1]));
    assert_eq!(Value::from(Map::from([("a", Value::Null)])), Value::from([("a", ())]));
    assert_eq!(Value::from(vec![1_u8]), Value::Array(vec![1.into()]));
    assert_eq!(Value::from(Box::<[u8]>::from([1])), Value::Bytes(Box::new([1])));
}

#[test]
fn values_compare_with_primitives() {
    let value = Value::from(1);
    assert!(value == 1_u64 && 1_i8 == value && value != 1.0 && value != "1" && value != true);
    let (text, truth) = (Value::from("a"), Value::from(true));
    let owned = String::from("a");
    assert_eq!(text, *"a");
    assert_eq!("a", text);
    assert_eq!(text, owned);
    assert_ne!("b", text);
    assert_eq!(truth, true);
    assert_ne!(false, truth);
    assert!(Value::from(0.5) == 0.5_f32);
}

#[test]
fn objects_are_equal_in_any_order() {
    assert_eq!(Value::from([("a", 1), ("b", 2)]), Value::from([("b", 2), ("a", 1)]));
}

#[test]
fn reading_what_is_missing_gives_null() {
    let value = Value::from([("a", [1])]);
    for missing in [&value["b"], &value["a"][1], &value["a"]["b"], &value[0], &Value::Null["a"]] {
        assert_eq!(*missing, Value::Null);
    }
    assert_eq!(value.get("b"), None);
}

#[test]
fn writing_adds_keys() {
    let mut value = Value::Null;
    value["a"]["b"] = 1.into();
    value[String::from("c")] = 2.into();
    assert_eq!(value, Value::from([("a", Value::from([("b", 1)])), ("c", 2.into())]));
}

#[test]
#[should_panic(expected = "position 1 in an array of 1 elements")]
fn writing_adds_no_elements() {
    Value::from([1])[1] = 2.into();
}

#[test]
#[should_panic(expected = "a key in what is not an object")]
fn writing_changes_no_scalars() {
    Value::from(1)["a"] = 2.into();
}

/// The examples of RFC 6901, section 5.
#[test]
fn pointers_lead_where_rfc_6901_says() {
    let mut value = Value::from([
        ("foo", Value::from(["bar", "baz"])),
        ("", 0.into()),
        ("a/b", 1.into()),
        ("c%d", 2.into()),
        ("e^f", 3.into()),
        ("g|h", 4.into()),
        ("i\\j", 5.into()),
        ("k\"l", 6.into()),
        (" ", 7.into()),
        ("m~n", 8.into()),
    ]);
    assert_eq!(value.pointer(""), Some(&value));
    assert_eq!(value.pointer("/foo"), Some(&value["foo"]));
    assert_eq!(value.pointer("/foo/0"), Some(&"bar".into()));
    let numbers = ["/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n"];
    for (number, pointer) in numbers.into_iter().enumerate() {
        assert_eq!(value.pointer(pointer), Some(&number.into()), "{pointer}");
        assert_eq!(value.pointer_mut(pointer), Some(&mut number.into()), "{pointer}");
    }
    for nowhere in ["foo", "/foo/2", "/foo/00", "/foo/+1", "/foo/-", "/foo/0/0", "/m~1n", "/x"] {
        assert_eq!(value.pointer(nowhere), None, "{nowhere}");
        assert_eq!(value.pointer_mut(nowhere), None, "{nowhere}");
    }
}

#[test]
fn a_clone_over_a_value_reuses_what_both_have() {
    let long = |letter: &str| letter.repeat(40);
    let from = Value::from([("a", Value::from([Value::from(long("a")), 1.into()]))]);
    let mut to = Value::from([("b", Value::from([Value::from(long("b")), "x".into()]))]);
    let address = to["b"][0].as_str().unwrap().as_ptr();
    to.clone_from(&from);
    assert_eq!(to, from);
    assert_eq!(to["a"][0].as_str().unwrap().as_ptr(), address);
}

#[test]
fn a_deep_value_can_be_dropped() {
    let mut value = Value::Null;
    for level in 0..300_000 {
        value = match level % 3 {
            0 => Value::from([value]),
            1 => Value::from([("a", value)]),
            _ => Tagged { class: "C".into(), value }.into(),
        };
    }
    value.drop_deep();
}

#[test]
fn values_are_printed_by_kind() {
    let value = Value::from([
        ("a", Value::from([Value::Null, true.into(), 1.into(), 1.0.into()])),
        ("b", "text".into()),
        ("c", Timestamp::from_millis(0).into()),
        ("d", Value::Bytes(Box::new([1]))),
    ]);
    assert_eq!(
        format!("{value:?}"),
        r#"Object {"a": Array [Null, Bool(true), Number(1), Number(1.0)], "#.to_owned()
            + r#""b": String("text"), "c": Timestamp(1970-01-01T00:00:00Z), "d": Bytes([1])}"#
    );
}

#[test]
fn values_can_be_sent_and_shared() {
    fn check<T: Send + Sync>() {}
    check::<Value>();
    check::<Map>();
}
