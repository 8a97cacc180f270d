/* SPDX-License-Identifier: MIT
 *
 * Sets of squares as 64-bit words: counting, walking, shifting without wrapping round the edge.
 *
 * Square 0 is a1, square 7 h1, square 63 h8. "North" is towards row 8, whatever side of the screen that is on.
 */
#ifndef FLANK_CORE_BITS_H
#define FLANK_CORE_BITS_H

#include <flank/position.h>
#include <assert.h>
#include <stdint.h>

#define BITS_FILE_A UINT64_C(0x0101010101010101)
#define BITS_FILE_H UINT64_C(0x8080808080808080)
#define BITS_RANK_1 UINT64_C(0x00000000000000ff)
#define BITS_RANK_8 UINT64_C(0xff00000000000000)

static inline uint64_t bit(unsigned square) { return UINT64_C(1) << square; }
static inline unsigned bit_count(uint64_t set) { return (unsigned)__builtin_popcountll(set); }

/* The lowest square of a set that is not empty. */
static inline unsigned bit_first(uint64_t set)
{
    assert(set);
    return (unsigned)__builtin_ctzll(set);
}

/* The set without its lowest square. */
static inline uint64_t bit_rest(uint64_t set) { return set & (set - 1); }

/* for (BITS_EACH(square, set)) runs with each square of the set, lowest first. */
#define BITS_EACH(square, set)                                                                                         \
    uint64_t square##_left = (set), square = square##_left ? bit_first(square##_left) : 0;                             \
    square##_left;                                                                                                     \
    square##_left = bit_rest(square##_left), square = square##_left ? bit_first(square##_left) : 0

static inline uint64_t bits_north(uint64_t set) { return set << 8; }
static inline uint64_t bits_south(uint64_t set) { return set >> 8; }
static inline uint64_t bits_east(uint64_t set) { return (set & ~BITS_FILE_H) << 1; }
static inline uint64_t bits_west(uint64_t set) { return (set & ~BITS_FILE_A) >> 1; }

/* All squares that touch a square of the set, the set itself included. */
static inline uint64_t bits_grow(uint64_t set)
{
    uint64_t row = set | bits_east(set) | bits_west(set);
    return row | bits_north(row) | bits_south(row);
}

static inline unsigned square_file(unsigned square) { return square & 7; }
static inline unsigned square_rank(unsigned square) { return square >> 3; }

#endif
