#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The share of the moves flagged by a review that hold, by the levels that the second search is deeper: the figures of
DEEPER_LEVELS_OTHERS in src/analysis/analysis.c.   bench/review_flags.py FLANK GAMES [--level N] [--added 1,2,3] [--judge N]

GAMES are games of Lines of Action or draughts that `flank match --record` kept. Every move is searched as `flank analyze` does at
the level: the position, and behind a move that is not the best one ply less deep, each with an empty table. A move is flagged where that
makes it an inaccuracy or worse; it holds where a search at the level of the judge says so, too. Prints a line a flagged move as it is
found: the ply, the moves, and for each level the loss in percent and the nodes; then the sums."""
import argparse
import json
import math
import re
import subprocess

SCALES = {"loa": 4.0, "draughts": 1.1}  # docs/users/verdicts.md
FLAGGED = 5.0                           # percent


def searched(given, game, moves, *limits):
    """Depth, value and move of the last step that was completed, and the nodes."""
    command = [given.flank, "hint", game, *(["--moves", " ".join(moves)] if moves else []), "--lines", "1", "--no-book", "--hash", "64", "--json",
               "--progress", *map(str, limits)]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    steps = re.findall(r"^depth (\d+)  (.*?)  .*/s  (\S+)", done.stderr, re.M)
    depth, value, move = steps[-1] if steps else (report["depth"], f"{report['score']}", report["move"])
    if value.startswith(("win", "loss")):
        return int(depth), 300.0 if value.startswith("win") else -300.0, move, report["nodes"]
    return int(depth), 0.0 if value == "draw" else float(value), move, report["nodes"]


def chance(game, value):
    return float(value > 0) if abs(value) > 200 else 1 / (1 + math.exp(-value / SCALES[game]))


def lost(given, game, moves, played, level):
    """The loss of the move in the chance to win, in percent, by searches of a level; and their nodes."""
    depth, best, move, nodes = searched(given, game, moves, "--level", level)
    if move == played:
        return 0.0, nodes
    try:
        _, reply, _, more = searched(given, game, [*moves, played], "--depth", max(1, depth - 1))
    except subprocess.CalledProcessError:  # the game is over
        return 0.0, nodes
    return max(0.0, 100 * (chance(game, best) - chance(game, -reply))), nodes + more


def games(path):
    with open(path, encoding="utf-8") as file:
        for text in re.split(r"\n(?=\[Event)", file.read()):
            tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
            words = re.sub(r"\{[^}]*\}|^\[.*\]$", " ", text, flags=re.M).split()
            yield tags["Game"], [word for word in words if re.match(r"[a-h][1-8][-x]", word)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("flank")
    parser.add_argument("games")
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--added", default="1,2,3")
    parser.add_argument("--judge", type=int, default=16)
    given = parser.parse_args()
    levels = [given.level + int(each) for each in given.added.split(",")]
    first = 0
    called = {level: [0, 0, 0] for level in [given.level, *levels]}  # moves, those that hold, nodes
    for game, moves in games(given.games):
        for ply, played in enumerate(moves):
            loss, nodes = lost(given, game, moves[:ply], played, given.level)
            first += nodes
            if loss < FLAGGED:
                continue
            found = {given.level: (loss, nodes), **{level: lost(given, game, moves[:ply], played, level) for level in levels}}
            judged = lost(given, game, moves[:ply], played, given.judge)
            for level, (loss, nodes) in found.items():
                called[level][0] += loss >= FLAGGED
                called[level][1] += loss >= FLAGGED <= judged[0]
                called[level][2] += nodes
            cells = " ".join(f"{level}:{loss:.1f}:{nodes}" for level, (loss, nodes) in {**found, given.judge: judged}.items())
            print(f"{game} {ply} {played} {cells}", flush=True)
    for level, (moves, hold, nodes) in called.items():
        more = 0 if level == given.level else nodes / first
        print(f"level {level}: {moves} called, {hold} hold, {100 * hold / max(1, moves):.0f} %; {more:.2f} of the first searches' nodes more")


main()
