//! How JSON is written.

/// How deep values may be nested where no option says so.
pub(crate) const MAX_DEPTH: usize = 500;

/// How values are written. The default is compact and byte for byte what serde_json writes.
///
/// ```
/// use apograph_json::{Mapper, WriteOptions};
///
/// let mapper = Mapper::new().write_options(WriteOptions::new().ascii_only(true));
/// assert_eq!(mapper.to_string("Köln")?, r#""K\u00f6ln""#);
/// # Ok::<(), apograph_json::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct WriteOptions {
    pub(crate) indent: Option<String>,
    pub(crate) ascii_only: bool,
    pub(crate) sorted_keys: bool,
    pub(crate) inclusion: Inclusion,
    pub(crate) non_finite: NonFinite,
    pub(crate) integers: Integers,
    pub(crate) whole_floats: WholeFloats,
    pub(crate) max_depth: usize,
}

/// Which fields are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inclusion {
    /// All.
    #[default]
    Always,
    /// Those that are not null.
    NonNull,
    /// Those that are neither null nor an empty string, sequence or map.
    NonEmpty,
}

/// How infinities and NaN are written, which JSON does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NonFinite {
    /// `null`.
    #[default]
    Null,
    /// Not at all: writing fails.
    Error,
    /// `"NaN"`, `"Infinity"` and `"-Infinity"`.
    String,
    /// `NaN`, `Infinity` and `-Infinity`: no JSON, but many programs read it.
    Literal,
}

/// How integers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Integers {
    /// As numbers.
    #[default]
    Number,
    /// As strings where JavaScript could not hold them: beyond ±(2⁵³ − 1).
    StringBeyondDouble,
    /// As strings.
    String,
}

/// How floats are written that are whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WholeFloats {
    /// With a fraction: `1.0`.
    #[default]
    Fraction,
    /// As integers, where that is exact: `1`.
    Integer,
}

impl WriteOptions {
    /// Compact, as serde_json writes.
    pub const fn new() -> Self {
        Self {
            indent: None,
            ascii_only: false,
            sorted_keys: false,
            inclusion: Inclusion::Always,
            non_finite: NonFinite::Null,
            integers: Integers::Number,
            whole_floats: WholeFloats::Fraction,
            max_depth: MAX_DEPTH,
        }
    }

    /// A line for each element and field, indented by two spaces for each level.
    pub fn pretty() -> Self {
        Self::new().indent("  ")
    }

    /// A line for each element and field, indented by this for each level. Spaces and tabs only; anything
    /// else would be no JSON, and is taken out.
    pub fn indent(mut self, indent: &str) -> Self {
        self.indent = Some(indent.chars().filter(|c| matches!(c, ' ' | '\t')).collect());
        self
    }

    /// Whether all characters beyond ASCII are written as escapes. Off.
    pub const fn ascii_only(mut self, on: bool) -> Self {
        self.ascii_only = on;
        self
    }

    /// Whether fields and keys are written in the order of their names, by UTF-16 code units as Java sorts.
    /// Off.
    pub const fn sorted_keys(mut self, on: bool) -> Self {
        self.sorted_keys = on;
        self
    }

    /// Which fields are written. All.
    pub const fn inclusion(mut self, inclusion: Inclusion) -> Self {
        self.inclusion = inclusion;
        self
    }

    /// How infinities and NaN are written. As null.
    pub const fn non_finite(mut self, non_finite: NonFinite) -> Self {
        self.non_finite = non_finite;
        self
    }

    /// How integers are written. As numbers.
    pub const fn integers(mut self, integers: Integers) -> Self {
        self.integers = integers;
        self
    }

    /// How floats that are whole numbers are written. With a fraction.
    pub const fn whole_floats(mut self, whole_floats: WholeFloats) -> Self {
        self.whole_floats = whole_floats;
        self
    }

    /// How deep values may be nested. 500: each level takes stack, and in a debug build several kilobytes for a
    /// large struct.
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self::new()
    }
}
