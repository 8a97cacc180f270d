/* SPDX-License-Identifier: MIT
 *
 * A run of training: batches drawn from positions, steps, errors.
 *
 * The result of a run depends on its settings and its positions alone, not on the threads, the CPU level or where it
 * was interrupted: batches are drawn by the number of the step.
 */
#ifndef FLANK_TRAIN_NETWORK_TRAINER_H
#define FLANK_TRAIN_NETWORK_TRAINER_H

#include "train/network/network_step.h"

enum { NETWORK_BINS = 9 };

typedef struct network_settings {
    uint32_t width; /* 32 or 64 */
    uint32_t steps; /* of the whole run, at least 1 */
    uint32_t batch; /* positions of a step, at least 1 */
    float rate;     /* of learning, at the top: it rises over some steps and falls along half a cosine */
    float decay;    /* of rows, a step at rate 1 */
    float epsilon;  /* of rows: what Adam adds to the root of the mean square */
    uint64_t seed;
} network_settings;

/* Root of the mean square error in discs of positions with some numbers of empty squares. */
typedef struct network_bin {
    int low, high; /* empty squares */
    double error;
    size_t count;
} network_bin;

typedef struct network_trainer {
    network_settings settings;
    network_model model;
    network_step step;
    network_team team;
    const network_tasks *tasks;
    const network_positions *fit;
    network_position *drawn; /* a batch as it was drawn */
    network_rate *rates;     /* of all steps */
    uint32_t done;           /* steps */
    double running;          /* mean square error of the last hundred steps or so */
} network_trainer;

/* Ready for step 0, with a model that is all zero. `fit` has a position at least and must outlive it. False without
 * memory; to be ended in any case. */
bool network_trainer_begin(network_trainer *trainer, const network_settings *settings, const network_positions *fit,
                           int threads, flank_cpu cpu);
void network_trainer_end(network_trainer *trainer);

void network_trainer_step(network_trainer *trainer);

/* The rows as they are after the steps done, for values and for writing. Steps after it give other bits. */
void network_trainer_refresh(network_trainer *trainer);

/* Values that the model gives positions, in discs. */
void network_trainer_values(network_trainer *trainer, const network_position *positions, size_t count, float *values);

/* Errors by empty squares, and the last of all of them. False without memory. */
bool network_trainer_errors(network_trainer *trainer, const network_positions *of, network_bin bins[NETWORK_BINS + 1]);

/* The number of times that positions show each row, PATTERN_WEIGHTS counts to be freed by the caller. NULL without
 * memory. */
uint32_t *network_trainer_usage(network_trainer *trainer);

#endif
