/* SPDX-License-Identifier: MIT
 *
 * Rows outside memory: files that are read while they grow, and sorting against qsort.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "core/row_sort.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/flank_rows_XXXXXX", beside[64];

static int make_folder(void **state)
{
    (void)state;
    char *made = mkdtemp(folder);
    snprintf(beside, sizeof beside, "%s/book", folder);
    return made ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder); /* fails where a temporary file was left */
}

/* Few different words, so that rows are equal in some of them. */
static word_row random_row(random_state *random)
{
    return (word_row){
        {random_below(random, 9), random_below(random, 9), random_next(random) >> 62, random_next(random) >> 60}};
}

static int compare(const void *a, const void *b) { return row_compare(a, b); }

static void check_sort(size_t count, size_t bytes, uint64_t seed)
{
    random_state random = {seed};
    word_row *expected = calloc(count + 1, sizeof *expected), next;
    row_sort sort;
    row_merge merge;
    row_sort_open(&sort, beside, bytes);
    for (size_t i = 0; i < count; i++) {
        expected[i] = random_row(&random);
        assert_int_equal(row_sort_add(&sort, &expected[i]), 0);
    }
    qsort(expected, count, sizeof *expected, compare);
    assert_int_equal(row_sort_finish(&sort, &merge), 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(row_merge_next(&merge, &next));
        assert_memory_equal(&next, &expected[i], sizeof next);
    }
    assert_false(row_merge_next(&merge, &next));
    assert_int_equal(merge.error, 0);
    row_merge_close(&merge);
    row_sort_close(&sort);
    free(expected);
}

static void test_sorted_as_qsort_does(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 1023, 1024, 1025, 2048, 5000, 70001};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_sort(counts[i], 1, i);                /* runs of 1024 rows */
        check_sort(counts[i], (size_t)1 << 17, i);  /* of 4096 */
        check_sort(counts[i], (size_t)64 << 20, i); /* all in memory */
    }
}

static void test_rows_in_order_and_all_alike(void **state)
{
    (void)state;
    static word_row rows[20000];
    for (size_t i = 0; i < 20000; i++)
        rows[i] = (word_row){{i / 2, 0, 0, 0}};
    row_sort_in_place(rows, 20000);
    for (size_t i = 0; i < 20000; i++)
        assert_int_equal(rows[i].word[0], i / 2);
    memset(rows, 0, sizeof rows);
    row_sort_in_place(rows, 20000);
}

/* The rows behind the last block are read as well, and a span in the middle. */
static void test_a_file_is_read_as_it_was_written(void **state)
{
    (void)state;
    enum { ROWS = 10000 };
    word_row row = {{0}};
    row_file file;
    row_file_open(&file, beside);
    for (uint64_t i = 0; i < ROWS; i++) {
        row.word[0] = i;
        assert_int_equal(row_file_add(&file, &row, 1), 0);
    }
    assert_int_equal(row_file_count(&file), ROWS);
    static const uint64_t spans[][2] = {{0, ROWS}, {1, 1}, {9000, 1000}, {5000, 3000}, {0, 0}};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        row_reader reader;
        row_span span = {.file = &file, .first = spans[i][0], .count = spans[i][1]};
        assert_int_equal(row_reader_open(&reader, span, i % 2 ? 1 : ROW_READER_BYTES), 0);
        const word_row *next;
        uint64_t at = span.first;
        while ((next = row_reader_next(&reader)))
            assert_int_equal(next->word[0], at++);
        assert_int_equal(at, span.first + span.count);
        row_reader_close(&reader);
    }
    row_file_close(&file);
}

static void test_a_folder_that_is_not_there(void **state)
{
    (void)state;
    row_sort sort;
    row_sort_open(&sort, "/no/such/folder/book", 1);
    int number = 0;
    for (int i = 0; i < 5000 && number == 0; i++)
        number = row_sort_add(&sort, &(word_row){{1, 2, 3, 4}});
    assert_int_equal(number, ENOENT);
    row_sort_close(&sort);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorted_as_qsort_does),
        cmocka_unit_test(test_rows_in_order_and_all_alike),
        cmocka_unit_test(test_a_file_is_read_as_it_was_written),
        cmocka_unit_test(test_a_folder_that_is_not_there),
    };
    return cmocka_run_group_tests_name("rows outside memory", tests, make_folder, remove_folder);
}
