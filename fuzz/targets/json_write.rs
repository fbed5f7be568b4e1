//! Trees of any strings and numbers, written under all settings: what is written is JSON to us and to
//! serde_json, and reads as what it was.

#![no_main]

use apograph_json::{Map, Mapper, NonFinite, Number, Value, WriteOptions};
use libfuzzer_sys::fuzz_target;

/// Takes parts from the front of the input.
struct Source<'a>(&'a [u8]);

impl<'a> Source<'a> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn text(&mut self) -> String {
        let count = self.byte() % 48;
        String::from_utf8_lossy(self.bytes(count.into())).into_owned()
    }

    fn word(&mut self) -> u64 {
        let mut word = [0; 8];
        let bytes = self.bytes(8);
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.byte() % if depth < 20 { 9 } else { 7 } {
            0 => Value::Null,
            1 => Value::Bool(self.byte() & 1 != 0),
            2 => Value::Number(self.word().into()),
            3 => Value::Number(self.word().cast_signed().into()),
            4 => {
                let float = f64::from_bits(self.word());
                Value::Number(Number::from(if float.is_finite() { float } else { 0.5 }))
            }
            5 | 6 => Value::String(self.text().as_str().into()),
            7 => {
                let count = self.byte() % 6;
                Value::Array((0..count).map(|_| self.value(depth + 1)).collect())
            }
            _ => {
                let mut map = Map::new();
                for _ in 0..self.byte() % 6 {
                    let key = self.text();
                    map.insert(key.as_str(), self.value(depth + 1));
                }
                Value::Object(Box::new(map))
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut source = Source(data);
    let settings = source.byte();
    let mut options = WriteOptions::new()
        .ascii_only(settings & 1 != 0)
        .sorted_keys(settings & 2 != 0)
        .non_finite(if settings & 4 != 0 { NonFinite::Error } else { NonFinite::Null });
    if settings & 8 != 0 {
        options = options.indent("\t ");
    }
    let mapper = Mapper::new().write_options(options);
    let value = source.value(0);
    let mut buffer = b"before".to_vec();
    apograph_json::write_to(&value, &mut buffer).expect("it can be written");
    let compact = buffer.strip_prefix(b"before").expect("it is at the end");
    for text in [compact, &mapper.to_vec(&value).expect("it can be written")] {
        assert_eq!(apograph_json::from_slice::<Value>(text).expect("just written"), value);
        assert!(settings & 1 == 0 || text == compact || text.is_ascii());
        serde_json::from_slice::<serde_json::Value>(text).expect("just written");
    }
    if let Value::String(text) = &value {
        let serde = serde_json::to_vec(&**text).expect("it can be written");
        assert_eq!(compact, serde);
    }
});
