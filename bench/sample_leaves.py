#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Estimate, from a sample, the cost of the leaves of a proof that Othello is a draw, asked as one-sided questions.

    sample_leaves.py TASKS.csv STATE.csv [--build build] [--samples 500] [--seed 1] [--nodes 4000000000]
    sample_leaves.py TASKS.csv STATE.csv --report

TASKS.csv lists the positions with 50 empty squares that the proof needs (obf,count,score,alpha,beta), with the window of their
searches: beta 0 claims that the side to move gets 0 at least, alpha 0 that it gets 0 at most. A sample is one of them, played on to 36 empty squares:
the claiming side plays the best move of a short search, the other any move at random. Its weight is the product of the
numbers of these moves, so that weighted means are those of the tree (Knuth, "Estimating the efficiency of backtrack
programs", 1975). Each leaf is solved from an empty table as a one-sided question, within a limit of nodes.

A line of STATE.csv is a leaf. Sample N depends on the seed and N alone, so the program goes on where the file ends. A
leaf that is cut counts with the nodes it took, so the estimate is a lower bound as long as there is one.
"""
import argparse
import csv
import json
import math
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
from wthor_positions import flips, has_move  # pylint: disable=wrong-import-position

LEAF_EMPTIES = 36
LEAVES = 1_505_367_525  # that the published proof solved, each once: the tree repeats positions
DEPTH = "8"
YEAR_S = 365.25 * 24 * 3600
FIELDS = ["sample", "task", "weight", "at_least", "position", "nodes", "cpu_s", "outcome"]


def text_of(board, mover):
    """The position as OBF."""
    return "".join("-XO"[disc] for disc in board) + (" X" if mover == 1 else " O")


def best_square(flank, board, mover):
    """The move of a short search."""
    out = subprocess.run([flank, "hint", "--position", text_of(board, mover), "--depth", DEPTH, "--lines", "1", "--no-book",
                          "--json"], capture_output=True, text=True, check=True).stdout
    move = json.loads(out.splitlines()[-1])["moves"][0]["move"]
    return "abcdefgh".index(move[0]) + 8 * (int(move[1]) - 1)


def play_on(flank, task, chance):
    """(board, mover, claiming side, weight) of a leaf; no board if the game ends before."""
    squares, mover = task["obf"].rstrip(";").split()
    board, mover = [{"-": 0, "X": 1, "O": -1}[disc] for disc in squares], 1 if mover == "X" else -1
    claims = [mover] * (task["alpha"] != "0") + [-mover] * (task["beta"] != "0")
    claimer, weight = chance.choice(claims), len(claims)
    while board.count(0) > LEAF_EMPTIES:
        if not has_move(board, mover):
            mover = -mover
            if not has_move(board, mover):
                return None, mover, claimer, weight
        legal = [square for square in range(64) if board[square] == 0 and flips(board, square, mover)]
        if mover == claimer:
            square = best_square(flank, board, mover) if len(legal) > 1 else legal[0]
        else:
            square = chance.choice(legal)
            weight *= len(legal)
        for turned in flips(board, square, mover) + [square]:
            board[turned] = mover
        mover = -mover
    return (board if has_move(board, mover) else None), mover, claimer, weight


def solve(program, position, at_least, claimed, nodes):
    """(nodes, seconds, outcome) of the question; `claimed` is a score on the side that the claim says."""
    line = f"{position}; A1:{claimed:+d};\n"
    out = subprocess.run([program, "-o", str(at_least), "-n", str(nodes), "-h", "256", "/dev/stdin"], input=line,
                         capture_output=True, text=True, check=False).stdout.splitlines()[0]
    found = re.search(r" (\d+) +([\d.]+) s .*M/s *(\w*)$", out)
    outcome = {"": "proved", "WRONG": "refuted", "CUT": "cut"}[found[3]]
    return int(found[1]), float(found[2]), outcome


def sample(options, tasks, number):
    """One line of the state."""
    chance = random.Random(f"{options.seed} {number}")
    task = chance.randrange(len(tasks))
    board, mover, claimer, weight = play_on(os.path.join(options.build, "src/cli/flank"), tasks[task], chance)
    row = {"sample": number, "task": task + 1, "weight": weight, "at_least": 0 if mover == claimer else 1}
    if not board:
        return {**row, "position": "", "nodes": 0, "cpu_s": 0, "outcome": "over"}
    row["position"] = text_of(board, mover)
    nodes, cpu_s, outcome = solve(os.path.join(options.build, "bench/bench_solve"), row["position"], row["at_least"],
                                  64 if mover == claimer else -64, options.nodes)
    return {**row, "nodes": nodes, "cpu_s": cpu_s, "outcome": outcome}


def report(rows):
    """Print the estimates, with the middle 95 % of 2,000 samples drawn anew from the sample."""
    chance = random.Random(1)
    weights, nodes = [int(row["weight"]) for row in rows], [int(row["nodes"]) for row in rows]

    def mean(chosen):
        return sum(weights[i] * nodes[i] for i in chosen) / sum(weights[i] for i in chosen)
    again = sorted(mean(chance.choices(range(len(rows)), k=len(rows))) for _ in range(2000))
    seconds = sum(float(row["cpu_s"]) for row in rows)
    speed = sum(nodes) / seconds if seconds else math.inf
    for outcome in ("proved", "refuted", "cut", "over"):
        print(f"{outcome}: {sum(row['outcome'] == outcome for row in rows)}")
    print(f"nodes a leaf: plain mean {sum(nodes) / len(nodes):.4g}, most {max(nodes):.4g}; M nodes/s {speed / 1e6:.1f}")
    for name, value in (("estimate", mean(range(len(rows)))), ("low", again[50]), ("high", again[1949])):
        print(f"{name}: {value:.4g} nodes a leaf by weight, {value * LEAVES:.4g} nodes for all leaves, "
              f"{value * LEAVES / speed / YEAR_S:.4g} core-years")


def main():
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks")
    parser.add_argument("state")
    parser.add_argument("--build", default="build")
    parser.add_argument("--samples", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=4_000_000_000)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    with open(options.tasks, encoding="ascii", newline="") as file:
        tasks = list(csv.DictReader(file))
    rows = []
    if os.path.exists(options.state):
        with open(options.state, encoding="ascii", newline="") as file:
            rows = list(csv.DictReader(file))
    if options.report:
        report(rows)
        return
    with open(options.state, "a", encoding="ascii", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if not rows:
            writer.writeheader()
        for number in range(len(rows) + 1, options.samples + 1):
            writer.writerow(sample(options, tasks, number))
            file.flush()


if __name__ == "__main__":
    main()
