/* SPDX-License-Identifier: MIT
 *
 * Works out the values of a class and its twin from those of the classes before; tablebase_solve.c says how.
 *
 * An entry is one byte: 0 for a draw, else 1 and the plies to the end of the game. The winner makes the last move, so
 * that an odd number of plies is a win for the side to move. TABLE_HOLE is no position.
 */
#ifndef FLANK_TABLEBASE_SOLVE_H
#define FLANK_TABLEBASE_SOLVE_H

#include "tablebase/tablebase_index.h"

enum { TABLE_DRAW = 0, TABLE_LOST_NOW = 1, TABLE_LAST = 254, TABLE_HOLE = 255 };

/* True for a win of the side to move; not for TABLE_DRAW. */
static inline bool table_is_win(unsigned entry) { return entry % 2 == 0; }

typedef struct table_solver {
    const table_index *index;
    const flank_rules *rules;
    uint8_t *values[TABLE_CLASSES_MAX]; /* of each class; those of classes before are right */
    const flank_stop *stop;
    void (*progress)(void *user, unsigned class_index, uint64_t entries_done); /* some times a second */
    void *user;
} table_solver;

/* Fill in the values of a class and of its twin, which are any. FLANK_STOPPED, FLANK_NO_MEMORY, FLANK_TOO_LARGE. */
flank_status table_solve(const table_solver *solver, unsigned class_index);

#endif
