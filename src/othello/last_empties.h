/* SPDX-License-Identifier: MIT
 *
 * The last one to four empty squares, where most of a solver's nodes are. Part of endgame.c.
 *
 * The empty squares are arguments, so no list is walked and no legal move generated: a square is tried if a neighbour
 * is the opponent's and the flips are not zero. Order is by parity alone: a square alone in its quadrant first, because
 * who moves last in a region gains by it. All functions are null-window: they answer whether the value exceeds alpha,
 * with a bound that proves it.
 *
 * Boards stay in vectors (fast_set) down to two empty squares, where the flips of both are computed before either is
 * needed, which costs less than guessing wrong whether the second one is. The last move is not made: one lookup a line
 * counts what it would turn, for both sides together.
 */
#ifndef FLANK_OTHELLO_LAST_EMPTIES_H
#define FLANK_OTHELLO_LAST_EMPTIES_H

#include "othello/endgame.h"
#include "othello/fast_board.h"
#include "othello/parity.h"

#define NO_VALUE (-100) /* below every score: no move so far */

/* One empty square; the owner of `own` is to move. The other side has all other squares. */
static inline int solve_1(endgame_search *search, uint64_t own, unsigned a)
{
    const unsigned turned = fast_last_turned(a, own);
    const int own_turns = turned & 0xff, other_turns = (int)(turned >> 8);
    const int score = 2 * (int)bit_count(own) - 64; /* if the opponent gets the square without turning anything */
    search->nodes += turned != 0;
    return own_turns ? score + 2 + own_turns : other_turns ? score - other_turns : score >= 0 ? score + 2 : score;
}

/* Two empty squares, and what the mover turns on each; `other` are the opponent's discs. */
static inline int solve_2_moves(endgame_search *search, uint64_t other, int alpha, const unsigned squares[2],
                                const uint64_t flips[2])
{
    int best = NO_VALUE;
    for (int i = 0; i < 2 && best <= alpha; i++) {
        if (!flips[i])
            continue;
        search->nodes++;
        const int value = -solve_1(search, other ^ flips[i], squares[i ^ 1]);
        if (value > best)
            best = value;
    }
    return best;
}

static int solve_2(endgame_search *search, fast_set own, fast_set other, int alpha, unsigned a, unsigned b)
{
    const unsigned squares[2] = {a, b};
    uint64_t flips[2] = {fast_set_bits(fast_flips_set(a, own, other)), fast_set_bits(fast_flips_set(b, own, other))};
    if (flips[0] | flips[1])
        return solve_2_moves(search, fast_set_bits(other), alpha, squares, flips);
    flips[0] = fast_set_bits(fast_flips_set(a, other, own));
    flips[1] = fast_set_bits(fast_flips_set(b, other, own));
    if (flips[0] | flips[1])
        return -solve_2_moves(search, fast_set_bits(own), -alpha - 1, squares, flips);
    return endgame_final_score(fast_set_bits(own), fast_set_bits(other));
}

/* A side that cannot move: the other one's turn, or the end. */
typedef enum solve_turn { FIRST_TRY, AFTER_PASS } solve_turn;

/* Three empty squares, in the order in which to try them. */
static int solve_3(endgame_search *search, fast_set own, fast_set other, int alpha, const unsigned squares[3],
                   solve_turn turn)
{
    static const uint8_t orders[3][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}};
    const uint64_t theirs = fast_set_bits(other);
    int best = NO_VALUE;
    for (int i = 0; i < 3 && best <= alpha; i++) {
        const unsigned square = squares[orders[i][0]];
        if (!(line_neighbours[square] & ON_BOARD(theirs)))
            continue;
        const fast_set flips = fast_flips_set(square, own, other);
        if (!fast_set_bits(flips))
            continue;
        search->nodes++;
        const int value = -solve_2(search, other ^ flips, own | flips | fast_set_of(bit(square)), -alpha - 1,
                                   squares[orders[i][1]], squares[orders[i][2]]);
        if (value > best)
            best = value;
    }
    if (best != NO_VALUE)
        return best;
    return turn == AFTER_PASS ? endgame_final_score(fast_set_bits(own), theirs)
                              : -solve_3(search, other, own, -alpha - 1, squares, AFTER_PASS);
}

/* The three squares of a set; one alone in its quadrant is first. `odd` are the odd_regions of the set. */
static inline void three_squares(uint64_t set, uint64_t odd, unsigned squares[3])
{
    uint64_t first = set & odd;
    first &= -first;
    set ^= first;
    squares[0] = bit_first(first);
    squares[1] = bit_first(set);
    squares[2] = bit_first(bit_rest(set));
}

/* The squares of a set of at most four, then 64; those in odd regions are first. */
static inline void four_squares(uint64_t set, uint64_t odd, unsigned squares[4])
{
    uint64_t groups[2] = {set & odd, set & ~odd};
    const unsigned first = bit_count(groups[0]);
    for (unsigned i = 0; i < 4; i++) {
        uint64_t *group = &groups[i >= first];
        squares[i] = *group ? bit_first(*group) : 64;
        *group = bit_rest(*group);
    }
}

/* Four empty squares; `moves` are the legal ones. They are known before the flips are, so that the processor learns
 * early which way the loop goes (1 % less time than asking the flips). Mostly all moves have to be tried, so the flips
 * of all are computed first: together they cost little more than two one by one. */
static int solve_4(endgame_search *search, fast_set own, fast_set other, uint64_t moves, int alpha)
{
    const uint64_t theirs = fast_set_bits(other), empty = ~(fast_set_bits(own) | theirs), odd = odd_regions(empty);
    if (!moves) {
        const uint64_t replies = fast_moves(theirs, fast_set_bits(own));
        return replies ? -solve_4(search, other, own, replies, -alpha - 1)
                       : endgame_final_score(fast_set_bits(own), theirs);
    }
    unsigned squares[4], rest[3];
    uint64_t flips[4];
    four_squares(moves, odd, squares);
    fast_flips_4(squares, own, other, flips);
    const int count = (int)bit_count(moves);
    int best = NO_VALUE;
    for (int i = 0; i < count && best <= alpha; i++) {
        const unsigned square = squares[i];
        three_squares(empty ^ bit(square), odd ^ quadrant_of(square), rest);
        const fast_set turned = fast_set_of(flips[i]);
        search->nodes++;
        const int value =
            -solve_3(search, other ^ turned, own | turned | fast_set_of(bit(square)), -alpha - 1, rest, FIRST_TRY);
        if (value > best)
            best = value;
    }
    return best;
}

/* Any number up to four; `moves` are the legal ones. */
static int solve_last(endgame_search *search, uint64_t own, uint64_t other, uint64_t moves, int alpha, int empties)
{
    const uint64_t empty = ~(own | other);
    unsigned squares[3];
    switch (empties) {
    case 4:
        return solve_4(search, fast_set_of(own), fast_set_of(other), moves, alpha);
    case 3:
        three_squares(empty, odd_regions(empty), squares);
        return solve_3(search, fast_set_of(own), fast_set_of(other), alpha, squares, FIRST_TRY);
    case 2:
        return solve_2(search, fast_set_of(own), fast_set_of(other), alpha, bit_first(empty),
                       bit_first(bit_rest(empty)));
    case 1:
        return solve_1(search, own, bit_first(empty));
    default:
        return endgame_final_score(own, other);
    }
}

#endif
