#!/bin/sh
# SPDX-License-Identifier: MIT
# Install the system packages that are missing.   tools/install_packages.sh run|test|ci|python [PAGE]
#
# With `disabled` as PAGE, as make's PAGE=disabled has it, nothing is asked for that only the page needs.
#
# Says what it installs and why, then installs it in one go: as root directly, otherwise through sudo. If neither is
# possible it names the packages and stops. With everything in place it says nothing and asks nothing.
set -eu

run_packages="gcc:compiles_the_library_and_the_command
g++:compiles_the_Reversi_kit
libc6-dev:headers_of_the_C_library
meson:describes_the_build
ninja-build:runs_the_build
pkg-config:finds_libraries
libedit-dev:line_editing_in_flank_play
libwebsockets-dev:serves_the_page
libjansson-dev:reads_what_the_page_asks
libarchive-dev:unpacks_files_of_games
libsqlite3-dev:holds_the_library_of_games
libpq-dev:speaks_to_the_database_of_a_farm
zlib1g-dev:unpacks_the_evaluation's_weights
python3:runs_Meson_and_the_test_scripts"

page_packages="clang-19:compiles_the_engine_for_the_browser
lld-19:links_it
llvm-19:archives_it
libclang-rt-19-dev-wasm32:what_compiled_code_needs_there
wasi-libc:the_C_library_there
nodejs:builds_the_page
npm:fetches_what_the_page_is_built_with"

test_packages="libcmocka-dev:unit_tests
abigail-tools:compares_the_library's_interface_with_the_accepted_one
expect:types_into_a_real_terminal
zsh:completes_what_is_typed
fish:completes_it_as_well
postgresql:a_real_database_for_flank_farm
pgbouncer:a_pooler_before_it
faketime:a_clock_that_is_wrong
python3-pycparser:reads_the_headers_for_the_Python_package
grhino:a_foreign_engine_for_flank_match_to_play_against"

page_test_packages="chromium-headless-shell:shows_the_page_to_its_tests
firefox-esr:shows_it_to_them_as_well
fonts-wqy-microhei:Chinese_and_Japanese_letters_for_them"

python_packages="python3-build:makes_wheel_and_source_archive
python3-setuptools:builds_the_package
python3-wheel:packs_it
python3-venv:a_clean_place_to_try_it
python3-pycparser:reads_the_headers"

ci_packages="clang:second_compiler_and_fuzzing
libclang-rt-dev:sanitizers_and_libFuzzer_for_clang"

if [ "${2:-}" = disabled ]; then
    page_packages=
    page_test_packages=
fi
run_packages="$run_packages
$page_packages"
test_packages="$run_packages
$test_packages
$page_test_packages"
case "${1:-}" in
run) wanted=$run_packages ;;
test) wanted=$test_packages ;;
python) wanted="$run_packages
$python_packages" ;;
ci) wanted="$test_packages
$ci_packages" ;;
*)
    echo "usage: tools/install_packages.sh run|test|ci|python [PAGE]" >&2
    exit 64
    ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
    # Not Debian: trust the build to say what it misses.
    exit 0
fi

installed=" $(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' $(echo "$wanted" | cut -d: -f1) 2>/dev/null |
    sed -n 's/^ii //p' | tr '\n' ' ') "

missing=
for entry in $wanted; do
    package=${entry%%:*}
    case $installed in *" $package "*) continue ;; esac
    case $package in # by whatever package they came
    pkg-config | npm) command -v "$package" >/dev/null 2>&1 && continue ;;
    nodejs) command -v node >/dev/null 2>&1 && continue ;;
    esac
    [ -n "$missing" ] || echo "Flank needs these packages of your system:"
    echo "  $package ($(echo "${entry#*:}" | tr _ ' '))"
    missing="$missing $package"
done
[ -n "$missing" ] || exit 0

install="apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    as_root="sh -c"
elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo sh -c"
else
    echo "You are neither root nor is sudo installed. Please have somebody run:" >&2
    echo "  apt-get install$missing" >&2
    exit 1
fi
log=$(mktemp)
echo "Installing them with apt-get …"
if ! $as_root "$install" >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    echo "The installation failed. Please run:  apt-get install$missing" >&2
    rm -f "$log"
    exit 1
fi
rm -f "$log"
