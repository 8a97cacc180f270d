/* SPDX-License-Identifier: MIT
 *
 * Memory of the table of solve_table.h.
 */
#include "othello/solve_table.h"

#include <stdlib.h>

bool solve_table_create(solve_table *table, size_t size_bytes)
{
    size_t buckets = 1024;
    while (buckets <= size_bytes / sizeof(solve_bucket) / 2)
        buckets *= 2;
    table->buckets = aligned_alloc(sizeof(solve_bucket), buckets * sizeof(solve_bucket));
    table->mask = buckets - 1;
    if (!table->buckets)
        return false;
    solve_table_clear(table);
    return true;
}

void solve_table_destroy(solve_table *table)
{
    free(table->buckets);
    table->buckets = NULL;
}

void solve_table_clear(solve_table *table) { memset(table->buckets, 0, (table->mask + 1) * sizeof(solve_bucket)); }
