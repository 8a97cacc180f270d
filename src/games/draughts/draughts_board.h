/* SPDX-License-Identifier: MIT
 *
 * Turkish draughts on bitboards: directions, lines of sight, and what every part of the rules asks of a position.
 *
 * Pieces move and capture along ranks and files only, so four directions are enough; they are numbered round the
 * compass so that `direction ^ 2` is the opposite one. Lines are computed with shifts rather than read from tables: a
 * line is two or three instructions, and nothing has to stay in the cache.
 */
#ifndef FLANK_GAMES_DRAUGHTS_BOARD_H
#define FLANK_GAMES_DRAUGHTS_BOARD_H

#include "core/bits.h"

#include <assert.h>
#include <stdbool.h>

enum { DRAUGHTS_NORTH, DRAUGHTS_EAST, DRAUGHTS_SOUTH, DRAUGHTS_WEST, DRAUGHTS_NO_DIRECTION };

/* The order of the values in draughts_game.params, which is the index into flank_rules. */
enum { DRAUGHTS_PROMOTION, DRAUGHTS_MAJORITY, DRAUGHTS_COUNT, DRAUGHTS_NO_PROGRESS };

/* A side has sixteen men; composed positions in circulation go to nineteen. Positions with more are refused, because
 * the time of a search for the longest capture may double with every piece that can be taken. */
#define DRAUGHTS_PIECES_MAX 20

static inline unsigned draughts_opposite(unsigned direction) { return direction ^ 2; }

static inline unsigned draughts_forward(flank_color color)
{
    return color == FLANK_WHITE ? DRAUGHTS_NORTH : DRAUGHTS_SOUTH;
}

/* The rank on which men of `color` become kings. */
static inline uint64_t draughts_crown_rank(flank_color color)
{
    return color == FLANK_WHITE ? BITS_RANK_8 : BITS_RANK_1;
}

static inline uint64_t draughts_shift(uint64_t set, unsigned direction)
{
    switch (direction) {
    case DRAUGHTS_NORTH:
        return bits_north(set);
    case DRAUGHTS_EAST:
        return bits_east(set);
    case DRAUGHTS_SOUTH:
        return bits_south(set);
    default:
        return bits_west(set);
    }
}

/* All squares in `direction` from `square`, which itself is not one of them. */
static inline uint64_t draughts_line(unsigned square, unsigned direction)
{
    uint64_t rank = BITS_RANK_1 << (square & 56);
    switch (direction) {
    case DRAUGHTS_NORTH:
        return (BITS_FILE_A << square) ^ bit(square);
    case DRAUGHTS_EAST:
        return rank & (0 - (bit(square) << 1));
    case DRAUGHTS_SOUTH:
        return (BITS_FILE_H >> (63 - square)) ^ bit(square);
    default:
        return rank & (bit(square) - 1);
    }
}

/* The square of a non-empty subset of a line that is nearest to where the line starts. */
static inline unsigned draughts_nearest(uint64_t on_line, unsigned direction)
{
    assert(on_line);
    return direction < DRAUGHTS_SOUTH ? bit_first(on_line) : 63 - (unsigned)__builtin_clzll(on_line);
}

/* The empty squares that a king on `square` can slide to in `direction`. */
static inline uint64_t draughts_slide(unsigned square, unsigned direction, uint64_t occupied)
{
    uint64_t line = draughts_line(square, direction), blockers = line & occupied;
    if (!blockers)
        return line;
    uint64_t nearest = bit(draughts_nearest(blockers, direction));
    return direction < DRAUGHTS_SOUTH ? line & (nearest - 1) : line & ~(nearest | (nearest - 1));
}

/* One piece each: a draw at once, of whatever kind they are (TUDAF rule book, "Beraberlik"). */
static inline bool draughts_one_each(uint64_t own, uint64_t other)
{
    return own && other && !bit_rest(own) && !bit_rest(other);
}

#endif
