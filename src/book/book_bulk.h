/* SPDX-License-Identifier: MIT
 *
 * Putting any number of positions into a book, in any order, with bounded memory: they are sorted outside memory
 * together with those that the book has, values are worked out (book_layers.h), and the new book takes the place of the
 * old one. Before that nothing changes, so that a kill, a stop or a full disk loses nothing.
 *
 * The result is, byte for byte, that of flank_book_builder_put and flank_book_builder_save.
 */
#ifndef FLANK_BOOK_BULK_H
#define FLANK_BOOK_BULK_H

#include "book/book_layers.h"
#include "book/book_store.h"

typedef struct book_bulk book_bulk;

enum { BOOK_BULK_MIB = 256 }; /* a good size of buffers */

typedef struct book_bulk_options {
    size_t memory_bytes;       /* the most that buffers take */
    bool anew;                 /* nothing of the book is taken over: it is replaced */
    const flank_stop *stop;    /* raised: the call under way ends with FLANK_STOPPED; NULL: none */
    book_layers_fn *on_layers; /* told of the last part of the work; NULL: nobody */
    void *user;
} book_bulk_options;

/* Does a position that is added take the place of what is there? It then stays a root. */
typedef bool book_bulk_rule(const book_record *added, const book_record *there);

typedef struct book_bulk_counts {
    uint64_t before;    /* positions that the book had */
    uint64_t positions; /* and has now */
    uint64_t passes;    /* of them, put in by itself */
    uint64_t kept;      /* added, and what was there stayed */
    uint64_t leaves;    /* made of links */
} book_bulk_counts;

/* Open the book at `path`, or begin one. Nobody else may replace it meanwhile. NULL with `status` and `error` set:
 * FLANK_CANNOT_READ, FLANK_CANNOT_WRITE, FLANK_BAD_FILE, FLANK_NO_MEMORY, FLANK_STOPPED. */
book_bulk *book_bulk_open(const char *path, const book_bulk_options *options, flank_status *status, flank_error *error);
void book_bulk_close(book_bulk *bulk); /* NULL is fine */

/* Add a position. FLANK_BAD_ARGUMENT if it is no record (book_record_fault), FLANK_CANNOT_WRITE if the disk is full,
 * FLANK_NO_MEMORY. */
flank_status book_bulk_add(book_bulk *bulk, const book_record *record, flank_error *error);

/* A move of the position that was added last, and its value in hundredths of a disc: where it leads to no position, and
 * is better than the leaf, it becomes the leaf. Of no effect if what was there stays. */
flank_status book_bulk_add_link(book_bulk *bulk, uint8_t move, int score, flank_error *error);

/* Write the book, of two arrivals of a position the one that `replaces` says. Nothing can be added after that.
 * FLANK_CANNOT_WRITE, FLANK_NO_MEMORY, FLANK_STOPPED: it is as it was. */
flank_status book_bulk_finish(book_bulk *bulk, book_bulk_rule *replaces, book_bulk_counts *counts, flank_error *error);

#endif
