//! A list of orders with apograph's [`Text`] for all texts.

#![expect(missing_docs, reason = "the fields are those of the plain types")]

use apograph::{Decode, Encode, Text};

use crate::order::OrderStatus;
use crate::same::same_fields;
use crate::{Decimal, Timestamp};

/// A list of [`SUMMARIES`](super::SUMMARIES) summaries.
pub type OrderList = Vec<OrderSummary>;

/// A line of an overview of orders.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct OrderSummary {
    pub id: i64,
    pub number: Text,
    pub status: OrderStatus,
    pub customer: Text,
    pub city: Text,
    pub warehouse: Text,
    pub item_count: i32,
    pub total: Decimal,
    pub currency: Text,
    pub paid: bool,
    pub created_at: Timestamp,
    pub shipped_at: Option<Timestamp>,
    pub remark: Option<Text>,
}

same_fields! {
    OrderSummary, super::OrderSummary {
        id, number, status, customer, city, warehouse, item_count, total, currency, paid,
        created_at, shipped_at, remark,
    }
}
