/* SPDX-License-Identifier: MIT
 *
 * The order of moves in searches to the end of the game with few empty squares. Part of midgame.c and endgame.c.
 *
 * Fewest replies first, and of moves that leave about as few the one with the best value by the weights of
 * evaluation.order. Gain: docs/benchmarks.md.
 */
#ifndef FLANK_OTHELLO_LATE_ORDER_H
#define FLANK_OTHELLO_LATE_ORDER_H

#include "othello/eval_board.h"
#include "othello/move_list.h"

enum {
    LATE_REPLY = 100,        /* what a reply weighs, in 1/EVAL_PER_DISC disc */
    LATE_LATER = -(1 << 20), /* below all keys made of values */
};

/* The most replies that a move may leave to be worth a value in a search to the end of the game; -1 where no two moves
 * are near enough for a choice. One that leaves many more than another is rarely right to begin with. */
static inline int replies_worth_a_value(const move_list *list, int empties)
{
    const int margin = empties < 13 ? 1 : empties < 15 ? 2 : empties < 18 ? 4 : 8;
    int least = list->moves[0].replies, near = 0;
    for (int i = 1; i < list->count; i++)
        if (list->moves[i].replies < least)
            least = list->moves[i].replies;
    for (int i = 0; i < list->count; i++)
        near += list->moves[i].replies <= least + margin;
    return near > 1 ? least + margin : -1;
}

/* Give the moves of a position new keys; those that get no value keep their order, and come last. Returns how many were
 * made on a board. */
static inline unsigned late_order(const evaluation *eval, const order_board *board, int empties, move_list *list)
{
    const int replies_max = replies_worth_a_value(list, empties);
    unsigned made = 0;
    for (int i = 0; i < list->count; i++) {
        listed_move *move = &list->moves[i];
        move->key += LATE_LATER;
        if (move->replies > replies_max)
            continue;
        order_board next;
        order_board_play(eval, board, &next, move->square, move->taken & ~bit(move->square));
        move->key = -order_board_value(eval, &next) - LATE_REPLY * move->replies;
        made++;
    }
    return made;
}

#endif
