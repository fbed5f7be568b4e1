//! `order`.

use apograph_lab::{Contestant, Subject};
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::order::{Order, corpus, text};

use crate::apograph_json::{Textual, over_texts};
use crate::reading;
use crate::standard::in_order;

pub(super) fn subject(objects: usize) -> Subject<Order> {
    Subject::new("order", move || corpus(DEFAULT_SEED, objects))
        .about("an order: nested records, 1 to 8 items of 8 fields, decimal prices")
        .maps("BTreeMap of attributes by name")
        .contestants(contestants())
}

fn contestants() -> Vec<Contestant<Order>> {
    let mut all = super::all();
    all.extend(over_texts());
    // The large documents are what trees are compared on.
    all.extend(reading::trees().into_iter().map(Contestant::on_request));
    all.extend(reading::forms(&["attributes"]));
    in_order(all)
}

impl Textual for Order {
    type Text = text::Order;

    fn text(&self) -> text::Order {
        self.into()
    }

    fn plain(text: &text::Order) -> Self {
        text.into()
    }
}
