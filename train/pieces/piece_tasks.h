/* SPDX-License-Identifier: MIT
 *
 * The arithmetic of training, compiled once per CPU level with the same bits at each: numbers are added in an order
 * that is written down, and no products are contracted.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_TASKS_H
#define FLANK_TRAIN_PIECES_PIECE_TASKS_H

#include "core/cpu.h"
#include "train/pieces/piece_model.h"

#include <math.h>

typedef struct piece_example {
    uint64_t kinds[PIECE_KINDS]; /* as the side to move sees them, its men going north */
    int phase;
    float label; /* a chance of winning */
} piece_example;

/* A step of Adam, from 1. */
typedef struct piece_adam {
    float rate;
    float mean_scale, square_scale; /* 1 / (1 - 0.9^step), 1 / (1 - 0.999^step) */
} piece_adam;

typedef struct piece_tasks {
    /* Set the gradient of the sum of losses, -log of the chance given to what happened, and return that sum. */
    double (*learn)(const piece_model *model, const piece_example *examples, size_t count, piece_model *gradient);
    void (*ask)(const piece_model *model, const piece_example *examples, size_t count, float *outputs);
    /* Move `count` numbers along their gradients. */
    void (*step)(const piece_adam *adam, size_t count, const float *gradients, float *numbers, float *means,
                 float *squares);
} piece_tasks;

const piece_tasks *piece_tasks_of(flank_cpu cpu); /* of a level, lowered to what this machine has */

/* The chance of winning, 1 / (1 + e^-x), with the same bits on all machines, which the C library's exp has not. */
static inline double piece_chance(double x)
{
    const double limited = x > 40 ? 40 : x < -40 ? -40 : x;
    double power = 1, term = 1;
    for (int i = 1; i <= 12; i++) { /* e^(-x / 64), then six squares */
        term *= -limited / 64 / i;
        power += term;
    }
    for (int i = 0; i < 6; i++)
        power *= power;
    return 1 / (1 + power);
}

/* -log of the chance that an output gives to what happened. */
static inline double piece_loss(double output, double label)
{
    return log1p(exp(-fabs(output))) + (output > 0 ? output : 0) - label * output;
}

#endif
