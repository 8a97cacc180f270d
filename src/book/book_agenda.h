/* SPDX-License-Identifier: MIT
 *
 * The next task of a builder: which leaves to follow, which positions to search, in which order.
 */
#ifndef FLANK_BOOK_AGENDA_H
#define FLANK_BOOK_AGENDA_H

#include "book/book_tree.h"

#include <flank/book_builder.h>

enum { BOOK_LEVEL_MIN = 6 }; /* lower levels slip */

/* The effort with which a plan wants one position searched: at a level, or, if that is 0, so many plies deep. */
typedef struct book_effort {
    int level, depth_plies;
} book_effort;

book_effort book_effort_for(const flank_book_plan *plan, const book_record *record);

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
