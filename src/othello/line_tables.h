/* SPDX-License-Identifier: MIT
 *
 * Constant tables about the lines through a square, made by tools/othello_tables.py.
 */
#ifndef FLANK_OTHELLO_LINE_TABLES_H
#define FLANK_OTHELLO_LINE_TABLES_H

#include <stdint.h>

/* The squares from a square, exclusive, to the edge in the steps 1, 8, 9, 7, then -1, -8, -9, -7. */
extern const uint64_t line_rays[64][8];

/* The squares that touch a square. */
extern const uint64_t line_neighbours[64];

/* Twice the discs turned on a line of eight squares when the last empty one, at this place, is taken by the owner of
 * these squares; all others are the opponent's. A shorter line counts as one with opposing discs beyond its end. */
extern const uint8_t line_last_flips[8][256];

#endif
