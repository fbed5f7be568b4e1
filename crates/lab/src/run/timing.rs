//! The timing pass: all contestants in short slices, in random order, round after round.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::schedule::Schedule;
use super::task::{Event, Task};
use crate::statistics;
use crate::subject::Trial;

/// Most operations of a segment: their order must not crowd the objects out of the cache.
const MAX_OPERATIONS: usize = 1 << 14;

/// Length of a segment. Interruptions of a virtual machine come every millisecond or so: most
/// segments of this length see none, most slices of half a millisecond see one.
const SEGMENT_NS: f64 = 100_000.0;

/// The untimed lead-in of a slice is its operations divided by this.
const LEAD_IN: usize = 4;

/// Further slices in each round for the contestants that others are compared with: their noise is
/// in every ratio.
const EXTRA_SLICES: usize = 5;

/// Renewing the objects may take this share of the time.
const RENEWING_SHARE: f64 = 0.2;

/// Times every contestant of the task in rounds, and reports each round.
pub(crate) fn time(
    trial: &mut dyn Trial,
    task: &Task,
    one: bool,
    rng: &mut ChaCha8Rng,
    emit: &mut dyn FnMut(Event),
) {
    let protocol = &task.protocol;
    let contestants = task.contestants.len();
    let mut schedule = if one { Schedule::new(&[0]) } else { Schedule::new(&task.by_size) };
    schedule.shuffle(rng);
    let mut clock = Clock::default();
    let slices: Vec<Slice> = (0..contestants)
        .map(|contestant| {
            emit(Event::Started(contestant));
            let fitting =
                calibrate(trial, contestant, &schedule, protocol.slice_ns, &mut clock.order);
            Slice::new(fitting, protocol.slice_ns, schedule.block())
        })
        .collect();

    let budget = Duration::from_nanos(if one { protocol.fork_ns / 2 } else { protocol.fork_ns });
    let min_rounds = if one { protocol.min_rounds.div_ceil(2) } else { protocol.min_rounds };
    let short = |&&contestant: &&usize| slices.get(contestant).is_some_and(|s| s.operations > 1);
    let repeated = task.repeated.iter().filter(short);
    let mut order: Vec<usize> =
        (0..contestants).chain(repeated.flat_map(|&at| [at; EXTRA_SLICES])).collect();
    let mut churn = Churn::default();
    let mut renewing = Duration::ZERO;
    let begin = Instant::now();
    for round in 0..protocol.max_rounds.max(1) {
        if round >= min_rounds && begin.elapsed() >= budget {
            break;
        }
        let affordable = renewing.as_secs_f64() <= RENEWING_SHARE * begin.elapsed().as_secs_f64();
        if !one && round > 0 && round % protocol.renew_rounds.max(1) == 0 && affordable {
            let renewal = Instant::now();
            churn.stir(rng);
            trial.renew();
            schedule.shuffle(rng);
            for (contestant, slice) in slices.iter().enumerate() {
                clock.time(trial, contestant, &schedule, 0, slice);
            }
            renewing += renewal.elapsed();
        }
        order.shuffle(rng);
        let mut ns = vec![Vec::new(); contestants];
        for &contestant in &order {
            // Each from a place of its own: objects that another contestant has just worked on
            // would still be in the cache.
            let from = schedule.any_block(rng);
            ns[contestant].push(clock.time(
                trial,
                contestant,
                &schedule,
                from,
                &slices[contestant],
            ));
        }
        emit(Event::Round(ns.iter().map(|slices| statistics::median(slices)).collect()));
    }
}

/// How a contestant's slice is cut into segments.
struct Slice {
    /// Operations of a segment.
    operations: usize,
    segments: usize,
}

impl Slice {
    /// Cuts a slice of so many operations. A segment holds whole blocks of the schedule, so that
    /// all segments are alike in work; of operations too long for that, it is the whole slice.
    fn new(fitting: usize, slice_ns: u64, block: usize) -> Self {
        let wanted = (fitting as f64 * SEGMENT_NS / slice_ns.max(1) as f64) as usize;
        let blocks = wanted.div_ceil(block.max(1)).max(1);
        let operations = (blocks * block.max(1)).min(fitting).clamp(1, MAX_OPERATIONS);
        Self { operations, segments: (fitting / operations).max(1) }
    }
}

/// Times slices.
#[derive(Default)]
struct Clock {
    order: Vec<u32>,
    segments: Vec<f64>,
}

impl Clock {
    /// Nanoseconds per operation in a slice that begins at a place of the schedule: the median of
    /// its segments.
    fn time(
        &mut self,
        trial: &mut dyn Trial,
        contestant: usize,
        schedule: &Schedule,
        from: usize,
        slice: &Slice,
    ) -> f64 {
        // What ran before has left its own branches and lines in the caches: an untimed lead-in
        // takes that out of the slice.
        let lead_in = slice.operations * slice.segments / LEAD_IN;
        schedule.take(from, lead_in.min(MAX_OPERATIONS), &mut self.order);
        trial.run(contestant, &self.order);
        self.segments.clear();
        for segment in 1..=slice.segments {
            schedule.take(from + segment * slice.operations, slice.operations, &mut self.order);
            let begin = Instant::now();
            trial.run(contestant, &self.order);
            let elapsed = begin.elapsed();
            self.segments.push(elapsed.as_secs_f64() * 1e9 / self.order.len().max(1) as f64);
        }
        statistics::median(&self.segments)
    }
}

/// How many operations fill a slice; warms the contestant up on the way.
pub(crate) fn calibrate(
    trial: &mut dyn Trial,
    contestant: usize,
    schedule: &Schedule,
    slice_ns: u64,
    order: &mut Vec<u32>,
) -> usize {
    let slice_ns = slice_ns as f64;
    let mut count = 1;
    loop {
        schedule.take(0, count, order);
        let begin = Instant::now();
        trial.run(contestant, order);
        let ns = begin.elapsed().as_secs_f64() * 1e9;
        if ns >= slice_ns / 2.0 || count >= MAX_OPERATIONS {
            let fitting = slice_ns / (ns / count as f64).max(0.01);
            return (fitting.round() as usize).max(1);
        }
        count *= 2;
    }
}

/// Random blocks that live on the heap between renewals, so that objects made anew land among
/// other objects' holes, as they do in a service that has run for a while.
#[derive(Default)]
struct Churn {
    blocks: Vec<Vec<u8>>,
}

impl Churn {
    fn stir(&mut self, rng: &mut ChaCha8Rng) {
        self.blocks.shuffle(rng);
        self.blocks.truncate(2_000);
        for _ in 0..4_000 {
            // Sizes as small objects have them: half below 64 bytes, a few of kilobytes.
            let size = 1_usize << rng.random_range(4..12);
            self.blocks.push(black_box(Vec::with_capacity(rng.random_range(size / 2..=size))));
        }
        self.blocks.shuffle(rng);
        self.blocks.truncate(4_000);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_is_cut_into_segments_of_whole_blocks() {
        let cases = [
            // (operations of half a millisecond, block) -> (operations of a segment, segments)
            ((1, 16), (1, 1)),
            ((10, 16), (10, 1)),
            ((40, 16), (16, 2)),
            ((113, 16), (32, 3)),
            ((113, 1), (22, 5)),
            ((4, 4), (4, 1)),
            ((200_000, 16), (16_384, 12)),
        ];
        for ((fitting, block), expected) in cases {
            let slice = Slice::new(fitting, 500_000, block);
            assert_eq!((slice.operations, slice.segments), expected, "{fitting} {block}");
        }
    }
}
