//! The sampling passes: where processor time goes, and where allocated bytes come from.

use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;

use super::schedule::Schedule;
use super::task::{Event, Task};
use super::timing::calibrate;
use crate::allocation;
use crate::allocation::AllocationSampler;
use crate::sampling::{CpuSampler, RawProfile, SamplingError};
use crate::subject::Trial;

/// Room for allocation samples.
const ALLOCATION_SAMPLES: usize = 1 << 15;

/// Room for processor samples at most, however long and often is sampled.
const MOST_CPU_SAMPLES: usize = 1 << 20;

/// A stretch in which the sampler kept less than this share of the samples due was disturbed: a
/// guest that is not scheduled, or a kernel that throttles events, loses them in a row.
const UNDISTURBED: f64 = 0.95;

/// How often a disturbed stretch is sampled again at most. The best one is kept as it is.
const RETRIES: usize = 4;

/// Samples processor time of every contestant.
pub(crate) fn cpu(
    trial: &mut dyn Trial,
    task: &Task,
    rng: &mut ChaCha8Rng,
    emit: &mut dyn FnMut(Event),
) {
    let budget = Duration::from_nanos(task.protocol.sampling_ns);
    // Half as many again, should the last operation take long.
    let expected = budget.as_secs_f64() * f64::from(task.protocol.sampling_hz);
    let capacity = (expected * 1.5) as usize + 1_000;
    let mut work = Work::new(task, rng);
    for contestant in 0..task.contestants.len() {
        emit(Event::Started(contestant));
        let operations = work.warm_up(trial, contestant, task);
        let mut stretch = || {
            let hz = task.protocol.sampling_hz;
            let sampler = CpuSampler::start(hz, capacity.min(MOST_CPU_SAMPLES))?;
            let begin = Instant::now();
            while begin.elapsed() < budget {
                work.run(trial, contestant, operations);
            }
            Ok(sampler.stop())
        };
        match undisturbed(&mut stretch) {
            Ok(profile) => emit(Event::Sampled(contestant, profile)),
            Err(error) => return emit(Event::Note(format!("no processor samples: {error}"))),
        }
    }
}

/// Samples until a stretch was not disturbed, or often enough.
fn undisturbed(
    stretch: &mut dyn FnMut() -> Result<RawProfile, SamplingError>,
) -> Result<RawProfile, SamplingError> {
    let share = |profile: &RawProfile| profile.kept as f64 / profile.due.max(1) as f64;
    let mut best = stretch()?;
    for _ in 0..RETRIES {
        if share(&best) >= UNDISTURBED {
            break;
        }
        let again = stretch()?;
        if share(&again) > share(&best) {
            best = again;
        }
    }
    Ok(best)
}

/// Samples the allocated bytes of every contestant.
pub(crate) fn bytes(
    trial: &mut dyn Trial,
    task: &Task,
    rng: &mut ChaCha8Rng,
    emit: &mut dyn FnMut(Event),
) {
    if !allocation::is_installed() {
        return emit(Event::Note(
            "no allocation figures: the program does not install the counting allocator".into(),
        ));
    }
    // A tenth of the processor samples' time is enough: bytes vary less than nanoseconds.
    let budget = Duration::from_nanos(task.protocol.sampling_ns / 10);
    let mut work = Work::new(task, rng);
    for contestant in 0..task.contestants.len() {
        emit(Event::Started(contestant));
        let operations = work.warm_up(trial, contestant, task);
        let sampler =
            match AllocationSampler::start(task.protocol.allocation_interval, ALLOCATION_SAMPLES) {
                Ok(sampler) => sampler,
                Err(error) => return emit(Event::Note(format!("no allocation samples: {error}"))),
            };
        let begin = Instant::now();
        while begin.elapsed() < budget {
            work.run(trial, contestant, operations);
        }
        emit(Event::Sampled(contestant, sampler.stop()));
    }
}

/// Endless work over a shuffled corpus.
struct Work {
    schedule: Schedule,
    slice: Vec<u32>,
    from: usize,
}

impl Work {
    fn new(task: &Task, rng: &mut ChaCha8Rng) -> Self {
        let mut schedule = Schedule::new(&task.by_size);
        schedule.shuffle(rng);
        Self { schedule, slice: Vec::new(), from: 0 }
    }

    fn warm_up(&mut self, trial: &mut dyn Trial, contestant: usize, task: &Task) -> usize {
        calibrate(trial, contestant, &self.schedule, task.protocol.slice_ns, &mut self.slice)
    }

    fn run(&mut self, trial: &mut dyn Trial, contestant: usize, operations: usize) {
        self.schedule.take(self.from, operations, &mut self.slice);
        self.from = self.from.wrapping_add(operations);
        trial.run(contestant, &self.slice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(shares: &[u64]) -> (u64, usize) {
        let mut taken = 0;
        let profile = undisturbed(&mut || {
            let kept = shares[taken];
            taken += 1;
            Ok(RawProfile { due: 100, kept, ..RawProfile::default() })
        });
        (profile.map_or(0, |profile| profile.kept), taken)
    }

    #[test]
    fn a_disturbed_stretch_is_sampled_again_and_the_best_is_kept() {
        assert_eq!(sampled(&[99, 1]), (99, 1));
        assert_eq!(sampled(&[70, 94, 96, 1]), (96, 3));
        assert_eq!(sampled(&[70, 80, 94, 60, 50]), (94, 5));
    }

    #[test]
    fn a_sampler_that_cannot_start_is_not_tried_again() {
        let mut tried = 0;
        let profile = undisturbed(&mut || {
            tried += 1;
            Err(SamplingError::Unsupported)
        });
        assert!(profile.is_err());
        assert_eq!(tried, 1);
    }
}
