#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The worth of a book of Lines of Action or draughts: matches with it against without it from the start position, and how many
plies of a game the book lasts.

Without a book the same nodes give the same moves, so the matches differ in their nodes a move: 1000 to 4980 in steps of 20, four
games each. The plies are counted in every tenth match.   bench_piece_book.py FLANK GAME BOOK
"""
import json
import os
import re
import subprocess
import sys
import tempfile

NODES = range(1000, 5000, 20)
GAMES = 4
COUNTED = 200  # matches of a multiple of so many nodes


def answer(flank, *arguments):
    done = subprocess.run([flank, *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def games_of(record):
    """True if the book's side moves first, and the moves, of each game of a record."""
    with open(record, encoding="utf-8") as file:
        for game in re.split(r"\n\n(?=\[Event)", file.read()):
            head, _, text = game.partition("\n\n")
            words = re.sub(r"\d+\.(\.\.)?|\{[^}]*\}", " ", text).split()
            white_first = '[Game "draughts"]' in head
            side = "White" if white_first else "Black"
            yield f'[{side} "flank:book' in head, [word for word in words if word not in ("1-0", "0-1", "1/2-1/2", "*")]


def plies_in_book(flank, book, is_first, moves):
    last, ply = 0, 0 if is_first else 1
    while ply < len(moves) and answer(flank, "book", "show", book, "--moves", " ".join(moves[:ply]))["in_book"]:
        last, ply = ply + 1, ply + 2
    return last


def main():
    flank, game, book = sys.argv[1:4]
    total = dict.fromkeys(("games", "wins", "draws", "losses", "repeated"), 0)
    plies = []
    with tempfile.TemporaryDirectory() as folder:
        start = os.path.join(folder, "start")
        with open(start, "w", encoding="utf-8") as file:
            file.write(answer(flank, "hint", game, "--depth", "1", "--no-book")["position"] + "\n")
        for nodes in NODES:
            record = os.path.join(folder, str(nodes))
            match = answer(flank, "match", f"flank:book={book}", "flank", "--game", game, "--nodes", str(nodes), "--games", str(GAMES),
                           "--openings", start, "--seed", str(nodes), "--record", record)
            for key in total:
                total[key] += match[key]
            if nodes % COUNTED == 0:
                plies += [plies_in_book(flank, book, *one) for one in games_of(record)]
    score = (total["wins"] + total["draws"] / 2) / total["games"]
    square = (total["wins"] + total["draws"] / 4) / total["games"]
    error = 2 * ((square - score * score) / (total["games"] - total["repeated"])) ** 0.5
    print(total, f"score {100 * score:.1f} ± {100 * error:.1f} %, the book lasts {sum(plies) / len(plies):.1f} plies")


if __name__ == "__main__":
    main()
