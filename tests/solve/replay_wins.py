#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Replay the wins that `flank solve` promises, by rules of its own:   replay_wins.py FLANK PUZZLES.json

Each position of the page's puzzles and of the long wins below is solved. The line of a win has legal moves, ends in a win of the side
that was told, and is no longer than was told. The rules are those of docs/rules/loa.md and docs/rules/draughts.md with all
parameters at their defaults, written from these pages and sharing nothing with the C. Prints TAP.
"""
import json
import re
import subprocess
import sys

TIMEOUT_S = 250  # of all positions of a game: some seconds

LONG_WINS = {
    "loa": ["3x4/8/2oxx3/1x1x1x2/3x4/8/4o1x1/8 o", "8/1x6/2o5/3x4/1x2xo2/1x1ox1oo/1o5o/8 x"],
    "draughts": [
        "W:Wa2,e2,h2,a3,b3,c3,d3,f3,h3,f4,h4,Kg8:Bb5,c5,e5,h5,h6,b7,h7",
        "W:Wa2,c2,d2,f2,g2,h2,a3,c3,e3,h3,a5,Kb5,d7:Bf6,g7",
        "W:Wb2,e2,g2,h2,c4,e4,e6,Kd8,Kf8:Bh4,b5,a6,g6,h6",
        "W:Wb2,e2,g2,h2,c4,f4,e5,Kd8,Kf8:Bb5,h5,a6,g6,h7",
        "W:Wa2,c3,c5,Kd8:Be2",
    ],
}


def square(name):
    return (ord(name[0]) - ord("a"), int(name[1]) - 1)


def on_board(at):
    return 0 <= at[0] < 8 and 0 <= at[1] < 8


# ---- Lines of Action: {square: side}, the side to move ----


def loa_read(text):
    rows, side = text.split()
    board = {}
    for row, letters in enumerate(rows.split("/")):
        file = 0
        for letter in letters:
            if letter.isdigit():
                file += int(letter)
            else:
                board[(file, 7 - row)] = letter
                file += 1
    return board, side


def is_connected(board, side):
    own = {at for at, owner in board.items() if owner == side}
    group, edge = set(), list(own)[:1]
    while edge:
        at = edge.pop()
        if at in own and at not in group:
            group.add(at)
            edge += [(at[0] + x, at[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return len(group) == len(own)


def loa_moves(board, side):
    """{(from, to): board behind it}"""
    found = {}
    for at in [at for at, owner in board.items() if owner == side]:
        for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = sum((at[0] + i * x, at[1] + i * y) in board for i in range(-7, 8))
            for way in (1, -1):
                path = [(at[0] + way * i * x, at[1] + way * i * y) for i in range(1, count + 1)]
                to = path[-1]
                if on_board(to) and board.get(to) != side and all(board.get(on, side) == side for on in path[:-1]):
                    behind = {on: owner for on, owner in board.items() if on != at}
                    behind[to] = side
                    found[(at, to)] = [behind]
    return found


def loa_winner(board, side):
    ways = [each for each in "xo" if is_connected(board, each)]
    return ways[0] if len(ways) == 1 else None


# ---- Turkish draughts: {square: (side, is king)} ----


def draughts_read(text):
    side, *lists = text.split(":")
    board = {}
    for each in lists:
        for piece in each[1:].split(","):
            board[square(piece[-2:])] = (each[0], piece.startswith("K"))
    return board, side


def captures(board, at, piece, came):
    """(squares the capture goes to, board behind it) of each longest way on from `at`, where the capturing piece is not on the board."""
    side, king = piece
    forward = 1 if side == "W" else -1
    best, most = [([], board)], 0
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if (-x, -y) == came or (not king and y == -forward):
            continue
        taken = (at[0] + x, at[1] + y)
        while king and on_board(taken) and taken not in board:
            taken = (taken[0] + x, taken[1] + y)
        if board.get(taken, (side,))[0] == side:
            continue
        rest = {on: other for on, other in board.items() if on != taken}
        to = (taken[0] + x, taken[1] + y)
        while on_board(to) and to not in board:
            for path, behind in captures(rest, to, piece, (x, y)):
                if len(path) + 1 > most:
                    best, most = [], len(path) + 1
                if len(path) + 1 == most:
                    best.append(([to] + path, behind))
            to = (to[0] + x, to[1] + y)
            if not king:
                break
    return best


def draughts_moves(board, side):
    quiet, taking, most = {}, {}, 0
    last = 7 if side == "W" else 0
    forward = 1 if side == "W" else -1
    for at, piece in list(board.items()):
        if piece[0] != side:
            continue
        rest = {on: other for on, other in board.items() if on != at}
        for path, behind in captures(rest, at, piece, None):
            if len(path) > most:
                taking, most = {}, len(path)
            if path and len(path) == most:
                taking.setdefault((at, path[-1]), []).append({**behind, path[-1]: (side, piece[1] or path[-1][1] == last)})
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            to = (at[0] + x, at[1] + y)
            while on_board(to) and to not in board and (piece[1] or y != -forward):
                quiet[(at, to)] = [{**rest, to: (side, piece[1] or to[1] == last)}]
                to = (to[0] + x, to[1] + y)
                if not piece[1]:
                    break
    return taking or quiet


def draughts_winner(board, side):
    """Of the position before `side` moves: None if it is not won."""
    counts = {each: sum(owner == each for owner, _ in board.values()) for each in "WB"}
    if counts == {"W": 1, "B": 1}:
        return None
    return None if draughts_moves(board, side) else "WB"[side == "W"]


RULES = {
    "loa": (loa_read, loa_moves, loa_winner, "xo"),
    "draughts": (draughts_read, draughts_moves, draughts_winner, "WB"),
}


def fault_of(game, answer):
    """The fault of an answer; None: it has none."""
    read, moves_of, winner_of, sides = RULES[game]
    board, side = read(answer["position"])
    winner = side if "win_in" in answer else sides[side == sides[0]]
    plies = answer.get("win_in", answer.get("loss_in"))
    if plies is None or not answer["solved"] or not 0 < len(answer["pv"]) <= plies:
        return f"no win: {answer}"
    boards = [board]
    for text in answer["pv"]:
        start, *_, end = re.findall("[a-h][1-8]", text)
        if any(winner_of(each, side) for each in boards):
            return f"{text} is played when the game is over"
        boards = [behind for each in boards for behind in moves_of(each, side).get((square(start), square(end)), [])]
        if not boards:
            return f"{text} is not legal"
        side = sides[side == sides[0]]
    return None if any(winner_of(each, side) == winner for each in boards) else "the line does not end in a win"


def main():
    flank, puzzles = sys.argv[1:]
    with open(puzzles, encoding="utf-8") as file:
        known = json.load(file)
    print(f"1..{len(RULES)}")
    for number, game in enumerate(RULES, 1):
        positions = [puzzle[0] for level in known[game] for puzzle in level] + LONG_WINS[game]
        run = subprocess.run([flank, "solve", game, "--json"], input="\n".join(positions), capture_output=True, text=True, check=False, timeout=TIMEOUT_S)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        faults = [f"{answer['position']}: {fault}" for answer in answers if (fault := fault_of(game, answer))]
        if len(answers) != len(positions) or run.returncode:
            faults.append(f"{len(answers)} answers to {len(positions)} positions: {run.stderr}")
        print(f"{'not ' if faults else ''}ok {number} - wins of {game} replayed by other rules: {len(answers)}")
        for fault in faults:
            print(f"#   {fault}")
    sys.exit(0)


if __name__ == "__main__":
    main()
