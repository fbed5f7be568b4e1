//! Text that is kept in place when it is short.
//!
//! Most texts in business objects are short: names, codes, keys of maps. A `String` costs one
//! allocation and one free for each of them, which is what reading owned values mostly waits for.
//! A [`Text`] of up to 23 bytes costs neither.
//!
//! The 24 bytes are either the bytes of the text, zeros behind them, or an address, a length and what room
//! there is behind the text; the last one says which. As it takes 25 of 256 values, an `Option<Text>` is no larger.

#![expect(unsafe_code, reason = "24 bytes hold either a text or the address of one")]

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::convert::Infallible;
use std::ffi::OsStr;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::{self, ManuallyDrop, MaybeUninit};
use std::ops::Deref;
use std::path::Path;
use std::ptr::{self, NonNull};
use std::slice;
use std::str::FromStr;

/// How many bytes fit in place.
const INLINE: usize = 23;

/// A text in 24 bytes: up to 23 bytes are kept in place, longer ones in an allocation of their own.
///
/// It is meant to be made once, read often and [assigned](Text::assign) as a whole, and compares, hashes
/// and prints as `str` does, so that maps with `Text` keys can be asked with a `&str`. What is to
/// grow piece by piece is better built as a `String`, which converts in both directions; a long one
/// without copying, unless more than half of its capacity is spare.
///
/// # Example
///
/// ```
/// use apograph_core::Text;
///
/// let short = Text::new("pump-7");
/// assert!(short.is_inline());
/// assert_eq!(short, "pump-7");
/// assert!(short.starts_with("pump"));
///
/// let long = Text::new("a text that is longer than 23 bytes");
/// assert!(!long.is_inline());
/// assert_eq!(size_of::<Option<Text>>(), 24);
/// ```
#[repr(C, align(8))]
pub struct Text {
    /// The text and zeros, or a [`Heap`] and zeros. All of them are initialised; the type is one that
    /// keeps the provenance of the address.
    bytes: [MaybeUninit<u8>; INLINE],
    tag: Tag,
}

/// The length of a text in place, or [`Tag::Heap`].
#[rustfmt::skip]
#[expect(dead_code, reason = "lengths are made from numbers")]
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Tag {
    L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11,
    L12, L13, L14, L15, L16, L17, L18, L19, L20, L21, L22, L23,
    Heap,
}

/// A text with an allocation of its own, that of a `String`.
#[derive(Clone, Copy)]
#[repr(C, packed(4))]
struct Heap {
    pointer: NonNull<u8>,
    length: usize,
    /// How many bytes more there is room for.
    spare: u32,
}

const _: () = {
    assert!(size_of::<Text>() == 24 && size_of::<Option<Text>>() == 24);
    assert!(mem::offset_of!(Text, tag) == INLINE && Tag::L23 as usize == INLINE);
    assert!(size_of::<Heap>() <= INLINE && align_of::<Heap>() <= align_of::<Text>());
};

impl Text {
    /// A text without bytes.
    ///
    /// ```
    /// # use apograph_core::Text;
    /// assert_eq!(Text::EMPTY, "");
    /// ```
    pub const EMPTY: Self = Self::inline("");

    /// A copy of a text.
    ///
    /// ```
    /// # use apograph_core::Text;
    /// assert_eq!(Text::new("name").len(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub fn new(text: &str) -> Self {
        match Short::new(text) {
            Some(short) => short.into_text(),
            None => Self::from_string(text.into()),
        }
    }

    /// A short text, also in constants.
    ///
    /// # Panics
    ///
    /// When the text is longer than 23 bytes; for a constant, at compile time.
    ///
    /// ```
    /// # use apograph_core::Text;
    /// const CLASS: Text = Text::inline("java.util.Date");
    /// assert!(CLASS.is_inline());
    /// ```
    #[must_use]
    pub const fn inline(text: &str) -> Self {
        assert!(text.len() <= INLINE, "the text is longer than 23 bytes");
        let from = text.as_bytes();
        let mut bytes = [0; 24];
        let mut index = 0;
        while index < from.len() {
            bytes[index] = from[index];
            index += 1;
        }
        bytes[INLINE] = from.len() as u8;
        // SAFETY: the last byte is a tag that stands for a length, and so many bytes before it are
        // those of a text.
        unsafe { mem::transmute::<[u8; 24], Self>(bytes) }
    }

    /// The first `length` bytes of a window.
    ///
    /// For readers that find a short text in the middle of their input: three loads, whatever its
    /// length. What lies behind the text is not kept.
    ///
    /// # Panics
    ///
    /// When `length` is more than 23.
    ///
    /// # Safety
    ///
    /// The first `length` bytes are valid UTF-8.
    ///
    /// ```
    /// # use apograph_core::Text;
    /// let input = br#"{"name":"pump","place":"hall"}"#;
    /// let window: &[u8; 24] = input[2..].first_chunk().unwrap();
    /// // SAFETY: they are ASCII.
    /// assert_eq!(unsafe { Text::from_window_unchecked(window, 4) }, "name");
    /// ```
    #[inline]
    #[must_use]
    pub unsafe fn from_window_unchecked(window: &[u8; 24], length: usize) -> Self {
        assert!(length <= INLINE, "the text is longer than 23 bytes");
        let mut last = [0; 8];
        last.copy_from_slice(&window[16..]);
        // Of a whole word all bits are kept, but never of this one: its last byte is the length.
        let bits = length.saturating_sub(16) * 8;
        let last = u64::from_le_bytes(last) & !(u64::MAX << bits) | (length as u64) << 56;
        let words = Words { first: first_of(window, length.min(16)), last: last.to_le() };
        // SAFETY: both have 24 bytes. The last one is a tag that stands for a length, and so many bytes
        // before it are those of a text, as the caller says.
        unsafe { mem::transmute::<Words, Self>(words) }
    }

    /// A text that is too long to be kept in place.
    fn from_string(mut text: String) -> Self {
        debug_assert!(text.capacity() > INLINE);
        if text.capacity() - text.len() > u32::MAX as usize {
            text = text.into_boxed_str().into();
        }
        let (length, capacity) = (text.len(), text.capacity());
        // What a vector holds is not at address zero.
        let pointer = NonNull::from(text.leak()).cast::<u8>();
        let mut new = Self { bytes: [MaybeUninit::new(0); INLINE], tag: Tag::Heap };
        new.set_heap(Heap { pointer, length, spare: (capacity - length) as u32 });
        new
    }

    /// Writes the allocation of a text that has one.
    #[inline]
    fn set_heap(&mut self, heap: Heap) {
        debug_assert!(self.tag == Tag::Heap);
        // SAFETY: the place is large enough for a `Heap`, aligned as the text is, and ours.
        unsafe { self.bytes.as_mut_ptr().cast::<Heap>().write(heap) };
    }

    /// The allocation, if it has one.
    #[inline]
    fn heap(&self) -> Option<Heap> {
        if self.tag != Tag::Heap {
            return None;
        }
        // SAFETY: the tag says that a `Heap` is there; the place is aligned as the text is.
        Some(unsafe { self.bytes.as_ptr().cast::<Heap>().read() })
    }

    /// The allocation of a text, which is left to the caller.
    #[inline]
    fn take_heap(text: ManuallyDrop<Self>) -> Option<String> {
        // SAFETY: the text is not used any more.
        text.heap().map(|heap| unsafe { heap.into_string() })
    }

    /// The words of a text, if it is short.
    #[inline]
    fn short(&self) -> Option<Short> {
        if self.tag == Tag::Heap {
            return Short::new(self);
        }
        // SAFETY: all bytes of a text are initialised, and it is aligned for words.
        let words = unsafe { ptr::from_ref(self).cast::<[u64; 3]>().read() };
        Some(Short(words.map(u64::from_le)))
    }

    /// The text.
    ///
    /// ```
    /// # use apograph_core::Text;
    /// let text = Text::new("name");
    /// assert_eq!(text.as_str(), "name");
    /// ```
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        let (pointer, length) = match self.heap() {
            Some(heap) => (heap.pointer.as_ptr().cast_const(), heap.length),
            None => (self.bytes.as_ptr().cast(), self.tag as usize),
        };
        // SAFETY: so many initialised bytes are there, and stay while the text is borrowed.
        let bytes = unsafe { slice::from_raw_parts(pointer, length) };
        // SAFETY: they were those of a text when they came, and only another text takes their place.
        unsafe { str::from_utf8_unchecked(bytes) }
    }

    /// Whether the text is kept in place: whether it has at most 23 bytes and was not
    /// [assigned](Self::assign) over a long one.
    ///
    /// ```
    /// # use apograph_core::Text;
    /// assert!(Text::new(&"a".repeat(23)).is_inline());
    /// assert!(!Text::new(&"a".repeat(24)).is_inline());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_inline(&self) -> bool {
        self.tag != Tag::Heap
    }

    /// Takes another text, over what is there.
    ///
    /// If there is an allocation in which it fits, it is copied there, be it short or long; nothing is
    /// allocated or freed then.
    ///
    /// ```
    /// # use apograph_core::Text;
    /// let mut text = Text::new("a text of more than 23 bytes, the first");
    /// let address = text.as_ptr();
    /// text.assign("a text of more than 23 bytes, the next");
    /// assert_eq!(text, "a text of more than 23 bytes, the next");
    /// assert_eq!(text.as_ptr(), address);
    /// ```
    #[inline]
    pub fn assign(&mut self, text: &str) {
        match Short::new(text) {
            // Nothing is dropped here.
            Some(short) if self.tag != Tag::Heap => {
                mem::forget(mem::replace(self, short.into_text()))
            }
            _ => self.assign_block(text),
        }
    }

    fn assign_block(&mut self, text: &str) {
        let length = text.len();
        if let Some(heap) = self.heap()
            && let Some(spare) = heap.capacity().checked_sub(length)
            && let Ok(spare) = u32::try_from(spare)
        {
            // SAFETY: the block has room for so many bytes and is borrowed mutably, so what is borrowed
            // otherwise is not in it.
            unsafe { text.as_ptr().copy_to_nonoverlapping(heap.pointer.as_ptr(), length) };
            return self.set_heap(Heap { length, spare, ..heap });
        }
        // What is assigned once is assigned again, and texts of one place differ by a few bytes.
        let mut new = String::with_capacity(length.next_multiple_of(64));
        new.push_str(text);
        *self = Self::from_string(new);
    }

    /// Mixes the bytes for a filter of keys. Texts that are equal give the same; keys made to collide do
    /// collide.
    #[inline]
    pub(crate) fn mix(&self) -> u64 {
        match self.short() {
            Some(short) => short.mix(),
            None => Self::mix_long(self.as_bytes()),
        }
    }

    /// The same of a text that is too long to be kept in place.
    pub(crate) fn mix_long(bytes: &[u8]) -> u64 {
        let word = |chunk: Option<&[u8; 8]>| chunk.map_or(0, |chunk| u64::from_le_bytes(*chunk));
        mix([word(bytes.first_chunk()), word(bytes.last_chunk()), bytes.len() as u64])
    }
}

/// The bytes of a text in place, as a text is moved: its first sixteen bytes at once. Were they written as two
/// words, each move would wait for both.
#[repr(C)]
struct Words {
    first: Block,
    last: u64,
}

#[cfg(target_arch = "x86_64")]
type Block = Unaligned<std::arch::x86_64::__m128i>;

#[cfg(not(target_arch = "x86_64"))]
type Block = Unaligned<u128>;

#[repr(C, packed(8))]
struct Unaligned<T>(T);

/// The first bytes of a window, no more than sixteen, with zeros behind them.
#[inline]
fn first_of(window: &[u8; 24], length: usize) -> Block {
    /// From the place that is so many bytes before the middle on, so many bytes are kept.
    static KEPT: [u8; 32] = {
        let mut kept = [0; 32];
        let mut at = 0;
        while at < 16 {
            kept[at] = 0xff;
            at += 1;
        }
        kept
    };
    let kept = KEPT[16 - length..].first_chunk::<16>().unwrap_or(&[0; 16]);
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_and_si128, _mm_loadu_si128};

        #[inline]
        #[target_feature(enable = "sse2")]
        fn both(window: &[u8; 24], kept: &[u8; 16]) -> __m128i {
            // SAFETY: sixteen bytes can be read, and the load needs no alignment.
            let bytes = unsafe { _mm_loadu_si128(window.as_ptr().cast()) };
            // SAFETY: as above.
            let kept = unsafe { _mm_loadu_si128(kept.as_ptr().cast()) };
            _mm_and_si128(bytes, kept)
        }

        // SAFETY: every processor of this architecture has SSE2.
        Unaligned(unsafe { both(window, kept) })
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&window[..16]);
        Unaligned(u128::from_ne_bytes(bytes) & u128::from_ne_bytes(*kept))
    }
}

impl Heap {
    #[inline]
    fn capacity(self) -> usize {
        self.length + self.spare as usize
    }

    /// # Safety
    ///
    /// It is that of a text which is not used any more.
    #[inline]
    unsafe fn into_string(self) -> String {
        // SAFETY: these are the parts of a `String` that was leaked, or its text since, and the caller is
        // the only one to have them.
        unsafe { String::from_raw_parts(self.pointer.as_ptr(), self.length, self.capacity()) }
    }
}

/// The 24 bytes of a short text as little-endian words, the length in the last byte.
///
/// They stay in registers, where a [`Text`] that is made to be compared would be written to memory by
/// words and read back by halves: loads that wait for both stores.
#[derive(Clone, Copy)]
pub(crate) struct Short([u64; 3]);

impl Short {
    /// The words of a text, if it is short.
    #[inline]
    pub(crate) fn new(text: &str) -> Option<Self> {
        let [first, second, third] = pack(text.as_bytes())?;
        Some(Self([first, second, third | (text.len() as u64) << 56]))
    }

    #[inline]
    pub(crate) fn is(self, text: &Text) -> bool {
        text.short() == Some(self)
    }

    /// See [`Text::mix`].
    #[inline]
    pub(crate) fn mix(self) -> u64 {
        mix(self.0)
    }

    #[inline]
    pub(crate) fn into_text(self) -> Text {
        debug_assert!(self.0[2] >> 56 <= INLINE as u64);
        // SAFETY: both have 24 bytes. The last one is a tag that stands for a length, and so many
        // bytes before it are those of a text: all places that make a `Short` see to that.
        unsafe { mem::transmute::<[u64; 3], Text>(self.0.map(u64::to_le)) }
    }
}

#[inline]
fn mix([first, second, third]: [u64; 3]) -> u64 {
    (first ^ second.rotate_left(23) ^ third.rotate_left(47)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl PartialEq for Short {
    /// Without a branch for each word.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let [a, b, c] = self.0;
        let [d, e, f] = other.0;
        (a ^ d) | (b ^ e) | (c ^ f) == 0
    }
}

/// The bytes of a short text as little-endian words with zeros behind them.
///
/// A few loads that may overlap take the place of a copy of so many bytes, which would be a call.
#[inline]
fn pack(bytes: &[u8]) -> Option<[u64; 3]> {
    let length = bytes.len();
    if length > INLINE {
        return None;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        let first = u64::from_le_bytes(*first);
        let Some(second) = bytes[8..].first_chunk::<8>() else {
            return Some([first, tail(last, 16 - length), 0]);
        };
        return Some([first, u64::from_le_bytes(*second), tail(last, 24 - length)]);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (length - 4));
        return Some([u64::from(u32::from_le_bytes(*first)) | last, 0, 0]);
    }
    let [Some(first), Some(last)] = [bytes.first(), bytes.last()] else { return Some([0; 3]) };
    let middle = length / 2;
    let word = u64::from(*first)
        | u64::from(bytes[middle]) << (8 * middle)
        | u64::from(*last) << (8 * (length - 1));
    Some([word, 0, 0])
}

/// What is left of eight bytes without the first `known` ones, of which there is at least one.
#[inline]
fn tail(bytes: &[u8; 8], known: usize) -> u64 {
    // In two steps, for all eight may be known.
    u64::from_le_bytes(*bytes) >> (8 * (known - 1)) >> 8
}

impl Drop for Text {
    #[inline]
    fn drop(&mut self) {
        if let Some(heap) = self.heap() {
            // SAFETY: the text is not used any more.
            drop(unsafe { heap.into_string() });
        }
    }
}

impl Clone for Text {
    #[inline]
    fn clone(&self) -> Self {
        if self.tag == Tag::Heap {
            return Self::new(self);
        }
        Self { bytes: self.bytes, tag: self.tag }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.assign(source);
    }
}

impl Default for Text {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    #[inline]
    fn as_ref(&self) -> &str {
        self
    }
}

impl AsRef<[u8]> for Text {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsRef<OsStr> for Text {
    fn as_ref(&self) -> &OsStr {
        self.as_str().as_ref()
    }
}

impl AsRef<Path> for Text {
    fn as_ref(&self) -> &Path {
        self.as_str().as_ref()
    }
}

impl Borrow<str> for Text {
    #[inline]
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for Text {
    /// Two short texts are equal if their 24 bytes are.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self.short(), other.short()) {
            (Some(short), Some(other)) => short == other,
            (None, None) => self.as_str() == other.as_str(),
            _ => false,
        }
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other)
    }
}

impl Hash for Text {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

macro_rules! equal_to {
    ($($other:ty),*) => {$(
        impl PartialEq<$other> for Text {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                self.as_str() == &other[..]
            }
        }

        impl PartialEq<Text> for $other {
            #[inline]
            fn eq(&self, other: &Text) -> bool {
                &self[..] == other.as_str()
            }
        }
    )*};
}

equal_to!(str, &str, String, Box<str>, Cow<'_, str>);

impl From<&str> for Text {
    #[inline]
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<&mut str> for Text {
    fn from(text: &mut str) -> Self {
        Self::new(text)
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        Self::new(text)
    }
}

impl From<&Self> for Text {
    #[inline]
    fn from(text: &Self) -> Self {
        text.clone()
    }
}

impl From<char> for Text {
    fn from(character: char) -> Self {
        Self::new(character.encode_utf8(&mut [0; 4]))
    }
}

impl From<Box<str>> for Text {
    /// A long text keeps its allocation.
    fn from(text: Box<str>) -> Self {
        text.into_string().into()
    }
}

impl From<String> for Text {
    /// A long text keeps its allocation, unless more than half of that is spare.
    fn from(text: String) -> Self {
        if text.len() <= INLINE {
            Self::new(&text)
        } else if text.capacity() / 2 > text.len() {
            Self::from_string(text.into_boxed_str().into())
        } else {
            Self::from_string(text)
        }
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::new(text),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl From<Text> for Box<str> {
    /// A long text keeps its allocation, but for what is spare.
    fn from(text: Text) -> Self {
        String::from(text).into()
    }
}

impl From<Text> for String {
    /// A long text keeps its allocation.
    fn from(text: Text) -> Self {
        if text.is_inline() {
            return text.as_str().into();
        }
        Text::take_heap(ManuallyDrop::new(text)).unwrap_or_default()
    }
}

impl<'a> From<&'a Text> for Cow<'a, str> {
    fn from(text: &'a Text) -> Self {
        Cow::Borrowed(text)
    }
}

impl From<Text> for Cow<'_, str> {
    fn from(text: Text) -> Self {
        Cow::Owned(text.into())
    }
}

impl FromStr for Text {
    type Err = Infallible;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::new(text))
    }
}

#[cfg(test)]
mod tests;
