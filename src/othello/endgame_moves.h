/* SPDX-License-Identifier: MIT
 *
 * Legal moves in the order in which they are worth searching. Part of endgame.c.
 *
 * Fastest first: the fewer replies a move leaves, the smaller its tree, and the likelier it is good too. A reply on a
 * corner counts twice (move_list.h), the square itself and the parity of its region break ties.
 *
 * Square values were set by node counts of FFO 22-31: 97 M nodes without them, 77 M with; at a quarter of what they
 * were then FFO 40-49 take 1 % fewer nodes. Tried and dropped because node counts rose: empty neighbours of own discs
 * (potential mobility), stable discs on edges.
 */
#ifndef FLANK_OTHELLO_ENDGAME_MOVES_H
#define FLANK_OTHELLO_ENDGAME_MOVES_H

#include "othello/move_list.h"
#include "othello/parity.h"

/* The worth of a square to the one who takes it, in 1/32 of a reply less. */
#if OTHELLO_BOARD == 6
static const int8_t square_values[64] = {
    0, 0, 0, 0, 0, 0, 0, 0, /* rank 1 */
    0, 9, 2, 7, 7, 2, 9, 0, /* rank 2 */
    0, 2, 0, 4, 4, 0, 2, 0, /* rank 3 */
    0, 7, 4, 0, 0, 4, 7, 0, /* rank 4 */
    0, 7, 4, 0, 0, 4, 7, 0, /* rank 5 */
    0, 2, 0, 4, 4, 0, 2, 0, /* rank 6 */
    0, 9, 2, 7, 7, 2, 9, 0, /* rank 7 */
    0, 0, 0, 0, 0, 0, 0, 0, /* rank 8 */
};
#else
static const int8_t square_values[64] = {
    9, 2, 8, 6, 6, 8, 2, 9, /* rank 1 */
    2, 0, 3, 4, 4, 3, 0, 2, /* rank 2 */
    8, 3, 7, 5, 5, 7, 3, 8, /* rank 3 */
    6, 4, 5, 0, 0, 5, 4, 6, /* rank 4 */
    6, 4, 5, 0, 0, 5, 4, 6, /* rank 5 */
    8, 3, 7, 5, 5, 7, 3, 8, /* rank 6 */
    2, 0, 3, 4, 4, 3, 0, 2, /* rank 7 */
    9, 2, 8, 6, 6, 8, 2, 9, /* rank 8 */
};
#endif

/* Fill `list` with `moves`, the legal ones, and their keys. */
static inline void list_moves(move_list *list, uint64_t own, uint64_t other, uint64_t moves)
{
    enum { REPLY = 32, SQUARE = 1, ODD_REGION = 8 };
    const uint64_t odd = odd_regions(~(own | other));
    move_list_fill(list, own, other, moves);
    for (int i = 0; i < list->count; i++) {
        listed_move *move = &list->moves[i];
        move->key = SQUARE * square_values[move->square] - REPLY * move->replies;
        if (odd >> move->square & 1)
            move->key += ODD_REGION;
    }
}

#endif
