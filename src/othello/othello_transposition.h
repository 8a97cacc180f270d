/* SPDX-License-Identifier: MIT
 *
 * The transposition table that midgame and endgame share, and all threads: position -> what a search found out.
 *
 * An entry holds the whole board, so a hit is never wrong (a 64-bit signature would be wrong once in a great many
 * solves, and an exact solver must not be). It is three words: the two halves of the board and one word with bounds,
 * depth, selectivity, two moves, age and cost.
 *
 * No locks. The words of an entry are read and written one by one, so a reader may see halves of two entries. Therefore
 * the board is stored xor-ed with the third word (R. Hyatt, T. Mann, "A lock-less transposition table implementation
 * for parallel search chess engines", 2002): a torn entry decodes to a board that is not on anybody's mind, and counts
 * as a miss. The second half is xor-ed with the word turned by 32, so that one tear cannot pass both checks.
 *
 * Two entries make a bucket of one cache line; table_prefetch starts its way here early. A new position takes the place
 * of the entry that was cheaper to compute; every search since then makes an entry cheaper. The number of buckets is
 * any, so the memory asked for is the memory used.
 *
 * A quarter of each line is unused, and still that is best, since most of a large search's time in the table is spent
 * waiting for lines (docs/decisions, record 9): against five entries in two lines a search of 1.1 G nodes takes 7
 * % less time and, though a fifth fewer positions have room, no more nodes.
 *
 * Rejected: three entries of 21 bytes a line (their parts cannot be checked against each other without locks), and
 * hashing by a CRC instruction (other levels would fill the table in another order, and node counts would differ
 * between CPUs).
 */
#ifndef FLANK_OTHELLO_TRANSPOSITION_H
#define FLANK_OTHELLO_TRANSPOSITION_H

#include <flank/stop.h>

#include "core/bits.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    TABLE_WAYS = 2,
    TABLE_DISC = 32,                   /* bounds are in 1/32 disc */
    TABLE_VALUE_MAX = 64 * TABLE_DISC, /* of bounds */
    TABLE_PROVED = 5,                  /* the selectivity of proofs */
};

/* All that is known of a position, for its side to move. */
typedef struct table_entry {
    int lower, upper; /* -TABLE_VALUE_MAX..TABLE_VALUE_MAX */
    int depth;        /* plies; as many as there are empty squares: to the end of the game */
    int selectivity;  /* SELECT_73..SELECT_100 */
    uint8_t best[2];  /* the last move that raised the value, and the one before it; or FLANK_NO_SQUARE */
    unsigned cost;    /* roughly log2 of the nodes spent, up to 63 */
} table_entry;

/* The proved bounds, in discs. */
typedef struct proved_bounds {
    int lower, upper; /* -64..64 */
    uint8_t best[2];
} proved_bounds;

typedef struct table_slot {
    _Atomic uint64_t own, other, data; /* unused: all zero */
} table_slot;

typedef struct table_bucket {
    _Alignas(64) table_slot slots[TABLE_WAYS];
} table_bucket;

_Static_assert(sizeof(table_bucket) == 64, "a bucket is a cache line");

typedef struct transposition_table {
    table_bucket *buckets;
    uint64_t count; /* of buckets in use, less than 2^32 */
    uint64_t room;  /* for so many there is memory; those beyond `count` are all zero */
    unsigned age;   /* of the search under way, 0..511 and round again; changed only between searches */
    bool grown;     /* table_grow_older was called since it was cleared */
    bool touched;   /* its pages are there, and are to stay */
} transposition_table;

bool table_create(transposition_table *table, size_t size_bytes); /* false without memory */
void table_destroy(transposition_table *table);
void table_clear(transposition_table *table);

/* Take all of its memory from the system now, with so many threads, and keep it: what is in it stays. False if `stop`
 * (may be NULL) was raised before all was there. */
bool table_touch(transposition_table *table, int threads, const flank_stop *stop);

/* A search follows for which so many bytes are enough: an unused table is then no larger, and one in use at least as
 * large, as far as there is memory. The contents of a table that grows are lost. Unused memory costs nothing. */
void table_fit(transposition_table *table, size_t size_bytes);

/* A new search begins: what is there loses worth. */
void table_grow_older(transposition_table *table);

static inline uint64_t table_hash(uint64_t own, uint64_t other)
{
    uint64_t mixed = own * UINT64_C(0x9e3779b97f4a7c15) ^ (other * UINT64_C(0xd6e8feb86659fd93) >> 23 | other << 41);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return mixed ^ mixed >> 29;
}

static inline table_bucket *table_bucket_of(const transposition_table *table, uint64_t hash)
{
    return &table->buckets[(hash >> 32) * table->count >> 32];
}

static inline void table_prefetch(const transposition_table *table, uint64_t hash)
{
    __builtin_prefetch(table_bucket_of(table, hash));
}

/* ---- The third word ---------------------------------------------------------------------------------------------- */

enum {
    TABLE_LOWER_AT = 0, /* 13 bits */
    TABLE_UPPER_AT = 13,
    TABLE_BEST_AT = 26,   /* 7 bits each */
    TABLE_DEPTH_AT = 40,  /* 6 bits */
    TABLE_SELECT_AT = 46, /* 3 bits */
    TABLE_COST_AT = 49,   /* 6 bits */
    TABLE_AGE_AT = 55,    /* 9 bits */
    TABLE_NO_MOVE = 64,
};

static inline uint64_t table_pack_move(unsigned square) { return square < TABLE_NO_MOVE ? square : TABLE_NO_MOVE; }

static inline uint8_t table_unpack_move(uint64_t bits)
{
    return (bits & 127) < TABLE_NO_MOVE ? (uint8_t)(bits & 127) : FLANK_NO_SQUARE;
}

static inline uint64_t table_pack(const table_entry *entry, unsigned age)
{
    assert(-TABLE_VALUE_MAX <= entry->lower && entry->lower <= entry->upper && entry->upper <= TABLE_VALUE_MAX);
    assert(entry->depth >= 0 && entry->depth < 64 && entry->selectivity <= TABLE_PROVED && entry->cost < 64);
    return (uint64_t)(entry->lower + TABLE_VALUE_MAX) << TABLE_LOWER_AT |
           (uint64_t)(entry->upper + TABLE_VALUE_MAX) << TABLE_UPPER_AT |
           table_pack_move(entry->best[0]) << TABLE_BEST_AT | table_pack_move(entry->best[1]) << (TABLE_BEST_AT + 7) |
           (uint64_t)entry->depth << TABLE_DEPTH_AT | (uint64_t)entry->selectivity << TABLE_SELECT_AT |
           (uint64_t)entry->cost << TABLE_COST_AT | (uint64_t)age << TABLE_AGE_AT;
}

static inline table_entry table_unpack(uint64_t data)
{
    return (table_entry){
        .lower = (int)(data >> TABLE_LOWER_AT & 8191) - TABLE_VALUE_MAX,
        .upper = (int)(data >> TABLE_UPPER_AT & 8191) - TABLE_VALUE_MAX,
        .depth = (int)(data >> TABLE_DEPTH_AT & 63),
        .selectivity = (int)(data >> TABLE_SELECT_AT & 7),
        .best = {table_unpack_move(data >> TABLE_BEST_AT), table_unpack_move(data >> (TABLE_BEST_AT + 7))},
        .cost = (unsigned)(data >> TABLE_COST_AT & 63),
    };
}

/* The cost of a search of so many nodes, for table_entry.cost: their number of bits. */
static inline unsigned table_cost_of(uint64_t nodes) { return nodes ? 64 - (unsigned)__builtin_clzll(nodes) : 0; }

static inline uint64_t table_turned(uint64_t data) { return data << 32 | data >> 32; }

/* True if the slot holds the position; its third word then is in `data`. */
static inline bool slot_holds(const table_slot *slot, uint64_t own, uint64_t other, uint64_t *data)
{
    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    return (atomic_load_explicit(&slot->own, memory_order_relaxed) ^ *data) == own &&
           (atomic_load_explicit(&slot->other, memory_order_relaxed) ^ table_turned(*data)) == other;
}

static inline void slot_write(table_slot *slot, uint64_t own, uint64_t other, uint64_t data)
{
    atomic_store_explicit(&slot->own, own ^ data, memory_order_relaxed);
    atomic_store_explicit(&slot->other, other ^ table_turned(data), memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

/* ---- Find and store ---------------------------------------------------------------------------------------------- */

static inline bool table_find(const transposition_table *table, uint64_t hash, uint64_t own, uint64_t other,
                              table_entry *found)
{
    const table_bucket *bucket = table_bucket_of(table, hash);
    for (int i = 0; i < TABLE_WAYS; i++) {
        uint64_t data;
        if (slot_holds(&bucket->slots[i], own, other, &data)) {
            *found = table_unpack(data);
            return true;
        }
    }
    return false;
}

/* The common knowledge of two searches of one position. The better search gives the bounds, equal ones share theirs;
 * the moves are those of the later one. */
static inline table_entry table_merge(const table_entry *old, const table_entry *fresh)
{
    table_entry both = *fresh;
    if (old->depth == fresh->depth && old->selectivity == fresh->selectivity) {
        both.lower = old->lower > fresh->lower ? old->lower : fresh->lower;
        both.upper = old->upper < fresh->upper ? old->upper : fresh->upper;
    } else if (old->depth >= fresh->depth && old->selectivity >= fresh->selectivity) {
        both = *old;
    }
    if (both.lower > both.upper) /* two selective searches may contradict each other */
        both.lower = fresh->lower, both.upper = fresh->upper;
    both.best[0] = fresh->best[0] != FLANK_NO_SQUARE ? fresh->best[0] : old->best[0];
    both.best[1] = both.best[0] != old->best[0] ? old->best[0] : old->best[1];
    both.cost = old->cost > fresh->cost ? old->cost : fresh->cost;
    return both;
}

/* Record what a search found: it keeps what was known before where that is better. */
static inline void table_store(transposition_table *table, uint64_t hash, uint64_t own, uint64_t other,
                               const table_entry *fresh)
{
    enum { AGE_COST = 3 };
    table_bucket *bucket = table_bucket_of(table, hash);
    table_slot *cheapest = &bucket->slots[0];
    int least = 1 << 20;
    for (int i = 0; i < TABLE_WAYS; i++) {
        table_slot *slot = &bucket->slots[i];
        uint64_t data;
        if (slot_holds(slot, own, other, &data)) {
            const table_entry old = table_unpack(data), both = table_merge(&old, fresh);
            slot_write(slot, own, other, table_pack(&both, table->age));
            return;
        }
        const int worth =
            (int)(data >> TABLE_COST_AT & 63) - AGE_COST * (int)((table->age - (data >> TABLE_AGE_AT)) & 511);
        if (worth < least) {
            least = worth;
            cheapest = slot;
        }
    }
    slot_write(cheapest, own, other, table_pack(fresh, table->age));
}

/* ---- Proofs ------------------------------------------------------------------------------------------------------ */

/* True if the entry is a proof, and not a search that may be wrong. */
static inline bool table_is_proof(const table_entry *entry, uint64_t own, uint64_t other)
{
    return entry->selectivity == TABLE_PROVED && entry->depth == (int)bit_count(~(own | other));
}

/* The entry of a position, its bounds those that are proved, or as wide as can be. */
static inline bool table_find_proved(const transposition_table *table, uint64_t hash, uint64_t own, uint64_t other,
                                     proved_bounds *known)
{
    table_entry entry;
    if (!table_find(table, hash, own, other, &entry))
        return false;
    const bool proof = table_is_proof(&entry, own, other);
    *known = (proved_bounds){.lower = proof ? entry.lower / TABLE_DISC : -64,
                             .upper = proof ? entry.upper / TABLE_DISC : 64,
                             .best = {entry.best[0], entry.best[1]}};
    return true;
}

/* Record the bounds of a position's value, in discs, and the move that did best, at a cost of about 2^cost nodes. */
static inline void table_store_proved(transposition_table *table, uint64_t hash, uint64_t own, uint64_t other,
                                      const proved_bounds *found, unsigned cost)
{
    table_store(table, hash, own, other,
                &(table_entry){.lower = found->lower * TABLE_DISC,
                               .upper = found->upper * TABLE_DISC,
                               .depth = (int)bit_count(~(own | other)),
                               .selectivity = TABLE_PROVED,
                               .best = {found->best[0], FLANK_NO_SQUARE},
                               .cost = cost});
}

#endif
