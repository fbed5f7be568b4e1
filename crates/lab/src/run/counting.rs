//! The counting passes: exact allocation, wire sizes, and the cost of the allocator alone.

use std::hint::black_box;
use std::time::Instant;

use super::task::{Event, Task};
use crate::allocation::{self, Counting};
use crate::results::{Allocation, MallocFloor, Spread};
use crate::subject::Trial;

/// Counts the allocation of every contestant, object by object, and the bytes on the wire.
pub(crate) fn count(trial: &mut dyn Trial, task: &Task, emit: &mut dyn FnMut(Event)) {
    let objects = trial.objects();
    let everything: Vec<u32> = (0..objects as u32).collect();
    for contestant in 0..task.contestants.len() {
        emit(Event::Started(contestant));
        // Kept buffers and targets reach their final size first.
        trial.run(contestant, &everything);
        let allocation = allocation::is_installed().then(|| {
            let mut sum = Sum::default();
            for object in 0..objects {
                sum.add(trial, contestant, object);
            }
            sum.mean(objects)
        });
        let lengths: Option<Vec<u64>> =
            (0..objects).map(|object| trial.wire_len(contestant, object)).collect();
        let wire = lengths.filter(|lengths| !lengths.is_empty()).map(Spread::of);
        emit(Event::Counted(contestant, allocation, wire));
    }
}

#[derive(Default)]
struct Sum {
    allocations: u64,
    bytes: u64,
    reallocations: u64,
    peak: u64,
    retained: u64,
}

impl Sum {
    fn add(&mut self, trial: &mut dyn Trial, contestant: usize, object: usize) {
        let mut retained = 0;
        let counting = Counting::begin();
        trial.observe(contestant, object, &mut || retained = counting.read().live);
        let counts = counting.end();
        self.allocations += counts.allocations;
        self.bytes += counts.bytes;
        self.reallocations += counts.reallocations;
        self.peak += u64::try_from(counts.peak).unwrap_or(0);
        self.retained += u64::try_from(retained).unwrap_or(0);
    }

    fn mean(&self, objects: usize) -> Allocation {
        let mean = |sum: u64| sum as f64 / objects.max(1) as f64;
        Allocation {
            allocations: mean(self.allocations),
            bytes: mean(self.bytes),
            reallocations: mean(self.reallocations),
            peak_bytes: mean(self.peak),
            retained_bytes: mean(self.retained),
        }
    }
}

/// Blocks of one operation that are replayed at most.
const MOST_BLOCKS: usize = 1 << 18;

/// Times allocating and freeing the blocks that one operation of the first contestant allocates,
/// object by object and in the same order, without writing to them.
pub(crate) fn floor(trial: &mut dyn Trial, emit: &mut dyn FnMut(Event)) {
    if !allocation::is_installed() {
        return;
    }
    let objects = trial.objects();
    let sizes: Vec<Vec<usize>> = (0..objects.min(1_024))
        .map(|object| allocation::sizes(MOST_BLOCKS, || trial.observe(0, object, &mut || {})))
        .collect();
    let replay = |sizes: &[usize], blocks: &mut Vec<Vec<u8>>| {
        for &size in sizes {
            blocks.push(black_box(Vec::with_capacity(size)));
        }
        blocks.clear();
    };
    let most = sizes.iter().map(Vec::len).max().unwrap_or(0);
    let mut blocks = Vec::with_capacity(most);
    let mut times = Vec::new();
    for _ in 0..21 {
        let begin = Instant::now();
        for object in &sizes {
            replay(object, &mut blocks);
        }
        times.push(begin.elapsed().as_secs_f64() * 1e9 / sizes.len().max(1) as f64);
    }
    let count: usize = sizes.iter().map(Vec::len).sum();
    let bytes: usize = sizes.iter().flatten().sum();
    emit(Event::Floor(MallocFloor {
        ns: crate::statistics::median(&times),
        blocks: count as f64 / sizes.len().max(1) as f64,
        bytes: bytes as f64 / sizes.len().max(1) as f64,
    }));
}
