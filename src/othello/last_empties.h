/* SPDX-License-Identifier: MIT
 *
 * The last one to four empty squares, where most of a solver's nodes are. Part of endgame.c.
 *
 * The empty squares are arguments, so no list is walked and no legal move generated: a square is tried if a neighbour
 * is the opponent's and the flips are not zero. Order is by parity alone: a square alone in its quadrant first, because
 * who moves last in a region gains by it. All functions are null-window: they answer whether the value exceeds alpha,
 * with a bound that proves it.
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
    int score = 2 * (int)bit_count(own) - 62; /* if the mover fills the square without turning anything */
    int flips = (int)fast_last_flips(a, own);
    if (flips) {
        search->nodes++;
        return score + flips;
    }
    score -= 2;
    flips = (int)fast_last_flips(a, ~own & ~bit(a));
    if (flips) {
        search->nodes++;
        return score - flips;
    }
    return score >= 0 ? score + 2 : score; /* 2 * own - 64 is even: 0 means 32 to 31, the empty square decides */
}

/* The value of playing `a` with `b` left, or NO_VALUE if `a` is not legal. */
static inline int solve_2_move(endgame_search *search, uint64_t own, uint64_t other, unsigned a, unsigned b)
{
    if (!(line_neighbours[a] & other))
        return NO_VALUE;
    uint64_t flips = fast_flips(a, own, other);
    if (!flips)
        return NO_VALUE;
    search->nodes++;
    return -solve_1(search, other ^ flips, b);
}

static int solve_2(endgame_search *search, uint64_t own, uint64_t other, int alpha, unsigned a, unsigned b)
{
    int best = solve_2_move(search, own, other, a, b);
    if (best > alpha)
        return best;
    int value = solve_2_move(search, own, other, b, a);
    if (value > best)
        best = value;
    if (best != NO_VALUE)
        return best;

    /* A pass: the opponent minimises. */
    best = solve_2_move(search, other, own, a, b);
    if (best != NO_VALUE && -best <= alpha)
        return -best;
    value = solve_2_move(search, other, own, b, a);
    if (value > best)
        best = value;
    return best != NO_VALUE ? -best : endgame_final_score(own, other);
}

static int solve_3(endgame_search *search, uint64_t own, uint64_t other, int alpha, unsigned a, unsigned b, unsigned c,
                   bool passed)
{
    /* 1. The square alone in its quadrant first. */
    if (same_quadrant(a, b)) {
        unsigned last = a;
        a = c;
        c = last;
    } else if (same_quadrant(a, c)) {
        unsigned first = b;
        b = a;
        a = first;
    }
    /* 2. Each move. */
    int best = NO_VALUE;
    const unsigned order[3][3] = {{a, b, c}, {b, a, c}, {c, a, b}};
    for (int i = 0; i < 3; i++) {
        if (!(line_neighbours[order[i][0]] & other))
            continue;
        uint64_t flips = fast_flips(order[i][0], own, other);
        if (!flips)
            continue;
        search->nodes++;
        int value =
            -solve_2(search, other ^ flips, own | flips | bit(order[i][0]), -alpha - 1, order[i][1], order[i][2]);
        if (value > alpha)
            return value;
        if (value > best)
            best = value;
    }
    /* 3. No move: a pass, or the end. */
    if (best != NO_VALUE)
        return best;
    return passed ? endgame_final_score(own, other) : -solve_3(search, other, own, -alpha - 1, a, b, c, true);
}

static int solve_4(endgame_search *search, uint64_t own, uint64_t other, int alpha, bool passed)
{
    const uint64_t empties = ~(own | other);
    const uint64_t odd = empties & odd_regions(empties);
    uint64_t square_set[2] = {odd, empties & ~odd};
    int best = NO_VALUE;
    for (int i = 0; i < 2; i++) {
        for (BITS_EACH(square, square_set[i])) {
            if (!(line_neighbours[square] & other))
                continue;
            uint64_t flips = fast_flips((unsigned)square, own, other);
            if (!flips)
                continue;
            search->nodes++;
            uint64_t rest = empties ^ bit((unsigned)square);
            unsigned a = bit_first(rest), b = bit_first(rest = bit_rest(rest)), c = bit_first(bit_rest(rest));
            int value =
                -solve_3(search, other ^ flips, own | flips | bit((unsigned)square), -alpha - 1, a, b, c, false);
            if (value > alpha)
                return value;
            if (value > best)
                best = value;
        }
    }
    if (best != NO_VALUE)
        return best;
    return passed ? endgame_final_score(own, other) : -solve_4(search, other, own, -alpha - 1, true);
}

/* Any number up to four. */
static int solve_last(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties)
{
    if (empties == 4)
        return solve_4(search, own, other, alpha, false);
    if (empties == 0)
        return endgame_final_score(own, other);
    const uint64_t empty = ~(own | other), rest = bit_rest(empty);
    if (empties == 1)
        return solve_1(search, own, bit_first(empty));
    if (empties == 2)
        return solve_2(search, own, other, alpha, bit_first(empty), bit_first(rest));
    return solve_3(search, own, other, alpha, bit_first(empty), bit_first(rest), bit_first(bit_rest(rest)), false);
}

#endif
