/* SPDX-License-Identifier: MIT
 *
 * The next task of a builder: which leaves to follow, which positions to search, in which order.
 */
#ifndef FLANK_BOOK_AGENDA_H
#define FLANK_BOOK_AGENDA_H

#include "book/book_search.h"
#include "book/book_tree.h"

#include <flank/book_builder.h>

enum { BOOK_LEVEL_MIN = 6, /* lower levels slip */ BOOK_THREADS_MAX = 256 };

/* True if all numbers of a plan are in their ranges. */
bool book_plan_is_valid(const flank_book_plan *plan);

/* The plan with its defaults filled in. */
flank_book_plan book_plan_full(const flank_book_plan *plan);

/* The effort with which a plan wants one position searched. */
book_effort book_effort_for(const flank_book_plan *plan, const book_record *record);

/* True if a position that was searched should be searched as the plan asks. */
bool book_is_too_shallow(const book_record *record, const flank_book_plan *plan);

/* The smaller, the sooner a position is searched, or its leaf followed: by its cost (book_agenda.c) and the number of
 * moves made. */
int32_t book_priority(int32_t cost, const book_record *record);
int32_t book_leaf_priority(int32_t cost, const book_record *record);

/* True if the leaf of a known position may be followed: good enough, not too deep, not to the end of the game. */
bool book_may_follow(const book_record *record, int32_t cost, const flank_book_plan *plan);

typedef struct book_task {
    uint32_t node;
    uint8_t move;     /* the leaf to follow: a new position behind it; BOOK_LEAF_NONE: search the node itself */
    int32_t priority; /* smaller is sooner */
} book_task;

typedef struct book_agenda {
    book_task *tasks; /* the rest of them, from `next`, is still to do */
    size_t count, next, room;
} book_agenda;

void book_agenda_close(book_agenda *agenda);

/* Update the tree and write down all that `plan`, which has no defaults left, wants done with it. FLANK_NO_MEMORY. */
flank_status book_agenda_fill(book_agenda *agenda, book_tree *tree, const flank_book_plan *plan);

/* Take the next task: the node to search, marked busy. BOOK_NO_NODE if there is none now; `*status` FLANK_NO_MEMORY if
 * a new position finds no room. */
size_t book_agenda_take(book_agenda *agenda, book_tree *tree, const flank_book_plan *plan, flank_status *status);

#endif
