#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fuzz for hours or days, one target after the other, and keep what was done.

    tools/fuzz_long.py STATE [--goal INPUTS] [--rounds N] [TARGET …]     go round the targets until the goal is reached
    tools/fuzz_long.py STATE --show                                      what was done so far
    tools/fuzz_long.py STATE --report FILE.csv                           the same, as bench/results has it
    tools/fuzz_long.py STATE --from FILE.csv                             count on from such a report where STATE has no journal
    tools/fuzz_long.py STATE --keep                                      put the best of the corpora into tests/fuzz/corpus

STATE is a folder: the two builds (plain: optimised, asserts on; sanitized: the same under the address and undefined-behaviour
sanitizers), a corpus for each target, the inputs of failures (finds/), and runs.csv, to which every slice adds a line when it ends.
So a run can be stopped at any time and started again; the file STATE/stop ends it after its slice. Of a target's slices one in
--sanitize-every is sanitized, and every second of the others keeps to inputs as long as the usual file of the kept corpus. Every
target shall get a million inputs; what the goal wants beyond that goes to those that are fast. A target with three failures in one
commit waits for the next commit.
"""
import argparse
import collections
import csv
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = "target,build,inputs,seconds,findings,commit".split(",")
REPORT_COLUMNS = "row,who,metric,value,error,unit,machine,commit,command,source".split(",")
FLOOR = 1_000_000  # inputs that each target shall get
FAST_PER_SECOND = 100_000  # of processor time; targets that run as often carry the mass
FINDINGS_MAX = 3
LEAST_BYTES = 64  # of the longest input of a round of short ones
CORPUS_FILES_MAX = 1500  # beyond it the corpus of a target is merged
KEPT_FILES, KEPT_BYTES = 60, 40_000  # of a target in the tree
# Comparisons are traced in the sanitized build alone: a search is several times slower with them.
BUILDS = {"plain": ["-Dc_args=['-fno-sanitize-coverage=trace-cmp,indirect-calls,stack-depth']"],
          "sanitized": ["-Db_sanitize=address,undefined"]}
EXECUTED = re.compile(r"^stat::number_of_executed_units: *(\d+)", re.M)
PROGRESS = re.compile(r"^#(\d+)\b", re.M)


class State:
    """The folder of a run."""

    def __init__(self, folder, corpus):
        self.folder, self.kept = folder, corpus
        self.runs, self.finds, self.corpora = folder / "runs.csv", folder / "finds", folder / "corpus"
        for each in (self.finds, self.corpora):
            each.mkdir(parents=True, exist_ok=True)

    def lines(self):
        """The slices that ended; a line that was cut is none."""
        if not self.runs.exists():
            return []
        with self.runs.open(encoding="utf-8", newline="") as file:
            return [line for line in csv.DictReader(file) if None not in line.values() and line["commit"]]

    def add(self, line):
        text = self.runs.read_text(encoding="utf-8") if self.runs.exists() else ",".join(COLUMNS) + "\n"
        whole = text[:text.rfind("\n") + 1] + ",".join(str(line[name]) for name in COLUMNS) + "\n"
        fresh = self.runs.with_suffix(".new")
        fresh.write_text(whole, encoding="utf-8")
        fresh.replace(self.runs)

    def corpus(self, target):
        folder = self.corpora / target
        folder.mkdir(exist_ok=True)
        return folder


def commit_of(tree):
    shown = subprocess.run(["git", "-C", str(tree), "rev-parse", "--short=9", "HEAD"], capture_output=True, text=True, check=False)
    return shown.stdout.strip() or "unknown"


def build(folder, name):
    """Make or renew a build of the targets, and return its folder."""
    made = folder / f"build-{name}"
    if not (made / "build.ninja").exists():
        subprocess.run(["meson", "setup", str(made), str(ROOT), "--buildtype=release", "-Db_ndebug=false", "-Db_lundef=false",
                        "-Dfuzz=true", "-Dpage=disabled", *BUILDS[name]],
                       env={**os.environ, "CC": "clang", "CXX": "clang++"}, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["ninja", "-C", str(made), "--quiet", "build.ninja"], check=True)  # targets may be new
    listed = subprocess.run(["ninja", "-C", str(made), "-t", "targets", "all"], capture_output=True, text=True, check=True).stdout
    programs = re.findall(r"^(tests/fuzz/fuzz_\w+): ", listed, re.M)
    subprocess.run(["ninja", "-C", str(made), "-j", "2", "--quiet", *programs], check=True)
    return made


def programs_of(made):
    found = {path.name.removeprefix("fuzz_"): path for path in sorted((made / "tests" / "fuzz").glob("fuzz_*"))
             if path.is_file() and os.access(path, os.X_OK)}
    return found or sys.exit(f"fuzz_long: no target in {made}")


def inputs_of(log):
    """The inputs that a program says it ran."""
    whole = EXECUTED.search(log)
    shown = PROGRESS.findall(log)
    return int(whole[1]) if whole else int(shown[-1]) if shown else 0


def spend(program, words, log):
    """Run a target; (status, processor seconds). A stop from outside ends it too."""
    environment = {"UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1", **os.environ}
    with log.open("w", encoding="utf-8") as out:
        with subprocess.Popen([str(program), *words], stdout=subprocess.DEVNULL, stderr=out, env=environment) as child:
            try:
                _, status, used = os.wait4(child.pid, 0)
            except BaseException:
                child.kill()
                child.wait()
                raise
            child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_utime + used.ru_stime


def usual_bytes(kept):
    """The size of the middle file of a kept corpus: what most of it reaches needs no longer inputs."""
    sizes = sorted(path.stat().st_size for path in kept.iterdir()) if kept.is_dir() else []
    return max(LEAST_BYTES, sizes[len(sizes) // 2]) if sizes else 0


def run_slice(state, name, program, target, seconds, rate, short):
    """One slice of a target. It ends after the inputs that fit into so much processor time, or ten times that on a clock."""
    log = state.folder / f"{target}.log"
    prefix = state.finds / f"{target}-{name}-"
    before = set(state.finds.iterdir())
    words = [f"-max_total_time={10 * seconds if rate else seconds}", "-timeout=600", "-rss_limit_mb=4096", "-print_final_stats=1",
             "-reload=0", "-entropic=0", "-print_funcs=0", f"-artifact_prefix={prefix}", str(state.corpus(target))]
    if rate:
        words.append(f"-runs={max(1000, int(rate * seconds))}")
    kept = state.kept / target
    if short and usual_bytes(kept):
        words.append(f"-max_len={usual_bytes(kept)}")
    status, used = spend(program, words + [str(kept)] * kept.is_dir(), log)
    text = log.read_text(encoding="utf-8", errors="replace")
    found = len(set(state.finds.iterdir()) - before)
    if status and not found:
        sys.stderr.write(f"fuzz_long: {target} ended with {status}: {text[-400:]}\n")
    if found:
        shutil.copy(log, f"{prefix}{int(time.time())}.log")
    return {"target": target, "build": name, "inputs": inputs_of(text), "seconds": round(used, 1), "findings": found}


def merge(program, into, *sources):
    """The files of the sources that reach something new, the small ones first, go into a folder."""
    subprocess.run([str(program), "-merge=1", "-timeout=600", "-rss_limit_mb=4096", str(into), *map(str, sources)],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def shrink(state, program, target):
    """Merge a corpus that has become large."""
    corpus = state.corpus(target)
    if len(list(corpus.iterdir())) > CORPUS_FILES_MAX:
        fresh = corpus.with_name(target + ".merged")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        merge(program, fresh, corpus)
        if any(fresh.iterdir()):
            shutil.rmtree(corpus)
            fresh.rename(corpus)


def totals(lines):
    """{target: {column: sum}}, and beside it the inputs of each build as 'plain' and 'sanitized'."""
    sums = collections.defaultdict(collections.Counter)
    for line in lines:
        inputs = int(line["inputs"])
        sums[line["target"]].update({"inputs": inputs, "seconds": float(line["seconds"]), "findings": int(line["findings"]),
                                     line["build"]: inputs})
    return sums


def rates(lines):
    """{(target, build): inputs a second of processor time}, as of the latest slice that says its time."""
    return {(line["target"], line["build"]): int(line["inputs"]) / max(0.1, float(line["seconds"])) for line in lines
            if float(line["seconds"])}


def wanted(targets, speed, goal):
    """{target: inputs it shall get}"""
    fast = [target for target in targets if speed.get((target, "plain"), 0) >= FAST_PER_SECOND]
    rest = max(0, goal - FLOOR * len(targets))
    return {target: FLOOR + (rest // len(fast) if target in fast else 0) for target in targets}


def is_paused(lines, target, commit):
    return sum(int(line["findings"]) for line in lines if line["target"] == target and line["commit"] == commit) >= FINDINGS_MAX


def is_enough(state, sums, goal, targets):
    """True once the goal is reached and every target has its million, or somebody wants an end."""
    done = goal and sum(each["inputs"] for each in sums.values()) >= goal and all(sums[target]["inputs"] >= FLOOR for target in targets)
    return done or (state.folder / "stop").exists()


def go_round(options, state, builds, commit):
    """One slice of every target, those that lack the most first; false if it is to end."""
    programs = {name: programs_of(made) for name, made in builds.items()}
    targets = [target for target in programs["plain"] if not options.targets or target in options.targets]
    share = lambda target: totals(state.lines())[target]["inputs"]  # noqa: E731
    for target in sorted(targets, key=share):
        lines = state.lines()
        sums, speed = totals(lines), rates(lines)
        if is_enough(state, sums, options.goal, targets):
            return False
        if is_paused(lines, target, commit):
            continue
        number = sum(line["target"] == target for line in lines)
        is_sanitized = number % options.sanitize_every == min(1, options.sanitize_every - 1)
        name = "sanitized" if is_sanitized else "plain"
        rate = speed.get((target, name), 0)
        lacks = sums[target]["inputs"] < wanted(targets, speed, options.goal)[target]
        seconds = options.slice * ((6 if rate >= FAST_PER_SECOND else 3) if lacks else 1)
        line = run_slice(state, name, programs[name][target], target, seconds, rate, name == "plain" and number % 2 == 1)
        state.add({**line, "commit": commit})
        shrink(state, programs["plain"][target], target)
    return True


def fuzz(options, state):
    (state.folder / "stop").unlink(missing_ok=True)
    builds = {name: getattr(options, name) or build(state.folder, name) for name in BUILDS}
    commit = commit_of(ROOT)
    unknown = set(options.targets) - set(programs_of(builds["plain"]))
    if unknown:
        sys.exit(f"fuzz_long: there is no target {min(unknown)}")
    for _ in range(options.rounds):
        if not go_round(options, state, builds, commit):
            break


def show(state):
    sums, speed = totals(state.lines()), rates(state.lines())
    print(f"{'target':20} {'inputs':>13} {'sanitized':>12} {'seconds':>9} {'per second':>10} {'findings':>8}")
    for target, each in [*sorted(sums.items()), ("all", sum(sums.values(), collections.Counter()))]:
        rate = f"{speed[target, 'plain']:10.0f}" if (target, "plain") in speed else " " * 10
        print(f"{target:20} {each['inputs']:13} {each['sanitized']:12} {each['seconds']:9.0f} {rate} {each['findings']:8}")


def report(state, path):
    """The journal's figures as bench/results has them. The commit of a target is that of its latest slice."""
    lines = state.lines()
    latest = {line["target"]: line["commit"] for line in lines}
    sums = totals(lines)
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(REPORT_COLUMNS)
        for target, each in [*sorted(sums.items()), ("all", sum(sums.values(), collections.Counter()))]:
            commit = latest.get(target) or (lines[-1]["commit"] if lines else "unknown")
            for metric, unit, value in (("inputs", "inputs", each["inputs"]), ("of them sanitized", "inputs", each["sanitized"]),
                                        ("findings", "failures", each["findings"])):
                out.writerow([target, "Flank", metric, value, "", unit, "any: a count", commit, "tools/fuzz_long.py STATE", ""])


def count_on(state, path):
    """Begin an empty journal with the figures of a report; a report has no times."""
    if state.lines():
        return
    counts = collections.defaultdict(dict)
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            counts[row["row"]].update({row["metric"]: int(row["value"]), "commit": row["commit"]})
    counts.pop("all", None)
    for target, each in counts.items():
        sanitized = each["of them sanitized"]
        for name, inputs, findings in (("plain", each["inputs"] - sanitized, each["findings"]), ("sanitized", sanitized, 0)):
            state.add({"target": target, "build": name, "inputs": inputs, "seconds": 0, "findings": findings, "commit": each["commit"]})


def keep(options, state):
    """Add to each kept corpus files of the state's that reach something more, as many as there is room for."""
    made = options.plain or build(state.folder, "plain")
    for target, program in programs_of(made).items():
        kept = state.kept / target
        if (options.targets and target not in options.targets) or not any(state.corpus(target).iterdir()):
            continue
        kept.mkdir(exist_ok=True)
        files, size = len(list(kept.iterdir())), sum(path.stat().st_size for path in kept.iterdir())
        with tempfile.TemporaryDirectory() as scratch:
            both = pathlib.Path(scratch, "both")
            shutil.copytree(kept, both)
            had = set(both.iterdir())
            merge(program, both, state.corpus(target))
            fresh = sorted(set(both.iterdir()) - had, key=lambda each: each.stat().st_size)
            room = max(1, KEPT_FILES - files)  # files of all sizes share it: the small ones alone reach little
            for path in [fresh[at * len(fresh) // room] for at in range(room)] if len(fresh) > room else fresh:
                if files < KEPT_FILES and size + path.stat().st_size <= KEPT_BYTES:
                    shutil.copy(path, kept / f"reached_{path.name[:10]}")
                    files, size = files + 1, size + path.stat().st_size
        print(f"{target}: {files} files, {size} bytes", flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    number = lambda text: int(text) if text.isdecimal() else parser.error(f"not a number: {text!r}")  # noqa: E731
    parser.add_argument("state", type=pathlib.Path, metavar="STATE", help="folder of the run")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="such as sgf; all without")
    parser.add_argument("--goal", type=number, default=10**9, help="inputs over all targets (10^9); 0: no end")
    parser.add_argument("--rounds", type=number, default=1 << 30, help="go round so many times at most")
    parser.add_argument("--slice", type=number, default=10, help="processor seconds of a slice (10); up to six times that where inputs lack")
    parser.add_argument("--sanitize-every", type=number, default=5, metavar="N", help="one slice in N is sanitized, the second first (5)")
    parser.add_argument("--plain", type=pathlib.Path, metavar="BUILD", help="a folder built already, instead of STATE/build-plain")
    parser.add_argument("--sanitized", type=pathlib.Path, metavar="BUILD", help="the same for STATE/build-sanitized")
    parser.add_argument("--corpus", type=pathlib.Path, default=ROOT / "tests" / "fuzz" / "corpus", help="the kept corpora (the tree's)")
    parser.add_argument("--show", action="store_true", help="print the sums of what was done")
    parser.add_argument("--report", metavar="FILE.csv", help="write them as bench/results has them")
    parser.add_argument("--from", dest="begun", metavar="FILE.csv", help="count on from a report where STATE has no journal yet")
    parser.add_argument("--keep", action="store_true", help="add what reaches more to the kept corpora")
    return parser.parse_intermixed_args()


def main():
    options = read_arguments()
    state = State(options.state.resolve(), options.corpus.resolve())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if options.begun:
        count_on(state, options.begun)
    if options.report:
        report(state, options.report)
    elif options.keep:
        keep(options, state)
    elif options.show:
        show(state)
    else:
        fuzz(options, state)


if __name__ == "__main__":
    sys.exit(main())
