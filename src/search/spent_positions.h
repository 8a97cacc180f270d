/* SPDX-License-Identifier: MIT
 *
 * The positions of a game so far that must not occur again: once more makes them a draw. Part of the searches.
 */
#ifndef FLANK_SEARCH_SPENT_POSITIONS_H
#define FLANK_SEARCH_SPENT_POSITIONS_H

#include "search/search.h"

/* Write the hashes of those of task->history to `spent`, sorted: room for all of them is needed. Returns how many. */
size_t spent_positions(const search_task *task, uint64_t *spent);

/* True if one of them is `hash`. */
bool spent_has(const uint64_t *spent, size_t count, uint64_t hash);

/* True if task->known tells no wins. Known values count from a position alone. Where positions that they are of must
 * not occur again, a known win might lead through one of those, so that the search has to find its way without it. A
 * known draw stays one. */
bool spent_spoils_wins(const search_task *task, size_t count);

#endif
