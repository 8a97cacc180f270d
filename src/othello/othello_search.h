/* SPDX-License-Identifier: MIT
 *
 * The search of Othello, for playing, analysing and solving: it owns a transposition table and helper threads, and
 * looks deeper and deeper into a position, in the end to the end of the game.
 *
 * A proof in the table stays true for ever, so later searches profit from it. One thread at a time uses one
 * search; only a stop may change meanwhile. With one thread, the same calls after othello_search_create or
 * othello_search_clear give the same answers and node counts, unless a time limit or a stop ends one.
 */
#ifndef FLANK_OTHELLO_SEARCH_H
#define FLANK_OTHELLO_SEARCH_H

#include "othello/evaluation.h"
#include "search/search_request.h"

typedef struct othello_search othello_search;

typedef struct othello_search_options {
    size_t table_bytes;                /* memory of the table, kept exactly; at least 64 KiB are used */
    int threads;                       /* search with so many; 0 counts as 1 */
    flank_cpu cpu;                     /* FLANK_CPU_BEST, or a level to test */
    const evaluation *eval;            /* must outlive the search; NULL: weights_default() */
    bool middle_36;                    /* the board is OTHELLO_MIDDLE_36: discs outside are not looked at */
    const struct endgame_watch *watch; /* told of proofs (endgame.h) by a search of one thread; must outlive it;
                                          NULL: nobody */
} othello_search_options;

/* NULL without memory or threads. */
othello_search *othello_search_create(const othello_search_options *options);
void othello_search_destroy(othello_search *search); /* NULL is fine */

/* Forget all earlier searches. */
void othello_search_clear(othello_search *search);

/* Take all memory of the table from the system now, so that no search pays for that. False if `stop` (may be NULL) was
 * raised before all was there. */
bool othello_search_touch(othello_search *search, const flank_stop *stop);

/* Search the position of `own` (to move) and `other`, which are disjoint. Depth counts placements, not passes; 0, or as
 * many as there are empty squares, is the end of the game, with every step of confidence up to the selectivity of its
 * limits. A solve (SEARCH_SOLVE) goes there with 100 %.
 *
 * Returns true if that was reached, false if something else ended the search; `report` is filled in both cases, its
 * lines valid until the next call. A position without a legal move has the pass as its only line; a finished game has
 * no line. Lines that are exact go to the end of the game if nothing ended the search early; of a solve only the first
 * is more than a move. Scores of a solve that are not exact are rounded to even discs, as results are. */
bool othello_search_run(othello_search *search, uint64_t own, uint64_t other, const search_request *request,
                        flank_report *report);

/* A score in hundredths, which keeps all of a value in 1/EVAL_PER_DISC disc, as that value. */
static inline int othello_value_of_score(int score) { return (score * EVAL_PER_DISC + (score < 0 ? -50 : 50)) / 100; }

#endif
