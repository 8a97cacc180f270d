#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write a piece network as a constant of C:   piece_network_table.py NAME INPUT OUTPUT

src/games/piece_file.h has the file, src/games/piece_network.h the structure. The numbers are built into every program and into
the page's engine, which have no file to look for.
"""
import struct
import sys
import zlib

MAGIC, VERSION, WIDTH, ROWS, PHASES = b"FLKPIECE", 1, 64, 256, 8
HEADER = struct.Struct("<8sHHiiI")


def rows_of(numbers, width):
    return ",\n".join("{" + ",".join(map(str, numbers[at:at + width])) + "}" for at in range(0, len(numbers), width))


def main():
    name, source, output = sys.argv[1:]
    with open(source, "rb") as file:
        whole = file.read()
    shorts = WIDTH * (ROWS + 1 + 2 * PHASES)
    if len(whole) != HEADER.size + 2 * shorts + 4 * PHASES:
        sys.exit(f"{source}: not a piece network: {len(whole)} bytes")
    magic, version, width, hundredths, pieces_a_phase, checksum = HEADER.unpack_from(whole)
    if (magic, version, width) != (MAGIC, VERSION, WIDTH) or checksum != zlib.crc32(whole[:HEADER.size - 4] + whole[HEADER.size:]):
        sys.exit(f"{source}: a damaged piece network")
    numbers = struct.unpack_from(f"<{shorts}h", whole, HEADER.size)
    constants = struct.unpack_from(f"<{PHASES}i", whole, HEADER.size + 2 * shorts)
    bias = WIDTH * ROWS
    with open(output, "w", encoding="utf-8") as out:
        out.write(f'/* Written by tools/piece_network_table.py. */\n#include "games/piece_network.h"\n\n'
                  f"extern const piece_network {name};\n"
                  f"const piece_network {name} = {{\n.rows = {{\n{rows_of(numbers[:bias], WIDTH)}}},\n"
                  f".bias = {rows_of(numbers[bias:bias + WIDTH], WIDTH)},\n"
                  f".weights = {{\n{rows_of(numbers[bias + WIDTH:], 2 * WIDTH)}}},\n"
                  f".constant = {rows_of(constants, PHASES)},\n"
                  f".hundredths = {hundredths}, .pieces_a_phase = {pieces_a_phase},\n}};\n")


if __name__ == "__main__":
    main()
