#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the cases of one golden file against the command and print TAP.

A case is a block of lines: `$` a shell command, `<` standard input, `>` expected standard output, `!` expected standard
error, `=` the exit status; `>>` and `!!` match one line by a regular expression; `#` is a comment. A case ends where the next
`$` begins. Each runs in an empty temporary folder with `flank` on PATH and $DATA naming the folder tests/;
without --book it uses no opening book, so that a new one changes no expected text. `$BY_PROCESSOR flank …` has a clock that runs
only while it has the processor, if FLANK_PROCESSOR_CLOCK is the library for that (processor_clock.c).
"""
import os
import re
import subprocess
import sys
import tempfile

TIMEOUT_S = 300


def read_cases(path):
    cases = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            mark, text = line[0], line[2:] if line[1:2] == " " else line[1:]
            if mark == "$":
                cases.append({"line": number, "command": text, "<": [], ">": [], "!": [], "status": 0})
            elif mark in "><!" and cases:
                pattern = mark != "<" and line[1:2] == mark
                text = line[3:] if pattern and line[2:3] == " " else line[2:] if pattern else text
                cases[-1][mark].append((text, pattern))
            elif mark == "=" and cases:
                cases[-1]["status"] = int(text)
            else:
                sys.exit(f"{path}:{number}: expected one of $ < > ! = # at the start of the line")
    if not cases:
        sys.exit(f"{path}: no case")
    return cases


def differences(name, expected, actual_text):
    """Yield a line for each place where the actual text is not what was expected."""
    actual = actual_text.split("\n")
    if actual.pop() != "":
        yield f"{name} does not end with a newline"
    for index in range(max(len(expected), len(actual))):
        have = actual[index] if index < len(actual) else None
        want, pattern = expected[index] if index < len(expected) else (None, False)
        same = re.fullmatch(want, have) is not None if pattern and have is not None else want == have
        if not same:
            yield f"{name} line {index + 1}: expected {want!r}, got {have!r}"


def run_case(case, environment):
    stdin = "".join(text + "\n" for text, _ in case["<"])
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(["sh", "-c", case["command"]], input=stdin.encode(), capture_output=True,
                                  cwd=folder, env=environment, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return [f"no end after {TIMEOUT_S} s"]
    problems = list(differences("output", case[">"], done.stdout.decode("utf-8", "backslashreplace")))
    problems += differences("error output", case["!"], done.stderr.decode("utf-8", "backslashreplace"))
    if done.returncode != case["status"]:
        problems.append(f"exit status: expected {case['status']}, got {done.returncode}")
    return problems


def main():
    flank, path = sys.argv[1:3]
    clock, sanitizer = os.environ.get("FLANK_PROCESSOR_CLOCK"), os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    environment = dict(os.environ, DATA=os.path.dirname(os.path.dirname(os.path.abspath(__file__))), LC_ALL="C.UTF-8", FLANK_BOOK="", FLANK_TABLES="",
                       BY_PROCESSOR=f"env LD_PRELOAD={clock} ASAN_OPTIONS={sanitizer}" if clock else "",
                       PATH=os.path.dirname(os.path.abspath(flank)) + os.pathsep + os.environ["PATH"])
    for name in ("NO_COLOR", "TERM", "XDG_DATA_HOME", "XDG_STATE_HOME"):  # a person's own, and that person's games
        environment.pop(name, None)
    cases = read_cases(path)
    print(f"1..{len(cases)}")
    failed = False
    for number, case in enumerate(cases, 1):
        problems = run_case(case, environment)
        failed = failed or bool(problems)
        title = case["command"].replace("#", "\\#")
        print(f"{'not ok' if problems else 'ok'} {number} - line {case['line']}: {title}")
        for problem in problems:
            print(f"#   {problem}")
    sys.exit(1 if failed else 0)


main()
