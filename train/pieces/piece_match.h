/* SPDX-License-Identifier: MIT
 *
 * Two networks against each other.
 *
 * A pair is two games from one opening of random moves, with the sides exchanged; openings that a search with the
 * network built in finds uneven are left out. A pair depends on its number and the match's settings alone, not on the
 * threads.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_MATCH_H
#define FLANK_TRAIN_PIECES_PIECE_MATCH_H

#include "train/pieces/piece_games.h"

enum { PIECE_PAIR_SCORES = 5 }; /* half points of A in a pair, 0 … 4 */

/* Results of A. */
typedef struct piece_result {
    int won, drawn, lost;
    int pairs[PIECE_PAIR_SCORES];
} piece_result;

typedef struct piece_match {
    piece_play play;
    const flank_evaluation *networks[2]; /* of A and B; NULL: what is built in */
    int pairs, threads;
    void (*on_pair)(void *user, int done); /* on any thread, one at a time */
    void *user;
} piece_match;

/* FLANK_OK or FLANK_NO_MEMORY. */
flank_status piece_match_play(const piece_match *match, piece_result *result);

double piece_result_share(const piece_result *result); /* of the points */
double piece_result_error(const piece_result *result); /* the standard error of that, by pairs */

/* A won more than it lost, by more than the error. */
bool piece_result_gains(const piece_result *result);

#endif
