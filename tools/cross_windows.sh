#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Build the command, the library and the unit tests for 64-bit Windows.   tools/cross_windows.sh [FOLDER]
#
# FOLDER is build-windows if none is named. Debian's gcc-mingw-w64-x86-64 and tclsh must be there, wine64 to run what is built
# (tools/try_windows.sh). zlib comes from a package of Debian, SQLite and cmocka from its source packages; they are fetched into
# FOLDER/fetched and built there once, without root. libedit, libwebsockets, jansson, libarchive and libpq are left out.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
folder=$(realpath -m "${1:-build-windows}")
fetched=$folder/fetched
prefix=$fetched/prefix
cc=x86_64-w64-mingw32-gcc-posix

# Write a pkg-config file: NAME VERSION LIBRARIES…
describe() {
    local name=$1 version=$2
    shift 2
    printf 'Name: %s\nDescription: for Windows\nVersion: %s\nLibs: -L%s/lib %s\nCflags: -I%s/include\n' \
        "$name" "$version" "$prefix" "$*" "$prefix" >"$prefix/lib/pkgconfig/$name.pc"
}

# apt with a list of its own, which names source packages too, and leaves the system's alone.
apt_here() {
    mkdir -p apt/lists/partial apt/cache/archives/partial
    apt-get -q -o Dir::Etc::SourceList="$PWD/apt/sources" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$PWD/apt/lists" \
        -o Dir::Cache="$PWD/apt/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}

fetch() {
    # shellcheck source=/dev/null
    local suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
    mkdir -p apt
    printf '%s http://deb.debian.org/debian '"$suite"' main\n' deb deb-src >apt/sources
    apt_here update
    apt_here --download-only source sqlite3 cmocka
    apt_here download libz-mingw-w64-dev
    for archive in sqlite3_*.orig.tar.xz cmocka_*.orig.tar.xz; do tar xf "$archive"; done
    dpkg-deb -x libz-mingw-w64-dev_*.deb zlib
}

make_zlib() {
    cp "$(find zlib -path '*x86_64*' -name libz.a)" "$prefix/lib/"
    cp "$(find zlib -path '*x86_64*' -name zlib.h)" "$(find zlib -path '*x86_64*' -name zconf.h)" "$prefix/include/"
    describe zlib "$(sed -n 's/^#define ZLIB_VERSION "\(.*\)"/\1/p' "$prefix/include/zlib.h")" -lz
}

# Its one C file is put together for the machine that builds, and compiled for Windows.
make_sqlite() {
    mkdir -p sqlite
    (cd sqlite && ../sqlite3-*/configure --disable-readline --disable-tcl && make sqlite3.c)
    $cc -O2 -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_COLUMN_METADATA \
        -c sqlite/sqlite3.c -o sqlite/windows.o
    x86_64-w64-mingw32-ar rcs "$prefix/lib/libsqlite3.a" sqlite/windows.o
    cp sqlite/sqlite3.h "$prefix/include/"
    describe sqlite3 "$(cat sqlite3-*/VERSION)" -lsqlite3
}

make_cmocka() {
    local have=-DHAVE_CONFIG_H
    mkdir -p cmocka-windows
    for name in ASSERT_H INTTYPES_H IO_H MALLOC_H SETJMP_H SIGNAL_H STDARG_H STDDEF_H STDINT_H STDIO_H STDLIB_H STRING_H TIME_H \
        STRUCT_TIMESPEC CALLOC EXIT FPRINTF FREE LONGJMP MALLOC SNPRINTF VSNPRINTF STRERROR SETJMP; do
        echo "#define HAVE_$name 1"
    done >cmocka-windows/config.h
    $cc -O2 -w $have -D__USE_MINGW_ANSI_STDIO=1 -Icmocka-windows -I"$(echo cmocka-1*/include)" -c cmocka-1*/src/cmocka.c -o cmocka-windows/cmocka.o
    x86_64-w64-mingw32-ar rcs "$prefix/lib/libcmocka.a" cmocka-windows/cmocka.o
    cp cmocka-1*/include/cmocka.h "$prefix/include/"
    describe cmocka "$(echo cmocka-1* | sed 's/cmocka-//; s/ .*//')" -lcmocka
    # Its header tells this compiler not that a failed assertion does not return.
    sed -i 's/^Cflags: .*/& -Wno-maybe-uninitialized/' "$prefix/lib/pkgconfig/cmocka.pc"
}

if [ ! -e "$fetched/done" ]; then
    rm -rf "$fetched"
    mkdir -p "$prefix/lib/pkgconfig" "$prefix/include"
    (cd "$fetched" && fetch && make_zlib && make_sqlite && make_cmocka) >"$folder/fetched.log" 2>&1 || {
        tail -n 15 "$folder/fetched.log" >&2
        exit 1
    }
    touch "$fetched/done"
fi
export PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig
[ -e "$folder/build.ninja" ] || meson setup "$folder" --cross-file packaging/cross/windows.ini --buildtype=release -Db_ndebug=false \
    -Dpage=disabled -Dwarning_level=2 -Dwithout=libedit,libwebsockets,jansson,libarchive,libpq
ninja -C "$folder" ${JOBS:+-j "$JOBS"} ${KEEP_GOING:+-k 0}
