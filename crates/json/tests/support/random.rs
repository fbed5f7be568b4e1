//! Numbers that only the seed decides.

/// SplitMix64.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `count`, or 0.
    pub(crate) fn pick(&mut self, count: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap_or(0) % count.max(1)
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.pick(count) == 0
    }

    pub(crate) fn of<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.pick(choices.len())]
    }
}
