#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Install the build into an empty folder and use it as a stranger would: compile a C and a C++ program against libflank, shared and
static, with the flags that pkg-config gives, and run them, and the programs of README.md and of the library's page; then move it all
elsewhere, serve the page from there, and see what is said without the server. Uninstall it, too, and install the library alone for a
prefix of its own. Prints TAP.   check_install.py BUILD_FOLDER C_COMPILER C++_COMPILER SANITIZERS|none
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../server"))
from flank_server import Server  # pylint: disable=wrong-import-position

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
SAMPLES = ("README.md", "docs/users/c-library.md")
PROGRAM = r"""
#include <flank/flank.h>
#include <stdio.h>
int main(void)
{
    const flank_game *game = flank_game_find("othello");
    flank_rules rules = {{0}};
    flank_position start = flank_game_start(game);
    uint64_t leaves = 0;
    if (flank_perft(game, &rules, &start, 6, NULL, &leaves) != FLANK_OK)
        return 1;
    printf("%s %llu\n", flank_version(), (unsigned long long)leaves);
    return 0;
}
"""


# Names that the library uses inside, of a function and a table, and here something else.
OWN_NAMES = r"""
#include <flank/flank.h>
#include <stdio.h>
int error_fill = 1;
int json_string(void);
int json_string(void)
{
    return error_fill;
}
"""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout.strip()


def compile_and_run(folder, compiler, suffix, static, sanitizers, text=PROGRAM):
    """Build a program against the installed library; return what it prints."""
    source = os.path.join(folder, "program" + suffix)
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    program = os.path.join(folder, "program")
    flags = run("pkg-config", "--cflags", "--libs", *(["--static"] if static else []), "flank").split()
    libdir = os.path.dirname(os.environ["PKG_CONFIG_PATH"])
    if static:
        flags = [os.path.join(libdir, "libflank.a") if flag == "-lflank" else flag for flag in flags]
    sanitize = [] if sanitizers == "none" else ["-fsanitize=" + sanitizers]
    run(compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", source, *sanitize, "-o", program, *flags)
    return run(program, env=dict(os.environ, **({"LD_LIBRARY_PATH": libdir} if "PKG_CONFIG_SYSROOT_DIR" in os.environ else {})))


def found_below(folder, name):
    return next(os.path.join(where, name) for where, _, names in os.walk(folder) if name in names)


def check_linking(folder, *how):
    printed = compile_and_run(folder, *how)
    assert printed.endswith(" 8200"), printed


def check_own_names(folder, build, document, *how):
    """Only flank_* can clash with a program; one that has an error_fill of its own links and finds a move."""
    shown = run("nm", "--extern-only", "--defined-only", "--portability", found_below(folder, "libflank.a"))
    others = [line for line in shown.splitlines() if " " in line and not line.startswith("flank_")]
    assert shown.count("\nflank_") > 100 and not others, others[:9]
    inside = run("nm", "--extern-only", "--defined-only", "--portability", os.path.join(build, "src/libflank_whole.a"))
    assert all(f"\n{name} " in inside for name in re.findall(r"^int (\w+)(?: =|\(void\)$)", OWN_NAMES, re.M)), "names of no use"
    check_sample(folder, document, *how, own=OWN_NAMES)


def check_sample(folder, document, *how, own=""):
    """The program in a document compiles as it stands, and finds a move."""
    with open(os.path.join(ROOT, document), encoding="utf-8") as file:
        program = re.search(r"```c\n(.*?)```", file.read(), re.DOTALL)[1]
    printed = compile_and_run(folder, *how, own + program)
    assert re.search(r"1\. b8-d6 a5-c5\n?\s*2\. \w\d", printed), printed


def check_serving(folder):
    """The page, the engine and the book, wherever the whole is moved."""
    moved = os.path.join(folder, "moved")
    os.rename(os.path.dirname(os.path.dirname(found_below(folder, "flank"))), moved)
    with Server(os.path.join(moved, "bin/flank"), environment={"FLANK_BOOK": None}) as server:
        assert b"<title>Flank" in server.http("/")[2]
        with server.open_session() as session:
            assert session.ask(ask="think", depth=4)["depth"] == 4
            assert "book" in session.ask(ask="book", moves="f5")
        assert server.stop() == 0


def check_documents(folder):
    """The help of every command names only documents that are there."""
    moved = os.path.join(folder, "moved")
    named = set(re.findall(r"share/[\w./-]+\.md", run(os.path.join(moved, "bin/flank"), "help", "--man").replace("\\-", "-")))
    missing = [path for path in named if not os.path.exists(os.path.join(moved, path))]
    assert named and not missing, (named, missing)


def check_links(folder):
    """Links of installed documents lead to installed files."""
    documents = os.path.join(folder, "moved/share/doc/flank")
    pages = [os.path.join(where, name) for where, _, names in os.walk(documents) for name in names if name.endswith(".md")]
    lost = []
    for page in pages:
        with open(page, encoding="utf-8") as file:
            links = re.findall(r"\]\(([^()\s#:]+)(?:#[^()\s]*)?\)", file.read())
        lost += [(page, link) for link in links if not os.path.exists(os.path.join(os.path.dirname(page), link))]
    assert len(pages) > 20 and not lost, lost[:9]


def check_no_server(folder):
    """One line for what was left out; the rest of the command is there."""
    os.remove(found_below(folder, "flank-serve"))
    flank = found_below(folder, "flank")
    done = subprocess.run([flank, "serve", "--port", "0"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (66, ""), done
    assert done.stderr.startswith("flank: serve: its program is missing: ") and done.stderr.count("\n") == 1, done
    assert subprocess.run([flank, "serve", "--port", "x"], capture_output=True, check=False).returncode == 64
    assert run(flank, "serve", "--help").startswith("Usage: flank serve")


def check_uninstalling(folder, build):
    """Twice installed, all goes but somebody else's file and the standard folders."""
    other = os.path.join(folder, "other")
    for _ in range(2):
        run("meson", "install", "-C", build, "--no-rebuild", "--destdir", other)
    licence = found_below(other, "LICENSE")
    assert licence.endswith("share/doc/flank/LICENSE"), licence
    foreign = os.path.join(os.path.dirname(licence), "notes")
    with open(foreign, "w", encoding="utf-8"):
        pass
    run(os.path.join(ROOT, "tools/uninstall.py"), build, env=dict(os.environ, DESTDIR=other))
    left = [os.path.join(where, name) for where, _, names in os.walk(other) for name in names]
    assert left == [foreign], left
    ours = [where for where, _, _ in os.walk(other) if "flank" in os.path.basename(where)]
    assert ours == [os.path.dirname(foreign)], ours


def check_own_prefix(folder, document, c_compiler):
    """A program is linked to the library of a prefix that no linker knows, runs as it is, and nothing is left in the end."""
    build, prefix = os.path.join(folder, "build"), os.path.join(folder, "own/prefix")
    options = ["-Dcommand=disabled", "-Dtests=disabled", "-Dpage=disabled", "-Doptimization=0"]
    run("meson", "setup", build, ROOT, "--prefix", prefix, *options, env=dict(os.environ, CC=c_compiler))
    run("meson", "install", "-C", build)
    outside = {name: os.environ.pop(name) for name in ("PKG_CONFIG_PATH", "PKG_CONFIG_SYSROOT_DIR")}
    os.environ["PKG_CONFIG_PATH"] = os.path.join(prefix, "lib/pkgconfig")
    try:
        check_sample(folder, document, c_compiler, ".c", False, "none")
    finally:
        os.environ.update(outside)
    run(os.path.join(ROOT, "tools/uninstall.py"), build)
    assert not os.path.exists(prefix), os.listdir(prefix)


def main(build, c_compiler, cpp_compiler, sanitizers):
    with tempfile.TemporaryDirectory() as folder:
        run("meson", "install", "-C", build, "--no-rebuild", "--destdir", folder)
        os.environ.update(PKG_CONFIG_PATH=os.path.dirname(found_below(folder, "flank.pc")), PKG_CONFIG_SYSROOT_DIR=folder)
        checks = [("C, shared library", check_linking, c_compiler, ".c", False, sanitizers),
                  ("C, static library", check_linking, c_compiler, ".c", True, sanitizers),
                  ("C++, shared library", check_linking, cpp_compiler, ".cpp", False, sanitizers),
                  ("C++, static library", check_linking, cpp_compiler, ".cpp", True, sanitizers),
                  *((f"the program in {name}", check_sample, name, c_compiler, ".c", False, sanitizers) for name in SAMPLES),
                  ("names that are not flank_* are free", check_own_names, build, "README.md", c_compiler, ".c", True, sanitizers),
                  ("uninstalled, nothing of ours is left", check_uninstalling, build),
                  *([("a prefix of its own", check_own_prefix, "README.md", c_compiler)] if sanitizers == "none" else []),
                  ("moved elsewhere it serves", check_serving),
                  ("documents that the help names are there", check_documents), ("links of documents lead to files", check_links), ("without the server it says so", check_no_server)]
        print(f"1..{len(checks)}")
        failed = False
        for number, (title, check, *how) in enumerate(checks, 1):
            problem = None
            try:
                check(folder, *how)
            except subprocess.CalledProcessError as error:
                problem = error.stderr
            except (AssertionError, OSError, RuntimeError) as error:
                problem = repr(error)
            print(f"{'not ok' if problem else 'ok'} {number} - {title}")
            if problem:
                failed = True
                print("#   " + problem.replace("\n", "\n#   "))
    sys.exit(failed)


main(*sys.argv[1:5])
