//! The tables of a terminal.

use super::layout::{ALWAYS, Grid, Layout, verdict_tone, verdict_word};
use crate::advice::{Advice, Answer};
use crate::baseline::{Comparison, Trend};
use crate::identifier::Operation;
use crate::profile::CorpusProfile;
use crate::quantity;
use crate::requirement::Outcome;
use crate::results::{
    ContestantResult, Estimate, Machine, Proof, Results, Spread, SubjectResult, Timing,
};

/// Everything a run found out but its stages, subject by subject.
pub fn render(results: &Results, layout: Layout) -> String {
    let mut text = layout.wrap(&machine_line(&results.machine, results), 0);
    text.push('\n');
    for note in &results.notes {
        text += &layout.wrap(&format!("note: {note}"), 0);
        text.push('\n');
    }
    for subject in &results.subjects {
        text.push('\n');
        text += &render_subject(subject, layout);
    }
    text
}

/// The machine and the program of a run in a line.
pub(crate) fn machine_line(machine: &Machine, results: &Results) -> String {
    let build = &results.build;
    let load = machine.load.map_or(String::new(), |load| format!(", load {load:.1}"));
    format!(
        "{}, {} cores{load}; {}; {}, {} build, {} allocator; {} forks",
        machine.cpu,
        machine.cores,
        machine.os,
        build.rustc,
        build.profile,
        build.allocator,
        results.protocol.forks,
    )
}

/// What was found out about one subject.
pub fn render_subject(subject: &SubjectResult, layout: Layout) -> String {
    let mut lines = vec![format!("{}  {}", layout.title(&subject.name), subject.about)];
    lines.push(layout.quiet(&layout.wrap(&objects_line(subject), 0)));
    lines.push(layout.quiet(profile_table(&subject.profile, layout).trim_end()));
    lines.extend(times(subject, layout));
    lines.extend(latencies(subject, layout));
    lines.extend(scaling(subject, layout));
    lines.push(layout.quiet(&layout.wrap(&noise_line(subject), 0)));
    lines.extend(unranked(subject, layout));
    lines.join("\n") + "\n"
}

/// What the objects are, in a line.
pub(crate) fn objects_line(subject: &SubjectResult) -> String {
    let profile = &subject.profile;
    let json = profile.json_bytes;
    let maps = match subject.maps.as_str() {
        "" => String::new(),
        maps => format!("; maps: {maps}"),
    };
    let keys = match profile.distinct_keys {
        0 => String::new(),
        keys => format!("; {keys} distinct keys"),
    };
    format!(
        "{} objects; JSON {} ({} to {}){maps}{keys}",
        profile.objects,
        quantity::bytes(json.median as f64),
        quantity::bytes(json.min as f64),
        quantity::bytes(json.max as f64),
    )
}

/// The noise floor, in a line.
pub(crate) fn noise_line(subject: &SubjectResult) -> String {
    let noise = &subject.noise;
    format!(
        "noise: {} against itself {:.4} ({:.4}–{:.4}); differences up to {} are ties",
        noise.twin_of,
        noise.corpus.median,
        noise.corpus.low,
        noise.corpus.high,
        quantity::percent(noise.margin),
    )
}

/// The ranked contestants of an operation, the fastest first.
pub(crate) fn ranked(subject: &SubjectResult, operation: Operation) -> Vec<&ContestantResult> {
    let mut ranked: Vec<&ContestantResult> = subject
        .contestants
        .iter()
        .filter(|c| c.id.operation() == operation && c.is_ranked())
        .collect();
    let ns = |c: &ContestantResult| c.time.as_ref().map_or(f64::MAX, |time| time.ns.median);
    ranked.sort_by(|a, b| ns(a).total_cmp(&ns(b)));
    ranked
}

fn times(subject: &SubjectResult, layout: Layout) -> Vec<String> {
    let mut grid = Grid::new()
        .column("operation/contestant", true, ALWAYS)
        .column("time/op", false, ALWAYS)
        .column("95 %", false, 5)
        .column("ratio", false, ALWAYS)
        .column("", true, 7)
        .column("1 object", false, 3)
        .column("allocs", false, 2)
        .column("bytes", false, 6)
        .column("wire", false, 4);
    let mut verdicts = Vec::new();
    for operation in Operation::ALL {
        let ranked = ranked(subject, operation);
        if ranked.is_empty() {
            continue;
        }
        if !verdicts.is_empty() {
            grid.row(Vec::new());
            verdicts.push(None);
        }
        for contestant in ranked {
            let Some(time) = &contestant.time else { continue };
            verdicts.push(time.ratio.map(|ratio| ratio.verdict));
            grid.row(time_row(contestant, time));
        }
        if let Some(floor) = subject.malloc_floor.filter(|_| operation == Operation::Copy) {
            verdicts.push(None);
            grid.row(vec![
                "(malloc floor)".into(),
                quantity::time(floor.ns),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                quantity::count(floor.blocks),
                quantity::bytes(floor.bytes),
            ]);
        }
    }
    if verdicts.is_empty() {
        return Vec::new();
    }
    let mut lines = grid.lines(layout.width);
    let header = lines.len() - verdicts.len();
    for (line, verdict) in lines.iter_mut().skip(header).zip(verdicts) {
        if let Some(verdict) = verdict {
            *line = layout.highlight(line, verdict_word(verdict), verdict_tone(verdict));
        }
    }
    lines
}

fn time_row(contestant: &ContestantResult, time: &Timing) -> Vec<String> {
    let ratio = |timing: &Timing| {
        timing.ratio.map_or(String::new(), |ratio| quantity::times(ratio.estimate.median))
    };
    vec![
        contestant.id.to_string(),
        quantity::time(time.ns.median),
        quantity::spread(&time.ns),
        ratio(time),
        time.ratio.map_or(String::new(), |ratio| verdict_word(ratio.verdict).to_owned()),
        contestant.time_one.as_ref().map_or(String::new(), |time| quantity::time(time.ns.median)),
        contestant.allocation.map_or(String::new(), |a| quantity::count(a.allocations)),
        contestant.allocation.map_or(String::new(), |a| quantity::bytes(a.bytes)),
        contestant.wire.map_or(String::new(), |wire| quantity::bytes(wire.median as f64)),
    ]
}

fn latencies(subject: &SubjectResult, layout: Layout) -> Vec<String> {
    let mut grid = Grid::new()
        .column("latency of one operation", true, ALWAYS)
        .column("p50", false, ALWAYS)
        .column("p90", false, 2)
        .column("p99", false, ALWAYS)
        .column("p99.9", false, 3)
        .column("max", false, 4);
    let mut any = false;
    for contestant in &subject.contestants {
        let Some(latency) = contestant.latency else { continue };
        any = true;
        let figures = [latency.p50, latency.p90, latency.p99, latency.p999, latency.max];
        let figures = figures.map(|ns| quantity::time(ns as f64));
        grid.row(std::iter::once(contestant.id.to_string()).chain(figures).collect());
    }
    if any { grid.lines(layout.width) } else { Vec::new() }
}

fn scaling(subject: &SubjectResult, layout: Layout) -> Vec<String> {
    let mut grid = Grid::new()
        .column("throughput", true, ALWAYS)
        .column("threads", false, ALWAYS)
        .column("operations", false, ALWAYS)
        .column("95 %", false, 1)
        .column("efficiency", false, ALWAYS);
    let mut any = false;
    for contestant in &subject.contestants {
        for point in &contestant.scaling {
            any = true;
            grid.row(vec![
                contestant.id.to_string(),
                point.threads.to_string(),
                quantity::rate(point.operations_per_second.median),
                quantity::spread(&point.operations_per_second),
                quantity::percent(point.efficiency),
            ]);
        }
    }
    if any { grid.lines(layout.width) } else { Vec::new() }
}

/// Contestants that are not ranked, with the reason, as sentences.
pub(crate) fn reasons(subject: &SubjectResult) -> Vec<(&ContestantResult, String)> {
    let unranked = subject.contestants.iter().filter(|contestant| !contestant.is_ranked());
    unranked
        .map(|contestant| {
            let reason = match &contestant.proof {
                Proof::Passed { .. } => "not timed: the run was interrupted".to_owned(),
                Proof::Unsupported { reason } => format!("unsupported: {reason}"),
                Proof::Failed { object, path, difference, setting } => {
                    let place = if path.is_empty() { "the root" } else { path.as_str() };
                    let setting = setting
                        .as_ref()
                        .map_or(String::new(), |setting| format!("; {setting} would change this"));
                    format!("failed its proof on object {object} at {place}: {difference}{setting}")
                }
            };
            (contestant, reason)
        })
        .collect()
}

fn unranked(subject: &SubjectResult, layout: Layout) -> Vec<String> {
    reasons(subject)
        .into_iter()
        .map(|(contestant, reason)| {
            let line = layout.wrap(&format!("{}: {reason}", contestant.id), 2);
            match contestant.proof {
                Proof::Failed { .. } => layout.bad(&line),
                _ => layout.quiet(&line),
            }
        })
        .collect()
}

/// The look of a subject's objects: smallest, middle and largest of each quantity that occurs.
pub fn profile_table(profile: &CorpusProfile, layout: Layout) -> String {
    let rows = [
        ("levels of nesting", profile.depth),
        ("fields and map entries", profile.fields),
        ("strings", profile.strings),
        ("bytes of strings", profile.string_bytes),
        ("characters to escape", profile.escapes),
        ("strings beyond ASCII", profile.non_ascii),
        ("integers", profile.integers),
        ("floats", profile.floats),
        ("booleans", profile.booleans),
        ("nulls", profile.nulls),
        ("collections", profile.collections),
        ("elements of a collection", profile.collection_sizes),
        ("references", profile.references),
        ("JSON bytes", profile.json_bytes),
    ];
    let mut grid = Grid::new()
        .column("of each object", true, ALWAYS)
        .column("min", false, ALWAYS)
        .column("median", false, ALWAYS)
        .column("max", false, ALWAYS);
    for (name, Spread { min, median, max }) in rows {
        if max > 0 {
            grid.row(vec![name.into(), min.to_string(), median.to_string(), max.to_string()]);
        }
    }
    grid.lines(layout.width).join("\n") + "\n"
}

/// A run against a stored one, named in the heading.
pub fn comparison(comparison: &Comparison, baseline: &str, layout: Layout) -> String {
    let mut lines = vec![layout.title(&format!("against the baseline {baseline}"))];
    for note in &comparison.notes {
        lines.push(layout.wrap(&format!("note: {note}"), 0));
    }
    let mut grid = Grid::new()
        .column("subject", true, ALWAYS)
        .column("contestant", true, ALWAYS)
        .column("then", false, 3)
        .column("now", false, 4)
        .column("change", false, ALWAYS)
        .column("interval", false, 2)
        .column("", true, ALWAYS)
        .column("alloc/op", true, 1);
    for change in &comparison.changes {
        let time =
            |time: Option<Estimate>| time.map_or(String::new(), |ns| quantity::time(ns.median));
        let signed = |ratio: f64| format!("{:+.1} %", 100.0 * (ratio - 1.0));
        let allocated = match change.allocated_bytes {
            Some((old, new)) if old != new => {
                format!("{} → {}", quantity::bytes(old), quantity::bytes(new))
            }
            _ => String::new(),
        };
        grid.row(vec![
            change.subject.clone(),
            change.contestant.to_string(),
            time(change.old),
            time(change.new),
            change.change.map_or(String::new(), |change| signed(change.median)),
            change.change.map_or(String::new(), |change| {
                format!("{} to {}", signed(change.low), signed(change.high))
            }),
            change.verdict.to_string(),
            allocated,
        ]);
    }
    let mut table = grid.lines(layout.width);
    let header = table.len() - comparison.changes.len();
    for (line, change) in table.iter_mut().skip(header).zip(&comparison.changes) {
        let good = match change.verdict {
            Trend::Improved => Some(true),
            Trend::Regressed => Some(false),
            _ => None,
        };
        *line = layout.highlight(line, change.verdict.word(), good);
    }
    lines.extend(table);
    lines.join("\n") + "\n"
}

/// What became of the requirements, one a line.
pub fn outcomes(outcomes: &[Outcome], layout: Layout) -> String {
    let lines = outcomes.iter().map(|outcome| {
        let word = if outcome.holds { layout.good("ok  ") } else { layout.bad("FAIL") };
        format!("{word}{}\n", layout.wrap(&outcome.verdict, 1))
    });
    lines.collect()
}

/// Advice as an indented paragraph for each sentence, below the subject.
pub fn advice(advice: &Advice, layout: Layout) -> String {
    let mut lines = vec![layout.title(&advice.subject)];
    let take = matches!(advice.answer, Answer::Take(_));
    for (index, line) in advice.lines().into_iter().enumerate() {
        let line = if index == 0 && take { format!("take {line}") } else { line };
        lines.push(layout.wrap(&line, if index == 0 { 2 } else { 4 }));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests;
