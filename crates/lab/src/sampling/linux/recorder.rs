//! Walks stacks into memory that was set aside beforehand.

use std::fmt;

use super::modules::Modules;
use super::registers::Registers;
use super::walker::{Walk, Walker};
use crate::sampling::{RawProfile, RawStack, SamplingError};

/// Frames kept of one stack; of a deeper one, the innermost.
const MAX_DEPTH: usize = 256;

/// Room for a sample, in words, when all are as deep as stacks usually are.
const USUAL_WORDS: usize = 48;

/// Walks the stack of the thread it was made on, and keeps what it finds.
pub(crate) struct StackRecorder {
    walker: Walker,
    modules: Modules,
    scratch: Box<[u64; MAX_DEPTH]>,
    /// For each sample its weight, its number of frames and their addresses.
    words: Box<[u64]>,
    used: usize,
    kept: u64,
    lost: u64,
    cut: u64,
}

impl fmt::Debug for StackRecorder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kept, lost, cut, .. } = self;
        write!(formatter, "StackRecorder {{ kept: {kept}, lost: {lost}, cut: {cut}, .. }}")
    }
}

impl StackRecorder {
    /// A recorder for the calling thread, with room for about `capacity` samples.
    pub(crate) fn new(capacity: usize) -> Result<Self, SamplingError> {
        let mut modules = Modules::load().map_err(SamplingError::Modules)?;
        let walker = Walker::new(&mut modules).map_err(SamplingError::Stack)?;
        let words = capacity.saturating_mul(USUAL_WORDS).max(MAX_DEPTH + 2);
        let mut recorder = Self {
            walker,
            modules,
            scratch: Box::new([0; MAX_DEPTH]),
            words: vec![0; words].into_boxed_slice(),
            used: 0,
            kept: 0,
            lost: 0,
            cut: 0,
        };
        // The first walk meets every unwind rule for the first time, and binds what is bound
        // lazily: not something to do in a signal handler.
        recorder.record_here(0);
        (recorder.used, recorder.kept, recorder.cut) = (0, 0, 0);
        Ok(recorder)
    }

    /// Walks from here, and keeps the stack. Async-signal-safe.
    #[inline(never)]
    pub(crate) fn record_here(&mut self, weight: u64) {
        self.record(&Registers::here(), weight);
        // Something to do after the walk: it must not be a tail call, which would give up the
        // frame that the walk starts from.
        std::hint::black_box(&self.kept);
    }

    /// Walks from `registers`, and keeps the stack. Async-signal-safe.
    pub(super) fn record(&mut self, registers: &Registers, weight: u64) {
        let walk = self.walker.walk(registers, &mut *self.scratch);
        self.keep(walk, weight);
    }

    fn keep(&mut self, walk: Walk, weight: u64) {
        let frames = self.scratch.get(..walk.frames);
        let room = self.words.get_mut(self.used..).unwrap_or_default();
        let (Some(frames), Some((head, room))) = (frames, room.split_first_chunk_mut()) else {
            self.lost += 1;
            return;
        };
        let Some(room) = room.get_mut(..frames.len()) else {
            self.lost += 1;
            return;
        };
        *head = [weight, frames.len() as u64];
        room.copy_from_slice(frames);
        self.used += head.len() + frames.len();
        self.kept += 1;
        self.cut += u64::from(!walk.whole);
    }

    /// What was kept, with equal stacks merged.
    pub(crate) fn into_profile(self) -> RawProfile {
        let Self { modules, words, used, kept, lost, cut, .. } = self;
        let mut rest = words.get(..used).unwrap_or_default();
        let samples = std::iter::from_fn(|| {
            let (&[weight, frames], after) = rest.split_first_chunk()?;
            let (addresses, after) = after.split_at_checked(frames as usize)?;
            rest = after;
            let frames = addresses.iter().map(|&address| modules.locate(address)).collect();
            Some(RawStack { frames, weight })
        });
        let stacks = RawProfile::merge(samples);
        let modules = modules.into_list();
        RawProfile { kept, lost, cut, modules, stacks, ..RawProfile::default() }
    }
}
