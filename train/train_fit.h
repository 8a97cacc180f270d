/* SPDX-License-Identifier: MIT
 *
 * From labelled positions to weights.
 */
#ifndef FLANK_TRAIN_FIT_H
#define FLANK_TRAIN_FIT_H

#include "othello/evaluation.h"
#include "train/train_data.h"

typedef struct train_fit_settings {
    double search_share;   /* of a label that is not exact: the rest is the outcome; 0..1 */
    double neighbor_share; /* weight of a position of the phase before or after; 0..1 */
    double prior;          /* the weight two phases later counts for so many positions */
    int iterations;
    int threads; /* at least 1 */
} train_fit_settings;

/* Errors against the labels, in discs. */
typedef struct train_fit_report {
    size_t positions[EVAL_PHASES];
    double error_fit[EVAL_PHASES], error_held_out[EVAL_PHASES]; /* root of the mean square */
} train_fit_report;

/* The weight nearest to so many discs. */
int16_t train_weight(double discs);

/* Fit all phases of `eval` (which is overwritten) to `fit`; `held_out` is only measured. False without memory. */
bool train_fit(evaluation *eval, const train_records *fit, const train_records *held_out,
               const train_fit_settings *settings, train_fit_report *report);

#endif
