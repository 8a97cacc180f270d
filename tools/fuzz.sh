#!/bin/sh
# SPDX-License-Identifier: MIT
# Run every libFuzzer target for some seconds, starting from its kept corpus.   tools/fuzz.sh BUILD_FOLDER [SECONDS]
#
# The corpus in the tree is only read. A crash leaves its input in BUILD_FOLDER/fuzz-finds and stops with status 1; mend the
# bug and keep the input in tests/fuzz/corpus/NAME.
set -eu
build=$1
seconds=${2:-10}
root=$(cd "$(dirname "$0")/.." && pwd)
finds=$build/fuzz-finds
mkdir -p "$finds"
count=0
for program in "$build"/tests/fuzz/fuzz_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    name=${program##*/fuzz_}
    scratch=$(mktemp -d)
    if ! "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -artifact_prefix="$finds/$name-" \
        -print_final_stats=1 "$scratch" "$root/tests/fuzz/corpus/$name" >"$build/fuzz-$name.log" 2>&1; then
        tail -n 40 "$build/fuzz-$name.log"
        echo "fuzz: $name failed; its input is in $finds" >&2
        exit 1
    fi
    executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzz-$name.log")
    echo "fuzz: $name: $executed inputs in $seconds s, no failure"
    rm -rf "$scratch"
    count=$((count + 1))
done
[ "$count" -gt 0 ] || { echo "fuzz: no target in $build" >&2; exit 1; }
