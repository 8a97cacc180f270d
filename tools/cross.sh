#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Build Flank for another kind of system, run its tests there, and leave an archive.   tools/cross.sh SYSTEM [OUT]
#
# SYSTEM is
#   arm64     Linux on 64-bit ARM: packaging/cross/arm64.ini, run by qemu-user
#
# debootstrap fetches a clean Debian into a temporary folder, where the committed sources are built, `flank bench` has to give the
# signature of tests/signature.txt, and the tests of rules, solving, formats and protocols run. OUT (build/release) gets
# flank-VERSION-linux-SYSTEM.tar.gz: command, libraries, headers, licence, documents. Needs root. Programs that start others need
# binfmt_misc of a name space of their own, as Linux has it from 6.7 on. With KEEP=1 the system is left where it says, and
# CROSS_SYSTEM=FOLDER takes such a one instead of another.
set -euo pipefail
self=$(realpath "$0")
out=$(realpath -m "${2:-$(dirname "$self")/../build/release}")
cd "$(dirname "$self")/.."

system=${1:?"usage: tools/cross.sh arm64 [OUT]"}
case $system in
arm64) ;;
*)
    echo "cross.sh: unknown system '$system'" >&2
    exit 64
    ;;
esac

# Mounts of a name space of our own are gone with it, however this ends.
if [ -z "${CROSS_INSIDE:-}" ]; then
    [ "$(id -u)" = 0 ] || {
        echo "cross.sh: only root may make a system" >&2
        exit 77
    }
    CROSS_INSIDE=1 exec unshare --mount --pid --fork --kill-child "$self" "$system" "$out"
fi
root=${CROSS_SYSTEM:-$(mktemp -d "${TMPDIR:-/tmp}/flank-$system.XXXXXX")}
log=$(mktemp)
remove() {
    umount -R -l "$root/proc" "$root/dev" 2>/dev/null || true
    rm -f "$log"
    if [ -n "${KEEP:-}${CROSS_SYSTEM:-}" ]; then echo "left in $root"; else rm -rf --one-file-system "$root"; fi
}
trap remove EXIT
trap 'exit 130' INT TERM

step() { printf '\n== %s: %s (%s s so far)\n' "$system" "$1" "$SECONDS"; }
quiet() { # COMMAND…: its words are told only if it fails
    "$@" >"$log" 2>&1 || {
        tail -n 30 "$log"
        return 1
    }
}
clean=(env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
inside() { chroot "$root" "${clean[@]}" sh -euc "cd /flank && $1"; }
install_packages() { quiet chroot "$root" "${clean[@]}" apt-get install -y -qq --no-install-recommends "$@"; }

tools=(g++ gcc libc6-dev meson ninja-build pkg-config python3)
libraries=(zlib1g-dev libedit-dev libwebsockets-dev libjansson-dev libarchive-dev libsqlite3-dev libpq-dev libcmocka-dev)

make_system() {
    quiet debootstrap --variant=minbase bookworm "$root" http://deb.debian.org/debian
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # no services
    chmod 755 "$root/usr/sbin/policy-rc.d"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    "make_system_$system"
    touch "$root/made-for-$system"
}

# arm64: Debian's own libraries of that kind.
make_system_arm64() {
    chroot "$root" dpkg --add-architecture arm64
    chroot "$root" apt-get update -qq
    install_packages "${tools[@]}" crossbuild-essential-arm64 qemu-user-static "${libraries[@]/%/:arm64}"
}
configure_arm64() { echo --cross-file packaging/cross/arm64.ini; }
# The kernel starts programs of arm64 by qemu in the name space of the tests, and nowhere else.
magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
# shellcheck disable=SC2016 # $1, $2 are of the inner shell
emulation='mount -t binfmt_misc binfmt_misc "$1/mnt" && printf %s "$2" >"$1/mnt/register" && shift 2 && exec "$@"
    echo "cross.sh: binfmt_misc cannot be had in a name space of its own; Linux has that from 6.7 on" >&2; exit 69'
run_arm64() {
    unshare --user --map-root-user --mount sh -c "$emulation" sh "$root" ":flank-arm64:M::$magic:$mask:/usr/bin/qemu-aarch64-static:PF" \
        chroot "$root" "${clean[@]}" sh -euc "cd /flank && $1"
}

# Tests that take long under an emulator and show nothing of the machine are left out, and those that measure time.
suites=(--suite unit --suite solve --suite tablebase --suite formats --suite protocols --suite golden)
declare -A left_out=(
    [arm64]='_(network_train|train|piece_train|search_memory|stop|stop_at_once|levels|threads|perft_threads|engine_threads|library|match|farm|grade|play)$'
)

if [ ! -e "$root/made-for-$system" ]; then
    step "a clean system"
    make_system
else
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
fi

step "the build"
[ -e "$root/flank/.git" ] || git clone --quiet --no-hardlinks --depth 1 "file://$PWD" "$root/flank"
git -C "$root/flank" fetch --quiet --depth 1 "file://$PWD" HEAD
git -C "$root/flank" reset --quiet --hard FETCH_HEAD
version=$(sed -n "s/^  version: '\([^']*\)'.*/\1/p" "$root/flank/meson.build")
name=flank-$version-linux-$system
[ -e "$root/flank/build/build.ninja" ] ||
    quiet inside "meson setup build $("configure_$system") --buildtype=release --prefix=/$name -Dpage=disabled -Dpkgconfig.relocatable=true"
# All that is installed; the tests build what they need.
inside "meson introspect build --targets" | python3 -c 'import json, sys
for row in json.load(sys.stdin):
    if row["installed"]:
        print(*(path.removeprefix("/flank/build/") for path in row["filename"]))' >"$root/flank/build/installed"
quiet inside "ninja -j $(nproc) -C build \$(cat build/installed)"

step "the tests"
signature=$(tail -n 1 "$root/flank/tests/signature.txt")
"run_$system" "build/src/cli/flank bench" | tee "$log" | tail -n 1
grep -q "signature $signature nodes" "$log" || {
    echo "cross.sh: the signature is not $signature" >&2
    exit 1
}
"run_$system" "meson test -C build --list ${suites[*]} 2>/dev/null | sed 's/.* \/ //' | grep -v -E '${left_out[$system]}' >build/to_run &&
    tools/run_tests.py build --timeout-multiplier 20 \$(cat build/to_run)"

step "the archive"
rm -rf "$root/out"
quiet inside "DESTDIR=/out meson install -C build --no-rebuild --strip"
mkdir -p "$out"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -C "$root/out" -c "$name" | gzip -9n >"$out/$name.tar.gz"
ls -l "$out/$name.tar.gz"
step "done"
