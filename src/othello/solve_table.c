/* SPDX-License-Identifier: MIT
 *
 * Memory of the table of solve_table.h. Probes hit random pages, so large pages are asked for where the system has
 * them: most misses of the address translation go away.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "othello/solve_table.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#define LARGE_PAGE_BYTES ((size_t)2 << 20)

bool solve_table_create(solve_table *table, size_t size_bytes)
{
    size_t buckets = 1024;
    while (buckets <= size_bytes / sizeof(solve_bucket) / 2)
        buckets *= 2;
    const size_t bytes = buckets * sizeof(solve_bucket);
    table->buckets = aligned_alloc(bytes < LARGE_PAGE_BYTES ? sizeof(solve_bucket) : LARGE_PAGE_BYTES, bytes);
    table->mask = buckets - 1;
    if (!table->buckets)
        return false;
#ifdef MADV_HUGEPAGE
    if (bytes >= LARGE_PAGE_BYTES)
        madvise(table->buckets, bytes, MADV_HUGEPAGE); /* a wish: failure changes nothing */
#endif
    solve_table_clear(table);
    return true;
}

void solve_table_destroy(solve_table *table)
{
    free(table->buckets);
    table->buckets = NULL;
}

void solve_table_clear(solve_table *table) { memset(table->buckets, 0, (table->mask + 1) * sizeof(solve_bucket)); }
