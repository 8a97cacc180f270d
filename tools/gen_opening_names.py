#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print src/book/opening_table.c from data/opening-names.txt.   tools/gen_opening_names.py > src/book/opening_table.c

Every line is replayed by the rules (a loop over the eight directions, on purpose unlike the shifts of the library) and its end
is stored as the smallest of its eight symmetric positions, as src/core/symmetry.h defines it, sorted for a binary search.
"""
import os
import sys

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def play(own, other, column, row):
    """The position after a move, seen by the next player."""
    flips = set()
    for step_column, step_row in DIRECTIONS:
        run, x, y = [], column + step_column, row + step_row
        while (x, y) in other:
            run.append((x, y))
            x, y = x + step_column, y + step_row
        if (x, y) in own:
            flips.update(run)
    if not flips or (column, row) in own | other:
        return None
    return other - flips, own | flips | {(column, row)}


def bits(squares):
    return sum(1 << (8 * row + column) for column, row in squares)


def canonical(own, other):
    best = None
    for symmetry in range(8):
        def turn(square):
            column, row = square
            column = 7 - column if symmetry & 1 else column
            row = 7 - row if symmetry & 2 else row
            return (row, column) if symmetry & 4 else (column, row)
        turned = bits(map(turn, own)), bits(map(turn, other))
        best = turned if best is None or turned < best else best
    return best


def read(path):
    table = {}
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if line.startswith("#") or not line.strip():
            continue
        moves, name = line.rstrip("\n").split(" ", 1)
        position = {(4, 3), (3, 4)}, {(3, 3), (4, 4)}
        for i in range(0, len(moves), 2):
            position = play(*position, "abcdefgh".index(moves[i]), int(moves[i + 1]) - 1)
            if not position:
                sys.exit(f"{path}:{number}: {moves[i:i + 2]} is illegal")
        key = canonical(*position)
        if key in table:
            sys.exit(f"{path}:{number}: {name} is the same position as {table[key]}")
        table[key] = name
    return table


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    table = read(os.path.join(root, "data", "opening-names.txt"))
    print("""/* SPDX-License-Identifier: MIT
 *
 * The named opening positions, canonical and sorted; made by tools/gen_opening_names.py from data/opening-names.txt.
 */
#include "book/opening_table.h"

/* clang-format off */
const opening_row opening_table[] = {""")
    for (own, other), name in sorted(table.items()):
        print(f'    {{UINT64_C({own:#018x}), UINT64_C({other:#018x}), "{name}"}},')
    print("};\n/* clang-format on */\n")
    print("const size_t opening_table_size = sizeof opening_table / sizeof *opening_table;")
    print(f"const unsigned opening_discs_max = {max(bin(own | other).count('1') for own, other in table)};")


main()
