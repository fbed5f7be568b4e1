//! Where sampling does not work: the same interface, which only ever fails.

use std::convert::Infallible;

use super::{RawProfile, SamplingError};

/// Samples of the calling thread. See the documentation of a Linux build.
#[derive(Debug)]
pub struct CpuSampler(Infallible);

impl CpuSampler {
    /// Fails: sampling does not work here.
    ///
    /// # Errors
    ///
    /// Always [`SamplingError::Unsupported`].
    pub fn start(_hz: u32, _capacity: usize) -> Result<Self, SamplingError> {
        Err(SamplingError::Unsupported)
    }

    /// Never called, since there is no sampler.
    pub fn stop(self) -> RawProfile {
        match self.0 {}
    }
}

#[derive(Debug)]
pub(crate) struct StackRecorder(Infallible);

impl StackRecorder {
    pub(crate) fn new(_capacity: usize) -> Result<Self, SamplingError> {
        Err(SamplingError::Unsupported)
    }

    pub(crate) fn record_here(&mut self, _weight: u64) {
        match self.0 {}
    }

    pub(crate) fn into_profile(self) -> RawProfile {
        match self.0 {}
    }
}
