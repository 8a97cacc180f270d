#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What readelf and nm see of the hardening (meson.build) in what was built:   check_hardening.py BUILD_FOLDER fortified|plain

A program must stand at any address, with nothing writable that the dynamic linker fills in; every folder that reads bytes from outside
must watch its stack; the hot files of searches, rules and evaluations, which read none, must not. Prints TAP.
"""
import json
import os
import re
import subprocess
import sys

PROGRAMS = ("src/cli/flank", "src/cli/flank-farm", "src/cli/flank-serve")
LIBRARY = "src/libflank.so"
READERS = ("api", "book", "cli", "contest", "farm", "formats", "library", "match", "protocols", "server")
HOT = re.compile(r"src/(othello/(endgame|midgame)|search/\w+|games/(\w+)/(\3|\3_(eval|evaluate|moves|perft|rules)))\.c$")


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def linking_faults(path):
    """How a program or library is linked: position-independent, relocations read-only, all symbols bound at the start."""
    header, segments, dynamic = (run("readelf", "-W", option, path) for option in ("-h", "-l", "-d"))
    seen = {"DYN": "DYN" in header, "GNU_RELRO": "GNU_RELRO" in segments, "no executable stack": "GNU_STACK" in segments and
            not re.search(r"GNU_STACK.* RWE ", segments), "BIND_NOW": bool(re.search(r"BIND_NOW|Flags:.*\bNOW\b", dynamic))}
    return [f"{path}: {name} is missing" for name, good in seen.items() if not good]


def called(path):
    """Names of other libraries that a program uses."""
    return set(re.findall(r"\bU (\w+)", run("nm", "--undefined-only", "--dynamic", path)))


def objects(build):
    """source -> objects of the house"""
    found = {}
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            source = entry["file"][entry["file"].find("src/"):]
            path = os.path.join(build, entry["output"])
            if source.startswith("src/") and source.endswith(".c") and entry["output"].startswith("src/") and os.path.exists(path):
                found.setdefault(source, []).append(path)
    return found


def stack_faults(build):
    """Folders of which no object watches its stack, and hot objects that do; all are read at once, which takes half a second."""
    found = objects(build)
    listing = run("nm", "-A", "--undefined-only", *(path for paths in found.values() for path in paths))
    guarded = {line.rsplit(":", 1)[0] for line in listing.splitlines() if line.endswith(" __stack_chk_fail")}
    watched = {source.split("/")[1] for source, paths in found.items() if guarded & set(paths)}
    hot = [path for source, paths in found.items() if HOT.search(source) for path in paths if path in guarded]
    return [f"src/{name} does not watch its stack" for name in READERS if name not in watched], hot


def fortify_faults(build):
    """Copies whose length is checked, of bytes and of printed text, in programs and library."""
    faults = []
    for path in (*PROGRAMS, LIBRARY):
        checked = {name for name in called(os.path.join(build, path)) if name.endswith("_chk")} - {"__stack_chk_fail"}
        faults += [] if len(checked) > 2 else [f"{path}: {sorted(checked)}"]
    return faults


def branch_faults(build):
    """Functions begin with the mark of Intel's branch tracking."""
    code = run("objdump", "--disassemble=main", os.path.join(build, PROGRAMS[0]))
    return [] if re.search(r"<main>:\s+\w+:\s[\w ]+\sendbr64", code) else [code[:600]]


def main(build, fortified):
    unwatched, slow = stack_faults(build)
    results = [("programs and library are linked with full RELRO, at any address",
                [fault for path in (*PROGRAMS, LIBRARY) for fault in linking_faults(os.path.join(build, path))]),
               ("what reads bytes from outside watches its stack", unwatched),
               ("the hot files do not", slow)]
    if fortified == "fortified":
        results.append(("copies are checked", fortify_faults(build)))
    if os.uname().machine == "x86_64":
        results.append(("branches are tracked", branch_faults(build)))
    print(f"1..{len(results)}")
    for number, (title, problems) in enumerate(results, 1):
        print(f"{'not ok' if problems else 'ok'} {number} - {title}")
        for problem in problems:
            print("#   " + problem.replace("\n", "\n#   "))
    sys.exit(any(problems for _, problems in results))


main(*sys.argv[1:3])
