/* SPDX-License-Identifier: MIT
 *
 * One game of self-play that yields labelled positions.
 */
#ifndef FLANK_TRAIN_GAME_H
#define FLANK_TRAIN_GAME_H

#include "core/cpu.h"
#include "othello/evaluation.h"
#include "othello/solver.h"
#include "train_data.h"

typedef struct train_game_settings {
    const evaluation *eval;
    othello_thinker *solver; /* of this thread */
    int depth_plies;        /* of the search that plays */
    int solve_empties;      /* from here on play is perfect */
} train_game_settings;

/* Play game number `seed` and append its positions. False without memory. */
typedef bool train_game_fn(const train_game_settings *settings, uint64_t seed, train_records *records);

CPU_DECLARE(bool, train_game, (const train_game_settings *settings, uint64_t seed, train_records *records));

#endif
