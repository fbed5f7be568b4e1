//! Types whose fields cannot be copied one by one.

use apograph::DeepCopy;

#[derive(DeepCopy)]
union Bits {
    number: u32,
    bytes: [u8; 4],
}

#[derive(DeepCopy, Clone, Copy)]
#[apograph(copy = "share")]
union Parts {
    #[apograph(copy = "skip")]
    number: u32,
}

#[derive(DeepCopy)]
#[repr(C, packed(2))]
struct Packed(u8, u32);

fn main() {}
