//! `order-list`.

use apograph_lab::{Contestant, Subject};
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::order_list::{LISTS, OrderList, corpus, text};

use crate::apograph_json::{Textual, over_texts};
use crate::reading;
use crate::standard::in_order;

pub(super) fn subject(objects: usize) -> Subject<OrderList> {
    // One list is a corpus in itself.
    let lists = objects.min(LISTS);
    Subject::new("order-list", move || corpus(DEFAULT_SEED, lists))
        .about("10,000 lines of an overview of orders as one object, about 2.8 MB of JSON")
        .maps("none")
        .contestants(contestants())
}

fn contestants() -> Vec<Contestant<OrderList>> {
    let mut all = super::all();
    all.extend(over_texts());
    all.extend(reading::trees());
    all.extend(reading::forms(&[]));
    in_order(all)
}

impl Textual for OrderList {
    type Text = text::OrderList;

    fn text(&self) -> text::OrderList {
        self.iter().map(Into::into).collect()
    }

    fn plain(text: &text::OrderList) -> Self {
        text.iter().map(Into::into).collect()
    }
}
