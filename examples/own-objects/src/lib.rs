//! A type such as a user of apograph has, and a corpus of it.

use serde::{Deserialize, Serialize};

/// An invoice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invoice {
    /// Its number.
    pub number: u64,
    /// Who has to pay.
    pub customer: String,
    /// What for.
    pub lines: Vec<Line>,
    /// Whether it is paid.
    pub paid: bool,
}

/// A line of an invoice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What was sold.
    pub article: String,
    /// How many.
    pub quantity: u32,
    /// Price of one in cents.
    pub cents: i64,
}

impl Invoice {
    /// A copy made by hand, to show a contestant of one's own.
    pub fn copy_by_hand(&self) -> Self {
        Self {
            number: self.number,
            customer: self.customer.as_str().to_owned(),
            lines: self.lines.iter().map(Line::clone).collect(),
            paid: self.paid,
        }
    }
}

/// Some invoices. Yours would come from a file, a test database or a generator.
pub fn invoices(count: u64) -> Vec<Invoice> {
    (0..count)
        .map(|number| Invoice {
            number: 4_000_000 + number * number,
            customer: format!("customer {:x}", number.wrapping_mul(0x9e37_79b9)),
            lines: (0..number % 7)
                .map(|line| Line {
                    article: format!("article {}", (number + line * 31) % 97),
                    quantity: 1 + (number % 4) as u32,
                    cents: (number as i64 % 53) * 199 + line as i64,
                })
                .collect(),
            paid: number % 3 == 0,
        })
        .collect()
}
