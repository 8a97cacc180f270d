#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The chance to win at a value. Fits the scale of 1 / (1 + e^(-value / scale)) to results of games.

Reads what `flank analyze --json` printed for finished games, from standard input, and prints for each range of empty
squares the scale in hundredths that makes the results likeliest, and how many positions there were. A draw counts as half
a win and half a loss. The figures are in src/analysis/judge.c.
"""
import json
import math
import sys

STEP = 10


def results(game):
    """1, 0.5 or 0 for the side to move in each position of a finished game, with its value."""
    last = game["moves"][-1]
    if not last.get("over"):
        return
    for move in game["moves"]:
        sign = last["score"] if move["color"] == last["color"] else -last["score"]
        if "score" in move and not move["exact"] and abs(move["score"]) < 200:
            yield move["empties"], 100 * move["score"], (sign > 0) + 0.5 * (sign == 0)


def unlikelihood(rows, scale):
    total = 0
    for value, won in rows:
        odds = value / scale
        total += won * math.log1p(math.exp(-odds)) + (1 - won) * math.log1p(math.exp(odds))
    return total


def main():
    rows = {}
    for line in sys.stdin:
        for empties, value, won in results(json.loads(line)):
            rows.setdefault(empties // STEP, []).append((value, won))
    for group, members in sorted(rows.items()):
        scale = min(range(20, 3000, 10), key=lambda candidate: unlikelihood(members, candidate))
        print(f"{STEP * group:2}-{STEP * group + STEP - 1} empties: scale {scale}, {len(members)} positions")


main()
