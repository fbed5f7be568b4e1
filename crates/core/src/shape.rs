//! What a type is, for a format that asks.
//!
//! Each type that can be encoded or decoded describes itself once in constant memory: its kind, its
//! names, its fields. The derives write a [`Shape`] for every type; one for a type that is only met at
//! run time is built from the same parts. Names of Java classes and fields stand there as data: the
//! formats that need them look them up, the core does nothing with them.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

/// The static description of a type.
///
/// It holds no interior mutability itself, only references to it: a shape stays in read-only memory, and
/// the compiler can fold what it reads from one, such as the text of a key, into the code that writes it.
#[derive(Debug)]
pub struct Shape {
    /// What kind of value it is.
    pub kind: Kind,
    /// The name of the Rust type, without path and parameters.
    pub name: &'static str,
    /// The name of the Java class, as `Class.getName` gives it. Empty if there is none.
    pub class: &'static str,
    /// Whether that class is final, so that a stream need not name it with each value.
    pub is_final: bool,
    /// The fields of a record, in the order of their declaration.
    pub fields: &'static [Field],
    /// The indices of the fields in the order of their Java names, by UTF-16 code units.
    pub name_order: &'static [u16],
    /// The variants of an enum.
    pub variants: &'static [Variant],
    /// How the variants of an enum are told apart.
    pub tagging: Tagging,
    /// The variant that stands for all names that no other has.
    pub other: Option<u16>,
    /// The types of elements, or of keys and values.
    pub arguments: &'static [TypeRef],
    /// Finds a field, or a variant, by its name.
    pub lookup: Lookup,
    /// Whether names that no field has are an error, whatever the settings of the reader say.
    pub denies_unknown: bool,
    /// Which field followed which when last read, to guess right next time. One longer than `fields`, or
    /// empty.
    pub successors: &'static [AtomicU8],
    /// The number of the definition in this process.
    pub slot: &'static Slot,
}

impl Shape {
    /// A shape without fields, arguments and Java names: what the `..` of others begins with.
    #[must_use]
    pub const fn new(kind: Kind, name: &'static str, slot: &'static Slot) -> Self {
        Self {
            kind,
            name,
            class: "",
            is_final: false,
            fields: &[],
            name_order: &[],
            variants: &[],
            tagging: Tagging::External,
            other: None,
            arguments: &[],
            lookup: Lookup::EMPTY,
            denies_unknown: false,
            successors: &[],
            slot,
        }
    }

    /// The same with the name of a Java class that is final.
    #[must_use]
    pub const fn of_final_class(self, class: &'static str) -> Self {
        Self { class, is_final: true, ..self }
    }

    /// The same with the name of a Java class that others can extend.
    #[must_use]
    pub const fn of_class(self, class: &'static str) -> Self {
        Self { class, is_final: false, ..self }
    }

    /// The index of the field with this name or alias.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<usize> {
        self.lookup.find(
            name,
            |index| match self.fields.get(index) {
                Some(field) => field.name == name || field.aliases.contains(&name),
                None => false,
            },
            self.fields.len(),
        )
    }

    /// The index of the variant with this name or alias, or of the one that stands for all others.
    #[must_use]
    pub fn variant(&self, name: &str) -> Option<usize> {
        self.variant_named(name).or(self.other.map(usize::from))
    }

    fn variant_named(&self, name: &str) -> Option<usize> {
        self.lookup.find(
            name,
            |index| match self.variants.get(index) {
                Some(variant) => variant.name == name || variant.aliases.contains(&name),
                None => false,
            },
            self.variants.len(),
        )
    }
}

/// The shape of values of which nothing is known beforehand.
#[must_use]
pub const fn dynamic() -> &'static Shape {
    static SLOT: Slot = Slot::new();
    static DYNAMIC: Shape = Shape::new(Kind::Dynamic, "value", &SLOT).of_class("java.lang.Object");
    &DYNAMIC
}

/// The shape of bytes.
#[must_use]
pub const fn bytes() -> &'static Shape {
    static SLOT: Slot = Slot::new();
    static BYTES: Shape = Shape::new(Kind::Bytes, "bytes", &SLOT).of_final_class("[B");
    &BYTES
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of types say it all")]
pub enum Kind {
    Bool,
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
    F32,
    F64,
    Char,
    String,
    Bytes,
    /// No value at all, such as `()`.
    Unit,
    /// A value that formats write as text unless they have something better: a date, a UUID, a path.
    Formatted,
    /// A number of any length, such as a decimal.
    Number,
    Record,
    /// Values of several types, one after the other.
    Tuple,
    Sequence,
    Map,
    /// An enum none of whose variants has data.
    Enum,
    /// An enum with data.
    Union,
    /// A value that is of another kind each time.
    Dynamic,
}

/// A field of a record.
#[derive(Debug)]
pub struct Field {
    /// Its name in formats with names.
    pub name: &'static str,
    /// Its name in a Java class.
    pub java_name: &'static str,
    /// Other names that it is read under.
    pub aliases: &'static [&'static str],
    /// Its name as JSON writes it within an object: `,"name":`, with escapes where it needs them.
    pub key: &'static str,
    /// The position in the record.
    pub index: u16,
    /// What Java says about it.
    pub flags: Flags,
    /// The type of its values.
    pub shape: TypeRef,
    /// How many elements it had when last read. Behind a reference, as all that changes.
    pub learned: &'static Learned,
}

/// A variant of an enum.
#[derive(Debug)]
pub struct Variant {
    /// Its name in formats with names.
    pub name: &'static str,
    /// Other names that it is read under.
    pub aliases: &'static [&'static str],
    /// Its name as JSON writes it: `"name"`, with escapes where it needs them.
    pub quoted: &'static str,
    /// Its position in the declaration.
    pub index: u32,
    /// Whether it has no data.
    pub is_unit: bool,
    /// Written as its data alone, in an enum that is tagged otherwise.
    pub is_untagged: bool,
}

/// How the variants of an enum are told apart, with serde's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tagging {
    /// `"Name"` or `{"Name": data}`.
    External,
    /// `{"tag": "Name", …}`: a field among those of the data.
    Internal {
        /// The name of that field.
        tag: &'static str,
    },
    /// `{"tag": "Name", "content": data}`.
    Adjacent {
        /// The name of the field with the variant.
        tag: &'static str,
        /// The name of the field with the data.
        content: &'static str,
    },
    /// The data alone.
    Untagged,
}

/// A reference to the shape of another type.
#[derive(Clone, Copy, Debug)]
pub enum TypeRef {
    /// Of a type known at compile time. A function, for types can contain themselves.
    Static(fn() -> &'static Shape),
    /// Of a type built at run time.
    Built(&'static Shape),
}

impl TypeRef {
    /// The shape.
    #[inline]
    #[must_use]
    pub fn get(self) -> &'static Shape {
        match self {
            Self::Static(shape) => shape(),
            Self::Built(shape) => shape,
        }
    }
}

/// What Java says about a field beyond its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u8);

impl Flags {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// There may be no value.
    pub const NULLABLE: Self = Self(1);
    /// A number or boolean in an object of its own, such as `Integer`, that is never null.
    pub const BOXED: Self = Self(2);
    /// The declared type is `Object` or an interface, so the class is written with the value.
    pub const OBJECT: Self = Self(4);
    /// Declared without type arguments, such as a raw `List`.
    pub const NO_GENERICS: Self = Self(8);
    /// Marked as never null.
    pub const NOT_NULL: Self = Self(16);
    /// The class of the value is always the declared one.
    pub const KNOWN_CLASS: Self = Self(32);

    /// These and those.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// These and, if `condition` holds, those.
    #[must_use]
    pub const fn with_if(self, condition: bool, others: Self) -> Self {
        if condition { self.with(others) } else { self }
    }

    /// Whether all of the others are among these.
    #[must_use]
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }
}

/// The number of a definition, given when it is first asked for.
///
/// All types that one definition makes with different arguments share it: `Vec<u8>` and `Vec<String>` have
/// the same number.
#[derive(Debug)]
pub struct Slot {
    number: AtomicU32,
    written: AtomicU32,
}

static NEXT_SLOT: AtomicU32 = AtomicU32::new(1);

impl Slot {
    /// One without a number yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { number: AtomicU32::new(0), written: AtomicU32::new(0) }
    }

    /// How many bytes the last value of the type had when it was written.
    #[inline]
    #[must_use]
    pub fn written(&self) -> usize {
        self.written.load(Ordering::Relaxed) as usize
    }

    /// Remembers how many bytes a value had, with what writers want to have free behind it, and rounded up so that
    /// most of the next ones fit too.
    #[inline]
    pub fn has_written(&self, bytes: usize) {
        let bytes = u32::try_from((bytes + 64).next_multiple_of(64)).unwrap_or(u32::MAX);
        let last = self.written.load(Ordering::Relaxed);
        // Grows at once and shrinks slowly: values differ.
        let next = if bytes >= last { bytes } else { last - (last - bytes) / 8 };
        if next != last {
            self.written.store(next, Ordering::Relaxed);
        }
    }

    /// The number, from 1 on and dense, so that a vector can be indexed by it.
    #[inline]
    pub fn number(&self) -> u32 {
        match self.number.load(Ordering::Relaxed) {
            0 => self.assign(),
            number => number,
        }
    }

    #[cold]
    #[inline(never)]
    fn assign(&self) -> u32 {
        let number = NEXT_SLOT.fetch_add(1, Ordering::Relaxed);
        match self.number.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => number,
            Err(other) => other,
        }
    }
}

impl Default for Slot {
    fn default() -> Self {
        Self::new()
    }
}

/// How many elements a collection had when last read, so that the next one begins with room for as many.
#[derive(Debug)]
pub struct Learned(AtomicU16);

impl Learned {
    /// Nothing learned yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU16::new(0))
    }

    /// For how many elements of this size room should be made.
    ///
    /// As many as last time and some more, but not more than fit into what an allocator hands out
    /// quickly: a block of over 1,008 bytes takes glibc's slow path, 0.5 µs.
    #[inline]
    #[must_use]
    pub fn room(&self, element_size: usize) -> usize {
        const QUICK: usize = 1_008;
        let last = usize::from(self.0.load(Ordering::Relaxed));
        let quick = QUICK.checked_div(element_size).unwrap_or(last);
        if last <= quick { (last + last / 4).min(quick) } else { last }
    }

    /// Remembers a length, up to 4,096.
    #[inline]
    pub fn learn(&self, length: usize) {
        let length = length.min(4_096) as u16;
        let last = self.0.load(Ordering::Relaxed);
        // Grows at once and shrinks slowly. Written only on change: other threads read the same line.
        let next = if length >= last { length } else { last - (last - length).div_ceil(8) };
        if next != last {
            self.0.store(next, Ordering::Relaxed);
        }
    }
}

impl Default for Learned {
    fn default() -> Self {
        Self::new()
    }
}

/// A perfect hash of names, found when the derive runs.
#[derive(Clone, Copy, Debug)]
pub struct Lookup {
    /// What the word of a name is multiplied with.
    pub multiplier: u64,
    /// How far the product is shifted right.
    pub shift: u32,
    /// Indices of fields by what results; 255 where there is none. Empty if there is no such table.
    pub table: &'static [u8],
}

impl Lookup {
    /// No table: names are compared one after the other.
    pub const EMPTY: Self = Self { multiplier: 0, shift: 63, table: &[] };

    #[inline]
    fn find(&self, name: &str, is: impl Fn(usize) -> bool, count: usize) -> Option<usize> {
        if self.table.is_empty() {
            return (0..count).find(|&index| is(index));
        }
        let hash = key_word(name.as_bytes()).wrapping_mul(self.multiplier) >> self.shift;
        let index = usize::from(*self.table.get(usize::try_from(hash).ok()?)?);
        is(index).then_some(index)
    }
}

/// The word of a name that [`Lookup`] hashes: its first and last eight bytes and its length.
///
/// The derive computes the same for the names of fields, so the two must not differ.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn key_word(name: &[u8]) -> u64 {
    let length = name.len();
    let word = |at: usize| {
        name.get(at..).and_then(|rest| rest.first_chunk()).map(|b| u64::from_le_bytes(*b))
    };
    let half = |at: usize| {
        let bytes = name.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map(|bytes| u64::from(u32::from_le_bytes(*bytes)))
    };
    let (first, last) = if let (Some(first), Some(last)) = (word(0), word(length.wrapping_sub(8))) {
        (first, last)
    } else if let (Some(first), Some(last)) = (half(0), half(length.wrapping_sub(4))) {
        (first, last)
    } else if let (Some(&first), Some(&middle), Some(&last)) =
        (name.first(), name.get(length / 2), name.last())
    {
        (u64::from(first) | u64::from(middle) << 8 | u64::from(last) << 16, 0)
    } else {
        (0, 0)
    };
    first ^ last.rotate_left(29) ^ (length as u64) << 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_get_distinct_numbers_and_keep_them() {
        static A: Slot = Slot::new();
        static B: Slot = Slot::new();
        assert_ne!(A.number(), B.number());
        assert_eq!(A.number(), A.number());
        assert_ne!(A.number(), 0);
    }

    #[test]
    fn what_is_learned_grows_at_once_and_shrinks_slowly() {
        let learned = Learned::new();
        assert_eq!(learned.room(8), 0);
        learned.learn(20);
        assert_eq!(learned.room(8), 25);
        learned.learn(4);
        assert_eq!(learned.room(8), 18 + 4);
        (0..100).for_each(|_| learned.learn(4));
        assert_eq!(learned.room(8), 5);
    }

    #[test]
    fn what_is_learned_stays_within_a_quick_block_while_it_fits() {
        let learned = Learned::new();
        learned.learn(30);
        assert_eq!(learned.room(32), 31);
        learned.learn(40);
        assert_eq!(learned.room(32), 40);
        learned.learn(1_000_000);
        assert_eq!(learned.room(32), 4_096);
        assert_eq!(learned.room(0), 4_096);
    }

    #[test]
    fn names_are_found_without_a_table_too() {
        static SLOT: Slot = Slot::new();
        static LEARNED: Learned = Learned::new();
        const fn field(name: &'static str, aliases: &'static [&'static str], index: u16) -> Field {
            let (key, flags, learned) = ("", Flags::NONE, &LEARNED);
            let shape = TypeRef::Static(unit);
            Field { name, java_name: name, aliases, key, index, flags, shape, learned }
        }
        fn unit() -> &'static Shape {
            static UNIT: Shape = Shape::new(Kind::Unit, "()", &SLOT);
            &UNIT
        }
        static SHAPE: Shape = Shape {
            fields: &[field("first", &[], 0), field("second", &["zwei"], 1)],
            ..Shape::new(Kind::Record, "Two", &SLOT)
        };
        let found = |name| SHAPE.field(name);
        assert_eq!((found("first"), found("second"), found("zwei")), (Some(0), Some(1), Some(1)));
        assert_eq!(found("third"), None);
    }

    /// `apograph-derive` has a test with the same table.
    #[test]
    fn words_are_those_of_the_derive() {
        let words = [
            ("", 0),
            ("a", 0x0100_0000_0061_6161),
            ("id", 0x0200_0000_0064_6469),
            ("name", 0x08ad_ac2d_a56d_616e),
            ("seven77", 0x01e6_edcc_c576_6573),
            ("username", 0xa321_cf00_dec8_df58),
            ("createTime", 0xeffa_e958_cdc8_df49),
            ("a_rather_long_name_of_a_field", 0x43ae_845f_8dff_d3cc),
        ];
        for (name, word) in words {
            assert_eq!(key_word(name.as_bytes()), word, "{name}");
        }
    }

    #[test]
    fn flags_are_sets() {
        let flags = Flags::NULLABLE.with(Flags::BOXED).with_if(false, Flags::OBJECT);
        assert!(flags.has(Flags::BOXED) && flags.has(Flags::NONE) && !flags.has(Flags::OBJECT));
    }
}
