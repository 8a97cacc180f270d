#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Do in a clean system what a newcomer does, and remove the system again.   tools/fresh.sh SUITE [WHAT…]
#
# SUITE is bookworm, trixie or noble (jammy has Meson 0.61, and 1.0 is needed): debootstrap fetches it from the mirror of Debian or Ubuntu into a temporary folder. WHAT is
#   run       `make run`, until the page answers
#   test      `make test`
#   debs      the Debian packages are made here and installed there, where nothing of Flank is; tools/try_packages.sh uses them
# and `run test` if nothing is named. PAGE=disabled is handed on. The committed sources are what the newcomer clones; their account may
# use sudo, which asks no password. Needs root. With KEEP=1 the system is left where it says.
set -euo pipefail
self=$(realpath "$0")
cd "$(dirname "$self")/.."

suite=${1:?"usage: tools/fresh.sh bookworm|trixie|noble [run] [test] [debs]"}
shift
[ $# -gt 0 ] || set -- run test
case $suite in
bookworm | trixie)
    mirror=http://deb.debian.org/debian
    components=main
    ;;
noble)
    mirror=http://archive.ubuntu.com/ubuntu
    components=main,universe
    ;;
*)
    echo "fresh.sh: unknown suite '$suite'" >&2
    exit 64
    ;;
esac

# Mounts of a name space of our own are gone with it, however this ends.
if [ -z "${FRESH_INSIDE:-}" ]; then
    [ "$(id -u)" = 0 ] || {
        echo "fresh.sh: only root may make a system" >&2
        exit 77
    }
    FRESH_INSIDE=1 exec unshare --mount --pid --fork --kill-child "$self" "$suite" "$@"
fi
root=$(mktemp -d "${TMPDIR:-/tmp}/flank-$suite.XXXXXX")
chmod 755 "$root" # the newcomer walks through it
debs=
remove() {
    umount -R -l "$root/proc" "$root/dev" 2>/dev/null || true
    rm -rf "$root.log" ${debs:+"$debs"}
    if [ -n "${KEEP:-}" ]; then echo "left in $root"; else rm -rf --one-file-system "$root"; fi
}
trap remove EXIT
trap 'exit 130' INT TERM

authorities=/etc/ssl/certs/ca-certificates.crt # a node that does not come from the suite brings a list of its own

step() { printf '\n== %s: %s (%s s so far)\n' "$suite" "$1" "$SECONDS"; }
newcomer() { chroot "$root" su - newcomer -c "cd flank && PAGE=${PAGE:-} && export PAGE NODE_EXTRA_CA_CERTS=$authorities && $1"; }

step "a clean system"
debootstrap --variant=minbase --components="$components" --include=ca-certificates,git,make,sudo "$suite" "$root" "$mirror" >"$root.log" || {
    tail -n 5 "$root.log"
    exit 1
}
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# The authorities that this machine trusts besides the suite's list: a proxy may stand before the registry of npm.
cp --archive /usr/local/share/ca-certificates "$root/usr/local/share" 2>/dev/null || true
chroot "$root" update-ca-certificates >/dev/null 2>&1
if [ "$components" = main,universe ]; then # what was mended since the suite came out
    echo "deb $mirror $suite-updates main universe" >>"$root/etc/apt/sources.list"
fi
chroot "$root" apt-get update -qq
chroot "$root" useradd --create-home --shell /bin/bash newcomer
echo "newcomer ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/newcomer"
git clone --quiet --no-hardlinks . "$root/home/newcomer/flank"
chroot "$root" chown -R newcomer: /home/newcomer/flank

for what in "$@"; do
    step "$what"
    case $what in
    run)
        newcomer 'set -m; make run PAGE="$PAGE" >run.log 2>&1 &
            for _ in $(seq 3000); do
                address=$(grep -om1 "http://[^ ]*" run.log) && break
                kill -0 $! 2>/dev/null || { tail -n 20 run.log; exit 1; }
                sleep 1
            done
            echo "the page is at $address"
            python3 -c "import sys, urllib.request; page = urllib.request.urlopen(sys.argv[1]).read(); assert b\"<title>\" in page" "$address"
            answered=$?
            kill -INT -$!; wait $!
            exit $answered'
        ;;
    test) newcomer 'make test PAGE="$PAGE"' ;;
    debs)
        debs=$(mktemp -d)
        tools/deb_packages.sh "$debs" ${PAGE:+"$PAGE"}
        cp "$debs"/*.deb "$root/tmp"
        chroot "$root" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq /tmp/*.deb gcc libc6-dev pkg-config >/tmp/apt.log 2>&1 ||
            { tail -n 20 /tmp/apt.log; exit 1; }'
        newcomer 'tools/try_packages.sh'
        ;;
    *)
        echo "fresh.sh: WHAT is run, test or debs, not '$what'" >&2
        exit 64
        ;;
    esac
done
step "done"
