//! What shops sell, and what they note about orders.

pub(crate) const MATERIALS: &[&str] = &[
    "Cotton",
    "Steel",
    "Oak",
    "Recycled",
    "Leather",
    "Ceramic",
    "Wireless",
    "Classic",
    "Organic",
    "Ultra-light",
    "Vintage",
    "Käse",
    "Bio",
    "Limited Edition",
];

pub(crate) const GOODS: &[&str] = &[
    "T-Shirt",
    "Coffee Mug",
    "Desk Lamp",
    "Headphones",
    "Notebook A5",
    "Backpack 24 l",
    "Knife Set",
    "Running Shoes",
    "Board Game",
    "Water Bottle",
    "Phone Case",
    "Schreibtischstuhl",
    "Tee 100 g",
    "Monitor 27\"",
    "USB-C Cable 2 m",
    "Crème brûlée torch",
    "抹茶セット",
    "Fahrradhelm",
    "Pen",
    "Replacement filter for air purifier models AP-200 to AP-450 (pack of 3)",
    "Ski",
    "Rucola 125 g",
];

pub(crate) const VARIANTS: &[&str] = &[
    "M",
    "L",
    "black",
    "S / navy",
    "XL / heather grey",
    "EU 42",
    "1 TB",
    "matt",
    "rot/weiß",
    "青",
    "with engraving: \"For Anna\"",
    "left-handed",
    "10-pack",
];

/// Keys of order attributes.
pub(crate) const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("channel", &["web", "app-ios", "app-android", "store", "phone"]),
    ("campaign", &["summer26", "newsletter-2026-07", "", "influencer_ana", "none"]),
    ("gift", &["true", "false"]),
    (
        "gift.message",
        &["Happy birthday! 🎉", "Alles Gute,\nOma & Opa", "Enjoy \"it\"", "お誕生日おめでとう"],
    ),
    ("warehouse", &["HAM1", "LEJ2", "BHX4", "ORD2"]),
    ("carrier", &["DHL", "UPS", "La Poste", "Hermes", "DPD Predict"]),
    (
        "tracking",
        &["https://track.example/p?id=00340434161094042557", "1Z999AA10123456784", "RA473124829DE"],
    ),
    ("payment.method", &["card", "invoice", "paypal", "sepa", "apple-pay", "voucher"]),
    ("payment.risk", &["low", "medium", "high", "0.0312"]),
    ("invoice.vat_id", &["DE129273398", "ATU99999999", "FR40303265045"]),
    ("delivery.slot", &["2026-08-03T08:00/12:00", "evening", "any"]),
    (
        "delivery.note",
        &["Ring at neighbour's", "Bitte in die Garage \\ Schuppen", "2. OG links", "code 4711#"],
    ),
    ("locale", &["de-DE", "en-GB", "fr-FR", "en-US", "pl-PL"]),
    ("ab.bucket", &["A", "B", "control"]),
    (
        "user_agent",
        &[
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/141.0",
            "ShopApp/8.3 (iOS 19.0)",
        ],
    ),
    ("erp.doc", &["4500018721", "4500990017-A"]),
];

/// Common ones first.
pub(crate) const CURRENCIES: &[&str] = &["EUR", "USD", "GBP", "CHF", "PLN", "CZK"];

/// What customers write about their orders.
pub(crate) const REMARKS: &[&str] = &[
    "please leave with neighbour",
    "Lieferung bitte erst ab Montag",
    "gift, no invoice in the parcel!",
    "call before delivery: the bell \"Meier\" does not work",
    "ok",
    "Livrer à l'accueil, bâtiment C, de 9 h à 17 h, merci de demander Mme Lefèvre au standard",
    "?",
    "請放在門口",
    "2nd attempt after return\nsee mail of July 14",
];
