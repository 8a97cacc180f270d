/* SPDX-License-Identifier: MIT
 *
 * What makes the tree below a position small besides a good value, for the order of moves in searches to the
 * end of the game.
 *
 * Stable discs take squares and lines out of play; empty squares beside one's own discs are where the opponent moves.
 * Only in a search to the end of the game, where the size of the tree counts for more than the right first move.
 */
#ifndef FLANK_OTHELLO_SMALL_TREE_H
#define FLANK_OTHELLO_SMALL_TREE_H

#include "othello/stability.h"

/* In 1/EVAL_PER_DISC disc, for the one who has just moved: the owner of `other`. */
static inline int small_tree(const edge_table *edges, uint64_t own, uint64_t other)
{
    enum { STABLE = 20, OPEN_SQUARE = 20 };
    const uint64_t open = bits_grow(other) & ~(own | other);
    return STABLE * (int)bit_count(stability_of(edges, other, own)) - OPEN_SQUARE * (int)bit_count(open);
}

#endif
