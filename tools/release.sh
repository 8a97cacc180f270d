#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Make all that a version is handed out as, from the committed sources.   tools/release.sh OUT BUILD
#
# OUT gets the source archive, the Debian packages, the npm and the Python package, the archives of tools/cross.sh and
# tools/cross_windows.sh, and SHA256SUMS over all of them. BUILD is a build with the page; its command is what the packages are compared
# with. A part that cannot be made here is told in one line, the others are made, and the status is 1.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mkdir -p "$1" && cd "$1" && pwd)
build=$(cd "$2" && pwd)
version=$(sed -n "s/^  version: '\([^']*\)'.*/\1/p" meson.build)

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
failed=0
part() { # NAME COMMAND…: what it leaves in $place/made is a part of the release
    local name=$1
    shift
    mkdir "$place/made"
    if "$@" >"$place/said" 2>&1; then
        find "$place/made" -type f ! -name '*.log' -exec mv -t "$out" {} +
        echo "$name: made ($SECONDS s so far)"
    else
        failed=1
        cp "$place/said" "$out/$name.log"
        echo "$name: not made: $(grep -v '^ *$' "$place/said" | tail -n 1) ($out/$name.log has all of it)"
    fi
    rm -rf "$place/made"
}
sources() { git archive --prefix="flank-$version/" HEAD | gzip -9n >"$place/made/flank-$version-source.tar.gz"; }

[ -z "$(git status --porcelain)" ] || echo "what is not committed is not in the archives"
rm -f "$out"/*
part sources sources
part debian tools/deb_packages.sh "$place/made"
part npm tools/npm_package.sh "$place/made" "$build"
part python tools/python_package.sh "$place/made" "$build/src/cli/flank"
part arm64 tools/cross.sh arm64 "$place/made"
if [ -x tools/cross_windows.sh ]; then part windows tools/cross_windows.sh "$place/made"; fi
(cd "$out" && find . -type f ! -name SHA256SUMS ! -name '*.log' -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
ls -l "$out"
exit $failed
