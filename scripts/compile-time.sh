#!/usr/bin/env bash
# How long `cargo build` takes for a crate of 20 structs with 22 fields each that are all written and read as
# JSON, with apograph and with serde and serde_json. Dependencies are built before: only the crate itself is
# timed, from its source to the linked program, nothing of an earlier build used. The median of 3, in seconds, and the time of all
# processors beside it. On two idle cores apograph should take at most 6 s in release and 3 s in debug builds.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
directory=${CARGO_TARGET_DIR:-$root/target}/compile-time
rounds=${1:-3}

# structs DERIVES: the types, and a function for each that writes and reads.
types() {
  local derives=$1 write=$2 read=$3 number
  cat <<TYPES
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, PartialEq, $derives)]
enum Status {
    Active,
    Suspended,
    Closed,
}

#[derive(Debug, PartialEq, $derives)]
enum Contact {
    None,
    Email(String),
    Post { street: String, city: String, zip: u32 },
}

#[derive(Debug, PartialEq, $derives)]
struct Struct0 {
    id: u64,
    name: String,
}
TYPES
  for number in $(seq 20); do
    cat <<TYPES

#[derive(Debug, PartialEq, $derives)]
struct Struct$number {
    id: u64,
    version: u32,
    small: u8,
    offset: i32,
    balance: i64,
    is_open: bool,
    ratio: f64,
    weight: f32,
    first_name: String,
    last_name: String,
    comment: Option<String>,
    limit: Option<u32>,
    factor: Option<f64>,
    tags: Vec<String>,
    scores: Vec<i32>,
    samples: Vec<f64>,
    labels: BTreeMap<String, String>,
    counts: HashMap<String, u64>,
    nested: Struct$((number / 2)),
    others: Vec<Struct$((number / 3))>,
    status: Status,
    contact: Contact,
}

fn struct$number(text: &[u8]) -> Vec<u8> {
    let value: Struct$number = $read(text).expect("a value");
    $write(&value).expect("a text")
}
TYPES
  done
  printf '\nfn main() {\n    let text = std::fs::read(std::env::args().nth(1).expect("a file")).expect("a text");\n'
  for number in $(seq 20); do
    printf '    println!("{}", struct%d(&text).len());\n' "$number"
  done
  printf '}\n'
}

# package NAME DEPENDENCIES
package() {
  mkdir -p "$directory/$1/src"
  cat >"$directory/$1/Cargo.toml" <<MANIFEST
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
$2
MANIFEST
  cp Cargo.lock "$directory/$1/"
}

package with-apograph "apograph = { path = \"$root/crates/apograph\" }"
package with-serde "serde = { version = \"1\", features = [\"derive\"] }
serde_json = \"1\""
types 'apograph::Encode, apograph::Decode' apograph::json::to_vec apograph::json::from_slice \
  >"$directory/with-apograph/src/main.rs"
types 'serde::Serialize, serde::Deserialize' serde_json::to_vec serde_json::from_slice \
  >"$directory/with-serde/src/main.rs"

median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }
export CARGO_TARGET_DIR=$directory/target
# The compiler uses as many threads as cargo may use jobs.
unset CARGO_BUILD_JOBS
TIMEFORMAT='%R %U %S'

for mode in --release ''; do
  for name in with-apograph with-serde; do
    (cd "$directory/$name" && cargo build --quiet $mode)
  done
  for name in with-apograph with-serde; do : >"$directory/$name/times"; done
  # By turns, so that both see the same machine.
  for _ in $(seq "$rounds"); do
    for name in with-apograph with-serde; do
      (cd "$directory/$name" && cargo clean --quiet $mode --package "$name")
      (cd "$directory/$name" && { time cargo build --quiet $mode; } 2>&1) |
        awk '{ print $1, $2 + $3 }' >>"$directory/$name/times"
    done
  done
  for name in with-apograph with-serde; do
    file=$directory/$name/times
    printf '%-7s %-13s %6.2f s, %6.2f s of all processors, program of %d kB of code\n' \
      "$([ -n "$mode" ] && echo release || echo debug)" "$name" \
      "$(cut -d' ' -f1 "$file" | median)" "$(cut -d' ' -f2 "$file" | median)" \
      "$(size "$CARGO_TARGET_DIR/$([ -n "$mode" ] && echo release || echo debug)/$name" |
        awk 'NR == 2 { print int($1 / 1000) }')"
  done
done
