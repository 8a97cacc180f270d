/* SPDX-License-Identifier: MIT
 *
 * The file of a piece network, as training writes it and tools/piece_network_table.py builds it into the program.
 *
 * All numbers are little-endian. A header of 24 bytes: "FLKPIECE", the version (2 bytes), PIECE_WIDTH (2), `hundredths`
 * (4), `pieces_a_phase` (4) and the CRC-32 of all else (4). Then rows, bias and weights (2 bytes each) and constants (4
 * each), in the order of piece_network.h.
 */
#ifndef FLANK_GAMES_PIECE_FILE_H
#define FLANK_GAMES_PIECE_FILE_H

#include "games/piece_network.h"

enum {
    PIECE_FILE_HEADER = 24,
    PIECE_FILE_BYTES = PIECE_FILE_HEADER + 2 * PIECE_WIDTH * (PIECE_ROWS + 1 + 2 * PIECE_PHASES) + 4 * PIECE_PHASES,
};

/* The bytes of a file. FLANK_BAD_FILE with `error` (may be NULL). */
flank_status piece_file_parse(const uint8_t *bytes, size_t size, piece_network *network, flank_error *error);

/* FLANK_OK, FLANK_CANNOT_READ or FLANK_BAD_FILE; `error` (may be NULL) says what is wrong. */
flank_status piece_file_read(const char *path, piece_network *network, flank_error *error);

/* Write the file, whole or not at all. 0 or an errno. */
int piece_file_write(const char *path, const piece_network *network);

#endif
