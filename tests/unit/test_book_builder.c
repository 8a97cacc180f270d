/* SPDX-License-Identifier: MIT
 *
 * The builder with the real engine: what it makes, limits, threads, files.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/bits.h"
#include "core/error.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/flank_books_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const char *path_of(const char *name)
{
    static _Thread_local char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static flank_book_builder *open_builder(const char *name, flank_book_mode mode)
{
    flank_error error = {0};
    flank_book_builder *builder = flank_book_builder_open(path_of(name), mode, NULL, &error);
    if (!builder)
        fail_msg("%s: %s", name, error_english(&error));
    return builder;
}

static void add_start(flank_book_builder *builder)
{
    flank_position start = flank_game_start(flank_game_find("othello"));
    assert_int_equal(flank_book_builder_add_root(builder, &start), FLANK_OK);
}

static void build(const char *name, const flank_book_plan *plan)
{
    flank_error error = {0};
    flank_book_builder *builder = open_builder(name, FLANK_BOOK_NEW);
    add_start(builder);
    if (flank_book_builder_run(builder, plan, NULL, NULL, &error))
        fail_msg("%s", error_english(&error));
    flank_book_builder_close(builder);
}

/* Open, check every position, and see that values are those of the moves. */
static size_t check_book(const char *name)
{
    flank_error error = {0};
    flank_book *book = flank_book_open(path_of(name), NULL, &error);
    if (!book || flank_book_verify(book, &error))
        fail_msg("%s: %s", name, error_english(&error));
    size_t count = flank_book_count(book);
    for (size_t i = 0; i < count; i++) {
        flank_position position;
        flank_book_entry entry;
        flank_book_move moves[FLANK_BOOK_MOVES_MAX];
        size_t move_count;
        assert_int_equal(flank_book_at(book, i, &position, &entry, NULL), FLANK_OK);
        assert_int_equal(flank_book_moves(book, &position, moves, &move_count, NULL), FLANK_OK);
        assert_true(move_count > 0);
        assert_int_equal(moves[0].score, entry.score);
    }
    flank_book_close(book);
    return count;
}

static int plies_made(const flank_position *position) { return (int)bit_count(position->own | position->other) - 4; }

static const flank_book_plan small = {.depth_plies = 3, .plies = 5, .error = 400, .line_error = 600};

static void test_a_book_holds_what_was_asked_for(void **state)
{
    (void)state;
    build("small", &small);
    assert_true(check_book("small") > 10);
    flank_book *book = flank_book_open(path_of("small"), NULL, NULL);
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    flank_book_entry entry;
    assert_int_equal(flank_book_find(book, flank_record_position(record), &entry, NULL), FLANK_OK);
    assert_true(entry.root && !entry.has_leaf && entry.lines > 5);
    /* All were searched as deep as asked. */
    for (size_t i = 0; i < flank_book_count(book); i++) {
        flank_position position;
        assert_int_equal(flank_book_at(book, i, &position, &entry, NULL), FLANK_OK);
        assert_true(entry.depth_plies == 3 - plies_made(&position) % 2 || !entry.has_leaf);
    }
    /* A move within both bounds leads on. */
    flank_record_play_text(record, "f5", NULL);
    assert_int_equal(flank_book_find(book, flank_record_position(record), &entry, NULL), FLANK_OK);
    if (entry.has_leaf)
        assert_true(entry.score - entry.leaf_score > small.error);
    flank_record_destroy(record);
    flank_book_close(book);
}

static bool same_files(const char *a, const char *b)
{
    char command[400];
    int used = snprintf(command, sizeof command, "cmp -s '%s' ", path_of(a));
    snprintf(command + used, sizeof command - (size_t)used, "'%s'", path_of(b));
    return system(command) == 0;
}

static void test_one_thread_makes_the_same_book_again(void **state)
{
    (void)state;
    build("first", &small);
    build("second", &small);
    assert_true(same_files("first", "second"));
}

static void test_threads_make_a_book_too(void **state)
{
    (void)state;
    flank_book_plan plan = small;
    plan.threads = 3;
    plan.hash_bytes = (size_t)3 << 20;
    plan.save_ms = 1;
    build("threads", &plan);
    assert_true(check_book("threads") > 10);
}

/* Progress counts up; the last report says how many positions the file has. */
static flank_reply count_up(void *user, const flank_book_progress *progress)
{
    flank_book_progress *last = user;
    assert_true(progress->positions >= last->positions && progress->searches >= last->searches);
    *last = *progress;
    return FLANK_GO_ON;
}

static void test_extending_goes_on_and_deeper(void **state)
{
    (void)state;
    flank_book_plan plan = {.depth_plies = 3, .plies = 3, .error = 6400, .positions = 7};
    flank_book_progress last = {0};
    build("grows", &plan);
    assert_int_equal(check_book("grows"), 7);
    flank_book_builder *builder = open_builder("grows", FLANK_BOOK_EXISTING);
    plan.positions = 0;
    assert_int_equal(flank_book_builder_run(builder, &plan, count_up, &last, NULL), FLANK_OK);
    flank_book_builder_close(builder);
    size_t full = check_book("grows");
    assert_true(full > 10);
    assert_int_equal(last.positions, full);
    builder = open_builder("grows", FLANK_BOOK_EXISTING);
    plan.depth_plies = 4;
    last = (flank_book_progress){.positions = full};
    assert_int_equal(flank_book_builder_run(builder, &plan, count_up, &last, NULL), FLANK_OK);
    flank_book_builder_close(builder);
    assert_true(check_book("grows") >= full);
    flank_book *book = flank_book_open(path_of("grows"), NULL, NULL);
    size_t deeper = 0, leaves = 0;
    for (size_t i = 0; i < flank_book_count(book); i++) {
        flank_position position;
        flank_book_entry entry;
        assert_int_equal(flank_book_at(book, i, &position, &entry, NULL), FLANK_OK);
        leaves += entry.has_leaf;
        deeper += entry.has_leaf && entry.depth_plies == 4 - plies_made(&position) % 2;
    }
    assert_true(leaves > 10);
    assert_int_equal(deeper, leaves);
    flank_book_close(book);
}

static flank_reply have_enough(void *user, const flank_book_progress *progress)
{
    (void)progress;
    ++*(int *)user;
    return FLANK_ENOUGH;
}

/* The plan alone would go on for ever. */
static void test_enough_ends_the_run_and_saves(void **state)
{
    (void)state;
    const flank_book_plan plan = {.depth_plies = 7, .plies = 60, .error = 6400, .threads = 2};
    int calls = 0;
    flank_book_builder *builder = open_builder("enough", FLANK_BOOK_NEW);
    add_start(builder);
    assert_int_equal(flank_book_builder_run(builder, &plan, have_enough, &calls, NULL), FLANK_OK);
    assert_in_range(calls, 2, 3); /* once on the way, once at the end */
    const size_t count = flank_book_builder_count(builder);
    flank_book_builder_close(builder);
    assert_int_equal(check_book("enough"), count);
}

static void *stop_soon(void *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    flank_stop_raise(stop);
    return NULL;
}

static void test_a_stop_ends_the_run_and_saves(void **state)
{
    (void)state;
    flank_book_builder *builder = open_builder("stopped", FLANK_BOOK_NEW);
    flank_stop stop = FLANK_STOP_INIT;
    const flank_book_plan endless = {.depth_plies = 7, .plies = 60, .error = 6400, .threads = 2, .stop = &stop};
    pthread_t thread;
    add_start(builder);
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
    assert_int_equal(flank_book_builder_run(builder, &endless, NULL, NULL, NULL), FLANK_OK);
    pthread_join(thread, NULL);
    size_t count = flank_book_builder_count(builder);
    flank_book_builder_close(builder);
    assert_int_equal(check_book("stopped"), count);
}

/* A run whose stop is raised already loses nothing that was put in, and writes nothing that is written. */
static void test_a_raised_stop_saves_what_is_new(void **state)
{
    (void)state;
    flank_book_builder *builder = open_builder("raised", FLANK_BOOK_EITHER);
    const flank_position start = flank_game_start(flank_game_find("othello"));
    const flank_book_entry entry = {
        .has_leaf = true, .leaf = {.from = FLANK_NO_SQUARE, .to = 37}, .lines = 1, .selectivity = 99};
    flank_stop stop = FLANK_STOP_INIT;
    const flank_book_plan stopped = {.depth_plies = 3, .stop = &stop};
    struct stat saved, after;
    flank_stop_raise(&stop);
    assert_int_equal(flank_book_builder_put(builder, &start, &entry), FLANK_OK);
    assert_int_equal(flank_book_builder_run(builder, &stopped, NULL, NULL, NULL), FLANK_OK);
    assert_int_equal(check_book("raised"), 1);
    assert_int_equal(stat(path_of("raised"), &saved), 0);
    assert_int_equal(flank_book_builder_run(builder, &stopped, NULL, NULL, NULL), FLANK_OK);
    assert_int_equal(stat(path_of("raised"), &after), 0);
    assert_true(saved.st_ino == after.st_ino && saved.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    flank_book_builder_close(builder);
}

static void test_time_ends_the_run(void **state)
{
    (void)state;
    const flank_book_plan plan = {.depth_plies = 2, .plies = 60, .error = 6400, .time_ms = 50};
    build("timed", &plan);
    assert_true(check_book("timed") > 0);
}

static void check_refusal(const char *path, flank_book_mode mode, flank_status status, const char *text)
{
    flank_status answer = FLANK_OK;
    flank_error error = {0};
    assert_null(flank_book_builder_open(path, mode, &answer, &error));
    assert_int_equal(answer, status);
    assert_string_equal(error_english(&error), text);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    build("there", &small);
    size_t count = check_book("there");
    check_refusal(path_of("there"), FLANK_BOOK_NEW, FLANK_CANNOT_WRITE, "there is such a file already");
    check_refusal(path_of("not_there"), FLANK_BOOK_EXISTING, FLANK_CANNOT_READ,
                  "cannot read: No such file or directory");
    check_refusal(path_of("no_folder/book"), FLANK_BOOK_NEW, FLANK_CANNOT_WRITE,
                  "cannot write beside it: No such file or directory");
    flank_book_builder *builder = open_builder("there", FLANK_BOOK_EXISTING);
    check_refusal(path_of("there"), FLANK_BOOK_EXISTING, FLANK_CANNOT_WRITE, "another builder is at work on this book");
    static const flank_book_plan wrong[] = {
        {.depth_plies = -1}, {.depth_plies = 61}, {.level = 5},    {.level = 61}, {.level = 6, .depth_plies = 3},
        {.threads = 257},    {.plies = 61},       {.time_ms = -1}, {.error = -1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(flank_book_builder_run(builder, &wrong[i], NULL, NULL, NULL), FLANK_BAD_ARGUMENT);
    flank_book_builder_close(builder);
    assert_int_equal(access(path_of("there.lock"), F_OK), -1);
    assert_int_equal(truncate(path_of("there"), 100), 0);
    char text[80];
    snprintf(text, sizeof text, "the book is cut off at byte 100: 1 of %zu positions are there", count);
    check_refusal(path_of("there"), FLANK_BOOK_EITHER, FLANK_BAD_FILE, text);
}

/* A book that cannot be replaced stays as it was. */
static void test_a_failed_save_leaves_the_old_book(void **state)
{
    (void)state;
    flank_error error = {0};
    build("kept", &small);
    size_t count = check_book("kept");
    struct rlimit room;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &room), 0);
    const struct rlimit none = {.rlim_cur = 64, .rlim_max = room.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0); /* as on a full disk */
    flank_book_builder *builder = open_builder("kept", FLANK_BOOK_EXISTING);
    assert_int_equal(flank_book_builder_save(builder, &error), FLANK_CANNOT_WRITE);
    assert_string_equal(error_english(&error), "cannot write: File too large");
    flank_book_plan plan = small;
    plan.depth_plies = 4;
    assert_int_equal(flank_book_builder_run(builder, &plan, NULL, NULL, &error), FLANK_CANNOT_WRITE);
    flank_book_builder_close(builder);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &room), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(check_book("kept"), count);
}

/* Where standard input is closed, as servers and jobs have it, the lock of a book is the file of number 0. */
static void test_a_closed_input_is_no_hindrance(void **state)
{
    (void)state;
    build("input", &small);
    const int kept = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    for (int i = 0; i < 2; i++) /* the lock is given back each time */
        check_refusal(path_of("input"), FLANK_BOOK_NEW, FLANK_CANNOT_WRITE, "there is such a file already");
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    }
}

static void test_entries_are_put_in_and_checked(void **state)
{
    (void)state;
    flank_book_builder *builder = open_builder("put", FLANK_BOOK_EITHER);
    flank_position start = flank_game_start(flank_game_find("othello")), over = {.own = 1};
    flank_book_entry entry = {.score = 30, .has_leaf = true, .leaf_score = 30, .lines = 1, .selectivity = 99};
    entry.leaf = (flank_move){.from = FLANK_NO_SQUARE, .to = 37};
    assert_int_equal(flank_book_builder_put(builder, &start, &entry), FLANK_OK);
    assert_int_equal(flank_book_builder_put(builder, &over, &entry), FLANK_GAME_OVER);
    flank_book_entry bad = entry;
    bad.leaf.to = 0;
    assert_int_equal(flank_book_builder_put(builder, &start, &bad), FLANK_BAD_ARGUMENT);
    bad = entry;
    bad.leaf_score = 70000;
    assert_int_equal(flank_book_builder_put(builder, &start, &bad), FLANK_BAD_ARGUMENT);
    bad = entry;
    bad.selectivity = 101;
    assert_int_equal(flank_book_builder_put(builder, &start, &bad), FLANK_BAD_ARGUMENT);
    assert_int_equal(flank_book_builder_count(builder), 1);
    assert_int_equal(flank_book_builder_save(builder, NULL), FLANK_OK);
    flank_book_builder_close(builder);
    assert_int_equal(check_book("put"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_book_holds_what_was_asked_for),
        cmocka_unit_test(test_one_thread_makes_the_same_book_again),
        cmocka_unit_test(test_threads_make_a_book_too),
        cmocka_unit_test(test_extending_goes_on_and_deeper),
        cmocka_unit_test(test_a_stop_ends_the_run_and_saves),
        cmocka_unit_test(test_a_raised_stop_saves_what_is_new),
        cmocka_unit_test(test_enough_ends_the_run_and_saves),
        cmocka_unit_test(test_time_ends_the_run),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_a_failed_save_leaves_the_old_book),
        cmocka_unit_test(test_a_closed_input_is_no_hindrance),
        cmocka_unit_test(test_entries_are_put_in_and_checked),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
