//! Functions that cannot copy the field they are for.

use apograph::DeepCopy;
use apograph::copy::Copying;

#[derive(DeepCopy)]
struct WrongArgument(#[apograph(copy = "with(number)")] u8);

#[derive(DeepCopy)]
struct WrongResult(#[apograph(copy = "with(length)")] String);

#[derive(DeepCopy)]
struct TooFewArguments(#[apograph(copy = "with(alone)")] u8);

#[derive(DeepCopy)]
struct NotThere(#[apograph(copy = "with(nowhere)")] u8);

#[derive(DeepCopy)]
#[apograph(copy = "with(of_field)")]
struct Whole(u8);

fn number(text: &String, _: &mut Copying<'_>) -> u8 {
    text.len() as u8
}

fn of_field(number: &u8, _: &mut Copying<'_>) -> Whole {
    Whole(*number)
}

fn length(text: &String, _: &mut Copying<'_>) -> usize {
    text.len()
}

fn alone(number: &u8) -> u8 {
    *number
}

fn main() {}
