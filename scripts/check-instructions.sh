#!/usr/bin/env bash
# A deep copy of a type without shared edges must be no more work than its clone: counts the
# instructions of both, on the built-in subjects, and allows 5 % more. Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release --locked -p apograph-contestants --example instructions
program=${CARGO_TARGET_DIR:-target}/release/examples/instructions

count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 |
    sed -n 's/.*Collected : //p'
}

bad=0
for subject in simple-user order device-state text-heavy number-heavy; do
  # What is counted besides the copies is the same in a run without any.
  clone=$(($(count "$subject" clone 20) - $(count "$subject" clone 0)))
  copy=$(($(count "$subject" apograph 20) - $(count "$subject" apograph 0)))
  printf '%-13s clone %9d, copy %9d instructions: %s\n' "$subject" "$clone" "$copy" \
    "$(awk "BEGIN { printf \"%.3f\", $copy / $clone }")"
  [ $((copy * 100)) -le $((clone * 105)) ] || bad=1
done
exit "$bad"
