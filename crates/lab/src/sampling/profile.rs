//! What a sampler gives: stacks of addresses.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// The samples of one thread over one stretch of work. Its JSON form is for a parent process of
/// the same version, not for keeping.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawProfile {
    /// What made the samples, with its limits.
    pub source: String,
    /// Samples per second of processor time that the source was set to; 0 for allocation samples.
    pub hz: u32,
    /// Mean distance of samples in allocated bytes; 0 for samples of processor time.
    pub interval_bytes: u64,
    /// Samples that were due: processor time multiplied by the rate. For allocation samples the
    /// same as arrived.
    pub due: u64,
    /// Samples that arrived and are in `stacks`.
    pub kept: u64,
    /// Samples that arrived when there was no more room.
    pub lost: u64,
    /// Samples kept whose stack could not be walked to its outermost frame.
    pub cut: u64,
    /// The files whose code was running.
    pub modules: Vec<Module>,
    /// The stacks; no two are equal.
    pub stacks: Vec<RawStack>,
}

/// A file whose code is mapped into the process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// Where the file is; `[vdso]` for the kernel's.
    pub path: String,
    /// Address in memory less address in the file.
    pub bias: u64,
    /// Functions whose address only the running program knows: of some functions the C library
    /// has a variant for each processor, and often no symbols for these.
    pub functions: Vec<Function>,
}

/// A function that the running program names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where it begins, as the file states addresses.
    pub address: u64,
}

/// A stack that was met, with how much it counts for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawStack {
    /// The frames, innermost first.
    pub frames: Vec<RawFrame>,
    /// Samples, or bytes.
    pub weight: u64,
}

/// An address in a module: of the instruction that ran, or for outer frames of the last byte of
/// the call, so that it can be looked up as it is. Written as `[module, address]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(i64, u64)", into = "(i64, u64)")]
pub struct RawFrame {
    /// Place in [`RawProfile::modules`]; none for code outside of all modules.
    pub module: Option<u32>,
    /// As the module's file states addresses; without a module, as in memory.
    pub address: u64,
}

impl From<(i64, u64)> for RawFrame {
    fn from((module, address): (i64, u64)) -> Self {
        Self { module: u32::try_from(module).ok(), address }
    }
}

impl From<RawFrame> for (i64, u64) {
    fn from(frame: RawFrame) -> Self {
        (frame.module.map_or(-1, i64::from), frame.address)
    }
}

impl RawProfile {
    /// Adds a stack, to an equal one if there is one.
    pub(super) fn merge(stacks: impl IntoIterator<Item = RawStack>) -> Vec<RawStack> {
        let mut merged: Vec<RawStack> = Vec::new();
        let mut places: HashMap<Vec<RawFrame>, usize> = HashMap::new();
        for stack in stacks {
            match places.get(&stack.frames) {
                Some(&place) => merged[place].weight += stack.weight,
                None => {
                    places.insert(stack.frames.clone(), merged.len());
                    merged.push(stack);
                }
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_stacks_are_merged_and_their_weights_add_up() {
        let frame = |address| RawFrame { module: Some(0), address };
        let stack = |addresses: &[u64], weight| RawStack {
            frames: addresses.iter().map(|&address| frame(address)).collect(),
            weight,
        };
        let merged = RawProfile::merge([stack(&[1, 2], 1), stack(&[1], 5), stack(&[1, 2], 3)]);
        assert_eq!(merged, [stack(&[1, 2], 4), stack(&[1], 5)]);
    }

    #[test]
    fn a_profile_survives_its_json_form() -> serde_json::Result<()> {
        let profile = RawProfile {
            source: "test".into(),
            hz: 99,
            kept: 2,
            modules: vec![Module {
                path: "/bin/true".into(),
                bias: 0x1000,
                functions: vec![Function { name: "memcpy".into(), address: 7 }],
            }],
            stacks: vec![RawStack {
                frames: vec![
                    RawFrame { module: Some(0), address: u64::MAX },
                    RawFrame { module: None, address: 3 },
                ],
                weight: 2,
            }],
            ..RawProfile::default()
        };
        let json = serde_json::to_string(&profile)?;
        assert!(json.contains("[-1,3]"), "{json}");
        assert_eq!(serde_json::from_str::<RawProfile>(&json)?, profile);
        Ok(())
    }
}
