//! Any bytes, read as trees: both kinds of tree, skipping and serde_json take the same, and what was read is
//! written and read again.

#![no_main]

use apograph_core::decode::Ignored;
use apograph_json::{BigNumbers, Mapper, ReadOptions, Value, ValueRef};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let value = apograph_json::from_slice::<Value>(data);
    let borrowed = apograph_json::from_slice::<ValueRef<'_>>(data);
    match (&value, &borrowed) {
        (Ok(value), Ok(borrowed)) => assert_eq!(value, &borrowed.clone().into_owned()),
        (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
        _ => panic!("{value:?} is not {borrowed:?}"),
    }
    let ignored = apograph_json::from_slice::<Ignored>(data);
    let serde = serde_json::from_slice::<serde_json::Value>(data);
    match (&value, &serde) {
        // A depth of 128 is one more than serde_json's, and a byte order mark is passed over.
        (Ok(_), Err(error)) => assert!(
            error.to_string().starts_with("recursion limit") || data.starts_with(b"\xEF\xBB\xBF"),
            "{error}"
        ),
        (Err(error), Ok(_)) => panic!("{error}"),
        _ => {}
    }
    if let Err(error) = &ignored {
        assert!(value.is_err(), "{error}");
    }
    let exact = ReadOptions::new().big_numbers(BigNumbers::Exact);
    let exact = Mapper::new().read_options(exact).from_slice::<Value>(data);
    assert_eq!(exact.is_ok(), ignored.is_ok());
    let Ok(value) = value else { return };
    let text = apograph_json::to_vec(&value).expect("it can be written");
    assert_eq!(apograph_json::from_slice::<Value>(&text).expect("just written"), value);
    let pretty = apograph_json::to_vec_pretty(&value).expect("it can be written");
    let mut target = value.clone();
    apograph_json::from_slice_into(&pretty, &mut target).expect("just written");
    assert_eq!(target, value);
    if let Ok(exact) = exact {
        let mut target = value;
        apograph_json::from_slice_into(data, &mut target).expect("it was read before");
        let mapper = Mapper::new().read_options(ReadOptions::new().big_numbers(BigNumbers::Exact));
        let text = mapper.to_vec(&exact).expect("it can be written");
        assert_eq!(mapper.from_slice::<Value>(&text).expect("just written"), exact);
    }
});
