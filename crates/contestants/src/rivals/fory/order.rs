//! Serializers of `order` and `order-list`.

use std::collections::BTreeMap;

use apograph_workloads::{Decimal, Timestamp, order, order_list};
use fory::{Error, Fory, ForyEnum, ForyStruct, VecSerializer};

use super::shared::{Amount, Moment};

pub(super) fn register(fory: &mut Fory) -> Result<(), Error> {
    fory.register::<Moment>(100)?;
    fory.register::<Amount>(101)?;
    fory.register::<OrderStatus>(102)?;
    fory.register::<Buyer>(103)?;
    fory.register::<Address>(104)?;
    fory.register::<OrderItem>(105)?;
    fory.register::<Order>(106)?;
    fory.register::<OrderSummary>(107)
}

/// Serializer of a list of orders.
pub(super) type OrderList = VecSerializer<OrderSummary>;

#[derive(ForyStruct)]
#[fory(target = order::Order)]
pub(super) struct Order {
    order_id: String,
    #[fory(with = OrderStatus)]
    status: order::OrderStatus,
    #[fory(with = Moment)]
    created_at: Timestamp,
    #[fory(with = Buyer)]
    buyer: order::Buyer,
    #[fory(with = Address)]
    shipping_address: order::Address,
    #[fory(with = Vec<OrderItem>)]
    items: Vec<order::OrderItem>,
    attributes: BTreeMap<String, String>,
    #[fory(with = Amount)]
    total: Decimal,
}

#[derive(ForyEnum)]
#[fory(target = order::OrderStatus)]
pub(super) enum OrderStatus {
    #[fory(default)]
    Created,
    Paid,
    Packing,
    Shipped,
    Delivered,
    Cancelled,
    Refunded,
}

#[derive(ForyStruct)]
#[fory(target = order::Buyer)]
struct Buyer {
    id: i64,
    name: String,
    email: String,
    phone: Option<String>,
    company: Option<String>,
    loyalty_points: i32,
}

#[derive(ForyStruct)]
#[fory(target = order::Address)]
struct Address {
    recipient: String,
    street: String,
    line2: Option<String>,
    city: String,
    postal_code: String,
    country: String,
}

#[derive(ForyStruct)]
#[fory(target = order::OrderItem)]
struct OrderItem {
    sku: String,
    title: String,
    variant: Option<String>,
    quantity: i32,
    #[fory(with = Amount)]
    unit_price: Decimal,
    #[fory(with = Option<Amount>)]
    discount: Option<Decimal>,
    #[fory(with = Amount)]
    tax_rate: Decimal,
    weight_grams: i64,
}

#[derive(ForyStruct)]
#[fory(target = order_list::OrderSummary)]
pub(super) struct OrderSummary {
    id: i64,
    number: String,
    #[fory(with = OrderStatus)]
    status: order::OrderStatus,
    customer: String,
    city: String,
    warehouse: String,
    item_count: i32,
    #[fory(with = Amount)]
    total: Decimal,
    currency: String,
    paid: bool,
    #[fory(with = Moment)]
    created_at: Timestamp,
    #[fory(with = Option<Moment>)]
    shipped_at: Option<Timestamp>,
    remark: Option<String>,
}
