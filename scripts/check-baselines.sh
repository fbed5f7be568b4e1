#!/usr/bin/env bash
# Ten runs against one baseline, each with one contestant slowed by 10 %: every run must mark that
# one and no other. Takes four minutes on an idle machine; not part of the tests, since it is
# about time.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-10}
bench() { cargo bench --quiet -p apograph-lab --bench slowed -- --standard --no-profile "$@"; }
bench --save-baseline before >/dev/null
good=0
for run in $(seq "$runs"); do
  marked=$(SLOWED=1 bench --baseline before | grep -E ' regressed' || true)
  if [ "$(grep -c . <<<"$marked")" = 1 ] && grep -q 'copy/suspect' <<<"$marked"; then
    good=$((good + 1))
  else
    printf 'run %s marked:\n%s\n' "$run" "${marked:-nothing}"
  fi
done
echo "$good of $runs runs marked the slowed contestant and no other"
[ "$good" = "$runs" ]
