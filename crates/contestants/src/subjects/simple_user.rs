//! `simple-user`.

use apograph_lab::{Contestant, Subject};
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::simple_user::{SimpleUser, corpus};

use crate::reading;
use crate::standard::in_order;

pub(super) fn subject(objects: usize) -> Subject<SimpleUser> {
    Subject::new("simple-user", move || corpus(DEFAULT_SEED, objects))
        .about("a user: an identifier, two short strings and a point in time")
        .maps("none")
        .contestants(contestants())
}

fn contestants() -> Vec<Contestant<SimpleUser>> {
    let mut all = super::all();
    all.extend(reading::forms(&[]));
    in_order(all)
}
