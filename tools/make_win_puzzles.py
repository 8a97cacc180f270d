#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make the page's puzzles of Lines of Action and Turkish draughts:   make_win_puzzles.py FLANK OUTPUT

A puzzle is a position in which exactly one move wins by force within a few moves, as a search of all of its moves proves; no other move
is a win within a move more. The positions are the last ones of games that Flank plays against itself, quickly and badly, for there are
no tournament games of these two. A level is the number of one's own moves: 2, 3, 4. Deterministic: the same program makes the same puzzles.

The output, {"loa": [level, …], "draughts": [level, …]}; a level is a list of [position, move, plies until the win], to which
rate_puzzles.py adds how hard it is.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PLIES = (3, 5, 7)  # of the levels
PER_LEVEL = 20
GAMES = {"loa": ("flank:depth=3", "flank:depth=2", 250), "draughts": ("flank:depth=4", "flank:depth=2", 300)}
FEWEST_MOVES = 6  # to choose from


def run(flank, *arguments):
    return subprocess.run([flank, *arguments], capture_output=True, text=True, check=True).stdout


def best_two(flank, game, position, depth):
    """The values of the two best moves, of a search to that depth."""
    text = run(flank, "hint", game, "--position", position, "--depth", str(depth), "--lines", "2", "--hash", "64", "--json", "--no-book")
    return json.loads(text.splitlines()[-1])["moves"]


def is_puzzle(flank, game, position, plies):
    """The only move that wins, by force within `plies`; None if there is none such."""
    moves = best_two(flank, game, position, plies)
    if len(moves) < 2 or moves[0].get("win_in") != plies or moves[1].get("win_in"):
        return None
    again = best_two(flank, game, position, plies + 2)
    return moves[0]["move"] if again[0]["move"] == moves[0]["move"] and not again[1].get("win_in") else None


def played(flank, game, strong, weak, count):
    """The moves of games that were won on the board."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "games.txt"
        run(flank, "match", strong, weak, "--game", game, "--games", str(count), "--seed", "1", "--record", str(record))
        for line in run(flank, "convert", str(record), "-", "--to", "json").splitlines():
            sheet = json.loads(line)
            if sheet["result"]["sign"] and "repetition" not in sheet["tags"]["Reason"]:
                yield [entry["move"] for entry in sheet["moves"]]


def puzzles(flank, game):
    levels = [[] for _ in PLIES]
    seen = set()
    for moves in played(flank, game, *GAMES[game]):
        for level, plies in zip(levels, PLIES):
            if len(level) >= PER_LEVEL or len(moves) <= plies:
                continue
            line = " ".join(moves[:-plies])
            there = json.loads(run(flank, "hint", game, "--moves", line, "--depth", "1", "--json", "--no-book").splitlines()[-1])
            position = there["position"]
            move = position not in seen and len(there["moves"]) >= FEWEST_MOVES and is_puzzle(flank, game, position, plies)
            if move:
                seen.add(position)
                level.append([position, move, plies])
    return levels


def main():
    flank, output = sys.argv[1:]
    made = {}
    for game in GAMES:
        made[game] = puzzles(flank, game)
        print(f"{game}: {[len(level) for level in made[game]]}", file=sys.stderr)
    with open(output, "w", encoding="utf-8") as out:
        rows = [f'"{game}": [\n' + ",\n".join("[\n" + ",\n".join(map(json.dumps, level)) + "\n]" for level in levels) + "\n]" for game, levels in made.items()]
        out.write("{\n" + ",\n".join(rows) + "\n}\n")


main()
