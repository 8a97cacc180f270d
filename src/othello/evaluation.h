/* SPDX-License-Identifier: MIT
 *
 * Weights of the evaluation: tables over patterns, one set a phase. Read by eval_board.h, made by train/, kept in the
 * file that weights_file.h describes.
 *
 * An evaluation is immutable once made and may be shared by any number of threads.
 */
#ifndef FLANK_OTHELLO_EVALUATION_H
#define FLANK_OTHELLO_EVALUATION_H

#include "othello/patterns.h"

#include <flank/stop.h>

#include <stdbool.h>
#include <stddef.h>

enum {
    EVAL_PER_DISC = 32, /* the unit of weights and values: 1/32 disc of the final difference */
    EVAL_PHASES = 30,   /* two plies each: phase = (60 - empties) / 2 */
    EVAL_TEMPO_EMPTIES = 14,
    ORDER_TABLES = 2,
    EVAL_LIMIT = 64 * EVAL_PER_DISC - 1, /* no value is larger, so that proved scores can be told apart */
};

typedef struct evaluation {
    pattern_steps steps;
    int16_t parity[61]; /* by empties: a constant */
    int16_t weights[EVAL_PHASES][PATTERN_WEIGHTS];
    /* For the order of moves in searches to the end of the game, tables over the first ORDER_SHAPES shapes alone, which
     * train_costs.c makes from what moves cost. All zero: replies alone decide. */
    int16_t order[ORDER_TABLES][ORDER_WEIGHTS];
    /* NULL, or what judges positions of the midgame in place of the sum; not owned, it must outlive this (network.h). No
     * file of weights has one. */
    const struct network *network;
} evaluation;

/* The table that orders the moves of a position with so many empty squares. */
static inline int order_table(int empties) { return empties >= 12; }

static inline int eval_phase(int empties) { return empties == 0 ? EVAL_PHASES - 1 : (60 - empties) / 2; }

/* All weights zero. NULL without memory. */
evaluation *evaluation_create_empty(void);

/* An evaluation by a few rules of thumb, for when there are no trained weights. NULL without memory. */
evaluation *evaluation_create_simple(void);

/* The same for the board of 36 squares (search_board.h), with simple tables for the order of moves, which take 10 % of
 * the nodes away with 18 and 20 empty squares. NULL without memory, and soon after `stop` (may be NULL) is set. */
evaluation *evaluation_create_board_6(const flank_stop *stop);

/* Every position with EVAL_TEMPO_EMPTIES or more empty squares is worth so many discs more to its side to move. */
void evaluation_add_tempo(evaluation *eval, double discs);

void evaluation_destroy(evaluation *eval); /* NULL is fine */

#endif
