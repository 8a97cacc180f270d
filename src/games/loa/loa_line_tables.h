/* SPDX-License-Identifier: MIT
 *
 * All facts about one line of Lines of Action, for all its states; tools/gen_loa_lines.py writes the tables
 * at build time.
 *
 * The state of a line is its squares read as digits to base 3: 0 empty, 1 an own piece, 2 one of the other side. "Own"
 * is whichever side the caller chooses. The 46 lines of a board are indexed rows 0..7 by rank, columns 8..15 by file,
 * diagonals 16..30 by rank - file + 7, antidiagonals 31..45 by rank + file. The tables
 * of lines of different shapes lie one behind the other, so a line's index there is where its shape begins plus its
 * state; it changes by a constant for each square that changes. The index of every line of a board is loa_empty_lines
 * plus, for each piece, its digit times loa_square_weights of its square. Two more slots fill up the
 * vectors.
 */
#ifndef FLANK_GAMES_LOA_LINE_TABLES_H
#define FLANK_GAMES_LOA_LINE_TABLES_H

#include "core/bits.h"

#include <string.h>

enum { LOA_LINES = 46, LOA_LINE_SLOTS = 48, LOA_LINE_STATES = 13119 };
enum {
    LOA_FIRST_ROW = 0,
    LOA_FIRST_COLUMN = 8,
    LOA_FIRST_DIAGONAL = 16,
    LOA_FIRST_ANTIDIAGONAL = 31
};

extern const uint16_t loa_empty_lines[LOA_LINE_SLOTS];
extern const uint16_t loa_square_weights[64][LOA_LINE_SLOTS];

/* Eight of them at a time; the compilers make of it whatever the CPU has. */
typedef uint16_t loa_lanes __attribute__((vector_size(16)));
enum { LOA_LINE_VECTORS = LOA_LINE_SLOTS / 8 };

static inline loa_lanes loa_load_lanes(const uint16_t *from)
{
    loa_lanes result;
    memcpy(&result, from, sizeof result);
    return result;
}

/* Add to `lines` the weights of the squares of `set`, `digit` times. */
static inline void loa_add_weights(uint64_t set, uint16_t digit, loa_lanes lines[LOA_LINE_VECTORS])
{
    loa_lanes sum[LOA_LINE_VECTORS] = {{0}};
    for (BITS_EACH(square, set))
        for (int i = 0; i < LOA_LINE_VECTORS; i++)
            sum[i] += loa_load_lanes(&loa_square_weights[square][8 * i]);
    for (int i = 0; i < LOA_LINE_VECTORS; i++)
        lines[i] += sum[i] * digit;
}

/* Of each square, at its file (in a column, its rank): in the low byte how many own moves along the line leave or reach
 * it; in the high byte its touch: how many moves along the line the other side gains if the own piece there vanishes,
 * or, if none is there, if one appears (a piece of the other side giving way). Zero outside the line. */
extern const int16_t loa_line_cells[LOA_LINE_STATES][8];

/* Byte 0: moves of the other side along the line; byte 1: 1 if there is any; the upper half, signed: over all own moves
 * along the line, what the other side gains on it by the move, less the touches of its two squares. */
extern const int32_t loa_line_summary[LOA_LINE_STATES];

#endif
