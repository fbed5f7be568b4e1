//! Any bytes under any settings: what is skipped and what is read are accepted alike, and say the same.

#![no_main]

use apograph_core::decode::Ignored;
use apograph_core::{Decode, Encode};
use apograph_json::{BigNumbers, Mapper, ReadOptions, Value, ValueRef};
use libfuzzer_sys::fuzz_target;

/// What is not a field is skipped.
#[derive(Encode, Decode, Debug)]
#[apograph(crate = "apograph_core")]
struct Nothing {}

fuzz_target!(|data: &[u8]| {
    let Some((&[settings, limits], text)) = data.split_first_chunk::<2>() else { return };
    let is = |bit: u8| settings & (1 << bit) != 0;
    let mut options = ReadOptions::new()
        .big_numbers(BigNumbers::Exact)
        .comments(is(0))
        .trailing_commas(is(1))
        .single_quotes(is(2))
        .unquoted_names(is(3))
        .nan(is(4))
        .byte_order_mark(is(5));
    if is(6) {
        options = options.max_depth((limits & 15).into()).max_number_bytes((limits >> 4).into());
    }
    if is(7) {
        options =
            options.max_string_bytes((limits & 15).into()).max_name_bytes((limits >> 4).into());
    }
    let mapper = Mapper::new().read_options(options);
    let text_of = |error: apograph_json::Error| {
        let text = error.to_string();
        text.split(" ($").next().unwrap_or_default().to_owned()
    };
    let skipped = mapper.from_slice::<Ignored>(text).map(drop).map_err(text_of);
    let value = mapper.from_slice::<Value>(text).map(drop).map_err(text_of);
    let borrowed = mapper.from_slice::<ValueRef<'_>>(text).map(drop).map_err(text_of);
    assert_eq!(value, borrowed);
    assert_eq!(skipped, value);
    // An object is one to a struct without fields as well.
    if mapper.from_slice::<Nothing>(text).is_ok() {
        assert_eq!(skipped, Ok(()));
    } else if skipped.is_ok() {
        assert!(!matches!(mapper.from_slice::<Value>(text), Ok(Value::Object(_))));
    }
});
