//! The latency pass: operations that are long enough are timed one by one.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rand_chacha::ChaCha8Rng;

use super::schedule::Schedule;
use super::task::{Event, Task};
use super::timing::calibrate;
use crate::results::Latency;
use crate::subject::Trial;

/// Shorter operations cannot be timed singly: reading the clock twice would be more than a
/// fiftieth of them.
const SHORTEST_NS: f64 = 2_000.0;

/// Longer operations are recorded as this long.
const LONGEST_NS: u64 = 60_000_000_000;

/// With fewer operations than this, percentiles say nothing.
const FEWEST: u64 = 100;

/// Times single operations of every contestant whose operations take long enough.
pub(crate) fn latency(
    trial: &mut dyn Trial,
    task: &Task,
    rng: &mut ChaCha8Rng,
    emit: &mut dyn FnMut(Event),
) {
    let mut schedule = Schedule::new(&task.by_size);
    schedule.shuffle(rng);
    let mut slice = Vec::new();
    for contestant in 0..task.contestants.len() {
        emit(Event::Started(contestant));
        let slice_ns = task.protocol.slice_ns;
        let fitting = calibrate(trial, contestant, &schedule, slice_ns, &mut slice);
        let ns = slice_ns as f64 / fitting as f64;
        // Too short to be timed singly, or so long that too few would fit.
        if ns < SHORTEST_NS || ns * FEWEST as f64 > task.protocol.latency_ns as f64 {
            continue;
        }
        // Three significant digits up to a minute, which no operation of a subject takes.
        let Ok(mut histogram) = Histogram::<u64>::new_with_bounds(1, LONGEST_NS, 3) else {
            continue;
        };
        let budget = Duration::from_nanos(task.protocol.latency_ns);
        let begin = Instant::now();
        'time: loop {
            for &object in schedule.all() {
                let operation = Instant::now();
                trial.run(contestant, &[object]);
                let ns = u64::try_from(operation.elapsed().as_nanos()).unwrap_or(u64::MAX);
                histogram.saturating_record(ns);
                if begin.elapsed() >= budget {
                    break 'time;
                }
            }
            schedule.shuffle(rng);
        }
        if histogram.len() >= FEWEST {
            emit(Event::Latency(
                contestant,
                Latency {
                    samples: histogram.len(),
                    p50: histogram.value_at_quantile(0.5),
                    p90: histogram.value_at_quantile(0.9),
                    p99: histogram.value_at_quantile(0.99),
                    p999: histogram.value_at_quantile(0.999),
                    max: histogram.max(),
                },
            ));
        }
    }
}
