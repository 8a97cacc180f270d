/* SPDX-License-Identifier: MIT
 *
 * True if a game went through an opening: any position that has the name, not only the last that has one.
 */
#ifndef FLANK_LIBRARY_LIBRARY_OPENING_H
#define FLANK_LIBRARY_LIBRARY_OPENING_H

#include "library/library_match.h"

/* The named positions whose names have a text in them. All zero: none; opening_free afterwards. */
typedef struct sought_opening {
    bool *rows;     /* for each of opening_table, whether it is one */
    uint64_t discs; /* bit n: one of them has n discs */
} sought_opening;

/* Look for names with `text` in them, in any case; false without memory. */
bool opening_start(sought_opening *sought, const char *text);
void opening_free(sought_opening *sought);

/* Look for one of the positions in a game of Othello. */
sought_result opening_passed(const sought_opening *sought, const sought_game *stored);

#endif
