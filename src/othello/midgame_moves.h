/* SPDX-License-Identifier: MIT
 *
 * Legal moves of a midgame position with the replies that each leaves. Part of midgame.c.
 *
 * The replies of all moves are counted several moves at a time, one in each vector lane
 * (games/othello/othello_lanes.h).
 */
#ifndef FLANK_OTHELLO_MIDGAME_MOVES_H
#define FLANK_OTHELLO_MIDGAME_MOVES_H

#include "games/othello/othello_lanes.h"
#include "othello/eval_board.h"

#define MID_MOVES_MAX 60 /* more than any position has */

/* A position in the search tree. */
typedef struct spot {
    uint64_t own, other;
    int empties;
    eval_board eval;
} spot;

typedef struct mid_move {
    uint64_t taken; /* the new disc and those it turns */
    int replies;    /* weighted: a corner counts twice */
    int key;        /* higher is searched earlier */
    uint8_t square;
} mid_move;

typedef struct mid_list {
    int count;
    mid_move moves[MID_MOVES_MAX];
} mid_list;

/* The position after a move. */
static inline void spot_after(const evaluation *eval, const spot *now, const mid_move *move, spot *next)
{
    next->own = now->other & ~move->taken;
    next->other = now->own | move->taken;
    next->empties = now->empties - 1;
    eval_board_play(eval, &now->eval, &next->eval, move->square, move->taken & ~bit(move->square));
}

static inline void spot_pass(const evaluation *eval, const spot *now, spot *next)
{
    next->own = now->other;
    next->other = now->own;
    next->empties = now->empties;
    eval_board_pass(eval, &now->eval, &next->eval);
}

/* Fill `list` with `moves`, the legal ones. */
static inline void mid_list_fill(mid_list *list, const spot *now, uint64_t moves)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    uint64_t taken[MID_MOVES_MAX + OTHELLO_LANES], replies[MID_MOVES_MAX + OTHELLO_LANES];
    int count = 0;
    for (; moves; moves = bit_rest(moves))
        taken[count++] = moves & -moves;
    list->count = count;
    othello_lanes_store(&taken[count], othello_lanes_all(0));
    for (int i = 0; i < count; i++)
        list->moves[i].square = (uint8_t)bit_first(taken[i]);
    for (int i = 0; i < count; i += OTHELLO_LANES) {
        const othello_lanes mine = othello_lanes_all(now->own), theirs = othello_lanes_all(now->other);
        const othello_lanes turned = othello_lanes_taken(othello_lanes_load(&taken[i]), mine, theirs);
        const othello_lanes next = othello_lanes_moves(theirs & ~turned, mine | turned);
        othello_lanes_store(&taken[i], turned);
        othello_lanes_store(&replies[i],
                            othello_lanes_count(next) + othello_lanes_count(next & othello_lanes_all(corners)));
    }
    for (int i = 0; i < count; i++) {
        list->moves[i].taken = taken[i];
        list->moves[i].replies = (int)replies[i];
    }
}

/* Put the best of the moves from `at` on at `at`. Lists are short and often left after a move or two, so they are never
 * sorted as a whole. */
static inline const mid_move *mid_list_next(mid_list *list, int at)
{
    mid_move *moves = list->moves;
    int best = at;
    for (int i = at + 1; i < list->count; i++)
        if (moves[i].key > moves[best].key)
            best = i;
    const mid_move chosen = moves[best];
    moves[best] = moves[at];
    moves[at] = chosen;
    return &moves[at];
}

#endif
