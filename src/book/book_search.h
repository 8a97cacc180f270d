/* SPDX-License-Identifier: MIT
 *
 * One search of a builder: the best move of a position that does not lead into the book.
 *
 * A position is searched with as many lines as it has moves into the book, and one more: the best line that begins with
 * none of these is the leaf. The values of the others come from their own positions, which were searched a ply further.
 */
#ifndef FLANK_BOOK_SEARCH_H
#define FLANK_BOOK_SEARCH_H

#include "book/book_record.h"

#include <flank/engine.h>

/* The effort of a search: at a level, or, if that is 0, so many plies deep. */
typedef struct book_effort {
    int level, depth_plies;
} book_effort;

typedef struct book_question {
    book_record record; /* all that is known of the position */
    uint64_t in_book;   /* its moves into the book, whose positions need not be known yet */
    unsigned count;     /* of them; a pass into the book counts, and is in no set */
    book_effort effort;
} book_question;

/* Read the leaf, and what searched it, off a report; without one it is BOOK_LEAF_UNKNOWN. */
void book_search_read(const book_question *question, int level, const flank_report *report, book_record *record);

/* Search, with `on_report` (may be NULL) called at each step. The result is in `record`; without a move that leaves
 * the book nothing is searched. FLANK_NO_MEMORY, or the engine's failure. */
flank_status book_search(flank_engine *engine, const book_question *question, const flank_stop *stop,
                         flank_report_fn *on_report, void *user, book_record *record, uint64_t *nodes);

#endif
