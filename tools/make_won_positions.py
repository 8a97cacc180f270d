#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make the sets of won positions that `flank solve` is measured by:   make_won_positions.py FLANK loa|draughts OUTPUT

Flank plays games against a weaker one of itself. From the end of each that was won the positions of the winner are solved, further and
further back, as long as that succeeds. A class of plies gets at most one position of a game. Deterministic, in some minutes of two cores.

A line of the output is the number of plies that the proof promises at most, the nodes that it took, and the position; shorter wins first.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/solve"))
from won_games import played, solve  # noqa: E402 pylint: disable=wrong-import-position
from won_set import CLASSES  # noqa: E402 pylint: disable=wrong-import-position

PER_CLASS = {"draughts": 60, "loa": 100}
STRONG, WEAK = "flank:nodes=3000", "flank:nodes=800"
GAMES = {"draughts": 300, "loa": 320}
NODES = {"draughts": 1000000, "loa": 500000}
BACK_MAX = 61
HEADER = """# {count} won positions of games that flank plays against itself (tools/make_won_positions.py FLANK {game} OUTPUT).
# The plies after which the side to move has won at the latest, as flank solve proves; the nodes that it took; the position.
"""


def solved_from_the_end(flank, game):
    """Of each game {position: (plies, nodes)}, from the end backwards."""
    games = [(moves, {}) for moves in played(flank, game, STRONG, WEAK, GAMES[game])]
    alive = games
    for back in range(3, BACK_MAX + 1, 2):
        alive = [each for each in alive if len(each[0]) > back]
        if not alive:
            break
        answers = solve(flank, game, [(None, moves[:-back]) for moves, _ in alive], NODES[game])
        alive = [each for each, answer in zip(alive, answers, strict=True) if answer.get("win_in")]
        won = [answer for answer in answers if answer.get("win_in")]
        for (_, found), answer in zip(alive, won, strict=True):
            found[answer["position"]] = (answer["win_in"], answer["nodes"])
        print(f"{game}: {len(alive)} of {len(answers)} solved {back} plies before the end", file=sys.stderr, flush=True)
    return [found for _, found in games]


def chosen(game, games):
    """(plies, nodes, position), by classes."""
    seen = set()
    for first, last in CLASSES:
        count = 0
        for number, found in enumerate(games):
            there = [(plies, nodes, position) for position, (plies, nodes) in found.items() if first <= plies <= last and position not in seen]
            if there and count < PER_CLASS[game]:
                count += 1
                seen.add(there[number % len(there)][-1])
                yield there[number % len(there)]


def main():
    flank, game, output = sys.argv[1:]
    lines = [f"{plies} {nodes} {position}\n" for plies, nodes, position in sorted(chosen(game, solved_from_the_end(flank, game)), key=lambda line: line[:2])]
    with open(output, "w", encoding="utf-8") as out:
        out.write(HEADER.format(count=len(lines), game=game) + "".join(lines))


main()
