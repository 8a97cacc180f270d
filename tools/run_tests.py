#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run all tests of a build folder and end with one line `N passed, N failed`.   tools/run_tests.py BUILD_FOLDER [meson test options]

Meson runs the programs; each prints TAP, and what is counted are its single lines: one check of one thing. A program that dies,
leaks, takes too long or stops before its plan is done counts as one failure more, whatever its lines say.

A program that fails is run once more, alone, only to say which kind of failure it is: `failed`, or `unsteady` if it passes then. Both
count, and the exit status is 1 (docs/decisions/0005-unsteady-tests.md). The program's output stands below: of an
unsteady one nobody will see it again.

One more program runs at once than there are processors, or as many as MESON_TESTTHREADS says: tests of servers and of farms wait for half
their time.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

# One check's line, and the lines of comment that say what went wrong.
CHECK = re.compile(r"^(not )?ok\b *\d* *-? *(.*)((?:\n#.*)*)", re.MULTILINE)
REASON_LINES = 12
CONTENT = {"OK", "SKIP", "EXPECTEDFAIL"}


def verdict(record):
    """Return how many checks of a program passed, and of those that did not the name with what was said of it."""
    checks = CHECK.findall(record["stdout"])
    bad = [name + "".join(f"\n    {line[:400]}" for line in reason.split("\n")[1:REASON_LINES + 1])
           for failed, name, reason in checks if failed]
    good = len(checks) - len(bad) if checks else int(record["result"] in CONTENT)
    if record["result"] not in CONTENT and not bad:
        bad = [f"it did not end as it should: {record['result'].lower()}, {record['returncode']}"]
    return good, bad


def run(build, options, log):
    """Return {program: (checks passed, names of the checks that failed)}, and whether Meson was content."""
    path = pathlib.Path(build, "meson-logs", f"{log}.json")
    path.unlink(missing_ok=True)
    done = subprocess.run(["meson", "test", "-C", build, "--print-errorlogs", "--logbase", log, *options], check=False)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    records = [json.loads(line) for line in lines]
    return {record["name"].split(" / ")[-1]: verdict(record) for record in records}, done.returncode == 0


def without_names(options, programs):
    """Return the options without the programs' names; a suite may have the name of one."""
    return [option for before, option in zip(["", *options], options) if option not in programs or before in ("--suite", "--no-suite")]


def main():
    build, options = sys.argv[1], sys.argv[2:]
    os.environ.setdefault("MESON_TESTTHREADS", str(len(os.sched_getaffinity(0)) + 1))
    results, content = run(build, options, "testlog")
    failures = {program: bad for program, (_, bad) in results.items() if bad}
    again = {}
    if failures:
        print(f"\nagain, alone, to tell the unsteady: {len(failures)} of {len(results)}", flush=True)
        again = run(build, [*without_names(options, results), "--num-processes", "1", *failures], "testlog-again")[0]
    for program, bad in failures.items():
        passes_alone = program in again and not again[program][1]
        for check in bad:
            print(f"{'unsteady, passed alone' if passes_alone else 'failed'}: {program}: {check}")
    passed = sum(passed for passed, _ in results.values())
    failed = sum(len(bad) for bad in failures.values())
    if not content and not failed:
        print("failed: meson test itself")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
