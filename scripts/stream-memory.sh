#!/usr/bin/env bash
# Reads an array of 1 GB (or so many megabytes as the first argument says) element by element from a source that
# makes it up, and fails unless the process stays below 16 MB of memory.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release --locked -p apograph-json --example stream
output=$("${CARGO_TARGET_DIR:-target}/release/examples/stream" "${1:-1000}")
printf '%s\n' "$output"
awk '{ for (i = 1; i < NF; i++) if ($i == "peak" && $(i + 1) > 16000) bad = 1 } END { exit bad }' <<<"$output"
