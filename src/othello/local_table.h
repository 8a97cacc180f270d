/* SPDX-License-Identifier: MIT
 *
 * A small transposition table for positions with few empty squares, one for each search thread. Part of endgame.c.
 *
 * Positions that few placements apart lead to are met again soon or never, so a table that fits the second-level cache
 * keeps nearly all that is worth keeping, answers in a few nanoseconds where the shared table (othello_transposition.h)
 * costs a miss, and needs no check against other threads. One entry a place, the newer one stays.
 *
 * Positions with LOCAL_LAST empty squares are half of all and met again soonest, so they have a small part of their own
 * and do not push out the others. Measured (docs/decisions, record 7): one table of 4096 for all needs 3 % more
 * nodes in the same time, one of 16384 as many nodes and 3 % more time.
 */
#ifndef FLANK_OTHELLO_LOCAL_TABLE_H
#define FLANK_OTHELLO_LOCAL_TABLE_H

#include "othello/othello_transposition.h"

#include <assert.h>
#include <string.h>

enum { LOCAL_TABLE_SIZE = 16384, LOCAL_LAST_SIZE = 1024, LOCAL_LAST = 5 };

typedef struct local_entry {
    uint64_t own, other; /* both zero: no entry */
    int8_t lower, upper;
    uint8_t best[2];
} local_entry;

typedef struct local_table {
    local_entry entries[LOCAL_TABLE_SIZE];
    local_entry last[LOCAL_LAST_SIZE]; /* with LOCAL_LAST empty squares */
} local_table;

static inline void local_table_clear(local_table *table) { memset(table, 0, sizeof *table); }

/* The place of a position with this table_hash and so many empty squares. */
static inline local_entry *local_table_place(local_table *table, uint64_t hash, int empties)
{
    return empties == LOCAL_LAST ? &table->last[hash % LOCAL_LAST_SIZE] : &table->entries[hash % LOCAL_TABLE_SIZE];
}

static inline bool local_entry_holds(const local_entry *entry, uint64_t own, uint64_t other)
{
    return entry->own == own && entry->other == other;
}

/* Record what is proved of a position; what was known before is kept where it is sharper. */
static inline void local_entry_store(local_entry *entry, uint64_t own, uint64_t other, int lower, int upper,
                                     unsigned best)
{
    if (!local_entry_holds(entry, own, other))
        *entry = (local_entry){
            .own = own, .other = other, .lower = -64, .upper = 64, .best = {FLANK_NO_SQUARE, FLANK_NO_SQUARE}};
    if (lower > entry->lower)
        entry->lower = (int8_t)lower;
    if (upper < entry->upper)
        entry->upper = (int8_t)upper;
    assert(entry->lower <= entry->upper);
    if (best != entry->best[0] && best != FLANK_NO_SQUARE) {
        entry->best[1] = entry->best[0];
        entry->best[0] = (uint8_t)best;
    }
}

#endif
