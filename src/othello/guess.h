/* SPDX-License-Identifier: MIT
 *
 * A rough value of a position, and a short search with it, to order moves where the tree below is large. Part of
 * endgame.c; a guess never decides a score.
 *
 * The features are those of every early Othello program: moves, corners in reach, stable discs, corners, the squares
 * next to empty corners. Weights in sixteenths of a disc come from a least-squares fit against exact scores of 3533
 * positions with 10-15 empty squares from quick self-play; the error is 11 discs where the scores themselves have 26.
 * Where there is an evaluation, midgame.c and late_order.h take its place.
 */
#ifndef FLANK_OTHELLO_GUESS_H
#define FLANK_OTHELLO_GUESS_H

#include "othello/endgame.h"
#include "othello/fast_board.h"
#include "othello/endgame_moves.h"

enum { GUESS_DISC = 16, GUESS_LIMIT = 1 << 14 };

static inline int difference(uint64_t own, uint64_t other) { return (int)bit_count(own) - (int)bit_count(other); }

/* The squares diagonally next to the empty corners. */
static inline uint64_t x_squares(uint64_t empty)
{
    return (empty & bit(0)) << 9 | (empty & bit(7)) << 7 | (empty & bit(56)) >> 7 | (empty & bit(63)) >> 9;
}

/* The squares next to the empty corners on the edges. */
static inline uint64_t c_squares(uint64_t empty)
{
    const uint64_t corners = empty & CORNERS;
    return bits_east(corners) | bits_west(corners) | bits_north(corners) | bits_south(corners);
}

static int guess_value(const endgame_search *search, uint64_t own, uint64_t other)
{
    enum {
        TO_MOVE = 16,
        MOVE = 30,
        NO_MOVE = 48,
        REACH = 50,
        RISK = 30,
        FRONTIER = 7,
        STABLE = 23,
        CORNER = 50,
        X = 18,
        C = 28
    };
    enum { DISC = 6 };
    const uint64_t empty = ~(own | other), x = x_squares(empty), c = c_squares(empty);
    const uint64_t own_moves = fast_moves(own, other), other_moves = fast_moves(other, own);
    return TO_MOVE + MOVE * difference(own_moves, other_moves) + NO_MOVE * ((other_moves == 0) - (own_moves == 0)) +
           REACH * (int)bit_count(own_moves & CORNERS) - RISK * (int)bit_count(other_moves & CORNERS) -
           FRONTIER * difference(bits_grow(own) & empty, bits_grow(other) & empty) +
           STABLE * difference(stability_of(search->edges, own, other), stability_of(search->edges, other, own)) +
           CORNER * difference(own & CORNERS, other & CORNERS) - X * difference(own & x, other & x) -
           C * difference(own & c, other & c) - DISC * difference(own, other);
}

/* Alpha-beta to `depth` plies. */
static int guess_search(endgame_search *search, uint64_t own, uint64_t other, int alpha, int beta, int depth)
{
    const uint64_t moves = fast_moves(own, other);
    if (!moves) {
        if (!fast_moves(other, own))
            return GUESS_DISC * endgame_final_score(own, other);
        return -guess_search(search, other, own, -beta, -alpha, depth);
    }
    if (depth == 0)
        return guess_value(search, own, other);
    if (depth > 1 && endgame_must_stop(search))
        return alpha;
    move_list list;
    list_moves(&list, own, other, moves);
    int best = -GUESS_LIMIT;
    for (int i = 0; i < list.count && best < beta; i++) {
        const listed_move *move = move_list_next(&list, i);
        const int floor = best > alpha ? best : alpha;
        search->nodes++;
        const int value = -guess_search(search, other & ~move->taken, own | move->taken, -beta, -floor, depth - 1);
        if (value > best)
            best = value;
    }
    return best;
}

/* Add to the keys of the moves what a search of `depth` plies thinks of them. Those far below the best are only
 * bounded. */
static void guess_keys(endgame_search *search, uint64_t own, uint64_t other, move_list *list, int depth)
{
    enum { MARGIN = 4 * GUESS_DISC, FASTEST_FIRST = 2 };
    int best = -GUESS_LIMIT;
    for (int i = 0; i < list->count; i++) {
        listed_move *move = &list->moves[i];
        search->nodes++;
        const int value =
            -guess_search(search, other & ~move->taken, own | move->taken, -GUESS_LIMIT, MARGIN - best, depth);
        if (value > best)
            best = value;
        move->key = value + FASTEST_FIRST * move->key;
    }
}

#endif
