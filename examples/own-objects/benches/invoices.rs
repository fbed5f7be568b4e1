//! `cargo bench -p own-objects`: which way of copying or sending invoices costs what.

use std::process::ExitCode;

use apograph_lab::allocation::CountingAllocator;
use apograph_lab::bench::Bench;
use apograph_lab::{Contestant, Subject};
use own_objects::{Invoice, invoices};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new(std::alloc::System);

fn main() -> ExitCode {
    let subject = Subject::new("invoice", || invoices(1_000))
        .about("a thousand invoices of up to six lines")
        .contestants(apograph_contestants::standard())
        .contestant(Contestant::copy("by-hand", Invoice::copy_by_hand).keeps("everything"));
    Bench::new("invoices").subject(subject).main()
}
