#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many of the moves that a review of Othello blames lose what it says, and how many real blunders it misses.
   bench/review_claims.py FLANK GAMES STATE [--games N] [--level N] [--judge N] [--quiet N] [--seed N] [--threads N]

GAMES is a list of games as lines of moves (flank convert --to transcript). N of them, taken at random, are reviewed with
`flank analyze` at the level. Each move called inaccuracy, mistake or blunder is judged by a much deeper search of both sides, the
position at the level of the judge and the position behind the move one ply less deep (exact from 26 empty squares on): the claim
holds if at least half of the loss is there. Of the moves that are not blamed, N a game, taken at random, are searched four plies
deeper; where that makes them lose 5 discs or more, the judge is asked, too.

STATE (CSV) keeps what deep searches said, for this call if it is stopped and for calls that review the same games in another way.
Prints the shares by word, with an interval of 95 % (Wilson)."""
import argparse
import csv
import json
import math
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

BLAMED = ("inaccuracy", "mistake", "blunder")
BLUNDER = 10.0  # discs (docs/users/verdicts.md)
FIRST_LOOK_PLIES = 4
FIRST_LOOK_LOSS = 5.0
FIELDS = ("game", "ply", "level", "lost", "exact", "nodes")


def said(given, *words, text=""):
    done = subprocess.run([given.flank, *map(str, words)], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def searched(given, moves, *limits):
    return said(given, "hint", "--moves", "".join(moves), "--lines", 1, "--no-book", "--hash", 512, "--json", *limits)


def lost(given, moves, played, level):
    """Discs that the move loses, by searches of a level; whether both are exact; their nodes."""
    before = searched(given, moves, "--level", level)
    if before["move"] == played:
        return 0.0, before["exact"], before["nodes"]
    to_the_end = before["depth"] >= before["empties"]  # exactly, or where all but unlikely moves are searched
    limit = ("--level", level) if to_the_end else ("--depth", max(1, before["depth"] - 1))
    behind = searched(given, [*moves, played], *limit)
    value = behind["score"] if behind["position"][-1] == before["position"][-1] else -behind["score"]
    return max(0.0, before["score"] - value), before["exact"] and behind["exact"], before["nodes"] + behind["nodes"]


class Known:
    """What deep searches said, kept as it comes."""

    def __init__(self, path):
        self.rows, there = {}, os.path.exists(path)
        if there:
            with open(path, newline="", encoding="utf-8") as file:
                self.rows = {(int(row["game"]), int(row["ply"]), int(row["level"])): float(row["lost"]) for row in csv.DictReader(file)}
        self.file = open(path, "a", newline="", encoding="utf-8")
        self.writer = csv.DictWriter(self.file, FIELDS)
        if not there:
            self.writer.writeheader()

    def lost(self, given, game, ply, moves, level):
        key = (game, ply, level)
        if key not in self.rows:
            loss, exact, nodes = lost(given, moves[:ply], moves[ply], level)
            self.rows[key] = loss = round(loss, 2)
            self.writer.writerow(dict(zip(FIELDS, (*key, loss, int(exact), nodes))))
            self.file.flush()
        return self.rows[key]


def judge_game(given, known, number, text):
    """Verdict, claimed and real loss of the moves that are looked at."""
    review = said(given, "analyze", "-", "--from", "transcript", "--level", given.level, "--no-book", "--json", text=text + "\n")
    rows = [row for row in review["moves"] if "move" in row]  # not the position at the end
    moves = [row["move"] for row in rows]
    unblamed = [row["ply"] for row in rows if row["verdict"] not in BLAMED and not row["forced"]]
    quiet = random.Random(number).sample(unblamed, min(given.quiet, len(unblamed)))
    told = []
    for row in rows:
        blamed, ply = row["verdict"] in BLAMED, row["ply"]
        if not blamed and ply not in quiet:
            continue
        loss = 0.0
        if blamed or known.lost(given, number, ply, moves, given.level + FIRST_LOOK_PLIES) >= FIRST_LOOK_LOSS:
            loss = known.lost(given, number, ply, moves, given.judge)
        told.append((row["verdict"], row["loss"], loss))
    return told


def interval(hits, count):
    """Wilson's, 95 %."""
    share, z = hits / count, 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return 100 * (middle - half), 100 * (middle + half)


def tell(told):
    for verdict in BLAMED:
        of = [(claimed, loss) for word, claimed, loss in told if word == verdict]
        if of:
            hold = sum(loss >= claimed / 2 for claimed, loss in of)
            low, high = interval(hold, len(of))
            print(f"{verdict}: {hold} of {len(of)} hold, {100 * hold / len(of):.1f} %, {low:.1f} to {high:.1f}")
    quiet = [loss for word, _, loss in told if word not in BLAMED]
    print(f"not blamed: {len(quiet)} moves, {sum(loss >= BLUNDER for loss in quiet)} of them blunders")
    real = [word for word, _, loss in told if word in BLAMED and loss >= BLUNDER]
    print(f"of {len(real)} real blunders among the blamed, {sum(word != 'blunder' for word in real)} have a milder word")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("flank")
    parser.add_argument("list")
    parser.add_argument("state")
    for option, value in {"games": 100, "level": 18, "judge": 30, "quiet": 5, "seed": 1, "threads": 2}.items():
        parser.add_argument(f"--{option}", type=int, default=value)
    given = parser.parse_args()
    with open(given.list, encoding="utf-8") as file:
        games = [line.split()[0] for line in file if line.strip()]
    known, told = Known(given.state), []
    numbers = random.Random(given.seed).sample(range(len(games)), given.games)
    with ThreadPoolExecutor(given.threads) as pool:
        for done, of in enumerate(pool.map(lambda number: judge_game(given, known, number, games[number]), numbers)):
            told += of
            print(f"\r{done + 1} of {given.games} games, {len(told)} moves", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    tell(told)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
