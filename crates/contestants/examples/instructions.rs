//! Copies objects of a subject so many times, and nothing else: for `scripts/check-instructions.sh`,
//! which counts the instructions.

#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;

use apograph::DeepCopy;
use apograph_workloads::{
    DEFAULT_SEED, Later, device_state, number_heavy, order, simple_user, text_heavy,
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [subject, way, times] = &arguments[..] else {
        eprintln!("usage: instructions SUBJECT clone|apograph|into TIMES");
        return ExitCode::from(2);
    };
    let Ok(times) = times.parse() else {
        eprintln!("{times} is not a number of times");
        return ExitCode::from(2);
    };
    let copied = match subject.as_str() {
        "device-state" => copy(&device_state::corpus(DEFAULT_SEED, 64), way, times),
        "simple-user" => copy(&simple_user::corpus(DEFAULT_SEED, 64), way, times),
        "order" => copy(&order::corpus(DEFAULT_SEED, 64), way, times),
        "text-heavy" => copy(&text_heavy::corpus(DEFAULT_SEED, 64), way, times),
        "number-heavy" => copy(&number_heavy::corpus(DEFAULT_SEED, 64), way, times),
        _ => false,
    };
    if copied { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// Copies every object so many times.
fn copy<T: Clone + DeepCopy + Later>(corpus: &[T], way: &str, times: u32) -> bool {
    let copy: fn(&T) -> T = match way {
        "clone" => T::clone,
        "apograph" => apograph::copy,
        "into" => return copy_into(corpus, times),
        _ => return false,
    };
    for _ in 0..times {
        for object in corpus {
            drop(black_box(copy(black_box(object))));
        }
    }
    true
}

/// Copies every object and what it is later by turns over a target.
fn copy_into<T: DeepCopy + Later>(corpus: &[T], times: u32) -> bool {
    for object in corpus {
        let (later, mut target) = (object.later(), apograph::copy(object));
        for _ in 0..times {
            apograph::copy_into(black_box(&later), black_box(&mut target));
            apograph::copy_into(black_box(object), black_box(&mut target));
        }
    }
    true
}
