#!/bin/sh
# SPDX-License-Identifier: MIT
# Run every libFuzzer target for some seconds, starting from its kept corpus.   tools/fuzz.sh BUILD_FOLDER [SECONDS]
#
# As many run at once as there are processors. The corpus in the tree is only read. A crash leaves its input in
# BUILD_FOLDER/fuzz-finds, and the status is 1; mend the bug and keep the input in tests/fuzz/corpus/NAME. The targets that
# failed are named at the end, with the last lines of each. An input that took too long is tried again: a machine that
# stood still for so long is no failure.
set -eu

# Do all inputs that took too long, and there is nothing but such ones, end in time now?
#   only_stood_still PROGRAM NAME
only_stood_still() {
    ls "$build/fuzz-finds/$2"-timeout-* >/dev/null 2>&1 || return 1
    for input in "$build/fuzz-finds/$2"-*; do
        case $input in *-slow-unit-*) continue ;; esac
        "$1" -timeout=20 -rss_limit_mb=2048 "$input" >>"$build/fuzz-$2.log" 2>&1 || return 1
    done
    echo "fuzz: $2: an input that took 20 s ends in time when it is tried again" >&2
}

# One target, for xargs below:   fuzz.sh --one SECONDS PROGRAM
fuzz_one() {
    seconds=$1
    program=$2
    build=$(cd "$(dirname "$program")/../.." && pwd)
    name=${program##*/fuzz_}
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    rm -f "$build/fuzz-finds/$name"-timeout-*
    if ! "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/fuzz-finds/$name-" "$scratch" "$root/tests/fuzz/corpus/$name" \
        >"$build/fuzz-$name.log" 2>&1 && ! only_stood_still "$program" "$name"; then
        echo "$name" >"$build/fuzz-$name.failed"
        return 0
    fi
    executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzz-$name.log")
    echo "fuzz: $name: ${executed:-?} inputs in $seconds s, no failure"
}

root=$(cd "$(dirname "$0")/.." && pwd)
if [ "$1" = --one ]; then
    fuzz_one "$2" "$3"
    exit
fi
mkdir -p "$1/fuzz-finds"
rm -f "$1"/fuzz-*.failed
programs=$(find "$1/tests/fuzz" -maxdepth 1 -name 'fuzz_*' -type f -perm -u+x | sort)
[ -n "$programs" ] || { echo "fuzz: no target in $1" >&2; exit 1; }
echo "$programs" | xargs -n 1 -P "$(nproc)" "$0" --one "${2:-10}"
failed=$(find "$1" -maxdepth 1 -name 'fuzz-*.failed' -exec cat {} + | sort)
for name in $failed; do
    tail -n 25 "$1/fuzz-$name.log"
    echo "fuzz: $name failed; its input is in $1/fuzz-finds" >&2
done
[ -z "$failed" ]
