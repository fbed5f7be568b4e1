//! Attributes that a type cannot have, or not like this.

use apograph::DeepCopy;

#[derive(DeepCopy)]
#[apograph(clone)]
struct Unknown(u8);

#[derive(DeepCopy)]
#[apograph(hookable, hookable)]
struct Twice(u8);

#[derive(DeepCopy)]
#[apograph(copy = "share")]
#[apograph(copy = "share")]
struct TwiceApart(u8);

#[derive(DeepCopy)]
#[apograph(copy = "skip")]
struct Skipped(u8);

#[derive(DeepCopy)]
#[apograph(copy = "shallow")]
struct Shallow(u8);

#[derive(DeepCopy)]
#[apograph(copy = "clone")]
struct UnknownWay(u8);

#[derive(DeepCopy)]
#[apograph(hookable = true)]
struct HookableWithValue(u8);

#[derive(DeepCopy)]
#[apograph(bound = "T = u8")]
struct WrongBound<T>(T);

#[derive(DeepCopy)]
#[apograph(crate = "not a path")]
struct WrongCrate(u8);

#[derive(DeepCopy)]
#[apograph(hookable)]
struct HookableWithLifetime<'a>(&'a str);

#[derive(DeepCopy)]
#[apograph]
struct Nothing(u8);

fn main() {}
