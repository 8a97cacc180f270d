/* SPDX-License-Identifier: MIT
 *
 * A hash table from the states of one board to the number of ways to finish from each.
 *
 * Open addressing, at most half full. There are two tables, of which one is in use: a table that is full is poured into
 * the other, which is four times as large. An entry counts only if it is of this epoch, so no table is ever cleared:
 * going over to the next board costs nothing, and a board of few states touches little memory, whatever the boards
 * before it needed.
 */
#ifndef FLANK_CONTEST_XTREME10_MEMO_H
#define FLANK_CONTEST_XTREME10_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct memo_entry {
    uint64_t pieces, ways; /* `pieces` and `place` are the state */
    uint32_t epoch, place;
} memo_entry;

typedef struct memo {
    memo_entry *tables[2];
    size_t sizes[2];       /* entries that each table has room for */
    size_t capacity, used; /* of the table in use: a power of two, and the states of this board */
    unsigned current;
    uint32_t epoch; /* 0 is the epoch of entries that were never used */
} memo;

/* Forget the states of the last board. A memo is all zero at first. False without memory. */
bool memo_start(memo *m);

void memo_free(memo *m);

/* The entry of a state: its own, or the free one where it belongs. Any memo_keep moves it. */
memo_entry *memo_find(const memo *m, uint64_t pieces, uint32_t place);

static inline bool memo_holds(const memo *m, const memo_entry *entry) { return entry->epoch == m->epoch; }

/* Keep a state that is not kept yet. False without memory. */
bool memo_keep(memo *m, uint64_t pieces, uint32_t place, uint64_t ways);

#endif
