/* SPDX-License-Identifier: MIT
 *
 * Making the evaluation's weights from nothing.
 *
 * Each round plays games with the weights of the round before (the first with the simple evaluation), then fits new
 * weights to them (and to these the tables that order moves), and to the positions of tournament games if files
 * of them are named. All that is made is kept in a folder as files that are there whole or not at all: whoever is
 * stopped starts again with the same settings and loses at most the games in work.
 */
#ifndef FLANK_TRAIN_TRAIN_H
#define FLANK_TRAIN_TRAIN_H

#include "train/train_costs.h"
#include "train/train_fit.h"
#include "train/train_play.h"

#include <flank/status.h>

#define TRAIN_ROUNDS 5 /* rounds are 0..TRAIN_ROUNDS-1 */
#define TRAIN_THREADS_MAX 64
#define TRAIN_PERCENT_MIN 4 /* below, a first round would have no games but those that are held out of its fit */

typedef struct train_settings {
    const char *folder;       /* made if it is not there */
    const char *const *wthor; /* files of tournament games */
    size_t wthor_count;
    int threads; /* 1..TRAIN_THREADS_MAX */
    int rounds;  /* stop after so many, 1..TRAIN_ROUNDS */
    int percent; /* of the games that each round plays by default, at least TRAIN_PERCENT_MIN */
} train_settings;

/* The event, told on any of the threads, one at a time: a chunk was made (`path` is NULL); a round's weights are
 * fitted (`fitted` says how well); the tables that order moves are fitted to what moves cost (`costs` says how well);
 * or, once and at the end, there was nothing to do, since all rounds asked for were over before (`path` alone). */
typedef struct train_event {
    int round;
    const char *kind; /* of the chunks: TRAIN_GAMES, "tournaments" or "costs" */
    int chunks_done, chunks;
    int chunks_found; /* of those done: an earlier run made them */
    const train_fit_report *fitted;
    const cost_report *costs;
    size_t positions, held_out;
    bool round_over;  /* nothing is left to do in it */
    const char *path; /* of the weights of `round` */
} train_event;

typedef void train_listener(void *user, const train_event *event);

/* FLANK_OK, or what went wrong, and `error` says with which file: FLANK_BAD_FILE, FLANK_CANNOT_READ,
 * FLANK_CANNOT_WRITE, FLANK_NO_MEMORY; FLANK_BAD_ARGUMENT if the folder has positions of other files than `wthor`. */
flank_status train_run(const train_settings *settings, train_listener *listener, void *user, flank_error *error);

/* The games of a round, 0..TRAIN_ROUNDS-1, and how many of them it plays by default. */
train_play train_play_of_round(int round);
int64_t train_round_games(int round);

/* Only the tables that order moves, anew, for weights whose games are gone: from the file `weights` to the file
 * `new_weights`, chunks of costs in the folder, which is for these weights alone; `rounds` and `wthor` of the settings
 * are not looked at. */
flank_status train_order_run(const char *weights, const char *new_weights, const train_settings *settings,
                             train_listener *listener, void *user, flank_error *error);

#endif
