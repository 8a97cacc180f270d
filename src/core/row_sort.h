/* SPDX-License-Identifier: MIT
 *
 * Sorting more rows than memory holds (external merge sort: Knuth, The Art of Computer Programming 3, 5.4). Rows fill a
 * buffer, which is sorted and written as a run behind the others when it is full; the runs are then merged in one pass,
 * since a thousand of them need no more than a buffer each. Rows that fit into the buffer never leave memory.
 */
#ifndef FLANK_CORE_ROW_SORT_H
#define FLANK_CORE_ROW_SORT_H

#include "core/row_file.h"

/* ---- Merging ---- */

typedef struct row_merge_input {
    word_row head;
    row_reader reader;
} row_merge_input;

typedef struct row_merge {
    row_merge_input *inputs; /* all of them */
    size_t count;
    row_merge_input **heap; /* those that have a head, the smallest first */
    size_t heap_count;
    int error; /* an errno; the rows end there */
} row_merge;

/* Begin to read sorted spans as one; the buffers of all take `bytes` together, a row each at least. 0, or an errno with
 * nothing to close. */
int row_merge_open(row_merge *merge, const row_span *spans, size_t count, size_t bytes);
void row_merge_close(row_merge *merge); /* zero is fine */

/* The next row of all in the order of row_compare; false at the end or with `error` set. */
bool row_merge_next(row_merge *merge, word_row *next);

/* Rows that are looked at before they are taken. */
typedef struct row_cursor {
    row_merge merge;
    word_row head; /* while `more` */
    bool more;
} row_cursor;

/* Begin with the first row of sorted spans, each with a good buffer. 0, or an errno; close the cursor then too, as one
 * that is zero. */
int row_cursor_open(row_cursor *cursor, const row_span *spans, size_t count);
void row_cursor_close(row_cursor *cursor);
void row_cursor_step(row_cursor *cursor); /* the cursor's merge has the errno of a failure */

/* ---- Sorting ---- */

/* Sort rows in memory, in their place. */
void row_sort_in_place(word_row *rows, size_t count);

typedef struct row_sort {
    word_row *rows; /* the buffer, which grows up to `most` */
    size_t count, room, most;
    row_file runs;
    uint64_t *ends; /* of the runs in `runs` */
    size_t run_count, run_room;
} row_sort;

/* Ready for rows; it takes `bytes` of memory at most, and the folder of `beside` for the rest. */
void row_sort_open(row_sort *sort, const char *beside, size_t bytes);
void row_sort_close(row_sort *sort); /* zero is fine */

/* 0, or an errno. */
int row_sort_add(row_sort *sort, const word_row *added);

/* All rows have been added: begin to read them in order. `merge` is to be closed before `sort`. 0, or an errno with
 * nothing to close but `sort`. */
int row_sort_finish(row_sort *sort, row_merge *merge);

/* The same for a cursor. */
int row_sort_read(row_sort *sort, row_cursor *cursor);

#endif
