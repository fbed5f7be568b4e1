#!/bin/sh
# Runs each fuzz target under AddressSanitizer for some seconds (60 unless told otherwise).
# Usage: scripts/fuzz.sh [seconds] [target...]
set -eu
cd "$(dirname "$0")/../fuzz"
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- json_value json_typed json_write json_skip_vs_read json_feeder

host=$(rustc -vV | sed -n 's/^host: //p')
# The flags of cargo-fuzz; the sanitizer is unstable, but the compiler is the pinned one.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="--cfg fuzzing -Ccodegen-units=1 -Zsanitizer=address -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
cargo build --release --target "$host" --bins
target=${CARGO_TARGET_DIR:-target}

failed=0
for name in "$@"; do
    corpus=corpus/$name
    mkdir -p "$corpus" "artifacts/$name"
    log=artifacts/$name/log
    if "$target/$host/release/$name" -max_total_time="$seconds" -max_len=4096 -timeout=20 \
        -dict=json.dict -artifact_prefix="artifacts/$name/" -print_final_stats=1 \
        "$corpus" >"$log" 2>&1; then
        echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions"
    else
        echo "$name: failed, see fuzz/$log"
        failed=1
    fi
done
exit "$failed"
