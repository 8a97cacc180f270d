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


def turned(place, own):
    """Discs turned on a line of eight by a disc on `place` if all squares but that one hold `own` bits or opponents."""
    count = 0
    for way in (1, -1):
        at, run = place + way, 0
        while 0 <= at < 8 and not own >> at & 1:
            at, run = at + way, run + 1
        if 0 <= at < 8:
            count += run
    return count


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
    flips = ["    {%s}" % ",\n     ".join(", ".join(str(2 * turned(place, own)) for own in range(at, at + 32))
                                         for at in range(0, 256, 32)) for place in range(8)]
    rays = ["    {%s,\n     %s}" % (", ".join(rays[i:i + 4]), ", ".join(rays[i + 4:i + 8])) for i in range(0, 512, 8)]
    with open("src/othello/line_tables.c", "w") as out:
        out.write("/* SPDX-License-Identifier: MIT\n *\n * Written by tools/othello_tables.py; line_tables.h says what is "
                  "in it.\n */\n#include \"othello/line_tables.h\"\n\n// clang-format off\n")
        out.write("_Alignas(64) const uint64_t line_rays[64][8] = {\n%s};\n\n" % ",\n".join(rays))
        out.write("const uint64_t line_neighbours[64] = {\n%s};\n\n" % rows(near, 4))
        out.write("const uint8_t line_last_flips[8][256] = {\n%s};\n" % ",\n".join(flips))


main()
