use std::fmt::{Debug, Display};

use super::*;
use crate::cursor::number::Int;
use crate::read_options::BigNumbers;

const COUNT: usize = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}

/// Reads a text that has to be read to its end.
fn read<T>(
    text: &str,
    options: &ReadOptions,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<T, Fail>,
) -> Result<T, Fail> {
    let text = allocated(text);
    let mut cursor = Cursor::new(&text, options);
    let value = read(&mut cursor);
    assert!(value.is_err() || cursor.at_end(), "{text:?}");
    value
}

#[track_caller]
fn same_as_std(text: &str) {
    let strict = ReadOptions::new();
    let f64 = text.parse().ok().filter(|value: &f64| value.is_finite()).map(f64::to_bits);
    assert_eq!(read(text, &strict, |cursor| cursor.f64()).map(f64::to_bits).ok(), f64, "{text}");
    let f32 = text.parse().ok().filter(|value: &f32| value.is_finite()).map(f32::to_bits);
    assert_eq!(read(text, &strict, |cursor| cursor.f32()).map(f32::to_bits).ok(), f32, "{text}");
    if text.contains(['.', 'e', 'E']) {
        let number = read(text, &strict, |cursor| match cursor.number()? {
            Num::F64(value) => Ok(value.to_bits()),
            other => panic!("{other:?}"),
        });
        assert_eq!(number.ok(), f64, "{text}");
    }
}

#[test]
fn hard_floats() {
    for text in [
        "0",
        "-0",
        "0.0",
        "-0.0",
        "0e5",
        "1e22",
        "1e23",
        "1e-22",
        "1e-23",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993e0",
        "9007199254740992.5",
        "9007199254740993.00000000000000000000000000000000000000001",
        "16777217",
        "16777217.0000001",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e308",
        "1e309",
        "-1e400",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.225073858507201e-308",
        "4.9406564584124654e-324",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "3.4028234663852886e38",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "1.401298464324817e-45",
        "7.006492321624085e-46",
        "7.006492321624086e-46",
        "0.1",
        "0.3",
        "123456789012345678",
        "12345678901234567890",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000000000000000000000000001",
        "1e0000000000000000000000000022",
        "1e-0000000000000000000000000022",
        "100000000000000000000000000000000000000000000e-44",
        "1.00000005960464477539062499999999999999999999999999999",
        "1.0000000596046447753906250001",
        "6929495644600919.5",
        "3.7455744005952583e15",
        "8.5e15",
        "0.5e-323",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0e99999999999999999999",
        "179769313486231580793e289",
    ] {
        same_as_std(text);
        same_as_std(&format!("-{}", text.trim_start_matches('-')));
    }
    for zeros in [1, 20, 300, 700, 900] {
        same_as_std(&format!("0.{}1", "0".repeat(zeros)));
        same_as_std(&format!("1{}", "0".repeat(zeros)));
        same_as_std(&format!("1{}.5e-{zeros}", "0".repeat(zeros)));
        same_as_std(&format!("9007199254740993.{}1", "0".repeat(zeros)));
        same_as_std(&format!("{}e-{zeros}", "123456789".repeat(zeros / 9 + 1)));
    }
}

#[test]
fn powers_of_ten() {
    for exponent in -400..=400 {
        for digits in ["1", "9", "1.5", "12345678901234567", "9007199254740991", "16777215"] {
            same_as_std(&format!("{digits}e{exponent}"));
        }
    }
}

#[test]
fn random_floats() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    for _ in 0..COUNT {
        let bits = random.next();
        let value = f64::from_bits(bits);
        if !value.is_finite() {
            continue;
        }
        same_as_std(&format!("{value:e}"));
        same_as_std(&format!("{value:.16e}"));
        same_as_std(zmij::Buffer::new().format_finite(value));
        // Numbers of everyday size, and those half way between two floats.
        #[expect(clippy::cast_precision_loss, reason = "any float will do")]
        let everyday = (bits >> 20) as f64 / 1e6;
        same_as_std(&format!("{everyday}"));
        same_as_std(&format!("{}.{:02}", bits >> 44, bits % 100));
        let odd = 1 << 53 | bits >> 11 | 1;
        same_as_std(&format!("{odd}e{}", bits % 23));
        same_as_std(&format!("{}.5", odd >> 1));
    }
}

#[track_caller]
fn borders<T>()
where
    T: Int + Display + Debug + PartialEq + TryFrom<i128>,
{
    let powers = (0..127).map(|bit| 1_i128 << bit);
    let tens = (0..38).map(|exponent| 10_i128.pow(exponent));
    let strict = ReadOptions::new();
    for base in powers.chain(tens).chain([i128::MAX]) {
        for near in [base.saturating_sub(1), base, base.saturating_add(1)] {
            for value in [near, -near] {
                let text = value.to_string();
                let expected = T::try_from(value).map_err(|_| Fail);
                assert_eq!(read(&text, &strict, |cursor| cursor.int::<T>()), expected, "{text}");
            }
        }
    }
    for text in ["-0", "0"] {
        assert_eq!(read(text, &strict, |cursor| cursor.int::<T>()), Ok(T::ZERO));
    }
    for text in
        ["1.0", "1e3", "1E3", "0.5", "-", "", "01", "-01", "\"1\"", "1e400", "1.", ".1", "+1"]
    {
        let result = Cursor::new(&allocated(text), &strict).int::<T>();
        assert_eq!(result, Err(Fail), "{text}");
    }
}

#[test]
fn integers_around_their_borders() {
    borders::<i8>();
    borders::<i16>();
    borders::<i32>();
    borders::<i64>();
    borders::<i128>();
    borders::<isize>();
    borders::<u8>();
    borders::<u16>();
    borders::<u32>();
    borders::<u64>();
    borders::<u128>();
    borders::<usize>();
    let strict = ReadOptions::new();
    let text = u128::MAX.to_string();
    assert_eq!(read(&text, &strict, |cursor| cursor.u128()), Ok(u128::MAX));
    assert_eq!(read(&format!("{text}0"), &strict, |cursor| cursor.u128()), Err(Fail));
    assert_eq!(read(&i128::MIN.to_string(), &strict, |cursor| cursor.i128()), Ok(i128::MIN));
    assert_eq!(read("-00000000", &strict, |cursor| cursor.i64()), Err(Fail));
}

#[test]
fn integers_at_every_place_in_a_document() {
    for digits in 1..=25 {
        let number = "1234567890123456789012345"[..digits].to_owned();
        for after in 0..20 {
            let text = format!("{number}{}", " ".repeat(after));
            assert_eq!(
                read(&text, &ReadOptions::new(), |cursor| cursor.i128()),
                Ok(number.parse().unwrap())
            );
            assert_eq!(
                read(&text, &ReadOptions::new(), |cursor| cursor.i64()),
                number.parse().map_err(|_| Fail)
            );
            let text = format!("{number}.{number}{}", " ".repeat(after));
            let expected: f64 = text.trim().parse().unwrap();
            assert_eq!(read(&text, &ReadOptions::new(), |cursor| cursor.f64()), Ok(expected));
        }
    }
}

#[test]
fn offsets_of_data_faults() {
    let table: &[(&str, &str, usize)] = &[
        ("  300", "OutOfRange { target: \"u8\" }", 2),
        ("  -1", "OutOfRange { target: \"u8\" }", 2),
        (" 1.5", "NotInteger", 1),
        ("null", "Type { expected: Integer, found: Null }", 0),
        (" x", "Syntax { expected: Integer, found: Byte(120) }", 1),
        (" ", "End { expected: Integer }", 1),
    ];
    for &(text, kind, offset) in table {
        let fault = fault(text, &ReadOptions::new(), |cursor| cursor.int::<u8>().map(drop));
        assert_eq!(fault, Some((kind.to_owned(), offset)), "{text}");
    }
}

#[test]
fn numbers_of_any_type() {
    let rounded = ReadOptions::new();
    let exact = ReadOptions::new().big_numbers(BigNumbers::Exact);
    let table = [
        ("0", Num::I64(0)),
        ("-1", Num::I64(-1)),
        ("9223372036854775807", Num::I64(i64::MAX)),
        ("-9223372036854775808", Num::I64(i64::MIN)),
        ("9223372036854775808", Num::U64(1 << 63)),
        ("18446744073709551615", Num::U64(u64::MAX)),
        ("10000000000000000000", Num::U64(10_000_000_000_000_000_000)),
        ("1.5", Num::F64(1.5)),
        ("0.1", Num::F64(0.1)),
        ("1e3", Num::F64(1e3)),
        ("1e23", Num::F64(1e23)),
        ("65.613616999999977", Num::F64(65.613_616_999_999_98)),
        ("0.000", Num::F64(0.0)),
        ("1.7976931348623157e308", Num::F64(f64::MAX)),
        ("100.50000000000000000000000", Num::F64(100.5)),
        ("5e-324", Num::F64(5e-324)),
    ];
    for (text, expected) in table {
        for options in [&rounded, &exact] {
            let number = Cursor::new(text.as_bytes(), options).number().map(|n| format!("{n:?}"));
            assert_eq!(number, Ok(format!("{expected:?}")), "{text}");
        }
    }
    for (text, float) in [
        ("18446744073709551616", Some(18_446_744_073_709_551_616.0)),
        ("-9223372036854775809", Some(-9_223_372_036_854_775_808.0)),
        ("0.1000000000000000000001", Some(0.1)),
        ("9007199254740993.5", Some(9_007_199_254_740_994.0)),
        ("1e-400", Some(0.0)),
        ("1e400", None),
    ] {
        assert_eq!(Cursor::new(text.as_bytes(), &exact).number(), Ok(Num::Text(text)));
        let number = Cursor::new(text.as_bytes(), &rounded).number();
        assert_eq!(number, float.map(Num::F64).ok_or(Fail), "{text}");
    }
    for options in [&rounded, &exact] {
        let Ok(Num::F64(zero)) = Cursor::new(b"-0", options).number() else { panic!("no float") };
        assert!(zero == 0.0 && zero.is_sign_negative());
    }
}

#[test]
fn texts_of_numbers() {
    let lenient = ReadOptions::lenient();
    for text in ["0", "-1.50e+05", "123456789012345678901234567890.0"] {
        assert_eq!(Cursor::new(format!(" {text} ").as_bytes(), &lenient).number_text(), Ok(text));
    }
    for text in ["NaN", "Infinity", "-Infinity"] {
        assert_eq!(Cursor::new(text.as_bytes(), &lenient).number_text(), Ok(text));
    }
    for text in ["x", "-x", "\"1\"", ""] {
        assert_eq!(Cursor::new(text.as_bytes(), &lenient).number_text(), Err(Fail));
    }
}

#[test]
fn numbers_that_are_not_finite() {
    let lenient = ReadOptions::lenient();
    let f64 = |text: &str| read(text, &lenient, |cursor| cursor.f64());
    assert!(f64("NaN").is_ok_and(f64::is_nan));
    assert_eq!(f64("/**/Infinity"), Ok(f64::INFINITY));
    assert_eq!(f64(" -Infinity"), Ok(f64::NEG_INFINITY));
    assert_eq!(f64("/**/ -1"), Ok(-1.0));
    assert_eq!(read("-Infinity", &lenient, |cursor| cursor.f32()), Ok(f32::NEG_INFINITY));
    let number = Cursor::new(b"-Infinity", &lenient).number();
    assert_eq!(number, Ok(Num::F64(f64::NEG_INFINITY)));
    let integer = |cursor: &mut Cursor<'_>| cursor.i64().map(drop);
    assert_eq!(fault("-Infinity", &lenient, integer), Some((String::from("NotInteger"), 0)));
    assert_eq!(f64("1e400"), Err(Fail));
}
