#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Read the figures of bench/results: every line is one number with its unit, its machine, its commit and how to repeat it.

    check_results.py ROOT

Prints TAP.
"""
import csv
import pathlib
import re
import subprocess
import sys

COLUMNS = ["row", "who", "metric", "value", "error", "unit", "machine", "commit", "command", "source"]
NEEDED = ("row", "who", "metric", "unit", "machine", "commit")
NUMBER = re.compile(r"-?\d+(\.\d+)?")
COMMIT = re.compile(r"[0-9a-f]{7,40}|unknown")


def faults_of_line(line):
    """The faults of one value, as texts."""
    yield from (f"no {name}" for name in NEEDED if not line[name])
    if not NUMBER.fullmatch(line["value"]):
        yield f"'{line['value']}' is no number"
    if line["error"] and not NUMBER.fullmatch(line["error"]):
        yield f"the error '{line['error']}' is no number"
    if not COMMIT.fullmatch(line["commit"]):
        yield f"'{line['commit']}' is no commit"
    if not line["command"] and not line["source"]:
        yield "neither a command nor a source"


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        return reader.fieldnames, list(reader)


def faults_of_file(path):
    names, lines = read(path)
    if names != COLUMNS:
        return [f"{path.name}: columns are {names}"]
    seen, faults = set(), []
    for number, line in enumerate(lines, 2):
        place = (line["row"], line["who"], line["metric"])
        faults += [f"{path.name}:{number}: {fault}" for fault in faults_of_line(line)]
        faults += [f"{path.name}:{number}: {place} is there twice"] * (place in seen)
        seen.add(place)
    return faults


def missing_commits(root, paths):
    """Commits that the repository does not have; none where its history is not there."""
    git = ["git", "-C", root]
    shallow = subprocess.run([*git, "rev-parse", "--is-shallow-repository"], capture_output=True, text=True, check=False)
    if shallow.stdout.strip() != "false":
        return []
    named = {line["commit"] for path in paths for line in read(path)[1]} - {"unknown", ""}
    return [f"no commit {commit}" for commit in sorted(named)
            if subprocess.run([*git, "cat-file", "-e", commit + "^{commit}"], capture_output=True, check=False).returncode]


def main():
    root = sys.argv[1]
    paths = sorted(pathlib.Path(root, "bench", "results").glob("*.csv"))
    good = dict.fromkeys(COLUMNS, "x") | {"value": "-1.5", "error": "", "commit": "1330894"}
    bad = [good | {"value": value} for value in ("1–2", "of 5", "")] + [good | {name: ""} for name in NEEDED]
    checks = [
        ("the checker sees what is missing", [] if not list(faults_of_line(good)) and all(list(faults_of_line(line)) for line in bad)
         else ["it does not"]),
        ("every result is a number with unit, machine, commit and command", [x for path in paths for x in faults_of_file(path)]
         if paths else ["no results"]),
        ("the commits are there", missing_commits(root, paths)),
    ]
    print(f"1..{len(checks)}")
    for number, (name, faults) in enumerate(checks, 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        for fault in faults:
            print(f"# {fault}")
    return any(faults for _, faults in checks)


if __name__ == "__main__":
    sys.exit(main())
