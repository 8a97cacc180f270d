#!/bin/sh
# SPDX-License-Identifier: MIT
# Make the Python package, wheel and source archive, and use the wheel in a new virtual environment that cannot reach the network.
#   tools/python_package.sh OUT COMMAND
# OUT is where both go, COMMAND the program flank, with whose answers those of the package are compared.
set -eu
cd "$(dirname "$0")/.."
out=$(mkdir -p "$1" && cd "$1" && pwd)
command=$(realpath "$2")

# The system's Python: the packages of tools/install_packages.sh are its own.
PATH=/usr/bin:$PATH
rm -f "$out"/flank-*.whl "$out"/flank-*.tar.gz
place=$(mktemp -d)
trap 'rm -rf "$place" bindings/python/build bindings/python/flank.egg-info' EXIT
trap 'exit 130' INT TERM
rm -rf bindings/python/build
python3 -m build --no-isolation --skip-dependency-check --outdir "$out" bindings/python >"$out/build.log" 2>&1 || {
    tail -n 20 "$out/build.log" >&2
    exit 1
}
ls "$out"/flank-*

alone=
if unshare --net --map-root-user true 2>/dev/null; then alone="unshare --net --map-root-user"; fi
python3 -m venv "$place/venv"
$alone "$place/venv/bin/pip" install --quiet --no-index "$out"/flank-*.whl
$alone "$place/venv/bin/python" tests/python/test_package.py "$command" include tests
