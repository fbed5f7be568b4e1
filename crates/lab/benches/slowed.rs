//! Checks by hand that a baseline comparison sees a slowdown of 10 % and sees none where there is
//! none: `scripts/check-baselines.sh`. One contestant does 10 % more work when `SLOWED` is set.

use std::process::ExitCode;

use apograph_lab::allocation::CountingAllocator;
use apograph_lab::bench::Bench;
use apograph_lab::{Contestant, Subject};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);

/// An object is a list of texts; copying it takes time in proportion to its length.
type Texts = Vec<String>;

fn corpus() -> Vec<Texts> {
    (0..500)
        .map(|object| (0..100).map(|at| format!("text {at} of object {object}")).collect())
        .collect()
}

fn main() -> ExitCode {
    let slowed = std::env::var_os("SLOWED").is_some();
    let subject = Subject::new("texts", corpus)
        .about("lists of a hundred short texts")
        .contestant(Contestant::copy("clone", Texts::clone))
        .contestant(Contestant::copy("steady", |texts: &Texts| texts.to_vec()))
        .contestant(Contestant::copy("suspect", move |texts: &Texts| {
            if slowed {
                // A tenth of the work once more.
                drop(std::hint::black_box(texts[..texts.len() / 10].to_vec()));
            }
            texts.clone()
        }))
        .contestant(Contestant::copy("reversed", |texts: &Texts| {
            let mut copy: Texts = texts.iter().rev().cloned().collect();
            copy.reverse();
            copy
        }))
        .contestant(Contestant::encode(
            "joined",
            |texts: &Texts| Ok::<_, std::str::Utf8Error>(texts.join("\n")),
            |bytes| {
                Ok::<_, std::str::Utf8Error>(
                    std::str::from_utf8(bytes)?.lines().map(str::to_owned).collect(),
                )
            },
        ));
    Bench::new("slowed").subject(subject).main()
}
