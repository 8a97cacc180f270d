#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run all tests of a build folder and end with one line `N passed, N failed`.   tools/run_tests.py BUILD_FOLDER [meson test options]

Meson runs the programs; each prints TAP, and what is counted are its single lines: one check of one thing. A program that dies
before its plan is done counts as one failure more.
"""
import subprocess
import sys
import xml.etree.ElementTree as xml


def main():
    build, options = sys.argv[1], sys.argv[2:]
    done = subprocess.run(["meson", "test", "-C", build, "--print-errorlogs", *options], check=False)
    passed = failed = 0
    for suite in xml.parse(f"{build}/meson-logs/testlog.junit.xml").getroot().iter("testsuite"):
        cases = list(suite.iter("testcase"))
        bad = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
        for case in bad:
            print(f"failed: {suite.get('name')}: {case.get('name')}")
        if not bad and suite.find("error") is not None:
            print(f"failed: {suite.get('name')}: it did not end as it should")
            failed += 1
        passed += len(cases) - len(bad)
        failed += len(bad)
    if done.returncode and not failed:
        print("failed: meson test itself")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
