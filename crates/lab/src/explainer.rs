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
    kept: u64,
    lost: u64,
    cut: u64,
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
            kept: 0,
            lost: 0,
            cut: 0,
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

    /// The frames that the flame graphs name, and what the reader of the graphs must know, one
    /// sentence each.
    pub fn finish(self) -> (Vec<Frame>, Vec<String>) {
        let Self { symbolizer, table, kept, lost, cut, .. } = self;
        let mut notes = symbolizer.notes().to_vec();
        if lost > 0 {
            notes.push(format!(
                "{lost} of {} samples found no room and are missing from the profiles",
                kept + lost
            ));
        }
        // A few samples fall where no unwind table reaches, as between two instructions of a
        // prologue written by hand.
        if cut * 100 > kept {
            notes.push(format!("the stacks of {cut} of {kept} samples are cut short"));
        }
        (table.into_frames(), notes)
    }

    fn resolve(&mut self, profiles: &[RawProfile]) -> Vec<Stack> {
        for profile in profiles {
            self.kept += profile.kept;
            self.lost += profile.lost;
            self.cut += profile.cut;
        }
        profiles.iter().flat_map(|profile| self.symbolizer.resolve(profile)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_several_processes_add_up_and_losses_are_noted() {
        let profile = |due, kept, lost, cut| RawProfile {
            source: "a clock".into(),
            hz: 99,
            due,
            kept,
            lost,
            cut,
            ..RawProfile::default()
        };
        let rules = Rules::built_in();
        let mut explainer = Explainer::new(&rules, 0.0);
        let (cpu, stacks) = explainer.cpu(&[profile(50, 40, 2, 1), profile(60, 50, 0, 1)], 1.0);
        assert_eq!((cpu.due, cpu.kept, cpu.hz, cpu.source.as_str()), (110, 90, 99, "a clock"));
        assert_eq!(stacks, []);
        let (frames, notes) = explainer.finish();
        assert_eq!(frames, []);
        assert_eq!(
            notes,
            [
                "2 of 92 samples found no room and are missing from the profiles",
                "the stacks of 2 of 90 samples are cut short",
            ]
        );
    }
}
