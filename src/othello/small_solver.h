/* SPDX-License-Identifier: MIT
 *
 * Solving Othello where there is no memory for the evaluation of the Othello engine.
 */
#ifndef FLANK_OTHELLO_SMALL_SOLVER_H
#define FLANK_OTHELLO_SMALL_SOLVER_H

#include <flank/engine.h>
#include <flank/stop.h>

typedef struct small_solver small_solver;

/* With a table of so many bytes, and instructions up to this level. NULL without memory. */
small_solver *small_solver_create(size_t table_bytes, flank_cpu cpu);
void small_solver_destroy(small_solver *small); /* NULL is fine */
void small_solver_clear(small_solver *small);

/* As flank_engine_solve, but lines other than the first, and all while it runs, hold their first move only; `position`
 * is not over; it ends soon after *stop has become true. */
flank_status small_solver_solve(small_solver *small, const flank_position *position, const flank_solve_options *options,
                                const flank_stop *stop, flank_report_fn *on_report, void *user, flank_report *report);

#endif
