//! A subject as the template shows it: words and figures, ready to be escaped and placed.

use super::figure;
use super::headline::{Part, fastest, headline, label, ratio_of, usual_round_trip};
use super::table::Table;
use crate::identifier::Operation;
use crate::profile::CorpusProfile;
use crate::results::{ContestantResult, Noise, Proof, Spread, SubjectResult, WireKind};

/// One subject's part of the page.
pub(super) struct SubjectView {
    /// Name of its anchor, unique on the page.
    pub(super) anchor: String,
    /// Its name.
    pub(super) name: String,
    /// What its objects are.
    pub(super) about: String,
    /// Which maps they hold.
    pub(super) maps: String,
    /// The answer.
    pub(super) headline: Vec<Part>,
    /// The answer in figures, for the overview.
    pub(super) overview: Overview,
    /// The noise floor, in a sentence.
    pub(super) noise: String,
    /// All figures.
    pub(super) table: Table,
    /// Throughput with several threads.
    pub(super) scaling: Vec<ScalingRow>,
    /// Numbers of threads, the columns of `scaling`.
    pub(super) threads: Vec<usize>,
    /// Contestants that did not give back equal objects.
    pub(super) failures: Vec<Failure>,
    /// Contestants that cannot carry the subject.
    pub(super) unsupported: Vec<Unsupported>,
    /// What each contestant keeps, loses and asks.
    pub(super) words: Vec<Words>,
    /// What the corpus looks like.
    pub(super) profile: Vec<ProfileRow>,
    /// Objects in the corpus.
    pub(super) objects: String,
    /// Distinct keys of all maps.
    pub(super) distinct_keys: String,
    /// How many contestants passed their proof, of how many.
    pub(super) proven: String,
}

/// The figures that stand for a subject in the overview. Empty where there is none.
pub(super) struct Overview {
    /// Bytes of an object's JSON.
    pub(super) json: String,
    /// The copy that is the baseline: its name and time.
    pub(super) copy: Entry,
    /// The round trip most people use.
    pub(super) round_trip: Entry,
    /// The fastest round trip.
    pub(super) fastest_round_trip: Entry,
    /// The fastest way to write.
    pub(super) fastest_encode: Entry,
    /// The fastest way to read.
    pub(super) fastest_decode: Entry,
}

/// A contestant and the figure that it is named for.
#[derive(Default)]
pub(super) struct Entry {
    /// Its name.
    pub(super) name: String,
    /// Its figure.
    pub(super) figure: String,
}

/// Throughput of a contestant.
pub(super) struct ScalingRow {
    /// Its identifier.
    pub(super) id: String,
    /// For each number of threads: operations per second, and the efficiency.
    pub(super) points: Vec<Entry>,
}

/// A proof that failed.
pub(super) struct Failure {
    /// The contestant.
    pub(super) id: String,
    /// Which object of the corpus.
    pub(super) object: usize,
    /// Where, in words.
    pub(super) path: String,
    /// What differs there.
    pub(super) difference: String,
    /// The setting that would change the outcome.
    pub(super) setting: Option<String>,
}

/// A contestant that cannot carry the subject.
pub(super) struct Unsupported {
    /// The contestant.
    pub(super) id: String,
    /// Why.
    pub(super) reason: String,
}

/// What contestants of one name keep, lose and ask, in words.
pub(super) struct Words {
    /// The contestants that the words are true of.
    pub(super) ids: Vec<String>,
    /// What survives.
    pub(super) keeps: String,
    /// What does not.
    pub(super) loses: String,
    /// What they ask of the user.
    pub(super) asks: String,
    /// Short marks: readable, survives a change of the structure, a shared handle.
    pub(super) marks: Vec<&'static str>,
    /// The crate to depend on.
    pub(super) dependency: String,
}

/// A line of the corpus profile.
pub(super) struct ProfileRow {
    /// What is counted.
    pub(super) name: &'static str,
    /// Smallest, median, largest.
    pub(super) spread: [String; 3],
}

impl SubjectView {
    /// Words and figures of a subject. `taken` are the anchors of those before it.
    pub(super) fn new(subject: &SubjectResult, taken: &[String]) -> Self {
        let ranked = subject.contestants.iter().filter(|c| c.is_ranked()).count();
        let (threads, scaling) = scaling(subject);
        Self {
            anchor: anchor(&subject.name, taken),
            name: subject.name.clone(),
            about: subject.about.clone(),
            maps: subject.maps.clone(),
            headline: headline(subject),
            overview: Overview::new(subject),
            noise: noise(&subject.noise),
            table: Table::new(subject),
            scaling,
            threads,
            failures: subject.contestants.iter().filter_map(failure).collect(),
            unsupported: subject.contestants.iter().filter_map(unsupported).collect(),
            words: words(subject),
            profile: profile(&subject.profile),
            objects: figure::thousands(&subject.profile.objects.to_string()),
            distinct_keys: figure::thousands(&subject.profile.distinct_keys.to_string()),
            proven: format!("{ranked} of {}", subject.contestants.len()),
        }
    }
}

impl Overview {
    fn new(subject: &SubjectResult) -> Self {
        let with_ratio = |contestants: &[&ContestantResult]| {
            contestants.first().map_or_else(Entry::default, |c| Entry {
                name: match contestants.len() {
                    1 => label(c),
                    tied => format!("{} (tie of {tied})", label(c)),
                },
                figure: ratio_of(c).map_or_else(String::new, |ratio| {
                    format!("{}×", figure::ratio(ratio.estimate.median))
                }),
            })
        };
        let copy = subject
            .baseline(Operation::Copy)
            .filter(|c| c.id.operation() == Operation::Copy)
            .and_then(|c| Some((label(c), c.time.as_ref()?.ns.median)));
        Self {
            json: figure::size(subject.profile.json_bytes.median as f64),
            copy: copy.map_or_else(Entry::default, |(name, ns)| Entry {
                name,
                figure: figure::duration(ns),
            }),
            round_trip: with_ratio(usual_round_trip(subject).as_slice()),
            fastest_round_trip: with_ratio(&fastest(subject, Operation::RoundTrip)),
            fastest_encode: with_ratio(&fastest(subject, Operation::Encode)),
            fastest_decode: with_ratio(&fastest(subject, Operation::Decode)),
        }
    }
}

/// A name for a URL's fragment: letters and digits of the subject's name, and a number where
/// that is taken.
fn anchor(name: &str, taken: &[String]) -> String {
    let mut anchor = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' => anchor.push(c.to_ascii_lowercase()),
            _ if anchor.ends_with('-') || anchor.is_empty() => {}
            _ => anchor.push('-'),
        }
    }
    let base = match anchor.trim_end_matches('-') {
        "" => "subject",
        words => words,
    };
    let free = |candidate: &String| !taken.contains(candidate);
    let plain = base.to_owned();
    if free(&plain) {
        return plain;
    }
    (2..).map(|number| format!("{base}-{number}")).find(free).unwrap_or(plain)
}

fn noise(noise: &Noise) -> String {
    let mut sentence = format!(
        "{} measured twice as if it were two differed by {} over the corpus",
        noise.twin_of,
        figure::signed_percent(noise.corpus.median - 1.0)
    );
    if let Some(one) = &noise.one {
        sentence +=
            &format!(" and by {} on one object alone", figure::signed_percent(one.median - 1.0));
    }
    sentence + &format!("; differences within ± {:.1} % are called ties.", noise.margin * 100.0)
}

fn scaling(subject: &SubjectResult) -> (Vec<usize>, Vec<ScalingRow>) {
    let scaled = || subject.contestants.iter().filter(|c| c.is_ranked() && !c.scaling.is_empty());
    let mut threads: Vec<usize> =
        scaled().flat_map(|c| c.scaling.iter().map(|point| point.threads)).collect();
    threads.sort_unstable();
    threads.dedup();
    let rows = scaled()
        .map(|c| ScalingRow {
            id: c.id.to_string(),
            points: threads
                .iter()
                .map(|threads| {
                    let point = c.scaling.iter().find(|point| point.threads == *threads);
                    point.map_or_else(Entry::default, |point| Entry {
                        name: figure::plain(point.operations_per_second.median),
                        figure: format!("{:.0} %", point.efficiency * 100.0),
                    })
                })
                .collect(),
        })
        .collect();
    (threads, rows)
}

fn failure(contestant: &ContestantResult) -> Option<Failure> {
    let Proof::Failed { object, path, difference, setting } = &contestant.proof else {
        return None;
    };
    Some(Failure {
        id: contestant.id.to_string(),
        object: *object,
        path: if path.is_empty() { "the object itself".into() } else { path.clone() },
        difference: difference.clone(),
        setting: setting.clone(),
    })
}

fn unsupported(contestant: &ContestantResult) -> Option<Unsupported> {
    let Proof::Unsupported { reason } = &contestant.proof else { return None };
    Some(Unsupported { id: contestant.id.to_string(), reason: reason.clone() })
}

/// Contestants with the same words share an entry: the operations of one crate mostly do.
fn words(subject: &SubjectResult) -> Vec<Words> {
    let mut groups: Vec<(&ContestantResult, Vec<String>)> = Vec::new();
    for contestant in &subject.contestants {
        let known = groups.iter_mut().find(|(first, _)| {
            first.id.name() == contestant.id.name() && first.traits == contestant.traits
        });
        match known {
            Some((_, ids)) => ids.push(contestant.id.to_string()),
            None => groups.push((contestant, vec![contestant.id.to_string()])),
        }
    }
    groups
        .into_iter()
        .map(|(first, ids)| {
            let traits = &first.traits;
            let mut marks = Vec::new();
            match traits.wire {
                WireKind::Text => marks.push("readable text"),
                WireKind::Binary => marks.push("binary"),
                WireKind::None => {}
            }
            if traits.evolves {
                marks.push("structure may change");
            } else if traits.wire != WireKind::None {
                marks.push("same structure on both sides");
            }
            if !traits.independent {
                marks.push("shared, not independent");
            }
            Words {
                ids,
                keeps: traits.keeps.clone(),
                loses: traits.loses.clone(),
                asks: traits.asks.clone(),
                marks,
                dependency: traits.dependency.clone().unwrap_or_else(|| "none".into()),
            }
        })
        .collect()
}

fn profile(profile: &CorpusProfile) -> Vec<ProfileRow> {
    let row = |name, spread: Spread| ProfileRow {
        name,
        spread: [spread.min, spread.median, spread.max]
            .map(|count| figure::thousands(&count.to_string())),
    };
    vec![
        row("JSON bytes", profile.json_bytes),
        row("levels of nesting", profile.depth),
        row("fields and entries", profile.fields),
        row("texts", profile.strings),
        row("bytes of texts", profile.string_bytes),
        row("characters to escape", profile.escapes),
        row("texts outside ASCII", profile.non_ascii),
        row("integers", profile.integers),
        row("floats", profile.floats),
        row("booleans", profile.booleans),
        row("nulls", profile.nulls),
        row("collections", profile.collections),
        row("elements of a collection", profile.collection_sizes),
        row("shared references", profile.references),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_plain_and_unique() {
        let taken = ["device-state".to_owned(), "subject".to_owned()];
        for (name, expected) in [
            ("order", "order"),
            ("Device State", "device-state-2"),
            ("<script>\"x\"", "script-x"),
            ("数据", "subject-2"),
        ] {
            assert_eq!(anchor(name, &taken), expected);
        }
    }
}
