/* SPDX-License-Identifier: MIT
 *
 * Multi-ProbCut: a shallow search far enough outside the window says that the deep one would end there too (M. Buro,
 * "Experiments with multi-ProbCut and a new high-quality evaluation function for Othello", 1997).
 *
 * The difference of the two searches is taken as normally distributed; its standard deviation, as a function of both
 * depths and of the empty squares, is fitted by tools/fit_probcut.c to this evaluation's own errors (probcut_table.c).
 */
#ifndef FLANK_OTHELLO_PROBCUT_H
#define FLANK_OTHELLO_PROBCUT_H

#include "othello/evaluation.h"

#include <assert.h>

/* The certainty that what it skipped does not matter: the steps of the ladder. */
enum {
    SELECT_73,
    SELECT_87,
    SELECT_95,
    SELECT_98,
    SELECT_99,
    SELECT_100, /* nothing is skipped */
    SELECTIVITIES,
};
extern const uint8_t select_percent[SELECTIVITIES]; /* 73, 87, … 100 */

enum { PROBCUT_DEPTH_MIN = 3, PROBCUT_DEPTHS = 64, PROBCUT_BANDS = 16 };

/* Depth of the search that stands for one of `depth` plies: about a third, of the same parity. A half strays less, but
 * costs more than that saves (docs/decisions, record 6). The evaluation alone stands for one or two plies. */
static inline int probcut_shallow_depth(int depth)
{
    return depth < PROBCUT_DEPTH_MIN ? 0 : depth / 6 * 2 + (depth & 1);
}

/* Standard deviation, in 1/EVAL_PER_DISC disc, of the difference between a search and its stand-in: by depth and by
 * fours of empty squares, and for a search to the end of the game by empty squares. */
typedef struct probcut_table {
    int16_t midgame[PROBCUT_DEPTHS][PROBCUT_BANDS];
    int16_t end[PROBCUT_DEPTHS];
} probcut_table;
extern const probcut_table probcut_of_sum, probcut_of_network;

static inline int probcut_sigma(const evaluation *eval, int depth, int empties)
{
    const probcut_table *table = eval->network ? &probcut_of_network : &probcut_of_sum;
    assert(depth >= 0 && depth < PROBCUT_DEPTHS && empties < PROBCUT_DEPTHS);
    return depth >= empties ? table->end[empties] : table->midgame[depth][empties / 4];
}

/* The number of standard deviations outside the window the stand-in has to be, in 1/64. */
extern const int16_t probcut_certainty[SELECTIVITIES];

#endif
