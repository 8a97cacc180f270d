#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What tools/install_packages.sh asks for, told by a dpkg-query that knows no package, where nobody may install any. Prints TAP."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PAGE = {"clang-19", "lld-19", "llvm-19", "libclang-rt-19-dev-wasm32", "wasi-libc", "nodejs", "npm", "chromium-headless-shell",
        "firefox-esr", "fonts-wqy-microhei"}
TOOLS = {"cut": None, "sed": None, "tr": None, "dpkg-query": "exit 0", "id": "echo 1000"}


def asked(folder, *options):
    """The packages that somebody without any would be told to install."""
    done = subprocess.run(["/bin/sh", os.path.join(ROOT, "tools/install_packages.sh"), *options], capture_output=True, text=True,
                          env={"PATH": folder}, check=False)
    assert done.returncode == 1, done
    return set(re.search(r"apt-get install (.*)", done.stderr)[1].split())


def make_lines(*options):
    """The lines that `make` would run."""
    # Without what a `make test PAGE=…` around this test hands on.
    free = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "PAGE", "BUILD", "PREFIX", "prefix")}
    return subprocess.run(["make", "-n", "-C", ROOT, *options], check=True, capture_output=True, text=True, env=free).stdout


def make_command(*options):
    """The line of `make` that asks for packages."""
    return re.search(r"tools/install_packages.sh (.*)", make_lines(*options))[1].split()


def make_prefix(*options):
    """The prefix that `make` configures before it builds, or None."""
    found = re.search(r"meson setup --reconfigure \S+ --prefix='(.*)' .*\nninja", make_lines(*options))
    return found and found[1]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TOOLS.items():
            path = os.path.join(folder, name)
            if text is None:
                os.symlink(shutil.which(name), path)
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"#!/bin/sh\n{text}\n")
                os.chmod(path, 0o755)
        build = os.path.join(folder, "build")
        os.makedirs(os.path.join(build, "meson-private"))
        with open(os.path.join(build, "meson-private/cmd_line.txt"), "w", encoding="utf-8") as file:
            file.write("[options]\npage = disabled\n")
        checks = [(what, PAGE & asked(folder, what, "disabled") == set() and asked(folder, what) - asked(folder, what, "disabled") <= PAGE)
                  for what in ("run", "test", "ci")]
        checks += [("all of the page's packages are asked for with it", PAGE == asked(folder, "test") - asked(folder, "test", "disabled")),
                   ("make build PAGE=disabled", make_command("build", "PAGE=disabled") == ["run", "disabled"]),
                   ("make test PAGE=disabled", make_command("test", "PAGE=disabled") == ["test", "disabled"]),
                   ("make install of a build without the page", make_command("install", "BUILD=" + build) == ["run", "disabled"]),
                   ("make install PREFIX=/usr", make_prefix("install", "PREFIX=/usr") == "/usr"),
                   ("make install prefix=/usr", make_prefix("install", "prefix=/usr") == "/usr"),
                   ("make install keeps the prefix of the folder", make_prefix("install") is None),
                   ("make uninstall PREFIX=/usr", re.search(r"uninstall.py \S+ '/usr'$", make_lines("uninstall", "PREFIX=/usr"), re.M))]
    print(f"1..{len(checks)}")
    for number, (title, good) in enumerate(checks, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {title}")
    sys.exit(not all(good for _, good in checks))


main()
