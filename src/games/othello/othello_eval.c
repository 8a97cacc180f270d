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
 * Cost: about 700 instructions, half of them for stable discs.
 */
#include "games/othello/othello_eval.h"

#include "core/bits.h"
#include "games/othello/othello_board.h"

#include <assert.h>

static const uint64_t corners = UINT64_C(0x8100000000000081);

enum { TEMPO = 200, LIMIT = 20000 };

/* The squares diagonally next to empty corners (X squares) and those next to them on the edge (C squares): a disc there
 * helps the opponent to the corner. */
static uint64_t x_squares(uint64_t empty)
{
    uint64_t free = empty & corners;
    return bits_north(bits_east(free) | bits_west(free)) | bits_south(bits_east(free) | bits_west(free));
}

static uint64_t c_squares(uint64_t empty)
{
    uint64_t free = empty & corners;
    return bits_east(free) | bits_west(free) | bits_north(free) | bits_south(free);
}

static int side_value(uint64_t own, uint64_t other, int empties)
{
    uint64_t empty = ~(own | other), moves = othello_moves(own, other);
    int value = (430 - 8 * (empties < 48 ? empties : 48)) * (int)bit_count(moves);
    value += 200 * (int)bit_count(moves & corners);
    value += (3 * empties - 30) * (int)bit_count(bits_grow(other) & empty);
    value += (20 * empties - 50) * (int)bit_count(own & corners);
    value -= 12 * empties * (int)bit_count(own & x_squares(empty));
    value -= 180 * (int)bit_count(own & c_squares(empty));
    value += (30 + 7 * empties) * (int)bit_count(othello_stable(own, other) & ~corners);
    return value;
}

int othello_evaluate(uint64_t own, uint64_t other)
{
    assert((own & other) == 0);
    int empties = (int)bit_count(~(own | other));
    int value = side_value(own, other, empties) - side_value(other, own, empties) - TEMPO;
    return value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value;
}

/* Few replies first (each corner among them counts as five more), corners early, X squares late. */
int othello_order(unsigned square, uint64_t own, uint64_t other)
{
    uint64_t flips = 0, disc = 0;
    if (square < 64) {
        disc = bit(square);
        flips = othello_flips(square, own, other);
    }
    uint64_t replies = othello_moves(other & ~flips, own | flips | disc);
    int value = -30 * (int)bit_count(replies) - 150 * (int)bit_count(replies & corners);
    value += disc & corners ? 300 : 0;
    value -= disc & x_squares(~(own | other)) ? 200 : 0;
    return value;
}
