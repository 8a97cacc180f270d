/* SPDX-License-Identifier: MIT
 *
 * Othello's endgame solver behind the façade: results as the public report has them.
 */
#ifndef FLANK_ENGINE_OTHELLO_SOLVE_H
#define FLANK_ENGINE_OTHELLO_SOLVE_H

#include <flank/engine.h>
#include <stdatomic.h>

typedef struct othello_solve othello_solve;

/* NULL without memory. */
othello_solve *othello_solve_create(size_t table_bytes);
void othello_solve_destroy(othello_solve *solve); /* NULL is fine */
void othello_solve_clear(othello_solve *solve);

/* As flank_engine_solve; `position` is one of Othello and not over; it ends soon after *stop has become true. */
flank_status othello_solve_run(othello_solve *solve, const flank_position *position, const flank_solve_options *options,
                               const atomic_bool *stop, flank_report_fn *on_report, void *user, flank_report *report);

#endif
