/* SPDX-License-Identifier: MIT
 *
 * The border between the driver (root_search.c, compiled once) and the search of the midgame and of the upper part of
 * the endgame (compiled per CPU level): a whole subtree a call.
 *
 * Values are in 1/EVAL_PER_DISC disc. A value of a search to the end of the game is a whole number of discs.
 */
#ifndef FLANK_OTHELLO_MIDGAME_H
#define FLANK_OTHELLO_MIDGAME_H

#include "othello/endgame.h"
#include "othello/evaluation.h"
#include "othello/network_cache.h"

#define MIDGAME_VALUE_MAX (64 * EVAL_PER_DISC)

typedef struct split_point split_point;

/* One search thread's state. */
typedef struct midgame_search {
    endgame_search end;      /* the table, the evaluation, the count of nodes, when to stop */
    network_cache *guesses;  /* the thread's own, of the network of end.eval; unused without one */
    uint64_t refutation;     /* the square of the last move one ply before the leaves that exceeded beta */
    struct split_pool *pool; /* helpers; NULL: none */
    split_point *split;      /* the split point that the thread works for, or NULL */
} midgame_search;

/* The question about a position: its value within alpha < beta by a search of `depth` placements; as many as there
 * are empty squares means to the end of the game. A result in between is exact for that depth and selectivity, one <=
 * alpha or >= beta is a bound. */
typedef struct midgame_question {
    int alpha, beta;
    int depth;
    int selectivity;
    bool rough; /* only to compare moves: the sum judges all leaves */
} midgame_question;

/* The answer, meaningless if search->end.aborted. The side to move may have to pass or be at the end. */
typedef int midgame_value_fn(midgame_search *search, uint64_t own, uint64_t other, const midgame_question *question);

CPU_DECLARE(int, midgame_value,
            (midgame_search * search, uint64_t own, uint64_t other, const midgame_question *question));
CPU_DECLARE(int, midgame_value_board_6,
            (midgame_search * search, uint64_t own, uint64_t other, const midgame_question *question));

#endif
