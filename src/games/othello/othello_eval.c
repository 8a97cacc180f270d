/* SPDX-License-Identifier: MIT
 *
 * Evaluation by the classic features: moves, frontier, corners and the squares beside them, stable discs.
 *
 * Each side is valued by itself and the difference taken, less what having to move costs. Every weight is linear in
 * the number of empty squares. They are rounded from a least-squares fit of the final difference of the games of WTHOR
 * 1977 to 2015 (1.97 million positions, six stages of the game): it leaves a standard deviation of 20.5 discs of 23.9
 * with 25 to 34 empty squares, 14.1 of 22.9 with 8 to 14. Left out because they added little: the number of discs, edge
 * squares away from the corners. Tables of patterns do far better; they belong to the engine in src/othello.
 *
 * For the fewest discs (goal=fewest) the same features and the discs themselves are fitted to the ends of 8000 games
 * that the shared search, with the weights of a first such fit, played against itself from random openings (800 nodes a
 * move, the last ten squares nearly exact; 357,000 positions): 10.8 discs of 12.9 with 25 to 34 empty squares, 7.9 with
 * 8 to 14. Moves are good, corners and discs that stay are bad, and a side that need not move is two discs better off.
 *
 * On the board of 36 squares the same weights are taken, with its own corners.
 *
 * Cost: about 700 instructions, half of them for stable discs.
 */
#include "games/othello/othello_eval.h"

#include "core/bits.h"
#include "games/othello/othello_board.h"

#include <assert.h>

enum { TEMPO = -200, TEMPO_FEWEST = -190, LIMIT = 20000 };

static inline uint64_t corners_of(uint64_t board)
{
    return board == OTHELLO_MIDDLE_36 ? UINT64_C(0x0042000000004200) : UINT64_C(0x8100000000000081);
}

/* The squares diagonally next to empty corners (X squares) and those next to them on the edge (C squares): a disc there
 * helps the opponent to the corner. */
static uint64_t x_squares(uint64_t board, uint64_t empty)
{
    uint64_t free = empty & corners_of(board);
    return board & (bits_north(bits_east(free) | bits_west(free)) | bits_south(bits_east(free) | bits_west(free)));
}

static uint64_t c_squares(uint64_t board, uint64_t empty)
{
    uint64_t free = empty & corners_of(board);
    return board & (bits_east(free) | bits_west(free) | bits_north(free) | bits_south(free));
}

/* The worth of one of a kind at the end of the game and with 60 empty squares; between them it is linear. */
typedef struct eval_weight {
    int at_end, at_start;
} eval_weight;

typedef struct eval_weights {
    eval_weight moves, corner_moves, frontier, corners, x_squares, c_squares, stable, discs;
} eval_weights;

static const eval_weights most = {.moves = {430, -50},
                                  .corner_moves = {200, 200},
                                  .frontier = {-30, 150},
                                  .corners = {-50, 1150},
                                  .x_squares = {0, -720},
                                  .c_squares = {-180, -180},
                                  .stable = {30, 450}};

static const eval_weights fewest = {.moves = {70, 1},
                                    .corner_moves = {-84, 21},
                                    .frontier = {61, 20},
                                    .corners = {-134, -902},
                                    .x_squares = {4, -116},
                                    .c_squares = {63, 13},
                                    .stable = {-50, -103},
                                    .discs = {-25, -49}};

static inline int weigh(eval_weight weight, int empties, uint64_t set)
{
    return (weight.at_end + (weight.at_start - weight.at_end) * empties / 60) * (int)bit_count(set);
}

static inline int side_value(const eval_weights *weights, uint64_t board, uint64_t own, uint64_t other, int empties)
{
    const uint64_t corners = corners_of(board), empty = board & ~(own | other);
    const uint64_t moves = othello_moves(own, other) & board;
    return weigh(weights->moves, empties < 48 ? empties : 48, moves) +
           weigh(weights->corner_moves, empties, moves & corners) +
           weigh(weights->frontier, empties, bits_grow(other) & empty) +
           weigh(weights->corners, empties, own & corners) +
           weigh(weights->x_squares, empties, own & x_squares(board, empty)) +
           weigh(weights->c_squares, empties, own & c_squares(board, empty)) +
           weigh(weights->stable, empties, othello_stable(board, own, other) & ~corners) +
           weigh(weights->discs, empties, own);
}

static inline int evaluate(const eval_weights *weights, int tempo, uint64_t board, uint64_t own, uint64_t other)
{
    assert((own & other) == 0);
    const int empties = (int)bit_count(board & ~(own | other));
    const int value =
        side_value(weights, board, own, other, empties) - side_value(weights, board, other, own, empties) + tempo;
    return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value;
}

int othello_evaluate(uint64_t board, uint64_t own, uint64_t other) { return evaluate(&most, TEMPO, board, own, other); }

int othello_evaluate_fewest(uint64_t board, uint64_t own, uint64_t other)
{
    return evaluate(&fewest, TEMPO_FEWEST, board, own, other);
}

typedef struct eval_move {
    uint64_t disc, replies; /* the new disc, 0 for a pass; the answers that the opponent has */
} eval_move;

static eval_move try_move(unsigned square, uint64_t board, uint64_t own, uint64_t other)
{
    if (square >= 64)
        return (eval_move){0, othello_moves(other, own) & board};
    const uint64_t disc = bit(square), flips = othello_flips(square, own, other);
    return (eval_move){disc, othello_moves(other & ~flips, own | flips | disc) & board};
}

/* Few replies first (each corner among them counts as five more), corners early, X squares late. */
int othello_order(unsigned square, uint64_t board, uint64_t own, uint64_t other)
{
    const eval_move move = try_move(square, board, own, other);
    int value = -30 * (int)bit_count(move.replies) - 150 * (int)bit_count(move.replies & corners_of(board));
    value += move.disc & corners_of(board) ? 300 : 0;
    value -= move.disc & x_squares(board, ~(own | other)) ? 200 : 0;
    return value;
}

/* Few replies first, where corners among them count against the opponent, and corners late. */
int othello_order_fewest(unsigned square, uint64_t board, uint64_t own, uint64_t other)
{
    const eval_move move = try_move(square, board, own, other);
    return -30 * (int)bit_count(move.replies) - (move.disc & corners_of(board) ? 200 : 0);
}
