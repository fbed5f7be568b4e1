//! Results in the JSON format of JMH, for viewers and scripts that read it.
//!
//! Every field of JMH is there, in JMH's order. What has no counterpart is filled like this:
//! `jmhVersion` names apograph, `jvm` and `jdkVersion` the compiler, `vmName` is `native`,
//! `vmVersion` the target; there are no warm-up iterations, because rounds are short and their
//! median needs none. A *fork* is a fork, a *round* an iteration.
//!
//! The score is the mean of all rounds of all forks, and its error Student's at 99.9 %, as JMH
//! computes them: a preempted round counts fully. apograph's own figures, medians with intervals
//! over forks, are in `results.json`.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use serde_json::error::Error;

use crate::results::{ContestantResult, Results, SubjectResult, Timing};
use crate::statistics;

/// The ranked contestants as JMH's JSON text: for each subject and contestant one entry over the
/// corpus and, where measured, one on one object alone.
///
/// # Errors
///
/// When JSON has no word for something in it; results of a run hold no such thing.
pub fn to_string(results: &Results) -> Result<String, Error> {
    let entries: Vec<Entry<'_>> = results
        .subjects
        .iter()
        .flat_map(|subject| {
            let ranked = subject.contestants.iter().filter(|contestant| contestant.is_ranked());
            ranked.flat_map(move |contestant| entries(results, subject, contestant))
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&entries)?;
    text.push('\n');
    Ok(text)
}

fn entries<'a>(
    results: &'a Results,
    subject: &'a SubjectResult,
    contestant: &'a ContestantResult,
) -> impl Iterator<Item = Entry<'a>> {
    let timings = [(&contestant.time, "corpus"), (&contestant.time_one, "one")];
    timings.into_iter().filter_map(move |(timing, objects)| {
        let timing = timing.as_ref()?;
        Some(Entry { results, subject, contestant, timing, objects })
    })
}

/// One object of the list: a benchmark with its parameters.
struct Entry<'a> {
    results: &'a Results,
    subject: &'a SubjectResult,
    contestant: &'a ContestantResult,
    timing: &'a Timing,
    objects: &'static str,
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { results, subject, contestant, timing, objects } = self;
        let (build, protocol) = (&results.build, &results.protocol);
        let iterations = timing.rounds.iter().map(Vec::len).max().unwrap_or_default();
        let slice = time_value(protocol.slice_ns);
        let no_arguments: [&str; 0] = [];

        let mut entry = serializer.serialize_struct("Entry", 19)?;
        entry.serialize_field("jmhVersion", &format!("apograph {}", results.apograph))?;
        entry.serialize_field("benchmark", &format!("{}.{}", subject.name, contestant.id))?;
        entry.serialize_field("mode", "avgt")?;
        entry.serialize_field("threads", &1)?;
        entry.serialize_field("forks", &timing.rounds.len())?;
        entry.serialize_field("jvm", &build.rustc)?;
        entry.serialize_field("jvmArgs", &no_arguments)?;
        entry.serialize_field("jdkVersion", &build.rustc)?;
        entry.serialize_field("vmName", "native")?;
        entry.serialize_field("vmVersion", &build.target)?;
        entry.serialize_field("warmupIterations", &0)?;
        entry.serialize_field("warmupTime", &slice)?;
        entry.serialize_field("warmupBatchSize", &1)?;
        entry.serialize_field("measurementIterations", &iterations)?;
        entry.serialize_field("measurementTime", &slice)?;
        entry.serialize_field("measurementBatchSize", &1)?;
        let params = Parameters { objects, allocator: &build.allocator };
        entry.serialize_field("params", &params)?;
        entry.serialize_field("primaryMetric", &Metric::of_rounds(&timing.rounds, "ns/op"))?;
        entry.serialize_field("secondaryMetrics", &SecondaryMetrics(self.secondary_metrics()))?;
        entry.end()
    }
}

impl Entry<'_> {
    /// What JMH's profilers would add. Counts, sizes and stages are those of the corpus, so an
    /// entry for one object has none.
    fn secondary_metrics(&self) -> Vec<(String, Metric)> {
        let mut metrics = Vec::new();
        if self.objects != "corpus" {
            return metrics;
        }
        if let Some(allocation) = self.contestant.allocation {
            let rate = |ns: &f64| allocation.bytes / ns * 1e9 / (1_024.0 * 1_024.0);
            let rates: Vec<Vec<f64>> =
                self.timing.rounds.iter().map(|fork| fork.iter().map(rate).collect()).collect();
            metrics.push(("gc.alloc.rate".to_owned(), Metric::of_rounds(&rates, "MB/sec")));
            // JMH leaves this out, too, when nothing was allocated.
            if allocation.bytes > 0.0 {
                let metric = Metric::of_one(allocation.bytes, "B/op");
                metrics.push(("gc.alloc.rate.norm".to_owned(), metric));
            }
        }
        if let Some(wire) = self.contestant.wire {
            metrics.push(("wire.bytes".to_owned(), Metric::of_one(wire.median as f64, "B")));
        }
        for stage in self.contestant.cpu.iter().flat_map(|cpu| &cpu.stages) {
            metrics.push((format!("stage.{}", stage.stage), Metric::of_one(stage.ns, "ns/op")));
        }
        metrics
    }
}

struct Parameters<'a> {
    objects: &'static str,
    allocator: &'a str,
}

impl Serialize for Parameters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // JMH's parameters are texts, in the order of their names.
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("allocator", self.allocator)?;
        map.serialize_entry("objects", self.objects)?;
        map.serialize_entry("threads", "1")?;
        map.end()
    }
}

struct SecondaryMetrics(Vec<(String, Metric)>);

impl Serialize for SecondaryMetrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, metric)| (name, metric)))
    }
}

/// Confidence of JMH's errors.
const CONFIDENCE: f64 = 0.999;

/// Percentiles that JMH writes, as it writes them.
const PERCENTILES: [(&str, f64); 10] = [
    ("0.0", 0.0),
    ("50.0", 50.0),
    ("90.0", 90.0),
    ("95.0", 95.0),
    ("99.0", 99.0),
    ("99.9", 99.9),
    ("99.99", 99.99),
    ("99.999", 99.999),
    ("99.9999", 99.9999),
    ("100.0", 100.0),
];

struct Metric {
    raw: Vec<Vec<f64>>,
    unit: &'static str,
}

impl Metric {
    fn of_rounds(raw: &[Vec<f64>], unit: &'static str) -> Self {
        Self { raw: raw.to_vec(), unit }
    }

    fn of_one(value: f64, unit: &'static str) -> Self {
        Self { raw: vec![vec![value]], unit }
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pooled: Vec<f64> = self.raw.iter().flatten().copied().collect();
        let mean = pooled.iter().sum::<f64>() / pooled.len() as f64;
        let error = statistics::mean_error(&pooled, CONFIDENCE).unwrap_or(f64::NAN);
        pooled.sort_unstable_by(f64::total_cmp);
        let raw: Vec<Vec<Number>> =
            self.raw.iter().map(|fork| fork.iter().copied().map(Number).collect()).collect();

        let mut metric = serializer.serialize_struct("Metric", 6)?;
        metric.serialize_field("score", &Number(mean))?;
        metric.serialize_field("scoreError", &Number(error))?;
        metric.serialize_field("scoreConfidence", &[Number(mean - error), Number(mean + error)])?;
        metric.serialize_field("scorePercentiles", &Percentiles(&pooled))?;
        metric.serialize_field("scoreUnit", self.unit)?;
        metric.serialize_field("rawData", &raw)?;
        metric.end()
    }
}

struct Percentiles<'a>(&'a [f64]);

impl Serialize for Percentiles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let percentiles =
            PERCENTILES.iter().map(|(name, rank)| (name, Number(percentile(self.0, *rank))));
        serializer.collect_map(percentiles)
    }
}

/// The percentile as JMH interpolates it: at place rank · (n + 1) ÷ 100, counted from 1, and the
/// ends beyond the first and the last.
fn percentile(sorted: &[f64], rank: f64) -> f64 {
    let (Some(&first), Some(&last)) = (sorted.first(), sorted.last()) else { return f64::NAN };
    let place = rank * (sorted.len() as f64 + 1.0) / 100.0;
    if place < 1.0 {
        return first;
    }
    // Not negative and below the length, so nothing is lost.
    let below = place as usize;
    match (sorted.get(below - 1), sorted.get(below)) {
        (Some(lower), Some(upper)) => lower + (place - place.floor()) * (upper - lower),
        _ => last,
    }
}

/// A number, or JMH's word for what JSON has no number for.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            value if value.is_nan() => serializer.serialize_str("NaN"),
            f64::INFINITY => serializer.serialize_str("+INF"),
            f64::NEG_INFINITY => serializer.serialize_str("-INF"),
            value => serializer.serialize_f64(value),
        }
    }
}

/// A time in the largest unit that gives a whole number, as JMH writes it: `500 us`.
fn time_value(ns: u64) -> String {
    let units = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)];
    for (unit, length) in units {
        if ns >= length && ns.is_multiple_of(length) {
            return format!("{} {unit}", ns / length);
        }
    }
    format!("{ns} ns")
}

#[cfg(test)]
mod tests;
