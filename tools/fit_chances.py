#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The chance to win at a value: fits the scale of 1 / (1 + e^(-value / scale)) to results of games.

    fit_chances.py < REVIEWS          what `flank analyze --json` printed for finished games
    fit_chances.py FOLDER|FILE...     games that `flank train GAME FOLDER` played, FOLDER/GAME-games-ROUND-NNNN: values of its searches
    fit_chances.py BASE SLOPE FOLDER|FILE...    the same, with chances told by the scale BASE and SLOPE for each empty square

Prints the scale, in hundredths, that makes the results likeliest: for each range of empty squares, and as a straight line
over them. Then come chances of the side that is ahead by that line, and how often it won. A draw counts as half a win and half a loss.
An error is twice the standard error over parts of the games (a file of a folder, a game of the reviews).
Round 0 of a training from nothing is of random moves, and its values know finished games alone: name the files of later rounds.
The figures are in the games' tables (src/games/game_table.h) and in docs/users/verdicts.md.
"""
import json
import math
import pathlib
import re
import struct
import sys

RANGE = 4  # empty squares
FEW = 500  # positions: no range is printed with less
PROVED = 20000  # hundredths: the values of proved results begin there
ROUND = 5  # values are joined so
ROW = struct.Struct("<QQQhHbBBB")  # train/pieces/piece_rows.h
BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0001)


def rows_of_review(line):
    """Empty squares, value and result (1, 0.5 or 0) for the side to move in the positions of a finished game."""
    moves = json.loads(line)["moves"]
    last = moves[-1]
    if not last.get("over"):
        return
    for move in moves:
        sign = last["score"] if move["color"] == last["color"] else -last["score"]
        if "score" in move and not move["exact"]:
            yield move["empties"], round(100 * move["score"]), (sign > 0) + 0.5 * (sign == 0)


def files_of(name):
    path = pathlib.Path(name)
    return sorted(path.glob("*-games-*-*[0-9]")) if path.is_dir() else [path] if path.is_file() else []


def rows_of_file(path):
    for own, other, _, score, _, result, *_ in ROW.iter_unpack(path.read_bytes()):
        yield 64 - (own | other).bit_count(), score, (result + 1) / 2


def joined(rows):
    """{(empty squares, value): [positions, wins]}."""
    table = {}
    for empties, value, won in rows:
        if abs(value) < PROVED:
            sums = table.setdefault((empties, ROUND * round(value / ROUND)), [0, 0.0])
            sums[0] += 1
            sums[1] += won
    return table


def chance(value, scale):
    return 1 / (1 + math.exp(-max(-700, min(700, value / scale))))


def fit(table, slopes):
    """The scale at 0 empty squares, and what each empty square adds (0 unless `slopes`), by Newton's method."""
    base, slope = 200.0, 0.0
    for _ in range(200):
        gradient, curve = [0.0, 0.0], [1e-12, 0.0, 1e-12]
        for (empties, value), (count, won) in table.items():
            scale = base + slope * empties
            odds = chance(value, scale)
            step = -value / scale**2
            fault, weight = (won - count * odds) * step, count * odds * (1 - odds) * step * step
            gradient[0] += fault
            gradient[1] += fault * empties
            curve[0] += weight
            curve[1] += weight * empties
            curve[2] += weight * empties * empties
        if slopes:
            whole = curve[0] * curve[2] - curve[1] ** 2
            moves = [(gradient[0] * curve[2] - gradient[1] * curve[1]) / whole, (gradient[1] * curve[0] - gradient[0] * curve[1]) / whole]
        else:
            moves = [gradient[0] / curve[0], 0.0]
        part = 1.0
        while any(base + part * moves[0] + (slope + part * moves[1]) * empties < 10 for empties, _ in table):
            part /= 2
        base += part * moves[0]
        slope += part * moves[1]
        if abs(moves[0]) < 0.01 and abs(moves[1]) < 0.0001:
            break
    return base, slope


def unlikelihood(table, base, slope):
    """The mean, in natural units: 0.693 without any knowledge."""
    total = 0.0
    for (empties, value), (count, won) in table.items():
        odds = min(max(chance(value, base + slope * empties), 1e-12), 1 - 1e-12)
        total -= won * math.log(odds) + (count - won) * math.log(1 - odds)
    return total / sum(count for count, _ in table.values())


def bins_of(table, base, slope):
    """For each bin: positions, chances told and games won, of the side that is ahead."""
    bins = [[0, 0.0, 0.0] for _ in BINS[1:]]
    for (empties, value), (count, won) in table.items():
        told = chance(abs(value), base + slope * empties)
        at = next(i for i, end in enumerate(BINS[1:]) if told < end)
        bins[at][0] += count
        bins[at][1] += count * told
        bins[at][2] += won if value >= 0 else count - won
    return bins


def print_bins(parts, base, slope):
    by_part = [bins_of(part, base, slope) for part in parts]
    for at, low in enumerate(BINS[:-1]):
        count, told, won = (sum(bins[at][i] for bins in by_part) for i in range(3))
        if not count:
            continue
        share = won / count
        error = 2 * math.sqrt(sum((bins[at][2] - share * bins[at][0]) ** 2 for bins in by_part)) / count
        print(f"{100 * low:.0f} % and more: {count} positions, told {100 * told / count:.1f} %, won {100 * share:.1f} % ± {100 * error:.1f}")


def main():
    told_by = [float(word) for word in sys.argv[1:3] if re.fullmatch(r"-?\d+", word)]
    names = sys.argv[1 + len(told_by):]
    if names:
        files = [path for name in names for path in files_of(name)]
        if len({path.name.split("-games-")[0] for path in files}) > 1:
            sys.exit("fit_chances.py: the files are of several games: name those of one")
        parts = [joined(rows_of_file(path)) for path in files]
    else:
        parts = [joined(rows_of_review(line)) for line in sys.stdin]
    whole = {}
    for part in parts:
        for key, (count, won) in part.items():
            sums = whole.setdefault(key, [0, 0.0])
            sums[0] += count
            sums[1] += won
    if not whole:
        sys.exit(f"fit_chances.py: no positions of finished games in {' '.join(names) or 'the reviews'}")
    for low in range(0, 64, RANGE):
        table = {key: sums for key, sums in whole.items() if low <= key[0] < low + RANGE}
        count = sum(sums[0] for sums in table.values())
        if count >= FEW:
            print(f"{low}-{low + RANGE - 1} empties: scale {fit(table, False)[0]:.0f}, {count} positions")
    one = fit(whole, False)
    base, slope = fit(whole, True)
    print(f"one scale: {one[0]:.0f}, unlikelihood {unlikelihood(whole, *one):.4f}")
    print(f"a line: {base:.0f} and {slope:.2f} for each empty square, unlikelihood {unlikelihood(whole, base, slope):.4f}")
    print_bins(parts, *(told_by or (base, slope)))


main()
