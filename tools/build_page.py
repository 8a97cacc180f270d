#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Build the page into a folder and pack it:   build_page.py NODE WEB_FOLDER DIST_FOLDER PACK_FILE DEPENDENCY_FILE

`npm ci` runs only when the list of packages changed (and then needs the registry), `vite build` each time. Both run in NODE: npm
leaves out packages that its own node is too old for. The modules are those of the folder in $FLANK_WASM. The dependency file names
every file and folder of the page, so that ninja sees what comes and goes.
"""
import fcntl
import hashlib
import os
import subprocess
import sys

SKIPPED = {"node_modules", "dist"}


def run(web, what, *command, **environment):
    done = subprocess.run(command, cwd=web, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=dict(os.environ, **environment), check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}\nflank: {what}; -Dpage=disabled builds without the page")


def fetch_packages(node, web):
    """node_modules/ as package-lock.json has it; one build at a time, as several may share the source."""
    stamp = f"{web}/node_modules/.flank-lock"
    with open(f"{web}/package-lock.json", "rb") as file:
        wanted = hashlib.sha256(file.read()).hexdigest()
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            with open(stamp, encoding="utf-8") as kept:
                if kept.read() == wanted:
                    return
        except OSError:
            pass
        run(web, "the page's npm packages cannot be fetched (is the registry within reach?)", "npm", "ci", "--no-audit",
            "--no-fund", "--prefer-offline", "--fetch-retries=2", "--fetch-retry-mintimeout=2000",
            "--fetch-retry-maxtimeout=10000", PATH=os.path.dirname(node) + os.pathsep + os.environ["PATH"])
        with open(stamp, "w", encoding="utf-8") as kept:
            kept.write(wanted)


def page_files(web):
    for folder, folders, names in os.walk(web):
        folders[:] = [name for name in folders if name not in SKIPPED]
        yield folder if folder != web else None
        yield from (os.path.join(folder, name) for name in names)


def main(node, web, dist, pack, dependencies):
    fetch_packages(node, web)
    run(web, "the page cannot be built (vite failed)", node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn",
        FLANK_DIST=os.path.abspath(dist))
    subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "pack_page.py"), dist, pack], check=True)
    with open(dependencies, "w", encoding="utf-8") as out:
        names = [name.replace(" ", "\\ ") for name in page_files(web) if name]
        out.write(f"{pack}: {' '.join(names)}\n")


main(*(os.path.abspath(argument) if number < 3 else argument for number, argument in enumerate(sys.argv[1:])))
