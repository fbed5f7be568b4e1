//! `device-state`.

use apograph_lab::Subject;
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::device_state::{DeviceState, corpus};

pub(super) fn subject(objects: usize) -> Subject<DeviceState> {
    Subject::new("device-state", move || corpus(DEFAULT_SEED, objects))
        .about(
            "the state of a device in a fleet: 22 fields, 3 levels, 15 to 30 mixed properties, up \
             to 5 alarms",
        )
        .maps("HashMap of properties by name, with std's SipHash under fixed keys")
        .contestants(super::all())
}
