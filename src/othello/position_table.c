/* SPDX-License-Identifier: MIT
 *
 * Memory of the table of position_table.h. Probes hit random pages, so large pages are asked for where the system has
 * them: most misses of the address translation go away.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "othello/position_table.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { BUCKETS_MIN = 512 };
#define LARGE_PAGE_BYTES ((size_t)2 << 20)
#define BUCKETS_MAX ((UINT64_C(1) << 32) - 1)

bool table_create(position_table *table, size_t size_bytes)
{
    uint64_t buckets = size_bytes / sizeof(table_bucket);
    if (buckets < BUCKETS_MIN)
        buckets = BUCKETS_MIN;
    if (buckets > BUCKETS_MAX)
        buckets = BUCKETS_MAX;
    const size_t bytes = (size_t)buckets * sizeof(table_bucket);
    const bool large = bytes >= LARGE_PAGE_BYTES;
    *table = (position_table){.count = buckets};
    if (posix_memalign((void **)&table->buckets, large ? LARGE_PAGE_BYTES : sizeof(table_bucket), bytes) != 0) {
        table->buckets = NULL;
        return false;
    }
#ifdef MADV_HUGEPAGE
    if (large)
        madvise(table->buckets, bytes, MADV_HUGEPAGE); /* a wish: failure changes nothing */
#endif
    table_clear(table);
    return true;
}

void table_destroy(position_table *table)
{
    free(table->buckets);
    table->buckets = NULL;
}

void table_clear(position_table *table)
{
    memset(table->buckets, 0, (size_t)table->count * sizeof(table_bucket));
    table->age = 0;
}

void table_grow_older(position_table *table) { table->age = (table->age + 1) & 511; }
