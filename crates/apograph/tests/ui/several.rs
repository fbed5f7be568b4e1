//! All errors of a type are shown at once.

use apograph::DeepCopy;

#[derive(DeepCopy)]
#[apograph(clone, copy = "skip")]
#[repr(packed)]
struct Everything {
    #[apograph(copy = 1)]
    number: u32,
    #[apograph(hookable)]
    text: String,
}

fn main() {}
