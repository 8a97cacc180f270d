/* SPDX-License-Identifier: MIT */
#include "search/spent_positions.h"

#include "core/bits.h"
#include "games/game_table.h"

#include <stdlib.h>
#include <string.h>

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

size_t spent_positions(const search_task *task, uint64_t *spent)
{
    const size_t limit = (size_t)task->game->repetition_limit(task->rules);
    if (limit == 0 || task->history_count == 0)
        return 0;
    memcpy(spent, task->history, task->history_count * sizeof *spent);
    qsort(spent, task->history_count, sizeof *spent, compare_hashes);
    size_t run = 0, kept = 0;
    for (size_t i = 0; i < task->history_count; i++) {
        run = i > 0 && spent[i] == spent[i - 1] ? run + 1 : 1;
        if (run + 1 == limit)
            spent[kept++] = spent[i];
    }
    return kept;
}

bool spent_has(const uint64_t *spent, size_t count, uint64_t hash)
{
    return count && bsearch(&hash, spent, count, sizeof hash, compare_hashes);
}

bool spent_spoils_wins(const search_task *task, size_t count)
{
    return count && bit_count(task->root.own | task->root.other) <= task->known.pieces;
}
