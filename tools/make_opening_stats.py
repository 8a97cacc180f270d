#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make web/data/opening-stats.bin: how tournament games of Othello went on from the positions of the opening.

  tools/make_opening_stats.py FLANK OUTPUT WTHOR_FILE… [--games N]

The page without a server shows these numbers (web/src/study/extract.ts reads them); with `flank serve` they come from the
library, and are the same. A position stands for its eight images: the one with the smallest board of the side to move, then
of the other, a1 being the lowest bit, as in the library (src/core/symmetry.h). Kept are positions after up to PLIES moves
that GAMES (or N) games came through, and their moves that MOVE_GAMES games made (all, if N is less); all other moves are one,
"others". The committed file is of the 39 files of the French federation's collection, 1977 to 2015 (data/README.md).

The file, numbers in groups of seven bits (the lowest first, +128 where another follows), each list as one column:
  "FLKO", version 1, games in all, first and last year, PLIES, N
  positions: for each number of pieces from 4 how many there are; then their keys, sorted within a number of pieces, each
    as what is added to the one before (32 bits: FNV-1a of the letters h8 … a1, 'o' the side to move, 'x' the other, '-',
    then '0' if the first colour is to move, else '1'; two positions with one key are refused here)
  moves, the most frequent first: for each position how many; squares (0 a1 … 63 h8, 64 a pass, 65 the end or others);
    games; won by the first colour; drawn; sums of discs from the first colour's view, 2n or -2n - 1
"""
import argparse
import json
import subprocess
import sys

PLIES = 20
GAMES = 20
MOVE_GAMES = 3
OTHERS = 65
PASS = 64
FULL = (1 << 64) - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
# A step on the board as a shift, and the squares it can be taken from without leaving the board.
STEPS = [(8, FULL), (-8, FULL), (1, NOT_H), (-1, NOT_A), (9, NOT_H), (-9, NOT_A), (7, NOT_A), (-7, NOT_H)]


def stepped(board, shift, leaving):
    board &= leaving
    return (board << shift if shift > 0 else board >> -shift) & FULL


def flipped(own, other, square):
    """The pieces that a move turns over."""
    all_flips = 0
    for shift, leaving in STEPS:
        run, flips = stepped(1 << square, shift, leaving), 0
        while run & other:
            flips |= run
            run = stepped(run, shift, leaving)
        if run & own:
            all_flips |= flips
    return all_flips


def turned(square, symmetry):
    """The image of a square under a symmetry: 1 mirrors, 2 turns top and bottom round, 4 swaps rows and columns."""
    if symmetry & 1:
        square ^= 7
    if symmetry & 2:
        square ^= 56
    return (square & 7) << 3 | square >> 3 if symmetry & 4 else square


TURNED = [[turned(square, symmetry) for square in range(64)] for symmetry in range(8)]
BYTES = [[[sum(1 << TURNED[symmetry][8 * row + bit] for bit in range(8) if byte >> bit & 1) for byte in range(256)]
          for row in range(8)] for symmetry in range(8)]


def turn_board(board, symmetry):
    table = BYTES[symmetry]
    result = 0
    for row in range(8):
        result |= table[row][board >> 8 * row & 255]
    return result


def canonical(own, other):
    """The image that stands for all, and the symmetries that lead to it."""
    best, symmetries = (own, other), [0]
    for symmetry in range(1, 8):
        image = (turn_board(own, symmetry), turn_board(other, symmetry))
        if image < best:
            best, symmetries = image, [symmetry]
        elif image == best:
            symmetries.append(symmetry)
    return best, symmetries


class Place:
    """A position of games that were read: its form, where moves lead, and what became of the games."""

    def __init__(self, own, other, second):
        self.own, self.other, self.second = own, other, second
        form, self.symmetries = canonical(own, other)
        self.form = (*form, second)
        self.pieces = (own | other).bit_count()
        self.after = {}

    def square(self, move):
        return PASS if move == PASS else min(TURNED[symmetry][move] for symmetry in self.symmetries)

    def next(self, move, places):
        if move not in self.after:
            flips = flipped(self.own, self.other, move) if move != PASS else 0
            mine = self.own | flips | (1 << move if move != PASS else 0)
            form = (self.other & ~flips, mine, 1 - self.second)
            self.after[move] = places.get(form) or places.setdefault(form, Place(*form))
        return self.after[move]


def square_of(name):
    return PASS if name in ('pass', 'pa', '--', '') else ord(name[0]) - 97 + 8 * (int(name[1]) - 1)


def read_games(flank, files):
    for file in files:
        text = subprocess.run([flank, 'convert', file, '-', '--to', 'json'], stdout=subprocess.PIPE, text=True, check=False).stdout
        for line in text.splitlines():
            game = json.loads(line)
            if 'result' in game:
                yield game


def collect(flank, files):
    start = Place(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, 0)
    places, sums, years, count = {(start.own, start.other, 0): start}, {}, [], 0
    for game in read_games(flank, files):
        sign, discs = game['result']['sign'], game['result'].get('discs', 0)
        years.append(int(game['tags']['Date'][:4]))
        count += 1
        at = start
        moves = [square_of(move['move']) for move in game['moves'][:PLIES + 1]] + [OTHERS]
        for move in moves[:PLIES + 1]:
            tallies = sums.setdefault(at.form, {})
            tally = tallies.setdefault(OTHERS if move == OTHERS else at.square(move), [0, 0, 0, 0])
            for i, one in enumerate((1, sign > 0, sign == 0, discs)):
                tally[i] += one
            if move == OTHERS:
                break
            at = at.next(move, places)
    return sums, years, count


def kept_moves(tallies, least):
    """The moves of a position, the most frequent first, rare ones in one."""
    rare = [sum(column) for column in zip(*(tally for square, tally in tallies.items()
                                            if square == OTHERS or tally[0] < least))]
    kept = [(square, tally) for square, tally in tallies.items() if square != OTHERS and tally[0] >= least]
    kept.sort(key=lambda move: (-move[1][0], move[0]))
    return kept + ([(OTHERS, rare)] if rare else [])


def key_of(form):
    own, other, second = form
    key = 0x811C9DC5
    for square in range(63, -1, -1):
        letter = 'o' if own >> square & 1 else 'x' if other >> square & 1 else '-'
        key = (key ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return (key ^ ord('1' if second else '0')) * 0x01000193 & 0xFFFFFFFF


def number(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def pack(sums, years, count, least):
    by_pieces = {}
    for form, tallies in sums.items():
        if sum(tally[0] for tally in tallies.values()) >= least:
            by_pieces.setdefault((form[0] | form[1]).bit_count(), []).append((key_of(form), kept_moves(tallies, min(MOVE_GAMES, least))))
    counts, keys, moves = [], [], []
    for pieces in range(4, 4 + PLIES + 1):
        places = sorted(by_pieces.get(pieces, []), key=lambda place: place[0])
        counts.append(len(places))
        before = 0
        for key, tallies in places:
            assert key != before, 'two positions with one key'
            keys.append(key - before)
            moves.append(tallies)
            before = key
    flat = [move for tallies in moves for move in tallies]
    columns = [counts, keys, [len(tallies) for tallies in moves], [square for square, _ in flat]]
    columns += [[tally[i] for _, tally in flat] for i in range(3)]
    columns.append([2 * tally[3] if tally[3] >= 0 else -2 * tally[3] - 1 for _, tally in flat])
    head = [1, count, min(years), max(years), PLIES, least]
    print(f'{count} games, {len(keys)} positions, {len(flat)} moves', file=sys.stderr)
    return b'FLKO' + b''.join(number(value) for column in [head, *columns] for value in column)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('flank')
    parser.add_argument('output')
    parser.add_argument('files', nargs='+')
    parser.add_argument('--games', type=int, default=GAMES)
    wanted = parser.parse_args()
    packed = pack(*collect(wanted.flank, wanted.files), wanted.games)
    with open(wanted.output, 'wb') as output:
        output.write(packed)


if __name__ == '__main__':
    main()
