//! The table of a subject: every figure of every ranked contestant.

use super::figure;
use super::headline::{known_ratio, label, ratio_of};
use crate::identifier::Operation;
use crate::results::{ContestantResult, Estimate, SubjectResult, Timing, Verdict};

/// The figures of a subject, grouped by operation.
pub(super) struct Table {
    /// The columns after the contestant's name; those empty in every row are left out.
    pub(super) columns: Vec<Column>,
    /// One for each operation that has ranked contestants.
    pub(super) groups: Vec<Group>,
}

/// What a column shows.
pub(super) struct Column {
    /// Its heading.
    pub(super) title: &'static str,
    /// Its unit.
    pub(super) unit: &'static str,
    /// What exactly it holds, for those who ask.
    pub(super) hint: &'static str,
    cell: fn(&ContestantResult) -> Cell,
}

/// The contestants of one operation.
pub(super) struct Group {
    /// The operation, as a heading.
    pub(super) title: &'static str,
    /// What they are compared with.
    pub(super) baseline: String,
    /// The operation, as in identifiers.
    pub(super) word: &'static str,
    /// The contestants, fastest first.
    pub(super) rows: Vec<Row>,
}

/// A contestant's figures.
pub(super) struct Row {
    /// Place of the contestant in the subject; none for the allocator's floor.
    pub(super) place: Option<usize>,
    /// Its name without the operation.
    pub(super) label: String,
    /// `baseline`, `faster`, `slower` or `tie`.
    pub(super) verdict: &'static str,
    /// Its figures, as the columns ask.
    pub(super) cells: Vec<Cell>,
}

/// A figure.
#[derive(Default)]
pub(super) struct Cell {
    /// As it is read.
    pub(super) text: String,
    /// Its interval or rank, in smaller type.
    pub(super) aside: String,
    /// As it is sorted; empty sorts last.
    pub(super) sort: String,
}

impl Table {
    /// Lays out the figures of a subject.
    pub(super) fn new(subject: &SubjectResult) -> Self {
        let ranked = || subject.contestants.iter().filter(|c| c.is_ranked());
        let columns: Vec<Column> = columns()
            .into_iter()
            .filter(|column| ranked().any(|c| !(column.cell)(c).text.is_empty()))
            .collect();
        let groups = Operation::ALL
            .into_iter()
            .filter_map(|operation| group(subject, operation, &columns))
            .collect();
        Self { columns, groups }
    }
}

/// The heading of an operation.
pub(super) fn operation_title(operation: Operation) -> &'static str {
    match operation {
        Operation::Copy => "Copy",
        Operation::Encode => "Encode",
        Operation::Decode => "Decode",
        Operation::RoundTrip => "Round trip",
    }
}

fn group(subject: &SubjectResult, operation: Operation, columns: &[Column]) -> Option<Group> {
    let mut members: Vec<(usize, &ContestantResult)> = subject
        .contestants
        .iter()
        .enumerate()
        .filter(|(_, c)| c.id.operation() == operation && c.is_ranked())
        .collect();
    if members.is_empty() {
        return None;
    }
    let ns = |c: &ContestantResult| c.time.as_ref().map_or(f64::INFINITY, |time| time.ns.median);
    members.sort_by(|a, b| ns(a.1).total_cmp(&ns(b.1)));
    let mut rows: Vec<Row> = members
        .into_iter()
        .map(|(place, c)| Row {
            place: Some(place),
            label: label(c),
            verdict: ratio_of(c).map_or("", |ratio| verdict_word(ratio.verdict)),
            cells: columns.iter().map(|column| (column.cell)(c)).collect(),
        })
        .collect();
    if operation == Operation::Copy {
        rows.extend(floor(subject, columns));
    }
    let baseline = subject.baseline(operation).map(|c| c.id.to_string()).unwrap_or_default();
    Some(Group { title: operation_title(operation), baseline, word: operation.word(), rows })
}

/// What the allocator alone takes for the blocks of one object, as a row of the table.
fn floor(subject: &SubjectResult, columns: &[Column]) -> Option<Row> {
    let floor = subject.malloc_floor?;
    let cells = columns
        .iter()
        .map(|column| match column.title {
            TIME => number(floor.ns, figure::plain(floor.ns)),
            ALLOCATIONS => number(floor.blocks, figure::count(floor.blocks)),
            BYTES => number(floor.bytes, figure::count(floor.bytes)),
            _ => Cell::default(),
        })
        .collect();
    Some(Row { place: None, label: "malloc floor".into(), verdict: "floor", cells })
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Baseline => "baseline",
        Verdict::Faster => "faster",
        Verdict::Slower => "slower",
        Verdict::Tie => "tie",
    }
}

const TIME: &str = "time";
const ALLOCATIONS: &str = "allocations";
const BYTES: &str = "allocated";

fn columns() -> Vec<Column> {
    let column = |title, unit, hint, cell| Column { title, unit, hint, cell };
    vec![
        column(TIME, "ns/op", "median over the corpus, with its 95 % interval", |c| {
            time(c.time.as_ref())
        }),
        column("ratio", "× baseline", "paired with the baseline over the corpus", |c| {
            ratio(c.time.as_ref())
        }),
        column("one object", "ns/op", "the same object replayed alone", |c| {
            let cell = time(c.time_one.as_ref());
            Cell { aside: String::new(), ..cell }
        }),
        column("one object", "× baseline", "ratio when one object is replayed alone", |c| {
            let cell = ratio(c.time_one.as_ref());
            Cell { aside: String::new(), ..cell }
        }),
        column("rate", "ops/s", "operations per second of one thread", |c| {
            c.time.as_ref().map_or_else(Cell::default, |time| {
                let rate = 1e9 / time.ns.median;
                number(rate, figure::plain(rate))
            })
        }),
        column("rate", "MB/s", "bytes on the wire per second of one thread", |c| {
            match (&c.time, c.wire) {
                (Some(time), Some(wire)) => {
                    let rate = wire.median as f64 / time.ns.median * 1e3;
                    number(rate, figure::plain(rate))
                }
                _ => Cell::default(),
            }
        }),
        column(ALLOCATIONS, "/op", "blocks allocated, counted exactly", |c| {
            allocation(c, |a| a.allocations)
        }),
        column(BYTES, "B/op", "bytes asked for, growth by reallocation included", |c| {
            allocation(c, |a| a.bytes)
        }),
        column("reallocations", "/op", "blocks that were grown", |c| {
            allocation(c, |a| a.reallocations)
        }),
        column("peak", "B", "most bytes alive at once above those before", |c| {
            allocation(c, |a| a.peak_bytes)
        }),
        column("retained", "B", "bytes alive when the operation is over", |c| {
            allocation(c, |a| a.retained_bytes)
        }),
        column("wire", "B", "bytes written or read: median over the corpus", |c| {
            c.wire.map_or_else(Cell::default, |wire| {
                let median = wire.median as f64;
                number(median, figure::count(median))
            })
        }),
        column("p50", "ns", "median latency of single operations", |c| latency(c, |l| l.p50)),
        column("p99", "ns", "99th percentile of single operations", |c| latency(c, |l| l.p99)),
        column("p99.9", "ns", "99.9th percentile of single operations", |c| latency(c, |l| l.p999)),
        column("max", "ns", "longest single operation", |c| latency(c, |l| l.max)),
    ]
}

fn time(timing: Option<&Timing>) -> Cell {
    timing.map_or_else(Cell::default, |timing| Cell {
        aside: interval(&timing.ns),
        ..number(timing.ns.median, figure::plain(timing.ns.median))
    })
}

fn ratio(timing: Option<&Timing>) -> Cell {
    timing.and_then(known_ratio).map_or_else(Cell::default, |ratio| Cell {
        aside: match ratio.verdict {
            Verdict::Baseline => "baseline".into(),
            Verdict::Tie => "tie".into(),
            Verdict::Faster | Verdict::Slower => figure::ratio_interval(&ratio.estimate),
        },
        ..number(ratio.estimate.median, figure::ratio(ratio.estimate.median))
    })
}

fn allocation(
    contestant: &ContestantResult,
    quantity: fn(&crate::results::Allocation) -> f64,
) -> Cell {
    contestant.allocation.as_ref().map_or_else(Cell::default, |allocation| {
        let value = quantity(allocation);
        number(value, figure::count(value))
    })
}

fn latency(contestant: &ContestantResult, percentile: fn(&crate::results::Latency) -> u64) -> Cell {
    contestant.latency.as_ref().map_or_else(Cell::default, |latency| {
        let value = percentile(latency) as f64;
        number(value, figure::count(value))
    })
}

fn interval(estimate: &Estimate) -> String {
    format!("{}–{}", figure::plain(estimate.low), figure::plain(estimate.high))
}

fn number(value: f64, text: String) -> Cell {
    Cell { text, aside: String::new(), sort: format!("{value:.6}") }
}
