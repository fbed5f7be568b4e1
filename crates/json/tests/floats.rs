//! Every float that is written reads as the same bits, and looks as serde_json writes it.

mod support;

use apograph_json::{BigNumbers, IoReader, Mapper, ReadOptions, Value};

use support::random::Random;

/// Writes one float in all places that floats are written in, and reads it in all that they are read in.
fn same_f64(float: f64, buffer: &mut Vec<u8>) {
    buffer.clear();
    apograph_json::write_to(&float, buffer).expect("it can be written");
    let text = std::str::from_utf8(buffer).expect("it is ASCII");
    let read: f64 = apograph_json::from_str(text).expect("it can be read");
    assert_eq!(read.to_bits(), float.to_bits(), "{float:e} as {text} reads as {read:e}");
    let std: f64 = text.parse().expect("it is a number");
    assert_eq!(std.to_bits(), float.to_bits(), "{float:e} as {text}");
    let serde = serde_json::to_string(&float).expect("serde_json writes it");
    assert_eq!(text, serde);
}

fn same_f32(float: f32, buffer: &mut Vec<u8>) {
    buffer.clear();
    apograph_json::write_to(&float, buffer).expect("it can be written");
    let text = std::str::from_utf8(buffer).expect("it is ASCII");
    let read: f32 = apograph_json::from_str(text).expect("it can be read");
    assert_eq!(read.to_bits(), float.to_bits(), "{float:e} as {text} reads as {read:e}");
    let std: f32 = text.parse().expect("it is a number");
    assert_eq!(std.to_bits(), float.to_bits(), "{float:e} as {text}");
    let serde = serde_json::to_string(&float).expect("serde_json writes it");
    assert_eq!(text, serde);
}

/// In the middle of other things: there the reader has more bytes ahead of it, and other paths.
fn same_in_context(float: f64) {
    let list = vec![float, -float, float];
    let text = apograph_json::to_string(&list).expect("it can be written");
    let read: Vec<f64> = apograph_json::from_str(&text).expect("it can be read");
    let bits = |list: &[f64]| list.iter().map(|float| float.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&read), bits(&list), "{text}");
    for policy in [BigNumbers::F64, BigNumbers::Exact] {
        let options = ReadOptions::new().big_numbers(policy);
        let tree: Value =
            Mapper::new().read_options(options).from_str(&text).expect("it can be read");
        let items = tree.as_array().expect("a list");
        let read: Vec<f64> = items.iter().filter_map(|item| item.as_f64()).collect();
        assert_eq!(bits(&read), bits(&list), "{text}");
        assert_eq!(apograph_json::to_string(&tree).expect("it can be written"), text);
    }
}

fn random(count: usize) {
    let mut random = Random(7);
    let mut buffer = Vec::new();
    for _ in 0..count {
        let bits = random.next();
        let double = f64::from_bits(bits);
        if double.is_finite() {
            same_f64(double, &mut buffer);
        }
        #[expect(clippy::cast_possible_truncation, reason = "half of the bits is enough for it")]
        let single = f32::from_bits(bits as u32);
        if single.is_finite() {
            same_f32(single, &mut buffer);
        }
    }
}

#[test]
fn random_bits() {
    random(100_000);
}

#[test]
#[ignore = "takes long; to be run in release builds"]
fn ten_million_random_bits() {
    random(10_000_000);
}

/// A float with its neighbours, with either sign.
fn around(float: f64) -> impl Iterator<Item = f64> {
    let up = [float, float.next_up(), float.next_up().next_up()];
    let down = [float.next_down(), float.next_down().next_down()];
    up.into_iter().chain(down).flat_map(|float| [float, -float]).filter(|float| float.is_finite())
}

#[test]
fn powers_and_their_neighbours() {
    let mut buffer = Vec::new();
    for exponent in -324..=308 {
        let power: f64 = format!("1e{exponent}").parse().expect("it is a number");
        for digits in [1.0, 2.0, 5.0, 9.0, 9.999_999_999_999_999] {
            for float in around(power * digits) {
                same_f64(float, &mut buffer);
            }
        }
    }
    for exponent in -45..=38 {
        let power: f32 = format!("1e{exponent}").parse().expect("it is a number");
        for float in [power, power.next_up(), power.next_down(), -power] {
            same_f32(float, &mut buffer);
        }
    }
    for exponent in 0..2047_u64 {
        for float in around(f64::from_bits(exponent << 52)) {
            same_f64(float, &mut buffer);
        }
    }
    for exponent in 0..255_u32 {
        for bits in [exponent << 23, (exponent << 23) + 1, (exponent << 23).saturating_sub(1)] {
            same_f32(f32::from_bits(bits), &mut buffer);
        }
    }
}

#[test]
fn edges() {
    let mut buffer = Vec::new();
    let edges = [
        0.0,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::EPSILON,
        5e-324,
        2.225_073_858_507_201e-308,
        1e15,
        1e16,
        1e17,
        1e21,
        1e-5,
        1e-6,
        1e-7,
        9_007_199_254_740_991.0,
        9_007_199_254_740_992.0,
        9_007_199_254_740_994.0,
        18_014_398_509_481_984.0,
        9_223_372_036_854_775_807.0,
        18_446_744_073_709_551_615.0,
        0.1,
        0.2,
        0.3,
        1.0 / 3.0,
        123_456.789,
        -65.613_616_999_999_98,
        43.420_273_000_000_01,
    ];
    for edge in edges {
        for float in around(edge) {
            same_f64(float, &mut buffer);
            same_in_context(float);
        }
    }
    let mut subnormal = 1_u64;
    while subnormal < 1 << 52 {
        for bits in [subnormal, subnormal + 1, subnormal - 1, subnormal * 3 / 2] {
            same_f64(f64::from_bits(bits), &mut buffer);
        }
        subnormal *= 2;
    }
    for whole in (0..2_000_u64).map(|step| 9_007_199_254_740_992 - 1_000 + step) {
        #[expect(clippy::cast_precision_loss, reason = "that is what it is about")]
        same_f64(whole as f64, &mut buffer);
    }
}

/// As in maps: two digits, and up to 15 behind the point.
#[test]
fn coordinates() {
    let mut random = Random(11);
    let mut buffer = Vec::new();
    for _ in 0..20_000 {
        let degrees = random.pick(180);
        let digits = 1 + random.pick(15);
        let fraction = random.next() % 10_u64.pow(u32::try_from(digits).expect("a few"));
        let text = format!("{degrees}.{fraction:0digits$}");
        let float: f64 = text.parse().expect("it is a number");
        let read: f64 = apograph_json::from_str(&text).expect("it can be read");
        assert_eq!(read.to_bits(), float.to_bits(), "{text}");
        same_f64(float, &mut buffer);
        same_f64(-float, &mut buffer);
    }
}

/// Outlines of countries as maps have them, with more digits than needed: exact in every way to read them.
#[test]
fn outlines() {
    let mut random = Random(17);
    let mut number = || {
        let sign = if random.one_in(2) { "-" } else { "" };
        // Two numbers in three have the 15 digits behind the point of canada.json.
        let digits = if random.one_in(3) { 1 + random.pick(19) } else { 15 };
        let fraction = random.next() % 10_u64.pow(u32::try_from(digits).expect("a few"));
        format!("{sign}{}.{fraction:0digits$}", random.pick(180))
    };
    let outlines: Vec<Vec<[String; 2]>> = (0..40)
        .map(|outline| (0..1 + outline * 7).map(|_| [number(), number()]).collect())
        .collect();
    let expected: Vec<Vec<[u64; 2]>> = outlines
        .iter()
        .map(|outline| {
            outline.iter().map(|point| point.each_ref().map(|text| bits(text))).collect()
        })
        .collect();
    let text = format!("{outlines:?}").replace(['"', ' '], "");
    let typed = |read: Vec<Vec<[f64; 2]>>| {
        let read: Vec<Vec<[u64; 2]>> = read
            .iter()
            .map(|outline| outline.iter().map(|point| point.map(f64::to_bits)).collect())
            .collect();
        assert_eq!(read, expected);
    };
    typed(apograph_json::from_str(&text).expect("it can be read"));
    typed(apograph_json::serde::from_str(&text).expect("it can be read"));
    typed(IoReader::new(text.as_bytes()).read().expect("it can be read"));
    let mut over = vec![vec![[0.0; 2]; 90]; 30];
    apograph_json::from_slice_into(text.as_bytes(), &mut over).expect("it can be read");
    typed(over);
    let pretty = apograph_json::to_string_pretty(
        &apograph_json::from_str::<Value>(&text).expect("it can be read"),
    );
    typed(apograph_json::from_str(&pretty.expect("it can be written")).expect("it can be read"));
    let written = apograph_json::to_string(
        &apograph_json::from_str::<Vec<Vec<[f64; 2]>>>(&text).expect("it can be read"),
    );
    typed(apograph_json::from_str(&written.expect("it can be written")).expect("it can be read"));
}

fn bits(text: &str) -> u64 {
    text.parse::<f64>().expect("it is a number").to_bits()
}

/// All the digits of a float that stands between two others: the nearest even one is right.
#[test]
fn halfway() {
    let mut random = Random(13);
    let mut texts = Vec::new();
    for _ in 0..2_000 {
        // A mantissa with one bit more than there is room for.
        let mantissa = (1_u64 << 53) | (random.next() >> 11) | 1;
        let shift = random.pick(60);
        let whole = u128::from(mantissa) << shift;
        texts.push(whole.to_string());
        texts.push(format!("{}.5", mantissa >> 1));
        texts.push(format!("{whole}.{}1", "0".repeat(random.pick(300))));
        texts.push((whole - 1).to_string());
        texts.push((whole + 1).to_string());
        texts.push(format!("{whole}e{}", random.pick(200)));
        texts.push(format!("{whole}e-{}", random.pick(340)));
        texts.push(format!("0.{}{mantissa}", "0".repeat(random.pick(320))));
    }
    texts.extend(
        [
            "2.4703282292062327208e-324",
            "2.4703282292062328e-324",
            "7.4109846876186981626485318930233205854758970392148714663837852375e-324",
            "2.2250738585072011e-308",
            "2.2250738585072012e-308",
            "1.7976931348623158e308",
            "1.797693134862315807e308",
            "9007199254740993",
            "9007199254740993.0000000000000000000000000000000001",
            "0.500000000000000166533453693773481063544750213623046875",
            "3.518437208883201171875e13",
            "6.9294956446009195e15",
            "100000000000000016777215",
            "100000000000000016777216",
        ]
        .map(str::to_owned),
    );
    for text in texts {
        let std: f64 = text.parse().expect("it is a number");
        let read: f64 = apograph_json::from_str(&text).expect("it can be read");
        assert_eq!(read.to_bits(), std.to_bits(), "{text}");
        let tree: Value = apograph_json::from_str(&text).expect("it can be read");
        assert_eq!(tree.as_f64().map(f64::to_bits), Some(std.to_bits()), "{text}");
        let std: f32 = text.parse().expect("it is a number");
        match apograph_json::from_str::<f32>(&text) {
            Ok(read) => assert_eq!(read.to_bits(), std.to_bits(), "{text}"),
            Err(error) => assert!(std.is_infinite(), "{text}: {error}"),
        }
    }
}
