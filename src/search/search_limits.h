/* SPDX-License-Identifier: MIT
 *
 * What bounds a search, be it the shared one or that of Othello, and who hears of it.
 */
#ifndef FLANK_SEARCH_LIMITS_H
#define FLANK_SEARCH_LIMITS_H

#include <flank/engine.h>
#include <flank/stop.h>

/* The freedom with which the search may skip what looks bad. */
typedef enum search_mode {
    SEARCH_PLAY = 0, /* everything that plays best in given time */
    SEARCH_SOLVE,    /* every line to the full depth, as a proof needs it */
    SEARCH_PLAIN,    /* the same without cutoffs from the table: the value at a depth is that of plain alpha-beta. Only
                        the shared search knows it */
} search_mode;

/* A zero means "no such limit". */
typedef struct search_limits {
    int depth_plies;
    uint64_t nodes;
    int64_t time_ms;
    const flank_stop *stop; /* raised: return soon with the best so far; may be NULL */
    int lines;              /* as in flank_limits */
    int selectivity;        /* Othello: percent of confidence, the surest step up to it is used */
    bool sign_only;         /* games that score discs: -100, 0, +100 for loss, draw, win */
    search_mode mode;
    flank_report_fn *on_report; /* called with `user` after each completed step; may be NULL */
    void *user;
} search_limits;

#endif
