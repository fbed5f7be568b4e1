//! What the contestants of a crate say about themselves: one table for each crate.

use apograph_lab::{Contestant, Traits, WireKind};

/// What a crate's contestants keep, lose and ask for.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) keeps: &'static str,
    pub(crate) loses: &'static str,
    pub(crate) asks: &'static str,
    pub(crate) wire: WireKind,
    /// Whether writer and reader may differ by added or removed fields.
    pub(crate) evolves: bool,
    /// Whether a write to the result leaves the original as it was.
    pub(crate) independent: bool,
    /// The crate to depend on; none for what the standard library does.
    pub(crate) dependency: Option<&'static str>,
    /// The setting that would change the outcome when a proof fails.
    pub(crate) setting: Option<&'static str>,
    /// Whether buffers are kept from operation to operation.
    pub(crate) keeps_buffers: bool,
}

impl Words {
    /// The same words for a variant that keeps its buffers.
    pub(crate) fn kept(&self) -> Self {
        Self { keeps_buffers: true, ..self.clone() }
    }

    /// Gives a contestant these words.
    pub(crate) fn spoken_of<T>(&self, contestant: Contestant<T>) -> Contestant<T> {
        let mut asks = self.asks.to_owned();
        if self.keeps_buffers {
            asks.push_str("; buffers that the caller keeps");
        }
        let contestant = contestant.with_traits(Traits {
            keeps: self.keeps.to_owned(),
            loses: self.loses.to_owned(),
            asks,
            wire: self.wire,
            evolves: self.evolves,
            independent: self.independent,
            dependency: self.dependency.map(str::to_owned),
        });
        match self.setting {
            Some(setting) => contestant.with_setting(setting),
            None => contestant,
        }
    }
}
