/* SPDX-License-Identifier: MIT
 *
 * The table behind flank_opening_name.
 */
#ifndef FLANK_BOOK_OPENING_TABLE_H
#define FLANK_BOOK_OPENING_TABLE_H

#include <flank/game.h>
#include <stddef.h>
#include <stdint.h>

typedef struct opening_row {
    uint64_t own, other; /* canonical (core/symmetry.h) */
    const char *name;
} opening_row;

extern const opening_row opening_table[]; /* sorted by own, then other */
extern const size_t opening_table_size;
extern const unsigned opening_discs_max; /* no named position has more discs */

/* The row of a position of Othello, however it is turned; NULL if it has no name. */
const opening_row *opening_find(const flank_position *position);

#endif
