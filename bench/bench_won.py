#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The share of won positions that `flank solve` solves, and their nodes, by the plies of the win:

    bench_won.py FLANK loa|draughts [NODES,…] [--csv COMMIT]      30000,100000,300000

The positions are those of tests/solve/won-GAME.txt. Nodes are the mean of all positions of a class, unsolved ones with what they were
given. --csv prints rows for bench/results/won-positions.csv.
"""
import argparse
import csv
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/solve"))
import won_set  # noqa: E402 pylint: disable=wrong-import-position

TITLES = {"loa": "Lines of Action", "draughts": "draughts"}


def class_of(plies):
    return next(each for each in won_set.CLASSES if plies <= each[1])


def measure(flank, game, limits):
    """(words for a class, how many it has, for each limit (percent solved, mean nodes)) of the classes, and of all together."""
    wins = won_set.read(ROOT / f"tests/solve/won-{game}.txt")
    answers = {limit: won_set.solve(flank, game, [won.position for won in wins], limit) for limit in limits}
    for words, chosen in [*((f"{first} to {last} plies", (first, last)) for first, last in won_set.CLASSES), ("all", None)]:
        at = [number for number, won in enumerate(wins) if chosen in (None, class_of(won.plies))]
        if at:
            sums = [[answers[limit][number] for number in at] for limit in limits]
            yield words, len(at), [(100 * sum("win_in" in each for each in of) / len(at), sum(each["nodes"] for each in of) / len(at)) for of in sums]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("flank")
    parser.add_argument("game", choices=TITLES)
    parser.add_argument("nodes", nargs="?", default="30000,100000,300000")
    parser.add_argument("--csv", metavar="COMMIT")
    given = parser.parse_args()
    limits = [int(limit) for limit in given.nodes.split(",")]
    out = csv.writer(sys.stdout, lineterminator="\n")
    for words, count, results in measure(given.flank, given.game, limits):
        if not given.csv:
            print(f"{words:15} {count:4}", *(f"{limit:9,}: {share:5.1f} % {nodes:9,.0f}" for limit, (share, nodes) in zip(limits, results, strict=True)))
            continue
        row, origin = f"{TITLES[given.game]}, {words}", ["any: a count", given.csv, f"bench/bench_won.py FLANK {given.game}", ""]
        out.writerow([row, "Flank", "positions", count, "", "positions", *origin])
        for limit, (share, nodes) in zip(limits, results, strict=True):
            out.writerow([row, "Flank", f"solved with {limit:,}", f"{share:.1f}", "", "%", *origin])
            out.writerow([row, "Flank", f"nodes of {limit:,}", f"{nodes:.0f}", "", "a position", *origin])


main()
