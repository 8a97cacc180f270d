/* SPDX-License-Identifier: MIT
 *
 * The parts of a builder.
 *
 *   book_builder.c   opening, positions from outside, saving      book_agenda.c   what to do next
 *   book_run.c       threads that do it                           book_store.c    the file
 */
#ifndef FLANK_BOOK_BUILDER_STATE_H
#define FLANK_BOOK_BUILDER_STATE_H

#include "book/book_store.h"

#include <flank/book_builder.h>

struct flank_book_builder {
    book_place place;
    book_tree tree;
    bool unsaved; /* roots or entries were put into the tree since it was read or saved */
};

#endif
