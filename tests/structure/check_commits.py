#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every commit since a fixed one has a subject as CONTRIBUTING.md asks for: "area: what changes", at most 72 characters.

  check_commits.py SOURCE_ROOT      prints TAP

Without the history (a tarball, a shallow clone) there is nothing to see, and the test says so.
"""
import re
import subprocess
import sys

ROOT = sys.argv[1]
SINCE = "2140255"
LONGEST = 72
SUBJECT = re.compile(r"[A-Za-z_0-9.-]+(, [A-Za-z_0-9.-]+)*: \S")


def wrong_with(subject):
    if subject.startswith("Merge "):
        return None
    if len(subject) > LONGEST:
        return f"{len(subject)} characters: {subject}"
    return None if SUBJECT.match(subject) else f"names no area: {subject}"


def main():
    listed = subprocess.run(["git", "-C", ROOT, "log", "--format=%s", f"{SINCE}..HEAD"], capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        print("1..0 # SKIP no history")
        return False
    wrong = [what for what in map(wrong_with, listed.stdout.splitlines()) if what]
    planted = [wrong_with("a: " + "x" * 70), wrong_with("words alone"), wrong_with("web, api: fine")]
    print("1..2")
    print("ok 1 - the checker sees long subjects and such without an area" if planted[0] and planted[1] and not planted[2] else "not ok 1")
    print(f"{'not ok' if wrong else 'ok'} 2 - subjects of commits")
    for what in wrong:
        print(f"#   {what}")
    return bool(wrong)


sys.exit(main())
