/* SPDX-License-Identifier: MIT
 *
 * The memory of a shared search, and the choice of the CPU level that it runs at.
 */
#include "search/search.h"

#include "search/search_root.h"
#include "search/search_tree.h"

#include <stdlib.h>

static const search_root *best_root(void)
{
    static const search_root *const levels[] = CPU_SELECT(&search_root);
    return levels[cpu_best()];
}

searcher *search_create(size_t table_bytes, int threads)
{
    searcher *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->helper_number = LEADER;
    search->table = tt_create(table_bytes);
    search->helpers = threads > 1 ? team_create(threads - 1, &best_root()->helpers) : NULL;
    if (!search->table || (threads > 1 && !search->helpers)) {
        search_destroy(search);
        return NULL;
    }
    return search;
}

void search_destroy(searcher *search)
{
    if (!search)
        return;
    team_destroy(search->helpers);
    tt_destroy(search->table);
    free(search->lines);
    free(search->spent);
    free(search);
}

void search_clear(searcher *search) { tt_clear(search->table); }

bool search_touch(searcher *search, const flank_stop *stop) { return tt_touch(search->table, stop); }

flank_status search_run(searcher *search, const search_task *task, const search_request *request, flank_report *report)
{
    return best_root()->run(search, task, request, report);
}
