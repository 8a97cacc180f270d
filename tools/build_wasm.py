#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Build the engine for the browser in a folder of its own:   build_wasm.py SOURCE_ROOT SUB_FOLDER OUTPUT…

Meson builds for one machine at a time, so this is a second build folder inside the first; ninja there knows what is out of date. A
module that did not change keeps its time, so that nothing after it is made again.
"""
import filecmp
import os
import shutil
import subprocess
import sys

OPTIONS = ["--buildtype=release", "-Dtests=disabled", "-Ddefault_library=static", "-Db_staticpic=false", "-Db_pie=false",
           "-Dpage=disabled"]


def run(*command):
    """Run quietly; show what it said if it fails."""
    # Compilers chosen for the outer build (CC=clang …) are not for this one.
    outside = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS")}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=outside, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}\nflank: the WebAssembly module cannot be built ({' '.join(command[:2])} failed); "
                 "-Dpage=disabled builds without the page")


def main(root, folder, outputs):
    if not os.path.exists(f"{folder}/build.ninja"):
        shutil.rmtree(folder, ignore_errors=True)
        run("meson", "setup", folder, root, "--cross-file", f"{root}/tools/wasm32.ini", *OPTIONS)
    run("ninja", "-C", folder)
    for output in outputs:
        made = f"{folder}/src/wasm/{os.path.basename(output)}"
        if not os.path.exists(output) or not filecmp.cmp(made, output, shallow=False):
            shutil.copyfile(made, output)


main(sys.argv[1], sys.argv[2], sys.argv[3:])
