//! A copy into a warm target allocates nothing, whether the values are the same or other ones in the
//! same structure.

#![forbid(unsafe_code)]

use std::alloc::System;

use apograph::DeepCopy;
use apograph_lab::allocation::{CountingAllocator, count};
use apograph_workloads::{
    DEFAULT_SEED, Later, device_state, number_heavy, order, order_list, simple_user, text_heavy,
};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(System);

/// Allocations of copying an object and what it is later, by turns, over a warm target.
fn allocations<T: DeepCopy + Later + PartialEq + std::fmt::Debug>(objects: Vec<T>) -> u64 {
    let mut allocations = 0;
    for object in &objects {
        let later = object.later();
        assert_ne!(*object, later);
        let mut target = apograph::copy(object);
        for _ in 0..2 {
            apograph::copy_into(&later, &mut target);
            apograph::copy_into(object, &mut target);
        }
        let ((), counts) = count(|| {
            apograph::copy_into(object, &mut target);
            apograph::copy_into(&later, &mut target);
        });
        allocations += counts.allocations + counts.reallocations;
        assert_eq!(target, later);
    }
    allocations
}

#[test]
fn copies_into_a_warm_target_allocate_nothing() {
    let objects = 64;
    assert_eq!(allocations(device_state::corpus(DEFAULT_SEED, objects)), 0);
    assert_eq!(allocations(simple_user::corpus(DEFAULT_SEED, objects)), 0);
    assert_eq!(allocations(order::corpus(DEFAULT_SEED, objects)), 0);
    assert_eq!(allocations(order_list::corpus(DEFAULT_SEED, 1)), 0);
    assert_eq!(allocations(text_heavy::corpus(DEFAULT_SEED, objects)), 0);
    assert_eq!(allocations(number_heavy::corpus(DEFAULT_SEED, objects)), 0);
}
