#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kill a real builder with SIGKILL again and again at random moments, and see after each time that the book is whole: it opens, every
position checks, all that it ever held is still there, and it grows; and that a long search leaves what it has
found so far. Prints TAP.   check_kill.py FLANK [SEED]
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import wait_until  # noqa: E402

ROUNDS = 12
PLAN = ["--depth", "5", "--plies", "30", "--error", "64", "--threads", "2", "--hash", "4", "--save", "0.02"]


def run(flank, *arguments):
    done = subprocess.run([flank, "book", *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise AssertionError(f"book {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def positions(flank, book):
    return {line.split(" X;")[0] for line in run(flank, "export", book).splitlines()}


def version(book):
    """Each save makes a new file, which takes the place of the old one; clocks of file systems may be coarse."""
    if not os.path.exists(book):
        return None
    there = os.stat(book)
    return there.st_ino, there.st_mtime_ns, there.st_size


def kill_after(flank, action, book, saves, seconds):
    """Start a builder and kill it so many seconds after so many saves."""
    before = [version(book)]
    builder = subprocess.Popen([flank, "book", action, book, *PLAN], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    for _ in range(saves):
        wait_until(lambda: builder.poll() is not None or version(book) != before[-1], "a save")
        before.append(version(book))
    time.sleep(seconds)
    builder.send_signal(signal.SIGKILL)
    _, complaint = builder.communicate()
    if builder.returncode != -signal.SIGKILL:
        raise AssertionError(f"the builder ended by itself: {builder.returncode} {complaint.decode()}")


def check(flank, seed):
    generator = random.Random(seed)
    counts = []
    with tempfile.TemporaryDirectory() as folder:
        book = os.path.join(folder, "killed.book")
        kill_after(flank, "build", book, 3, 0)
        known = positions(flank, book)
        for _ in range(ROUNDS):
            kill_after(flank, "extend", book, generator.randrange(4), generator.uniform(0, 0.1))
            summary = json.loads(run(flank, "show", book, "--json"))  # reads and checks everything
            now = positions(flank, book)
            if known - now:
                raise AssertionError(f"{len(known - now)} positions were lost")
            if summary["positions"] != len(now):
                raise AssertionError("show and export differ")
            counts.append(len(now))
            known = now
        run(flank, "extend", book, *PLAN, "--time", "0.1")  # the lock and the half-written file of the killed are no obstacle
        left = sorted(os.listdir(folder))
        if left != ["killed.book"]:
            raise AssertionError(f"left behind: {left}")
    if counts[-1] <= counts[0]:
        raise AssertionError(f"it did not grow: {counts}")
    print("# positions after each kill:", *counts)


def depth_of_start(flank, book):
    return int(run(flank, "export", book).split("; depth ")[1].split(";")[0])


def check_long_search(flank, stop):
    """A builder whose first search does not end is stopped: what it has found so far is there, and is searched again."""
    with tempfile.TemporaryDirectory() as folder:
        book = os.path.join(folder, "long.book")
        builder = subprocess.Popen([flank, "book", "build", book, "--level", "60", "--save", "0.1"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: os.path.exists(book) and os.stat(book).st_size > 64, "a save")
        wait_until(lambda: depth_of_start(flank, book) >= 10, "a deep step")
        builder.send_signal(stop)
        builder.wait()
        depth = depth_of_start(flank, book)
        run(flank, "extend", book, "--level", str(depth - 2), "--positions", "1")
        if depth_of_start(flank, book) != depth:
            raise AssertionError("a lower level has searched it again")


CHECKS = [("a killed builder leaves a whole book that only grows",
           lambda flank: check(flank, int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30))),
          ("of a search that is killed the last step is there", lambda flank: check_long_search(flank, signal.SIGKILL)),
          ("of a search that is interrupted, too", lambda flank: check_long_search(flank, signal.SIGINT))]


def main():
    failed = 0
    print(f"1..{len(CHECKS)}")
    for number, (name, function) in enumerate(CHECKS, 1):
        try:
            function(sys.argv[1])
            print(f"ok {number} - {name}")
        except AssertionError as error:
            failed = 1
            print(f"not ok {number} - {name}\n# {error}")
    sys.exit(failed)


main()
