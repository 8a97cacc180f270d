#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Install the build into an empty folder and use it as a stranger would: compile a C and a C++ program against libflank, shared and
static, with the flags that pkg-config gives, and run them. Prints TAP.   check_install.py BUILD_FOLDER C_COMPILER C++_COMPILER SANITIZERS|none
"""
import os
import subprocess
import sys
import tempfile

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


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout.strip()


def compile_and_run(folder, compiler, suffix, static, sanitizers):
    """Build PROGRAM against the installed library; return what it prints."""
    source = os.path.join(folder, "program" + suffix)
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    program = os.path.join(folder, "program")
    flags = run("pkg-config", "--cflags", "--libs", *(["--static"] if static else []), "flank").split()
    libdir = os.path.dirname(os.environ["PKG_CONFIG_PATH"])
    if static:
        flags = [os.path.join(libdir, "libflank.a") if flag == "-lflank" else flag for flag in flags]
    sanitize = [] if sanitizers == "none" else ["-fsanitize=" + sanitizers]
    run(compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", source, *sanitize, "-o", program, *flags)
    return run(program, env=dict(os.environ, LD_LIBRARY_PATH=libdir))


def main(build, c_compiler, cpp_compiler, sanitizers):
    checks = [("C, shared library", c_compiler, ".c", False), ("C, static library", c_compiler, ".c", True),
              ("C++, shared library", cpp_compiler, ".cpp", False), ("C++, static library", cpp_compiler, ".cpp", True)]
    print(f"1..{len(checks)}")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        run("meson", "install", "-C", build, "--no-rebuild", "--destdir", folder)
        for where, _, names in os.walk(folder):
            if "flank.pc" in names:
                os.environ.update(PKG_CONFIG_PATH=where, PKG_CONFIG_SYSROOT_DIR=folder)
        for number, (title, compiler, suffix, static) in enumerate(checks, 1):
            problem = None
            try:
                printed = compile_and_run(folder, compiler, suffix, static, sanitizers)
                if not printed.endswith(" 8200"):
                    problem = f"printed {printed!r}"
            except subprocess.CalledProcessError as error:
                problem = error.stderr
            print(f"{'not ok' if problem else 'ok'} {number} - {title}")
            if problem:
                failed = True
                print("#   " + problem.replace("\n", "\n#   "))
    sys.exit(failed)


main(*sys.argv[1:5])
