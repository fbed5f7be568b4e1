//! All the ways to read one text.

use apograph_core::{Decode, Encode};
use apograph_json::{BigNumbers, DuplicateKeys, Mapper, Naming, ReadOptions, Value, WriteOptions};
use serde::{Deserialize, Serialize};

use super::random::Random;
use super::types::{record, snake};

/// A record whose fields are all offered to it one by one.
#[derive(Encode, Decode, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[apograph(crate = "apograph_core")]
struct Offered {
    #[serde(flatten)]
    record: snake::Record,
}

/// Reads a text in every way, and gives what they all say.
#[track_caller]
pub(crate) fn all_ways(
    text: &[u8],
    seed: u64,
    plans: &(Mapper, Mapper),
) -> Result<snake::Record, String> {
    let shown = String::from_utf8_lossy(text);
    let plain = apograph_json::from_slice::<snake::Record>(text).map_err(|e| e.to_string());
    let mut others: Vec<(&str, Result<snake::Record, String>)> = Vec::new();
    let mut random = Random(seed);
    let into = |target: snake::Record| {
        let mut target = target;
        apograph_json::from_slice_into(text, &mut target)
            .map(|()| target)
            .map_err(|error| error.to_string())
    };
    others.push(("into an empty one", into(snake::Record::default())));
    others.push(("into another", into(record(&mut random))));
    if let Ok(value) = &plain {
        others.push(("into the same", into(value.clone())));
    }
    others.push(("plan", plans.0.from_slice(text).map_err(|error| error.to_string())));
    let mut target = record(&mut random);
    let planned = plans.0.from_slice_into(text, &mut target);
    others.push(("plan into", planned.map(|()| target).map_err(|error| error.to_string())));
    let offered = apograph_json::from_slice::<Offered>(text);
    let mut source = apograph_json::IoReader::new(text);
    let streamed = source.read().and_then(|value| match source.next()? {
        Some(_) => Err(apograph_json::Error::message("more comes after it")),
        None => Ok(value),
    });
    // What comes after a value is found after what is wrong with its types.
    let streamed = streamed.map_err(|error| match &plain {
        Err(plain) => plain.clone(),
        Ok(_) => error.to_string(),
    });
    others.push(("of a source", streamed));
    let kept = apograph_json::from_slice::<apograph_json::RawValue>(text);
    if let Ok(kept) = &kept {
        others.push((
            "kept",
            kept.read().map_err(|error| plain.clone().err().unwrap_or(error.to_string())),
        ));
    } else {
        assert!(plain.is_err(), "{kept:?}: {shown}");
    }
    others.push(("offered", offered.map(|it| it.record).map_err(|error| error.to_string())));
    for (way, other) in others {
        match (&plain, &other) {
            (Ok(a), Ok(b)) => assert_eq!(a, b, "{way}: {shown}"),
            // The path is that of another type.
            (Err(_), Err(_)) if way == "offered" => {}
            (Err(a), Err(b)) => assert_eq!(a, b, "{way}: {shown}"),
            _ => panic!("{way}: {plain:?} is not {other:?}: {shown}"),
        }
    }
    // By way of a tree that keeps all numbers as they are, but for minus zero, which becomes a float.
    let exact = ReadOptions::new().big_numbers(BigNumbers::Exact);
    match Mapper::new().read_options(exact).from_slice::<Value>(text) {
        Ok(tree) => {
            let text = apograph_json::to_vec(&tree).expect("a tree can be written");
            let again = apograph_json::from_slice::<snake::Record>(&text);
            match (&plain, &again) {
                (Ok(a), Ok(b)) => assert_eq!(a, b, "tree: {shown}"),
                (Err(_), Err(_)) => {}
                // Of two values of a field, a tree has only the last, and what is wrong with the first is gone.
                (Err(_), Ok(_)) if has_doubles(shown.as_bytes()) => {}
                _ => {
                    assert!(shown.contains("-0"), "tree: {plain:?} is not {again:?}: {shown}");
                }
            }
        }
        Err(error) => assert!(plain.is_err(), "{error}: {shown}"),
    }
    plain
}

/// Whether some object has a name twice.
pub(crate) fn has_doubles(text: &[u8]) -> bool {
    let options = ReadOptions::new().duplicate_keys(DuplicateKeys::Error);
    Mapper::new().read_options(options).from_slice::<Value>(text).is_err()
}

/// Whether two values are the same but for the last bit of floats, which serde_json does not always get
/// right.
fn close(a: &snake::Record, b: &snake::Record) -> bool {
    let mapper = Mapper::new().write_options(WriteOptions::new().sorted_keys(true));
    let text = |value| mapper.to_string(value).expect("it can be written");
    let (a, b) = (text(a), text(b));
    let pieces = |text| str::split(text, [',', ':', '[', ']', '{', '}']);
    pieces(&a).count() == pieces(&b).count()
        && pieces(&a).zip(pieces(&b)).all(|(a, b)| match (a.parse::<f64>(), b.parse::<f64>()) {
            (Ok(x), Ok(y)) => a == b || (x - y).abs() <= x.abs() * 1e-15,
            _ => a == b,
        })
}

fn without_untagged(mut record: snake::Record) -> snake::Record {
    record.untagged.retain(|untagged| !untagged.may_be_in_an_array());
    record.inner_record = record.inner_record.map(|inner| Box::new(without_untagged(*inner)));
    record
}

/// Whether serde_json takes it; it also reads structs from arrays, which is no use to anybody.
#[track_caller]
pub(crate) fn like_serde(text: &[u8], ours: &Result<snake::Record, String>) {
    let serde = serde_json::from_slice::<snake::Record>(text).map_err(|error| error.to_string());
    let bridge = apograph_json::serde::from_slice(text).map_err(|error| error.to_string());
    agree(text, ours, &serde);
    agree(text, &bridge, &serde);
}

#[track_caller]
fn agree(text: &[u8], ours: &Result<snake::Record, String>, serde: &Result<snake::Record, String>) {
    let shown = String::from_utf8_lossy(text);
    match (ours, serde) {
        (Ok(a), Ok(b)) => {
            // Untagged variants that are structs are structs to serde in arrays as well.
            let same = || close(&without_untagged(a.clone()), &without_untagged(b.clone()));
            assert!(a == b || close(a, b) || same(), "{a:?} is not {b:?}: {shown}");
        }
        (Err(_), Err(_)) => {}
        (Ok(_), Err(serde)) => {
            // An integer may be minus zero; a second field takes the place of the first; keys that are numbers
            // may have escapes.
            let intended = shown.contains("-0")
                || has_doubles(text)
                || shown.contains("\\u") && serde.contains("expected key to be a number in quotes");
            assert!(intended, "we read what serde_json does not: {serde}: {shown}");
        }
        (Err(error), Ok(_)) => {
            // What is skipped is checked as what is read.
            let intended = error.starts_with("expected an object, found an array")
                || error.starts_with("invalid UTF-8")
                || error.starts_with("an escape for half");
            assert!(intended, "serde_json reads what we do not: {error}: {shown}");
        }
    }
}

/// With the names of the types, and with others.
pub(crate) fn mappers() -> (Mapper, Mapper) {
    (Mapper::new().naming(Naming::SnakeCase), Mapper::new().naming(Naming::CamelCase))
}
