//! Numbers.

use apograph_core::decode::Fail;

use super::{Cursor, Place};
use crate::error::{ErrorKind, Expected, Found, Leniency, Limit};
use crate::read_options::BigNumbers;

/// A number of which the type is found out by reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Num<'a> {
    /// An integer that fits, `0` included; but `-0` is an `F64`, which keeps its sign.
    I64(i64),
    /// An integer beyond `i64`.
    U64(u64),
    F64(f64),
    /// What no primitive holds exactly, with [`BigNumbers::Exact`].
    Text(&'a str),
}

/// A primitive integer.
pub(crate) trait Int: Copy + TryFrom<i64> + std::str::FromStr {
    const NAME: &'static str;
    const ZERO: Self;
}

macro_rules! int {
    ($($type:ty)*) => {
        $(impl Int for $type {
            const NAME: &'static str = stringify!($type);
            const ZERO: Self = 0;
        })*
    };
}

int!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// A binary float.
pub(crate) trait Float: Copy + std::ops::Neg<Output = Self> {
    const NAME: &'static str;
    const NAN: Self;
    const INFINITY: Self;

    /// The number, where one rounding is all that it takes.
    fn exactly(decimal: &Decimal) -> Option<Self>;

    /// The nearest float to the number of a text, unless it is infinite.
    fn nearest(text: &[u8]) -> Option<Self>;
}

impl Float for f64 {
    const NAME: &'static str = "f64";
    const NAN: Self = Self::NAN;
    const INFINITY: Self = Self::INFINITY;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exactly(decimal: &Decimal) -> Option<Self> {
        static POWERS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
        ];
        if decimal.inexact || decimal.digits >> 53 != 0 {
            return None;
        }
        let power = *POWERS.get(usize::try_from(decimal.exponent.unsigned_abs()).ok()?)?;
        #[expect(clippy::cast_precision_loss, reason = "fewer than 53 bits")]
        let digits = decimal.digits as Self;
        let value = if decimal.exponent < 0 { digits / power } else { digits * power };
        Some(if decimal.negative { -value } else { value })
    }

    fn nearest(text: &[u8]) -> Option<Self> {
        fast_float2::parse(text).ok().filter(|value: &Self| value.is_finite())
    }
}

impl Float for f32 {
    const NAME: &'static str = "f32";
    const NAN: Self = Self::NAN;
    const INFINITY: Self = Self::INFINITY;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exactly(decimal: &Decimal) -> Option<Self> {
        static POWERS: [f32; 11] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];
        if decimal.inexact || decimal.digits >> 24 != 0 {
            return None;
        }
        let power = *POWERS.get(usize::try_from(decimal.exponent.unsigned_abs()).ok()?)?;
        #[expect(clippy::cast_precision_loss, reason = "no more than 24 bits")]
        let digits = decimal.digits as Self;
        let value = if decimal.exponent < 0 { digits / power } else { digits * power };
        Some(if decimal.negative { -value } else { value })
    }

    fn nearest(text: &[u8]) -> Option<Self> {
        fast_float2::parse(text).ok().filter(|value: &Self| value.is_finite())
    }
}

/// A number as it is written: `digits` times ten to the power of `exponent`.
pub(crate) struct Decimal {
    negative: bool,
    digits: u64,
    exponent: i64,
    /// Whether there were more digits than `digits` holds.
    inexact: bool,
    /// Whether there is neither a fraction nor an exponent.
    integer: bool,
    begin: Place,
}

/// As many digits as always fit a `u64`.
const MAX_DIGITS: usize = 19;

impl<'a> Cursor<'a> {
    /// An integer of any type.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn int<T: Int>(&mut self) -> Result<T, Fail> {
        if self.peek() <= b' ' {
            self.skip_space_slowly();
        }
        // In line there would be all the code twice, for compilers follow what they know of the sign.
        if self.peek() == b'-' {
            return self.negative_int();
        }
        self.int_after_sign(self.place(), false)
    }

    #[inline(never)]
    fn negative_int<T: Int>(&mut self) -> Result<T, Fail> {
        let begin = self.place();
        self.byte(b'-');
        self.int_after_sign(begin, true)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_after_sign<T: Int>(&mut self, begin: Place, negative: bool) -> Result<T, Fail> {
        let first = self.peek();
        let before = self.place();
        let value = self.digits(0);
        let count = self.distance(before);
        // One comparison for none and for too many.
        if count.wrapping_sub(1) < self.easy_digits
            && (first != b'0' || count == 1)
            && !matches!(self.peek(), b'.' | b'e' | b'E')
        {
            let value = value.cast_signed();
            if let Ok(value) = T::try_from(if negative { -value } else { value }) {
                return Ok(value);
            }
        }
        self.go_back(begin);
        self.odd_int()
    }

    /// An integer that is long, too long, or none.
    #[cold]
    #[inline(never)]
    fn odd_int<T: Int>(&mut self) -> Result<T, Fail> {
        self.skip_space();
        if !matches!(self.peek(), b'-' | b'0'..=b'9') {
            return Err(self.mismatch(Expected::Integer));
        }
        // `-Infinity` is no fault to `decimal` where it is allowed.
        let number = self.decimal().map_err(|_| self.fail(ErrorKind::NotInteger))?;
        if !number.integer {
            self.go_back(number.begin);
            return Err(self.fail(ErrorKind::NotInteger));
        }
        if number.negative && number.digits == 0 && !number.inexact {
            return Ok(T::ZERO);
        }
        let text = self.text_since(number.begin);
        text.parse().map_err(|_| self.out_of_range(number.begin, T::NAME))
    }

    #[inline]
    pub(crate) fn i64(&mut self) -> Result<i64, Fail> {
        self.int()
    }

    #[inline]
    pub(crate) fn i32(&mut self) -> Result<i32, Fail> {
        self.int()
    }

    #[inline]
    pub(crate) fn u64(&mut self) -> Result<u64, Fail> {
        self.int()
    }

    #[inline]
    pub(crate) fn i128(&mut self) -> Result<i128, Fail> {
        self.int()
    }

    #[inline]
    pub(crate) fn u128(&mut self) -> Result<u128, Fail> {
        self.int()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn f64(&mut self) -> Result<f64, Fail> {
        self.float()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn f32(&mut self) -> Result<f32, Fail> {
        self.float()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn float<T: Float>(&mut self) -> Result<T, Fail> {
        if self.peek() <= b' ' {
            self.skip_space_slowly();
        }
        match self.peek() {
            b'0'..=b'9' => {
                let number = self.decimal_after_sign(self.place(), false);
                self.rounded(number)
            }
            b'-' => self.negative_float(),
            _ => self.odd_float(),
        }
    }

    #[inline(never)]
    fn negative_float<T: Float>(&mut self) -> Result<T, Fail> {
        let number = self.decimal();
        self.rounded(number)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rounded<T: Float>(&mut self, number: Result<Decimal, Fail>) -> Result<T, Fail> {
        let Ok(number) = number else { return self.infinite() };
        match T::exactly(&number) {
            Some(value) => Ok(value),
            None => self.round(number.begin),
        }
    }

    /// Rounds the number between a place and here.
    #[inline(never)]
    fn round<T: Float>(&mut self, begin: Place) -> Result<T, Fail> {
        T::nearest(self.since(begin)).ok_or_else(|| self.out_of_range(begin, T::NAME))
    }

    /// What is no number, unless an option says so.
    #[cold]
    #[inline(never)]
    fn odd_float<T: Float>(&mut self) -> Result<T, Fail> {
        self.skip_space();
        if matches!(self.peek(), b'-' | b'0'..=b'9') {
            return self.float();
        }
        if self.options.nan {
            if self.literal(b"NaN") {
                return Ok(T::NAN);
            }
            if self.literal(b"Infinity") {
                return Ok(T::INFINITY);
            }
        }
        Err(self.mismatch(Expected::Number))
    }

    /// `-Infinity`, which [`decimal`](Self::decimal) does not take.
    #[cold]
    #[inline(never)]
    fn infinite<T: Float>(&mut self) -> Result<T, Fail> {
        if self.options.nan && self.literal(b"-Infinity") { Ok(-T::INFINITY) } else { Err(Fail) }
    }

    /// A number of any type, in one pass.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn number(&mut self) -> Result<Num<'a>, Fail> {
        if self.peek() <= b' ' {
            self.skip_space_slowly();
        }
        if !matches!(self.peek(), b'-' | b'0'..=b'9') {
            return self.odd_float().map(Num::F64);
        }
        let Ok(number) = self.decimal() else { return self.infinite().map(Num::F64) };
        if number.integer {
            if !number.inexact
                && number.digits >> 63 == 0
                && !(number.negative && number.digits == 0)
            {
                let value = number.digits.cast_signed();
                return Ok(Num::I64(if number.negative { -value } else { value }));
            }
        } else if let Some(value) = f64::exactly(&number)
            // Fewer than 16 digits always come back from an f64.
            && (self.options.big_numbers == BigNumbers::F64 || number.digits < 1_000_000_000_000_000)
        {
            return Ok(Num::F64(value));
        }
        self.odd_number(number.begin, number.integer)
    }

    /// A number between a place and here that does not fit an `i64`.
    #[inline(never)]
    fn odd_number(&mut self, begin: Place, integer: bool) -> Result<Num<'a>, Fail> {
        let text = self.text_since(begin);
        if integer && text != "-0" {
            if let Ok(value) = text.parse() {
                return Ok(Num::I64(value));
            }
            if let Ok(value) = text.parse() {
                return Ok(Num::U64(value));
            }
        }
        if self.options.big_numbers == BigNumbers::F64 {
            return self.round(begin).map(Num::F64);
        }
        // An integer stays one, even where its nearest float has the same value.
        let exact = |value: &f64| text == "-0" || !integer && same_decimal(text, *value);
        Ok(f64::nearest(text.as_bytes()).filter(exact).map_or(Num::Text(text), Num::F64))
    }

    /// A number as it stands.
    pub(crate) fn number_text(&mut self) -> Result<&'a str, Fail> {
        self.skip_space();
        let begin = self.place();
        if matches!(self.peek(), b'-' | b'0'..=b'9') {
            self.skip_number()?;
        } else {
            self.odd_float::<f64>()?;
        }
        Ok(self.text_since(begin))
    }

    /// Reads over a number, and checks it; a digit or a sign stands here.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn skip_number(&mut self) -> Result<(), Fail> {
        match self.decimal() {
            Ok(_) => Ok(()),
            Err(Fail) => self.infinite::<f64>().map(|_| ()),
        }
    }

    /// A value that begins with none of the bytes that values begin with.
    #[cold]
    #[inline(never)]
    pub(super) fn skip_odd_value(&mut self) -> Result<(), Fail> {
        if self.options.nan && matches!(self.peek(), b'N' | b'I') {
            return self.odd_float::<f64>().map(|_| ());
        }
        Err(self.mismatch(Expected::Value))
    }

    /// The grammar of numbers: the one place that knows it. On a fault nothing is taken.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decimal(&mut self) -> Result<Decimal, Fail> {
        let begin = self.place();
        let negative = self.byte(b'-');
        self.decimal_after_sign(begin, negative)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decimal_after_sign(&mut self, begin: Place, negative: bool) -> Result<Decimal, Fail> {
        let zero = self.peek() == b'0';
        let before = self.place();
        let mut digits = self.digits(0);
        let mut count = self.distance(before);
        if count == 0 || (zero && count > 1) {
            return Err(self.bad_number(begin));
        }
        let mut integer = true;
        let mut exponent = 0;
        if self.byte(b'.') {
            integer = false;
            let before = self.place();
            digits = self.digits(digits);
            let fraction = self.distance(before);
            if fraction == 0 {
                return Err(self.bad_number(begin));
            }
            count += fraction;
            exponent = -fraction.cast_signed() as i64;
        }
        if matches!(self.peek(), b'e' | b'E') {
            integer = false;
            exponent += self.exponent(begin)?;
        }
        // More than easy digits are worth a look at the limit.
        if count > self.easy_digits && self.distance(begin) > self.options.max_number_bytes {
            return Err(self.number_too_long(begin));
        }
        let inexact = count > MAX_DIGITS;
        Ok(Decimal { negative, digits, exponent, inexact, integer, begin })
    }

    /// The exponent of the number that begins at a place; its letter stands here.
    #[inline]
    fn exponent(&mut self, begin: Place) -> Result<i64, Fail> {
        // SAFETY: the letter is there.
        unsafe { self.advance(1) };
        let negative = self.byte(b'-');
        if !negative {
            self.byte(b'+');
        }
        let before = self.place();
        let mut exponent: i64 = 0;
        while let digit @ 0..=9 = self.peek().wrapping_sub(b'0') {
            // Far beyond any float, and far from an overflow.
            if exponent < 1 << 40 {
                exponent = exponent * 10 + i64::from(digit);
            }
            // SAFETY: the digit is there.
            unsafe { self.advance(1) };
        }
        if self.distance(before) == 0 {
            return Err(self.bad_number(begin));
        }
        // An exponent alone can be longer than the limit.
        if self.distance(begin) > self.options.max_number_bytes {
            return Err(self.number_too_long(begin));
        }
        Ok(if negative { -exponent } else { exponent })
    }

    /// Digits after those of `value`, which wraps around.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn digits(&mut self, value: u64) -> u64 {
        let mut value = value;
        while let Some(&chunk) = self.rest().first_chunk::<8>() {
            let word = u64::from_le_bytes(chunk) ^ 0x3030_3030_3030_3030;
            // Adding six carries ten and beyond into the upper half of their byte.
            let others = (word.wrapping_add(0x0606_0606_0606_0606) | word) & 0xF0F0_F0F0_F0F0_F0F0;
            if others == 0 {
                value = value.wrapping_mul(100_000_000).wrapping_add(eight_digits(word));
                // SAFETY: eight bytes are there.
                unsafe { self.advance(8) };
                continue;
            }
            let count = others.trailing_zeros() as usize / 8;
            // A few digits are mostly as few as before, and a branch that is foreseen costs less than
            // the wait for their number.
            if count < 4 {
                break;
            }
            let aligned = word << (64 - 8 * count);
            value = value.wrapping_mul(TENS[count]).wrapping_add(eight_digits(aligned));
            // SAFETY: no more than the eight bytes that are there.
            unsafe { self.advance(count) };
            return value;
        }
        while let digit @ 0..=9 = self.peek().wrapping_sub(b'0') {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            // SAFETY: the digit is there.
            unsafe { self.advance(1) };
        }
        value
    }

    fn text_since(&self, begin: Place) -> &'a str {
        let number = self.since(begin);
        // SAFETY: the grammar of numbers has passed only ASCII since.
        unsafe { std::str::from_utf8_unchecked(number) }
    }

    /// Records what is wrong with a number that has been read up to here.
    #[cold]
    #[inline(never)]
    fn bad_number(&mut self, begin: Place) -> Fail {
        let read = self.since(begin);
        if self.options.nan && read == b"-" && self.rest().starts_with(b"Infinity") {
            // Left to who reads floats.
            self.go_back(begin);
            return Fail;
        }
        let digits = read.strip_prefix(b"-").unwrap_or(read);
        let offset = self.offset();
        let expected = Expected::Digit;
        let (kind, offset) = match (digits, self.rest().first()) {
            ([b'0', b'0'..=b'9', ..], _) => (ErrorKind::LeadingZero, offset - digits.len()),
            (_, None) => (ErrorKind::End { expected }, offset),
            ([], Some(b'I')) if self.rest().starts_with(b"Infinity") => {
                (ErrorKind::NotAllowed(Leniency::Nan), offset - 1)
            }
            (_, Some(&byte)) => (ErrorKind::Syntax { expected, found: Found::Byte(byte) }, offset),
        };
        self.go_back(begin);
        self.fail_at(kind, offset)
    }

    #[cold]
    #[inline(never)]
    fn number_too_long(&mut self, begin: Place) -> Fail {
        self.go_back(begin);
        let allowed = self.options.max_number_bytes;
        self.fail(ErrorKind::Limit { limit: Limit::NumberBytes, allowed })
    }

    #[cold]
    #[inline(never)]
    fn out_of_range(&mut self, begin: Place, target: &'static str) -> Fail {
        self.go_back(begin);
        self.fail(ErrorKind::OutOfRange { target })
    }
}

static TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The value of eight digits, of which the first is the lowest byte: pairs, then fours, then all.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn eight_digits(digits: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let outer = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let inner = ((pairs >> 16) & PAIRS).wrapping_mul(1 + (10_000 << 32));
    outer.wrapping_add(inner) >> 32
}

/// Whether a float gives back the digits of the text, of which it can hold no more than 17.
#[cold]
fn same_decimal(text: &str, value: f64) -> bool {
    let number = normal(text);
    match number.0.len() {
        0 => true,
        count @ 1..=17 => number == normal(&format!("{value:.*e}", count - 1)),
        _ => false,
    }
}

/// The digits of a number without zeros at either end, and the power of ten of the last one.
fn normal(text: &str) -> (Vec<u8>, i64) {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    // Long exponents are those of 0 or of nothing that a float holds.
    let mut exponent: i64 = exponent.parse().unwrap_or(i64::MAX / 2);
    let digits = digits.trim_start_matches('-');
    if let Some((_, fraction)) = digits.split_once('.') {
        exponent -= fraction.len().cast_signed() as i64;
    }
    let digits: Vec<u8> = digits.bytes().filter(|&byte| byte != b'.').collect();
    let trimmed = digits.iter().rposition(|&byte| byte != b'0').map_or(0, |last| last + 1);
    if trimmed == 0 {
        return (Vec::new(), 0);
    }
    exponent += (digits.len() - trimmed).cast_signed() as i64;
    let first = digits.iter().position(|&byte| byte != b'0').unwrap_or(0);
    (digits[first..trimmed].to_vec(), exponent)
}
