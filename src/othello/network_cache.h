/* SPDX-License-Identifier: MIT
 *
 * Values that a network gave, one table for each search thread. Part of midgame.c.
 *
 * Searches of 15 plies come to 43 of 100 positions that a network is asked about again, and a value costs 64 rows of a
 * table that no cache holds (network_value.h).
 */
#ifndef FLANK_OTHELLO_NETWORK_CACHE_H
#define FLANK_OTHELLO_NETWORK_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { NETWORK_CACHE_BITS = 16, NETWORK_CACHE_VALUE_BITS = 16 };

/* Of each word the value, and above it the bits of a position's hash that do not tell its place. Zero: none. */
typedef struct network_cache {
    uint64_t words[1 << NETWORK_CACHE_BITS];
} network_cache;

/* The word of a position with this table_hash. */
static inline uint64_t *network_cache_word(network_cache *cache, uint64_t hash)
{
    return &cache->words[hash & ((1 << NETWORK_CACHE_BITS) - 1)];
}

static inline bool network_cache_holds(uint64_t word, uint64_t hash)
{
    return (word ^ hash) >> NETWORK_CACHE_VALUE_BITS == 0 && word != 0;
}

static inline int network_cache_value(uint64_t word) { return (int16_t)word; }

static inline uint64_t network_cache_entry(uint64_t hash, int value)
{
    return (hash & ~UINT64_C(0xFFFF)) | (uint16_t)value;
}

#endif
