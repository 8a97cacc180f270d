#!/bin/sh
# SPDX-License-Identifier: MIT
# Trouble at random for a farm's workers, links and database, for as long as wanted: killed and hung processes, restarts of the
# server, full disks, links that are cut, silent or slow, wrong clocks, workers that answer late, twice or never. At the end every
# list must have, byte for byte, the answers of an undisturbed worker.   tools/farm_chaos.sh BUILD_FOLDER MINUTES [SEED]
#
# MINUTES over PostgreSQL, and as many over a file. A line a trouble, with its second. The status is 0 if nothing was lost and nothing counted twice. As root, a small disk of its own
# is filled, too.
set -eu

if [ $# -lt 2 ]; then
    echo "usage: tools/farm_chaos.sh BUILD_FOLDER MINUTES [SEED]" >&2
    exit 64
fi
tests=$(cd "$(dirname "$0")/../tests" && pwd)
for kind in postgres file; do
    python3 "$tests/farm/check_farm_chaos.py" "$1/src/cli/flank" "$1/tests/farm/bad_worker" "$tests/solve/fforum-20-39.obf" "$kind" \
        --minutes "$2" --seed "${3:-$$}"
done
