/* SPDX-License-Identifier: MIT
 *
 * The constants of multi-ProbCut that are chosen and not fitted.
 */
#include "othello/probcut.h"

const uint8_t select_percent[SELECTIVITIES] = {73, 87, 95, 98, 99, 100};

/* The quantiles of the normal distribution for these probabilities, both ends counted: 1.1, 1.5, 2.0, 2.35, 2.6. */
const int16_t probcut_certainty[SELECTIVITIES] = {70, 96, 128, 150, 166, 0};
