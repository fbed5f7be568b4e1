//! Telemetry as drifting, noisy signals of many magnitudes.

use super::{Coordinate, Histogram, Telemetry};
use crate::random::Random;
use crate::vocabulary::places;

const STREAM: u64 = 7;

/// Distinct blocks of telemetry, the same ones for the same seed; a shorter corpus is the beginning
/// of a longer one. All floats are finite.
pub fn corpus(seed: u64, objects: usize) -> Vec<Telemetry> {
    let mut random = Random::new(seed, STREAM);
    (0..objects).map(|_| telemetry(&mut random)).collect()
}

fn telemetry(random: &mut Random) -> Telemetry {
    let samples = samples(random);
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    let squares = samples.iter().map(|sample| (sample - mean) * (sample - mean)).sum::<f64>();
    Telemetry {
        source: random.bits(),
        sequence: random.magnitude(15),
        started_at: random.moment(),
        period_nanos: *random.pick(&[
            1_000_000,
            10_000_000,
            16_666_667,
            1_000_000_000,
            3_600_000_000_000,
        ]),
        clock_offset_nanos: random.maybe(700, |random| {
            let offset = random.magnitude(14);
            if random.per_mille(500) { -offset } else { offset }
        }),
        acceleration: acceleration(random),
        track: track(random),
        counters: counters(random),
        histogram: histogram(random, &samples),
        mean,
        variance: (samples.len() > 1).then(|| squares / (count - 1.0)),
        checksum: random.bits(),
        samples,
    }
}

/// What one unit of the signal is: from picofarads to joules of a plant.
const MAGNITUDES: &[f64] = &[1.0, 100.0, 0.01, 1e4, 1e-6, 1e7, 1e-12, 1e12, 1e-30, 1e22];

fn noise(random: &mut Random) -> f64 {
    random.unit() - 0.5
}

fn samples(random: &mut Random) -> Vec<f64> {
    let count = random.few(8..=128);
    let magnitude = *random.pick_first(MAGNITUDES);
    let mut level = noise(random) * 20.0;
    (0..count)
        .map(|_| {
            level += noise(random);
            match random.weighted(&[90, 5, 3, 2]) {
                0 => level * magnitude,
                // Some sources round, some drop out, some jump.
                1 => random.measured(-99_999..=99_999, 2),
                2 => 0.0,
                _ => level * magnitude * 1e5,
            }
        })
        .collect()
}

fn acceleration(random: &mut Random) -> Vec<[f32; 3]> {
    let count = random.few(0..=32);
    let mut axes = [0.0, 0.0, 9.81];
    (0..count)
        .map(|_| {
            for axis in &mut axes {
                *axis += noise(random) * 0.3;
            }
            axes.map(|axis| axis as f32)
        })
        .collect()
}

fn track(random: &mut Random) -> Vec<Coordinate> {
    let count = random.few(0..=24);
    let city = places::city_of(random);
    let (mut latitude, mut longitude) = places::around(random, city);
    let altitude = random.per_mille(700);
    (0..count)
        .map(|_| {
            latitude += noise(random) * 1e-3;
            longitude += noise(random) * 1e-3;
            Coordinate {
                latitude,
                longitude,
                altitude: altitude.then(|| (random.unit() * 900.0) as f32),
            }
        })
        .collect()
}

fn counters(random: &mut Random) -> Vec<i64> {
    let count = random.few(4..=32);
    (0..count)
        .map(|_| match random.weighted(&[15, 60, 10, 12, 3]) {
            0 => 0,
            1 => random.magnitude(18),
            2 => -random.magnitude(18),
            // Identifiers and bit sets that use the whole range.
            3 => random.bits().cast_signed(),
            _ => *random.pick(&[i64::MAX, i64::MIN, -1]),
        })
        .collect()
}

fn histogram(random: &mut Random, samples: &[f64]) -> Histogram {
    let bins = random.between(4..=20);
    let (low, high) = samples
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
    let width = (high - low) / bins as f64;
    Histogram {
        bounds: (1..=bins).map(|bin| low + width * bin as f64).collect(),
        counts: (0..=bins)
            .map(|_| if random.per_mille(150) { 0 } else { random.magnitude(12).unsigned_abs() })
            .collect(),
    }
}
