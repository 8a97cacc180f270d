#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Give tools/fuzz.sh targets that only pretend, and see what it calls a failure. Prints TAP.

    check_fuzz.py FUZZ_SH
"""
import pathlib
import subprocess
import sys
import tempfile

# A target leaves an input as libFuzzer does, and has a status for the run and one for that input alone.
TARGET = """#!/bin/sh
for word; do case $word in -artifact_prefix=*) prefix=${word#*=};; esac; done
[ -z "$prefix" ] && exit ALONE
KIND && echo x >"$prefix"KIND-1
echo "NAME was here" >&2
exit STATUS
"""
TARGETS = {  # name: (the input it leaves, status, status with that input alone)
    "sound": ("false", 0, 0),
    "crashing": ("crash", 77, 77),
    "hanging": ("timeout", 70, 70),
    "paused": ("timeout", 70, 0),
    "killed": ("false", 137, 0),
}


def run(tool, names):
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder, "tests", "fuzz")
        place.mkdir(parents=True)
        for name in names:
            kind, status, alone = TARGETS[name]
            text = TARGET.replace("KIND && ", "" if kind != "false" else "false && ").replace("KIND", kind)
            program = place / f"fuzz_{name}"
            program.write_text(text.replace("NAME", name).replace("STATUS", str(status)).replace("ALONE", str(alone)), encoding="utf-8")
            program.chmod(0o755)
        return subprocess.run([tool, folder, "1"], capture_output=True, text=True, check=False)


def check_all(tool):
    """(what holds, whether it does)"""
    found = run(tool, TARGETS)
    failed = [line.split()[1] for line in found.stderr.splitlines() if " failed; " in line]
    yield "a crash, a hang and a death are failures", found.returncode == 1 and failed == ["crashing", "hanging", "killed"]
    yield "what a failed target said is shown", "crashing was here" in found.stdout and "sound was here" not in found.stdout
    found = run(tool, ["sound", "paused"])
    yield "an input that ends in time the second time is none", found.returncode == 0 and "fuzz: sound: " in found.stdout
    yield "and that is said", "fuzz: paused: an input that took" in found.stderr


def main(tool):
    checks = list(check_all(tool))
    print(f"1..{len(checks)}")
    for number, (name, holds) in enumerate(checks, 1):
        print(f"{'ok' if holds else 'not ok'} {number} - {name}")
    return not all(holds for _, holds in checks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
