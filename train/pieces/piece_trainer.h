/* SPDX-License-Identifier: MIT
 *
 * A run of training: epochs of batches, each a step of Adam.
 *
 * The result of a run depends on its settings and its rows alone, not on the threads, the CPU level or where it was
 * interrupted: a batch is cut into PIECE_SLICES slices whatever the threads, and their gradients are added in order;
 * the order of an epoch's rows comes from its number.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_TRAINER_H
#define FLANK_TRAIN_PIECES_PIECE_TRAINER_H

#include "train/network/network_team.h"
#include "train/pieces/piece_rows.h"
#include "train/pieces/piece_tasks.h"

enum { PIECE_SLICES = 16, PIECE_THREADS_MAX = NETWORK_THREADS_MAX };

typedef struct piece_settings {
    uint64_t seed;
    uint32_t epochs, batch; /* of the whole run; rows of a step: at least 1 */
    float rate;             /* of learning, at the top: it rises over some steps and falls along half a cosine */
    float result;           /* the share of a game's result in a label; the rest is the search's score */
    int32_t hundredths;     /* as in piece_network */
    int32_t pieces_a_phase;
    uint32_t symmetries; /* as in game_table.h: rows are seen by one of them, at random */
    uint32_t unused;
} piece_settings;

typedef struct piece_trainer {
    piece_settings settings;
    const piece_rows *fit;
    const piece_tasks *tasks;
    network_team team;
    piece_model *model, *means, *squares; /* one array of three, owned */
    piece_model *gradients;               /* of the slices */
    double losses[PIECE_SLICES];
    piece_example *examples; /* the batch */
    uint32_t *order;         /* of the rows in this epoch */
    size_t begins;           /* the batch's place in `order` */
    uint64_t epoch_seed;
    piece_adam adam;
    uint32_t done; /* epochs */
} piece_trainer;

/* Ready for the first epoch, with the model that the seed gives. `fit` has a row at least, fewer than 2^32, and must
 * outlive it; a batch of more rows than there are is cut to all of them. False without memory; to be ended in any
 * case. */
bool piece_trainer_begin(piece_trainer *trainer, const piece_settings *settings, const piece_rows *fit, int threads,
                         flank_cpu cpu);
void piece_trainer_end(piece_trainer *trainer);

/* Go once through the rows, but for those behind the last whole batch. Returns the mean loss. */
double piece_trainer_epoch(piece_trainer *trainer);

/* A row as an example, seen by a symmetry. */
piece_example piece_example_of(const piece_settings *settings, const piece_row *row, unsigned symmetry);

/* Outputs of the model for rows as they stand. */
void piece_trainer_ask(const piece_trainer *trainer, const piece_row *rows, size_t count, float *outputs);

#endif
