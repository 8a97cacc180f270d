#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Remove what `meson install` of a build folder has put in place, and folders that are empty then.   uninstall.py BUILD_FOLDER [PREFIX]

Meson itself undoes only the last installation, and keeps the folders that an earlier one made. What belongs where is asked of
Meson; a file of somebody else's in one of our folders stays, and the folder with it. The standard folders of the system stay even if
they are empty; below another prefix (/opt/flank) nothing is left. $DESTDIR is honoured. A PREFIX that is not the folder's is refused.
"""
import json
import os
import subprocess
import sys

SYSTEM = ("/usr", "/usr/local")
STANDARD = ("bin", "include", "lib", "libexec", "share", "share/doc", "share/man", "share/man/man1")


def ask_meson(build, what):
    return json.loads(subprocess.run(["meson", "introspect", what, build], check=True, stdout=subprocess.PIPE, text=True).stdout)


def files_below(source, target):
    """The installed copy of a file or of every file of a folder."""
    if not os.path.isdir(source):
        yield target
    for folder, _, names in os.walk(source):
        yield from (os.path.normpath(os.path.join(target, os.path.relpath(folder, source), name)) for name in names)


def kept_folders(prefix, libdir):
    """What is never removed."""
    below = [prefix, *(os.path.join(prefix, name) for name in (*STANDARD, libdir, os.path.join(libdir, "pkgconfig")))]
    return set(below) if prefix in SYSTEM else {os.path.dirname(prefix)}


def remove_empty(folder, destdir, kept):
    while folder not in kept and folder != "/":
        try:
            os.rmdir(destdir + folder)
        except OSError: # somebody else's files, or removed already
            if os.path.exists(destdir + folder):
                return
        folder = os.path.dirname(folder)


def main(build, prefix=None):
    destdir = os.environ.get("DESTDIR", "").rstrip("/")
    options = {option["name"]: option["value"] for option in ask_meson(build, "--buildoptions")}
    if prefix and os.path.normpath(prefix) != os.path.normpath(options["prefix"]):
        sys.exit(f"uninstall: {build} is installed below {options['prefix']}, not below {prefix}; say PREFIX={options['prefix']}")
    kept = kept_folders(options["prefix"], options["libdir"])
    targets = [target for pair in ask_meson(build, "--installed").items() for target in files_below(*pair)]
    for target in targets:
        if os.path.lexists(destdir + target):
            os.remove(destdir + target)
    for folder in sorted({os.path.dirname(target) for target in targets}, reverse=True):
        remove_empty(folder, destdir, kept)


main(*sys.argv[1:])
