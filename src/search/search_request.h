/* SPDX-License-Identifier: MIT
 *
 * A request to search, the same for the shared search and that of Othello: limits, and how reports are given.
 */
#ifndef FLANK_SEARCH_REQUEST_H
#define FLANK_SEARCH_REQUEST_H

#include <flank/engine.h>

/* The freedom with which the search may skip what looks bad. */
typedef enum search_mode {
    SEARCH_PLAY = 0, /* everything that plays best in given time */
    SEARCH_SOLVE,    /* every line to the full depth, as a proof needs it */
    SEARCH_PLAIN,    /* the same without cutoffs from the table: the value at a depth is that of plain alpha-beta. Only
                        the shared search knows it */
} search_mode;

typedef struct search_request {
    flank_limits limits; /* clock, level and seed are the engine's business: a search does not look at them. A
                            selectivity of 0 is that of the first step */
    search_mode mode;
    flank_report_fn *on_report; /* called with `user` after each completed step; may be NULL */
    void *user;
} search_request;

#endif
