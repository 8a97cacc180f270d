#!/bin/sh
# SPDX-License-Identifier: MIT
# Use what is installed as a stranger does: play, solve, read a foreign file, review a game, serve the page, compile README's program.
#   tools/try_packages.sh
# Everything that is compared stands in this repository. Prints TAP.
set -eu
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
number=0
failed=0
check() { # NAME COMMAND…: it ends well
    name=$1
    shift
    number=$((number + 1))
    if "$@" >"$place/out" 2>&1; then
        echo "ok $number - $name"
    else
        failed=1
        echo "not ok $number - $name"
        sed 's/^/# /' "$place/out"
    fi
}
says() { # WORDS COMMAND…: prints a line that has them
    words=$1
    shift
    "$@" >"$place/said" 2>&1 || true
    grep -qe "$words" "$place/said" || {
        cat "$place/said"
        return 1
    }
}

cat >"$place/program.sh" <<'END'
sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$1/program.c"
cc "$1/program.c" -o "$1/program" $(pkg-config --cflags --libs flank)
"$1/program" | grep -q '^1\. b8-d6 a5-c5'
cc "$1/program.c" -o "$1/static" -static-libgcc $(pkg-config --cflags flank) -l:libflank.a $(pkg-config --libs --static flank | sed 's/-lflank//') -lm
"$1/static" | grep -q '^1\. b8-d6 a5-c5'
END
cat >"$place/serve.py" <<'END'
import re, subprocess, urllib.request
server = subprocess.Popen(["flank", "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
address = next(found.group() for line in server.stdout if (found := re.search(r"http://\S+", line)))
try:
    assert urllib.request.urlopen(address).status == 200
finally:
    server.terminate()
assert server.wait(10) == 0
END

echo "-XXXXXX---XXXX--OOOXXXO-OXXXOXXOOXXOXOOOOOOXOOXX--OOOX---OOOOO-- X" >"$place/endgame.obf"
echo "f5d6c3d3c4f4c5b4d2e3" >"$place/game.txt"
for wthor in tests/formats/wthor/*.wtb; do break; done
check "the version" says "flank $(sed -n "s/^  version: '\([^']*\)'.*/\1/p" meson.build)" flank --version
check "the signature is that of the sources" says "signature $(tail -n 1 tests/signature.txt) nodes" flank bench
check "a move from the book" says book flank hint --moves f5d6c3d3c4
check "a solved position" says '^ *1 .*[a-h][1-8]' flank solve "$place/endgame.obf"
check "a foreign file is read" flank convert "$wthor" "$place/games.sgf"
check "a review" says "d2" flank analyze "$place/game.txt" --level 8
check "a library of games" flank library import "$wthor" --library "$place/games.sqlite"
check "a farm on a file" flank farm init "$place/farm.db"
check "a contest problem" sh -c 'flank contest uva220 <tests/contest/uva220.in | cmp - tests/contest/uva220.out'
check "the manual" sh -c 'gzip -dcf /usr/share/man/man1/flank.1* /usr/local/share/man/man1/flank.1* 2>/dev/null | grep -q flank'
check "the page's server" python3 "$place/serve.py"
check "README's program, with both libraries" sh -e "$place/program.sh" "$place"
echo "1..$number"
exit $failed
