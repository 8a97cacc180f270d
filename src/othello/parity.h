/* SPDX-License-Identifier: MIT
 *
 * Parity of regions: who moves last in a closed region usually gains, so a move into a region with an odd number of
 * empty squares is tried first. Regions are the four quadrants: crude, but free.
 */
#ifndef FLANK_OTHELLO_PARITY_H
#define FLANK_OTHELLO_PARITY_H

#include "core/bits.h"

/* All squares of the quadrants that have an odd number of `empties`. */
static inline uint64_t odd_regions(uint64_t empties)
{
    empties ^= empties >> 1;
    empties ^= empties >> 2; /* bits 0 and 4 of each rank: parity of its left and right half */
    empties ^= empties >> 8;
    empties ^= empties >> 16; /* bits 0, 4, 32, 36: parity of the quadrants */
    return (empties & UINT64_C(0x0000001100000011)) * UINT64_C(0x0f0f0f0f);
}

/* The quadrant of a square. Taking the square makes its region odd if it was even, and even if it was odd. */
static inline uint64_t quadrant_of(unsigned square) { return UINT64_C(0x0f0f0f0f) << (square & 0x24); }

#endif
