#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measure how much sooner the shared search reaches a depth with two threads:

    search_threads.py [--build build] [--positions 8] [--rounds 1] [--depths draughts=14,loa=10,tothello=10] [--csv]

Positions are from games of level 5 against itself, 6, 9, 12 … plies from the start. Each is searched to the depth with one thread
and with two, in turn, and the times of a round are compared: the geometric means of the ratios of time and of nodes. Cores must be
quiet: the time is the clock's. --csv prints rows for bench/results/search-threads.csv.
"""
import argparse
import json
import math
import os
import subprocess

THREADS = 2


def ask(flank, game, moves, *options):
    line = ["--moves", " ".join(moves)] if moves else []
    out = subprocess.run([flank, "hint", game, *line, "--lines", "1", "--json", *options], capture_output=True, text=True, check=True)
    return json.loads(out.stdout.splitlines()[-1])


def position(flank, game, number):
    """The moves of a game of level 5."""
    moves = []
    for ply in range(6 + 3 * number):
        moves.append(ask(flank, game, moves, "--level", "5", "--seed", str(100 * number + ply))["move"])
    return moves


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def measure(flank, game, depth, positions, rounds):
    sooner, nodes = [], []
    for moves in positions * rounds:
        one, both = (ask(flank, game, moves, "--depth", depth, "--threads", str(count)) for count in (1, THREADS))
        sooner.append(one["time_s"] / both["time_s"])
        nodes.append(both["nodes"] / one["nodes"])
    return mean(sooner), mean(nodes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build")
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--depths", default="draughts=14,loa=10,tothello=10")
    parser.add_argument("--csv", action="store_true")
    given = parser.parse_args()
    flank = os.path.join(given.build, "src", "cli", "flank")
    for part in given.depths.split(","):
        game, depth = part.split("=")
        positions = [position(flank, game, number) for number in range(given.positions)]
        sooner, nodes = measure(flank, game, depth, positions, given.rounds)
        if given.csv:
            print(f'"{game}, depth {depth}",Flank,sooner,{sooner:.2f},,times,MACHINE,COMMIT,bench/search_threads.py,')
            print(f'"{game}, depth {depth}",Flank,nodes,{nodes:.2f},,times,MACHINE,COMMIT,bench/search_threads.py,')
        else:
            print(f"{game}, depth {depth}: {sooner:.2f} times as soon with {THREADS} threads, {nodes:.2f} times the nodes", flush=True)


main()
