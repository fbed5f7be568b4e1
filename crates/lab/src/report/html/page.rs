//! The page around the subjects: title, where and how it was measured, styles and scripts.

use std::hash::{DefaultHasher, Hasher};

use askama::Template;

use super::figure;
use super::headline::Part;
use super::subject::SubjectView;
use crate::protocol::{Effort, Protocol};
use crate::results::{Build, Machine, Results};

/// The template's fields.
#[derive(Template)]
#[template(path = "report/report.html")]
pub(super) struct Page<'a> {
    results: &'a Results,
    started: String,
    seconds: String,
    contestants: usize,
    summary: String,
    machine: String,
    build: String,
    protocol: String,
    subjects: Vec<SubjectView>,
    styles: String,
    scripts: String,
    data: String,
    nonce: String,
}

/// The styles, in the order in which they build on one another.
const STYLES: [&str; 3] = [
    include_str!("assets/page.css"),
    include_str!("assets/table.css"),
    include_str!("assets/picture.css"),
];

/// The scripts, each after those it uses. They share one scope and nothing of them is global.
const SCRIPTS: [&str; 16] = [
    include_str!("assets/figure.js"),
    include_str!("assets/element.js"),
    include_str!("assets/model.js"),
    include_str!("assets/palette.js"),
    include_str!("assets/tooltip.js"),
    include_str!("assets/scale.js"),
    include_str!("assets/ratio.js"),
    include_str!("assets/table.js"),
    include_str!("assets/scatter.js"),
    include_str!("assets/stages.js"),
    include_str!("assets/stack.js"),
    include_str!("assets/flame.js"),
    include_str!("assets/explorer.js"),
    include_str!("assets/advice.js"),
    include_str!("assets/adviser.js"),
    include_str!("assets/page.js"),
];

impl<'a> Page<'a> {
    /// Lays out the page; `data` is safe to stand in a `script` element.
    pub(super) fn new(results: &'a Results, data: String) -> Self {
        let mut subjects: Vec<SubjectView> = Vec::with_capacity(results.subjects.len());
        for subject in &results.subjects {
            let taken: Vec<String> = subjects.iter().map(|view| view.anchor.clone()).collect();
            subjects.push(SubjectView::new(subject, &taken));
        }
        let nonce = nonce(&data);
        Self {
            results,
            // Date and time to the minute; the rest is in the results file.
            started: results.started.get(..16).unwrap_or(&results.started).replace('T', " "),
            seconds: format!("{:.0}", results.seconds),
            contestants: results.subjects.iter().map(|subject| subject.contestants.len()).sum(),
            summary: summary(results),
            machine: machine(&results.machine),
            build: build(&results.build),
            protocol: protocol(&results.protocol),
            subjects,
            styles: STYLES.join("\n"),
            scripts: format!("(() => {{\n\"use strict\";\n{}\n}})();", SCRIPTS.join("\n")),
            data,
            nonce,
        }
    }
}

/// A nonce that depends on the content alone, so that equal results give equal files. It need not
/// be secret: it only has to be unknown to whoever chose the names in the data.
fn nonce(data: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(data.as_bytes());
    format!("{:016x}", hasher.finish())
}

/// Where, with what and how, in a line.
fn summary(results: &Results) -> String {
    format!(
        "{}, {} · {}, {} · {} allocator · {}",
        results.machine.cpu,
        cores(results.machine.cores),
        results.build.rustc,
        results.build.profile,
        results.build.allocator,
        effort(results.protocol.effort)
    )
}

fn machine(machine: &Machine) -> String {
    let mut line = format!("{}, {}", machine.cpu, cores(machine.cores));
    if let Some(memory) = machine.memory_bytes {
        line += &format!(", {:.0} GB", memory as f64 / 1e9);
    }
    line += &format!(", {}", machine.os);
    if let Some(load) = machine.load {
        line += &format!(", load {load:.1} before the run");
    }
    line
}

fn cores(cores: usize) -> String {
    if cores == 1 { "1 core".into() } else { format!("{cores} cores") }
}

fn build(build: &Build) -> String {
    format!("{}, {}, {}", build.rustc, build.target, build.profile)
}

fn protocol(protocol: &Protocol) -> String {
    let mut line = format!(
        "{}: {} forks, {}–{} rounds in random order, slices of {}",
        effort(protocol.effort),
        protocol.forks,
        protocol.min_rounds,
        protocol.max_rounds,
        figure::duration(protocol.slice_ns as f64)
    );
    if protocol.sampling_ns > 0 {
        line += &format!(", {} samples/s", protocol.sampling_hz);
    }
    if protocol.threads > 1 {
        line += &format!(", {} threads", protocol.threads);
    }
    line
}

fn effort(effort: Effort) -> &'static str {
    match effort {
        Effort::Quick => "quick",
        Effort::Standard => "standard",
        Effort::Thorough => "thorough",
    }
}
