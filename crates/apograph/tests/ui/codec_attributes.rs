//! What attributes of `Encode` and `Decode` cannot say.

use apograph::{Decode, Encode};

#[derive(Encode)]
#[serde(rename_all = "camel")]
struct Rule {
    a: u8,
}

#[derive(Encode)]
struct Typo {
    #[serde(skip_serialising_if = "Option::is_none")]
    a: Option<u8>,
}

#[derive(Encode)]
struct Own {
    #[apograph(boxd)]
    a: u8,
}

#[derive(Decode)]
struct Twice {
    #[serde(rename = "b")]
    a: u8,
    b: u8,
}

#[derive(Encode)]
#[serde(tag = "t")]
enum TaggedTuple {
    A(u8, u8),
}

#[derive(Encode)]
#[serde(content = "c")]
enum Content {
    A,
}

#[derive(Decode)]
enum Others {
    #[serde(other)]
    A(u8),
    #[serde(other)]
    B,
    #[serde(other)]
    C,
}

#[derive(Encode)]
#[serde(transparent)]
struct Transparent {
    a: u8,
    b: u8,
}

#[derive(Encode)]
struct Flattened(#[serde(flatten)] u8, u8);

#[derive(Encode)]
#[serde(remote = "Other")]
struct Remote {
    a: u8,
}

#[derive(Encode)]
#[serde(tag = "t")]
struct TaggedStruct {
    a: u8,
}

#[derive(Decode)]
struct NoPath {
    #[serde(default = "not a path")]
    a: u8,
}

#[derive(Encode)]
struct NoText {
    #[serde(rename = 5)]
    a: u8,
}

#[derive(Decode)]
#[serde(rename_all = "camelCase", rename_all = "kebab-case")]
struct SaidTwice {
    a: u8,
}

#[derive(Decode)]
#[serde(tag = "t")]
enum TagInTheWay {
    A { t: u8 },
}

#[derive(Decode)]
enum UntaggedFirst {
    #[serde(untagged)]
    A(u8),
    B,
}

#[derive(Decode)]
struct DefaultBefore(#[serde(default)] u8, u8);

#[derive(Encode)]
union Union {
    a: u8,
}

#[derive(Encode)]
struct WithoutEffect {
    #[apograph(since = 3)]
    a: u8,
    #[apograph(tag = 1)]
    b: u8,
    #[apograph(format = "yyyy-MM-dd")]
    c: u8,
}

struct Plain;

#[derive(Encode, Decode)]
struct HasPlain {
    plain: Plain,
}

fn main() {}
