//! Numbers that keep what they were read as.

use std::fmt;
use std::str::FromStr;

use crate::text::Text;

/// A number of JSON or of a binary format, in 16 bytes.
///
/// It keeps its kind: a binary format tells a 32-bit integer from a 64-bit one, and what was read as
/// one is written as one. Numbers that no primitive holds keep their text, digit for digit.
///
/// # Equality
///
/// Integers are equal by value, whatever their kinds, and so are floats. An integer never equals a
/// float, nor does a number that is kept as text equal one that is not: `1` and `1.0` are two
/// different numbers in every format. NaN equals NaN, unlike in Rust's own floats, so that equality
/// holds between a tree and its copy, and is an [`Eq`].
///
/// # Example
///
/// ```
/// use apograph_core::Number;
///
/// let number: Number = "12".parse()?;
/// assert_eq!(number.as_i64(), Some(12));
/// assert_eq!(number, Number::from(12_u8));
/// assert_ne!(number, Number::from(12.0));
///
/// // Larger than any primitive.
/// let number: Number = "123456789012345678901234567890".parse()?;
/// assert_eq!(number.as_str(), Some("123456789012345678901234567890"));
/// # Ok::<(), apograph_core::number::ParseNumberError>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

#[derive(Clone)]
enum Repr {
    I32(i32),
    I64(i64),
    U64(u64),
    F32(f32),
    F64(f64),
    /// An integer that neither `i64` nor `u64` holds. Boxed, for it is rare and 24 bytes large.
    Integer(Box<Text>),
    Decimal(Box<Text>),
}

const _: () = assert!(size_of::<Number>() <= 16);

/// What a [`Number`] was read as.
///
/// ```
/// use apograph_core::Number;
/// use apograph_core::number::NumberKind;
///
/// assert_eq!(Number::from(1_i64).kind(), NumberKind::I64);
/// assert_eq!(Number::from(1_i32).kind(), NumberKind::I32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NumberKind {
    /// A signed integer of 32 bits.
    I32,
    /// A signed integer of 64 bits.
    I64,
    /// An unsigned integer of 64 bits.
    U64,
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
    /// An integer too large for 64 bits, as text.
    Integer,
    /// A decimal number, as text.
    Decimal,
}

impl Number {
    /// Reads a number of JSON without loss: one with a fraction or an exponent keeps its text.
    ///
    /// [`FromStr`] makes a float of such a number, which is right for measured values; this is for
    /// amounts of money and the like.
    ///
    /// # Errors
    ///
    /// When the text is not a number as JSON defines it.
    ///
    /// ```
    /// use apograph_core::Number;
    /// use apograph_core::number::NumberKind;
    ///
    /// let price = Number::exact("19.90")?;
    /// assert_eq!(price.kind(), NumberKind::Decimal);
    /// assert_eq!(price.to_string(), "19.90");
    /// assert_eq!(Number::exact("19")?.as_i64(), Some(19));
    /// # Ok::<(), apograph_core::number::ParseNumberError>(())
    /// ```
    pub fn exact(text: &str) -> Result<Self, ParseNumberError> {
        match grammar(text) {
            Some(Shape::Integer) => Ok(Self::from_integer(text)),
            Some(Shape::Decimal) => Ok(Self::from_decimal(text)),
            None => Err(ParseNumberError(())),
        }
    }

    /// Digits, with or without a minus.
    fn from_integer(text: &str) -> Self {
        if text == "-0" {
            // The one integer that only a float holds.
            return Self::from(-0.0);
        }
        if let Ok(integer) = text.parse::<i64>() {
            return i32::try_from(integer).map_or(Self(Repr::I64(integer)), Self::from);
        }
        match text.parse() {
            Ok(integer) => Self(Repr::U64(integer)),
            Err(_) => Self(Repr::Integer(Box::new(Text::new(text)))),
        }
    }

    fn from_decimal(text: &str) -> Self {
        Self(Repr::Decimal(Box::new(Text::new(text))))
    }

    /// What it was read as.
    ///
    /// ```
    /// # use apograph_core::{Number, number::NumberKind};
    /// assert_eq!(Number::from(0.5_f32).kind(), NumberKind::F32);
    /// ```
    #[inline]
    #[must_use]
    pub fn kind(&self) -> NumberKind {
        match self.0 {
            Repr::I32(_) => NumberKind::I32,
            Repr::I64(_) => NumberKind::I64,
            Repr::U64(_) => NumberKind::U64,
            Repr::F32(_) => NumberKind::F32,
            Repr::F64(_) => NumberKind::F64,
            Repr::Integer(_) => NumberKind::Integer,
            Repr::Decimal(_) => NumberKind::Decimal,
        }
    }

    /// Whether it is an integer by kind, of any size. `1.0` is not.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert!(Number::from(1).is_integer());
    /// assert!(!Number::from(1.0).is_integer());
    /// ```
    #[must_use]
    pub fn is_integer(&self) -> bool {
        matches!(self.0, Repr::I32(_) | Repr::I64(_) | Repr::U64(_) | Repr::Integer(_))
    }

    /// Whether it is a float. A decimal number that is kept as text is neither float nor integer.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert!(Number::from(1.5_f32).is_float());
    /// ```
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self.0, Repr::F32(_) | Repr::F64(_))
    }

    /// The integer, if it is one that fits.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert_eq!(Number::from(-7_i64).as_i32(), Some(-7));
    /// assert_eq!(Number::from(1_i64 << 40).as_i32(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_i32(&self) -> Option<i32> {
        self.as_i64()?.try_into().ok()
    }

    /// The integer, if it is one that fits.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert_eq!(Number::from(7_u64).as_i64(), Some(7));
    /// assert_eq!(Number::from(u64::MAX).as_i64(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::I32(integer) => Some(integer.into()),
            Repr::I64(integer) => Some(integer),
            Repr::U64(integer) => integer.try_into().ok(),
            _ => None,
        }
    }

    /// The integer, if it is one that fits.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert_eq!(Number::from(7_i32).as_u64(), Some(7));
    /// assert_eq!(Number::from(-7).as_u64(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::I32(integer) => integer.try_into().ok(),
            Repr::I64(integer) => integer.try_into().ok(),
            Repr::U64(integer) => Some(integer),
            _ => None,
        }
    }

    /// The integer, if it is one that fits.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert_eq!(Number::from(i128::MAX).as_i128(), Some(i128::MAX));
    /// ```
    #[must_use]
    pub fn as_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::I32(integer) => Some((*integer).into()),
            Repr::I64(integer) => Some((*integer).into()),
            Repr::U64(integer) => Some((*integer).into()),
            Repr::Integer(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The integer, if it is one that fits.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert_eq!(Number::from(u128::MAX).as_u128(), Some(u128::MAX));
    /// ```
    #[must_use]
    pub fn as_u128(&self) -> Option<u128> {
        match &self.0 {
            Repr::Integer(text) => text.parse().ok(),
            _ => self.as_i128()?.try_into().ok(),
        }
    }

    /// The nearest float, of any number; `None` if that is infinite and the number is not.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert_eq!(Number::from(3).as_f64(), Some(3.0));
    /// assert_eq!(Number::exact("1e999").unwrap().as_f64(), None);
    /// ```
    #[inline]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is what is asked for")]
    pub fn as_f64(&self) -> Option<f64> {
        match &self.0 {
            Repr::I32(integer) => Some((*integer).into()),
            Repr::I64(integer) => Some(*integer as f64),
            Repr::U64(integer) => Some(*integer as f64),
            Repr::F32(float) => Some((*float).into()),
            Repr::F64(float) => Some(*float),
            Repr::Integer(text) | Repr::Decimal(text) => {
                text.parse().ok().filter(|float: &f64| float.is_finite())
            }
        }
    }

    /// The text of a number that is kept as one.
    ///
    /// ```
    /// # use apograph_core::Number;
    /// assert_eq!(Number::exact("0.10").unwrap().as_str(), Some("0.10"));
    /// assert_eq!(Number::from(1).as_str(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::Integer(text) | Repr::Decimal(text) => Some(text),
            _ => None,
        }
    }
}

enum Shape {
    Integer,
    Decimal,
}

/// Which kind of number a text is, as JSON defines them.
fn grammar(text: &str) -> Option<Shape> {
    fn digits(bytes: &[u8]) -> Option<&[u8]> {
        let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        (count > 0).then(|| &bytes[count..])
    }

    let bytes = text.as_bytes();
    let unsigned = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let integer = digits(unsigned)?;
    let mut rest = integer;
    if unsigned[0] == b'0' && unsigned.len() - rest.len() > 1 {
        return None;
    }
    if let [b'.', fraction @ ..] = rest {
        rest = digits(fraction)?;
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        rest = digits(
            exponent.strip_prefix(b"+").or(exponent.strip_prefix(b"-")).unwrap_or(exponent),
        )?;
    }
    match (rest.is_empty(), integer.is_empty()) {
        (true, true) => Some(Shape::Integer),
        (true, false) => Some(Shape::Decimal),
        (false, _) => None,
    }
}

impl FromStr for Number {
    type Err = ParseNumberError;

    /// Reads a number of JSON. An integer becomes the first of `i32`, `i64` and `u64` that holds it, and
    /// is kept as text beyond; `-0` is a float, as only they have it. A number with a fraction or
    /// an exponent becomes the nearest `f64`, and is kept as text where that would be infinite.
    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        match grammar(text) {
            Some(Shape::Integer) => Ok(Self::from_integer(text)),
            Some(Shape::Decimal) => match text.parse::<f64>() {
                Ok(float) if float.is_finite() => Ok(float.into()),
                _ => Ok(Self::from_decimal(text)),
            },
            None => Err(ParseNumberError(())),
        }
    }
}

/// The text is not a number.
///
/// ```
/// use apograph_core::Number;
///
/// let error = "1.".parse::<Number>().unwrap_err();
/// assert_eq!(error.to_string(), "not a number as JSON defines it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNumberError(());

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number as JSON defines it")
    }
}

impl std::error::Error for ParseNumberError {}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        let float = |number: &Self| match number.0 {
            Repr::F32(float) => Some(f64::from(float)),
            Repr::F64(float) => Some(float),
            _ => None,
        };
        match (&self.0, &other.0) {
            (Repr::I64(a), Repr::I64(b)) => a == b,
            (Repr::I32(a), Repr::I32(b)) => a == b,
            (Repr::Integer(a), Repr::Integer(b)) | (Repr::Decimal(a), Repr::Decimal(b)) => a == b,
            _ => match (float(self), float(other)) {
                (Some(a), Some(b)) => a == b || (a.is_nan() && b.is_nan()),
                (None, None) => match (self.as_i64(), other.as_i64()) {
                    (Some(a), Some(b)) => a == b,
                    (None, None) => self.as_u64().is_some() && self.as_u64() == other.as_u64(),
                    _ => false,
                },
                _ => false,
            },
        }
    }
}

impl Eq for Number {}

impl fmt::Display for Number {
    /// The digits of an integer, the shortest ones that read back as the same float (`1.0`, `1e16`),
    /// or the text. NaN and the infinities, which JSON does not have, are `NaN`, `inf` and `-inf`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::I32(integer) => integer.fmt(f),
            Repr::I64(integer) => integer.fmt(f),
            Repr::U64(integer) => integer.fmt(f),
            // std writes an exponent below 1e-4, JSON in Rust only below 1e-5.
            Repr::F32(float) if (1e-5..1e-4).contains(&float.abs()) => write!(f, "{float}"),
            Repr::F64(float) if (1e-5..1e-4).contains(&float.abs()) => write!(f, "{float}"),
            Repr::F32(float) => write!(f, "{float:?}"),
            Repr::F64(float) => write!(f, "{float:?}"),
            Repr::Integer(text) | Repr::Decimal(text) => text.fmt(f),
        }
    }
}

impl fmt::Debug for Number {
    /// `Number(1.5)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}

macro_rules! from {
    ($($kind:ident: $($type:ty),*;)*) => {$($(
        impl From<$type> for Number {
            #[inline]
            fn from(number: $type) -> Self {
                Self(Repr::$kind(number.into()))
            }
        }
    )*)*};
}

from! {
    I32: i8, u8, i16, u16, i32;
    I64: u32, i64;
    U64: u64;
    F32: f32;
    F64: f64;
}

impl From<isize> for Number {
    #[inline]
    fn from(number: isize) -> Self {
        Self(Repr::I64(number as i64))
    }
}

impl From<usize> for Number {
    #[inline]
    fn from(number: usize) -> Self {
        Self(Repr::U64(number as u64))
    }
}

impl From<i128> for Number {
    /// An `i64` or `u64` where that holds it, and a text beyond.
    fn from(number: i128) -> Self {
        if let Ok(number) = i64::try_from(number) {
            return number.into();
        }
        match u64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => Self(Repr::Integer(Box::new(number.to_string().into()))),
        }
    }
}

impl From<u128> for Number {
    /// A `u64` where that holds it, and a text beyond.
    fn from(number: u128) -> Self {
        match u64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => Self(Repr::Integer(Box::new(number.to_string().into()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<NumberKind> {
        text.parse::<Number>().ok().map(|number| number.kind())
    }

    #[test]
    fn numbers_of_json_get_the_kind_that_holds_them() {
        use NumberKind::{Decimal, F64, I32, I64, Integer, U64};
        for (text, expected) in [
            ("0", I32),
            ("-2147483648", I32),
            ("2147483648", I64),
            ("-9223372036854775808", I64),
            ("9223372036854775808", U64),
            ("18446744073709551615", U64),
            ("18446744073709551616", Integer),
            ("-9223372036854775809", Integer),
            ("-0", F64),
            ("0.5", F64),
            ("1E+2", F64),
            ("-1e-2", F64),
            ("1e-999", F64),
            ("1e999", Decimal),
        ] {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
        let zero: Number = "-0".parse().unwrap();
        assert!(zero.as_f64().unwrap().is_sign_negative());
    }

    #[test]
    fn what_json_does_not_define_is_no_number() {
        for text in [
            "", "-", "+1", "01", "-01", "00", "1.", ".5", "1.e1", "1e", "1e+", "1e+-1", " 1", "1 ",
            "0x1", "NaN", "inf", "1_0", "١", "1.5.5", "1e1e1", "--1",
        ] {
            assert!(text.parse::<Number>().is_err(), "{text:?}");
            assert!(Number::exact(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn exact_numbers_keep_every_digit() {
        for text in ["1.10", "1E400", "-0.0", "123456789012345678901234567890", "7", "-7"] {
            assert_eq!(Number::exact(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn numbers_are_equal_by_value_within_integers_and_within_floats() {
        let integers = [Number::from(7_i32), 7_i64.into(), 7_u64.into(), 7_i128.into()];
        let floats = [Number::from(7.0_f32), 7.0_f64.into()];
        for a in &integers {
            assert!(integers.iter().all(|b| a == b));
            assert!(floats.iter().all(|b| a != b));
        }
        assert_eq!(floats[0], floats[1]);
        assert_eq!(Number::from(f64::NAN), f32::NAN.into());
        assert_eq!(Number::from(0.0), (-0.0).into());
        assert_ne!(Number::from(u64::MAX), (-1).into());
        assert_ne!(Number::from(u64::MAX), u128::MAX.into());
        assert_eq!(Number::from(u64::MAX), u128::from(u64::MAX).into());
        assert_ne!(Number::exact("1.0").unwrap(), Number::exact("1.00").unwrap());
        assert_ne!(Number::exact("1.0").unwrap(), 1.0.into());
        assert_ne!(Number::from(0.1_f32), 0.1_f64.into());
    }

    #[test]
    fn numbers_are_given_as_what_holds_them() {
        let number = Number::from(i128::MIN);
        assert_eq!((number.as_i128(), number.as_u128()), (Some(i128::MIN), None));
        assert_eq!((number.as_i64(), number.as_u64()), (None, None));
        let number = Number::from(1.0);
        assert_eq!((number.as_i64(), number.as_i128(), number.as_u128()), (None, None, None));
        assert_eq!(Number::exact("2.5").unwrap().as_f64(), Some(2.5));
        assert_eq!(Number::from(usize::MAX).as_u128(), Some(usize::MAX as u128));
    }

    #[test]
    fn floats_are_written_short_and_told_from_integers() {
        for (float, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e16"),
            (0.0001, "0.0001"),
            (0.000_012_5, "0.0000125"),
            (1e-5, "0.00001"),
            (1e-6, "1e-6"),
            (1.5e300, "1.5e300"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Number::from(float).to_string(), text);
        }
        assert_eq!(Number::from(0.1_f32).to_string(), "0.1");
        assert_eq!(format!("{:?}", Number::from(2)), "Number(2)");
    }
}
