#!/bin/sh
# SPDX-License-Identifier: MIT
# Make the Debian packages of the committed sources, for the system that this runs on.   tools/deb_packages.sh OUT [PAGE]
# PAGE is enabled (the default) or disabled, as in make. packaging/debian describes the packages; lintian must find no error in them.
set -eu
cd "$(dirname "$0")/.."
out=$(mkdir -p "$1" && cd "$1" && pwd)
page=${2:-enabled}

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
mkdir "$place/flank"
git archive --output="$place/flank.tar" HEAD
tar -x -C "$place/flank" -f "$place/flank.tar"
cp -r "$place/flank/packaging/debian" "$place/flank/debian"
version=$(sed -n "s/^  version: '\([^']*\)'.*/\1/p" "$place/flank/meson.build")
cat >"$place/flank/debian/changelog" <<END
flank ($version) unstable; urgency=medium

  * Made from the sources of that version.

 -- The Flank authors <flank@example.org>  $(git log -1 --format=%cD)
END
(cd "$place/flank" && PAGE=$page dpkg-buildpackage --build=binary --no-sign) >"$out/build.log" 2>&1 || {
    tail -n 30 "$out/build.log" >&2
    exit 1
}
rm -f "$out"/flank_* "$out"/flank-* "$out"/libflank*
mv "$place"/*.deb "$out"
lintian --fail-on error --suppress-tags bad-distribution-in-changes-file "$out"/*.deb
ls "$out"/*.deb
