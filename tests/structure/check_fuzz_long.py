#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Give tools/fuzz_long.py two targets that only pretend, and see what it keeps. Prints TAP.

    check_fuzz_long.py FUZZ_LONG
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

import check_results

# libFuzzer's words at its end. A merge copies the small files of the second folder into the first.
SOUND = """#!/bin/sh
case " $* " in *" -merge=1 "*) find "$5" -size -2 -type f -exec cp {} "$4" ";"; exit 0;; esac
echo "$@" >>ROOM/words
echo "stat::number_of_executed_units: 400000" >&2
"""
FAILING = """#!/bin/sh
for word; do case $word in -artifact_prefix=*) echo x >"${word#*=}crash-$$";; esac; done
echo "#7 NEW" >&2
exit 77
"""
WAITING = "#!/bin/sh\ntouch ROOM/waits\nexec sleep 1000\n"


def place(build, name, text):
    program = build / "tests" / "fuzz" / f"fuzz_{name}"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(text.replace("ROOM", str(build.parent)), encoding="utf-8")
    program.chmod(0o755)


def lines_of(state):
    with (state / "runs.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def check_all(tool, folder):
    """(what holds, whether it does)"""
    plain, sanitized, state, corpus = (folder / name for name in ("plain", "sanitized", "state", "corpus"))
    for build in (plain, sanitized):
        place(build, "sound", SOUND)
    (corpus / "sound").mkdir(parents=True)
    for number, size in enumerate((10, 100, 2000)):
        (corpus / "sound" / f"file{number}").write_bytes(b"x" * size)
    command = [tool, str(state), "--plain", str(plain), "--sanitized", str(sanitized), "--corpus", str(corpus), "--slice", "1"]

    def run(*words):
        return subprocess.run([*command, *words], capture_output=True, text=True, check=False)

    run("--rounds", "2")
    with (state / "runs.csv").open("a", encoding="utf-8") as file:
        file.write("sound,plain,99")
    run("--rounds", "3")
    found = lines_of(state)
    words = (folder / "words").read_text(encoding="utf-8").splitlines()
    yield "a slice is a line of the journal, and a line that was cut is none", [line["inputs"] for line in found] == ["400000"] * 5
    yield "one slice in five is sanitized", [line["build"] for line in found] == ["plain", "sanitized"] + ["plain"] * 3
    yield "every second keeps to inputs of the usual length", ["-max_len=100" in line for line in words] == [False, False, False, True, False]
    yield "the kept corpus is read", all(line.endswith(f"{corpus / 'sound'}") or "-max_len" in line for line in words)
    run("--goal", "2000000")
    yield "nothing runs once the goal is reached", len(lines_of(state)) == 5
    run("--goal", "3000000")
    yield "a larger goal goes on", len(lines_of(state)) == 8
    (state / "corpus" / "sound" / "small").write_bytes(b"y")
    (state / "corpus" / "sound" / "large").write_bytes(b"y" * 5000)
    run("--keep")
    yield "the best of the corpus is kept", sorted(path.name for path in (corpus / "sound").iterdir()) == [
        "file0", "file1", "file2", "reached_small"]

    for build in (plain, sanitized):
        place(build, "failing", FAILING)
        place(build, "waiting", WAITING)
    run("--rounds", "5", "failing")
    failed = [line for line in lines_of(state) if line["target"] == "failing"]
    yield "a failure is counted and its input kept", [line["findings"] for line in failed] == ["1"] * 3 and len(
        list((state / "finds").glob("failing-*-crash-*"))) == 3
    yield "inputs up to a failure are counted", [line["inputs"] for line in failed] == ["7"] * 3
    report = folder / "fuzz.csv"
    run("--report", str(report))
    rows = report.read_text(encoding="utf-8")
    yield "the report has the form of all figures", not check_results.faults_of_file(report)
    yield "it counts", all(row in rows for row in ("sound,Flank,inputs,3200000,", "sound,Flank,of them sanitized,800000,",
                                                   "failing,Flank,findings,3,", "all,Flank,inputs,3200021,"))
    begun, again = folder / "begun", folder / "again.csv"
    for words in (["--from", str(report), "--show"], ["--from", str(report), "--report", str(again)]):
        subprocess.run([tool, str(begun), *words], capture_output=True, check=False)
    yield "a new journal counts on from a report, once", again.exists() and again.read_text(encoding="utf-8") == rows
    yield "a target that is none is told", "there is no target none" in run("none").stderr

    with subprocess.Popen([*command, "waiting"]) as child:
        while not (folder / "waits").exists() and child.poll() is None:
            try:
                child.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
        child.terminate()
        child.wait()
    yield "a stop in the middle of a slice loses that slice alone", len(lines_of(state)) == 11


def main(tool):
    with tempfile.TemporaryDirectory() as folder:
        checks = list(check_all(tool, pathlib.Path(folder)))
    print(f"1..{len(checks)}")
    for number, (name, holds) in enumerate(checks, 1):
        print(f"{'ok' if holds else 'not ok'} {number} - {name}")
    return not all(holds for _, holds in checks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
