/* SPDX-License-Identifier: MIT
 *
 * Othello's endgame solver behind the façade: results as the public report has them.
 */
#ifndef FLANK_ENGINE_OTHELLO_SOLVE_H
#define FLANK_ENGINE_OTHELLO_SOLVE_H

#include <flank/engine.h>

typedef struct othello_solve othello_solve;

/* NULL without memory. */
othello_solve *othello_solve_create(size_t table_bytes);
void othello_solve_destroy(othello_solve *solve); /* NULL is fine */
void othello_solve_clear(othello_solve *solve);

/* Make the running othello_solve_run return soon. Any thread, or a signal handler. */
void othello_solve_stop(othello_solve *solve);

/* As flank_engine_solve; `position` is one of Othello and not over. */
flank_status othello_solve_run(othello_solve *solve, const flank_position *position, const flank_solve_options *options,
                               flank_report_fn *on_report, void *user, flank_report *report);

#endif
