/* SPDX-License-Identifier: MIT
 *
 * A midgame position with what its evaluation keeps, and the positions after its moves. Part of midgame.c.
 */
#ifndef FLANK_OTHELLO_MIDGAME_NODE_H
#define FLANK_OTHELLO_MIDGAME_NODE_H

#include "othello/eval_board.h"
#include "othello/fast_board.h"
#include "othello/move_list.h"

/* A position in the search tree. */
typedef struct midgame_node {
    uint64_t own, other;
    uint64_t moves; /* the legal ones */
    int empties;
    eval_board eval;
} midgame_node;

/* The position after a move. */
static inline void midgame_node_after(const evaluation *eval, const midgame_node *now, const listed_move *move,
                                      midgame_node *next)
{
    next->own = now->other & ~move->taken;
    next->other = now->own | move->taken;
    next->moves = move->moves;
    next->empties = now->empties - 1;
    eval_board_play(eval, &now->eval, &next->eval, move->square, move->taken & ~bit(move->square));
}

/* The position after a pass; false if the other side cannot move either. */
static inline bool midgame_node_pass(const evaluation *eval, const midgame_node *now, midgame_node *next)
{
    next->own = now->other;
    next->other = now->own;
    next->moves = fast_moves(next->own, next->other);
    next->empties = now->empties;
    if (next->moves)
        eval_board_pass(eval, &now->eval, &next->eval);
    return next->moves != 0;
}

#endif
