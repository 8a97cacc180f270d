/* SPDX-License-Identifier: MIT
 *
 * The spool: answers that were kept come back as they were, once, for their store alone; a file that was cut anywhere
 * is none.
 */
#include "cmocka_all.h"
#include "core/error.h"
#include "farm/farm_spool.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TASKS = 3, ANSWERS = 2 };

typedef struct fixture {
    char folder[32];
    farm_lease lease;
    farm_answer answers[ANSWERS];
    farm_bytes results[ANSWERS];
    farm_spooled kept;
    int calls;
    flank_status reply;
} fixture;

static int set_up(void **state)
{
    fixture *of = calloc(1, sizeof *of);
    assert_non_null(of);
    strcpy(of->folder, "/tmp/farm_spool_XXXXXX");
    assert_non_null(mkdtemp(of->folder));
    of->lease = (farm_lease){
        .token = 77, .run = 3, .wish = {FARM_AT_LEAST, -6}, .rules_id = 4, .kind = "solve", .count = TASKS};
    for (int i = 0; i < TASKS; i++)
        of->lease.tasks[i] =
            (farm_task){.id = i, .own = 1U << i, .other = UINT64_C(1) << (63 - i), .number = -2, .attempts = 2};
    for (int i = 0; i < ANSWERS; i++)
        of->answers[i] = (farm_answer){.own = 1U << i,
                                       .other = UINT64_C(1) << (63 - i),
                                       .lo = -64,
                                       .hi = i - 8,
                                       .best = FARM_NO_BEST,
                                       .guess = FARM_NO_GUESS,
                                       .depth = 9,
                                       .selectivity = 73,
                                       .nodes = UINT64_MAX,
                                       .spent = i};
    of->kept = (farm_spooled){.worker = 5, .lease = &of->lease, .count = ANSWERS, .answers = of->answers, .nodes = 12};
    *state = of;
    return 0;
}

static int tear_down(void **state)
{
    fixture *of = *state;
    rmdir(of->folder);
    free(of);
    return 0;
}

static void assert_answer(const farm_answer *seen, const farm_answer *kept)
{
    assert_true(seen->own == kept->own && seen->other == kept->other && seen->nodes == kept->nodes);
    assert_true(seen->lo == kept->lo && seen->hi == kept->hi && seen->best == kept->best);
    assert_true(seen->guess == kept->guess && seen->depth == kept->depth && seen->selectivity == kept->selectivity);
    assert_int_equal(seen->spent, kept->spent);
}

static void assert_lease(const farm_lease *seen, const farm_lease *kept)
{
    assert_int_equal(seen->token, kept->token);
    assert_int_equal(seen->run, kept->run);
    assert_int_equal(seen->wish.question, kept->wish.question);
    assert_int_equal(seen->wish.number, kept->wish.number);
    assert_int_equal(seen->rules_id, kept->rules_id);
    assert_string_equal(seen->kind, kept->kind);
    assert_int_equal(seen->count, kept->count);
    for (int i = 0; i < kept->count; i++) {
        const farm_task *a = &seen->tasks[i], *b = &kept->tasks[i];
        assert_true(a->id == b->id && a->own == b->own && a->other == b->other);
        assert_true(a->number == b->number && a->attempts == b->attempts);
    }
}

/* See that what comes is what was kept. */
static flank_status take(void *user, const farm_spooled *seen)
{
    fixture *of = user;
    of->calls++;
    assert_int_equal(seen->worker, of->kept.worker);
    assert_int_equal(seen->nodes, of->kept.nodes);
    assert_int_equal(seen->count, of->kept.count);
    assert_lease(seen->lease, &of->lease);
    for (int i = 0; i < ANSWERS && of->kept.answers; i++)
        assert_answer(&seen->answers[i], &of->answers[i]);
    for (int i = 0; i < ANSWERS && of->kept.results; i++) {
        assert_int_equal(seen->results[i].size, of->results[i].size);
        if (of->results[i].size)
            assert_memory_equal(seen->results[i].bytes, of->results[i].bytes, of->results[i].size);
    }
    return of->reply;
}

static void keep(fixture *of) { assert_int_equal(farm_spool_keep(of->folder, 7, &of->kept, NULL), FLANK_OK); }

static int count_files(const fixture *of, char path[128])
{
    int count = 0;
    DIR *files = opendir(of->folder);
    assert_non_null(files);
    for (struct dirent *entry; (entry = readdir(files));)
        if (entry->d_name[0] != '.') {
            snprintf(path, 128, "%s/%.90s", of->folder, entry->d_name);
            count++;
        }
    closedir(files);
    return count;
}

static void test_answers_come_back_once(void **state)
{
    fixture *of = *state;
    char path[128];
    keep(of);
    keep(of); /* the same lease: the same file */
    assert_int_equal(count_files(of, path), 1);
    assert_int_equal(farm_spool_each(of->folder, 8, take, of), FLANK_OK);
    assert_int_equal(of->calls, 0);
    of->reply = FLANK_CANNOT_READ; /* the store is still away: it is kept */
    assert_int_equal(farm_spool_each(of->folder, 7, take, of), FLANK_CANNOT_READ);
    assert_int_equal(count_files(of, path), 1);
    of->reply = FLANK_OK;
    assert_int_equal(farm_spool_each(of->folder, 7, take, of), FLANK_OK);
    assert_int_equal(of->calls, 2);
    assert_int_equal(count_files(of, path), 0);
    assert_int_equal(farm_spool_each("/nowhere/at/all", 7, take, of), FLANK_OK);
    assert_int_equal(of->calls, 2);
}

static void test_results_of_units_come_back(void **state)
{
    fixture *of = *state;
    strcpy(of->lease.kind, "games");
    of->kept.answers = NULL;
    of->kept.results = of->results;
    of->results[0] = (farm_bytes){"a\0b", 3};
    keep(of);
    assert_int_equal(farm_spool_each(of->folder, 7, take, of), FLANK_OK);
    assert_int_equal(of->calls, 1);
}

static void test_a_file_that_was_cut_is_none(void **state)
{
    fixture *of = *state;
    char path[128];
    keep(of);
    assert_int_equal(count_files(of, path), 1);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long whole = ftell(file);
    fclose(file);
    for (long size = 0; size < whole; size++) {
        keep(of);
        assert_int_equal(truncate(path, size), 0);
        assert_int_equal(farm_spool_each(of->folder, 7, take, of), FLANK_OK);
        assert_int_equal(of->calls, 0);
        assert_int_equal(count_files(of, path), 0);
    }
}

static void test_a_folder_that_cannot_be_written_is_named(void **state)
{
    fixture *of = *state;
    flank_error error = {0};
    char text[FLANK_ERROR_TEXT_SIZE];
    assert_int_equal(farm_spool_keep("/dev/null/x", 7, &of->kept, &error), FLANK_CANNOT_WRITE);
    assert_string_equal(flank_error_text(&error, text, sizeof text),
                        "the store is away, and 2 answers cannot be kept in /dev/null/x: Not a directory");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_answers_come_back_once),
        TEST(test_results_of_units_come_back),
        TEST(test_a_file_that_was_cut_is_none),
        TEST(test_a_folder_that_cannot_be_written_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
