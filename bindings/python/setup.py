# SPDX-License-Identifier: MIT
"""The build of the package; pyproject.toml has the rest.

The wheel holds libflank, built by Meson, beside the modules, so that it needs neither a compiler nor an installed Flank. It is for one
kind of processor, and for every Python 3: ctypes needs no part of it compiled. The source archive holds the C sources in native/; in a
checkout they lie two folders up.
"""
import os
import re
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
NATIVE = os.path.join(HERE, "native")
SOURCES = NATIVE if os.path.exists(NATIVE) else os.path.dirname(os.path.dirname(HERE))
PARTS = ["meson.build", "meson_options.txt", "LICENSE", "include", "src", "data", "train", "kit", "web/meson.build", "web/absent", "tools"]


def version():
    """That of the library."""
    with open(os.path.join(SOURCES, "meson.build"), encoding="utf-8") as file:
        return re.search(r"version: '([^']+)'", file.read()).group(1)


class BuildPackage(build_py):
    """The modules, those that are made, the library and the book."""

    def run(self):
        super().run()
        package, build = os.path.join(self.build_lib, "flank"), os.path.abspath(os.path.join("build", "native"))
        if not os.path.exists(os.path.join(build, "build.ninja")):
            subprocess.run(["meson", "setup", build, SOURCES, "--buildtype=release", "-Dtests=disabled", "-Dcommand=disabled",
                            "-Dpage=disabled"], check=True)
        subprocess.run(["ninja", "-C", build, "--quiet", f"src/libflank.so.{version()}"], check=True)
        shutil.copy(os.path.join(SOURCES, "LICENSE"), package)
        shutil.copy(os.path.join(build, "src", f"libflank.so.{version()}"), os.path.join(package, "libflank.so"))
        for book in ("othello.book", "loa.book", "draughts.book"):
            shutil.copy(os.path.join(SOURCES, "data", book), package)
        subprocess.run([sys.executable, os.path.join(HERE, "make_native.py"), os.path.join(SOURCES, "include"),
                        os.path.join(package, "_native.py")], check=True)
        with open(os.path.join(package, "_version.py"), "w", encoding="utf-8") as file:
            file.write(f'"""The version of libflank that the package is made for."""\nVERSION = "{version()}"\n')


class SourceArchive(sdist):
    """The package's own files, and of the C sources those that git knows."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        if SOURCES == NATIVE:
            shutil.copytree(NATIVE, os.path.join(base_dir, "native"))
            return
        listed = subprocess.run(["git", "-C", SOURCES, "ls-files", "-z", *PARTS], check=True, capture_output=True, text=True).stdout
        for name in listed.rstrip("\0").split("\0"):
            os.makedirs(os.path.dirname(os.path.join(base_dir, "native", name)), exist_ok=True)
            shutil.copy(os.path.join(SOURCES, name), os.path.join(base_dir, "native", name))


class Wheel(bdist_wheel):
    """For any Python 3 on this kind of machine."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(version=version(), packages=["flank"], package_data={"flank": ["py.typed"]},
      cmdclass={"build_py": BuildPackage, "sdist": SourceArchive, "bdist_wheel": Wheel})
