#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Grow a book of draughts in one go, and another one whose builder is killed with SIGKILL again and again at random moments:
both have the same bytes in the end. After each kill the book is whole. Prints TAP.   check_grown.py FLANK [SEED]
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

KILLS = 6
PLAN = ["--depth", "3", "--positions", "900", "--save", "0.01"]


def run(flank, *arguments):
    done = subprocess.run([flank, "book", *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise AssertionError(f"book {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def check(flank, game, generator):
    kills = 0
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = os.path.join(folder, "whole.book"), os.path.join(folder, "killed.book")
        start = time.monotonic()
        run(flank, "build", whole, "--game", game, *PLAN)
        takes_s = time.monotonic() - start
        run(flank, "build", killed, "--game", game, "--depth", "3", "--positions", "1")
        for _ in range(KILLS):
            builder = subprocess.Popen([flank, "book", "extend", killed, *PLAN], stdout=subprocess.DEVNULL)
            time.sleep(generator.uniform(0.05, 0.4) * takes_s)
            builder.send_signal(signal.SIGKILL)
            kills += builder.wait() == -signal.SIGKILL
            run(flank, "show", killed)
        run(flank, "extend", killed, *PLAN)
        if kills == 0:
            raise AssertionError("no builder was killed")
        if bytes_of(whole) != bytes_of(killed):
            raise AssertionError("the books differ")
        left = sorted(set(os.listdir(folder)) - {"whole.book", "killed.book"})
        if left not in ([], ["killed.book.new"]):
            raise AssertionError(f"left beside the books: {left}")
    return kills


def main():
    flank = os.path.abspath(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    generator = random.Random(seed)
    print(f"1..2\n# seed {seed}")
    for number, game in enumerate(("loa", "draughts"), 1):
        try:
            kills = check(flank, game, generator)
            print(f"ok {number} - {game}: killed {kills} times, the same bytes")
        except AssertionError as problem:
            print(f"not ok {number} - {game}: {problem}")


if __name__ == "__main__":
    main()
