/* SPDX-License-Identifier: MIT
 *
 * The transposition table as buckets of four 16-byte entries, one bucket a cache line.
 *
 * The bucket of a key is its upper half times the number of buckets, divided by 2^32: any number of buckets will do, so
 * that all of the memory asked for is used. The whole key is stored: a search whose scores may be called proved should
 * not rest on 32-bit luck. A store replaces the entry of the same position, or else the one worth least: shallow, and
 * from an earlier search. Eight plies of depth weigh as much as one search of age.
 *
 * Rejected: two tables (depth-preferred and always-replace), the older way to the same end, with two cache lines a
 * probe. Sources: Breuker, Uiterwijk, van den Herik, "Replacement schemes for transposition tables", ICCA Journal
 * 17(4), 1994.
 */
#include "search/transposition.h"

#include "core/memory_touch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_ENTRIES = 4, AGE_COUNT = 32, AGE_WEIGHT = 8 };

typedef struct tt_entry {
    uint64_t key;
    int16_t score;
    uint16_t move;
    uint8_t depth;
    uint8_t bound : 2, proved : 1, age : 5;
    uint16_t unused;
} tt_entry;

typedef struct tt_bucket {
    tt_entry entries[BUCKET_ENTRIES];
} tt_bucket;

_Static_assert(sizeof(tt_bucket) == 64, "a bucket is a cache line");

struct tt_table {
    void *memory;       /* what calloc gave */
    tt_bucket *buckets; /* aligned to a cache line */
    uint64_t bucket_count;
    unsigned age;
    bool touched; /* its pages are there */
};

/* calloc, not aligned_alloc and memset: fresh pages of the system are zero already, and a large table costs only what a
 * search touches. */
tt_table *tt_create(size_t size_bytes)
{
    uint64_t count = size_bytes / sizeof(tt_bucket);
    if (count > UINT32_MAX)
        return NULL;
    tt_table *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    table->bucket_count = count > 0 ? count : 1;
    table->memory = calloc(table->bucket_count + 1, sizeof(tt_bucket));
    if (!table->memory) {
        free(table);
        return NULL;
    }
    uintptr_t line = sizeof(tt_bucket);
    table->buckets = (tt_bucket *)(((uintptr_t)table->memory + line - 1) / line * line);
    table->age = 0;
    table->touched = false;
    return table;
}

void tt_destroy(tt_table *table)
{
    if (table)
        free(table->memory);
    free(table);
}

void tt_clear(tt_table *table)
{
    memset(table->buckets, 0, table->bucket_count * sizeof(tt_bucket));
    table->age = 0;
}

bool tt_touch(tt_table *table, const flank_stop *stop)
{
    if (!table->touched)
        table->touched = memory_touch(table->buckets, table->bucket_count * sizeof(tt_bucket), 1, stop);
    return table->touched;
}

void tt_start_search(tt_table *table) { table->age = (table->age + 1) % AGE_COUNT; }

static tt_bucket *bucket_of(const tt_table *table, uint64_t key)
{
    return &table->buckets[((key >> 32) * table->bucket_count) >> 32];
}

void tt_prefetch(const tt_table *table, uint64_t key) { __builtin_prefetch(bucket_of(table, key)); }

bool tt_probe(const tt_table *table, uint64_t key, tt_data *data)
{
    const tt_bucket *bucket = bucket_of(table, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        const tt_entry *entry = &bucket->entries[i];
        if (entry->key != key || entry->bound == TT_NONE)
            continue;
        *data = (tt_data){.score = entry->score,
                          .depth = entry->depth,
                          .bound = (tt_bound)entry->bound,
                          .proved = entry->proved,
                          .move = entry->move};
        return true;
    }
    return false;
}

/* The value that would be lost by overwriting the entry. */
static int worth(const tt_table *table, const tt_entry *entry)
{
    if (entry->bound == TT_NONE)
        return -AGE_COUNT * AGE_WEIGHT;
    int searches_ago = (int)((table->age + AGE_COUNT - entry->age) % AGE_COUNT);
    return entry->depth - AGE_WEIGHT * searches_ago;
}

void tt_store(tt_table *table, uint64_t key, const tt_data *data)
{
    assert(data->score > INT16_MIN && data->score < INT16_MAX && data->depth >= 0 && data->depth <= UINT8_MAX);
    assert(data->bound != TT_NONE);
    tt_bucket *bucket = bucket_of(table, key);
    tt_entry *victim = &bucket->entries[0];
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        tt_entry *entry = &bucket->entries[i];
        if (entry->key == key && entry->bound != TT_NONE) {
            victim = entry;
            break;
        }
        if (worth(table, entry) < worth(table, victim))
            victim = entry;
    }
    uint16_t move = data->move || victim->key != key ? data->move : victim->move;
    *victim = (tt_entry){.key = key,
                         .score = (int16_t)data->score,
                         .move = move,
                         .depth = (uint8_t)data->depth,
                         .bound = data->bound,
                         .proved = data->proved,
                         .age = table->age};
}
