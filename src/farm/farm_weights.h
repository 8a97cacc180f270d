/* SPDX-License-Identifier: MIT
 *
 * The weights with which runs of self-play are played: one copy for all threads of a worker.
 */
#ifndef FLANK_FARM_FARM_WEIGHTS_H
#define FLANK_FARM_FARM_WEIGHTS_H

#include "farm/farm_kind.h"
#include "farm/farm_selfplay.h"
#include "othello/evaluation.h"

/* Those of the unit's run, to be given back. FLANK_BAD_FILE with `error`: the note is missing, or not the one that the
 * run speaks of; FLANK_NO_MEMORY, FLANK_STOPPED, and what get_note returns. */
flank_status farm_weights_take(const farm_unit *unit, const farm_selfplay *run, const evaluation **eval,
                               flank_error *error);

/* They are not used any more. They stay in memory for the next unit, until one of another run comes. NULL is fine. */
void farm_weights_give_back(const evaluation *eval);

#endif
