#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Teach an opening book by the games that our own contestant does not win against itself.

    tools/learn_book.py BOOK FIRST_SEED ROUNDS [--level N] [--plies N] [--unequal] [FLANK …]

A round is ten gradings, `flank grade --opponent 4 --equal`, by BOOK, with seeds from FIRST_SEED on; --unequal leaves the
opponent what the problem gives it. The positions of the games that were drawn or lost are searched and go into BOOK, so
that the next round leaves them where it went wrong; so are the other moves of positions that they meet there. With
several programs FLANK (default: build/src/cli/flank) they take turns, a grading each: copies with other figures in
src/contest/grade/grade_engine.c keep the book from knowing one opponent alone.

Hand-picked games serve better than a deeper book: the contestant's opponent leaves every book soon, by moves that lose
half a disc each, and what decides are a few lines twenty moves deep. BOOK is replaced at the end of each round; a round
that is stopped leaves nothing behind. Prints a line a round.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile

FIRST_PLY = 8  # games differ from here on at the latest


def run(*command):
    """Standard output of a command; its own message and status are enough where it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def play(flank, book, seed, strength):
    output = run(flank, "grade", "--opponent", "4", *strength, "--seed", str(seed), "--book", book, "--json")
    return [game for game in map(json.loads, output.splitlines()) if "game" in game]


def teach(flank, book, lines, level):
    """Search the ends of `lines` at `level`, and put them into `book`."""
    with tempfile.TemporaryDirectory() as folder:
        openings, learnt, text = (os.path.join(folder, name) for name in ("openings.txt", "learnt.book", "learnt.txt"))
        with open(openings, "w") as file:
            file.writelines(line + "\n" for line in lines)
        run(flank, "book", "build", learnt, "--openings", openings, "--level", str(level), "--plies", "1")
        run(flank, "book", "export", learnt, text)
        run(flank, "book", "import", book, text)
    # A leaf that has become a position leaves the others unsearched: search these, follow nothing.
    run(flank, "book", "extend", book, "--level", str(level), "--plies", "1", "--error", "64", "--line-error", "64")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book")
    parser.add_argument("first_seed", type=int)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--level", type=int, default=20)
    parser.add_argument("--plies", type=int, default=30, help="learn positions of so many moves at most")
    parser.add_argument("--unequal", action="store_true", help="an opponent with the problem's limits")
    parser.add_argument("flank", nargs="*", default=["build/src/cli/flank"])
    options = parser.parse_intermixed_args()  # programs may follow an option
    known = set()
    for first in range(options.first_seed, options.first_seed + 10 * options.rounds, 10):
        count = {"won": 0, "drawn": 0, "lost": 0, "breach": 0}
        lines = []
        for seed in range(first, first + 10):
            for game in play(options.flank[seed % len(options.flank)], options.book, seed, [] if options.unequal else ["--equal"]):
                count[game["result"]] += 1
                if game["result"] in ("won", "breach"):
                    continue  # of a breach the book knows nothing: it is for us to mend
                for ply in range(FIRST_PLY, options.plies + 1):
                    line = game["moves"][: 2 * ply]
                    if line not in known:
                        known.add(line)
                        lines.append(line)
        if lines:
            teach(options.flank[0], options.book, lines, options.level)
        print(f"seeds {first} to {first + 9}: {count['won']} won, {count['drawn']} drawn, {count['lost']} lost, {count['breach']} breached;",
              f"{len(lines)} lines to learn", flush=True)
    return 0


def stop(*_):
    sys.exit("learn_book: stopped; the book is as it was after the last whole round")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)  # leaves no folder behind
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        stop()
