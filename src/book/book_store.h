/* SPDX-License-Identifier: MIT
 *
 * The file behind a builder: read as a whole, replaced as a whole, locked.
 */
#ifndef FLANK_BOOK_STORE_H
#define FLANK_BOOK_STORE_H

#include "book/book_tree.h"

/* Read and check the book at `path` into an empty tree. FLANK_CANNOT_READ, FLANK_BAD_FILE, FLANK_NO_MEMORY. */
flank_status book_store_load(const char *path, book_tree *tree, flank_error *error);

/* A copy of the known records of an updated tree, in the order of the file, to be written while the tree changes; free
 * it. NULL only without memory. */
book_record *book_store_collect(const book_tree *tree);

/* The next record in the order of the file: 1; 0 at the end; -1 with errno set. */
typedef int book_next_fn(void *user, book_record *record);

/* Replace the book at `path` by the records that `next` hands out. FLANK_CANNOT_WRITE, and the old file is as it was.
 */
flank_status book_store_write(const char *path, book_next_fn *next, void *user, flank_error *error);

/* Records that are in memory, by themselves or within nodes. */
typedef struct book_rows {
    const book_record *first;
    size_t count;
    size_t step_bytes; /* from one to the next */
} book_rows;

int book_rows_next(void *rows, book_record *record); /* for book_store_write */

/* The place of a book that is to be replaced: nobody else may. */
typedef struct book_place {
    char *path; /* behind links, so that the link stays and all lock the same file */
    int lock;   /* a descriptor; -1: not locked */
} book_place;

/* Lock `path`. FLANK_CANNOT_WRITE, FLANK_NO_MEMORY; leave the place then too. */
flank_status book_place_take(book_place *place, const char *path, flank_error *error);
void book_place_leave(book_place *place);

#endif
