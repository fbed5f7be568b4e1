//! `order`.

use apograph_lab::Subject;
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::order::{Order, corpus};

pub(super) fn subject(objects: usize) -> Subject<Order> {
    Subject::new("order", move || corpus(DEFAULT_SEED, objects))
        .about("an order: nested records, 1 to 8 items of 8 fields, decimal prices")
        .maps("BTreeMap of attributes by name")
        .contestants(super::all())
}
