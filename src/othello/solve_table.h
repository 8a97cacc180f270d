/* SPDX-License-Identifier: MIT
 *
 * The table of positions whose score is bounded by proof: position -> [lower, upper] and the moves that did best.
 *
 * An entry holds the whole board, so a hit is never wrong (a 64-bit signature would be wrong once in a great many
 * solves, and an exact solver must not be). A bucket is one 64-byte cache line with three entries of 16 bytes of board
 * and 5 of bounds, moves and cost, so a probe costs one miss, which solve_table_prefetch can start early. A new
 * position replaces the entry of its bucket that was cheapest to compute; older solves count as cheaper.
 *
 * Rejected: two entries of 32 bytes (fewer positions in the same memory), and hashing by a CRC instruction (other
 * levels would fill the table in another order, and node counts would differ between CPUs).
 */
#ifndef FLANK_OTHELLO_SOLVE_TABLE_H
#define FLANK_OTHELLO_SOLVE_TABLE_H

#include <flank/position.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What is known of a position, for its side to move. */
typedef struct solve_bounds {
    int8_t lower, upper;
    uint8_t best[2]; /* the last move that raised the value, and the one before it; or FLANK_NO_SQUARE */
    uint8_t cost;    /* roughly log2 of the nodes spent */
} solve_bounds;

#define SOLVE_TABLE_WAYS 3

typedef struct solve_bucket {
    uint64_t own[SOLVE_TABLE_WAYS], other[SOLVE_TABLE_WAYS]; /* an unused entry is all zero */
    solve_bounds bounds[SOLVE_TABLE_WAYS];
    uint8_t unused;
} solve_bucket;

_Static_assert(sizeof(solve_bucket) == 64, "a bucket is one cache line");

typedef struct solve_table {
    solve_bucket *buckets;
    uint64_t mask; /* number of buckets, a power of two, minus one */
} solve_table;

bool solve_table_create(solve_table *table, size_t size_bytes); /* false without memory */
void solve_table_destroy(solve_table *table);
void solve_table_clear(solve_table *table);

static inline uint64_t solve_table_hash(uint64_t own, uint64_t other)
{
    uint64_t mixed = own * UINT64_C(0x9e3779b97f4a7c15) ^ (other * UINT64_C(0xd6e8feb86659fd93) >> 23 | other << 41);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return mixed ^ mixed >> 29;
}

static inline void solve_table_prefetch(const solve_table *table, uint64_t hash)
{
    __builtin_prefetch(&table->buckets[hash & table->mask]);
}

/* The entry of a position, or NULL. */
static inline const solve_bounds *solve_table_find(const solve_table *table, uint64_t hash, uint64_t own,
                                                   uint64_t other)
{
    const solve_bucket *bucket = &table->buckets[hash & table->mask];
    for (int i = 0; i < SOLVE_TABLE_WAYS; i++)
        if (bucket->own[i] == own && bucket->other[i] == other)
            return &bucket->bounds[i];
    return NULL;
}

/* Record that the value of a position lies in [lower, upper] and that `best` did best, at a cost of about 2^cost nodes.
 * What was known before is kept where it is sharper. */
static inline void solve_table_store(solve_table *table, uint64_t hash, uint64_t own, uint64_t other, int lower,
                                     int upper, unsigned best, unsigned cost)
{
    solve_bucket *bucket = &table->buckets[hash & table->mask];
    int cheapest = 0;
    for (int i = 0; i < SOLVE_TABLE_WAYS; i++) {
        solve_bounds *bounds = &bucket->bounds[i];
        if (bucket->own[i] == own && bucket->other[i] == other) {
            if (lower > bounds->lower)
                bounds->lower = (int8_t)lower;
            if (upper < bounds->upper)
                bounds->upper = (int8_t)upper;
            if (best != bounds->best[0] && best != FLANK_NO_SQUARE) {
                bounds->best[1] = bounds->best[0];
                bounds->best[0] = (uint8_t)best;
            }
            if (cost > bounds->cost)
                bounds->cost = (uint8_t)cost;
            return;
        }
        if (bounds->cost < bucket->bounds[cheapest].cost)
            cheapest = i;
    }
    bucket->own[cheapest] = own;
    bucket->other[cheapest] = other;
    bucket->bounds[cheapest] = (solve_bounds){.lower = (int8_t)lower,
                                              .upper = (int8_t)upper,
                                              .best = {(uint8_t)best, FLANK_NO_SQUARE},
                                              .cost = (uint8_t)cost};
}

#endif
