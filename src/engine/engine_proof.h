/* SPDX-License-Identifier: MIT
 *
 * Solving games that are won, drawn or lost: proof-number search and alpha-beta in turn.
 */
#ifndef FLANK_ENGINE_PROOF_H
#define FLANK_ENGINE_PROOF_H

#include "engine/engine_search.h"

/* True if a request is one for both: to solve a game without a disc score, with one line. */
bool engine_proves(const search_task *task, const search_request *request);

/* Divide the memory of the engine's table among the two, until its searches are freed. FLANK_OK, FLANK_NO_MEMORY. */
flank_status engine_make_prover(flank_engine *engine);

/* Solve with what engine_make_prover made, as search_run does. */
flank_status engine_prove(flank_engine *engine, const search_task *task, const search_request *request,
                          flank_report *report);

#endif
