#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Build the container of packaging/container/Dockerfile, and use it as it is meant: not root, the file system only read.
#   tools/container.sh
#
# By docker or podman, if one of them is at work here. Otherwise the steps of the Dockerfile are done in a clean Debian that debootstrap
# fetches, and `flank serve` runs there as process 1 in name spaces of its own, with its own network and without capabilities; that needs
# root. Prints TAP, and removes what it has made. With KEEP=1 the clean Debian is left where it says.
set -euo pipefail
self=$(realpath "$0")
cd "$(dirname "$self")/.."
dockerfile=packaging/container/Dockerfile
endgame="-XXXXXX---XXXX--OOOXXXO-OXXXOXXOOXXOXOOOOOOXOOXX--OOOX---OOOOO-- X"

engine=
for candidate in docker podman; do
    if command -v "$candidate" >/dev/null && "$candidate" info >/dev/null 2>&1; then
        engine=$candidate
        break
    fi
done
if [ -z "$engine" ] && [ -z "${CONTAINER_INSIDE:-}" ]; then
    [ "$(id -u)" = 0 ] || {
        echo "container.sh: neither docker nor podman is at work here, and only root may make a system" >&2
        exit 77
    }
    CONTAINER_INSIDE=1 exec unshare --mount --pid --fork --kill-child --mount-proc "$self"
fi
place=$(mktemp -d "${TMPDIR:-/tmp}/flank-container.XXXXXX")
chmod 755 "$place"

if [ -n "$engine" ]; then
    # The image, its volume and the container have one name.
    name=flank-try-$$
    image_build() {
        local options=()
        [ "$engine" = docker ] || options=(--format docker) # podman's own has no HEALTHCHECK
        "$engine" build "${options[@]}" -t "$name" -f "$dockerfile" .
    }
    run() { "$engine" run --name "$name" --read-only --cap-drop ALL --security-opt no-new-privileges -v "$name:/data" "$@"; }
    once() { run --rm -i "$name" "$@"; }
    serve() { run -d -p 127.0.0.1::8064 "$name"; }
    inside() { "$engine" exec "$name" "$@"; }
    health() {
        "$engine" inspect --format '{{json .Config.Healthcheck.Test}}' "$name" |
            python3 -c 'import json, os, sys; os.execvp(sys.argv[1], sys.argv[1:] + json.load(sys.stdin)[1:])' "$engine" exec "$name"
    }
    ask() { python3 tests/container/try_server.py 127.0.0.1 "$("$engine" port "$name" 8064/tcp | sed 's/.*://')" "$1"; }
    stop() { "$engine" stop -t 5 "$name" && [ "$("$engine" inspect --format '{{.State.ExitCode}}' "$name")" = 0 ]; }
    remove() {
        set +e # nothing there is nothing to remove
        "$engine" rm -f "$name"
        "$engine" volume rm -f "$name"
        "$engine" rmi -f "$name"
        rm -rf "$place"
    } >/dev/null 2>&1
else
    image_build() {
        local image suite
        image=$(sed -n 's/^FROM \([^ ]*\).*/\1/p' "$dockerfile" | head -n 1)
        suite=${image#debian:}
        debootstrap --variant=minbase "${suite%-slim}" "$place/base" http://deb.debian.org/debian || return
        printf '#!/bin/sh\nexit 101\n' >"$place/base/usr/sbin/policy-rc.d" # no services
        chmod 755 "$place/base/usr/sbin/policy-rc.d"
        cp /etc/resolv.conf "$place/base/etc/resolv.conf"
        # The authorities that this machine trusts besides Debian's list: a proxy may stand before the registry of npm.
        cp --archive /usr/local/share/ca-certificates "$place/base/usr/local/share" 2>/dev/null || true
        tools/dockerfile_steps.py "$dockerfile" . "$place" "$image=$place/base" || return
        # shellcheck source=/dev/null
        . "$place/image.sh"
        # shellcheck disable=SC2154 # image.sh has the words
        as_user=(chroot "$root" setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all
            env --ignore-environment --chdir="$workdir" "${env[@]}")
        mkdir "$place/volumes"
        mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount --rbind /dev "$root/dev" || return
        for volume in "${volumes[@]}"; do # as it is in the image
            cp --archive "$root$volume" "$place/volumes" && mount --bind "$place/volumes/$(basename "$volume")" "$root$volume" || return
        done
    }
    once() { "${as_user[@]}" "${entrypoint[@]}" "$@"; }
    serve() {
        unshare --net --pid --mount --fork --kill-child sh -c 'ip link set lo up && mount -t proc proc "$0/proc" && exec "$@"' \
            "$root" "${as_user[@]}" "${entrypoint[@]}" "${command[@]}" >"$place/serve.log" 2>&1 &
        server=$!
        until process=$(pgrep -P "$server"); do
            kill -0 "$server" || return
            sleep 0.1
        done
    }
    inside() { nsenter --target "$process" --net --pid --mount "${as_user[@]}" "$@"; }
    health() { inside "${health[@]}"; }
    ask() { nsenter --target "$process" --net python3 tests/container/try_server.py 127.0.0.1 "$port" "$1"; }
    stop() {
        kill -TERM "$process"
        timeout 5 tail --pid="$server" -f /dev/null && wait "$server"
    }
    remove() {
        set +e # nothing there is nothing to remove
        [ -z "${server:-}" ] || kill "$server" 2>/dev/null
        if [ -n "${KEEP:-}" ]; then
            echo "# left in $place"
        else
            findmnt -nro TARGET | grep "^$place/" | sort -r | xargs -r umount -l
            rm -rf --one-file-system "$place"
        fi
    }
fi
trap remove EXIT
trap 'exit 130' INT TERM

number=0
failed=0
check() { # NAME COMMAND…: it ends well
    local name=$1
    shift
    number=$((number + 1))
    if "$@" >"$place/said" 2>&1; then
        echo "ok $number - $name ($SECONDS s so far)"
    else
        failed=1
        echo "not ok $number - $name"
        tail -n 30 "$place/said" | sed 's/^/# /'
    fi
}
import_games() { printf 'f5d6c3d3c4\nf5d6c4d3c5\n' | once library import -; }
solve() { echo "$endgame" | once solve --json >"$place/answer"; }
no_root='test "$(stat -c %u /proc/1)" != 0 && grep -q "^CapEff:.0*$" /proc/1/status'
only_read='grep -q "^[^ ]* / [^ ]* ro[, ]" /proc/1/mounts && ! touch /tmp/a 2>/dev/null && ! touch /usr/a 2>/dev/null && touch /data/a'

check "the image is built" image_build
if [ $failed = 0 ]; then
    check "games come into the volume" import_games
    check "the command solves" solve
    check "flank serve starts" serve
    check "a visitor is answered" ask "$(cat "$place/answer")"
    check "it is healthy" health
    check "it is not root and may do nothing that others may not" inside sh -c "$no_root"
    check "nothing but the volume can be written" inside sh -c "$only_read"
    check "it ends when it is told to" stop
fi
echo "1..$number"
exit $failed
