//! Tables for pull requests.

use super::layout::verdict_word;
use super::table::{machine_line, noise_line, objects_line, ranked, reasons};
use crate::baseline::{Comparison, Trend};
use crate::identifier::Operation;
use crate::quantity;
use crate::results::{ContestantResult, Estimate, Results, SubjectResult, Verdict};

/// Everything a run found out but its stages, as Markdown.
pub fn render(results: &Results) -> String {
    let mut text = String::from("# Ways to copy and serialize\n\n");
    text += &format!("{}.\n", escape(&machine_line(&results.machine, results)));
    for note in &results.notes {
        text += &format!("\n> {}\n", escape(note));
    }
    for subject in &results.subjects {
        text += &render_subject(subject);
    }
    text
}

fn render_subject(subject: &SubjectResult) -> String {
    let mut text = format!(
        "\n## {}\n\n{}: {}.\n",
        escape(&subject.name),
        escape(&subject.about),
        escape(&objects_line(subject)),
    );
    for operation in Operation::ALL {
        let ranked = ranked(subject, operation);
        if ranked.is_empty() {
            continue;
        }
        text += "\n| contestant | time/op | 95 % interval | ratio | 95 % interval | verdict | \
                 one object | allocs/op | alloc/op | wire |\n\
                 |:---|---:|---:|---:|---:|:---|---:|---:|---:|---:|\n";
        for contestant in ranked {
            text += &row(contestant);
        }
    }
    if let Some(floor) = &subject.malloc_floor {
        text += &format!(
            "\nThe allocator alone takes {} for the {} blocks of a copy ({}).\n",
            quantity::time(floor.ns),
            quantity::count(floor.blocks),
            quantity::bytes(floor.bytes),
        );
    }
    text += &format!("\n{}.\n", escape(&noise_line(subject)));
    let reasons = reasons(subject);
    if !reasons.is_empty() {
        text += "\nNot ranked:\n\n";
        for (contestant, reason) in reasons {
            text += &format!("* `{}`: {}\n", contestant.id, escape(&reason));
        }
    }
    text
}

fn row(contestant: &ContestantResult) -> String {
    let time = contestant.time.as_ref();
    let ratio = time.and_then(|time| time.ratio);
    let verdict = ratio.map_or(String::new(), |ratio| match ratio.verdict {
        verdict @ (Verdict::Faster | Verdict::Slower) => format!("**{}**", verdict_word(verdict)),
        verdict => verdict_word(verdict).to_owned(),
    });
    let cells = [
        format!("`{}`", contestant.id),
        time.map_or(String::new(), |time| quantity::time(time.ns.median)),
        time.map_or(String::new(), |time| quantity::time_interval(&time.ns)),
        ratio.map_or(String::new(), |ratio| quantity::times(ratio.estimate.median)),
        ratio.map_or(String::new(), |ratio| quantity::interval(&ratio.estimate)),
        verdict,
        contestant.time_one.as_ref().map_or(String::new(), |one| quantity::time(one.ns.median)),
        contestant.allocation.map_or(String::new(), |a| quantity::count(a.allocations)),
        contestant.allocation.map_or(String::new(), |a| quantity::bytes(a.bytes)),
        contestant.wire.map_or(String::new(), |wire| quantity::bytes(wire.median as f64)),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// A run against a stored one, as a Markdown table of what changed; the unchanged are counted.
pub fn comparison(comparison: &Comparison, baseline: &str) -> String {
    let mut text = format!("## Against the baseline {}\n", escape(baseline));
    for note in &comparison.notes {
        text += &format!("\n> {}\n", escape(note));
    }
    let still = |trend| matches!(trend, Trend::Unchanged | Trend::Reference);
    let unchanged = comparison.changes.iter().filter(|change| still(change.verdict)).count();
    if unchanged < comparison.changes.len() {
        text +=
            "\n| subject | contestant | then | now | change | |\n|:---|:---|---:|---:|---:|:---|\n";
    }
    for change in comparison.changes.iter().filter(|change| !still(change.verdict)) {
        let time = |ns: Option<Estimate>| ns.map_or(String::new(), |ns| quantity::time(ns.median));
        text += &format!(
            "| {} | `{}` | {} | {} | {} | {} |\n",
            escape(&change.subject),
            change.contestant,
            time(change.old),
            time(change.new),
            change.change.map_or(String::new(), |c| format!("{:+.1} %", 100.0 * (c.median - 1.0))),
            change.verdict,
        );
    }
    text += &format!("\nUnchanged: {unchanged}.\n");
    text
}

/// Keeps a text from being read as Markdown.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '*' | '_' | '`' | '<' | '[' | '#' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    #[test]
    fn a_pull_request_gets_tables_with_intervals_and_reasons() {
        let found = render(&sample::results([sample::device_state()]));
        let expected = "\
# Ways to copy and serialize

Test CPU, 2 cores, load 0.5; Linux 6.18; rustc 1.95.0, release build, system allocator; 5 forks.

## device-state

objects made up for a test: 1024 objects; JSON 2.05 kB (1.60 kB to 2.70 kB); maps: HashMap; 61 distinct keys.

| contestant | time/op | 95 % interval | ratio | 95 % interval | verdict | one object | \
allocs/op | alloc/op | wire |
|:---|---:|---:|---:|---:|:---|---:|---:|---:|---:|
| `copy/arc` | 12.0 ns | 12.0–12.0 ns | 0.00324× | 0.00324–0.00324 | **faster** | 9.01 ns | 0 | \
0 B |  |
| `copy/clone` | 3.70 µs | 3.69–3.71 µs | 1.00× | 1.00–1.00 | baseline | 1.80 µs | 83 | \
4.27 kB |  |

| contestant | time/op | 95 % interval | ratio | 95 % interval | verdict | one object | \
allocs/op | alloc/op | wire |
|:---|---:|---:|---:|---:|:---|---:|---:|---:|---:|
| `roundtrip/postcard` | 6.10 µs | 6.09–6.11 µs | 1.65× | 1.64–1.65 | **slower** | 4.00 µs | 90 | \
6.00 kB | 1.10 kB |
| `roundtrip/serde_json` | 18.8 µs | 18.8–18.8 µs | 5.09× | 5.07–5.09 | **slower** | 11.5 µs | \
94.5 | 8.51 kB | 2.40 kB |

The allocator alone takes 830 ns for the 83 blocks of a copy (4.27 kB).

noise: copy/clone against itself 1.0010 (0.9990–1.0020); differences up to 1.0 % are ties.

Not ranked:

* `decode/lossy`: failed its proof on object 17 at alarms\\[2].threshold: a float came back as \
an integer
* `roundtrip/rkyv`: unsupported: the objects hold cycles
";
        assert_eq!(found, expected, "\n{found}");
    }

    #[test]
    fn a_comparison_lists_what_changed_and_counts_the_rest() {
        let calm = sample::CALM;
        let run = |session, factor: f64| {
            let samples = [("copy/clone", 1_000.0), ("copy/a", 1_000.0 * factor)]
                .map(|(id, ns)| sample::timed_in(session, id, ns));
            sample::results([sample::subject("my_type", samples)])
        };
        let first = sample::Session { noise: 0.0, ..calm };
        let changes = crate::baseline::compare(&run(first, 1.0), &run(first, 1.1), 0.03);
        let expected = "\
## Against the baseline main

| subject | contestant | then | now | change | |
|:---|:---|---:|---:|---:|:---|
| my\\_type | `copy/a` | 1.00 µs | 1.10 µs | +10.0 % | regressed |

Unchanged: 1.
";
        assert_eq!(comparison(&changes, "main"), expected);
    }

    #[test]
    fn words_of_the_user_stay_words() {
        assert_eq!(escape("a|b *c* _d_ <e>\n#f"), r"a\|b \*c\* \_d\_ \<e> \#f");
    }
}
