//! What a reader accepts.

/// What a reader accepts, and how much of it.
///
/// By default a reader takes RFC 8259 and nothing else, within limits that keep a hostile document
/// from using up stack or memory.
///
/// ```
/// use apograph_json::ReadOptions;
///
/// const OPTIONS: ReadOptions = ReadOptions::new().max_depth(512).comments(true);
/// # let _ = OPTIONS;
/// ```
#[derive(Clone, Debug)]
pub struct ReadOptions {
    pub(crate) max_depth: usize,
    pub(crate) max_string_bytes: usize,
    pub(crate) max_number_bytes: usize,
    pub(crate) max_name_bytes: usize,
    pub(crate) max_document_bytes: usize,
    pub(crate) max_tokens: usize,
    pub(crate) comments: bool,
    pub(crate) trailing_commas: bool,
    pub(crate) single_quotes: bool,
    pub(crate) unquoted_names: bool,
    pub(crate) nan: bool,
    pub(crate) byte_order_mark: bool,
    pub(crate) duplicate_keys: DuplicateKeys,
    pub(crate) unknown_fields: UnknownFields,
    pub(crate) big_numbers: BigNumbers,
}

/// Which value counts where an object has a name more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DuplicateKeys {
    /// The last one, as in Jackson and serde_json's maps.
    ///
    /// Not so for what says which variant of an enum it is, and for its content where that stands beside it: a
    /// second one is an error, as with serde.
    #[default]
    LastWins,
    /// The first one; the others are read over.
    FirstWins,
    /// A second one is an error.
    Error,
}

/// What happens to a field that the type does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownFields {
    /// What the type says of itself.
    #[default]
    AsDeclared,
    /// It is read over, whatever the type says.
    Ignore,
    /// It is an error, whatever the type says.
    Error,
}

/// How a number is kept that goes into a tree and that neither an integer of 64 bits nor an `f64`
/// holds exactly.
///
/// An `f64` counts as exact where it gives back all the digits that were read, rounded to as many:
/// so `0.1` is exact, and so is what `%.17g` prints, but not `0.1000000000000000000001`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BigNumbers {
    /// As the nearest `f64`, as serde_json does; a number beyond its range is an error.
    #[default]
    F64,
    /// As the text that was read.
    Exact,
}

impl ReadOptions {
    /// Whether something is read that is no JSON.
    pub(crate) fn is_lenient(&self) -> bool {
        self.comments
            || self.trailing_commas
            || self.single_quotes
            || self.unquoted_names
            || self.nan
    }

    /// The same for JSON and nothing else.
    pub(crate) fn without_leniency(&self) -> Self {
        Self {
            comments: false,
            trailing_commas: false,
            single_quotes: false,
            unquoted_names: false,
            nan: false,
            ..self.clone()
        }
    }

    /// JSON and nothing else. The same as [`strict`](Self::strict) and `default()`.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_depth: 128,
            max_string_bytes: 20_000_000,
            max_number_bytes: 1_000,
            max_name_bytes: 50_000,
            max_document_bytes: usize::MAX,
            max_tokens: usize::MAX,
            comments: false,
            trailing_commas: false,
            single_quotes: false,
            unquoted_names: false,
            nan: false,
            byte_order_mark: true,
            duplicate_keys: DuplicateKeys::LastWins,
            unknown_fields: UnknownFields::AsDeclared,
            big_numbers: BigNumbers::F64,
        }
    }

    /// JSON and nothing else.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::strict();
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn strict() -> Self {
        Self::new()
    }

    /// What people write by hand: comments, trailing commas, single quotes, names without quotes,
    /// `NaN` and `Infinity`. Much of JSON5, but not its numbers (`+1`, `.5`, `0x10`) nor its escapes.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::lenient();
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn lenient() -> Self {
        Self::new()
            .comments(true)
            .trailing_commas(true)
            .single_quotes(true)
            .unquoted_names(true)
            .nan(true)
    }

    /// How deep arrays and objects may nest: 128 unless told otherwise.
    ///
    /// Reading into nested types takes stack for each level; skipping a value takes none.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().max_depth(1_000);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// How many bytes a string may have, in UTF-8 and without its quotes: 20,000,000 unless told
    /// otherwise.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().max_string_bytes(1 << 30);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn max_string_bytes(mut self, bytes: usize) -> Self {
        self.max_string_bytes = bytes;
        self
    }

    /// How many bytes a number may have: 1,000 unless told otherwise.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().max_number_bytes(100);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn max_number_bytes(mut self, bytes: usize) -> Self {
        self.max_number_bytes = bytes;
        self
    }

    /// How many bytes the name of a member may have: 50,000 unless told otherwise.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().max_name_bytes(256);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn max_name_bytes(mut self, bytes: usize) -> Self {
        self.max_name_bytes = bytes;
        self
    }

    /// How many bytes the input may have: any number unless told otherwise.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().max_document_bytes(64 * 1024);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn max_document_bytes(mut self, bytes: usize) -> Self {
        self.max_document_bytes = bytes;
        self
    }

    /// How many tokens the input may have: any number unless told otherwise. Each name, each
    /// scalar, and each of `{ } [ ]` is one.
    ///
    /// They are counted in a pass of its own before reading, so that readers without this limit do
    /// not pay for it.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().max_tokens(100_000);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn max_tokens(mut self, tokens: usize) -> Self {
        self.max_tokens = tokens;
        self
    }

    /// Whether `// …` and `/* … */` may stand where space may stand.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().comments(true); // [1, /* one */ 2]
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn comments(mut self, accept: bool) -> Self {
        self.comments = accept;
        self
    }

    /// Whether one comma may stand after the last element or member.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().trailing_commas(true); // [1, 2,]
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn trailing_commas(mut self, accept: bool) -> Self {
        self.trailing_commas = accept;
        self
    }

    /// Whether strings and names may stand in single quotes; `\'` is then an escape.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().single_quotes(true); // {'name': 'text'}
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn single_quotes(mut self, accept: bool) -> Self {
        self.single_quotes = accept;
        self
    }

    /// Whether names may stand without quotes: letters, digits, `_`, `$` and `-`.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().unquoted_names(true); // {name: 1}
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn unquoted_names(mut self, accept: bool) -> Self {
        self.unquoted_names = accept;
        self
    }

    /// Whether `NaN`, `Infinity` and `-Infinity` are numbers.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().nan(true); // [NaN, -Infinity]
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn nan(mut self, accept: bool) -> Self {
        self.nan = accept;
        self
    }

    /// Whether a byte order mark (EF BB BF) may stand before the document. It may unless told
    /// otherwise, as in Jackson; serde_json does not take one.
    ///
    /// ```
    /// # use apograph_json::ReadOptions;
    /// let options = ReadOptions::new().byte_order_mark(false);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn byte_order_mark(mut self, accept: bool) -> Self {
        self.byte_order_mark = accept;
        self
    }

    /// Which value counts where an object has a name more than once: the last one unless told
    /// otherwise.
    ///
    /// ```
    /// # use apograph_json::{DuplicateKeys, ReadOptions};
    /// let options = ReadOptions::new().duplicate_keys(DuplicateKeys::Error); // not {"a":1,"a":2}
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn duplicate_keys(mut self, policy: DuplicateKeys) -> Self {
        self.duplicate_keys = policy;
        self
    }

    /// What happens to fields that a type does not have: what the type says unless told otherwise.
    ///
    /// ```
    /// # use apograph_json::{ReadOptions, UnknownFields};
    /// let options = ReadOptions::new().unknown_fields(UnknownFields::Error);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn unknown_fields(mut self, policy: UnknownFields) -> Self {
        self.unknown_fields = policy;
        self
    }

    /// How a tree keeps a number that no primitive holds exactly: as an `f64` unless told otherwise.
    ///
    /// ```
    /// # use apograph_json::{BigNumbers, ReadOptions};
    /// let options = ReadOptions::new().big_numbers(BigNumbers::Exact); // 36893488147419103233
    /// # let _ = options;
    /// ```
    #[must_use]
    pub const fn big_numbers(mut self, policy: BigNumbers) -> Self {
        self.big_numbers = policy;
        self
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self::new()
    }
}
