/* SPDX-License-Identifier: MIT
 *
 * The worth of an Othello position at a glance, for the shared search.
 */
#ifndef FLANK_GAMES_OTHELLO_EVAL_H
#define FLANK_GAMES_OTHELLO_EVAL_H

#include <stdint.h>

/* Expected final difference for the owner of `own`, who is to move, in hundredths of a disc; within +-20000. */
int othello_evaluate(uint64_t board, uint64_t own, uint64_t other);

/* The promise for the owner of `own` to play `square` (legal, or 64 for a pass): higher is better, within
 * +-10000. */
int othello_order(unsigned square, uint64_t board, uint64_t own, uint64_t other);

/* The same for goal=fewest: more than 0 promises the owner of `own` that it ends with fewer discs. */
int othello_evaluate_fewest(uint64_t board, uint64_t own, uint64_t other);
int othello_order_fewest(unsigned square, uint64_t board, uint64_t own, uint64_t other);

#endif
