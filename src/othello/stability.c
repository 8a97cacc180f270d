/* SPDX-License-Identifier: MIT
 *
 * The table of stable discs on edges, by trying every play on every edge.
 *
 * On an edge anybody may one day place a disc on any empty square: the move may be legal by what it turns elsewhere. A
 * disc is stable if it survives all of that. Fuller edges come first, so each entry needs only one step: the stable
 * discs of all its successors. 6561 edges of at most 16 successors: below a millisecond, so no table is kept in the
 * source.
 */
#include "othello/stability.h"

#include <string.h>

/* The edge discs of `other` that turn when `own` places a disc on `square`. */
static unsigned edge_flips(unsigned square, unsigned own, unsigned other)
{
    unsigned flips = 0;
    for (int way = -1; way <= 1; way += 2) {
        int at = (int)square + way;
        unsigned run = 0;
        for (; at >= 0 && at < 8 && other >> at & 1; at += way)
            run |= 1u << at;
        if (at >= 0 && at < 8 && own >> at & 1)
            flips |= run;
    }
    return flips;
}

static unsigned edge_stable(const edge_table *edges, unsigned own, unsigned other)
{
    unsigned stable = own;
    for (unsigned square = 0; square < 8; square++) {
        unsigned disc = 1u << square;
        if ((own | other) & disc)
            continue;
        unsigned gained = edge_flips(square, own, other), lost = edge_flips(square, other, own);
        stable &= edges->stable[own | gained | disc][other & ~gained];
        stable &= edges->stable[own & ~lost][other | lost | disc];
    }
    return stable;
}

void edge_table_fill(edge_table *edges)
{
    memset(edges, 0, sizeof *edges);
    for (unsigned discs = 256; discs-- > 0;)
        for (unsigned own = discs;; own = (own - 1) & discs) { /* every subset of `discs`, a superset's edges before */
            edges->stable[own][discs & ~own] = (uint8_t)edge_stable(edges, own, discs & ~own);
            if (own == 0)
                break;
        }
}
