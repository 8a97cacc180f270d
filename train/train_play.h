/* SPDX-License-Identifier: MIT
 *
 * The games of a round of training by their numbers, whoever plays them: `flank train` itself, or workers of a farm.
 *
 * A chunk has TRAIN_CHUNK_GAMES of them; game N is game N % TRAIN_CHUNK_GAMES of chunk N / TRAIN_CHUNK_GAMES. A game
 * depends on its number, the settings and the weights, and on nothing else.
 */
#ifndef FLANK_TRAIN_PLAY_H
#define FLANK_TRAIN_PLAY_H

#include "core/text_buffer.h"
#include "train/train_game.h"

enum {
    TRAIN_CHUNK_GAMES = 500,
    TRAIN_RANDOM_PLIES = 10, /* of the games of flank train */
    TRAIN_SOLVE_EMPTIES_MAX = 30,
    TRAIN_GAME_RECORDS = 60 + TRAIN_SOLVE_EMPTIES_MAX, /* no game yields more: one a ply, and deviations */
    TRAIN_PATH_SIZE = 4096,
};

/* The settings of the games of a round. */
typedef struct train_play {
    int round;         /* gives the games their numbers and files their names, 0..TRAIN_ROUNDS-1 (train.h) */
    int depth_plies;   /* these three as in train_game_settings */
    int solve_empties; /* 1..TRAIN_SOLVE_EMPTIES_MAX */
    int random_plies;
    uint64_t seed; /* 0: the games of flank train; other numbers give other games */
} train_play;

/* A search for such games, which is to have nothing else to do. `eval` must outlive it. NULL without memory. */
othello_search *train_play_search(const evaluation *eval);

/* Play game `number`, from 0, and append its positions. `stop` and `nodes` may be NULL; statuses as in train_game. */
flank_status train_play_game(const train_play *play, othello_search *search, uint64_t number, const flank_stop *stop,
                             uint64_t *nodes, train_records *records);

/* The file of a chunk: FOLDER/KIND-ROUND-NNNN. */
void train_chunk_path(const char *folder, const char *kind, int round, int chunk, char path[TRAIN_PATH_SIZE]);

/* The word for such files of games. */
#define TRAIN_GAMES "games"

#endif
