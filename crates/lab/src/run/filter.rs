//! Which subjects and contestants a run takes.

use crate::identifier::ContestantId;
use crate::subject::Experiment;

/// An experiment with the places of the contestants that are wanted.
pub type Chosen<'a> = (&'a dyn Experiment, Vec<usize>);

/// Patterns for subjects and contestants; without patterns, everything is taken but what is there on
/// request.
///
/// A contestant's pattern is a whole identifier, the first parts of one (`encode`,
/// `encode/serde_json`), a name alone (`serde_json`), or any of these with `*` for any text; with `=` before
/// it (`=encode/serde_json`), only a whole identifier. Subjects are named in full, or with `*`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    subjects: Vec<String>,
    contestants: Vec<String>,
    texts: Vec<String>,
    names: Vec<String>,
    wanted: Vec<ContestantId>,
}

impl Filter {
    /// A filter from patterns.
    pub fn new(
        subjects: impl IntoIterator<Item = String>,
        contestants: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            subjects: subjects.into_iter().collect(),
            contestants: contestants.into_iter().collect(),
            texts: Vec::new(),
            names: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// Restricts it to contestants whose `SUBJECT.OPERATION/NAME[/VARIANT]` holds one of some
    /// texts, as the filters of `cargo bench` do.
    #[must_use]
    pub fn containing(mut self, texts: impl IntoIterator<Item = String>) -> Self {
        self.texts.extend(texts);
        self
    }

    /// Restricts it to contestants whose `SUBJECT.OPERATION/NAME[/VARIANT]` is one of some names.
    #[must_use]
    pub fn exactly(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.names.extend(names);
        self
    }

    /// Asks for some contestants that are there on request. It restricts nothing.
    #[must_use]
    pub fn wanting(mut self, ids: impl IntoIterator<Item = ContestantId>) -> Self {
        self.wanted.extend(ids);
        self
    }

    /// Whether a contestant is asked for by its whole identifier.
    pub fn names(&self, id: &ContestantId) -> bool {
        let text = id.to_string();
        self.contestants.iter().any(|pattern| pattern.strip_prefix('=').unwrap_or(pattern) == text)
    }

    /// The experiments that pass, each with the places of its contestants that pass.
    ///
    /// # Errors
    ///
    /// When a pattern matches nothing at all.
    pub fn apply<'a>(
        &self,
        experiments: &[&'a dyn Experiment],
    ) -> Result<Vec<Chosen<'a>>, FilterError> {
        for pattern in &self.subjects {
            if !experiments.iter().any(|experiment| matches(pattern, experiment.name())) {
                let names = experiments.iter().map(|experiment| experiment.name().to_owned());
                return Err(FilterError::Subject {
                    pattern: pattern.clone(),
                    nearest: nearest(pattern, &names.collect::<Vec<_>>()),
                });
            }
        }
        let passes = |name: &str| {
            self.subjects.is_empty() || self.subjects.iter().any(|pattern| matches(pattern, name))
        };
        let chosen: Vec<_> = experiments.iter().filter(|e| passes(e.name())).copied().collect();
        for pattern in &self.contestants {
            let known = |id: &ContestantId| contestant_matches(pattern, id);
            if !chosen.iter().any(|experiment| experiment.entries().iter().any(|e| known(e.id))) {
                let entries = chosen.iter().flat_map(|experiment| experiment.entries());
                let names = entries.flat_map(|e| [e.id.to_string(), e.id.name().to_owned()]);
                return Err(FilterError::Contestant {
                    pattern: pattern.clone(),
                    nearest: nearest(pattern, &names.collect::<Vec<_>>()),
                });
            }
        }
        let taken: Vec<_> = chosen
            .into_iter()
            .map(|experiment| (experiment, self.places(experiment)))
            .filter(|(_, places)| !places.is_empty())
            .collect();
        if taken.is_empty() { Err(FilterError::Nothing) } else { Ok(taken) }
    }

    fn places(&self, experiment: &dyn Experiment) -> Vec<usize> {
        let passes = |id: &ContestantId| {
            self.contestants.is_empty()
                || self.contestants.iter().any(|pattern| contestant_matches(pattern, id))
        };
        let contains = |id: &ContestantId| {
            let full = format!("{}.{id}", experiment.name());
            (self.texts.is_empty() || self.texts.iter().any(|text| full.contains(text.as_str())))
                && (self.names.is_empty() || self.names.contains(&full))
        };
        let is_open = [&self.contestants, &self.texts, &self.names].iter().all(|p| p.is_empty());
        let entries = experiment.entries();
        (0..entries.len())
            .filter(|&place| {
                let entry = &entries[place];
                passes(entry.id)
                    && contains(entry.id)
                    && !(entry.on_request && is_open && !self.wanted.contains(entry.id))
            })
            .collect()
    }
}

fn contestant_matches(pattern: &str, id: &ContestantId) -> bool {
    let text = id.to_string();
    if let Some(whole) = pattern.strip_prefix('=') {
        return matches(whole, &text);
    }
    matches(pattern, id.name())
        || matches(pattern, &text)
        || text.strip_prefix(pattern).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a pattern with `*` for any text matches the whole of a text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(rest) = text.strip_prefix(head) else {
        return false;
    };
    (0..=rest.len()).filter(|&at| rest.is_char_boundary(at)).any(|at| matches(tail, &rest[at..]))
}

/// The name most like a pattern.
fn nearest(pattern: &str, names: &[String]) -> Option<String> {
    let pattern = pattern.strip_prefix('=').unwrap_or(pattern);
    crate::nearest(pattern, names.iter().map(String::as_str)).map(str::to_owned)
}

/// Why a filter cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// No subject has this name.
    #[error("there is no subject {pattern:?}; {}`list` shows all", did_you_mean(nearest.as_deref()))]
    Subject {
        /// What was asked for.
        pattern: String,
        /// The name most like it.
        nearest: Option<String>,
    },
    /// No contestant of the chosen subjects has this name.
    #[error("there is no contestant {pattern:?}; {}`list` shows all", did_you_mean(nearest.as_deref()))]
    Contestant {
        /// What was asked for.
        pattern: String,
        /// The name most like it.
        nearest: Option<String>,
    },
    /// No chosen subject has a chosen contestant.
    #[error("nothing is left to measure: the filters exclude each other")]
    Nothing,
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("did you mean {nearest}? "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::Contestant;
    use crate::subject::Subject;

    fn subjects() -> Vec<Box<dyn Experiment>> {
        let encode = |name: &str| {
            let encode = |text: &String| Ok::<_, String>(text.clone().into_bytes());
            let decode = |bytes: &[u8]| String::from_utf8(bytes.to_vec());
            Contestant::encode(name, encode, decode)
        };
        let words = Subject::new("words", || vec!["a".to_owned()])
            .contestant(Contestant::copy("clone", String::clone))
            .contestant(encode("bytes"))
            .contestant(encode("bytes").variant("kept"));
        let names = Subject::new("names", || vec!["b".to_owned()])
            .contestant(Contestant::copy("clone", String::clone));
        vec![Box::new(words), Box::new(names)]
    }

    fn check(names: &[&str], patterns: &[&str], expected: Result<&[(&str, &[usize])], &str>) {
        let subjects = subjects();
        let experiments: Vec<_> = subjects.iter().map(AsRef::as_ref).collect();
        let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let found = Filter::new(owned(names), owned(patterns)).apply(&experiments);
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                let found: Vec<_> =
                    found.iter().map(|(e, places)| (e.name(), places.as_slice())).collect();
                assert_eq!(found, expected);
            }
            (Err(error), Err(message)) => assert_eq!(error.to_string(), message),
            (found, expected) => panic!("{:?} but expected {expected:?}", found.map(|f| f.len())),
        }
    }

    #[test]
    fn patterns_name_contestants_in_whole_or_in_part() {
        check(&[], &[], Ok(&[("words", &[0, 1, 2]), ("names", &[0])]));
        check(&["words"], &["encode"], Ok(&[("words", &[1, 2])]));
        check(&[], &["encode/bytes"], Ok(&[("words", &[1, 2])]));
        check(&[], &["encode/bytes/kept"], Ok(&[("words", &[2])]));
        check(&[], &["=encode/bytes"], Ok(&[("words", &[1])]));
        check(&[], &["bytes"], Ok(&[("words", &[1, 2])]));
        check(&["n*"], &["*clone"], Ok(&[("names", &[0])]));
    }

    #[test]
    fn what_is_there_on_request_needs_to_be_named() {
        let copy = |name: &str| Contestant::copy(name, String::clone);
        let words = Subject::new("words", || vec!["a".to_owned()])
            .contestant(copy("clone"))
            .contestant(copy("slow").on_request())
            .contestant(copy("slow").variant("kept").on_request());
        let check = |filter: Filter, expected: &[usize]| {
            let found = filter.apply(&[&words]).map(|found| found[0].1.clone());
            assert_eq!(found.as_deref(), Ok(expected));
        };
        let patterns = |pattern: &str| Filter::new([], [pattern.to_owned()]);
        let id = |text: &str| text.parse().expect("it is one");
        check(Filter::default(), &[0]);
        check(Filter::default().wanting([id("copy/slow/kept")]), &[0, 2]);
        check(patterns("clone").wanting([id("copy/slow/kept")]), &[0]);
        check(patterns("copy/slow/kept"), &[2]);
        check(patterns("slow"), &[1, 2]);
        check(Filter::default().containing(["words.copy".to_owned()]), &[0, 1, 2]);
        check(Filter::default().exactly(["words.copy/slow".to_owned()]), &[1]);
    }

    #[test]
    fn a_pattern_that_matches_nothing_is_an_error_with_the_nearest_name() {
        check(
            &["wrds"],
            &[],
            Err("there is no subject \"wrds\"; did you mean words? `list` shows all"),
        );
        check(
            &[],
            &["encode/byts"],
            Err(
                "there is no contestant \"encode/byts\"; did you mean encode/bytes? `list` shows all",
            ),
        );
    }
}
