#!/bin/sh
# SPDX-License-Identifier: MIT
# Make the npm package, and use it in an empty project that cannot reach the network.
#   tools/npm_package.sh OUT BUILD
# OUT is where the package goes; BUILD is a build with the page, with the answers of whose command those of the package are compared.
set -eu
cd "$(dirname "$0")/.."
out=$(mkdir -p "$1" && cd "$1" && pwd)
build=$(cd "$2" && pwd)
[ -f "$build/web/flank.wasm" ] || {
    echo "npm_package.sh: $2 is a build without the page, whose engine the package has; make build PAGE=enabled" >&2
    exit 66
}

# If the system's node is too old for what builds the page, the build has another one; the package is used with the system's.
modern=$(find "$build/web/node/node_modules" -path '*/node-*/bin/node' -type f 2>/dev/null | head -n 1)
version=$(sed -n "s/^  version: '\([^']*\)'.*/\1/p" meson.build)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
"${modern:-node}" bindings/npm/build.mjs "$place/package" "$version" "$build/web"
rm -f "$out"/flank-engine-*.tgz
npm pack --silent --pack-destination "$out" "$place/package" >/dev/null
ls -l "$out"/flank-engine-*.tgz

alone=
if unshare --net --map-root-user true 2>/dev/null; then alone="unshare --net --map-root-user"; fi
mkdir "$place/project"
echo '{ "private": true }' >"$place/project/package.json"
cp tests/npm/test_package.mjs "$place/project"
cd "$place/project"
$alone npm install --silent --offline --no-audit --no-fund "$out"/flank-engine-*.tgz
$alone node test_package.mjs "$build/src/cli/flank" "$OLDPWD/tests"
