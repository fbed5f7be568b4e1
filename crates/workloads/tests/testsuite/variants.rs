//! The variants of the subjects: the same fields in other types.

use std::borrow::Cow;

use apograph::json;
use apograph_workloads::device_state::{self, DeviceState, borrowed};
use apograph_workloads::order::{self, Order};
use apograph_workloads::{DEFAULT_SEED, order_list};

const OBJECTS: usize = 64;

#[test]
fn objects_with_texts_are_written_and_read_as_the_plain_ones() {
    for state in device_state::corpus(DEFAULT_SEED, OBJECTS) {
        let texts = device_state::text::DeviceState::from(&state);
        let written = json::to_string(&texts).expect("it can be written");
        assert_eq!(written, json::to_string(&state).expect("it can be written"));
        let read: device_state::text::DeviceState =
            json::from_str(&written).expect("it can be read");
        assert!(read.properties.keys().eq(texts.properties.keys()), "the order is the sender's");
        assert_eq!(DeviceState::from(&read), state);
    }
    for order in order::corpus(DEFAULT_SEED, OBJECTS) {
        let written = json::to_string(&order).expect("it can be written");
        let read: order::text::Order = json::from_str(&written).expect("it can be read");
        assert_eq!(json::to_string(&read).expect("it can be written"), written);
        assert_eq!(Order::from(&read), order);
    }
    let list = &order_list::corpus(DEFAULT_SEED, 1)[0][..OBJECTS];
    let written = json::to_string(list).expect("it can be written");
    let read: order_list::text::OrderList = json::from_str(&written).expect("it can be read");
    assert_eq!(json::to_string(&read).expect("it can be written"), written);
    let plain: order_list::OrderList = read.iter().map(Into::into).collect();
    assert_eq!(plain, list);
}

#[test]
fn texts_without_escapes_are_lent_by_the_input() {
    for state in device_state::corpus(DEFAULT_SEED, OBJECTS) {
        let text = json::to_string(&state).expect("it can be written");
        for read in [
            json::from_str::<borrowed::DeviceState<'_>>(&text).expect("it can be read"),
            serde_json::from_str(&text).expect("it can be read"),
        ] {
            let of_alarms = read.alarms.iter().flat_map(|alarm| [&alarm.code, &alarm.message]);
            let of_properties = read.properties.0.values().filter_map(|property| match property {
                borrowed::Property::Text(text) => Some(text),
                _ => None,
            });
            let all = [&read.device_id, &read.location.address, &read.location.region.time_zone]
                .into_iter()
                .chain(read.tags.iter().map(|tag| &tag.0))
                .chain(of_alarms)
                .chain(of_properties);
            for text in all {
                let has_escapes = text.contains(|c: char| c == '"' || c == '\\' || c < ' ');
                assert_eq!(matches!(text, Cow::Owned(_)), has_escapes, "{text}");
            }
            assert_eq!(DeviceState::from(&read), state);
        }
    }
}
