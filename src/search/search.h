/* SPDX-License-Identifier: MIT
 *
 * The shared search: the best moves of a position of any game, by alpha-beta over its const game table.
 */
#ifndef FLANK_SEARCH_SEARCH_H
#define FLANK_SEARCH_SEARCH_H

#include <flank/engine.h>
#include <flank/stop.h>

/* A searcher with its table and its tree memory; one thread at a time. */
typedef struct searcher searcher;

/* What to think about. */
typedef struct search_task {
    const flank_game *game;
    const flank_rules *rules;
    flank_position root;     /* not over */
    const uint64_t *history; /* flank_position_hash of the positions before the root, in any order */
    size_t history_count;    /* may be 0 where the game has no repetition */
} search_task;

/* How freely the search may skip what looks bad. */
typedef enum search_manner {
    SEARCH_PLAY = 0, /* everything that plays best in given time */
    SEARCH_SOLVE,    /* every line to the full depth, as a proof needs it */
    SEARCH_PLAIN,    /* the same without cutoffs from the table: the value at a depth is that of plain alpha-beta */
} search_manner;

/* How long and how. A zero means no such limit. */
typedef struct search_settings {
    int depth_plies;
    uint64_t nodes;
    int64_t time_ms;
    int lines;      /* as in flank_limits */
    bool sign_only; /* games that score discs: -100, 0, +100 for loss, draw, win */
    search_manner manner;
    const flank_stop *stop; /* becomes true: return soon with the best so far; may be NULL */
} search_settings;

/* NULL without memory. */
searcher *search_create(size_t table_bytes);
void search_destroy(searcher *search); /* NULL is fine */

/* Forget what earlier searches found: the next one depends on its arguments only. */
void search_clear(searcher *search);

/* Take all memory of the table from the system now, so that no search pays for that. */
void search_touch(searcher *search);

/* Search deeper and deeper until a limit, a stop or a proof ends it. `on_report` (may be NULL) hears of each completed
 * depth; `report` gets the best so far, at least one move. The lines belong to the search and last until its next call.
 * FLANK_NO_MEMORY if there is no room for the lines. */
flank_status search_run(searcher *search, const search_task *task, const search_settings *settings,
                        flank_report_fn *on_report, void *user, flank_report *report);

#endif
