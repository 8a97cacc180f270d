/* SPDX-License-Identifier: MIT
 *
 * Making what judges a game from nothing: weights for Othello, networks for the games that have them.
 *
 * For Othello each round plays games with the weights of the round before (the first with the simple evaluation), then
 * fits new weights to them (and to these the tables that order moves), and to the positions of tournament games if
 * files of them are named. The rounds of the others are in pieces/piece_rounds.h. All that is made is kept in a folder
 * as files that are there whole or not at all: whoever is stopped starts again with the same settings and loses at most
 * the chunks in work, or a fit (of that of a network one epoch), or the games of both matches of a round.
 */
#ifndef FLANK_TRAIN_TRAIN_H
#define FLANK_TRAIN_TRAIN_H

#include "train/pieces/piece_fit.h"
#include "train/pieces/piece_match.h"
#include "train/train_costs.h"
#include "train/train_fit.h"
#include "train/train_play.h"

#include <flank/status.h>

#define TRAIN_ROUNDS 5      /* of Othello, numbered 0..TRAIN_ROUNDS-1 */
#define PIECE_ROUNDS_MAX 99 /* of other games */
#define TRAIN_THREADS_MAX 64
#define TRAIN_PERCENT_MIN 4 /* below, a first round would have no games but those that are held out of its fit */

typedef struct train_settings {
    const flank_game *game;
    const char *folder;       /* made if it is not there */
    const char *const *wthor; /* files of tournament games; Othello only */
    size_t wthor_count;
    int threads; /* 1..TRAIN_THREADS_MAX */
    int rounds;  /* stop after so many; 0: all of Othello's, of other games until one gains nothing */
    int percent; /* of the games that each round plays by default, at least TRAIN_PERCENT_MIN */

    /* Not for Othello. */
    const char *start; /* the network of the first games: a file, or TRAIN_BUILT_IN. NULL: one of zeros */
    uint64_t nodes;    /* of a move, in games and matches; 0: 800 */
} train_settings;

#define TRAIN_BUILT_IN "built-in"

/* Words for what is counted besides TRAIN_GAMES. */
#define TRAIN_EPOCHS "epochs"
#define TRAIN_PAIRS "pairs of games"

/* The event, told on any of the threads, one at a time: a chunk, an epoch or a pair of a match was done (`kind`); a
 * round's weights are fitted (`fitted` or `losses` says how well); the tables that order moves are fitted to what moves
 * cost (`costs` says how well); a match of the round's network is played (`result`); or, at the end, where the weights
 * are (`path` alone): for Othello only if there was nothing to do, for other games those of the best round. */
typedef struct train_event {
    int round;        /* -1: the best is the network of the start */
    const char *kind; /* of the chunks: TRAIN_GAMES, TRAIN_EPOCHS, TRAIN_PAIRS, "tournaments" or "costs" */
    int chunks_done, chunks;
    int chunks_found; /* of those done: an earlier run made them. In the first event of a kind, all */
    const train_fit_report *fitted;
    const piece_losses *losses;
    const cost_report *costs;
    size_t positions, held_out;
    const piece_result *result;
    const char *against; /* in that match: "start", "round N" or TRAIN_BUILT_IN */
    bool round_over;     /* nothing is left to do in it */
    bool done_before;    /* all rounds asked for were over before */
    const char *path;    /* of the weights of `round` */
} train_event;

typedef void train_listener(void *user, const train_event *event);

/* FLANK_OK, or what went wrong, and `error` says with which file: FLANK_BAD_FILE, FLANK_CANNOT_READ,
 * FLANK_CANNOT_WRITE, FLANK_NO_MEMORY; FLANK_BAD_ARGUMENT if the folder has positions of other files than `wthor`, or a
 * network to start with that is not `start`, or if nothing of the game can be trained. */
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
