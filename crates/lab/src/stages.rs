//! Stages: named parts of the time, such as number formatting, that stacks are sorted into by
//! rules.
//!
//! Rules are text, see the head of `stages.rules` for their form. Those that come with apograph
//! name the parts of the crates it compares; a user can put rules for other crates before them.
//!
//! ```
//! use apograph_lab::stages::Rules;
//!
//! let own = Rules::parse("checksum <- update | finish in crc32fast")?;
//! let rules = own.then(Rules::built_in());
//! let stack = ["app::save", "crc32fast::Hasher::update", "core::slice::iter::next"];
//! assert_eq!(rules.classify(&stack), "checksum");
//! # Ok::<_, apograph_lab::stages::RuleError>(())
//! ```

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use crate::function_name::FunctionName;
use crate::results::{OTHER, StageShare};
use crate::stacks::Stack;

/// Ordered rules that give a stack its stage.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    stage: Arc<str>,
    frame: Pattern,
    after: Option<Pattern>,
}

/// Why rules cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RuleError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: RuleProblem,
}

/// What is wrong in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleProblem {
    /// There is no arrow.
    #[error("a rule is `STAGE <- FUNCTION [in PATH] [after FUNCTION [in PATH]]`, with an arrow")]
    NoArrow,
    /// Nothing stands before the arrow.
    #[error("there is no stage before `<-`")]
    NoStage,
    /// A function is missing, after the arrow, after `after` or beside a `|`.
    #[error("a function is missing")]
    NoFunction,
    /// A path is missing after `in` or beside a `|`.
    #[error("a path is missing after `in`")]
    NoPath,
    /// There are several words where one belongs.
    #[error("a function or path is one word; put `|` between several")]
    SeveralWords,
    /// `in` or `after` stands twice.
    #[error("`in` or `after` stands twice")]
    Twice,
}

impl Rules {
    /// Reads rules.
    ///
    /// # Errors
    ///
    /// The first line that is not a rule, with what is wrong in it.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let mut rules = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let rule = Rule::parse(line);
                rules.push(rule.map_err(|problem| RuleError { line: index + 1, problem })?);
            }
        }
        Ok(Self { rules })
    }

    /// The rules that come with apograph.
    pub fn built_in() -> Self {
        static BUILT_IN: LazyLock<Rules> = LazyLock::new(|| {
            // A test reads the same text and fails if it has a mistake.
            Rules::parse(include_str!("stages.rules")).unwrap_or_default()
        });
        BUILT_IN.clone()
    }

    /// These rules, and `others` where none of these matches a frame.
    #[must_use]
    pub fn then(mut self, others: Self) -> Self {
        self.rules.extend(others.rules);
        self
    }

    /// The stages that the rules name, in order of their first rule.
    pub fn stages(&self) -> Vec<&str> {
        let mut stages: Vec<&str> = Vec::new();
        for rule in &self.rules {
            if &*rule.stage != PASS && !stages.contains(&&*rule.stage) {
                stages.push(&rule.stage);
            }
        }
        stages
    }

    /// The stage of one stack, given outermost frame first; [`OTHER`] when no rule matches.
    /// For many stacks a [`Classifier`] is faster.
    pub fn classify(&self, stack: &[&str]) -> &str {
        let stack: Vec<Arc<str>> = stack.iter().map(|&name| name.into()).collect();
        self.classifier().classify(&stack)
    }

    /// Something that classifies many stacks.
    pub fn classifier(&self) -> Classifier<'_> {
        Classifier { rules: &self.rules, known: HashMap::new() }
    }
}

impl Rule {
    fn parse(line: &str) -> Result<Self, RuleProblem> {
        let (stage, pattern) = line.split_once("<-").ok_or(RuleProblem::NoArrow)?;
        let stage = stage.trim();
        if stage.is_empty() {
            return Err(RuleProblem::NoStage);
        }
        let words: Vec<&str> = pattern.split_whitespace().collect();
        let mut parts = words.split(|&word| word == "after");
        let frame = Pattern::parse(parts.next().unwrap_or_default())?;
        let after = parts.next().map(Pattern::parse).transpose()?;
        if parts.next().is_some() {
            return Err(RuleProblem::Twice);
        }
        Ok(Self { stage: stage.into(), frame, after })
    }
}

/// Matches functions by name and place.
#[derive(Clone, Debug)]
struct Pattern {
    functions: Vec<Glob>,
    /// Empty for anywhere.
    paths: Vec<String>,
}

/// The path that rules give to functions without one.
const C: &str = "C";

/// In the place of a stage: the frame is passed over.
const PASS: &str = "-";

impl Pattern {
    fn parse(words: &[&str]) -> Result<Self, RuleProblem> {
        let mut parts = words.split(|&word| word == "in");
        let functions = alternatives(parts.next().unwrap_or_default(), RuleProblem::NoFunction)?;
        let paths = match parts.next() {
            Some(words) => alternatives(words, RuleProblem::NoPath)?,
            None => Vec::new(),
        };
        if parts.next().is_some() {
            return Err(RuleProblem::Twice);
        }
        Ok(Self {
            functions: functions.into_iter().map(Glob::new).collect(),
            paths: paths.into_iter().map(str::to_owned).collect(),
        })
    }

    fn matches(&self, name: &FunctionName) -> bool {
        let path = if name.path.is_empty() { C } else { &name.path };
        let inside = |of: &String| {
            path.strip_prefix(of.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        (self.paths.is_empty() || self.paths.iter().any(inside))
            && self.functions.iter().any(|glob| glob.matches(&name.function))
    }
}

/// The words between `|`.
fn alternatives<'a>(words: &[&'a str], missing: RuleProblem) -> Result<Vec<&'a str>, RuleProblem> {
    words
        .split(|&word| word == "|")
        .map(|alternative| match alternative {
            [] => Err(missing),
            [word] => Ok(*word),
            _ => Err(RuleProblem::SeveralWords),
        })
        .collect()
}

/// A name in which `*` stands for any characters.
#[derive(Clone, Debug)]
struct Glob {
    start: String,
    /// What must come after the start, in this order; the last one at the end.
    rest: Vec<String>,
}

impl Glob {
    fn new(pattern: &str) -> Self {
        let mut parts = pattern.split('*').map(str::to_owned);
        Self { start: parts.next().unwrap_or_default(), rest: parts.collect() }
    }

    fn matches(&self, name: &str) -> bool {
        let Some(mut name) = name.strip_prefix(self.start.as_str()) else { return false };
        let Some((end, middle)) = self.rest.split_last() else { return name.is_empty() };
        for part in middle {
            match name.find(part.as_str()) {
                Some(at) => name = &name[at + part.len()..],
                None => return false,
            }
        }
        name.ends_with(end.as_str())
    }
}

/// Gives stacks their stages, remembering what it found out about each function.
#[derive(Debug)]
pub struct Classifier<'a> {
    rules: &'a [Rule],
    known: HashMap<Arc<str>, Arc<Known>>,
}

/// What is known of a function.
#[derive(Debug)]
struct Known {
    name: FunctionName,
    /// The rules that match it, up to the first that asks for nothing further out.
    rules: Vec<usize>,
}

impl<'a> Classifier<'a> {
    /// The stage of a stack, given outermost frame first; [`OTHER`] when no rule matches.
    pub fn classify(&mut self, stack: &[Arc<str>]) -> &'a str {
        for (place, frame) in stack.iter().enumerate().rev() {
            let known = self.known(frame);
            for &rule in &known.rules {
                let rule = &self.rules[rule];
                let applies = match &rule.after {
                    None => true,
                    Some(after) => {
                        stack[..place].iter().any(|outer| after.matches(&self.known(outer).name))
                    }
                };
                if applies && &*rule.stage == PASS {
                    break;
                }
                if applies {
                    return &rule.stage;
                }
            }
        }
        OTHER
    }

    /// The stage that the rules give to a frame whatever is further out, if any.
    pub fn stage_of_frame(&mut self, name: &str) -> Option<&'a str> {
        let known = self.known(&name.into());
        let rule = known.rules.iter().map(|&rule| &self.rules[rule]).find(|r| r.after.is_none());
        rule.map(|rule| &*rule.stage).filter(|&stage| stage != PASS)
    }

    /// How much of the samples falls to each stage, largest first. `ns` is the time of one
    /// operation, which the stages divide among them.
    pub fn shares(&mut self, stacks: &[Stack], ns: f64) -> Vec<StageShare> {
        let mut samples: HashMap<&str, u64> = HashMap::new();
        for stack in stacks {
            *samples.entry(self.classify(&stack.frames)).or_default() += stack.weight;
        }
        let all: u64 = samples.values().sum();
        let mut shares: Vec<StageShare> = samples
            .into_iter()
            .map(|(stage, samples)| {
                let share = samples as f64 / all.max(1) as f64;
                StageShare { stage: stage.to_owned(), samples, share, ns: share * ns }
            })
            .collect();
        shares.sort_by(|a, b| b.samples.cmp(&a.samples).then_with(|| a.stage.cmp(&b.stage)));
        shares
    }

    fn known(&mut self, name: &Arc<str>) -> Arc<Known> {
        if let Some(known) = self.known.get(name) {
            return Arc::clone(known);
        }
        let parsed = FunctionName::parse(name);
        let mut rules = Vec::new();
        for (index, rule) in self.rules.iter().enumerate() {
            if rule.frame.matches(&parsed) {
                rules.push(index);
                if rule.after.is_none() {
                    break;
                }
            }
        }
        let known = Arc::new(Known { name: parsed, rules });
        self.known.insert(Arc::clone(name), Arc::clone(&known));
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rules_can_be_read() {
        let rules = Rules::parse(include_str!("stages.rules"));
        let stages = rules.as_ref().map(Rules::stages);
        for stage in ["free", "allocate", "number format", "map insert", "harness"] {
            assert!(stages.as_ref().is_ok_and(|stages| stages.contains(&stage)), "{stages:?}");
        }
        assert_eq!(rules.map(|rules| rules.rules.len()), Ok(Rules::built_in().rules.len()));
    }

    #[test]
    fn stacks_get_their_stages() {
        let serialize = "<&mut serde_json::ser::Serializer<W,F> as serde_core::ser::Serializer>";
        let json_write = "apograph_json::write::to_vec::<a::B>";
        let json_read = "apograph_json::read::from_slice::<a::B>";
        let cases: [(&str, &[&str]); 65] = [
            ("number format", &["a::main", &format!("{serialize}::serialize_i64")]),
            ("number format", &["serde_json::ser::serialize_f64", "zmij::Buffer::format_finite"]),
            ("string escape", &[&format!("{serialize}::serialize_str")]),
            ("string escape", &["serde_json::ser::format_escaped_str_contents<W, F>"]),
            (
                "memcpy/append",
                &[
                    "serde_json::ser::format_escaped_str_contents<W, F>",
                    "alloc::vec::extend_from_slice<u8, alloc::alloc::Global>",
                    "core::ptr::copy_nonoverlapping<u8>",
                ],
            ),
            ("memcpy/append", &["serde_json::ser::to_vec", "__memmove_avx512_unaligned_erms"]),
            ("allocate", &["alloc::vec::Vec<T,A>::reserve", "malloc", "_int_malloc"]),
            ("allocate", &["serde_json::de::from_slice", "malloc", "[libc.so.6+0x9c0]"]),
            ("allocate", &["alloc::raw_vec::finish_grow", "realloc", "_int_realloc"]),
            ("free", &["core::ptr::drop_in_place<serde_json::Value>", "cfree", "_int_free"]),
            ("free", &["core::ptr::drop_in_place<alloc::vec::Vec<a::B>>"]),
            ("free", &["mi_free_block_local"]),
            ("allocate", &["mi_malloc_aligned", "_mi_page_malloc"]),
            ("allocate", &["_rjem_malloc"]),
            ("free", &["_rjem_sdallocx"]),
            (
                "string parse",
                &[
                    "<serde_json::read::SliceRead as serde_json::read::Read>::parse_str",
                    "core::slice::iter::next",
                ],
            ),
            ("number parse", &["serde_json::de::Deserializer<R>::parse_integer"]),
            ("number parse", &["serde_json::de::parse_number<R>", "core::num::dec2flt::dec2flt"]),
            ("traverse", &["serde_json::de::parse_whitespace<R>"]),
            (
                "field dispatch",
                &[
                    "serde_json::de::from_slice",
                    "<a::_::<impl serde::de::Deserialize for a::User>::deserialize::__FieldVisitor as \
                 serde_core::de::Visitor>::visit_str",
                    "core::str::traits::eq",
                ],
            ),
            (
                "string parse",
                &["<serde_core::de::impls::StringVisitor as serde_core::de::Visitor>::visit_str"],
            ),
            (
                "map insert",
                &[
                    "<a::V as serde::de::Visitor>::visit_map",
                    "alloc::collections::btree::map::BTreeMap<K,V,A>::insert",
                    "memcmp",
                ],
            ),
            (
                "clone",
                &[
                    "<alloc::collections::btree::map::BTreeMap<K,V,A> as core::clone::Clone>::clone",
                    "alloc::collections::btree::node::push<K, V>",
                ],
            ),
            (
                "traverse",
                &["serde_json::ser::to_vec", "alloc::collections::btree::node::descend<K, V>"],
            ),
            (
                "free",
                &["core::ptr::drop_in_place<M>", "alloc::collections::btree::node::descend<K, V>"],
            ),
            ("hash", &["hashbrown::map::insert", "core::hash::BuildHasher::hash_one"]),
            ("identity table", &["deepclone::Context::stored", "hashbrown::map::insert"]),
            ("identity table", &["apograph_core::copy::identity::enter"]),
            ("clone", &["a::B::operate", "apograph_core::copy::copier::run"]),
            ("map insert", &["a::f", "hashbrown::map::insert"]),
            ("reference count", &["a::f", "<alloc::sync::Arc<T> as core::clone::Clone>::clone"]),
            ("clone", &["<a::B as core::clone::Clone>::clone"]),
            ("clone", &["<alloc::string::String as core::clone::Clone>::clone"]),
            (
                "number format",
                &["postcard::ser::serializer::serialize_u32", "postcard::varint::varint_u32"],
            ),
            ("validation", &["rkyv::api::high::checked::access", "bytecheck::check_bytes"]),
            ("date text", &["a::f", "jiff::fmt::temporal::printer::print_timestamp"]),
            (
                "harness",
                &["<apograph_lab::contestant::AtWork<T,W> as R>::run", "core::hint::black_box"],
            ),
            ("traverse", &["wincode::serialize", "<a::B as wincode::SchemaWrite>::write"]),
            (
                "memcpy/append",
                &["alloc::vec::append_elements<u8>", "alloc::raw_vec::needs_to_grow"],
            ),
            ("free", &["alloc::raw_vec::drop<u8>", "alloc::raw_vec::current_memory"]),
            ("number format", &[json_write, "<apograph_json::buffer::Buffer>::u64"]),
            ("number format", &["apograph_json::digits::put_many_digits", "core::ptr::write<u64>"]),
            ("number format", &["<apograph_json::buffer::Buffer>::f64", "zmij::Buffer::format"]),
            ("string escape", &[json_write, "apograph_json::escape::copy_clean"]),
            ("string escape", &["<apograph_json::buffer::Buffer>::string"]),
            ("string parse", &["<apograph_json::cursor::Cursor>::usual_body"]),
            (
                "memcpy/append",
                &["<apograph_json::prefix::Padded as apograph_json::prefix::Prefix>::put"],
            ),
            ("field dispatch", &["apograph_core::private::read_one"]),
            ("memcpy/append", &[json_write, "<apograph_json::buffer::Buffer>::text"]),
            ("allocate", &["<apograph_json::buffer::Buffer>::grow", "realloc"]),
            ("traverse", &[json_write, "<a::B as apograph_core::encode::Record>::fields"]),
            ("number parse", &[json_read, "<apograph_json::cursor::Cursor>::int::<i64>"]),
            (
                "number parse",
                &[
                    json_read,
                    "apograph_json::cursor::number::<impl apograph_json::cursor::Cursor>::round",
                ],
            ),
            (
                "number parse",
                &["<apograph_json::cursor::Cursor>::round", "fast_float2::parse::parse_float"],
            ),
            (
                "field dispatch",
                &[
                    json_read,
                    "<apograph_json::decoder::JsonDecoder<K> as apograph_core::decode::Decoder>::key",
                ],
            ),
            ("field dispatch", &[json_read, "<apograph_core::shape::Shape>::field"]),
            ("string parse", &[json_read, "apograph_json::scan::x86_64::long_avx2"]),
            (
                "string parse",
                &["<apograph_json::cursor::Cursor>::str_body", "simdutf8::basic::from_utf8"],
            ),
            (
                "traverse",
                &["<apograph_json::cursor::Cursor>::skip_space", "apograph_json::scan::space"],
            ),
            (
                "map insert",
                &[
                    "apograph_core::decode::dynamic::fill",
                    "<apograph_core::map::filling::Filling<V>>::text",
                ],
            ),
            ("traverse", &[json_read, "<i64 as apograph_core::decode::Decode>::decode"]),
            ("date text", &[json_read, "<apograph_workloads::timestamp::Timestamp>::from_text"]),
            (OTHER, &["a::copy_by_hand", "core::mem::maybe_uninit::write<u8>"]),
            (OTHER, &["a::copy_by_hand", "core::mem::swap"]),
            (OTHER, &[]),
        ];
        let rules = Rules::built_in();
        for (stage, stack) in cases {
            assert_eq!(rules.classify(stack), stage, "{stack:?}");
        }
    }

    #[test]
    fn mistakes_in_rules_are_found_with_their_line() {
        use RuleProblem::{NoArrow, NoFunction, NoPath, NoStage, SeveralWords, Twice};
        let cases = [
            ("a <- b\n\n# c\nnot a rule", 4, NoArrow),
            (" <- b", 1, NoStage),
            ("a <-", 1, NoFunction),
            ("a <- in c", 1, NoFunction),
            ("a <- b | in c", 1, NoFunction),
            ("a <- b in", 1, NoPath),
            ("a <- b in c |", 1, NoPath),
            ("a <- b after", 1, NoFunction),
            ("\na <- b c", 2, SeveralWords),
            ("a <- b in c in d", 1, Twice),
            ("a <- b after c after d", 1, Twice),
        ];
        for (text, line, problem) in cases {
            let found = Rules::parse(text).map(|rules| rules.rules.len());
            assert_eq!(found, Err(RuleError { line, problem }), "{text}");
        }
        let message = RuleError { line: 4, problem: NoStage }.to_string();
        assert_eq!(message, "line 4: there is no stage before `<-`");
    }

    #[test]
    fn stars_stand_for_any_characters() {
        let cases = [
            ("*", "", true),
            ("*", "anything", true),
            ("a", "a", true),
            ("a", "ab", false),
            ("a*", "ab", true),
            ("*b", "ab", true),
            ("*b", "ba", false),
            ("a*c*e", "abcde", true),
            ("a*c*e", "abde", false),
            ("ab*ba", "aba", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(Glob::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn the_nearest_frame_decides_and_of_its_rules_the_first() -> Result<(), RuleError> {
        let rules = Rules::parse("one <- f in a after g\n- <- p\ntwo <- f | p\nthree <- * in b")?;
        assert_eq!(rules.classify(&["x::g", "a::f"]), "one");
        assert_eq!(rules.classify(&["x::h", "a::f"]), "two");
        assert_eq!(rules.classify(&["a::f", "b::h"]), "three");
        assert_eq!(rules.classify(&["a::f", "bb::h"]), "two");
        assert_eq!(rules.classify(&["b::h", "a::p"]), "three");
        assert_eq!(rules.classify(&["a::p"]), OTHER);
        assert_eq!(rules.stages(), ["one", "two", "three"]);
        assert_eq!(rules.classifier().stage_of_frame("a::p"), None);
        assert_eq!(rules.classifier().stage_of_frame("a::f"), Some("two"));
        assert_eq!(rules.classifier().stage_of_frame("a::g"), None);
        Ok(())
    }

    #[test]
    fn shares_divide_the_time_and_the_largest_comes_first() -> Result<(), RuleError> {
        let rules = Rules::parse("one <- f\ntwo <- g")?;
        let stack = |name: &str, weight| Stack { frames: vec![name.into()], weight };
        let shares = rules
            .classifier()
            .shares(&[stack("f", 1), stack("g", 2), stack("f", 2), stack("h", 5)], 80.0);
        let expected = [(OTHER, 5, 40.0), ("one", 3, 24.0), ("two", 2, 16.0)];
        let found: Vec<_> = shares.iter().map(|s| (s.stage.as_str(), s.samples, s.ns)).collect();
        assert_eq!(found, expected);
        Ok(())
    }
}
