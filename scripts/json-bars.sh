#!/usr/bin/env bash
# The speeds that JSON is built for, as requirements that one run for each kind of work checks.
#
#   scripts/json-bars.sh                          all subjects, quick
#   scripts/json-bars.sh order device-state       two of them
#   scripts/json-bars.sh order:into               one kind of work on one of them
#   FORKS=12 scripts/json-bars.sh order           narrower intervals
#   ALL=1 scripts/json-bars.sh order              says what holds, too
#
# Each is a ratio within one run: how many times faster than the other contestant, on one object alone and
# over the corpus, where it is 80 % of that unless the line names it. A run has no contestants but those that
# are compared, since more of them leave less of the caches to each. Exit code 1 if one is missed. Not part of
# the tests, since it is about time: run it on an idle machine.
set -uo pipefail
cd "$(dirname "$0")/.."
[[ ${1-} == --help || ${1-} == -h ]] && { sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 0; }

json=apograph-json
wanted=
missed=0

# bar OURS FACTOR THEIRS [CORPUS_FACTOR]
bar() {
  local corpus=${4:-$(awk "BEGIN { print $2 * 0.8 }")}
  also "time_one($3) >= $2 * time_one($1)"
  also "time($3) >= $corpus * time($1)"
}
also() { requirements+=(--require "$1"); }

# run SUBJECT WORK: checks what was required since the last run.
run() {
  local subject=$1 work=$2 required=("${requirements[@]}")
  requirements=()
  [[ -z $wanted || $wanted == "$work" ]] || return 0
  local contestants out text
  contestants=$(printf '%s\n' "${required[@]}" | grep -o '([^)]*)' | tr -d '()' | sort -u | sed 's/^/=/' | paste -sd,)
  out=$(mktemp -d)
  text=$(target/release/apograph bench "$subject" --no-profile ${FORKS:+--forks "$FORKS"} --out "$out" \
    --contestants "$contestants" "${required[@]}" 2>&1) || missed=1
  rm -rf "$out"
  # A verdict may go on in the next lines.
  text=$(printf '%s\n' "$text" | awk '/^   [^ ]/ && line { sub(/^ +/, " "); line = line $0; next }
    { if (line) print line; line = /^(ok|FAIL|error)/ ? $0 : "" } END { if (line) print line }')
  echo "$subject $work: $(grep -c '^ok' <<<"$text") of $((${#required[@]} / 2)) hold"
  if [[ -n ${ALL-} ]]; then printf '%s\n' "$text"; else grep -v '^ok' <<<"$text"; fi
  return 0
}

others_write=(encode/serde_json/kept encode/sonic-rs/kept encode/simd-json/kept encode/flexon/kept)
others_read=(decode/serde_json decode/sonic-rs decode/simd-json decode/simd-json/kept decode/flexon)
# better OURS FACTOR OTHERS…
better() {
  local ours=$1 factor=$2 other
  shift 2
  for other in "$@"; do bar "$ours" "$factor" "$other"; done
}

# typed SUBJECT WRITE READ INTO BLOCKS: what holds for objects of declared types. They are read with as many
# blocks as a clone has, and two more, which is a factor here.
typed() {
  local subject=$1
  bar encode/$json/kept "$2" encode/sonic-rs/kept
  better encode/$json/kept 1.8 "${others_write[@]}"
  run "$subject" write
  bar decode/$json "$3" decode/sonic-rs
  better decode/$json 1.3 "${others_read[@]}"
  also "allocations(decode/$json) <= $5 * allocations(copy/clone)"
  run "$subject" read
  bar decode/$json/into "$4" decode/sonic-rs
  run "$subject" into
  bar decode/$json/pretty 1.4 decode/sonic-rs/pretty
  bar decode/$json/pretty/into 2.2 decode/sonic-rs/pretty
  run "$subject" pretty
  for form in reordered unknown; do
    bar decode/$json/$form 1.25 decode/sonic-rs/$form
    bar decode/$json/$form/into 1.5 decode/sonic-rs/$form
    run "$subject" $form
  done
  bar encode/$json/options-kept 0.75 encode/$json/kept
  bar decode/$json/options 0.9 decode/sonic-rs
  bar decode/$json/options/pretty 1.2 decode/sonic-rs/pretty
  run "$subject" options
  bar encode/$json/serde-kept 1.5 encode/sonic-rs/kept
  bar decode/$json/serde 1.1 decode/sonic-rs
  bar decode/$json/serde/pretty 1.0 decode/sonic-rs/pretty
  run "$subject" serde
}

subject() {
  case $1 in
    simple-user) typed "$1" 3 2 3.6 2 ;;
    order)
      typed "$1" 3 1.6 3.6 1.08
      bar decode/$json/text 2.5 decode/sonic-rs
      run "$1" text
      bar decode/$json/text/into 4 decode/sonic-rs 3.8
      also "allocations(decode/$json/text/into) <= 5"
      run "$1" text-into
      ;;
    order-list)
      typed "$1" 2.5 1.6 3.6 1.00004
      bar decode/$json/text 2 decode/sonic-rs
      run "$1" text
      bar decode/$json/tree 1 decode/sonic-rs/tree
      also "allocated_bytes(decode/$json/tree) <= 4 * wire_bytes(decode/$json/tree)"
      run "$1" tree
      ;;
    device-state)
      # Keys come in the order of a hash table.
      typed "$1" 2.3 1.6 1.9 1.03
      bar decode/$json/text 2.7 decode/sonic-rs
      also "allocations(decode/$json/text) <= 24"
      also "time_one(decode/$json/text) <= 1.6 * time_one(copy/clone)"
      run "$1" text
      bar decode/$json/text/into 3.3 decode/sonic-rs 2.7
      also "allocations(decode/$json/text/into) <= 5"
      run "$1" text-into
      bar decode/$json/borrowed 3.2 decode/sonic-rs 2.6
      better decode/$json/borrowed 1.3 decode/serde_json/borrowed decode/sonic-rs/borrowed
      run "$1" borrowed
      ;;
    text-heavy | number-heavy)
      better encode/$json/kept 1.2 "${others_write[@]}"
      run "$1" write
      # serde_json does not give all of these floats back.
      [[ $1 == text-heavy ]] || others_read=("${others_read[@]:1}")
      better decode/$json 1.2 "${others_read[@]}"
      run "$1" read
      ;;
    *)
      echo "no bars for the subject $1" >&2
      exit 2
      ;;
  esac
}

[[ $# -gt 0 ]] || set -- simple-user order order-list device-state text-heavy number-heavy
cargo build --release --locked -p apograph-cli || exit 2
requirements=()
for name in "$@"; do
  [[ $name == *:* ]] && wanted=${name#*:} || wanted=
  subject "${name%%:*}"
done
exit $missed
