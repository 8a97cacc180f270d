/* SPDX-License-Identifier: MIT
 *
 * Discs that can never turn again, for cutoffs: with s stable discs of the opponent nobody scores more than 64 - 2s.
 *
 * A disc is safe along an axis if the line is full, if it ends the line at an edge, or if a neighbour on that axis is a
 * stable disc of the same colour. Safe along all four axes is stable. Seeds are the discs on edges that no play on the
 * edge can turn (a table of all 3^8 edges) and those with four full lines; then stability spreads until nothing
 * changes. The answer is a lower bound: some stable discs (regions full together) are not seen.
 */
#ifndef FLANK_OTHELLO_STABILITY_H
#define FLANK_OTHELLO_STABILITY_H

#include "core/bits.h"
#include "othello/search_board.h"

#include <assert.h>

/* For each edge of 8 squares, own and other discs: which own discs no play along the edge can turn. */
typedef struct edge_table {
    uint8_t stable[256][256]; /* [own][other]; zero where both overlap */
} edge_table;

void edge_table_fill(edge_table *edges);

/* File a as a byte, bit r for rank r + 1, and back. */
static inline unsigned edge_pack(uint64_t set)
{
    return (unsigned)(((set & BITS_FILE_A) * UINT64_C(0x0102040810204080)) >> 56);
}
static inline uint64_t edge_unpack(uint64_t byte)
{
    const uint64_t spread = byte * BITS_FILE_A & UINT64_C(0x8040201008040201); /* bit r alone in byte r */
    return (spread + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & BITS_FILE_A;
}

/* Own discs on the four edges that are stable there. */
static inline uint64_t stability_of_edges(const edge_table *edges, uint64_t own, uint64_t other)
{
    return (uint64_t)edges->stable[own & 0xff][other & 0xff] | (uint64_t)edges->stable[own >> 56][other >> 56] << 56 |
           edge_unpack(edges->stable[edge_pack(own)][edge_pack(other)]) |
           edge_unpack(edges->stable[edge_pack(own >> 7)][edge_pack(other >> 7)]) << 7;
}

/* Squares on full lines along each axis. Diagonals: a set is and-ed with itself shifted 1, 2, 4 steps along the
 * diagonal both ways, where squares beyond the edge count as full. */
typedef struct full_lines {
    uint64_t row, column, diagonal, antidiagonal;
} full_lines;

static inline full_lines stability_full_lines(uint64_t discs)
{
    full_lines full;
    uint64_t row = discs & discs >> 4, column = discs;
    row &= row >> 2;
    row &= row >> 1;
    full.row = (row & BITS_FILE_A) * 0xff;
    column &= column >> 32 | column << 32;
    column &= column >> 16 | column << 48;
    column &= column >> 8 | column << 56;
    full.column = column;

    /* Steps of +9 go up and right, so the squares that come in from beyond the edge are the lowest ranks and files. */
    uint64_t up = discs, down = discs;
    up &= up << 9 | UINT64_C(0x01010101010101ff);
    down &= down >> 9 | UINT64_C(0xff80808080808080);
    up &= up << 18 | UINT64_C(0x030303030303ffff);
    down &= down >> 18 | UINT64_C(0xffffc0c0c0c0c0c0);
    up &= up << 36 | UINT64_C(0x0f0f0f0fffffffff);
    down &= down >> 36 | UINT64_C(0xfffffffff0f0f0f0);
    full.diagonal = up & down;

    up = down = discs;
    up &= up << 7 | UINT64_C(0x80808080808080ff);
    down &= down >> 7 | UINT64_C(0xff01010101010101);
    up &= up << 14 | UINT64_C(0xc0c0c0c0c0c0ffff);
    down &= down >> 14 | UINT64_C(0xffff030303030303);
    up &= up << 28 | UINT64_C(0xf0f0f0f0ffffffff);
    down &= down >> 28 | UINT64_C(0xffffffff0f0f0f0f);
    full.antidiagonal = up & down;
    return full;
}

/* Own discs that are proved stable. */
static inline uint64_t stability_of(const edge_table *edges, uint64_t own, uint64_t other)
{
    assert((own & other) == 0);
    const full_lines full = stability_full_lines(own | other);
    const uint64_t inner = own & UINT64_C(0x007e7e7e7e7e7e00);
    uint64_t stable = stability_of_edges(edges, own, other), before;
    stable |= inner & full.row & full.column & full.diagonal & full.antidiagonal;
    if (!stable)
        return 0;
    do {
        before = stable;
        uint64_t row = stable << 1 | stable >> 1 | full.row, column = stable << 8 | stable >> 8 | full.column;
        uint64_t diagonal = stable << 9 | stable >> 9 | full.diagonal;
        uint64_t antidiagonal = stable << 7 | stable >> 7 | full.antidiagonal;
        stable |= inner & row & column & diagonal & antidiagonal; /* inner squares have all neighbours: no wrapping */
    } while (stable != before);
    return stable;
}

/* Own discs that are proved stable where the squares outside OTHELLO_MIDDLE_36 hold discs that never turn and turn
 * none, those included. */
static inline uint64_t stability_of_middle(uint64_t own, uint64_t other)
{
    const full_lines full = stability_full_lines(own | other);
    const uint64_t inner = own & OTHELLO_MIDDLE_36;
    uint64_t held = ~OTHELLO_MIDDLE_36, before;
    do {
        before = held;
        uint64_t row = held << 1 | held >> 1 | full.row, column = held << 8 | held >> 8 | full.column;
        uint64_t diagonal = held << 9 | held >> 9 | full.diagonal;
        uint64_t antidiagonal = held << 7 | held >> 7 | full.antidiagonal;
        held |= inner & row & column & diagonal & antidiagonal;
    } while (held != before);
    return held & own;
}

/* Those that are proved stable on the board of the search. */
static inline uint64_t search_stable(const edge_table *edges, uint64_t own, uint64_t other)
{
#if OTHELLO_BOARD == 6
    (void)edges;
    return stability_of_middle(own, other);
#else
    return stability_of(edges, own, other);
#endif
}

#endif
