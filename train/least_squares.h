/* SPDX-License-Identifier: MIT
 *
 * Least squares where every row is a sum of a few weights out of very many.
 *
 * The minimum is found by conjugate gradients on the normal equations, scaled by the diagonal: some twenty passes over
 * the rows, each a matter of a second. Rejected: stochastic gradients (a step size to tune, and noise where rows are
 * rare). Source: Hestenes and Stiefel, 1952.
 */
#ifndef FLANK_TRAIN_LEAST_SQUARES_H
#define FLANK_TRAIN_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Row i says that the weights of features[i * width .. i * width + width - 1] sum up to targets[i], and counts
 * shares[i] times. */
typedef struct square_rows {
    uint32_t *features; /* owned, like the other two */
    float *targets, *shares;
    size_t count;
    int width;
} square_rows;

typedef struct square_settings {
    double prior; /* the weights at the beginning count for so many rows */
    int iterations;
} square_settings;

/* Room for so many rows, none of them filled; count is 0. False without memory, and nothing to free then. */
bool square_rows_alloc(square_rows *rows, size_t room, int width);
void square_rows_free(square_rows *rows);

/* Move `weights`, `count` of them, to the minimum. `space` has room for five times as many. */
void square_rows_minimise(const square_rows *rows, const square_settings *settings, size_t count, float *weights,
                          float *space);

/* Root of the mean square of what rows from..to-1 with a whole share are away from their targets; 0 if there are none.
 */
double square_rows_error(const square_rows *rows, size_t from, size_t to, const float *weights);

#endif
