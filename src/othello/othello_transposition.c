/* SPDX-License-Identifier: MIT
 *
 * Memory of the table of othello_transposition.h. Probes hit random pages, so large pages are asked for where the
 * system has them: most misses of the address translation go away.
 *
 * A new table of any size is there at once, and clearing a big one hands its pages back to the system, which gives them
 * page by page as they are first touched (core/large_memory.h): 4 GB took 12 s to fill with zeros before a search
 * that touched a few of them. One that is not so big and was searched in is overwritten: the pages are there, nearly
 * every search touches all of them, and getting 64 MB from the system again takes 5 ms, zeros 1 ms (hard-20: 6 % of the
 * time). If a clock is to be kept, all pages are taken before it runs (table_touch), and from then on a table of any
 * size is overwritten.
 */
#include "othello/othello_transposition.h"

#include "core/large_memory.h"
#include "core/memory_touch.h"

#include <assert.h>
#include <string.h>

enum { BUCKETS_MIN = 1024 };
#define OVERWRITE_BYTES_MAX ((size_t)256 << 20)
#define BUCKETS_MAX ((UINT64_C(1) << 32) - 1)

static size_t room_bytes(const transposition_table *table) { return (size_t)table->room * sizeof(table_bucket); }

bool table_create(transposition_table *table, size_t size_bytes)
{
    uint64_t buckets = size_bytes / sizeof(table_bucket);
    if (buckets < BUCKETS_MIN)
        buckets = BUCKETS_MIN;
    if (buckets > BUCKETS_MAX)
        buckets = BUCKETS_MAX;
    *table = (transposition_table){.count = buckets, .room = buckets};
    table->buckets = large_memory_create(room_bytes(table));
    return table->buckets != NULL;
}

void table_destroy(transposition_table *table)
{
    large_memory_destroy(table->buckets, room_bytes(table));
    table->buckets = NULL;
}

void table_clear(transposition_table *table)
{
    const size_t bytes = (size_t)table->count * sizeof(table_bucket);
    const bool hand_back = !table->touched && (!table->grown || bytes > OVERWRITE_BYTES_MAX);
    table->age = 0;
    table->grown = false;
    table->count = table->room;
    if (hand_back)
        large_memory_hand_back(table->buckets, room_bytes(table));
    else
        memset(table->buckets, 0, bytes);
}

void table_fit(transposition_table *table, size_t size_bytes)
{
    uint64_t buckets = size_bytes / sizeof(table_bucket);
    if (buckets > table->room)
        buckets = table->room;
    if (buckets < BUCKETS_MIN)
        buckets = BUCKETS_MIN;
    if (!table->grown || buckets > table->count)
        table->count = buckets;
    assert(table->count <= table->room);
}

bool table_touch(transposition_table *table, int threads, const flank_stop *stop)
{
    if (!table->touched)
        table->touched = memory_touch(table->buckets, room_bytes(table), threads, stop);
    return table->touched;
}

void table_grow_older(transposition_table *table)
{
    table->age = (table->age + 1) & 511;
    table->grown = true;
}
