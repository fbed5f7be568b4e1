//! Any bytes under any settings, cut anywhere: the tokens are those of the whole, and so is what is wrong.

#![no_main]

use apograph_json::{Error, Event, Feeder, IoReader, ReadOptions, Reader, Value};
use libfuzzer_sys::fuzz_target;

type Tokens = (Vec<String>, Option<Error>);

fn whole(mut reader: Reader<'_>) -> Tokens {
    let mut all = Vec::new();
    loop {
        match reader.next() {
            Ok(Some(token)) => all.push(format!("{token:?}")),
            Ok(None) => return (all, None),
            Err(error) => return (all, Some(error)),
        }
    }
}

/// The pieces have the lengths that the bits of `cuts` say, over and over.
fn pieces(text: &[u8], cuts: u16) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    let lengths = (0..8).cycle().map(move |at| usize::from(cuts >> (2 * at) & 3) + 1);
    lengths.map_while(move |length| {
        let (piece, left) = rest.split_at(length.min(rest.len()));
        rest = left;
        (!piece.is_empty()).then_some(piece)
    })
}

fn fed<'p>(mut feeder: Feeder, mut pieces: impl Iterator<Item = &'p [u8]>) -> Tokens {
    let mut all = Vec::new();
    loop {
        match feeder.next() {
            Ok(Event::Token(token)) => all.push(format!("{token:?}")),
            Ok(Event::End) => return (all, None),
            Ok(Event::NeedMore) => match pieces.next() {
                Some(piece) => feeder.feed(piece).expect("it has not ended"),
                None => feeder.finish(),
            },
            Err(error) => return (all, Some(error)),
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&[settings, low, high], text)) = data.split_first_chunk::<3>() else { return };
    let is = |bit: u8| settings & (1 << bit) != 0;
    let options = ReadOptions::new()
        .comments(is(0))
        .trailing_commas(is(1))
        .single_quotes(is(2))
        .unquoted_names(is(3))
        .nan(is(4))
        .byte_order_mark(is(5));
    let mut reader = Reader::with_options(text, &options);
    let mut feeder = Feeder::with_options(&options);
    if is(6) {
        (reader, feeder) = (reader.several(), feeder.several());
    }
    let whole = whole(reader);
    let fed = fed(feeder, pieces(text, u16::from_le_bytes([low, high])));
    match (&fed.1, &whole.1) {
        (None, None) => assert_eq!(fed.0, whole.0),
        (Some(a), Some(b)) => {
            // A feeder may give a name more or a number less, for it looks at what comes after them.
            let length = fed.0.len().min(whole.0.len());
            assert!(length + 1 >= fed.0.len().max(whole.0.len()), "{fed:?} {whole:?}");
            assert_eq!(fed.0[..length], whole.0[..length]);
            assert_eq!(
                (a.offset(), a.line(), a.column(), a.is_eof()),
                (b.offset(), b.line(), b.column(), b.is_eof()),
                "{a} / {b}"
            );
        }
        _ => panic!("{fed:?} {whole:?}"),
    }
    // As a whole value, too.
    if !is(6) && whole.1.is_none() {
        let found = IoReader::with_options(text, &options).read::<Value>();
        let expected = Reader::with_options(text, &options).read::<Value>();
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(_), Err(_)) => {}
            (found, expected) => panic!("{found:?} {expected:?}"),
        }
    }
});
