/* SPDX-License-Identifier: MIT
 *
 * The first tables for the order of moves: a small model made to say what a large one says. train_costs.c goes on from
 * there.
 *
 * Sixteen patterns instead of 64 leave an error of six discs of 30.
 *
 * Positions: games that begin at random, go on with slightly noisy one-ply play, and near the end wander off now and
 * then as a search does; of every position there, all moves.
 */
#include "train/train_order.h"

#include "core/random.h"
#include "othello/eval_board.h"
#include "train/least_squares.h"
#include "train/train_board.h"
#include "train/train_fit.h"

#include <stdlib.h>

enum {
    EMPTIES_MIN = 12, /* about where moves are ordered so; from 10 on is no better */
    EMPTIES_MAX = 17,
    RANDOM_PLIES_MIN = 4,
    RANDOM_PLIES_RANGE = 36,
    NOISE = 4 * EVAL_PER_DISC,
    NOISE_WANDERING = 40 * EVAL_PER_DISC,
    HELD_OUT_ONE_IN = 10,
    ROW_WIDTH = ORDER_PATTERNS + 1, /* and a constant for the number of empty squares, which an order does not need */
    WEIGHTS = ORDER_WEIGHTS + EMPTIES_MAX + 1,
    PRIOR = 3,
    ITERATIONS = 20,
};

typedef struct order_fit {
    const evaluation *eval;
    uint32_t masters[PATTERN_WEIGHTS];
    random_state dice;
    square_rows rows;
    size_t room;
} order_fit;

static int value_of(const order_fit *fit, const eval_board *indices, board at)
{
    return eval_board_value(fit->eval, indices, board_empties(at));
}

static void add_row(order_fit *fit, board at)
{
    square_rows *rows = &fit->rows;
    if (rows->count == fit->room)
        return;
    eval_board indices;
    eval_board_set(fit->eval, &indices, at.own, at.other);
    uint32_t *feature = rows->features + rows->count * ROW_WIDTH;
    for (int i = 0; i < ORDER_PATTERNS; i++)
        feature[i] = fit->masters[pattern_first[i / PATTERN_PLACES] + indices.index[i]];
    feature[ORDER_PATTERNS] = ORDER_WEIGHTS + (uint32_t)board_empties(at);
    rows->targets[rows->count] = (float)value_of(fit, &indices, at) / EVAL_PER_DISC;
    rows->shares[rows->count++] = 1;
}

/* The best move after one ply, with so much noise; a random one if the noise is larger than every value. */
static unsigned choose(order_fit *fit, board at, uint64_t moves, int noise)
{
    int best = -(1 << 30);
    unsigned chosen = bit_first(moves);
    for (BITS_EACH(square, moves)) {
        const board next = board_after(at, (unsigned)square);
        eval_board indices;
        eval_board_set(fit->eval, &indices, next.own, next.other);
        const int value = (int)random_below(&fit->dice, (uint32_t)noise) - value_of(fit, &indices, next);
        if (value > best) {
            best = value;
            chosen = (unsigned)square;
        }
    }
    return chosen;
}

static void add_game(order_fit *fit)
{
    board at = BOARD_START;
    const int random_plies = RANDOM_PLIES_MIN + (int)random_below(&fit->dice, RANDOM_PLIES_RANGE);
    for (int ply = 0; board_empties(at) >= EMPTIES_MIN; ply++) {
        uint64_t moves = othello_moves(at.own, at.other);
        if (!moves) {
            at = (board){at.other, at.own};
            moves = othello_moves(at.own, at.other);
        }
        if (!moves)
            return;
        const bool near_end = board_empties(at) <= EMPTIES_MAX;
        for (BITS_EACH(square, near_end ? moves : 0))
            add_row(fit, board_after(at, (unsigned)square));
        const bool wanders = near_end && random_below(&fit->dice, 2);
        at = board_after(at, choose(fit, at, moves, ply < random_plies ? 1 << 20 : wanders ? NOISE_WANDERING : NOISE));
    }
}

/* The last positions are held out. */
static void fit_weights(evaluation *eval, order_fit *fit, float *weights, train_order_report *report)
{
    const square_settings settings = {PRIOR, ITERATIONS};
    const size_t all = fit->rows.count;
    fit->rows.count -= all / HELD_OUT_ONE_IN;
    square_rows_minimise(&fit->rows, &settings, WEIGHTS, weights, weights + WEIGHTS);
    for (int w = 0; w < ORDER_WEIGHTS; w++)
        eval->order[0][w] = eval->order[1][w] = train_weight(weights[fit->masters[w]]);
    if (report)
        *report = (train_order_report){square_rows_error(&fit->rows, 0, fit->rows.count, weights),
                                       square_rows_error(&fit->rows, fit->rows.count, all, weights)};
}

bool train_order(evaluation *eval, size_t positions, train_order_report *report)
{
    order_fit *fit = malloc(sizeof *fit);
    float *weights = calloc(6 * (size_t)WEIGHTS, sizeof *weights);
    const bool has_memory = fit && weights && square_rows_alloc(&fit->rows, positions, ROW_WIDTH);
    if (has_memory) {
        fit->eval = eval;
        fit->room = positions;
        fit->dice = (random_state){0};
        pattern_masters_fill(fit->masters);
        while (fit->rows.count < positions)
            add_game(fit);
        fit_weights(eval, fit, weights, report);
        square_rows_free(&fit->rows);
    }
    free(weights);
    free(fit);
    return has_memory;
}
