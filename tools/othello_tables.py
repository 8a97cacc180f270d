#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write src/othello/line_tables.c: constant tables of rays, neighbours and last-move flip counts (run from the root, no arguments)."""

STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # towards higher squares; the other four are their opposites


def ray(square, step):
    """The squares from `square`, exclusive, to the edge in direction `step` (file, rank) as a 64-bit word."""
    file, rank, word = square % 8 + step[0], square // 8 + step[1], 0
    while 0 <= file < 8 and 0 <= rank < 8:
        word |= 1 << (rank * 8 + file)
        file, rank = file + step[0], rank + step[1]
    return word


LINES = ((1, 0), (0, 1), (1, 1), (-1, 1))  # row, file, diagonal, antidiagonal, each towards higher squares
LENGTHS = range(3, 9)  # lengths of lines on which discs can turn


def turned(place, length, own):
    """Discs turned on a line by a disc on `place` if all its squares but that one hold `own` bits or opponents."""
    count = 0
    for way in (1, -1):
        at, run = place + way, 0
        while 0 <= at < length and not own >> at & 1:
            at, run = at + way, run + 1
        if 0 <= at < length:
            count += run
    return count


def last_entry(place, length, own):
    """Twice the discs that the owner of `own` turns, and in the high byte those that the opponent turns."""
    return 2 * turned(place, length, own) + 512 * turned(place, length, ~own & ~(1 << place))


def last_line(square, line):
    """The squares of a line through `square` from its lowest one on, and the place of the square."""
    file, rank = square % 8, square // 8
    place = 0
    while 0 <= file - line[0] < 8 and 0 <= rank - line[1] < 8:
        file, rank, place = file - line[0], rank - line[1], place + 1
    squares = []
    while 0 <= file < 8 and 0 <= rank < 8:
        squares.append(rank * 8 + file)
        file, rank = file + line[0], rank + line[1]
    return squares, place


def rows(values, per_row):
    return ",\n".join("    " + ", ".join(values[i:i + per_row]) for i in range(0, len(values), per_row))


def main():
    rays = []
    for square in range(64):
        for sign in (1, -1):
            rays += ["0x%016x" % ray(square, (sign * file, sign * rank)) for file, rank in STEPS]
    near = []
    for square in range(64):
        near.append("0x%016x" % sum(1 << at for at in range(64) if at != square and abs(at % 8 - square % 8) <= 1
                                    and abs(at // 8 - square // 8) <= 1))
    starts, entries = {}, [0] * 4  # too short a line: nothing turns
    for length in LENGTHS:
        for place in range(length):
            starts[length, place] = len(entries)
            entries += [last_entry(place, length, own) for own in range(1 << length)]
    lines = []
    for square in range(64):
        masks, start, shift = [], [], []
        for line in LINES:
            squares, place = last_line(square, line)
            masks.append("0x%016x" % sum(1 << at for at in squares))
            start.append("%4d" % starts.get((len(squares), place), 0))
            shift.append("%2d" % (square - place if line == (1, 0) else square % 8 if line == (0, 1)
                                  else 56 + min(squares[0] % 8, squares[-1] % 8)))
        by_file = starts.get((len(squares), len(squares) - 1 - place), 0)
        lines.append("    {{%s},\n     {%s}, {%s}, %4d}"
                     % (", ".join(masks), ", ".join(start), ", ".join(shift), by_file))
    rays = ["    {%s,\n     %s}" % (", ".join(rays[i:i + 4]), ", ".join(rays[i + 4:i + 8])) for i in range(0, 512, 8)]
    with open("src/othello/line_tables.c", "w") as out:
        out.write("/* SPDX-License-Identifier: MIT\n *\n * Written by tools/othello_tables.py; line_tables.h says what is "
                  "in it.\n */\n#include \"othello/line_tables.h\"\n\n// clang-format off\n")
        out.write("_Alignas(64) const uint64_t line_rays[65][8] = {\n%s,\n    {0}};\n\n" % ",\n".join(rays))
        out.write("const uint64_t line_neighbours[64] = {\n%s};\n\n" % rows(near, 4))
        out.write("const line_last line_lasts[64] = {\n%s};\n\n" % ",\n".join(lines))
        out.write("const uint16_t line_last_turned[%d] = {\n%s};\n" % (len(entries), rows(["%d" % entry for entry in entries], 24)))


main()
