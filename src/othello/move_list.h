/* SPDX-License-Identifier: MIT
 *
 * Legal moves with the replies that each leaves, and picking the best of them one at a time. Part of midgame.c and
 * endgame.c, which give the keys.
 *
 * Flips and replies are worked out for several moves at a time, one in each vector lane
 * (games/othello/othello_lanes.h).
 */
#ifndef FLANK_OTHELLO_MOVE_LIST_H
#define FLANK_OTHELLO_MOVE_LIST_H

#include "othello/fast_board.h"

#include <assert.h>

#define MOVE_LIST_MAX 60 /* more than any position has */

typedef struct listed_move {
    uint64_t taken;  /* the new disc and those it turns */
    uint64_t moves;  /* the legal ones after it */
    int key;         /* higher is searched earlier */
    int16_t replies; /* their number, a corner twice */
    uint8_t square;
} listed_move;

typedef struct move_list {
    int count;
    listed_move moves[MOVE_LIST_MAX];
} move_list;

/* Fill `list` with `moves`, the legal ones; the keys are left to the caller. */
static inline void move_list_fill(move_list *list, uint64_t own, uint64_t other, uint64_t moves)
{
    uint64_t taken[MOVE_LIST_MAX + OTHELLO_LANES], after[MOVE_LIST_MAX + OTHELLO_LANES];
    uint64_t replies[MOVE_LIST_MAX + OTHELLO_LANES];
    int count = 0;
    for (; moves; moves = bit_rest(moves))
        taken[count++] = moves & -moves;
    assert(count <= MOVE_LIST_MAX);
    list->count = count;
    othello_lanes_store(&taken[count], othello_lanes_all(0));
    for (int i = 0; i < count; i++)
        list->moves[i].square = (uint8_t)bit_first(taken[i]);
    for (int i = 0; i < count; i += OTHELLO_LANES) {
        const othello_lanes mine = othello_lanes_all(ON_BOARD(own)), theirs = othello_lanes_all(ON_BOARD(other));
        const othello_lanes turned = othello_lanes_taken(othello_lanes_load(&taken[i]), mine, theirs);
        const othello_lanes next = ON_BOARD(othello_lanes_moves(theirs & ~turned, mine | turned));
        othello_lanes_store(&taken[i], turned);
        othello_lanes_store(&after[i], next);
        othello_lanes_store(&replies[i],
                            othello_lanes_count(next) + othello_lanes_count(next & othello_lanes_all(CORNERS)));
    }
    for (int i = 0; i < count; i++) {
        list->moves[i].taken = taken[i];
        list->moves[i].moves = after[i];
        list->moves[i].replies = (int16_t)replies[i];
    }
}

/* Put the best of the moves from `at` on at `at`. Lists are short and often left after a move or two, so they are never
 * sorted as a whole. */
static inline const listed_move *move_list_next(move_list *list, int at)
{
    assert(at >= 0 && at < list->count);
    listed_move *moves = list->moves;
    int best = at;
    for (int i = at + 1; i < list->count; i++)
        if (moves[i].key > moves[best].key)
            best = i;
    const listed_move chosen = moves[best];
    moves[best] = moves[at];
    moves[at] = chosen;
    return &moves[at];
}

#endif
