/* SPDX-License-Identifier: MIT
 *
 * Memory of the table of position_table.h. Probes hit random pages, so large pages are asked for where the system has
 * them: most misses of the address translation go away.
 *
 * A large table comes from the system, which gives zeros page by page as they are first touched. So a new table of any
 * size is there at once, and clearing a big one hands its pages back: 4 GB took 12 s to fill with zeros before a search
 * that touched a few of them. One that is not so big and was searched in is overwritten: the pages are there, nearly
 * every search touches all of them, and getting 64 MB from the system again takes 5 ms, zeros 1 ms (hard-20: 6 % of the
 * time). Where a clock is to be kept, all pages are taken before it runs (table_touch), and from then on a table of any
 * size is overwritten.
 */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#include "othello/position_table.h"

#include "core/memory_touch.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { BUCKETS_MIN = 512 };
#define LARGE_PAGE_BYTES ((size_t)2 << 20)
#define OVERWRITE_BYTES_MAX ((size_t)256 << 20)
#define BUCKETS_MAX ((UINT64_C(1) << 32) - 1)

static size_t bytes_of(const position_table *table) { return (size_t)table->count * sizeof(table_bucket); }

#ifdef __linux__

/* Whole pages, of whatever size up to 64 KiB. What is not a whole large page at the end stays small, so that the memory
 * asked for is the memory used. */
static size_t mapped_bytes(size_t bytes)
{
    enum { PAGE_BYTES = 64 << 10 };
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

static bool is_mapped(const position_table *table) { return bytes_of(table) >= LARGE_PAGE_BYTES; }

/* Zeros that begin at a large page; NULL without memory. What is mapped too much on either side is given back. */
static void *map_zeros(size_t bytes)
{
    const size_t wanted = mapped_bytes(bytes), room = wanted + LARGE_PAGE_BYTES;
    char *at = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    const size_t before = (LARGE_PAGE_BYTES - (uintptr_t)at % LARGE_PAGE_BYTES) % LARGE_PAGE_BYTES;
    if (before > 0)
        munmap(at, before);
    munmap(at + before + wanted, LARGE_PAGE_BYTES - before);
    madvise(at + before, wanted, MADV_HUGEPAGE); /* a wish: failure changes nothing */
    return at + before;
}

#endif

bool table_create(position_table *table, size_t size_bytes)
{
    uint64_t buckets = size_bytes / sizeof(table_bucket);
    if (buckets < BUCKETS_MIN)
        buckets = BUCKETS_MIN;
    if (buckets > BUCKETS_MAX)
        buckets = BUCKETS_MAX;
    *table = (position_table){.count = buckets};
#ifdef __linux__
    if (is_mapped(table)) {
        table->buckets = map_zeros(bytes_of(table));
        return table->buckets != NULL;
    }
#endif
    if (posix_memalign((void **)&table->buckets, sizeof(table_bucket), bytes_of(table)) != 0) {
        table->buckets = NULL;
        return false;
    }
    table_clear(table);
    return true;
}

void table_destroy(position_table *table)
{
#ifdef __linux__
    if (table->buckets && is_mapped(table))
        munmap(table->buckets, mapped_bytes(bytes_of(table)));
    else
#endif
        free(table->buckets);
    table->buckets = NULL;
}

void table_clear(position_table *table)
{
    const bool hand_back = !table->touched && (!table->grown || bytes_of(table) > OVERWRITE_BYTES_MAX);
    table->age = 0;
    table->grown = false;
#ifdef __linux__
    if (hand_back && is_mapped(table) && madvise(table->buckets, mapped_bytes(bytes_of(table)), MADV_DONTNEED) == 0)
        return;
#else
    (void)hand_back;
#endif
    memset(table->buckets, 0, bytes_of(table));
}

void table_touch(position_table *table, int threads)
{
    if (!table->touched)
        memory_touch(table->buckets, bytes_of(table), threads);
    table->touched = true;
}

void table_grow_older(position_table *table)
{
    table->age = (table->age + 1) & 511;
    table->grown = true;
}
