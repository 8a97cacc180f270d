#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Positions of tournament games, for measuring and calibrating the evaluation (docs/developers/training.md).

    wthor_positions.py FIRST-LAST COUNT FILE.wtb ...

Prints COUNT random positions for each number of empty squares from FIRST to LAST, one of a game at most, as OBF lines.
If the file knows the value of perfect play (at its depth, usually 24 or 22 empty squares, and before, where both
sides are taken to have played well) the line carries it; the others are for `flank solve`. Seeded: the same every time.
"""
import random
import signal
import struct
import sys

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def flips(board, square, mover):
    turned = []
    x, y = square % 8, square // 8
    for dx, dy in DIRECTIONS:
        run, cx, cy = [], x + dx, y + dy
        while 0 <= cx < 8 and 0 <= cy < 8 and board[cy * 8 + cx] == -mover:
            run.append(cy * 8 + cx)
            cx, cy = cx + dx, cy + dy
        if 0 <= cx < 8 and 0 <= cy < 8 and board[cy * 8 + cx] == mover:
            turned += run
    return turned


def has_move(board, mover):
    return any(board[s] == 0 and flips(board, s, mover) for s in range(64))


def positions(moves):
    """(empties, board, mover) before each move of a game; Black is 1."""
    board, mover = [0] * 64, 1
    board[27] = board[36] = -1
    board[28] = board[35] = 1
    for ply, move in enumerate(moves):
        if move == 0:
            return
        square = (move // 10 - 1) * 8 + move % 10 - 1
        turned = flips(board, square, mover) if board[square] == 0 else []
        if not turned:
            mover = -mover
            turned = flips(board, square, mover) if board[square] == 0 else []
            if not turned:
                return
        yield 60 - ply, board, mover
        for s in turned + [square]:
            board[s] = mover
        mover = -mover


def records(paths):
    """(depth of the solved values, the 68 bytes of a game) of all games."""
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        if len(data) < 16 or len(data) < 16 + 68 * struct.unpack_from("<I", data, 4)[0]:
            sys.exit(f"{path}: not a whole file of WTHOR games")
        count, depth = struct.unpack_from("<I", data, 4)[0], data[14] or 22
        for i in range(count):
            yield depth, data[16 + 68 * i:84 + 68 * i]


def games(paths):
    for depth, game in records(paths):
        if 0 < game[7] <= 64:  # 0 usually means that nobody has solved it
            yield depth, 2 * game[7] - 64, game[8:]


def main():
    first, last = map(int, sys.argv[1].split("-"))
    wanted = {empties: int(sys.argv[2]) for empties in range(first, last + 1)}
    dice = random.Random(1)
    pool = list(games(sys.argv[3:]))
    dice.shuffle(pool)
    for depth, perfect, moves in pool:
        left = [empties for empties, count in wanted.items() if count]
        if not left:
            break
        target = dice.choice(left)
        for empties, board, mover in positions(moves):
            if empties == target and has_move(board, mover):
                text = "".join("-XO"[disc] for disc in board) + (" X;" if mover == 1 else " O;")
                print(text + (f" {perfect * mover:+d}" if empties >= depth else ""))
                wanted[target] -= 1
                break


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has enough, such as head, ends it quietly
    main()
