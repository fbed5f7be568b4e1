//! The throughput pass: the same work on one thread and on several at once.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::schedule::Schedule;
use super::task::{Event, Task};
use super::timing::calibrate;
use crate::subject::Experiment;

/// Rounds: in each, every contestant runs once on one thread and once on all.
const ROUNDS: usize = 7;

/// How long a contestant runs at a time. Longer than a slice, for the start and the end of the
/// threads must not count.
const STRETCH: Duration = Duration::from_millis(20);

/// Measures every contestant's throughput. Each thread has objects of its own, as the threads of
/// a service have.
pub(crate) fn throughput(experiment: &dyn Experiment, task: &Task, emit: &mut dyn FnMut(Event)) {
    let threads = task.protocol.threads;
    let contestants = task.contestants.len();
    let barrier = Barrier::new(threads);
    let current = AtomicUsize::new(0);
    let active = AtomicUsize::new(0);
    let operations: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
    let nanoseconds: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
    const DONE: usize = usize::MAX;

    // What every thread does, the first included, whenever a stretch is announced.
    let stretch = |thread: usize, worker: &mut Worker<'_>| {
        if thread < active.load(Ordering::Acquire) {
            let (count, elapsed) = worker.run(current.load(Ordering::Acquire));
            operations[thread].store(count, Ordering::Release);
            nanoseconds[thread].store(elapsed, Ordering::Release);
        } else {
            operations[thread].store(0, Ordering::Release);
        }
    };

    std::thread::scope(|scope| {
        for thread in 1..threads {
            let (barrier, current, stretch) = (&barrier, &current, &stretch);
            scope.spawn(move || {
                let mut worker = Worker::new(experiment, task, thread);
                loop {
                    barrier.wait();
                    if current.load(Ordering::Acquire) == DONE {
                        return;
                    }
                    stretch(thread, &mut worker);
                    barrier.wait();
                }
            });
        }
        let mut rng = ChaCha8Rng::seed_from_u64(task.protocol.seed);
        let mut worker = Worker::new(experiment, task, 0);
        let mut single = vec![Vec::new(); contestants];
        let mut all = vec![Vec::new(); contestants];
        let mut order: Vec<usize> = (0..contestants).collect();
        for _ in 0..ROUNDS {
            order.shuffle(&mut rng);
            for &contestant in &order {
                for (count, results) in [(1, &mut single), (threads, &mut all)] {
                    active.store(count, Ordering::Release);
                    current.store(contestant, Ordering::Release);
                    barrier.wait();
                    stretch(0, &mut worker);
                    barrier.wait();
                    let per_second = operations.iter().zip(&nanoseconds).map(|(count, ns)| {
                        let count = count.load(Ordering::Acquire) as f64;
                        count * 1e9 / ns.load(Ordering::Acquire).max(1) as f64
                    });
                    results[contestant].push(per_second.sum());
                }
            }
        }
        current.store(DONE, Ordering::Release);
        barrier.wait();
        for (contestant, (single, all)) in single.into_iter().zip(all).enumerate() {
            emit(Event::Throughput(contestant, threads, single, all));
        }
    });
}

/// One thread's objects and contestants.
struct Worker<'a> {
    trial: Box<dyn crate::subject::Trial + 'a>,
    schedule: Schedule,
    operations: Vec<usize>,
    slice: Vec<u32>,
    from: usize,
}

impl<'a> Worker<'a> {
    fn new(experiment: &'a dyn Experiment, task: &Task, thread: usize) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(task.protocol.seed ^ (thread as u64 + 1));
        let mut trial = experiment.begin(&task.contestants, None);
        let mut schedule = Schedule::new(&task.by_size);
        schedule.shuffle(&mut rng);
        let mut slice = Vec::new();
        let operations = (0..task.contestants.len())
            .map(|at| calibrate(&mut *trial, at, &schedule, task.protocol.slice_ns, &mut slice))
            .collect();
        Self { trial, schedule, operations, slice, from: 0 }
    }

    /// Runs a contestant for a stretch: operations done and nanoseconds taken.
    fn run(&mut self, contestant: usize) -> (u64, u64) {
        let mut done = 0;
        let mut elapsed = Duration::ZERO;
        while elapsed < STRETCH {
            self.schedule.take(self.from, self.operations[contestant], &mut self.slice);
            self.from = self.from.wrapping_add(self.slice.len());
            let begin = Instant::now();
            self.trial.run(contestant, &self.slice);
            elapsed += begin.elapsed();
            done += self.slice.len() as u64;
        }
        (done, u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX))
    }
}
