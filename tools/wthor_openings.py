#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Openings that are played: the lines of tournament games, for `flank book extend --openings` (data/README.md).

    wthor_openings.py PLIES LEAST BOOK.txt FILE.wtb ...

Prints a line of at most PLIES moves for every position that LEAST games or more went through, mirrored and turned ones
counted together, and that is not in BOOK.txt, a book as `flank book export` writes it.
"""
import collections
import signal
import sys

from wthor_positions import flips, records


def canonical(board):
    """The least of the eight positions that mirroring and turning make; `board` is a list or string of 64."""
    images = []
    for symmetry in range(8):
        image = list(board)
        for square in range(64):
            x, y = square % 8, square // 8
            x, y = (7 - x if symmetry & 1 else x), (7 - y if symmetry & 2 else y)
            image[y * 8 + x if symmetry & 4 else x * 8 + y] = board[square]
        images.append("".join(image))
    return min(images)


def read_book(path):
    known = set()
    with open(path) as file:
        for line in file:
            board, _, rest = line.partition(" ")
            if len(board) == 64:
                known.add(canonical(board.translate(str.maketrans("XO", "OX")) if rest.startswith("O") else board))
    return known


def position_after(moves):
    """The position, its mover's discs as X; None where a side has passed or the moves are none."""
    board, mover = [0] * 64, 1
    board[27] = board[36] = -1
    board[28] = board[35] = 1
    for move in moves:
        square = (move // 10 - 1) * 8 + move % 10 - 1
        turned = flips(board, square, mover) if 0 <= square < 64 and board[square] == 0 else []
        if not turned:
            return None
        for s in turned + [square]:
            board[s] = mover
        mover = -mover
    return "".join("-XO"[disc * mover] for disc in board)


def main():
    if len(sys.argv) < 5 or not (sys.argv[1] + sys.argv[2]).isdigit():
        sys.exit("usage: wthor_openings.py PLIES LEAST BOOK.txt FILE.wtb ...")
    plies, least = int(sys.argv[1]), int(sys.argv[2])
    known = read_book(sys.argv[3])
    games = collections.Counter()  # by the moves that they begin with
    for _, game in records(sys.argv[4:]):
        played = game[8:8 + plies].split(b"\0")[0]
        games.update(played[:count] for count in range(1, len(played) + 1))
    visits, shortest = collections.Counter(), {}
    for moves, count in games.items():
        position = position_after(moves)
        if position:
            position = canonical(position)
            visits[position] += count
            shortest.setdefault(position, moves)
    for position, count in visits.most_common():
        if count >= least and position not in known:
            print("".join("abcdefgh"[move % 10 - 1] + str(move // 10) for move in shortest[position]))


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
