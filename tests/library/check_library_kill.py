#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kill real imports with SIGKILL at random moments, and stop one with Ctrl-C: the library always has the games of some whole files and
no others, and importing everything again in the end gives what one undisturbed import gives. Prints TAP.

check_library_kill.py FLANK [SEED]
"""
import filecmp
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import LIMIT_S, at_rest, wait_until  # noqa: E402

FILES = 8
GAMES = 700  # a file
ROUNDS = 8
TRIES = 200  # some milliseconds each; they find by themselves how long the work takes, of which one run says little


def run(flank, *arguments):
    done = subprocess.run([flank, "library", *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise AssertionError(f"library {' '.join(arguments)}: {done.returncode} {done.stderr.strip()}")
    return done.stdout


def make_files(folder, generator):
    names = []
    for number in range(FILES):
        name = os.path.join(folder, f"{number}.ggf")
        with open(name, "w", encoding="utf-8") as file:
            for game in range(GAMES):
                reply = generator.choice(["d6", "f6", "f4"])
                file.write(f"(;GM[Othello]PB[Black {number}.{game}]PW[White]RE[+0.00]"
                           f"BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[{reply}];)\n")
        names.append(name)
    return names


def whole_files(flank, library):
    """The number of games of each file; a file that is not there as a whole is an error."""
    if not os.path.exists(library):
        return []
    done = subprocess.run([flank, "library", "search", "--limit", "0", "--json", "--library", library], capture_output=True, text=True,
                          timeout=120)
    if "is empty" in done.stderr:
        return []
    if done.returncode:
        raise AssertionError(f"after a kill: {done.stderr.strip()}")
    counts = {}
    for line in done.stdout.splitlines():
        number = line.split('"black":"Black ')[1].split(".")[0]
        counts[number] = counts.get(number, 0) + 1
    torn = {number: count for number, count in counts.items() if count != GAMES}
    if torn:
        raise AssertionError(f"only some games of a file are there: {torn}")
    return sorted(counts)


def import_and_stop(flank, library, names, seconds, how):
    process = subprocess.Popen([flank, "library", "import", "--library", library, *names], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    time.sleep(seconds)
    process.send_signal(how)
    _, complaint = process.communicate(timeout=60)
    return process.returncode, complaint.decode()


def stop_waiting(flank, folder):
    """Ctrl-C while an import waits for standard input."""
    process = subprocess.Popen([flank, "library", "import", "--library", os.path.join(folder, "waiting.sqlite"), "-"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: at_rest(process.pid), "it waits for standard input")
    process.send_signal(signal.SIGINT)
    try:
        process.wait(timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError("Ctrl-C does not end an import that waits for standard input")
    if process.returncode != 130 or b"interrupted" not in process.stderr.read():
        raise AssertionError(f"Ctrl-C while waiting: {process.returncode}")


def stop_export(flank, folder, library, generator):
    """Ctrl-C and SIGTERM during an export leave no file; what comes too late, between the end of the work and that of the process,
    leaves the whole file."""
    out, everything = os.path.join(folder, "out"), os.path.join(folder, "all.ggf")
    os.mkdir(out)
    start = time.monotonic()
    run(flank, "export", everything, "--library", library)
    lasts = time.monotonic() - start
    for how in signal.SIGINT, signal.SIGTERM:
        for _ in range(TRIES):  # until one of them is neither too early nor too late
            process = subprocess.Popen([flank, "library", "export", os.path.join(out, "some.ggf"), "--library", library],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(generator.uniform(0, lasts))
            process.send_signal(how)
            _, complaint = process.communicate(timeout=60)
            if process.returncode == 130 and complaint:
                break
            lasts *= 1.3  # too early
            if not complaint and os.listdir(out) == ["some.ggf"] and filecmp.cmp(os.path.join(out, "some.ggf"), everything, False):
                os.unlink(os.path.join(out, "some.ggf"))
                lasts /= 2  # too late
            if os.listdir(out):
                break
        if b"interrupted" not in complaint or os.listdir(out):
            raise AssertionError(f"export stopped by {how}: {process.returncode} {complaint} {os.listdir(out)}")


def check(flank, seed):
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        stop_waiting(flank, folder)
        names = make_files(folder, generator)
        whole = os.path.join(folder, "whole.sqlite")
        start = time.monotonic()
        run(flank, "import", "--library", whole, *names)
        lasts = time.monotonic() - start
        stop_export(flank, folder, whole, generator)
        library = os.path.join(folder, "killed.sqlite")
        seen = []
        for _ in range(ROUNDS):
            import_and_stop(flank, library, names, generator.uniform(0, lasts), signal.SIGKILL)
            there = whole_files(flank, library)
            if set(seen) - set(there):
                raise AssertionError(f"files were lost: {seen}, then {there}")
            seen = there
        for _ in range(TRIES):  # until one of them comes neither before the first file nor after the last
            for name in (library, library + "-wal", library + "-shm"):
                if os.path.exists(name):
                    os.unlink(name)
            status, complaint = import_and_stop(flank, library, names, generator.uniform(0, lasts), signal.SIGINT)
            if status == 130 and complaint:
                break
            lasts *= 0.7 if status == 0 else 1.3  # too late, too early
        if status != 130 or not complaint.startswith("flank: library: interrupted; nothing of "):
            raise AssertionError(f"Ctrl-C: {status} {complaint}")
        whole_files(flank, library)
        run(flank, "import", "--library", library, *names)
        if run(flank, "export", "--to", "ggf", "-", "--library", library) != run(flank, "export", "--to", "ggf", "-", "--library", whole):
            raise AssertionError("another import does not make it whole")
        if run(flank, "search", "--position", "startpos", "--json", "--limit", "1", "--library", library).splitlines()[0] != \
                run(flank, "search", "--position", "startpos", "--json", "--limit", "1", "--library", whole).splitlines()[0]:
            raise AssertionError("the positions are not those of an undisturbed import")


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # not as of a background job
    print("1..1")
    title = "a killed import leaves whole files, and another makes it complete"
    try:
        check(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30))
        print(f"ok 1 - {title}")
    except AssertionError as error:
        print(f"not ok 1 - {title}\n# {error}")
        sys.exit(1)


main()
