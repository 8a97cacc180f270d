/* SPDX-License-Identifier: MIT
 *
 * The Othello engine behind the façade: searches and solves of othello/, told as the public reports have them.
 */
#ifndef FLANK_ENGINE_OTHELLO_MIND_H
#define FLANK_ENGINE_OTHELLO_MIND_H

#include <flank/engine.h>
#include <flank/stop.h>

#include "othello/think.h"
#include "search/search.h"

typedef struct othello_mind othello_mind;

/* NULL without memory. */
othello_mind *othello_mind_create(const thinker_options *options);
void othello_mind_destroy(othello_mind *mind); /* NULL is fine */
void othello_mind_clear(othello_mind *mind);
void othello_mind_touch(othello_mind *mind); /* as thinker_touch */

/* Like search_run. Depth 0 is the end of the game; `selectivity_percent` as in flank_line. */
void othello_mind_search(othello_mind *mind, const flank_position *position, const search_settings *settings,
                         int selectivity_percent, flank_report_fn *on_report, void *user, flank_report *report);

/* As flank_engine_solve; `position` is not over; it ends soon after *stop has become true. */
flank_status othello_mind_solve(othello_mind *mind, const flank_position *position, const flank_solve_options *options,
                                const flank_stop *stop, flank_report_fn *on_report, void *user, flank_report *report);

#endif
