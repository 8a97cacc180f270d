/* SPDX-License-Identifier: MIT
 *
 * The two questions of Lines of Action on bitboards, in portable C: is a side connected, and where may a piece go.
 *
 * A line is one of the 46 rows, columns and diagonals; a piece stands on one in each of four directions. It moves
 * exactly as many squares as there are pieces on the line, so a line, a population count and two candidate squares are
 * all a direction needs. Line masks are shifts of one row, column or diagonal: shifting the long diagonal by whole rows
 * drops what leaves the board, which leaves exactly the shorter diagonals.
 *
 * Connection is a flood fill from one piece. It ends when the first group is full, so on the scattered boards of play
 * it takes two or three steps; the Euler number of the quad heuristic (Winands, Uiterwijk, van den Herik, ICGA Journal
 * 24(1), 2001) looks at 81 windows whatever the board, and a small Euler number needs the flood all the same.
 */
#ifndef FLANK_GAMES_LOA_BOARD_H
#define FLANK_GAMES_LOA_BOARD_H

#include "core/bits.h"

#include <assert.h>
#include <stdbool.h>

/* The four directions of lines, and the step to the next square along them. */
enum { LOA_ROW, LOA_COLUMN, LOA_DIAGONAL, LOA_ANTIDIAGONAL, LOA_DIRECTIONS };
static const unsigned char loa_steps[LOA_DIRECTIONS] = {1, 8, 9, 7};

/* The part on the board of `line` moved north by `rows`, -7..7. */
static inline uint64_t loa_moved_north(uint64_t line, int rows)
{
    return rows >= 0 ? line << (8 * rows) : line >> (-8 * rows);
}

/* All squares of the line through `square` in `direction`. */
static inline uint64_t loa_line(unsigned square, unsigned direction)
{
    int file = (int)square_file(square), rank = (int)square_rank(square);
    switch (direction) {
    case LOA_ROW:
        return BITS_RANK_1 << (8 * rank);
    case LOA_COLUMN:
        return BITS_FILE_A << file;
    case LOA_DIAGONAL:
        return loa_moved_north(UINT64_C(0x8040201008040201), rank - file);
    default:
        return loa_moved_north(UINT64_C(0x0102040810204080), rank + file - 7);
    }
}

/* The squares strictly between two different squares of `line`. */
static inline uint64_t loa_between(uint64_t line, unsigned a, unsigned b)
{
    assert(a != b && a < 64 && b < 64);
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    return line & (bit(high) - 1) & ~(bit(low) | (bit(low) - 1));
}

/* The squares that the piece on `square` may go to along `direction`: none, one or two squares. Without branches, as
 * none could be foreseen: a target off the board is not on the line, nor is one that the shift takes round the word (by
 * 64, 72 squares). For a target above the piece, target - 2 * piece has all bits between the two. */
static inline uint64_t loa_targets_along(unsigned square, unsigned direction, uint64_t own, uint64_t other)
{
    uint64_t piece = bit(square), line = loa_line(square, direction), free = line & ~own, block = line & other;
    unsigned distance = bit_count(line & (own | other)) * loa_steps[direction] & 63;
    uint64_t up = piece << distance & free, down = piece >> distance & free;
    return ((up - 2 * piece) & block ? 0 : up) | ((piece - 2 * down) & block ? 0 : down);
}

/* The squares that the piece on `square` may go to. A square is the target of at most one direction. */
static inline uint64_t loa_targets(unsigned square, uint64_t own, uint64_t other)
{
    assert(square < 64 && (own & other) == 0);
    uint64_t targets = 0;
    for (unsigned direction = 0; direction < LOA_DIRECTIONS; direction++)
        targets |= loa_targets_along(square, direction, own, other);
    return targets;
}

/* True if some piece of `own` can move. */
static inline bool loa_can_move(uint64_t own, uint64_t other)
{
    for (BITS_EACH(square, own))
        if (loa_targets(square, own, other))
            return true;
    return false;
}

/* All pieces of `set` in the group of its lowest piece; groups join over sides and corners. */
static inline uint64_t loa_first_group(uint64_t set)
{
    uint64_t group = set & (0 - set), grown = bits_grow(group) & set;
    while (grown != group) {
        group = grown;
        grown = bits_grow(group) & set;
    }
    return group;
}

/* True if the pieces form one group; one piece does, and so does none: no two pieces of it are apart. */
static inline bool loa_connected(uint64_t set) { return loa_first_group(set) == set; }

/* Squares where an arriving piece of `set`, which moves there from elsewhere, might make the set one group: those that
 * touch all groups, but for one group of a single piece, which may be the one that moves. The caller knows that `set`
 * is not one group. */
static inline uint64_t loa_joining_squares(uint64_t set, uint64_t first)
{
    uint64_t touch_all = bits_grow(first), touch_all_but_one = bit_rest(first) ? 0 : ~UINT64_C(0);
    set ^= first;
    while (set && (touch_all | touch_all_but_one)) {
        uint64_t group = loa_first_group(set), near = bits_grow(group);
        touch_all_but_one = (touch_all_but_one & near) | (bit_rest(group) ? 0 : touch_all);
        touch_all &= near;
        set ^= group;
    }
    return touch_all | touch_all_but_one;
}

#endif
