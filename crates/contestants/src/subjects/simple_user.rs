//! `simple-user`.

use apograph_lab::Subject;
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::simple_user::{SimpleUser, corpus};

pub(super) fn subject(objects: usize) -> Subject<SimpleUser> {
    Subject::new("simple-user", move || corpus(DEFAULT_SEED, objects))
        .about("a user: an identifier, two short strings and a point in time")
        .maps("none")
        .contestants(super::all())
}
