#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the certificate of a proof (docs/users/proofs.md) by rules of its own, without Flank.

    check_certificate.py FILE [--sample N --seed S]

FILE claims what an Othello position is worth: it names positions, the bound that each needs, and the reason. Each
reason is replayed: a move that is enough, all legal moves, the score of a game that is over. Leaves rest on a search;
of the smallest ones --sample solves N by a plain alpha-beta, chosen by the seed. Ends with 0 if all holds, 1 with a
line for each fault, 2 if FILE cannot be read, 3 if fewer leaves than --sample asks are small enough to be solved.
"""
import argparse
import random
import re
import sys

HEAD = ("flank proof certificate 1", "rules ", "root ", "claim ", "solver ", "nodes ")
EMPTIES_MAX = 14  # of a leaf that a plain search here solves in a minute


class Fault(Exception):
    """Something in the certificate that does not hold."""


# ---- Rules: a board is 64 letters, a1 b1 ... h8: X to move, O waits, - empty ----------------------------------------

ROW_COLUMN = [(square // 8, square % 8) for square in range(64)]
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
# Of each square: the squares of each direction, from near to far.
RAYS = [[[8 * (r + down * i) + c + right * i for i in range(1, 8) if 0 <= r + down * i < 8 and 0 <= c + right * i < 8]
         for down, right in STEPS] for r, c in ROW_COLUMN]
# The eight symmetries as lists: where the letter of each square comes from.
SYMMETRIES = [[(7 - r if down else r) * 8 + (7 - c if right else c) if not swap else
               (7 - c if down else c) * 8 + (7 - r if right else r) for r, c in ROW_COLUMN]
              for swap in (False, True) for down in (False, True) for right in (False, True)]


class Rules:
    """The rules of play that a certificate names."""

    def __init__(self, text):
        self.fewest, self.squares = False, list(range(64))
        for part in [] if text == "usual" else text.split(","):
            if part == "goal=fewest":
                self.fewest = True
            elif part == "board=6":
                self.squares = [square for square in range(64) if 0 < square % 8 < 7 and 0 < square // 8 < 7]
            else:
                raise Fault(f"rules {part} are not known here")

    def flips(self, board, square):
        turned = []
        for squares in RAYS[square]:
            for length, other in enumerate(squares):
                if board[other] == "X":
                    turned += squares[:length]
                    break
                if board[other] == "-":
                    break
        return turned

    def moves(self, board):
        """The legal moves of X: each a square, 64 for a pass, and the board after it. The game is over without any."""
        found = self.placements(board)
        if not found and self.placements(swapped(board)):
            found = [(64, swapped(board))]
        return found

    def placements(self, board):
        found = []
        for square in self.squares:
            turned = self.flips(board, square) if board[square] == "-" else None
            if turned:
                after = list(swapped(board))
                for other in [square, *turned]:
                    after[other] = "O"
                found.append((square, "".join(after)))
        return found

    def score(self, board):
        """The score of X in a game that is over: empty squares go to the winner."""
        own, other = board.count("X"), board.count("O")
        empty = len(self.squares) - own - other
        score = own - other + ((own > other) - (own < other)) * empty
        return -score if self.fewest else score

    def check(self, board):
        if not re.fullmatch("[XO-]{64}", board) or set(board[i] for i in set(range(64)) - set(self.squares)) - {"-"}:
            raise Fault("no board of these rules")


def swapped(board):
    return board.translate({ord("X"): "O", ord("O"): "X"})


def canonical(board):
    """The least of the eight boards that are the same."""
    return min("".join(board[square] for square in symmetry) for symmetry in SYMMETRIES)


def square_of(name):
    if name == "pass":
        return 64
    if not re.fullmatch("[a-h][1-8]", name):
        raise Fault(f"{name} is no move")
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def value(rules, board, alpha, beta):
    """The score of X with best play of both, exact within the window (fail-soft alpha-beta, fewest replies first)."""
    moves = rules.moves(board)
    if not moves:
        return rules.score(board)
    best = -65
    for _, after in moves if len(moves) < 3 else sorted(moves, key=lambda move: len(rules.placements(move[1]))):
        best = max(best, -value(rules, after, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


# ---- The certificate -------------------------------------------------------------------------------------------------

class Node:
    """A line: in its position X makes at least, or at most, so many discs, for a reason."""

    def __init__(self, text, number):
        words = text.split(" ")
        if len(words) < 4 or words[1] not in ("at-least", "at-most"):
            raise Fault("not BOARD at-least|at-most N REASON")
        self.line, self.board, self.at_least = number, words[0], words[1] == "at-least"
        self.bound, self.reason, self.rest = read_number(words[2]), words[3], words[4:]


def read_number(word):
    if not re.fullmatch("[+-]?[0-9]{1,2}", word):
        raise Fault(f"{word} is no number")
    return int(word)


class Certificate:
    """A file: its head and its nodes by canonical board and kind of bound."""

    def __init__(self, lines):
        for number, begin in enumerate(HEAD):
            if number >= len(lines) or not lines[number].startswith(begin):
                raise Fault(f"line {number + 1}: not '{begin.strip()} …'")
        values = [line[len(begin):] for line, begin in zip(lines, HEAD)]
        self.rules, self.head, self.nodes, self.faults = Rules(values[1]), values, {}, []
        for number, text in enumerate(lines[len(HEAD):], len(HEAD) + 1):
            self.guard(number, self.add, text, number)
        if not values[5].isdigit() or len(lines) - len(HEAD) != int(values[5]):
            self.faults.append(f"line 6: {values[5]} nodes are told, {len(lines) - len(HEAD)} are there")

    def guard(self, line, call, *arguments):  # a fault is one of that line
        try:
            call(*arguments)
        except Fault as fault:
            self.faults.append(f"line {line}: {fault}")

    def add(self, text, number):
        node = Node(text, number)
        self.rules.check(node.board)
        key = canonical(node.board), node.at_least
        if key in self.nodes:
            raise Fault(f"the same position as line {self.nodes[key].line}")
        self.nodes[key] = node

    def need(self, board, at_least, bound):
        """A position has to have a node that says so."""
        node = self.nodes.get((canonical(board), at_least))
        if not node or (node.bound < bound if at_least else node.bound > bound):
            raise Fault(f"no line says at {'least' if at_least else 'most'} {bound:+} of {board}")

    def check_root(self):
        """The claim is that of a node."""
        match = re.fullmatch(r"([XO-]{64}) ([XO]) (at-least|at-most) (\S+)", " ".join(self.head[2:4]))
        if not match:
            raise Fault("not root BOARD X|O, or not claim at-least|at-most N")
        board, color, kind, bound = match.groups()
        self.need(board if color == "X" else swapped(board), kind == "at-least", read_number(bound))

    def check_node(self, node):
        """The reason of a node holds, by nodes that have more discs or are after a pass."""
        moves = self.rules.moves(node.board)
        if node.reason == "over" and not node.rest:
            score = self.rules.score(node.board)
            if moves or not (score >= node.bound if node.at_least else score <= node.bound):
                raise Fault("the game is not over" if moves else f"the score is {score:+}")
        elif node.reason == "leaf" and len(node.rest) == 3:
            lo, hi = read_number(node.rest[0]), read_number(node.rest[1])
            if lo > hi or not (lo >= node.bound if node.at_least else hi <= node.bound):
                raise Fault("the leaf does not prove its bound")
        elif node.reason == "all" and not node.rest and not node.at_least and moves:
            for _, after in moves:
                self.need(after, True, -node.bound)
        elif node.reason == "move" and len(node.rest) == 1 and node.at_least:
            after = dict(moves).get(square_of(node.rest[0]))
            if not after:
                raise Fault(f"{node.rest[0]} is no legal move")
            self.need(after, False, -node.bound)
        else:
            raise Fault("no such reason for such a bound")

    def check_leaf(self, node):
        """The bounds of a leaf, by a search of our own: all of them, not the one that is needed alone."""
        lo, hi = read_number(node.rest[0]), read_number(node.rest[1])
        score = value(self.rules, node.board, lo - 1, hi + 1)
        if not lo <= score <= hi:
            raise Fault(f"the leaf is worth {score:+} by our search")

    def sample(self, count, seed):
        """Some of the leaves with the fewest empty squares."""
        most = EMPTIES_MAX + 64 - len(self.rules.squares)
        leaves = [node for node in self.nodes.values() if node.reason == "leaf" and node.board.count("-") <= most]
        leaves.sort(key=lambda node: (node.board.count("-"), node.line))
        return random.Random(seed).sample(leaves[:10 * count], min(count, len(leaves)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.sample < 0:
        parser.error("--sample takes no number below 0")
    try:
        with open(given.file, encoding="ascii") as source:
            certificate = Certificate(source.read().splitlines())
    except (OSError, UnicodeDecodeError, Fault) as fault:
        print(f"{given.file}: {fault}")
        return 2
    certificate.guard(4, certificate.check_root)
    for node in certificate.nodes.values():
        certificate.guard(node.line, certificate.check_node, node)
    leaves = [] if certificate.faults else certificate.sample(given.sample, given.seed)
    for node in leaves:
        certificate.guard(node.line, certificate.check_leaf, node)
    trusted = sum(node.reason == "leaf" for node in certificate.nodes.values()) - len(leaves)
    for fault in certificate.faults:
        print(f"{given.file}: {fault}")
    print("rules {1}, root {2}: {3}".format(*certificate.head))
    told = f"{len(certificate.nodes)} positions, {len(leaves)} leaves solved, {trusted} leaves not checked"
    print(f"{given.file}: {told}, {len(certificate.faults)} faults")
    return 1 if certificate.faults else 3 if len(leaves) < given.sample and trusted else 0


if __name__ == "__main__":
    sys.exit(main())
