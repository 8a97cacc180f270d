#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sets of won positions:   check_won.py FLANK FOLDER

won-GAME.txt has at least 200 different positions of each game, of short and long wins. Those that took few nodes when the set was made are
solved with ten times as many, and their lines are replayed by rules of their own. Counted in nodes: a slow machine solves them, too.
Prints TAP.
"""
import sys
from pathlib import Path

import won_set
from replay_wins import RULES, fault_of

FEWEST = 200
FEW_NODES, MORE = 10000, 10


def faults(flank, game, path):
    wins = won_set.read(path)
    if len({won.position for won in wins}) != len(wins) or len(wins) < FEWEST:
        yield f"{len(wins)} positions, some twice or fewer than {FEWEST}"
    for first, last in won_set.CLASSES[:4]:  # a longer one is rare in Lines of Action
        if not any(first <= won.plies <= last for won in wins):
            yield f"no win in {first} to {last} plies"
    cheap = [won for won in wins if won.nodes <= FEW_NODES]
    for won, answer in zip(cheap, won_set.solve(flank, game, [won.position for won in cheap], FEW_NODES * MORE), strict=True):
        fault = fault_of(game, answer) if "win_in" in answer else "no win is found"
        if fault:
            yield f"{won.position}: {fault}"


def main():
    flank, folder = sys.argv[1:]
    print(f"1..{len(RULES)}")
    for number, game in enumerate(RULES, 1):
        found = list(faults(flank, game, Path(folder) / f"won-{game}.txt"))
        print(f"{'not ' if found else ''}ok {number} - won positions of {game}")
        for fault in found:
            print(f"#   {fault}")


main()
