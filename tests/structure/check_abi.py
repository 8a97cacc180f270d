#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare the library's binary interface with the accepted one: a program that was linked yesterday must run tomorrow.

  check_abi.py LIBRARY HEADERS MAP DESCRIPTION            prints TAP
  check_abi.py LIBRARY HEADERS MAP DESCRIPTION --accept   writes the description

LIBRARY is a libflank.so with debugging information. abidw reads from that which functions it has and the sizes, fields and values of
every type that they name; DESCRIPTION is what it said when the interface was last accepted, abidiff compares. The version map
(src/flank.map) and the headers list the functions too: all must agree.
"""
import os
import re
import subprocess
import sys
import tempfile

from results import report

DESCRIBE = ["--drop-private-types", "--drop-undefined-syms", "--exported-interfaces-only", "--no-corpus-path", "--no-comp-dir-path",
            "--no-show-locs", "--no-elf-needed", "--no-parameter-names", "--no-write-default-sizes", "--type-id-style", "hash"]
FUNCTION = re.compile(r"^(?!typedef|static|#|\s)[^;{}()/]*?\b(flank_\w+)\(", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def describe(library, headers, output):
    subprocess.run(["abidw", "--headers-dir", headers, *DESCRIBE, "--out-file", output, library], check=True)


def differences(description, library, headers):
    """What abidiff says; nothing if the interface is the accepted one."""
    with tempfile.TemporaryDirectory() as folder:
        found = os.path.join(folder, "found.abi")
        describe(library, headers, found)
        done = subprocess.run(["abidiff", description, found], capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).splitlines() if done.returncode else []


def exported(library):
    """Functions with their versions, flank_move_play@@FLANK_0.1."""
    listed = subprocess.run(["nm", "--dynamic", "--defined-only", library], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[-1] for line in listed.splitlines() if line.split()[-2] != "A"}


def mapped(path):
    with open(path, encoding="utf-8") as file:
        nodes = re.findall(r"^(FLANK_\S+)\s*\{(.*?)^\}", COMMENT.sub("", file.read()), re.MULTILINE | re.DOTALL)
    return {f"{name}@@{node}" for node, names in nodes for name in re.findall(r"\b(\w+);", names)}


def declared(headers):
    names = set()
    for header in os.listdir(headers):
        if header.endswith(".h"):
            with open(os.path.join(headers, header), encoding="utf-8") as file:
                names |= set(FUNCTION.findall(COMMENT.sub("", file.read())))
    return names


def unlike(one, other, one_name, other_name):
    return [f"in {one_name}, not in {other_name}: {name}" for name in sorted(one - other)] + \
        [f"in {other_name}, not in {one_name}: {name}" for name in sorted(other - one)]


def main(library, headers, versions, description):
    functions, listed = exported(library), mapped(versions)
    results = [
        ("the version map lists the functions of the headers",
         unlike({name.split("@")[0] for name in listed}, declared(headers), os.path.basename(versions), "the headers")),
        ("the library has the functions of the map", unlike(functions, listed, "the library", os.path.basename(versions))),
        ("the interface is the accepted one (CONTRIBUTING.md says how to accept another)", differences(description, library, headers)),
    ]
    report(results)


if sys.argv[5:] == ["--accept"]:
    describe(sys.argv[1], sys.argv[2], sys.argv[4])
else:
    main(*sys.argv[1:5])
