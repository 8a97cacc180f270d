/* SPDX-License-Identifier: MIT
 *
 * The shared search: the best moves of a position of any game, by alpha-beta over its const game table.
 */
#ifndef FLANK_SEARCH_SEARCH_H
#define FLANK_SEARCH_SEARCH_H

#include "games/piece_network.h"
#include "search/search_request.h"

/* A searcher with its table, its tree memory and its threads; for one caller at a time. */
typedef struct searcher searcher;

/* Positions of known value: endgame tables. All zero: none. */
typedef struct search_known {
    /* The result of a position that is not over, for the side to move: +1, 0, -1, and the plies to the end of the game
     * with best play (0 for a draw). False if it is not known. */
    bool (*value)(const void *user, const flank_rules *rules, const flank_position *position, int *sign, int *plies);
    const void *user;
    unsigned pieces; /* it is worth asking about positions of up to so many */
} search_known;

/* The task of a search. */
typedef struct search_task {
    const flank_game *game;
    const flank_rules *rules;
    flank_position root;     /* not over */
    const uint64_t *history; /* flank_position_hash of the positions before the root, in any order */
    size_t history_count;    /* may be 0 where the game has no repetition */
    int idle_plies;          /* before the root: flank_record_idle_plies */
    search_known known;
    const piece_network *network; /* judges in place of the game's own; NULL: that does */
} search_task;

/* A searcher of so many threads, 1 or more; NULL without memory. Searches that a number of nodes bounds use one thread,
 * as do those in SEARCH_PLAIN: they are the same each time. */
searcher *search_create(size_t table_bytes, int threads);
void search_destroy(searcher *search); /* NULL is fine */

/* Forget what earlier searches found: the next one depends on its arguments only. */
void search_clear(searcher *search);

/* Take all memory of the table from the system now, so that no search pays for that. False if `stop` (may be NULL) was
 * raised before all was there. */
bool search_touch(searcher *search, const flank_stop *stop);

/* Search deeper and deeper until a limit, a stop or a proof ends it. `report` gets the best so far, at least one move.
 * The lines belong to the search and last until its next call. FLANK_NO_MEMORY if there is no room for the lines. */
flank_status search_run(searcher *search, const search_task *task, const search_request *request, flank_report *report);

#endif
