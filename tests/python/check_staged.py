#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run test_package.py over the library of a build, without building a wheel.   check_staged.py SOURCES LIBRARY COMMAND VERSION"""
import os
import shutil
import subprocess
import sys
import tempfile

SOURCES, LIBRARY, COMMAND, VERSION = sys.argv[1:5]
BINDING = os.path.join(SOURCES, "bindings", "python")


def main():
    """Stage the modules as setup.py does, and run."""
    try:
        import pycparser  # noqa: F401  pylint: disable=import-outside-toplevel,unused-import
    except ImportError:
        print("1..0 # SKIP without python3-pycparser the declarations cannot be written")
        return 0
    with tempfile.TemporaryDirectory() as stage:
        package = shutil.copytree(os.path.join(BINDING, "flank"), os.path.join(stage, "flank"))
        subprocess.run([sys.executable, os.path.join(BINDING, "make_native.py"), os.path.join(SOURCES, "include"),
                        os.path.join(package, "_native.py")], check=True)
        for book in ("othello.book", "loa.book", "draughts.book"):
            shutil.copy(os.path.join(SOURCES, "data", book), package)
        with open(os.path.join(package, "_version.py"), "w", encoding="utf-8") as file:
            file.write(f'VERSION = "{VERSION}"\n')
        environment = {**os.environ, "PYTHONPATH": stage, "FLANK_LIBRARY": LIBRARY, "PYTHONDONTWRITEBYTECODE": "1"}
        tests = os.path.join(SOURCES, "tests")
        return subprocess.run([sys.executable, os.path.join(tests, "python", "test_package.py"), COMMAND, os.path.join(SOURCES, "include"),
                               tests], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
