//! Attributes that a field or a variant cannot have, or not like this.

use apograph::DeepCopy;

#[derive(DeepCopy)]
struct Unknown {
    #[apograph(clone = "deep")]
    field: u8,
}

#[derive(DeepCopy)]
struct Twice(#[apograph(copy = "share", copy = "skip")] u8);

#[derive(DeepCopy)]
struct UnknownWay(#[apograph(copy = "clone")] u8);

#[derive(DeepCopy)]
struct NotText(#[apograph(copy = 1)] u8);

#[derive(DeepCopy)]
struct NotQuoted(#[apograph(copy = share)] u8);

#[derive(DeepCopy)]
struct NoValue(#[apograph(copy)] u8);

#[derive(DeepCopy)]
struct InParentheses(#[apograph(copy(share))] u8);

#[derive(DeepCopy)]
struct WithoutPath(#[apograph(copy = "with()")] u8);

#[derive(DeepCopy)]
struct WithoutParentheses(#[apograph(copy = "with")] u8);

#[derive(DeepCopy)]
struct BadPath(#[apograph(copy = "with(a b)")] u8);

#[derive(DeepCopy)]
struct OfTheType(#[apograph(hookable)] u8, #[apograph(crate = "")] u8);

#[derive(DeepCopy)]
enum OnVariant {
    #[apograph(copy = "share")]
    Variant(u8),
}

#[derive(DeepCopy, Clone)]
#[apograph(copy = "share")]
struct Whole(#[apograph(copy = "skip")] u8);

fn main() {}
