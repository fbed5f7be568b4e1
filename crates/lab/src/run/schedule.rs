//! In which order objects are worked on.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// How many sizes of objects are told apart.
const STRATA: usize = 16;

/// A random order of a corpus in which every stretch of [`STRATA`] objects holds one of each
/// size class. The order is random, as the branch predictors and caches need it to be, and yet
/// slices over different stretches do the same amount of work, which lowers the noise of ratios
/// between contestants that get through different numbers of objects in a slice.
#[derive(Debug)]
pub(crate) struct Schedule {
    strata: Vec<Vec<u32>>,
    order: Vec<u32>,
}

impl Schedule {
    /// A schedule for a corpus, given as the objects' places by rising size.
    pub(crate) fn new(by_size: &[u32]) -> Self {
        let classes = STRATA.min(by_size.len()).max(1);
        let strata = by_size.chunks(by_size.len().div_ceil(classes).max(1)).map(<[u32]>::to_vec);
        Self { strata: strata.collect(), order: by_size.to_vec() }
    }

    /// Draws a new order.
    pub(crate) fn shuffle(&mut self, rng: &mut ChaCha8Rng) {
        for stratum in &mut self.strata {
            stratum.shuffle(rng);
        }
        self.order.clear();
        let mut block = Vec::with_capacity(self.strata.len());
        let longest = self.strata.iter().map(Vec::len).max().unwrap_or(0);
        for place in 0..longest {
            block.clear();
            block.extend(self.strata.iter().filter_map(|stratum| stratum.get(place)));
            block.shuffle(rng);
            self.order.extend_from_slice(&block);
        }
    }

    /// Fills `slice` with `count` objects of the order from a place on, around its end if need be.
    pub(crate) fn take(&self, from: usize, count: usize, slice: &mut Vec<u32>) {
        slice.clear();
        let around = self.order.iter().cycle().skip(from % self.order.len().max(1));
        slice.extend(around.take(if self.order.is_empty() { 0 } else { count }));
    }

    /// Length of a stretch that holds all size classes.
    pub(crate) fn block(&self) -> usize {
        self.strata.len().max(1)
    }

    /// A place of the order at which a block begins, any of them.
    pub(crate) fn any_block(&self, rng: &mut ChaCha8Rng) -> usize {
        rng.random_range(0..self.order.len().div_ceil(self.block()).max(1)) * self.block()
    }

    /// Every object once.
    pub(crate) fn all(&self) -> &[u32] {
        &self.order
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn every_object_comes_once_in_a_turn() {
        for objects in [1, 2, 15, 16, 17, 1_000] {
            let by_size: Vec<u32> = (0..objects).collect();
            let mut schedule = Schedule::new(&by_size);
            schedule.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
            let mut slice = Vec::new();
            schedule.take(3, objects as usize, &mut slice);
            slice.sort_unstable();
            assert_eq!(slice, by_size);
        }
    }

    #[test]
    fn every_stretch_holds_all_size_classes() {
        let by_size: Vec<u32> = (0..1_024).collect();
        let mut schedule = Schedule::new(&by_size);
        schedule.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
        let mut slice = Vec::new();
        for block in 0..64 {
            schedule.take(block * STRATA, STRATA, &mut slice);
            let mut classes: Vec<u32> = slice.iter().map(|object| object / 64).collect();
            classes.sort_unstable();
            assert_eq!(classes, (0..16).collect::<Vec<_>>());
        }
        assert_ne!(schedule.all(), by_size);
    }
}
