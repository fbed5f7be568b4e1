//! Reads an array of 1 GB element by element, and tells how long that took and how much memory.
//!
//! `cargo run --release -p apograph-json --example stream [megabytes]`. There is no file: the source makes up
//! the text while it is read.

use std::fmt::Write as _;
use std::io::{self, Read};
use std::time::Instant;

use apograph_core::Decode;
use apograph_json::{Elements, IoReader, Token};

/// What an element is.
#[derive(Decode)]
#[apograph(crate = "apograph_core")]
struct Reading {
    id: u64,
    device: String,
    at: String,
    values: Vec<f64>,
    tags: Vec<String>,
    note: Option<String>,
}

/// An array of a given length, in bytes: the same thousand elements over and over.
struct Source {
    block: Vec<u8>,
    at: usize,
    blocks_left: usize,
    end: &'static [u8],
}

impl Source {
    fn new(bytes: usize) -> Self {
        let mut block = String::new();
        for id in 0..1_000_u32 {
            let value = f64::from(id) * 0.37 + 0.001;
            write!(
                block,
                "{}{{\"id\":{id},\"device\":\"pump-{:04}\",\"at\":\"2026-03-14T15:{:02}:{:02}Z\",\"values\":[{value},{},-{}],\
                 \"tags\":[\"north\",\"r\u{e9}gion {}\"],\"note\":{}}}",
                if id == 0 { "" } else { "," },
                id * 7 % 10_000,
                id / 60 % 60,
                id % 60,
                value * 1e3,
                value / 7.0,
                id % 13,
                if id % 3 == 0 { "null" } else { "\"a \\\"quoted\\\" word\"" },
            )
            .expect("a string grows");
        }
        let blocks_left = bytes.div_ceil(block.len() + 1).max(1) - 1;
        let block = format!("[{block},").into_bytes();
        Self { block, at: 0, blocks_left, end: b"]" }
    }
}

impl Read for Source {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        // The last block ends with the array instead of a comma.
        let end = self.block.len() - usize::from(self.blocks_left == 0);
        if self.at == end {
            if self.blocks_left == 0 {
                return self.end.read(target);
            }
            self.blocks_left -= 1;
            self.at = 1;
        }
        let end = self.block.len() - usize::from(self.blocks_left == 0);
        let count = target.len().min(end - self.at);
        target[..count].copy_from_slice(&self.block[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// What was read, so that all of it is.
#[derive(Default)]
struct Sum {
    elements: u64,
    ids: u64,
    letters: usize,
    values: f64,
}

impl Sum {
    fn add(&mut self, reading: &Reading) {
        self.elements += 1;
        self.ids += reading.id;
        self.letters += reading.device.len() + reading.at.len();
        self.letters += reading.tags.iter().map(String::len).sum::<usize>();
        self.letters += reading.note.as_ref().map_or(0, String::len);
        self.values += reading.values.iter().sum::<f64>();
    }
}

/// The most memory that the process had so far, in kB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let megabytes: usize = std::env::args().nth(1).map_or(Ok(1_000), |number| number.parse())?;
    let bytes = megabytes * 1_000_000;
    let show = |how: &str, offset: usize, sum: &Sum, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{how:9} {} elements, {} MB in {seconds:.2} s, {:.0} MB/s, peak {} kB (ids {}, letters {}, values {:.3})",
            sum.elements,
            offset / 1_000_000,
            offset as f64 / 1e6 / seconds,
            peak().map_or_else(|| "?".to_owned(), |kilobytes| kilobytes.to_string()),
            sum.ids,
            sum.letters,
            sum.values,
        );
    };

    let (start, mut sum) = (Instant::now(), Sum::default());
    let mut elements = Elements::array(Source::new(bytes));
    while let Some(reading) = elements.next::<Reading>()? {
        sum.add(&reading);
    }
    show("elements", elements.offset(), &sum, start);

    let (start, mut sum) = (Instant::now(), Sum::default());
    let mut reader = IoReader::new(Source::new(bytes));
    assert_eq!(reader.next()?, Some(Token::BeginArray));
    while reader.has_next()? {
        sum.add(&reader.read::<Reading>()?);
    }
    show("reader", reader.offset(), &sum, start);
    Ok(())
}
