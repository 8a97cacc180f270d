#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Use under wine what tools/cross_windows.sh has built.   tools/try_windows.sh [FOLDER [NATIVE]]
#
# FOLDER is build-windows, NATIVE the same commit's flank of this system, build-test/src/cli/flank: where both answer, the answers must
# be the same to the byte. GOLDEN names golden files to run besides, UNIT a pattern of unit tests. Prints TAP.
set -uo pipefail
cd "$(dirname "$(realpath "$0")")/.." || exit 1
root=$PWD
folder=$(realpath "${1:-build-windows}")
native=$(realpath "${2:-build-test/src/cli/flank}")
export WINEPREFIX=$folder/wine WINEDEBUG=-all LC_ALL=C.UTF-8 FLANK_BOOK='' FLANK_TABLES=''
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder/wrapped"
# `flank` for the cases, as the tests call it. The line that wine prints about 32-bit programs is not the command's.
printf '#!/bin/sh\nexec %s %s "$@"\n' "$(command -v wine64 || echo /usr/lib/wine/wine64)" "$folder/src/cli/flank.exe" >"$folder/wrapped/flank"
chmod +x "$folder/wrapped/flank"
flank=$folder/wrapped/flank
number=0
failed=0

report() { # STATUS NAME
    number=$((number + 1))
    [ "$1" = 0 ] || { failed=$((failed + 1)) && printf 'not '; }
    printf 'ok %s - %s\n' "$number" "$2"
}

# Times, which differ from run to run, become T.
timeless() {
    sed -E 's/[0-9.]+ s\b/T s/g; s/"time_s":[0-9.]+/"time_s":T/g; s/^(nodestats [0-9]+) .*/\1 T/; s/ +[0-9]+\.[0-9]{3} +([0-9]+  )/ T \1/; s/[0-9.]+ ([kMG]) ?(leaves|nodes)\/s/T/' "$1"
}

# Both commands get the same words, standard input and folder, and must print the same with the same status.
same() {
    local status_native status_windows
    (cd "$work" && "$native" "$@" <"${input:-/dev/null}" >native.out 2>native.err)
    status_native=$?
    (cd "$work" && "$flank" "$@" <"${input:-/dev/null}" >windows.out 2>windows.err)
    status_windows=$?
    {
        [ $status_native = $status_windows ] || echo "status $status_windows, natively $status_native"
        diff <(timeless "$work/native.out") <(timeless "$work/windows.out")
        diff <(timeless "$work/native.err") <(timeless "$work/windows.err")
    } >"$work/differences"
    [ ! -s "$work/differences" ]
    report $? "flank $*"
    head -n 8 "$work/differences" | sed 's/^/# /'
}

# Standard input for the next `same`.
said() { printf '%b' "$1" >"$work/said"; }

"$flank" --version >/dev/null 2>&1 # wine makes its folder
[[ $("$flank" --version) == *'built without libedit'* ]]
report $? "the version names what is left out"
same help hint
for game in othello tothello loa draughts; do
    same hint $game --depth 6 --lines 3 --threads 1
    same perft $game 5 --json
done
same perft othello 8 --divide
for level in plain v2 v3; do same perft loa 4 --cpu $level --divide; done
same solve --moves f5d6c3d3c4
cp tests/data/*.ggf tests/golden/*.obf tests/golden/*.ggf "$work" 2>/dev/null
same solve farm_list.obf
same analyze analyze_endgame.ggf --depth 4
same convert analyze_endgame.ggf --to pdn -
same convert analyze_endgame.ggf --to sgf -
cp "$work/analyze_endgame.ggf" "$work/Zürich 新.ggf"
same convert "Zürich 新.ggf" --to sgf -
same convert "missing.ggf" -
input=$work/said
said 'boardsize 8\nkomi 0\nplay b d3\nlist_commands\nquit\n'
same gtp --depth 4
said 'position startpos moves f5\ngo depth 6\nquit\n'
same ugi
said 'set depth 6\nmove F5\nhint 3\n'
same nboard
said 'f5 d6 c3\n'
same contest uva220
said 'quit\n'
same play --level 1
input=
[[ $("$flank" serve 2>&1) == *'serve: this build has no libwebsockets' ]]
report $? "a command that is left out names what it lacks"
[ "$("$flank" bench 2>/dev/null | sed -n 's/^signature \([0-9]*\).*/\1/p')" = "$(grep -v '^#' tests/signature.txt)" ]
report $? "the bench has the signature of tests/signature.txt"
(cd "$work" && "$flank" match flank:level=2 flank:level=1 --games 4 --record played.games >match.out 2>&1 && grep -q . played.games)
report $? "a match between levels, with a record"
(cd "$work" && "$flank" match flank:level=1 "ugi:$folder/src/cli/flank.exe ugi" --games 2 >match.out 2>&1)
report $? "a match against a program that is started"
(cd "$work" && "$flank" book build a.book --level 6 --positions 20 >book.out 2>&1 && "$native" book show a.book >shown 2>&1)
report $? "a book, which the native command reads"
for file in ${GOLDEN:-}; do
    python3 tests/golden/run_golden.py "$flank" "$root/tests/golden/$file.test" >"$work/golden.out" 2>&1
    report $? "golden_$file: $(grep -c '^ok' "$work/golden.out") of $(sed -n 's/^1\.\.//p' "$work/golden.out")"
    grep -A 3 '^not ok' "$work/golden.out" | sed 's/^/# /' | head -n "${SHOWN:-12}"
done
for program in "$folder"/tests/unit/${UNIT:-test_}*.exe "$folder"/tests/solve/${UNIT:-test_}*.exe; do
    [ -e "$program" ] || continue
    CMOCKA_MESSAGE_OUTPUT=TAP "$(command -v wine64 || echo /usr/lib/wine/wine64)" "$program" >"$work/unit.out" 2>&1
    report $? "$(basename "$program" .exe)"
    grep '^not ok' "$work/unit.out" | sed 's/^/# /' | head -n 8
done
printf '1..%s\n' "$number"
[ "$failed" = 0 ]
