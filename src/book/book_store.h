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

/* Records in the order of the file, by themselves or within nodes. */
typedef struct book_rows {
    const book_record *first;
    size_t count;
    size_t step_bytes; /* from one to the next */
} book_rows;

/* Replace the book at `path` by these records. FLANK_CANNOT_WRITE, and the old file is as it was. */
flank_status book_store_write(const char *path, book_rows rows, flank_error *error);

/* Take the lock of `path`. Its descriptor, or -1 with `status` and `error` set. */
int book_store_lock(const char *path, flank_status *status, flank_error *error);
void book_store_unlock(const char *path, int lock);

#endif
