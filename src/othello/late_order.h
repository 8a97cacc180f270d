/* SPDX-License-Identifier: MIT
 *
 * The order of moves in searches to the end of the game with few empty squares. Part of midgame.c and endgame.c.
 *
 * Fewest replies first, and of moves that leave about as few the one that a table of evaluation.order thinks cheapest.
 * The tables know what moves cost in searches of this kind (train/train_costs.h), not what they are worth; gain:
 * docs/developers/evaluation.md.
 */
#ifndef FLANK_OTHELLO_LATE_ORDER_H
#define FLANK_OTHELLO_LATE_ORDER_H

#include "othello/eval_board.h"
#include "othello/move_list.h"

#include <assert.h>

enum {
    LATE_REPLY = 100,        /* the weight of a reply, in the unit of evaluation.order */
    LATE_LATER = -(1 << 20), /* below all keys made of values */
};

/* Plies of the searches that order the moves of a position with so many empty squares; 0: late_order does. */
static inline int late_search_plies(int empties)
{
    return empties < 17 ? 0 : empties < 19 ? 1 : empties < 22 ? 2 : empties < 26 ? 3 : 4;
}

/* The key of a move by its replies and the position after it; `empties` before it. */
static inline int late_key(const evaluation *eval, const order_board *after, int empties, int replies)
{
    return -order_board_value(eval, after, order_table(empties)) - LATE_REPLY * replies;
}

/* The most replies that a move may leave to be worth a value in a search to the end of the game; -1 where no two moves
 * are near enough for a choice. One that leaves many more than another is rarely right to begin with. */
static inline int replies_worth_a_value(const move_list *list, int empties)
{
    const int margin = empties < 13 ? 1 : empties < 15 ? 2 : empties < 18 ? 4 : 8;
    assert(list->count > 0);
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
        move->key = late_key(eval, &next, empties, move->replies);
        made++;
    }
    return made;
}

#endif
