/* SPDX-License-Identifier: MIT
 *
 * What there is to know about one line of Lines of Action, for all its states; tools/gen_loa_lines.py writes the tables
 * at build time.
 *
 * The state of a line is its squares read as digits to base 3: 0 empty, 1 an own piece, 2 one of the other side. "Own"
 * is whichever side the caller chooses. The 46 lines of a board are indexed rows 0..7 by rank, columns 8..15 by file,
 * diagonals 16..30 by rank - file + 7, antidiagonals 31..45 by rank + file; 46 and 47 fill up the vectors. The tables
 * of lines of different shapes lie one behind the other, so a line's index there is where its shape begins plus its
 * state; it changes by a constant for each square that changes. The index of every line of a board is loa_empty_lines
 * plus, for each piece, its digit times loa_square_weights of its square.
 */
#ifndef FLANK_GAMES_LOA_LINE_TABLES_H
#define FLANK_GAMES_LOA_LINE_TABLES_H

#include <stdint.h>

enum { LOA_LINES = 46, LOA_LINE_SLOTS = 48, LOA_LINE_STATES = 13119 };
enum { LOA_FIRST_ROW = 0, LOA_FIRST_COLUMN = 8, LOA_FIRST_DIAGONAL = 16, LOA_FIRST_ANTIDIAGONAL = 31 };

extern const uint16_t loa_empty_lines[LOA_LINE_SLOTS];
extern const uint16_t loa_square_weights[64][LOA_LINE_SLOTS];

/* Of each square, at its file (in a column, its rank): in the low byte how many own moves along the line leave or reach
 * it; in the high byte its touch: how many moves along the line the other side gains if the own piece there vanishes,
 * or, if none is there, if one appears (a piece of the other side giving way). Zero outside the line. */
extern const int16_t loa_line_cells[LOA_LINE_STATES][8];

/* Byte 0: moves of the other side along the line; byte 1: 1 if there is any; the upper half, signed: over all own moves
 * along the line, what the other side gains on it by the move, less the touches of its two squares. */
extern const int32_t loa_line_summary[LOA_LINE_STATES];

#endif
