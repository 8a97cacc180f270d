# SPDX-License-Identifier: MIT
"""The book files of Edax and Egaroucid, read and judged by themselves: written from the facts in docs/users/book-files.md, without a line of flank,
so that an error in flank's reader and writer cannot hide behind itself. A board is (own, other), bit 0 a1, bit 63 h8; a move is a square
or 64, the pass."""
import struct

PASS, NO_MOVE, NO_SCORE = 64, 65, -127
CENTRE = 0x0000001818000000
ALL = 0xffffffffffffffff
NOT_A, NOT_H = 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f
STEPS = [(1, NOT_A), (-1, NOT_H), (8, ALL), (-8, ALL), (9, NOT_A), (-9, NOT_H), (7, NOT_H), (-7, NOT_A)]  # step, squares it may reach


def step(board, by, reach):
    return (board << by if by > 0 else board >> -by) & reach & ALL


def flips(own, other, square):
    turned = 0
    for by, reach in STEPS:
        run, at = 0, step(1 << square, by, reach)
        while at & other:
            run |= at
            at = step(at, by, reach)
        if at & own:
            turned |= run
    return turned


def placements(own, other):
    found, empty = 0, ~(own | other) & ALL
    for by, reach in STEPS:
        run = step(own, by, reach) & other
        while run:
            run = step(run, by, reach)
            found |= run & empty
            run &= other
    return found


def moves(own, other):
    """The legal moves; [64] for a forced pass, [] when the game is over."""
    found = placements(own, other)
    if not found:
        return [PASS] if placements(other, own) else []
    return [square for square in range(64) if found >> square & 1]


def play(own, other, move):
    if move == PASS:
        return other, own
    turned = flips(own, other, move)
    return other ^ turned, own | turned | 1 << move


def swap(board, mask, distance):
    change = (board ^ board >> distance) & mask
    return board ^ change ^ change << distance


def turn(board, symmetry):
    if symmetry & 1:  # left and right
        for mask, distance in ((0x5555555555555555, 1), (0x3333333333333333, 2), (0x0f0f0f0f0f0f0f0f, 4)):
            board = swap(board, mask, distance)
    if symmetry & 2:  # top and bottom
        board = int.from_bytes(board.to_bytes(8, "little"), "big")
    if symmetry & 4:  # rows and columns
        for mask, distance in ((0x00aa00aa00aa00aa, 7), (0x0000cccc0000cccc, 14), (0x00000000f0f0f0f0, 28)):
            board = swap(board, mask, distance)
    return board


def canonical(own, other):
    best = min(turn(own, symmetry) for symmetry in range(8))
    return best, min(turn(other, symmetry) for symmetry in range(8) if turn(own, symmetry) == best)


class Entry:
    def __init__(self, own, other, value, level, lines, links, leaf, bounds=None):
        self.own, self.other, self.value, self.level, self.lines = own, other, value, level, lines
        self.links, self.leaf, self.bounds = links, leaf, bounds  # [(move, value)], (move, value) or None, (lower, upper)


def read_edax(data):
    """The header's numbers and the positions; ValueError where Edax would read something else."""
    if len(data) < 42 or data[:8] != b"XADEKOOB" or data[8] != 4:
        raise ValueError("no Edax header")
    year, month, day, hour, minute, second = struct.unpack_from("<H5b", data, 10)
    if not (1998 <= year < 3000 and 1 <= month <= 12 and 1 <= day <= 31 and 0 <= hour < 24 and minute < 60 and second < 61):
        raise ValueError("the date is none")
    level, empties, midgame, endcut, verbosity, count = struct.unpack_from("<6i", data, 18)
    entries, at = [], 42
    while at < len(data):
        if len(data) - at < 42:
            raise ValueError(f"cut off at byte {at}")
        own, other, _, _, _, lines, value, lower, upper, links, entry_level = struct.unpack_from("<QQ4I3h2B", data, at)
        at += 40
        if len(data) - at < 2 * links + 2:
            raise ValueError(f"cut off at byte {at}")
        pairs = [struct.unpack_from("<bB", data, at + 2 * i)[::-1] for i in range(links + 1)]
        at += 2 * links + 2
        leaf = None if pairs[-1] == (NO_MOVE, NO_SCORE) else pairs[-1]
        entries.append(Entry(own, other, value, entry_level, lines, pairs[:-1], leaf, (lower, upper)))
    return {"level": level, "empties": empties, "midgame": midgame, "endcut": endcut, "verbosity": verbosity, "count": count}, entries


def read_egaroucid(data):
    if len(data) < 14 or data[:10] != b"DICUORAGE\x03":
        raise ValueError("no Egaroucid header")
    count, = struct.unpack_from("<i", data, 10)
    if (len(data) - 14) % 25:
        raise ValueError("cut off")
    entries = []
    for at in range(14, len(data), 25):
        own, other, value, level, lines, leaf_value, leaf_move, leaf_level = struct.unpack_from("<QQbbIbBb", data, at)
        leaf = (leaf_move, leaf_value) if leaf_move < 64 else None
        if leaf is None and (leaf_move, leaf_value, leaf_level) != (127, -127, -1):
            raise ValueError(f"byte {at}: half a leaf")
        entries.append(Entry(own, other, value, level, lines, [], leaf))
    return {"count": count}, entries


def judge_positions(entries, header):
    """Rules of both formats. Yields faults."""
    if header["count"] != len(entries):
        yield f"the header tells of {header['count']} positions, there are {len(entries)}"
    known = {(entry.own, entry.other): entry for entry in entries}
    if len(known) != len(entries):
        yield f"{len(entries) - len(known)} positions stand there twice"
    for entry in entries:
        name = f"{entry.own:016x} {entry.other:016x}"
        if entry.own & entry.other:
            yield f"{name}: a square holds two discs"
        elif canonical(entry.own, entry.other) != (entry.own, entry.other):
            yield f"{name}: not canonical"
        if not moves(entry.own, entry.other):
            yield f"{name}: the game is over"
        if not -64 <= entry.value <= 64:
            yield f"{name}: value {entry.value}"
        if not 0 <= entry.level <= 60:
            yield f"{name}: level {entry.level}"
        if entry.leaf and entry.leaf[0] not in moves(entry.own, entry.other):
            yield f"{name}: the leaf is not legal"


def judge_edax(data):
    """Everything that Edax trusts or works out itself. Yields faults."""
    header, entries = read_edax(data)
    yield from judge_positions(entries, header)
    known = {(entry.own, entry.other): entry for entry in entries}
    if entries and header["level"] != max(entry.level for entry in entries):
        yield "the level of the header is not the highest"
    if entries and header["empties"] != 1 + min(64 - (entry.own | entry.other).bit_count() for entry in entries):
        yield "the empties of the header are not the fewest"
    for entry in entries:
        name = f"{entry.own:016x} {entry.other:016x}"
        legal, linked = moves(entry.own, entry.other), [move for move, _ in entry.links]
        if (entry.own | entry.other) & CENTRE != CENTRE:
            yield f"{name}: the centre is not full"
        if len(set(linked)) != len(linked) or set(linked) - set(legal):
            yield f"{name}: links {linked} of {legal}"
            continue
        if entry.leaf and entry.leaf[0] in linked:
            yield f"{name}: the leaf is a link"
        for move, value in entry.links:
            child = known.get(canonical(*play(entry.own, entry.other, move)))
            if child is None:
                yield f"{name}: link {move} leads to no position"
            elif child.value != -value:
                yield f"{name}: link {move} is worth {value}, the position behind it {child.value}"
        for move in set(legal) - set(linked):
            child = canonical(*play(entry.own, entry.other, move))
            if child in known:
                yield f"{name}: move {move} leads into the book without a link"
            elif not placements(*child) and canonical(*play(*child, PASS)) in known:
                yield f"{name}: the pass behind move {move} is missing"
        values = [value for _, value in entry.links] + ([entry.leaf[1]] if entry.leaf else [])
        if not values:
            yield f"{name}: neither links nor a leaf"
        elif entry.value != max(values):
            yield f"{name}: value {entry.value}, but its moves are worth {values}"
        elif not entry.bounds[0] <= entry.value <= entry.bounds[1]:
            yield f"{name}: value {entry.value} is not within {entry.bounds}"


def judge_egaroucid(data):
    header, entries = read_egaroucid(data)
    yield from judge_positions(entries, header)
    for entry in entries:
        if moves(entry.own, entry.other) == [PASS]:
            yield f"{entry.own:016x} {entry.other:016x}: a pass stands in the book"
