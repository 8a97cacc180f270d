/* SPDX-License-Identifier: MIT
 *
 * From an evaluation to the weights by which searches to the end of the game order moves.
 */
#ifndef FLANK_TRAIN_ORDER_H
#define FLANK_TRAIN_ORDER_H

#include "othello/evaluation.h"

/* More bring little: half as many cost 0.2 discs of error, twice as many gain 0.1. */
#define TRAIN_ORDER_POSITIONS 4000000

typedef struct train_order_report {
    double error_fit, error_held_out; /* root of the mean square, in discs */
} train_order_report;

/* Fit the tables of eval->order, all alike, to the rest of `eval` on `positions` positions, the same every time.
 * `report` may be NULL. False without memory. */
bool train_order(evaluation *eval, size_t positions, train_order_report *report);

#endif
