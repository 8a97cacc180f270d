/* SPDX-License-Identifier: MIT
 *
 * The transposition table as buckets of four 16-byte entries, one bucket a cache line.
 *
 * The bucket of a key is its upper half times the number of buckets, divided by 2^32: any number of buckets will do, so
 * that all of the memory asked for is used. The whole key is stored: a search whose scores may be called proved should
 * not rest on 32-bit luck. A store replaces the entry of the same position, or else the one worth least: shallow, and
 * from an earlier search. Eight plies of depth weigh as much as one search of age.
 *
 * Threads share it without locks. An entry is two words, the key and the rest; what is stored of the key is the key XOR
 * the rest, so that words of two different stores make no entry that anybody asks for. Source: Hyatt and Mann, "A
 * lockless transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.
 *
 * Clearing begins a new generation, and an entry of another one is none: that takes no time, whatever the size, where
 * zeros for 1 GB take a second in which nobody looks at a stop. Only every 65,536th clearing writes them.
 *
 * Rejected: two tables (depth-preferred and always-replace), the older way to the same end, with two cache lines a
 * probe. Sources: Breuker, Uiterwijk, van den Herik, "Replacement schemes for transposition tables", ICCA Journal
 * 17(4), 1994.
 */
#include "search/transposition.h"

#include "core/large_memory.h"
#include "core/memory_touch.h"

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_ENTRIES = 4, AGE_COUNT = 32, AGE_WEIGHT = 8 };

/* All but the key. Bits from the lowest: score 16, move 16, depth 8, bound 2, proved 1, age 5, generation 16. 0: no
 * entry. */
typedef uint64_t tt_facts;

enum { MOVE_AT = 16, DEPTH_AT = 32, BOUND_AT = 40, PROVED_AT = 42, AGE_AT = 43, GENERATION_AT = 48 };
enum { GENERATIONS = 1 << 16 };

typedef struct tt_entry {
    _Atomic uint64_t key; /* XOR facts */
    _Atomic tt_facts facts;
} tt_entry;

typedef struct tt_bucket {
    tt_entry entries[BUCKET_ENTRIES];
} tt_bucket;

_Static_assert(sizeof(tt_bucket) == 64, "a bucket is a cache line");

struct tt_table {
    tt_bucket *buckets; /* aligned to a cache line */
    void *small;        /* what calloc gave, of which `buckets` is a part; NULL: they are large memory */
    uint64_t bucket_count;
    unsigned age;
    unsigned generation;
    bool touched; /* its pages are there */
};

/* A search touches its table all over: in large pages that is soon all of it, which a larger one should not be for a
 * search of a second. */
#define LARGE_PAGES_MOST ((size_t)512 << 20)

static size_t table_bytes(const tt_table *table) { return table->bucket_count * sizeof(tt_bucket); }

tt_table *tt_create(size_t size_bytes)
{
    uint64_t count = size_bytes / sizeof(tt_bucket);
    if (count > UINT32_MAX)
        return NULL;
    tt_table *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    *table = (tt_table){.bucket_count = count > 0 ? count : 1};
    if (table_bytes(table) <= LARGE_PAGES_MOST) {
        table->buckets = large_memory_create(table_bytes(table));
    } else {
        table->small = calloc(table->bucket_count + 1, sizeof(tt_bucket));
        const uintptr_t line = sizeof(tt_bucket);
        table->buckets = (tt_bucket *)(((uintptr_t)table->small + line - 1) / line * line);
    }
    if (!table->buckets) {
        free(table);
        return NULL;
    }
    return table;
}

void tt_destroy(tt_table *table)
{
    if (table && table->small)
        free(table->small);
    else if (table)
        large_memory_destroy(table->buckets, table_bytes(table));
    free(table);
}

void tt_clear(tt_table *table)
{
    table->age = 0;
    table->generation = (table->generation + 1) % GENERATIONS;
    if (table->generation == 0)
        memset(table->buckets, 0, table_bytes(table));
}

bool tt_touch(tt_table *table, const flank_stop *stop)
{
    if (!table->touched)
        table->touched = memory_touch(table->buckets, table_bytes(table), 1, stop);
    return table->touched;
}

void tt_start_search(tt_table *table) { table->age = (table->age + 1) % AGE_COUNT; }

static tt_bucket *bucket_of(const tt_table *table, uint64_t key)
{
    return &table->buckets[((key >> 32) * table->bucket_count) >> 32];
}

void tt_prefetch(const tt_table *table, uint64_t key) { __builtin_prefetch(bucket_of(table, key)); }

static uint64_t read_word(const _Atomic uint64_t *word) { return atomic_load_explicit(word, memory_order_relaxed); }

static void write_word(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static tt_bound bound_of(tt_facts facts) { return (tt_bound)(facts >> BOUND_AT & 3); }
static int depth_of(tt_facts facts) { return (int)(facts >> DEPTH_AT & UINT8_MAX); }
static unsigned age_of(tt_facts facts) { return facts >> AGE_AT & (AGE_COUNT - 1); }
static uint16_t move_of(tt_facts facts) { return (uint16_t)(facts >> MOVE_AT); }

static bool is_current(const tt_table *table, tt_facts facts) { return facts >> GENERATION_AT == table->generation; }

/* The facts of the entry if it is of `key`, otherwise 0. */
static tt_facts facts_if(const tt_table *table, const tt_entry *entry, uint64_t key)
{
    const tt_facts facts = read_word(&entry->facts);
    return (read_word(&entry->key) ^ facts) == key && is_current(table, facts) ? facts : 0;
}

bool tt_probe(const tt_table *table, uint64_t key, tt_data *data)
{
    const tt_bucket *bucket = bucket_of(table, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        const tt_facts facts = facts_if(table, &bucket->entries[i], key);
        if (!facts)
            continue;
        *data = (tt_data){.score = (int16_t)facts,
                          .depth = depth_of(facts),
                          .bound = bound_of(facts),
                          .proved = facts >> PROVED_AT & 1,
                          .move = move_of(facts)};
        return true;
    }
    return false;
}

/* The value that would be lost by overwriting the entry. */
static int worth(const tt_table *table, tt_facts facts)
{
    if (!facts || !is_current(table, facts))
        return -AGE_COUNT * AGE_WEIGHT;
    const int searches_ago = (int)((table->age + AGE_COUNT - age_of(facts)) % AGE_COUNT);
    return depth_of(facts) - AGE_WEIGHT * searches_ago;
}

void tt_store(tt_table *table, uint64_t key, const tt_data *data)
{
    assert(data->score > INT16_MIN && data->score < INT16_MAX && data->depth >= 0 && data->depth <= UINT8_MAX);
    assert(data->bound != TT_NONE);
    tt_bucket *bucket = bucket_of(table, key);
    tt_entry *victim = NULL;
    tt_facts known = 0;
    int least = INT_MAX;
    for (int i = 0; i < BUCKET_ENTRIES && !known; i++) {
        tt_entry *entry = &bucket->entries[i];
        known = facts_if(table, entry, key);
        const int value = known ? INT_MIN : worth(table, read_word(&entry->facts));
        if (value < least) {
            victim = entry;
            least = value;
        }
    }
    const tt_facts facts = (uint16_t)data->score | (tt_facts)(data->move ? data->move : move_of(known)) << MOVE_AT |
                           (tt_facts)data->depth << DEPTH_AT | (tt_facts)data->bound << BOUND_AT |
                           (tt_facts)data->proved << PROVED_AT | (tt_facts)table->age << AGE_AT |
                           (tt_facts)table->generation << GENERATION_AT;
    write_word(&victim->key, key ^ facts);
    write_word(&victim->facts, facts);
}
