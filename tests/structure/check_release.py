#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Give tools/release.sh makers of packages that only pretend, some of which fail, and see what it leaves and says. Prints TAP.

    check_release.py RELEASE_SH
"""
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile

from results import report

MAKERS = {  # tool: the lines of its script, $1 is the folder for its files
    "deb_packages.sh": "echo deb >$1/flank_1.2.3_amd64.deb; echo log >$1/build.log",
    "npm_package.sh": "echo npm >$1/half.tgz; echo first; echo 'no npm here'; exit 66",
    "python_package.sh": "exit 77",
    "cross.sh": "echo arm >$2/flank-1.2.3-linux-$1.tar.gz",
}
MADE = {"flank-1.2.3-source.tar.gz", "flank_1.2.3_amd64.deb", "flank-1.2.3-linux-arm64.tar.gz"}


def git(folder, *words):
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def release(folder, tool, makers):
    """Run the tool in a repository with these makers; what it said, its status, and the folder it left."""
    tools = folder / "tools"
    tools.mkdir(parents=True)
    (folder / "meson.build").write_text("project('flank', 'c',\n  version: '1.2.3', license: 'MIT')\n", encoding="utf-8")
    (folder / "build").mkdir()
    (folder / ".gitignore").write_text("build\nout\n", encoding="utf-8")
    shutil.copy(tool, tools / "release.sh")
    for name, lines in makers.items():
        (tools / name).write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")
    done = subprocess.run([tools / "release.sh", "out", "build"], cwd=folder, capture_output=True, text=True, check=False)
    return done, folder / "out"


def check_failing(folder, tool):
    done, out = release(folder, tool, MAKERS)
    said = {line.split(":")[0]: line for line in done.stdout.splitlines() if ": " in line}
    sums = dict(reversed(line.split()) for line in (out / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    yield "a part that cannot be made makes the status 1", [] if done.returncode == 1 else [done.returncode, done.stderr]
    yield "its last line is told, with its name", [] if "not made: no npm here" in said.get("npm", "") else [done.stdout]
    yield "one that says nothing is told, too", [] if "not made" in said.get("python", "") else [done.stdout]
    yield "the others are there, with their sums, and nothing else", [] if set(sums) == MADE else sorted(set(sums) ^ MADE)
    yield "the sums are those of the files", [name for name, digest in sums.items()
                                              if hashlib.sha256((out / name).read_bytes()).hexdigest() != digest]
    yield "half a part is none", [] if not list(out.glob("*.tgz")) else ["half.tgz"]


def check_sound(folder, tool):
    makers = MAKERS | {"npm_package.sh": "echo npm >$1/flank-engine-1.2.3.tgz", "python_package.sh": "echo wheel >$1/flank-1.2.3.whl"}
    done, out = release(folder, tool, makers)
    yield "with all parts the status is 0", [] if done.returncode == 0 else [done.returncode, done.stdout, done.stderr]
    names = subprocess.run(["tar", "-tzf", out / "flank-1.2.3-source.tar.gz"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    yield "the sources are in a folder of the version", [name for name in names if not name.startswith("flank-1.2.3/")]


def main(tool):
    with tempfile.TemporaryDirectory() as place:
        report([*check_failing(pathlib.Path(place, "failing"), tool), *check_sound(pathlib.Path(place, "sound"), tool)])


main(sys.argv[1])
