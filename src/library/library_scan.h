/* SPDX-License-Identifier: MIT
 *
 * Going through the games that a filter lets pass.
 */
#ifndef FLANK_LIBRARY_LIBRARY_SCAN_H
#define FLANK_LIBRARY_LIBRARY_SCAN_H

#include "library/library_match.h"
#include "library/library_store.h"

typedef struct scan_row {
    int64_t id;
    int64_t game;                         /* its number */
    int64_t black, white, event, opening; /* numbers of names */
    bool black_counts, white_counts;      /* among the players of the sums */
    int year;
    library_tally tally; /* of this one game */
    sought_answer after; /* with a position: how the game went on from it */
} scan_row;

typedef bool scan_fn(void *user, const scan_row *row); /* false: no more */

typedef enum scan_order {
    SCAN_AS_ADDED,
    SCAN_NEWEST_FIRST,       /* for a filter that lets few games pass: these are sorted */
    SCAN_NEWEST_FIRST_OF_ALL /* along the index of dates, which is slower but can end early */
} scan_order;

typedef struct scan {
    scan_order order;
    uint64_t limit; /* 0: none */
    scan_fn *found;
    void *user;
    uint64_t skip; /* so many are passed over first */
} scan;

flank_status scan_games(game_library *library, const library_filter *filter, const scan *how, flank_error *error);

/* True if a filter asks for nothing but a position. */
bool filter_is_place(const library_filter *filter);

#endif
