use std::hint::black_box;
use std::io;

use super::*;

/// Processor time that gives a few dozen samples at the rates used here.
const ENOUGH_NANOSECONDS: u128 = 300_000_000;

#[inline(always)]
fn inlined_work(seed: u64) -> u64 {
    (0..200_u64).fold(seed, |sum, step| black_box(sum.rotate_left(7) ^ step))
}

#[inline(never)]
fn spin() -> u64 {
    let began = std::time::Instant::now();
    let mut sum = 0;
    while began.elapsed().as_nanos() < ENOUGH_NANOSECONDS {
        sum = inlined_work(sum);
    }
    sum
}

fn refused(_: u32) -> io::Error {
    io::Error::from(io::ErrorKind::PermissionDenied)
}

#[test]
fn samples_of_a_busy_thread_arrive_by_each_clock() -> Result<(), SamplingError> {
    type Make = fn(u32) -> io::Result<Clock>;
    let clocks: [(&str, u32, Make); 2] =
        [("timer", 250, |hz| Clock::timer(hz, &refused(hz))), ("perf", 997, Clock::perf)];
    for (name, hz, make) in clocks {
        let sampler = match CpuSampler::start_by(997, 4000, make) {
            // A machine may refuse events; that is what the timer is for.
            Err(SamplingError::Clock(_)) if name == "perf" => continue,
            other => other?,
        };
        black_box(spin());
        let profile = sampler.stop();
        println!("{name}: kept {} of {} ({})", profile.kept, profile.due, profile.source);
        assert!(profile.source.contains(name), "{}", profile.source);
        assert_eq!((profile.hz, profile.lost), (hz, 0), "{name}");
        assert!(profile.kept > 0, "{name}");
        assert!(profile.kept <= profile.due + profile.due / 10 + 2, "{name}");
        let weights: u64 = profile.stacks.iter().map(|stack| stack.weight).sum();
        assert_eq!(weights, profile.kept, "{name}");
        assert!(profile.cut * 20 <= profile.kept, "{name}: {} cut", profile.cut);
    }
    Ok(())
}

#[test]
fn without_events_the_source_says_why_and_how_coarse_it_is() -> io::Result<()> {
    let clock = Clock::timer(10_000, &refused(0))?;
    assert_eq!(clock.hz(), 250);
    assert!(clock.source().contains("250"), "{}", clock.source());
    assert!(clock.source().contains("permission denied"), "{}", clock.source());
    Ok(())
}

#[test]
fn samples_beyond_the_room_are_counted_as_lost() -> Result<(), SamplingError> {
    let mut recorder = StackRecorder::new(1)?;
    for _ in 0..1000 {
        recorder.record_here(1);
    }
    let profile = recorder.into_profile();
    assert!(profile.kept > 0 && profile.lost > 0, "{profile:?}");
    assert_eq!(profile.kept + profile.lost, 1000);
    Ok(())
}

#[test]
fn a_walk_from_here_reaches_the_outermost_frame() -> Result<(), SamplingError> {
    let mut recorder = StackRecorder::new(10)?;
    recorder.record_here(5);
    let profile = recorder.into_profile();
    assert_eq!((profile.kept, profile.cut), (1, 0));
    assert_eq!(profile.stacks[0].weight, 5);
    assert!(profile.stacks[0].frames.len() > 5);
    assert!(profile.stacks[0].frames.iter().all(|frame| frame.module.is_some()));
    Ok(())
}

#[test]
fn a_thread_is_sampled_once_at_a_time_and_again_afterwards() -> Result<(), SamplingError> {
    let first = CpuSampler::start(99, 100)?;
    assert!(matches!(CpuSampler::start(99, 100), Err(SamplingError::AlreadySampling)));
    drop(first);
    CpuSampler::start(99, 100)?.stop();
    Ok(())
}

#[test]
fn a_sampler_without_rate_or_room_is_refused() {
    for (hz, capacity) in [(0, 10), (10, 0)] {
        let refused = CpuSampler::start(hz, capacity);
        assert!(matches!(refused, Err(SamplingError::NothingToSample)));
    }
}

#[test]
fn two_threads_are_sampled_at_the_same_time() {
    let busy = || {
        let sampler = CpuSampler::start(499, 1000)?;
        black_box(spin());
        Ok::<_, SamplingError>(sampler.stop().kept)
    };
    std::thread::scope(|scope| {
        let threads = [scope.spawn(busy), scope.spawn(busy)];
        for thread in threads {
            assert!(matches!(thread.join(), Ok(Ok(1..))));
        }
    });
}
