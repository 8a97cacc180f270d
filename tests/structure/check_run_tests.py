#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Give tools/run_tests.py a project of programs that pass, fail, die and waver, and see what it says. Prints TAP.

    check_run_tests.py RUN_TESTS
"""
import pathlib
import subprocess
import sys
import tempfile

# program | its script; the first run leaves a file
PROGRAMS = {
    "passes": "echo 1..2; echo ok 1 - one; echo 'ok 2 - two'",
    "no_tap": "exit 0",
    "fails": "echo 1..3; echo ok 1 - one; echo 'not ok 2 - two'; echo '# got 3'; echo '#   not 4'; echo ok 3 - three; echo '# done'",
    "dies": "echo 1..2; echo ok 1 - one; kill -SEGV $$",
    "dies_at_once": "kill -SEGV $$",
    "wavers": "echo 1..1; [ -e seen-w ] && { echo ok 1 - one; exit; }; touch seen-w; echo 'not ok 1 - one'",
    "fails_then_dies": "echo 1..1; [ -e seen-d ] && { echo ok 1 - one; exit 139; }; touch seen-d; echo 'not ok 1 - one'",
}


def run(tool, programs, options=()):
    """The exit status and the last lines that the tool prints of its own."""
    with tempfile.TemporaryDirectory() as folder:
        lines = ["project('programs')"]
        for name in programs:
            path = pathlib.Path(folder, f"{name}.sh")
            path.write_text(f"#!/bin/sh\ncd '{folder}'\n{PROGRAMS[name]}\n", encoding="utf-8")
            path.chmod(0o755)
            protocol = "exitcode" if name == "no_tap" else "tap"
            lines.append(f"test('{name}', find_program('{name}.sh'), protocol: '{protocol}', suite: ['{name}', 'all'])")
        pathlib.Path(folder, "meson.build").write_text("\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run(["meson", "setup", "build"], cwd=folder, check=True, capture_output=True)
        done = subprocess.run([tool, f"{folder}/build", *options], capture_output=True, text=True)
    told = [line for line in done.stdout.splitlines() if line.startswith(("failed:", "unsteady", "    #")) or " passed, " in line]
    return done.returncode, sorted(told[:-1]), told[-1]


# title | programs | status | lines, sorted | the last line | options
CASES = [
    ("all pass", ["passes", "no_tap"], 0, [], "3 passed, 0 failed"),
    ("what fails twice has failed", ["passes", "fails"], 1, ["    #   not 4", "    # got 3", "failed: fails: two"],
     "4 passed, 1 failed"),
    ("what passes alone is named, and has failed", ["passes", "wavers"], 1, ["unsteady, passed alone: wavers: one"],
     "2 passed, 1 failed"),
    ("a death counts, whatever was printed before", ["dies", "dies_at_once", "wavers"], 1,
     ["failed: dies: it did not end as it should: error, -11",
      "failed: dies_at_once: it did not end as it should: error, -11", "unsteady, passed alone: wavers: one"],
     "1 passed, 3 failed"),
    ("who dies when run alone did not pass alone", ["fails_then_dies"], 1, ["failed: fails_then_dies: one"],
     "0 passed, 1 failed"),
    ("a suite with the name of a program is asked for again, the program's own name is not", ["passes", "wavers", "fails"], 1,
     ["    #   not 4", "    # got 3", "failed: fails: two", "unsteady, passed alone: wavers: one"], "2 passed, 2 failed",
     ["--suite", "wavers", "--suite", "fails", "--no-suite", "passes", "fails", "wavers"]),
    ("no test is no success", [], 1, [], "0 passed, 0 failed"),
]


def main():
    print(f"1..{len(CASES)}")
    failed = False
    for number, (title, programs, status, lines, last, *options) in enumerate(CASES, 1):
        expected, got = (status, lines, last), run(sys.argv[1], programs, *options)
        failed |= got != expected
        print(f"{'ok' if got == expected else 'not ok'} {number} - {title}")
        if got != expected:
            print(f"# expected {expected}\n# got {got}")
    sys.exit(1 if failed else 0)


main()
