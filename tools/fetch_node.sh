#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetch the node that tools/node/package-lock.json pins into FOLDER and print the path of the program.   tools/fetch_node.sh FOLDER
#
# A system with an older node than Vite asks for (Debian 12 has node 18) builds the page with this one. The packages are
# those that npm's package `node` fetches when it is installed. Taken directly, their content is pinned by the lock file
# and none of their scripts runs. npm fetches again only after the lock file has changed.
set -eu
pinned=$(cd "$(dirname "$0")/node" && pwd)
mkdir -p "$1"
cd "$1"
program() { find "$PWD/node_modules" -path '*/node-*/bin/node' -type f 2>/dev/null; }
if ! cmp -s "$pinned/package-lock.json" package-lock.json || [ -z "$(program)" ]; then
    rm -rf node_modules
    cp "$pinned/package.json" "$pinned/package-lock.json" .
    npm ci --prefix "$PWD" --ignore-scripts --no-audit --no-fund --fetch-retries=2 --fetch-retry-mintimeout=2000 \
        --fetch-retry-maxtimeout=10000 >npm.log 2>&1 || {
        cat npm.log >&2
        exit 1
    }
fi
found=$(program)
"${found:-no node for this machine}" --version >/dev/null
echo "$found"
