#!/usr/bin/env bash
# The speeds that JSON is built for, as requirements that one run per subject checks.
#
#   scripts/json-bars.sh                      all subjects, quick
#   scripts/json-bars.sh order device-state   two of them
#   FORKS=12 scripts/json-bars.sh order       narrower intervals
#
# Each is a ratio within one run: how many times faster than the other contestant, on one object alone and
# over the corpus, where it is 80 % of that unless the line names it. Exit code 1 if one is missed. Not part
# of the tests, since it is about time: run it on an idle machine.
set -uo pipefail
cd "$(dirname "$0")/.."
[[ ${1-} == --help || ${1-} == -h ]] && { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0; }

requirements=()
# bar OURS FACTOR THEIRS [CORPUS_FACTOR]
bar() {
  local corpus=${4:-$(awk "BEGIN { print $2 * 0.8 }")}
  requirements+=(--require "time_one($3) >= $2 * time_one($1)" --require "time($3) >= $corpus * time($1)")
}
also() { requirements+=(--require "$1"); }
json=apograph-json
others_write=(encode/serde_json/kept encode/sonic-rs/kept encode/simd-json/kept encode/flexon/kept)
others_read=(decode/serde_json decode/sonic-rs decode/simd-json decode/simd-json/kept decode/flexon)
better() { # OURS FACTOR OTHERS…
  local ours=$1 factor=$2
  shift 2
  for other in "$@"; do bar "$ours" "$factor" "$other"; done
}
typed() { # WRITE READ INTO
  bar encode/$json/kept "$1" encode/sonic-rs/kept
  better encode/$json/kept 1.8 "${others_write[@]}"
  bar decode/$json "$2" decode/sonic-rs
  better decode/$json 1.3 "${others_read[@]}"
  bar decode/$json/into "$3" decode/sonic-rs
  bar decode/$json/pretty 1.4 decode/sonic-rs/pretty
  bar decode/$json/pretty/into 2.2 decode/sonic-rs/pretty
  for form in reordered unknown; do
    bar decode/$json/$form 1.25 decode/sonic-rs/$form
    bar decode/$json/$form/into 1.5 decode/sonic-rs/$form
  done
  bar encode/$json/options-kept 0.75 encode/$json/kept
  bar decode/$json/options 0.9 decode/sonic-rs
  bar decode/$json/options/pretty 1.2 decode/sonic-rs/pretty
  bar encode/$json/serde-kept 1.5 encode/sonic-rs/kept
  bar decode/$json/serde 1.1 decode/sonic-rs
  bar decode/$json/serde/pretty 1.0 decode/sonic-rs/pretty
  also "allocations(decode/$json) <= 1 * allocations(copy/clone)"
}
subject() {
  requirements=()
  case $1 in
    simple-user) typed 3 2 3.6 ;;
    order)
      typed 3 1.6 3.6
      bar decode/$json/text 2.5 decode/sonic-rs
      bar decode/$json/text/into 4 decode/sonic-rs 3.8
      also "allocations(decode/$json/text/into) <= 5"
      ;;
    order-list)
      typed 2.5 1.6 3.6
      bar decode/$json/text 2 decode/sonic-rs
      bar decode/$json/tree 1 decode/sonic-rs/tree
      also "allocated_bytes(decode/$json/tree) <= 4 * wire_bytes(decode/$json/tree)"
      ;;
    device-state)
      # Keys come in the order of a hash table.
      typed 2.3 1.6 1.9
      bar decode/$json/text 2.7 decode/sonic-rs
      also "allocations(decode/$json/text) <= 24"
      also "time_one(decode/$json/text) <= 1.6 * time_one(copy/clone)"
      bar decode/$json/text/into 3.3 decode/sonic-rs 2.7
      also "allocations(decode/$json/text/into) <= 5"
      bar decode/$json/borrowed 3.2 decode/sonic-rs 2.6
      better decode/$json/borrowed 1.3 decode/serde_json/borrowed decode/sonic-rs/borrowed
      ;;
    text-heavy | number-heavy)
      better encode/$json/kept 1.2 "${others_write[@]}"
      better decode/$json 1.2 "${others_read[@]}"
      ;;
    *)
      echo "no bars for the subject $1" >&2
      exit 2
      ;;
  esac
}

[[ $# -gt 0 ]] || set -- simple-user order order-list device-state text-heavy number-heavy
cargo build --release --locked -p apograph-cli || exit 2
missed=0
for name in "$@"; do
  subject "$name"
  contestants=$(printf '%s\n' "${requirements[@]}" | grep -o '([^)]*)' | tr -d '()' | sort -u | paste -sd,)
  out=$(mktemp -d)
  target/release/apograph bench "$name" --no-profile ${FORKS:+--forks "$FORKS"} --out "$out" \
    --contestants "$contestants" "${requirements[@]}" || missed=1
  rm -rf "$out"
done
exit $missed
