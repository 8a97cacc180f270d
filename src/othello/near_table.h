/* SPDX-License-Identifier: MIT
 *
 * A small table of positions with few empty squares, one for each search thread. Part of endgame.c.
 *
 * Positions that few placements apart lead to are met again soon or never, so a table that fits the second-level cache
 * keeps nearly all that is worth keeping, answers in a few nanoseconds where the shared table (position_table.h) costs
 * a miss, and needs no check against other threads. One entry a place, the newer one stays.
 *
 * Measured on questions at 12 empty squares (docs/benchmarks.md): 1024 entries need 3 % more nodes than 4096, 16384
 * need 2 % fewer, and both take 3 % more time.
 */
#ifndef FLANK_OTHELLO_NEAR_TABLE_H
#define FLANK_OTHELLO_NEAR_TABLE_H

#include "othello/position_table.h"

enum { NEAR_TABLE_SIZE = 4096 };

typedef struct near_entry {
    uint64_t own, other; /* both zero: no entry */
    int8_t lower, upper;
    uint8_t best[2];
} near_entry;

typedef struct near_table {
    near_entry entries[NEAR_TABLE_SIZE];
} near_table;

/* The place of a position with this table_hash. */
static inline near_entry *near_table_place(near_table *table, uint64_t hash)
{
    return &table->entries[hash % NEAR_TABLE_SIZE];
}

static inline bool near_entry_holds(const near_entry *entry, uint64_t own, uint64_t other)
{
    return entry->own == own && entry->other == other;
}

/* Record what is proved of a position; what was known before is kept where it is sharper. */
static inline void near_entry_store(near_entry *entry, uint64_t own, uint64_t other, int lower, int upper,
                                    unsigned best)
{
    if (!near_entry_holds(entry, own, other))
        *entry = (near_entry){
            .own = own, .other = other, .lower = -64, .upper = 64, .best = {FLANK_NO_SQUARE, FLANK_NO_SQUARE}};
    if (lower > entry->lower)
        entry->lower = (int8_t)lower;
    if (upper < entry->upper)
        entry->upper = (int8_t)upper;
    if (best != entry->best[0] && best != FLANK_NO_SQUARE) {
        entry->best[1] = entry->best[0];
        entry->best[0] = (uint8_t)best;
    }
}

#endif
