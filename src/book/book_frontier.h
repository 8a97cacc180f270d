/* SPDX-License-Identifier: MIT
 *
 * The agenda of a book outside memory: from layers (book_layers.h) with their values, the most urgent searches of a
 * plan. The same costs and wishes as those of book_agenda.h; they are worked out layer by layer from the emptiest to
 * the fullest, and the wishes are sorted outside memory.
 */
#ifndef FLANK_BOOK_FRONTIER_H
#define FLANK_BOOK_FRONTIER_H

#include "book/book_agenda.h"
#include "book/book_layers.h"

/* A search that is wanted. */
typedef struct book_wish {
    int32_t priority; /* smaller is sooner */
    uint64_t own, other;
    uint8_t move; /* the leaf to follow: search the position behind it; BOOK_LEAF_NONE: the position itself */
} book_wish;

/* A wish more; false: enough. */
typedef bool book_wish_fn(void *user, const book_wish *wish);

/* All wishes of a plan that has no defaults left, the most urgent first, of equals the first in the order of a book.
 * `layers` have been updated. 0, or an errno. */
int book_frontier_each(book_layers *layers, const flank_book_plan *plan, book_wish_fn *on_wish, void *user);

#endif
