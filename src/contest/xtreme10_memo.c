/* SPDX-License-Identifier: MIT
 *
 * The hash table of xtreme10_memo.h.
 */
#include "contest/xtreme10_memo.h"

#include "core/random.h"

#include <stdlib.h>

enum { CAPACITY_AT_FIRST = 1 << 9, GROWTH = 4 };

void memo_free(memo *m)
{
    free(m->tables[0]);
    free(m->tables[1]);
    *m = (memo){.capacity = 0};
}

/* Make the old entries of both tables free for good, when the numbers of epochs have come round. */
static void clear_epochs(memo *m)
{
    for (int i = 0; i < 2; i++)
        for (size_t slot = 0; slot < m->sizes[i]; slot++)
            m->tables[i][slot].epoch = 0;
    m->epoch = 1;
}

/* Go over to the table `table`, empty, with `capacity` entries. */
static bool open_table(memo *m, unsigned table, size_t capacity)
{
    if (m->sizes[table] < capacity) {
        memo_entry *entries = calloc(capacity, sizeof *entries);
        if (!entries)
            return false;
        free(m->tables[table]);
        m->tables[table] = entries;
        m->sizes[table] = capacity;
    }
    m->current = table;
    m->capacity = capacity;
    m->epoch++;
    return true;
}

bool memo_start(memo *m)
{
    if (m->epoch > UINT32_MAX - 64) /* room for each growth of this board */
        clear_epochs(m);
    m->used = 0;
    return open_table(m, 0, CAPACITY_AT_FIRST);
}

memo_entry *memo_find(const memo *m, uint64_t pieces, uint32_t place)
{
    memo_entry *entries = m->tables[m->current];
    size_t slot = random_mix(pieces + place * UINT64_C(0x9e3779b97f4a7c15)) & (m->capacity - 1);
    for (;; slot = (slot + 1) & (m->capacity - 1)) {
        memo_entry *entry = &entries[slot];
        if (!memo_holds(m, entry) || (entry->pieces == pieces && entry->place == place))
            return entry;
    }
}

static bool grow(memo *m)
{
    memo_entry *old = m->tables[m->current];
    size_t old_capacity = m->capacity;
    uint32_t old_epoch = m->epoch;
    if (!open_table(m, !m->current, GROWTH * old_capacity))
        return false;
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i].epoch == old_epoch) {
            memo_entry *copy = memo_find(m, old[i].pieces, old[i].place);
            *copy = old[i];
            copy->epoch = m->epoch;
        }
    }
    return true;
}

bool memo_keep(memo *m, uint64_t pieces, uint32_t place, uint64_t ways)
{
    if (2 * m->used >= m->capacity && !grow(m))
        return false;
    *memo_find(m, pieces, place) = (memo_entry){.pieces = pieces, .ways = ways, .epoch = m->epoch, .place = place};
    m->used++;
    return true;
}
