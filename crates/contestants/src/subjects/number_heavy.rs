//! `number-heavy`.

use apograph_lab::Subject;
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::number_heavy::{Telemetry, corpus};

pub(super) fn subject(objects: usize) -> Subject<Telemetry> {
    Subject::new("number-heavy", move || corpus(DEFAULT_SEED, objects))
        .about("a block of telemetry: floats of full precision, 32-bit floats, long integers")
        .maps("none")
        .contestants(super::all())
}
