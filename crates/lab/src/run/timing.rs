//! The timing pass: all contestants in short slices, in random order, round after round.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::schedule::Schedule;
use super::task::{Event, Task};
use crate::subject::Trial;

/// Most operations of a slice: their order must not crowd the objects out of the cache.
const MAX_OPERATIONS: usize = 1 << 14;

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
    let mut slice = Vec::with_capacity(MAX_OPERATIONS);
    let operations: Vec<usize> = (0..contestants)
        .map(|contestant| {
            emit(Event::Started(contestant));
            calibrate(trial, contestant, &schedule, protocol.slice_ns, &mut slice)
        })
        .collect();

    let budget = Duration::from_nanos(if one { protocol.fork_ns / 2 } else { protocol.fork_ns });
    let min_rounds = if one { protocol.min_rounds.div_ceil(2) } else { protocol.min_rounds };
    let mut order: Vec<usize> = (0..contestants).collect();
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
            for (contestant, &count) in operations.iter().enumerate() {
                schedule.take(0, count, &mut slice);
                trial.run(contestant, &slice);
            }
            renewing += renewal.elapsed();
        }
        order.shuffle(rng);
        let from = rng.random_range(0..schedule.all().len().max(1));
        let mut ns = vec![0.0; contestants];
        for &contestant in &order {
            let count = operations[contestant];
            schedule.take(from, count, &mut slice);
            let begin = Instant::now();
            trial.run(contestant, &slice);
            let elapsed = begin.elapsed();
            ns[contestant] = elapsed.as_secs_f64() * 1e9 / slice.len().max(1) as f64;
        }
        emit(Event::Round(ns));
    }
}

/// How many operations fill a slice; warms the contestant up on the way.
pub(crate) fn calibrate(
    trial: &mut dyn Trial,
    contestant: usize,
    schedule: &Schedule,
    slice_ns: u64,
    slice: &mut Vec<u32>,
) -> usize {
    let slice_ns = slice_ns as f64;
    let mut count = 1;
    loop {
        schedule.take(0, count, slice);
        let begin = Instant::now();
        trial.run(contestant, slice);
        let ns = begin.elapsed().as_secs_f64() * 1e9;
        if ns >= slice_ns / 2.0 || count >= MAX_OPERATIONS {
            let fitting = slice_ns / (ns / count as f64).max(0.01);
            return (fitting.round() as usize).clamp(1, MAX_OPERATIONS);
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
