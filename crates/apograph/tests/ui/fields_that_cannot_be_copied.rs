//! Fields whose types lack what their attributes ask for.

use apograph::DeepCopy;

struct Opaque;

#[derive(DeepCopy)]
struct Struct {
    number: u8,
    opaque: Vec<Opaque>,
}

#[derive(DeepCopy)]
enum Enum {
    Named { opaque: Opaque },
}

#[derive(DeepCopy)]
struct Shared(#[apograph(copy = "share")] Opaque);

#[derive(DeepCopy)]
struct Skipped(#[apograph(copy = "skip")] Opaque);

#[derive(DeepCopy)]
#[apograph(copy = "share")]
struct Whole(u8);

fn main() {}
