/* SPDX-License-Identifier: MIT
 *
 * Quicksort for a run, a heap of readers for the merge.
 */
#include "core/row_sort.h"

#include "core/random.h"

#include <errno.h>
#include <stdlib.h>

enum { FIRST_ROWS = 1024 };

/* ---- In memory ---- */

static void swap_rows(word_row *a, word_row *b)
{
    const word_row kept = *a;
    *a = *b;
    *b = kept;
}

/* Move what is smaller than a pivot before what is larger; returns the number of rows of the first part, which is
 * neither none nor all. The pivot is one that no input can foresee to be a bad one. */
static size_t partition(word_row *rows, size_t count, random_state *random)
{
    swap_rows(&rows[0], &rows[random_below(random, count < UINT32_MAX ? (uint32_t)count : UINT32_MAX)]);
    const word_row pivot = rows[0];
    size_t low = 0, high = count - 1;
    for (;; low++, high--) {
        while (row_compare(&rows[low], &pivot) < 0)
            low++;
        while (row_compare(&pivot, &rows[high]) < 0)
            high--;
        if (low >= high)
            return high + 1;
        swap_rows(&rows[low], &rows[high]);
    }
}

/* The smaller part first keeps the calls few. */
static void sort_range(word_row *rows, size_t count, random_state *random)
{
    while (count > 1) {
        const size_t left = partition(rows, count, random), right = count - left;
        if (left < right) {
            sort_range(rows, left, random);
            rows += left;
            count = right;
        } else {
            sort_range(rows + left, right, random);
            count = left;
        }
    }
}

void row_sort_in_place(word_row *rows, size_t count)
{
    random_state random = {(uint64_t)count};
    sort_range(rows, count, &random);
}

/* ---- Merging ---- */

static bool is_before(const row_merge_input *a, const row_merge_input *b)
{
    return row_compare(&a->head, &b->head) < 0;
}

/* Move the element at `at` down to its place. */
static void sift_down(row_merge *merge, size_t at)
{
    row_merge_input *moved = merge->heap[at];
    for (size_t below; (below = 2 * at + 1) < merge->heap_count; at = below) {
        if (below + 1 < merge->heap_count && is_before(merge->heap[below + 1], merge->heap[below]))
            below++;
        if (!is_before(merge->heap[below], moved))
            break;
        merge->heap[at] = merge->heap[below];
    }
    merge->heap[at] = moved;
}

/* Read the next head of an input; false at its end, or with the merge's error set. */
static bool advance(row_merge *merge, row_merge_input *input)
{
    const word_row *next = row_reader_next(&input->reader);
    if (next)
        input->head = *next;
    merge->error = input->reader.error ? input->reader.error : merge->error;
    return next != NULL;
}

int row_merge_open(row_merge *merge, const row_span *spans, size_t count, size_t bytes)
{
    *merge = (row_merge){.inputs = calloc(count + 1, sizeof *merge->inputs),
                         .heap = calloc(count + 1, sizeof(row_merge_input *))};
    int number = merge->inputs && merge->heap ? 0 : ENOMEM;
    for (size_t i = 0; i < count && number == 0; i++) {
        number = row_reader_open(&merge->inputs[i].reader, spans[i], bytes / count);
        merge->count += number == 0;
        if (number == 0 && advance(merge, &merge->inputs[i]))
            merge->heap[merge->heap_count++] = &merge->inputs[i];
        number = number ? number : merge->error;
    }
    if (number) {
        row_merge_close(merge);
        return number;
    }
    for (size_t i = merge->heap_count / 2; i-- > 0;)
        sift_down(merge, i);
    return 0;
}

void row_merge_close(row_merge *merge)
{
    for (size_t i = 0; i < merge->count; i++)
        row_reader_close(&merge->inputs[i].reader);
    free(merge->inputs);
    free(merge->heap);
    *merge = (row_merge){.error = 0};
}

bool row_merge_next(row_merge *merge, word_row *next)
{
    if (merge->heap_count == 0 || merge->error)
        return false;
    row_merge_input *first = merge->heap[0];
    *next = first->head;
    if (!advance(merge, first))
        merge->heap[0] = merge->heap[--merge->heap_count];
    if (merge->heap_count)
        sift_down(merge, 0);
    return true;
}

/* ---- Cursors ---- */

void row_cursor_step(row_cursor *cursor) { cursor->more = row_merge_next(&cursor->merge, &cursor->head); }

int row_cursor_open(row_cursor *cursor, const row_span *spans, size_t count)
{
    const int number = row_merge_open(&cursor->merge, spans, count, count * ROW_READER_BYTES);
    if (number == 0)
        row_cursor_step(cursor);
    return number ? number : cursor->merge.error;
}

void row_cursor_close(row_cursor *cursor)
{
    row_merge_close(&cursor->merge);
    cursor->more = false;
}

/* ---- Sorting ---- */

void row_sort_open(row_sort *sort, const char *beside, size_t bytes)
{
    const size_t most = bytes / sizeof(word_row);
    *sort = (row_sort){.most = most > FIRST_ROWS ? most : FIRST_ROWS};
    row_file_open(&sort->runs, beside);
}

void row_sort_close(row_sort *sort)
{
    row_file_close(&sort->runs);
    free(sort->rows);
    free(sort->ends);
    *sort = (row_sort){.most = 0};
}

static int grow_rows(row_sort *sort)
{
    size_t room = sort->room ? 2 * sort->room : FIRST_ROWS;
    room = room < sort->most ? room : sort->most;
    word_row *rows = realloc(sort->rows, room * sizeof *rows);
    if (!rows)
        return ENOMEM;
    sort->rows = rows;
    sort->room = room;
    return 0;
}

static int write_run(row_sort *sort)
{
    if (sort->run_count == sort->run_room) {
        const size_t room = sort->run_room ? 2 * sort->run_room : 16;
        uint64_t *ends = realloc(sort->ends, room * sizeof *ends);
        if (!ends)
            return ENOMEM;
        sort->ends = ends;
        sort->run_room = room;
    }
    row_sort_in_place(sort->rows, sort->count);
    const int number = row_file_add(&sort->runs, sort->rows, sort->count);
    if (number)
        return number;
    sort->ends[sort->run_count++] = row_file_count(&sort->runs);
    sort->count = 0;
    return 0;
}

int row_sort_add(row_sort *sort, const word_row *added)
{
    int number = 0;
    if (sort->count == sort->room)
        number = sort->room < sort->most ? grow_rows(sort) : write_run(sort);
    if (number == 0)
        sort->rows[sort->count++] = *added;
    return number;
}

static int merge_runs(row_sort *sort, row_merge *merge)
{
    row_span *spans = malloc(sort->run_count * sizeof *spans);
    if (!spans)
        return ENOMEM;
    for (size_t i = 0; i < sort->run_count; i++) {
        const uint64_t first = i ? sort->ends[i - 1] : 0;
        spans[i] = (row_span){.file = &sort->runs, .first = first, .count = sort->ends[i] - first};
    }
    const int number = row_merge_open(merge, spans, sort->run_count, sort->most * sizeof(word_row));
    free(spans);
    return number;
}

int row_sort_finish(row_sort *sort, row_merge *merge)
{
    if (sort->run_count == 0) {
        row_sort_in_place(sort->rows, sort->count);
        return row_merge_open(merge, &(row_span){.rows = sort->rows, .count = sort->count}, 1, 0);
    }
    const int number = sort->count ? write_run(sort) : 0;
    if (number)
        return number;
    free(sort->rows); /* the readers take its place */
    sort->rows = NULL;
    sort->room = sort->count = 0;
    return merge_runs(sort, merge);
}

int row_sort_read(row_sort *sort, row_cursor *cursor)
{
    const int number = row_sort_finish(sort, &cursor->merge);
    if (number == 0)
        row_cursor_step(cursor);
    return number ? number : cursor->merge.error;
}
