//! Order lists as an export of a shop gives them.

use super::{OrderList, OrderSummary, SUMMARIES};
use crate::Decimal;
use crate::order::{OrderStatus, currency_scale, order_status};
use crate::random::Random;
use crate::vocabulary::{goods, people, places};

const STREAM: u64 = 4;

/// Distinct lists, the same ones for the same seed. Mind that each is of 10,000 summaries;
/// [`LISTS`](super::LISTS) of them are enough.
pub fn corpus(seed: u64, lists: usize) -> Vec<OrderList> {
    let mut random = Random::new(seed, STREAM);
    (0..lists).map(|_| order_list(&mut random)).collect()
}

/// By rising identifier, as a database gives them.
fn order_list(random: &mut Random) -> OrderList {
    let mut id = random.digits(7);
    (0..SUMMARIES)
        .map(|_| {
            id += random.magnitude(3);
            order_summary(random, id)
        })
        .collect()
}

fn order_summary(random: &mut Random, id: i64) -> OrderSummary {
    let status = order_status(random);
    let created_at = random.moment();
    let sent =
        matches!(status, OrderStatus::Shipped | OrderStatus::Delivered | OrderStatus::Refunded);
    OrderSummary {
        id,
        number: number(random),
        status,
        customer: people::full_name(random),
        city: places::city_of(random).name.to_owned(),
        item_count: random.few(1..=24) as i32,
        total: Decimal { unscaled: random.magnitude(7), scale: currency_scale(random) },
        currency: random.common_word(goods::CURRENCIES).to_owned(),
        paid: !matches!(status, OrderStatus::Created | OrderStatus::Cancelled)
            || random.per_mille(100),
        created_at,
        shipped_at: sent.then(|| random.after(created_at)),
        remark: random.maybe(350, |random| random.common_word(goods::REMARKS).to_owned()),
    }
}

fn number(random: &mut Random) -> String {
    let mut number = String::with_capacity(17);
    number.push_str("SO-2026-");
    let digits = if random.per_mille(900) { 8 } else { 6 };
    random.push_digits(&mut number, digits);
    number
}
