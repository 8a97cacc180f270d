#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make the page's endgame puzzles from real games:   make_puzzles.py FLANK OUTPUT WTHOR_FILE…

A puzzle is a position of a tournament game in which exactly one move wins, as the solver proves. Levels go by the number of empty
squares; within a level come first the ones that the eye finds (a corner, or the most discs turned), then the others.
Deterministic: the same files give the same puzzles. rate_puzzles.py adds how hard each is. The committed ones (web/data/puzzles.json) are of WTH_2003 to WTH_2006.
"""
import json
import subprocess
import sys

LEVELS = [(3, 4), (5, 6), (7, 8), (9, 10), (11, 12), (13, 14)]  # empty squares
PER_LEVEL = 60
GAMES_STEP = 7  # every so many games are looked at
CORNERS = {"a1", "h1", "a8", "h8"}
START = "---------------------------OX------XO---------------------------"


def flips(board, me, square):
    """The squares that a disc of `me` on `square` turns."""
    turned = []
    for step_x, step_y in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
        line, x, y = [], square % 8 + step_x, square // 8 + step_y
        while 0 <= x < 8 and 0 <= y < 8 and board[8 * y + x] not in (me, "-"):
            line.append(8 * y + x)
            x, y = x + step_x, y + step_y
        if line and 0 <= x < 8 and 0 <= y < 8 and board[8 * y + x] == me:
            turned += line
    return turned


def number(name):
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def positions(game, wanted):
    """(empties, "board side", move played) of a game wherever the number of empty squares is wanted."""
    board = list(START)
    for entry in game["moves"]:
        me = "X" if entry["color"] == "black" else "O"
        empties = board.count("-")
        if empties in wanted:
            yield empties, "".join(board) + " " + me, entry["move"]
        if entry["move"] == "pass":
            continue
        square = number(entry["move"])
        for turned in flips(board, me, square) + [square]:
            board[turned] = me


def is_tempting(position, move):
    """True if the move is what a beginner would play: a corner, or the most discs."""
    board, me = position.split()
    most = max(len(flips(board, me, s)) for s in range(64) if board[s] == "-")
    return move in CORNERS or len(flips(board, me, number(move))) == most


def main():
    flank, output, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    wanted = {low + 1 for low, _ in LEVELS} | {low for low, _ in LEVELS}
    asked, seen = [], set()
    for path in files:
        lines = subprocess.run([flank, "convert", path, "-", "--to", "json"], capture_output=True, text=True, check=True).stdout
        for line in lines.splitlines()[::GAMES_STEP]:
            game = json.loads(line)
            for empties, position, played in positions(game, wanted):
                if position not in seen:
                    seen.add(position)
                    asked.append((empties, position, played, game["tags"]))
    solved = subprocess.run([flank, "solve", "--json", "--all-moves", "--threads", "2", "-"], text=True, check=True,
                            capture_output=True, input="".join(f"{p};\n" for _, p, _, _ in asked)).stdout.splitlines()
    levels = [{True: [], False: []} for _ in LEVELS]
    for (empties, position, played, tags), line in zip(asked, solved, strict=True):
        moves = json.loads(line)["moves"]
        if len(moves) < 3 or moves[0]["score"] <= 0 or moves[1]["score"] > 0:
            continue
        level = next(i for i, (low, high) in enumerate(LEVELS) if low <= empties <= high)
        source = f"{tags.get('Black', '?')} – {tags.get('White', '?')}, {tags.get('Event', '?')} {tags.get('Date', '')[:4]}"
        puzzle = [position, moves[0]["move"], moves[0]["score"], moves[1]["score"], played, source]
        levels[level][is_tempting(position, moves[0]["move"])].append(puzzle)
    with open(output, "w", encoding="utf-8") as out:
        out.write("[\n")
        for i, level in enumerate(levels):
            half = PER_LEVEL // 2
            easy, hard = level[True], level[False]
            chosen = easy[:: max(1, len(easy) // half)][:half] + hard[:: max(1, len(hard) // half)][:half]
            print(f"level {i + 1}: {len(chosen)} of {len(easy)} + {len(hard)}", file=sys.stderr)
            out.write("[\n" + ",\n".join(json.dumps(p, ensure_ascii=False) for p in chosen) + "\n]" + (",\n" if i < len(levels) - 1 else "\n"))
        out.write("]\n")


main()
