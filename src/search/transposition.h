/* SPDX-License-Identifier: MIT
 *
 * The transposition table: what a search found out about positions, in a fixed amount of memory.
 */
#ifndef FLANK_SEARCH_TRANSPOSITION_H
#define FLANK_SEARCH_TRANSPOSITION_H

#include "core/cpu.h"

#include <flank/stop.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define tt_create CPU_NAME(tt_create)
#define tt_destroy CPU_NAME(tt_destroy)
#define tt_clear CPU_NAME(tt_clear)
#define tt_touch CPU_NAME(tt_touch)
#define tt_start_search CPU_NAME(tt_start_search)
#define tt_probe CPU_NAME(tt_probe)
#define tt_store CPU_NAME(tt_store)
#define tt_prefetch CPU_NAME(tt_prefetch)

typedef struct tt_table tt_table;

/* The relation of the true value of a position to the stored score. The bits are "at most" and "at least". */
typedef enum tt_bound { TT_NONE = 0, TT_UPPER = 1, TT_LOWER = 2, TT_EXACT = 3 } tt_bound;

typedef struct tt_data {
    int score; /* within int16_t; wins and losses counted from this position, not from the root */
    int depth; /* plies searched below the position, 0..255 */
    tt_bound bound;
    bool proved;   /* the bound rests on finished games only, so that it holds at any depth */
    uint16_t move; /* move_key() of the best move, 0 for none */
} tt_data;

/* A table of at most `size_bytes` (at least one bucket of 64 bytes); NULL without memory, or for more than 256 GiB. */
tt_table *tt_create(size_t size_bytes);
void tt_destroy(tt_table *table); /* NULL is fine */

/* Forget everything, at once for any size. */
void tt_clear(tt_table *table);

/* Take all of its memory from the system now; what is in it stays. False if `stop` (may be NULL) was raised before all
 * was there. */
bool tt_touch(tt_table *table, const flank_stop *stop);

/* From now on the entries so far count as old, to be replaced first. */
void tt_start_search(tt_table *table);

/* True and `*data` filled if the table knows `key`. Any number of threads may probe and store at once. */
bool tt_probe(const tt_table *table, uint64_t key, tt_data *data);

void tt_store(tt_table *table, uint64_t key, const tt_data *data);

/* Ask the memory for the bucket of `key`, which a later call will need. */
void tt_prefetch(const tt_table *table, uint64_t key);

#endif
