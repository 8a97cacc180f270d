/* SPDX-License-Identifier: MIT
 *
 * The trained evaluation that is part of the library: data/othello.weights, put into the binary by the build, so that
 * no installed file can be missing.
 */
#ifndef FLANK_OTHELLO_WEIGHTS_DEFAULT_H
#define FLANK_OTHELLO_WEIGHTS_DEFAULT_H

#include "othello/evaluation.h"

#include <flank/stop.h>

/* Unpacked at the first call, some 39 MB and a tenth of a second, then shared by all threads until the program ends.
 * NULL without memory. */
const evaluation *weights_default(void);

/* The same, but NULL soon after `stop` (may be NULL) is set, if they are not unpacked yet: the next call begins anew.
 */
const evaluation *weights_default_unless(const flank_stop *stop);

/* What judges positions of the board of 36 squares (evaluation_create_board_6), likewise: 39 MB more. */
const evaluation *weights_board_6_unless(const flank_stop *stop);

#endif
