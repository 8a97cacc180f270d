/* SPDX-License-Identifier: MIT
 *
 * The eight symmetries of the board, and the one of eight positions that stands for all.
 *
 * A symmetry is three bits: 1 mirrors left and right, 2 turns top and bottom round, 4 swaps rows and columns, in this
 * order. Each is a few shifts on a whole board (Warren, "Hacker's Delight", chapter 7). The canonical position is the
 * one with the smallest `own`, and among those the smallest `other`; about 60 instructions, which no book lookup
 * notices.
 */
#ifndef FLANK_CORE_SYMMETRY_H
#define FLANK_CORE_SYMMETRY_H

#include "core/bits.h"

#include <assert.h>
#include <flank/position.h>

enum { SYMMETRY_COUNT = 8, SYMMETRY_MIRROR = 1, SYMMETRY_TURN = 2, SYMMETRY_SWAP = 4 };

/* File a becomes file h and so on. */
static inline uint64_t symmetry_mirror(uint64_t set)
{
    set = (set >> 1 & UINT64_C(0x5555555555555555)) | (set & UINT64_C(0x5555555555555555)) << 1;
    set = (set >> 2 & UINT64_C(0x3333333333333333)) | (set & UINT64_C(0x3333333333333333)) << 2;
    return (set >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (set & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

/* Row 1 becomes row 8 and so on. */
static inline uint64_t symmetry_turn(uint64_t set) { return __builtin_bswap64(set); }

/* b1 becomes a2 and so on. */
static inline uint64_t symmetry_swap(uint64_t set)
{
    uint64_t change = (set ^ set >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    set ^= change ^ change << 7;
    change = (set ^ set >> 14) & UINT64_C(0x0000cccc0000cccc);
    set ^= change ^ change << 14;
    change = (set ^ set >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return set ^ change ^ change << 28;
}

static inline uint64_t symmetry_apply(uint64_t set, unsigned symmetry)
{
    if (symmetry & SYMMETRY_MIRROR)
        set = symmetry_mirror(set);
    if (symmetry & SYMMETRY_TURN)
        set = symmetry_turn(set);
    return symmetry & SYMMETRY_SWAP ? symmetry_swap(set) : set;
}

/* The position with all its pieces where `symmetry` puts them. */
static inline flank_position symmetry_position(const flank_position *position, unsigned symmetry)
{
    flank_position turned = *position;
    turned.own = symmetry_apply(position->own, symmetry);
    turned.other = symmetry_apply(position->other, symmetry);
    turned.kings = symmetry_apply(position->kings, symmetry);
    return turned;
}

/* The square that `symmetry` makes of a square; FLANK_NO_SQUARE stays. */
static inline unsigned symmetry_square(unsigned square, unsigned symmetry)
{
    assert(symmetry < SYMMETRY_COUNT);
    if (square >= 64)
        return square;
    if (symmetry & SYMMETRY_MIRROR)
        square ^= 7;
    if (symmetry & SYMMETRY_TURN)
        square ^= 56;
    return symmetry & SYMMETRY_SWAP ? (square & 7) << 3 | square >> 3 : square;
}

/* The symmetry that takes everything back. */
static inline unsigned symmetry_inverse(unsigned symmetry)
{
    assert(symmetry < SYMMETRY_COUNT);
    if (!(symmetry & SYMMETRY_SWAP))
        return symmetry;
    unsigned swapped =
        (symmetry & SYMMETRY_MIRROR ? SYMMETRY_TURN : 0) | (symmetry & SYMMETRY_TURN ? SYMMETRY_MIRROR : 0);
    return SYMMETRY_SWAP | swapped;
}

/* Replace own and other by the canonical position; returns the symmetry that leads there. */
static inline unsigned symmetry_canonical(uint64_t *own, uint64_t *other)
{
    uint64_t best_own = *own, best_other = *other;
    unsigned best = 0;
    for (unsigned symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
        uint64_t turned_own = symmetry_apply(*own, symmetry);
        if (turned_own > best_own)
            continue;
        uint64_t turned_other = symmetry_apply(*other, symmetry);
        assert((turned_own & turned_other) == 0);
        if (turned_own < best_own || turned_other < best_other) {
            best_own = turned_own;
            best_other = turned_other;
            best = symmetry;
        }
    }
    *own = best_own;
    *other = best_other;
    return best;
}

#endif
