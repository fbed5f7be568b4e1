//! From samples to the part of the results that says where time and bytes go.

use crate::results::{ByteProfile, CpuProfile, Frame};
use crate::sampling::RawProfile;
use crate::stacks::{FrameTable, Stack, flame_graph};
use crate::stages::{Classifier, Rules};
use crate::symbols::Symbolizer;

/// Explains the samples of a run: names their addresses, gives them stages and puts them into
/// flame graphs that share one list of frames.
pub struct Explainer<'a> {
    symbolizer: Symbolizer,
    classifier: Classifier<'a>,
    table: FrameTable,
    min_share: f64,
}

impl<'a> Explainer<'a> {
    /// An explainer by these rules. Nodes of a flame graph with less than `min_share` of the
    /// whole count for their caller.
    pub fn new(rules: &'a Rules, min_share: f64) -> Self {
        Self {
            symbolizer: Symbolizer::new(),
            classifier: rules.classifier(),
            table: FrameTable::new(),
            min_share,
        }
    }

    /// Explains samples of processor time of one contestant, from one or several processes. `ns`
    /// is the time of one operation, which the stages divide among them. With the profile come
    /// its stacks, for [`write_folded`](crate::stacks::write_folded).
    pub fn cpu(&mut self, profiles: &[RawProfile], ns: f64) -> (CpuProfile, Vec<Stack>) {
        let mut stacks = self.resolve(profiles);
        for stack in &mut stacks {
            stack.cut_harness();
        }
        let first = profiles.first();
        let profile = CpuProfile {
            source: first.map(|profile| profile.source.clone()).unwrap_or_default(),
            hz: first.map_or(0, |profile| profile.hz),
            due: profiles.iter().map(|profile| profile.due).sum(),
            kept: profiles.iter().map(|profile| profile.kept).sum(),
            stages: self.classifier.shares(&stacks, ns),
            flame: flame_graph(&stacks, &mut self.table, &mut self.classifier, self.min_share),
        };
        (profile, stacks)
    }

    /// Explains samples of allocated bytes of one contestant, as [`cpu`](Self::cpu) does.
    pub fn bytes(&mut self, profiles: &[RawProfile]) -> (ByteProfile, Vec<Stack>) {
        let mut stacks = self.resolve(profiles);
        for stack in &mut stacks {
            stack.cut_harness();
            stack.cut_allocator();
        }
        let profile = ByteProfile {
            interval_bytes: profiles.first().map_or(0, |profile| profile.interval_bytes),
            samples: profiles.iter().map(|profile| profile.kept).sum(),
            flame: flame_graph(&stacks, &mut self.table, &mut self.classifier, self.min_share),
        };
        (profile, stacks)
    }

    /// The frames that the flame graphs name, and notes on what could not be named.
    pub fn finish(self) -> (Vec<Frame>, Vec<String>) {
        (self.table.into_frames(), self.symbolizer.notes().to_vec())
    }

    fn resolve(&mut self, profiles: &[RawProfile]) -> Vec<Stack> {
        profiles.iter().flat_map(|profile| self.symbolizer.resolve(profile)).collect()
    }
}
