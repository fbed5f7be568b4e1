//! Orders as a shop with many countries gets them.

use std::collections::BTreeMap;

use super::{Address, Buyer, Order, OrderItem, OrderStatus};
use crate::Decimal;
use crate::random::Random;
use crate::vocabulary::{goods, people, places};

const STREAM: u64 = 3;

/// Distinct orders, the same ones for the same seed; a shorter corpus is the beginning of a longer
/// one.
///
/// ```
/// use apograph_workloads::order::corpus;
///
/// let orders = corpus(apograph_workloads::DEFAULT_SEED, 16);
/// assert!(orders.iter().all(|order| (1..=8).contains(&order.items.len())));
/// ```
pub fn corpus(seed: u64, objects: usize) -> Vec<Order> {
    let mut random = Random::new(seed, STREAM);
    (0..objects).map(|_| order(&mut random)).collect()
}

const STATUSES: &[(OrderStatus, u32); 7] = &[
    (OrderStatus::Delivered, 50),
    (OrderStatus::Shipped, 15),
    (OrderStatus::Paid, 12),
    (OrderStatus::Created, 8),
    (OrderStatus::Packing, 6),
    (OrderStatus::Cancelled, 5),
    (OrderStatus::Refunded, 4),
];

pub(crate) fn order_status(random: &mut Random) -> OrderStatus {
    random.pick_weighted(STATUSES)
}

/// Digits after the point of an amount: most currencies have two, the yen none, some dinars three.
pub(crate) fn currency_scale(random: &mut Random) -> u8 {
    random.pick_weighted(&[(2, 88), (0, 8), (3, 4)])
}

fn order(random: &mut Random) -> Order {
    let scale = currency_scale(random);
    let buyer = buyer(random);
    let shipping_address = address(random, &buyer.name);
    let count = random.weighted(&[30, 22, 15, 11, 8, 6, 4, 4]) + 1;
    let items: Vec<OrderItem> = (0..count).map(|_| item(random, scale)).collect();
    Order {
        order_id: order_id(random),
        status: order_status(random),
        created_at: random.moment(),
        buyer,
        shipping_address,
        attributes: attributes(random),
        total: Decimal { unscaled: items.iter().map(line_total).sum(), scale },
        items,
    }
}

fn order_id(random: &mut Random) -> String {
    let mut id = String::with_capacity(24);
    if random.per_mille(700) {
        id.push_str("2026-");
        random.push_digits(&mut id, 9);
    } else {
        // Of a marketplace.
        random.push_digits(&mut id, 3);
        id.push('-');
        random.push_digits(&mut id, 7);
        id.push('-');
        random.push_digits(&mut id, 7);
    }
    id
}

fn buyer(random: &mut Random) -> Buyer {
    let login = people::login_name(random);
    Buyer {
        id: random.magnitude(10),
        name: people::full_name(random),
        email: people::mail_address(random, &login),
        phone: random.maybe(550, phone),
        company: random.maybe(140, |random| random.common_word(people::COMPANIES).to_owned()),
        loyalty_points: if random.per_mille(400) { 0 } else { random.magnitude(5) as i32 },
    }
}

fn phone(random: &mut Random) -> String {
    let mut phone = String::with_capacity(18);
    phone.push_str(random.common_word(&["+49 ", "+44 ", "0", "+1-", "+33 ", "+420 "]));
    let digits = random.between(7..=11);
    random.push_digits(&mut phone, digits);
    phone
}

fn address(random: &mut Random, buyer: &str) -> Address {
    let city = places::city_of(random);
    Address {
        recipient: if random.per_mille(850) { buyer.to_owned() } else { people::full_name(random) },
        street: places::street(random),
        line2: random.maybe(180, |random| {
            random
                .word(&["2. OG", "Apt 14", "c/o Weber", "Gate 3, \"Deliveries\"", "bât. C"])
                .to_owned()
        }),
        city: city.name.to_owned(),
        postal_code: places::postal_code(random, city.postal),
        country: city.country.to_owned(),
    }
}

fn item(random: &mut Random, scale: u8) -> OrderItem {
    let unit_price = Decimal { unscaled: price(random, scale), scale };
    let quantity = if random.per_mille(800) { 1 } else { random.magnitude(3) as i32 };
    OrderItem {
        sku: sku(random),
        title: title(random),
        variant: random.maybe(600, |random| random.common_word(goods::VARIANTS).to_owned()),
        quantity,
        unit_price,
        discount: random.maybe(220, |random| Decimal {
            unscaled: unit_price.unscaled * i64::from(quantity) * random.between(1..=50) / 100,
            scale,
        }),
        tax_rate: random.pick_weighted(&[
            (Decimal { unscaled: 190, scale: 1 }, 55),
            (Decimal { unscaled: 7, scale: 0 }, 20),
            (Decimal { unscaled: 20, scale: 0 }, 15),
            (Decimal { unscaled: 8875, scale: 3 }, 6),
            (Decimal { unscaled: 0, scale: 0 }, 4),
        ]),
        weight_grams: random.magnitude(5),
    }
}

/// A price of cents to thousands; most end in 9.
fn price(random: &mut Random, scale: u8) -> i64 {
    let digits = random.weighted(&[10, 35, 35, 15, 5]) as u32 + 1 + u32::from(scale) / 2;
    let price = random.digits(digits);
    if random.per_mille(600) { price - price % 10 + 9 } else { price }
}

pub(crate) fn sku(random: &mut Random) -> String {
    let mut sku = String::with_capacity(14);
    match random.weighted(&[50, 30, 20]) {
        0 => {
            sku.push(char::from(random.between(b'A'..=b'Z')));
            random.push_digits(&mut sku, 6);
        }
        1 => random.push_digits(&mut sku, 13),
        _ => {
            sku.push_str(random.word(&["MUG", "TSH", "LMP", "X", "BIKE"]));
            sku.push('-');
            random.push_hex(&mut sku, 8);
        }
    }
    sku
}

fn title(random: &mut Random) -> String {
    let good = random.pick_first(goods::GOODS);
    if random.per_mille(650) {
        format!("{} {good}", random.pick(goods::MATERIALS))
    } else {
        (*good).to_owned()
    }
}

/// What a line costs: quantity times price, less the discount, with tax, rounded half up.
fn line_total(item: &OrderItem) -> i64 {
    let discount = item.discount.map_or(0, |discount| discount.unscaled);
    let net = item.unit_price.unscaled * i64::from(item.quantity) - discount;
    let hundred_percent = 100 * 10_i64.pow(u32::from(item.tax_rate.scale));
    let tax = (net * item.tax_rate.unscaled + hundred_percent / 2) / hundred_percent;
    net + tax
}

fn attributes(random: &mut Random) -> BTreeMap<String, String> {
    let count = random.few(0..=10);
    (0..count)
        .map(|_| {
            let (key, values) = random.pick(goods::ATTRIBUTES);
            ((*key).to_owned(), random.common_word(values).to_owned())
        })
        .collect()
}
