//! Counting and sampling with the allocator installed.

use std::alloc::System;
use std::collections::BTreeMap;
use std::hint::black_box;

use apograph_lab::allocation::{self, AllocationSampler, Counting, CountingAllocator, Counts};
use apograph_lab::sampling::SamplingError;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(System);

/// Counts with the fields in the order of [`Counts`].
fn counts([allocations, bytes, reallocations, frees]: [u64; 4], [live, peak]: [i64; 2]) -> Counts {
    Counts { allocations, bytes, reallocations, frees, live, peak }
}

#[test]
fn it_knows_that_it_is_installed() {
    assert!(allocation::is_installed());
}

#[test]
fn known_work_is_counted_exactly() {
    type Case = (&'static str, fn(), Counts);
    let cases: [Case; 8] = [
        ("nothing", || {}, counts([0, 0, 0, 0], [0, 0])),
        ("a box", || drop(black_box(Box::new([0_u8; 24]))), counts([1, 24, 0, 1], [0, 24])),
        ("a string", || drop(black_box("sixteen letters!".to_owned())), {
            counts([1, 16, 0, 1], [0, 16])
        }),
        ("an empty vector", || drop(black_box(Vec::<u64>::new())), counts([0, 0, 0, 0], [0, 0])),
        (
            "a vector that grows from 4 to 8 to 16 elements",
            || {
                let mut vector = Vec::new();
                for element in 0..9_u64 {
                    vector.push(black_box(element));
                }
                drop(black_box(vector));
            },
            counts([1, 32 + 64 + 128, 2, 1], [0, 128]),
        ),
        (
            "a vector that shrinks",
            || {
                let mut vector = Vec::<u8>::with_capacity(black_box(1000));
                vector.push(1);
                vector.shrink_to(10);
                drop(black_box(vector));
            },
            counts([1, 1010, 1, 1], [0, 1000]),
        ),
        ("zeroed memory", || drop(black_box(vec![0_u8; black_box(512)])), {
            counts([1, 512, 0, 1], [0, 512])
        }),
        (
            "two blocks, one after the other",
            || {
                drop(black_box(Box::new([0_u8; 100])));
                drop(black_box(Box::new([0_u8; 60])));
            },
            counts([2, 160, 0, 2], [0, 100]),
        ),
    ];
    for (name, work, expected) in cases {
        assert_eq!(allocation::count(work).1, expected, "{name}");
    }
}

#[test]
fn what_a_result_retains_is_live_until_it_is_dropped() {
    let counting = Counting::begin();
    let scratch = black_box(vec![0_u8; 300]);
    let result = black_box(vec![0_u8; 50]);
    drop(scratch);
    let before_drop = counting.read();
    drop(result);
    assert_eq!((before_drop.live, before_drop.peak), (50, 350));
    assert_eq!((counting.read().live, counting.end().peak), (0, 350));
}

#[test]
fn giving_back_older_blocks_makes_live_negative() {
    let older = black_box(vec![0_u8; 80]);
    let ((), counts) = allocation::count(|| drop(older));
    assert_eq!((counts.frees, counts.live, counts.peak), (1, -80, 0));
}

#[test]
fn an_inner_counting_leaves_the_outer_one_exact() {
    let outer = Counting::begin();
    drop(black_box(vec![0_u8; 1000]));
    let ((), inner) = allocation::count(|| drop(black_box(vec![0_u8; 10])));
    assert_eq!((inner.bytes, inner.peak), (10, 10));
    let outer = outer.end();
    assert_eq!((outer.bytes, outer.peak, outer.allocations), (1010, 1000, 2));
}

#[test]
fn a_panic_ends_the_counting_and_the_next_one_starts_afresh() {
    let panicked = std::panic::catch_unwind(|| {
        let _counting = Counting::begin();
        let _block = black_box(vec![0_u8; 64]);
        std::panic::resume_unwind(Box::new(()));
    });
    assert!(panicked.is_err());
    drop(black_box(vec![0_u8; 64]));
    let (_, counts) = allocation::count(|| black_box(vec![0_u8; 8]));
    assert_eq!(counts.bytes, 8);
}

#[test]
fn other_threads_do_not_count() {
    let counting = Counting::begin();
    let before = counting.read();
    let busy = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let (_, own) = allocation::count(|| black_box(vec![0_u8; 1_000_000]).len());
            own.bytes
        });
        worker.join()
    });
    assert_eq!(busy.ok(), Some(1_000_000));
    // Starting a thread allocates on this one, but nowhere near what the other thread did.
    assert!(counting.read().bytes - before.bytes < 100_000);
}

#[test]
fn the_same_work_counts_the_same_every_time() {
    let map: BTreeMap<String, Vec<u64>> =
        (0..50).map(|key| (format!("key {key}"), (0..key).collect())).collect();
    let first = allocation::count(|| drop(black_box(map.clone()))).1;
    assert!(first.allocations > 100, "{first:?}");
    for _ in 0..10 {
        assert_eq!(allocation::count(|| drop(black_box(map.clone()))).1, first);
    }
}

#[test]
fn the_blocks_of_a_work_are_listed_in_order() {
    let work = || black_box((vec![0_u8; 10], vec![0_u8; 20], "five!".to_owned()));
    assert_eq!(allocation::sizes(10, work), [10, 20, 5]);
    assert_eq!(allocation::sizes(2, work), [10, 20]);
}

/// Allocates blocks of very different sizes, some by growth.
fn varied_work(rounds: usize) {
    for round in 0..rounds {
        let blocks: Vec<Vec<u8>> =
            (0..40).map(|at| vec![0_u8; black_box(1 << ((at + round) % 14))]).collect();
        drop(black_box(blocks));
        let mut grown = String::new();
        for _ in 0..200 {
            grown.push_str(black_box("grow"));
        }
        drop(black_box(grown));
    }
}

#[test]
fn sampled_bytes_add_up_to_the_exact_count() -> Result<(), SamplingError> {
    let counting = Counting::begin();
    let sampler = AllocationSampler::start(4096, 200_000)?;
    let before = counting.read();
    varied_work(8000);
    let after = counting.read();
    let profile = sampler.stop();
    drop(counting);
    let exact = (after.bytes - before.bytes) as f64;
    let sampled = profile.stacks.iter().map(|stack| stack.weight).sum::<u64>() as f64;
    println!("sampled {sampled} of {exact} bytes by {} samples", profile.kept);
    assert_eq!((profile.lost, profile.cut), (0, 0));
    assert!(profile.kept > 10_000, "{}", profile.kept);
    // Six times the standard error of so many samples.
    assert!((sampled / exact - 1.0).abs() < 0.03, "sampled {sampled} of {exact} bytes");
    Ok(())
}

#[test]
fn a_sampler_of_allocations_is_one_for_a_thread_and_needs_an_interval() -> Result<(), SamplingError>
{
    assert!(matches!(AllocationSampler::start(0, 10), Err(SamplingError::NothingToSample)));
    let sampler = AllocationSampler::start(1, 10)?;
    assert!(matches!(AllocationSampler::start(1, 10), Err(SamplingError::AlreadySampling)));
    drop(sampler);
    AllocationSampler::start(1, 10)?.stop();
    Ok(())
}

#[test]
fn sampling_allocates_nothing_itself() -> Result<(), SamplingError> {
    let alone = allocation::count(|| varied_work(10)).1;
    let sampler = AllocationSampler::start(64, 100_000)?;
    let sampled = allocation::count(|| varied_work(10)).1;
    assert!(sampler.stop().kept > 100);
    assert_eq!(sampled, alone);
    Ok(())
}
