#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make the page's puzzles of Lines of Action and Turkish draughts:   make_win_puzzles.py FLANK FILE

A puzzle is a position in which one move wins by force within a few moves, as a search proves. Of the other moves none is found to win: not
by a search that looks a move further, and not by `flank solve` with OTHER_NODES nodes, however long the win. The positions are the
last ones of games that Flank plays against itself, quickly and badly, for there are no tournament games of these two. A level is the number
of one's own moves: 2, 3, 4. Deterministic: the same program makes the same puzzles, in some hours of processor time.

FILE is {"loa": [level, …], "draughts": [level, …]}; a level is a list of [position, move, plies until the win], to which rate_puzzles.py
adds how hard it is. Puzzles that it has stay, in their order, as long as the above holds for them; others follow, up to PER_LEVEL. Without
it all are made from nothing.
"""
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from won_games import played, run, solve

PLIES = (3, 5, 7)  # of the levels
PER_LEVEL = 60
GAMES = {"loa": ("flank:depth=3", "flank:depth=2", 6000), "draughts": ("flank:depth=4", "flank:depth=2", 2500)}
FEWEST_MOVES = 6  # to choose from
FIRST_NODES = 20000  # to find out whether a position may be one
OTHER_NODES = 400000  # to find out whether another move wins, too; each of the two searches has its turn with them
AT_A_TIME = 50  # games


def lines_of(flank, game, position, depth, count):
    """The lines of the best moves, of a search to that depth."""
    asked = ["--position", position, "--depth", str(depth), "--lines", str(count), "--hash", "64", "--json", "--no-book"]
    return json.loads(run(flank, "hint", game, *asked).splitlines()[-1])["moves"]


def moves_of(flank, game, position, plies):
    """All moves, first the only one that wins by force within `plies`, none other within two plies more; None if there is none such."""
    moves = [line["move"] for line in lines_of(flank, game, position, 1, 1000)]
    if len(moves) < FEWEST_MOVES:
        return None
    best, second = lines_of(flank, game, position, plies, 2)
    if best.get("win_in") != plies or second.get("win_in"):
        return None
    again = lines_of(flank, game, position, plies + 2, 2)
    if again[0]["move"] != best["move"] or again[1].get("win_in"):
        return None
    return [best["move"], *(move for move in moves if move != best["move"])]


def without_other_wins(flank, game, found):
    """Those of {position: moves} in which no move but the first is proved to win."""
    asked = [(position, [move]) for position, (_, *others) in found.items() for move in others]
    answers = solve(flank, game, asked, OTHER_NODES)
    also_won = {position for (position, _), answer in zip(asked, answers, strict=True) if answer["solved"] and answer["score"] < 0}
    return {position: moves for position, moves in found.items() if position not in also_won}


def are_puzzles(flank, game, positions, plies):
    """Of these positions the puzzles, as their rows."""
    with ThreadPoolExecutor(2) as two:
        moves = list(two.map(lambda position: moves_of(flank, game, position, plies), positions))
    found = {position: all_moves for position, all_moves in zip(positions, moves, strict=True) if all_moves}
    return [[position, only, plies] for position, (only, *_) in without_other_wins(flank, game, found).items()]


def candidates(flank, game, games, plies):
    """Lists of positions before the end of some of the games at a time, which are won within so many plies."""
    for first in range(0, len(games), AT_A_TIME):
        lines = [(None, moves[:-plies]) for moves in games[first : first + AT_A_TIME] if len(moves) > plies]
        answers = solve(flank, game, lines, FIRST_NODES)
        yield list(dict.fromkeys(answer["position"] for answer in answers if answer.get("win_in") == plies))


def fill(flank, game, games, plies, kept):
    """A level: the puzzles that are kept, and new ones."""
    still = are_puzzles(flank, game, [row[0] for row in kept], plies)
    level = [row for row in kept if row[:3] in still]
    for gone in [row for row in kept if row not in level]:
        print(f"{game}: no puzzle: {gone}", file=sys.stderr)
    asked = {row[0] for row in kept}
    for positions in candidates(flank, game, games, plies) if len(level) < PER_LEVEL else []:
        fresh = [position for position in positions if position not in asked]
        asked.update(fresh)
        level += are_puzzles(flank, game, fresh, plies)[: PER_LEVEL - len(level)]
        if len(level) >= PER_LEVEL:
            break
    print(f"{game}, {plies} plies: {len(level)}", file=sys.stderr)
    return level


def main():
    flank, output = sys.argv[1:]
    kept = json.loads(Path(output).read_text(encoding="utf-8")) if Path(output).exists() else {}
    made = {}
    for game, (strong, weak, count) in GAMES.items():
        games = list(played(flank, game, strong, weak, count))
        made[game] = [fill(flank, game, games, plies, level) for plies, level in zip(PLIES, kept.get(game, [[]] * len(PLIES)), strict=True)]
        print(f"{game}: {[len(level) for level in made[game]]}", file=sys.stderr)
    with open(output, "w", encoding="utf-8") as out:
        rows = [f'"{game}": [\n' + ",\n".join("[\n" + ",\n".join(map(json.dumps, level)) + "\n]" for level in levels) + "\n]" for game, levels in made.items()]
        out.write("{\n" + ",\n".join(rows) + "\n}\n")


main()
