//! An order in apograph's own types: [`Text`] for all texts, and [`Map`] for the attributes.

#![expect(missing_docs, reason = "the fields are those of the plain types")]

use apograph::{Decode, Encode, Map, Text};

use super::OrderStatus;
use crate::same::same_fields;
use crate::{Decimal, Timestamp};

/// An order.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct Order {
    pub order_id: Text,
    pub status: OrderStatus,
    pub created_at: Timestamp,
    pub buyer: Buyer,
    pub shipping_address: Address,
    pub items: Vec<OrderItem>,
    pub attributes: Map<Text>,
    pub total: Decimal,
}

/// Who placed an order.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct Buyer {
    pub id: i64,
    pub name: Text,
    pub email: Text,
    pub phone: Option<Text>,
    pub company: Option<Text>,
    pub loyalty_points: i32,
}

/// A postal address.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct Address {
    pub recipient: Text,
    pub street: Text,
    pub line2: Option<Text>,
    pub city: Text,
    pub postal_code: Text,
    pub country: Text,
}

/// An item of an order. It has eight fields.
#[derive(Clone, Encode, Decode, Debug, Default, PartialEq)]
pub struct OrderItem {
    pub sku: Text,
    pub title: Text,
    pub variant: Option<Text>,
    pub quantity: i32,
    pub unit_price: Decimal,
    pub discount: Option<Decimal>,
    pub tax_rate: Decimal,
    pub weight_grams: i64,
}

same_fields! {
    Order, super::Order {
        order_id, status, created_at, buyer, shipping_address, items, attributes, total,
    }
    Buyer, super::Buyer {
        id, name, email, phone, company, loyalty_points,
    }
    Address, super::Address {
        recipient, street, line2, city, postal_code, country,
    }
    OrderItem, super::OrderItem {
        sku, title, variant, quantity, unit_price, discount, tax_rate, weight_grams,
    }
}
