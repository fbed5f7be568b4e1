//! `order-list`.

use apograph_lab::Subject;
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::order_list::{LISTS, OrderList, corpus};

pub(super) fn subject(objects: usize) -> Subject<OrderList> {
    // One list is a corpus in itself.
    let lists = objects.min(LISTS);
    Subject::new("order-list", move || corpus(DEFAULT_SEED, lists))
        .about("10,000 lines of an overview of orders as one object, about 2.8 MB of JSON")
        .maps("none")
        .contestants(super::all())
}
