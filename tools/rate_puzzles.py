#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measure how hard the page's puzzles are:   rate_puzzles.py FLANK FILE…

To each puzzle of the files that make_puzzles.py and make_win_puzzles.py make, the depth is added from which on the search plays its
move: less deep, it plays another one at least once. 1 is what the evaluation says at a glance. The page makes a rating of it. The
depths of Othello end below the exact count, which finds every move. Deterministic: each puzzle is searched with an empty table.
"""
import json
import re
import subprocess
import sys

INFO = re.compile(r"info depth (\d+) .* pv (\S+)")
FIELDS = {"othello": 6, "loa": 3, "draughts": 3}  # of a puzzle without its depth


class Engine:
    def __init__(self, flank, game):
        self.process = subprocess.Popen([flank, "ugi", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("setoption name OwnBook value false", "setoption name Hash value 16")

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def best_by_depth(self, position, depth):
        """The best move of each depth that the search tells of."""
        self.say("uginewgame", f"position fen {position}", f"go depth {depth}")
        best = {}
        for line in self.process.stdout:
            found = INFO.match(line)
            if found:
                best[int(found[1])] = found[2]
            if line.startswith("bestmove"):
                return best
        raise RuntimeError(f"no answer about {position}")


def depth_of(engine, game, puzzle):
    position, move = puzzle[:2]
    deepest = position.split()[0].count("-") - 1 if game == "othello" else puzzle[2]
    best = engine.best_by_depth(position, deepest)
    return 1 + max((depth for depth, found in best.items() if found != move), default=0)


def rate(flank, game, levels):
    engine = Engine(flank, game)
    for level in levels:
        for puzzle in level:
            puzzle[FIELDS[game] :] = [depth_of(engine, game, puzzle)]
    engine.say("quit")
    depths = [[puzzle[-1] for puzzle in level] for level in levels]
    print(f"{game}: mean depths {[round(sum(level) / len(level), 1) for level in depths]}", file=sys.stderr)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.splitlines()[0])
    flank, *paths = sys.argv[1:]
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        made = json.loads(text)
        games = made if isinstance(made, dict) else {"othello": made}
        for game, levels in games.items():
            rate(flank, game, levels)
        rows = iter([puzzle for levels in games.values() for level in levels for puzzle in level])
        lines = []
        for line in text.splitlines():  # as it is laid out: a puzzle a line
            is_puzzle = line.startswith('["')
            lines.append(json.dumps(next(rows), ensure_ascii=False) + ("," if line.endswith(",") else "") if is_puzzle else line)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


main()
