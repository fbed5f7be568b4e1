//! The block of data that the page's scripts draw from: the results without the single rounds,
//! in a form that stays small with hundreds of flame graphs.

use serde::Serialize;

use super::headline::known_ratio;
use crate::identifier::Operation;
use crate::results::{
    Allocation, ByteProfile, ContestantResult, CpuProfile, Estimate, FlameGraph, Results, Spread,
    SubjectResult, Timing, Traits, Verdict, WireKind,
};
use crate::statistics;

/// The data as JSON that may stand in a `script` element: it holds no `<`, `>` or `&` and no line
/// separator of JavaScript, so that no content ends the element or opens a comment.
pub(super) fn embed(results: &Results) -> Result<String, serde_json::Error> {
    let json = serde_json::to_string(&Data::of(results))?;
    let mut safe = String::with_capacity(json.len() + json.len() / 64);
    for c in json.chars() {
        match c {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            _ => safe.push(c),
        }
    }
    Ok(safe)
}

#[derive(Serialize)]
struct Data<'a> {
    cores: usize,
    stages: Vec<&'a str>,
    /// Name and place of its stage, or −1.
    frames: Vec<(&'a str, i64)>,
    subjects: Vec<SubjectData<'a>>,
}

impl<'a> Data<'a> {
    fn of(results: &'a Results) -> Self {
        let mut stages: Vec<&str> = Vec::new();
        let mut frames = Vec::with_capacity(results.frames.len());
        for frame in &results.frames {
            let stage = frame.stage.as_deref().map(|stage| {
                stages.iter().position(|known| *known == stage).unwrap_or_else(|| {
                    stages.push(stage);
                    stages.len() - 1
                })
            });
            frames.push((frame.name.as_str(), stage.map_or(-1, |place| place as i64)));
        }
        Self {
            cores: results.machine.cores,
            stages,
            frames,
            subjects: results.subjects.iter().map(SubjectData::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct SubjectData<'a> {
    name: &'a str,
    margin: f64,
    /// Nanoseconds of the allocator alone.
    floor: Option<f64>,
    /// Places of the baselines in `contestants`.
    baselines: Baselines,
    contestants: Vec<ContestantData<'a>>,
}

#[derive(Serialize)]
struct Baselines {
    copy: Option<usize>,
    encode: Option<usize>,
    decode: Option<usize>,
    roundtrip: Option<usize>,
}

impl<'a> SubjectData<'a> {
    fn of(subject: &'a SubjectResult) -> Self {
        let place = |operation| {
            let id = &subject.baseline(operation)?.id;
            subject.contestants.iter().position(|c| c.id == *id)
        };
        Self {
            name: &subject.name,
            margin: subject.noise.margin,
            floor: subject.malloc_floor.map(|floor| brief(floor.ns)),
            baselines: Baselines {
                copy: place(Operation::Copy),
                encode: place(Operation::Encode),
                decode: place(Operation::Decode),
                roundtrip: place(Operation::RoundTrip),
            },
            contestants: subject.contestants.iter().map(ContestantData::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct ContestantData<'a> {
    op: Operation,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'a str>,
    ranked: bool,
    traits: TraitsData<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimingData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one: Option<TimingData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allocation: Option<Allocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wire: Option<Spread>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<CpuData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<BytesData>,
}

impl<'a> ContestantData<'a> {
    fn of(contestant: &'a ContestantResult) -> Self {
        Self {
            op: contestant.id.operation(),
            name: contestant.id.name(),
            variant: contestant.id.variant(),
            ranked: contestant.is_ranked(),
            traits: TraitsData::of(&contestant.traits),
            time: contestant.time.as_ref().map(TimingData::of),
            one: contestant.time_one.as_ref().map(TimingData::of),
            allocation: contestant.allocation,
            wire: contestant.wire,
            cpu: contestant.cpu.as_ref().map(CpuData::of),
            bytes: contestant.bytes.as_ref().map(BytesData::of),
        }
    }
}

/// What the advice needs to know; the words stand in the page itself.
#[derive(Serialize)]
struct TraitsData<'a> {
    wire: WireKind,
    evolves: bool,
    independent: bool,
    dependency: Option<&'a str>,
    asks: &'a str,
    loses: &'a str,
}

impl<'a> TraitsData<'a> {
    fn of(traits: &'a Traits) -> Self {
        Self {
            wire: traits.wire,
            evolves: traits.evolves,
            independent: traits.independent,
            dependency: traits.dependency.as_deref(),
            asks: &traits.asks,
            loses: &traits.loses,
        }
    }
}

#[derive(Serialize)]
struct TimingData {
    /// Median, low, high.
    ns: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// The median of each fork.
    forks: Vec<f64>,
}

impl TimingData {
    fn of(timing: &Timing) -> Self {
        Self {
            ns: triple(&timing.ns),
            ratio: known_ratio(timing).map(|ratio| triple(&ratio.estimate)),
            verdict: known_ratio(timing).map(|ratio| ratio.verdict),
            forks: timing.rounds.iter().map(|rounds| brief(statistics::median(rounds))).collect(),
        }
    }
}

#[derive(Serialize)]
struct CpuData<'a> {
    source: &'a str,
    hz: u32,
    due: u64,
    kept: u64,
    /// Name, nanoseconds, samples.
    stages: Vec<(&'a str, f64, u64)>,
    flame: Vec<i64>,
}

impl<'a> CpuData<'a> {
    fn of(profile: &'a CpuProfile) -> Self {
        Self {
            source: &profile.source,
            hz: profile.hz,
            due: profile.due,
            kept: profile.kept,
            stages: profile
                .stages
                .iter()
                .map(|stage| (stage.stage.as_str(), brief(stage.ns), stage.samples))
                .collect(),
            flame: flat(&profile.flame),
        }
    }
}

#[derive(Serialize)]
struct BytesData {
    interval: u64,
    samples: u64,
    flame: Vec<i64>,
}

impl BytesData {
    fn of(profile: &ByteProfile) -> Self {
        Self {
            interval: profile.interval_bytes,
            samples: profile.samples,
            flame: flat(&profile.flame),
        }
    }
}

/// Nodes as `frame, distance to the parent (0 for none), weight` in a row.
fn flat(flame: &FlameGraph) -> Vec<i64> {
    let mut numbers = Vec::with_capacity(flame.nodes.len() * 3);
    for (place, node) in flame.nodes.iter().enumerate() {
        let up = node.parent.map_or(0, |parent| place as i64 - i64::from(parent));
        numbers.extend([i64::from(node.frame), up, node.weight as i64]);
    }
    numbers
}

fn triple(estimate: &Estimate) -> [f64; 3] {
    [brief(estimate.median), brief(estimate.low), brief(estimate.high)]
}

/// Six significant digits: more than any figure here is worth, in half the characters.
fn brief(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10f64.powi(5 - value.abs().log10().floor() as i32);
    if scale.is_finite() && scale > 0.0 { (value * scale).round() / scale } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::FlameNode;

    #[test]
    fn a_flame_graph_is_flat_with_distances_to_the_parents() {
        let node = |frame, parent, weight| FlameNode { frame, parent, weight };
        let nodes = vec![node(7, None, 0), node(8, Some(0), 5), node(9, Some(0), 6)];
        assert_eq!(flat(&FlameGraph { nodes }), [7, 0, 0, 8, 1, 5, 9, 2, 6]);
    }

    #[test]
    fn figures_keep_six_significant_digits() {
        for (value, expected) in
            [(12_345.678_9, 12_345.7), (0.012_345_678, 0.012_345_7), (0.0, 0.0), (-5.0, -5.0)]
        {
            assert_eq!(brief(value), expected);
        }
    }
}
