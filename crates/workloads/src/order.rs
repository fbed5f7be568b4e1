//! An order, as a shop answers it over HTTP and puts it on a queue.
//!
//! It stands for the usual business document: nested records, one to eight items of eight fields
//! each, decimal prices, free attributes in a `BTreeMap`.

mod generate;
pub mod text;

use apograph::{Decode, DeepCopy, Encode};
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::generate::corpus;
pub(crate) use self::generate::{currency_scale, order_status, sku};
use crate::{Decimal, Timestamp};

/// An order.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Order {
    /// Number of the order.
    pub order_id: String,
    /// How far it is.
    pub status: OrderStatus,
    /// When it was placed.
    pub created_at: Timestamp,
    /// Who placed it.
    pub buyer: Buyer,
    /// Where it goes.
    pub shipping_address: Address,
    /// What was ordered: one to eight items.
    pub items: Vec<OrderItem>,
    /// Notes of the systems it passed through.
    pub attributes: BTreeMap<String, String>,
    /// What is to be paid: the items with their discounts and taxes.
    pub total: Decimal,
}

/// How far an order is.
#[derive(
    Clone,
    Copy,
    DeepCopy,
    Encode,
    Decode,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub enum OrderStatus {
    /// Placed.
    #[default]
    Created,
    /// Paid.
    Paid,
    /// Being packed.
    Packing,
    /// On its way.
    Shipped,
    /// Arrived.
    Delivered,
    /// Called off.
    Cancelled,
    /// Sent back and paid back.
    Refunded,
}

/// Who placed an order.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Buyer {
    /// Identifier of the customer.
    pub id: i64,
    /// Full name.
    pub name: String,
    /// Address for mail.
    pub email: String,
    /// Telephone number, if given.
    pub phone: Option<String>,
    /// Firm, for business customers.
    pub company: Option<String>,
    /// Points collected so far.
    pub loyalty_points: i32,
}

/// A postal address.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct Address {
    /// Who receives it.
    pub recipient: String,
    /// Street and number.
    pub street: String,
    /// Floor, flat, gate, if given.
    pub line2: Option<String>,
    /// City.
    pub city: String,
    /// Postal code.
    pub postal_code: String,
    /// ISO 3166 code of the country.
    pub country: String,
}

/// An item of an order. It has eight fields.
#[derive(
    Clone, DeepCopy, Encode, Decode, Debug, Default, PartialEq, Eq, Serialize, Deserialize,
)]
#[cfg_attr(feature = "bitcode", derive(bitcode::Encode, bitcode::Decode))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaWrite, wincode::SchemaRead))]
pub struct OrderItem {
    /// Stock-keeping unit.
    pub sku: String,
    /// Name of the product.
    pub title: String,
    /// Colour, size and the like, if there is a choice.
    pub variant: Option<String>,
    /// How many.
    pub quantity: i32,
    /// Price of one.
    pub unit_price: Decimal,
    /// What is taken off the line, if anything.
    pub discount: Option<Decimal>,
    /// Tax in percent.
    pub tax_rate: Decimal,
    /// Weight of one in grams.
    pub weight_grams: i64,
}
