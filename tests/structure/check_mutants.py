#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Give tools/mutants.py a project of two functions and a test, and see what it finds. Prints TAP.

    check_mutants.py MUTANTS

`larger` is tested, and has a mutant that changes nothing (of two equal numbers either is the larger); nobody tests `unseen`; `waits`
has a mutant that never ends; `less` and `second` have mutants that only sanitizers see.
"""
import importlib.machinery
import json
import pathlib
import subprocess
import sys
import tempfile

import check_results

CODE = {
    "sum.c": """int larger(int a, int b)
{
    return a > b ? a : b; /* a < b */
}
""",
    "unseen.c": """int unseen(int a)
{
    return a + 1;
}
""",
    "waits.c": """int waits(void)
{
    volatile unsigned left = 3;
    while (left > 0)
        left--;
    return (int)left;
}
""",
    "less.c": """int less(int a)
{
    return a - 1;
}
""",
    "second.c": """int second(void)
{
    volatile char bytes[2] = {0, 0};
    return bytes[1];
}
""",
    "test.c": """int larger(int, int), unseen(int), waits(void), less(int), second(void);
int main(void)
{
    less(2147483647);
    second();
    return larger(1, 2) != 2 || larger(2, 1) != 2 || larger(2, 2) != 2 || waits() || !unseen(5);
}
""",
    "meson.build": """project('small', 'c')
test('small', executable('small', 'test.c', 'sum.c', 'unseen.c', 'waits.c', 'less.c', 'second.c'))
""",
}


def check_places(tool):
    """(name, whether it holds) of each check of the tables of places and tests."""
    root = pathlib.Path(tool).resolve().parent.parent
    mutants = importlib.machinery.SourceFileLoader("mutants", tool).load_module()  # pylint: disable=deprecated-method
    files = {name: list(mutants.sources(root, where.split())) for name, (_, where) in mutants.PLACES.items()}
    yield "every place has files, and enough mutants", all(
        len(mutants.choose(root, inside, 1, mutants.PLACES[name][0])) == mutants.PLACES[name][0] >= 15 for name, inside in files.items())
    yield "every file of a place has tests", all(any(f"{file}/".startswith(f"{folder}/") for folder in mutants.TESTS)
                                                 for inside in files.values() for file in inside)
    yield "the longest name tells the place of a file", [mutants.place_of(file) for file in (
        "src/server/server.c", "src/server/web_pack.c", "src/formats/books/edax.c", "src/core/clock.c")] == [
            "server, connections", "server", "books of other programs", "src/core"]


def check_all(tool, folder):
    """(name, whether it holds) of each check."""
    tree, journal = folder / "tree", folder / "work" / "journal.jsonl"
    tree.mkdir()
    for name, text in CODE.items():
        (tree / name).write_text(text, encoding="utf-8")

    def run(*words):
        return subprocess.run([tool, "--root", tree, "--work", folder / "work", "--slack", "1", *words], capture_output=True, text=True, check=False)

    first = run("--tests", "small", "--count", "4", "sum.c", "unseen.c")
    half = journal.read_text(encoding="utf-8")
    run("--tests", "small", "--count", "100", "sum.c", "unseen.c", "waits.c")
    whole = journal.read_text(encoding="utf-8")
    found = {line["after"].strip(): line for line in map(json.loads, whole.splitlines())}
    yield "a mutant that a test sees is killed", found["return a < b ? a : b; /* a < b */"]["result"] == "killed"
    yield "one that changes nothing survives", found["return a >= b ? a : b; /* a < b */"]["result"] == "survived"
    yield "one that nobody tests survives", found["return a + 2;"]["result"] == "survived"
    yield "one that never ends is killed", found["while (left >= 0)"]["result"] == "killed"
    yield "comments have no mutants", not any("/* a < b */" not in after for after in found if after.startswith("return a") and "?" in after)
    yield "what stands in the journal is not tried again", first.returncode == 0 and len(half.splitlines()) == 4 and whole.startswith(half)
    yield "the copy is as it was", all((folder / "work" / "tree" / name).read_text(encoding="utf-8") == text for name, text in CODE.items())

    number = list(found).index("return a + 2;") + 1
    shown = run("--show", str(number)).stdout
    yield "a mutant can be shown", shown == "--- unseen.c:3\n-    return a + 1;\n+    return a + 2;\nsurvived\n"
    equal = list(found).index("return a >= b ? a : b; /* a < b */") + 1
    run("--equivalent", str(equal), "of equal numbers either will do")
    (tree / "test.c").write_text(CODE["test.c"].replace("!unseen(5)", "unseen(5) != 6"), encoding="utf-8")
    again = run("--tests", "small", "--again").stdout
    yield "the survivors meet a new test, without those that change nothing", "killed" in again and "sum.c" not in again
    run("--tests", "small", "--count", "100", "less.c", "second.c")
    run("--tests", "small", "--again", "--sanitized")
    results = {line["after"].strip(): line["result"] for line in map(json.loads, journal.read_text(encoding="utf-8").splitlines())}
    yield "a sum that is too large for its type is seen with --sanitized", results["return a + 1;"] == "killed"
    yield "so is a read behind an array", results["return bytes[2];"] == "killed"
    longer = list(found).index("volatile unsigned left = 4;") + 1
    run("--reason", str(longer), "nobody counts the steps")
    report = folder / "bench" / "results" / "mutants.csv"
    report.parent.mkdir(parents=True)
    run("--report", str(report))
    rows = report.read_text(encoding="utf-8")
    yield "the report counts, in the form of all figures", not check_results.faults_of_file(report) and \
        "all,Flank,equivalent,1," in rows and "left = 4; (nobody counts the steps),Flank,surviving mutant,1" in rows and "(of equal numbers either will do)" in rows
    yield "a name that is no file is told", run("--tests", "small", "none.c").stderr.startswith("mutants: none.c: there is no such file")
    yield "so is a number that is no mutant", "there is no mutant 999" in run("--show", "999").stderr
    (tree / "sum.c").write_text(CODE["sum.c"].replace("a > b", "a < b"), encoding="utf-8")
    yield "so are tests that fail without a bug", "small fails without a bug" in run("--tests", "small", "sum.c").stderr


def main(tool):
    with tempfile.TemporaryDirectory() as folder:
        checks = [*check_places(tool), *check_all(tool, pathlib.Path(folder))]
    print(f"1..{len(checks)}")
    for number, (name, holds) in enumerate(checks, 1):
        print(f"{'ok' if holds else 'not ok'} {number} - {name}")
    return not all(holds for _, holds in checks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
