/* SPDX-License-Identifier: MIT
 *
 * One game of self-play that yields labelled positions.
 */
#ifndef FLANK_TRAIN_GAME_H
#define FLANK_TRAIN_GAME_H

#include "othello/othello_search.h"
#include "train/train_data.h"

enum { TRAIN_RANDOM_PLIES_MIN = 2, TRAIN_RANDOM_PLIES_MAX = 30 };

typedef struct train_game_settings {
    othello_search *search; /* of this thread */
    int depth_plies;        /* of the search that plays, at 87 % */
    int solve_empties;      /* from here on play is perfect */
    int random_plies;       /* a game begins with at most so many random moves, TRAIN_RANDOM_PLIES_MIN.._MAX */
    const flank_stop *stop; /* raised: end within the game; NULL: none */
    uint64_t *nodes;        /* those of the searches are added; NULL: they are not counted */
} train_game_settings;

/* Play game number `seed` and append its positions. FLANK_NO_MEMORY; FLANK_STOPPED after the stop, and then some
 * positions of the game may have been appended, without their outcome. */
flank_status train_game(const train_game_settings *settings, uint64_t seed, train_records *records);

#endif
