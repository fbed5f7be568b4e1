//! `device-state`.

use apograph_lab::{Contestant, Subject};
use apograph_workloads::DEFAULT_SEED;
use apograph_workloads::device_state::{DeviceState, borrowed, corpus, text};

use crate::apograph_json::{Textual, over_texts};
use crate::reading::{self, Lendable};
use crate::standard::in_order;

pub(super) fn subject(objects: usize) -> Subject<DeviceState> {
    Subject::new("device-state", move || corpus(DEFAULT_SEED, objects))
        .about(
            "the state of a device in a fleet: 22 fields, 3 levels, 15 to 30 mixed properties, up \
             to 5 alarms",
        )
        .maps("HashMap of properties by name, with std's SipHash under fixed keys")
        .contestants(contestants())
}

fn contestants() -> Vec<Contestant<DeviceState>> {
    let mut all = super::all();
    all.extend(over_texts());
    all.extend(reading::borrowed());
    // The large documents are what trees are compared on.
    all.extend(reading::trees().into_iter().map(Contestant::on_request));
    all.extend(reading::forms(&["properties"]));
    in_order(all)
}

impl Textual for DeviceState {
    type Text = text::DeviceState;

    fn text(&self) -> text::DeviceState {
        self.into()
    }

    fn plain(text: &text::DeviceState) -> Self {
        text.into()
    }
}

impl Lendable for DeviceState {
    type Lent<'a> = borrowed::DeviceState<'a>;

    fn owned(lent: &borrowed::DeviceState<'_>) -> Self {
        lent.into()
    }
}
