/* SPDX-License-Identifier: MIT
 *
 * Legal moves in the order in which they are worth searching. Part of endgame.c.
 *
 * Fastest first: the fewer replies a move leaves, the smaller its tree, and the likelier it is good too. A reply on a
 * corner counts twice, the square itself and the parity of its region break ties. The replies of all moves are counted
 * several moves at a time, one in each vector lane (games/othello/othello_lanes.h).
 *
 * Square values were set by node counts of FFO 22-31: 97 M nodes without them, 77 M with. Tried and dropped because
 * node counts rose: empty neighbours of own discs (potential mobility), stable discs on edges.
 */
#ifndef FLANK_OTHELLO_ENDGAME_MOVES_H
#define FLANK_OTHELLO_ENDGAME_MOVES_H

#include "othello/fast_board.h"
#include "othello/parity.h"

#define MOVES_MAX 60 /* more than any position has */
#define CORNERS UINT64_C(0x8100000000000081)

typedef struct ordered_move {
    uint64_t taken; /* the new disc and those it turns */
    int key;        /* higher is searched earlier */
    uint8_t square;
} ordered_move;

typedef struct move_list {
    int count;
    ordered_move moves[MOVES_MAX];
} move_list;

/* What a square is worth to the one who takes it, in eighths of a reply less. */
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

/* Fill `list` with `moves`, the legal ones, and their keys. */
static inline void list_moves(move_list *list, uint64_t own, uint64_t other, uint64_t moves)
{
    enum { REPLY = 16, SQUARE = 2, ODD_REGION = 4 };
    uint64_t taken[MOVES_MAX + OTHELLO_LANES], replies[MOVES_MAX + OTHELLO_LANES];
    const uint64_t odd = odd_regions(~(own | other));
    int count = 0;
    for (; moves; moves = bit_rest(moves))
        taken[count++] = moves & -moves;
    list->count = count;
    othello_lanes_store(&taken[count], othello_lanes_all(0));
    for (int i = 0; i < count; i++)
        list->moves[i].square = (uint8_t)bit_first(taken[i]);
    for (int i = 0; i < count; i += OTHELLO_LANES) {
        const othello_lanes mine = othello_lanes_all(own), theirs = othello_lanes_all(other);
        const othello_lanes turned = othello_lanes_taken(othello_lanes_load(&taken[i]), mine, theirs);
        const othello_lanes next = othello_lanes_moves(theirs & ~turned, mine | turned);
        othello_lanes_store(&taken[i], turned);
        othello_lanes_store(&replies[i],
                            othello_lanes_count(next) + othello_lanes_count(next & othello_lanes_all(CORNERS)));
    }
    for (int i = 0; i < count; i++) {
        ordered_move *move = &list->moves[i];
        move->taken = taken[i];
        move->key = SQUARE * square_values[move->square] - REPLY * (int)replies[i];
        if (odd >> move->square & 1)
            move->key += ODD_REGION;
    }
}

/* Put the best of the moves from `at` on at `at`. Lists are short and often left after a move or two, so they are never
 * sorted as a whole. */
static inline const ordered_move *next_move(move_list *list, int at)
{
    ordered_move *moves = list->moves;
    int best = at;
    for (int i = at + 1; i < list->count; i++)
        if (moves[i].key > moves[best].key)
            best = i;
    const ordered_move chosen = moves[best];
    moves[best] = moves[at];
    moves[at] = chosen;
    return &moves[at];
}

#endif
