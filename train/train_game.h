/* SPDX-License-Identifier: MIT
 *
 * One game of self-play that yields labelled positions.
 */
#ifndef FLANK_TRAIN_GAME_H
#define FLANK_TRAIN_GAME_H

#include "othello/othello_search.h"
#include "train/train_data.h"

typedef struct train_game_settings {
    othello_search *search; /* of this thread */
    int depth_plies;        /* of the search that plays, at 87 % */
    int solve_empties;      /* from here on play is perfect */
} train_game_settings;

/* Play game number `seed` and append its positions. False without memory. */
bool train_game(const train_game_settings *settings, uint64_t seed, train_records *records);

#endif
