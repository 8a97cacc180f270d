/* SPDX-License-Identifier: MIT
 *
 * The pattern indices of a position, kept up to date move by move. Only for files compiled per CPU level.
 *
 * A move changes a few squares; each changed square is one row of steps added to all 64 indices, two vectors of 512
 * bits or four of 256. Computing the indices of a position from nothing costs about ten such moves.
 */
#ifndef FLANK_OTHELLO_EVAL_BOARD_H
#define FLANK_OTHELLO_EVAL_BOARD_H

#include "core/bits.h"
#include "othello/evaluation.h"

#include <assert.h>

/* A vector of sixteen-bit indices as wide as the machine has them; the compiler splits it where it is too wide. */
#if CPU_LEVEL >= 4
typedef uint16_t eval_lanes __attribute__((vector_size(64)));
#elif CPU_LEVEL == 3
typedef uint16_t eval_lanes __attribute__((vector_size(32)));
#else
typedef uint16_t eval_lanes __attribute__((vector_size(16)));
#endif

/* The same, no wider than an order_board. */
#if CPU_LEVEL >= 3
typedef uint16_t order_lanes __attribute__((vector_size(32)));
#else
typedef uint16_t order_lanes __attribute__((vector_size(16)));
#endif

enum {
    EVAL_VECTORS = PATTERN_COUNT * sizeof(uint16_t) / sizeof(eval_lanes),
    ORDER_VECTORS = ORDER_PATTERNS * sizeof(uint16_t) / sizeof(order_lanes),
};

/* The patterns that evaluation.order has weights for, from the view of the side to move. */
typedef union order_board {
    uint16_t index[ORDER_PATTERNS];
    order_lanes lanes[ORDER_VECTORS];
} order_board;

/* All patterns, those for the order first. */
typedef union eval_board {
    uint16_t index[PATTERN_COUNT];
    eval_lanes lanes[EVAL_VECTORS];
    order_board order;
} eval_board;

/* The indices of a position. */
static inline void eval_board_set(const evaluation *eval, eval_board *board, uint64_t own, uint64_t other)
{
    const pattern_steps *steps = &eval->steps;
    for (int i = 0; i < PATTERN_COUNT; i++)
        board->index[i] = (uint16_t)(steps->full[i] / 2); /* all empty: every digit 1 */
    for (BITS_EACH(square, own))
        for (int i = 0; i < PATTERN_COUNT; i++)
            board->index[i] = (uint16_t)(board->index[i] - steps->step[square][i]);
    for (BITS_EACH(square, other))
        for (int i = 0; i < PATTERN_COUNT; i++)
            board->index[i] = (uint16_t)(board->index[i] + steps->step[square][i]);
}

/* `next` becomes `board` after the mover placed on `square` and turned `flips`, from the view of the next mover. */
static inline void eval_board_play(const evaluation *eval, const eval_board *board, eval_board *next, unsigned square,
                                   uint64_t flips)
{
    const pattern_steps *steps = &eval->steps;
    eval_lanes turned[EVAL_VECTORS];
    for (int v = 0; v < EVAL_VECTORS; v++)
        turned[v] = (eval_lanes){0};
    for (BITS_EACH(flip, flips)) {
        const eval_lanes *step = (const eval_lanes *)steps->step[flip];
        for (int v = 0; v < EVAL_VECTORS; v++)
            turned[v] += step[v];
    }
    const eval_lanes *placed = (const eval_lanes *)steps->step[square], *full = (const eval_lanes *)steps->full;
    for (int v = 0; v < EVAL_VECTORS; v++)
        next->lanes[v] = full[v] - (board->lanes[v] - placed[v] - turned[v] - turned[v]);
}

/* `next` becomes `board` after a pass. */
static inline void eval_board_pass(const evaluation *eval, const eval_board *board, eval_board *next)
{
    const eval_lanes *full = (const eval_lanes *)eval->steps.full;
    for (int v = 0; v < EVAL_VECTORS; v++)
        next->lanes[v] = full[v] - board->lanes[v];
}

/* The value for the side to move in 1/EVAL_PER_DISC disc, within ±EVAL_LIMIT. */
static inline int eval_board_value(const evaluation *eval, const eval_board *board, int empties)
{
    assert(empties >= 0 && empties <= 60);
    const int16_t *weights = eval->weights[eval_phase(empties)];
    int sum = eval->parity[empties];
    for (int shape = 0; shape < PATTERN_SHAPES; shape++) {
        const int16_t *table = weights + pattern_first[shape];
        const uint16_t *index = &board->index[PATTERN_PLACES * shape];
        sum += table[index[0]] + table[index[1]] + table[index[2]] + table[index[3]];
    }
    return sum > EVAL_LIMIT ? EVAL_LIMIT : sum < -EVAL_LIMIT ? -EVAL_LIMIT : sum;
}

/* ---- For the order of moves alone -------------------------------------------------------------------------------- */

/* The patterns of a position, after a move and after a pass, as above. */
static inline void order_board_set(const evaluation *eval, order_board *board, uint64_t own, uint64_t other)
{
    const pattern_steps *steps = &eval->steps;
    for (int v = 0; v < ORDER_VECTORS; v++)
        board->lanes[v] = ((const order_lanes *)steps->full)[v] / 2;
    for (BITS_EACH(square, own))
        for (int v = 0; v < ORDER_VECTORS; v++)
            board->lanes[v] -= ((const order_lanes *)steps->step[square])[v];
    for (BITS_EACH(square, other))
        for (int v = 0; v < ORDER_VECTORS; v++)
            board->lanes[v] += ((const order_lanes *)steps->step[square])[v];
}

static inline void order_board_play(const evaluation *eval, const order_board *board, order_board *next,
                                    unsigned square, uint64_t flips)
{
    const pattern_steps *steps = &eval->steps;
    order_lanes turned[ORDER_VECTORS];
    for (int v = 0; v < ORDER_VECTORS; v++)
        turned[v] = (order_lanes){0};
    for (BITS_EACH(flip, flips))
        for (int v = 0; v < ORDER_VECTORS; v++)
            turned[v] += ((const order_lanes *)steps->step[flip])[v];
    const order_lanes *placed = (const order_lanes *)steps->step[square], *full = (const order_lanes *)steps->full;
    for (int v = 0; v < ORDER_VECTORS; v++)
        next->lanes[v] = full[v] - (board->lanes[v] - placed[v] - turned[v] - turned[v]);
}

static inline void order_board_pass(const evaluation *eval, const order_board *board, order_board *next)
{
    for (int v = 0; v < ORDER_VECTORS; v++)
        next->lanes[v] = ((const order_lanes *)eval->steps.full)[v] - board->lanes[v];
}

/* The value that a table of evaluation.order gives a position after a move, for its side to move: the less, the earlier
 * the move is searched. Good for comparing moves of one position only. */
static inline int order_board_value(const evaluation *eval, const order_board *board, int table)
{
    assert(table >= 0 && table < ORDER_TABLES);
    const int16_t *weights = eval->order[table];
    int sum = 0;
    for (int i = 0; i < ORDER_PATTERNS; i++)
        sum += weights[pattern_first[i / PATTERN_PLACES] + board->index[i]];
    return sum;
}

#endif
