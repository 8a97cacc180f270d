/* SPDX-License-Identifier: MIT
 *
 * Constant tables about the lines through a square, made by tools/othello_tables.py.
 */
#ifndef FLANK_OTHELLO_LINE_TABLES_H
#define FLANK_OTHELLO_LINE_TABLES_H

#include <stdint.h>

/* The squares from a square, exclusive, to the edge in the steps 1, 8, 9, 7, then -1, -8, -9, -7; none from
 * square 64. */
extern const uint64_t line_rays[65][8];

/* The squares that touch a square. */
extern const uint64_t line_neighbours[64];

/* Lookups of whole lines for what the owner of the discs turns on a board's one empty square. The four lines
 * are the row, the file, the diagonal (a1-h8) and the antidiagonal through the square. */
typedef struct line_last {
    _Alignas(64) uint64_t lines[4]; /* all squares of the line, the empty one included */
    uint16_t starts[4];             /* of line_last_turned: add the line's discs, packed, lowest square first */
    uint8_t shifts[4];              /* bits to shift down by to pack without PEXT; fast_last_turned shows how */
    uint16_t start_by_file;         /* the antidiagonal's start if its discs are packed lowest file first */
} line_last;

extern const line_last line_lasts[64];

/* Twice the discs that turn if the owner of the packed discs takes the empty square, and 256 times as much what turns
 * if the opponent does, who has all other squares of the line. */
extern const uint16_t line_last_turned[3580];

#endif
