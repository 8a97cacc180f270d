/* SPDX-License-Identifier: MIT
 *
 * A store's trust: builds that are admitted, answers that are asked again of another worker, and contradictions
 * with the names of both. With an argument the store is the PostgreSQL database of that address, which must be empty or
 * of an earlier test; without, a new file for each test.
 */
#include "cmocka_all.h"
#include "farm/farm_store.h"
#include "farm/store_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEASE_S = 300, OVER = -1, MOST = 10, TASKS = 6, GOOD = 7, OTHER = 8 }; /* GOOD, OTHER: signatures */

static const char *address; /* of a database, or NULL */

typedef struct fixture {
    const farm_store_kind *kind;
    char where[STORE_PLACE_SIZE];
    farm_store *store;
    int64_t run;
    farm_lease lease;
} fixture;

static int set_up(void **state)
{
    fixture *of = calloc(1, sizeof *of);
    assert_non_null(of);
    make_store_place(address, of->where);
    of->kind = farm_store_kind_of(of->where);
    assert_int_equal(of->kind->open(of->where, true, &of->store, NULL), FLANK_OK);
    farm_item items[TASKS];
    for (unsigned i = 0; i < TASKS; i++)
        items[i] = (farm_item){.own = 1U + i, .other = (uint64_t)(i + 1) << 32};
    const farm_plan plan = {.name = "a", .wish = {FARM_EXACT, 0}};
    assert_int_equal(of->kind->begin_run(of->store, &plan, &of->run, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, of->run, 0, items, TASKS, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, of->run, NULL), FLANK_OK);
    *state = of;
    return 0;
}

static int tear_down(void **state)
{
    fixture *of = *state;
    of->kind->close(of->store);
    remove_store_place(address, of->where);
    free(of);
    return 0;
}

static flank_status add(fixture *of, const char *host, uint64_t signature, int64_t *id, flank_error *error)
{
    farm_worker worker = {.build = "flank", .threads = 1, .signature = signature, .settings = 1};
    snprintf(worker.host, sizeof worker.host, "%s", host);
    return of->kind->add_worker(of->store, &worker, id, error);
}

static int64_t new_worker(fixture *of, const char *host, uint64_t signature)
{
    int64_t id;
    assert_int_equal(add(of, host, signature, &id, NULL), FLANK_OK);
    return id;
}

static void sample(fixture *of, int one_in)
{
    assert_int_equal(of->kind->set_sample(of->store, one_in, NULL), FLANK_OK);
}

static void admit(fixture *of, uint64_t signature, bool trusted)
{
    assert_int_equal(of->kind->admit_build(of->store, trusted ? "good" : "other", signature, trusted, NULL), FLANK_OK);
}

static int claim(fixture *of, int64_t worker, int lease_s)
{
    assert_int_equal(of->kind->claim(of->store, worker, NULL, MOST, lease_s, &of->lease, NULL), FLANK_OK);
    return of->lease.count;
}

/* Answer the claimed tasks with a value, and so many nodes each. */
static bool bring(fixture *of, int64_t worker, int value, uint64_t nodes)
{
    farm_answer answers[MOST];
    bool taken;
    for (int i = 0; i < of->lease.count; i++)
        answers[i] = (farm_answer){.own = of->lease.tasks[i].own,
                                   .other = of->lease.tasks[i].other,
                                   .lo = value,
                                   .hi = value,
                                   .best = 19,
                                   .guess = FARM_NO_GUESS,
                                   .nodes = nodes};
    assert_int_equal(of->kind->finish(of->store, worker, &of->lease, answers, (size_t)of->lease.count, &taken, NULL),
                     FLANK_OK);
    return taken;
}

static farm_counts counts(fixture *of)
{
    farm_counts all;
    assert_int_equal(of->kind->count(of->store, &all, NULL), FLANK_OK);
    return all;
}

/* Tasks are counted once, however often they are asked again. */
static void assert_done(fixture *of, int tasks, uint64_t nodes)
{
    farm_run run;
    bool done;
    assert_int_equal(of->kind->find_run(of->store, "a", &run, NULL), FLANK_OK);
    assert_int_equal(run.done, tasks);
    assert_int_equal(run.nodes, nodes);
    assert_int_equal(of->kind->is_done(of->store, NULL, &done, NULL), FLANK_OK);
    assert_int_equal(done, tasks == TASKS);
}

typedef struct known {
    int count, value;
} known;

static int see(void *user, int64_t at, const farm_item *item, const farm_answer *answer)
{
    known *all = user;
    (void)at;
    (void)item;
    if (answer) {
        all->count++;
        all->value = answer->lo;
    }
    return 0;
}

static void assert_known(fixture *of, int count, int value)
{
    known all = {0, 0};
    assert_int_equal(of->kind->each_item(of->store, of->run, see, &all, NULL), FLANK_OK);
    assert_int_equal(all.count, count);
    assert_int_equal(all.value, value);
}

static void test_a_build_that_is_not_admitted_is_refused(void **state)
{
    fixture *of = *state;
    int64_t id;
    flank_error error = {0};
    char text[FLANK_ERROR_TEXT_SIZE];
    new_worker(of, "here", OTHER); /* a store that admits none in particular */
    admit(of, GOOD, true);
    new_worker(of, "here", GOOD);
    assert_int_equal(add(of, "there", OTHER, &id, &error), FLANK_BAD_FILE);
    assert_string_equal(flank_error_text(&error, text, sizeof text),
                        "this flank (flank with signature 8) is not admitted; the store admits good with 7");
    admit(of, OTHER, false);
    new_worker(of, "there", OTHER);
}

static void test_a_sample_is_asked_again_of_another_worker(void **state)
{
    fixture *of = *state;
    sample(of, 1);
    const int64_t first = new_worker(of, "one", GOOD), second = new_worker(of, "two", GOOD);
    assert_int_equal(claim(of, first, LEASE_S), TASKS);
    assert_int_equal(of->lease.again, 0);
    assert_true(bring(of, first, 4, 10));
    assert_int_equal(counts(of).again, TASKS);
    assert_known(of, TASKS, 4);
    assert_int_equal(claim(of, first, LEASE_S), 0); /* its own answers are not for it */
    assert_done(of, TASKS, 60);                     /* alone, it can end */
    assert_int_equal(claim(of, second, LEASE_S), TASKS);
    assert_int_equal(of->lease.again, 1);
    assert_true(bring(of, second, 4, 10));
    assert_int_equal(counts(of).again, 0);
    assert_int_equal(counts(of).conflicts, 0);
    assert_int_equal(claim(of, first, LEASE_S), 0);
    assert_done(of, TASKS, 60);
}

static void test_contradictions_name_both(void **state)
{
    static const struct {
        int value;
        uint64_t nodes, signature;
        int conflicts;
    } rows[] = {{4, 10, GOOD, 0}, {6, 10, GOOD, 1}, {4, 11, GOOD, 1}, {4, 11, OTHER, 0}, {2, 11, OTHER, 1}};
    fixture *of = *state;
    farm_conflict found[2 * TASKS];
    size_t count;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (i) {
            tear_down(state);
            set_up(state);
            of = *state;
        }
        sample(of, 1);
        const int64_t first = new_worker(of, "one", GOOD), second = new_worker(of, "two", rows[i].signature);
        assert_int_equal(claim(of, first, LEASE_S), TASKS);
        assert_true(bring(of, first, 4, 10));
        assert_int_equal(claim(of, second, LEASE_S), TASKS);
        assert_true(bring(of, second, rows[i].value, rows[i].nodes));
        assert_int_equal(counts(of).conflicts, rows[i].conflicts * TASKS);
        assert_int_equal(of->kind->list_conflicts(of->store, found, 2 * TASKS, &count, NULL), FLANK_OK);
        assert_int_equal(count, rows[i].conflicts * TASKS);
        assert_known(of, TASKS, 4); /* the first answer is not overwritten */
        assert_done(of, TASKS, 60);
        for (size_t k = 0; k < count; k++) {
            assert_string_equal(found[k].sides[0].host, "one");
            assert_string_equal(found[k].sides[1].host, "two");
            assert_int_equal(found[k].sides[0].worker, first & INT32_MAX);
            assert_int_equal(found[k].sides[1].worker, second & INT32_MAX);
            assert_int_equal(found[k].sides[0].lo, 4);
            assert_int_equal(found[k].sides[1].hi, rows[i].value);
            assert_int_equal(found[k].sides[1].nodes, rows[i].nodes);
        }
    }
}

static void test_answers_of_who_is_not_trusted_wait_for_others(void **state)
{
    fixture *of = *state;
    farm_conflict found[TASKS];
    size_t count;
    sample(of, 0);
    admit(of, GOOD, true);
    admit(of, OTHER, false);
    const int64_t bad = new_worker(of, "bad", OTHER), worse = new_worker(of, "worse", OTHER);
    assert_int_equal(claim(of, bad, LEASE_S), TASKS);
    assert_true(bring(of, bad, -60, 10));
    assert_known(of, 0, 0);
    assert_int_equal(claim(of, worse, LEASE_S), 0); /* they do not confirm each other */
    assert_done(of, TASKS, 60);
    const int64_t good = new_worker(of, "good", GOOD);
    assert_int_equal(claim(of, good, LEASE_S), TASKS);
    assert_true(bring(of, good, 4, 10));
    assert_known(of, TASKS, 4);
    assert_done(of, TASKS, 60);
    assert_int_equal(counts(of).again, 0);
    assert_int_equal(of->kind->list_conflicts(of->store, found, TASKS, &count, NULL), FLANK_OK);
    assert_int_equal(count, TASKS);
    assert_string_equal(found[0].sides[0].host, "bad");
    assert_int_equal(found[0].sides[0].lo, -60);
}

static void test_units_go_to_trusted_workers_only(void **state)
{
    fixture *of = *state;
    int64_t run;
    admit(of, GOOD, true);
    admit(of, OTHER, false);
    const int64_t bad = new_worker(of, "bad", OTHER), good = new_worker(of, "good", GOOD);
    assert_int_equal(claim(of, bad, LEASE_S), TASKS); /* nothing but units is left */
    assert_int_equal(of->kind->begin_run(of->store, &(farm_plan){.name = "units", .kind = "any"}, &run, NULL),
                     FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, run, 0, &(farm_bytes){"x", 1}, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    assert_int_equal(claim(of, bad, LEASE_S), 0);
    assert_int_equal(claim(of, good, LEASE_S), 1);
}

/* Three units of a kind, the last of which is answered by nothing. */
static void answer_units(fixture *of, const char *kind, int64_t worker)
{
    const farm_bytes units[] = {{"x", 1}, {"y", 1}, {"z", 1}}, answers[] = {{"one", 3}, {"two", 3}, {"", 0}};
    bool taken;
    assert_int_equal(of->kind->begin_run(of->store, &(farm_plan){.name = kind, .kind = kind}, &of->run, NULL),
                     FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, of->run, 0, units, 3, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, of->run, NULL), FLANK_OK);
    assert_int_equal(of->kind->claim(of->store, worker, kind, MOST, LEASE_S, &of->lease, NULL), FLANK_OK);
    assert_int_equal(of->lease.count, 3);
    assert_int_equal(of->lease.again, 0);
    assert_int_equal(of->kind->finish_units(of->store, worker, &of->lease, answers, 3, 30, &taken, NULL), FLANK_OK);
    assert_true(taken);
}

static int count_answers(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    static const char *const answers[] = {"one", "two", ""};
    (void)payload;
    assert_non_null(answer);
    assert_int_equal(answer->size, strlen(answers[at]));
    assert_memory_equal(answer->bytes, answers[at], answer->size);
    ++*(int *)user;
    return 0;
}

static void test_units_are_asked_again_byte_by_byte(void **state)
{
    const farm_bytes others[] = {{"one", 3}, {"twO", 3}};
    fixture *of = *state;
    farm_conflict found[MOST];
    farm_run run;
    size_t count;
    bool taken;
    int answers = 0;
    sample(of, 1);
    const int64_t first = new_worker(of, "one", GOOD), second = new_worker(of, "two", GOOD);
    const int64_t foreign = new_worker(of, "three", OTHER);
    answer_units(of, "selfplay", first);
    assert_int_equal(counts(of).again, 2);
    assert_int_equal(of->kind->claim(of->store, first, "selfplay", MOST, LEASE_S, &of->lease, NULL), FLANK_OK);
    assert_int_equal(of->lease.count, 0); /* its own answers are not for it */
    assert_int_equal(of->kind->claim(of->store, foreign, "selfplay", MOST, LEASE_S, &of->lease, NULL), FLANK_OK);
    assert_int_equal(of->lease.count, 0); /* nor those of another search */
    assert_int_equal(of->kind->claim(of->store, second, "selfplay", MOST, LEASE_S, &of->lease, NULL), FLANK_OK);
    assert_int_equal(of->lease.count, 2);
    assert_int_equal(of->lease.again, 1);
    assert_int_equal(of->lease.tasks[1].payload.size, 1);
    assert_memory_equal(of->lease.tasks[1].payload.bytes, "y", 1);
    assert_int_equal(of->kind->finish_units(of->store, second, &of->lease, others, 2, 20, &taken, NULL), FLANK_OK);
    assert_true(taken);
    assert_int_equal(counts(of).again, 0);
    assert_int_equal(of->kind->list_conflicts(of->store, found, MOST, &count, NULL), FLANK_OK);
    assert_int_equal(count, 1);
    assert_int_equal(found[0].unit, 1);
    assert_string_equal(found[0].run, "selfplay");
    assert_string_equal(found[0].sides[0].host, "one");
    assert_string_equal(found[0].sides[1].host, "two");
    assert_int_equal(of->kind->each_unit(of->store, of->run, count_answers, &answers, NULL), FLANK_OK);
    assert_int_equal(answers, 3); /* the first answers stand */
    assert_int_equal(of->kind->find_run(of->store, "selfplay", &run, NULL), FLANK_OK);
    assert_int_equal(run.done, 3);
    assert_int_equal(run.nodes, 30);
}

static void test_units_that_depend_on_the_store_are_not_asked_again(void **state)
{
    fixture *of = *state;
    sample(of, 1);
    answer_units(of, "book", new_worker(of, "one", GOOD));
    assert_int_equal(counts(of).again, 0);
}

static void test_who_asks_again_may_be_lost(void **state)
{
    fixture *of = *state;
    int64_t count;
    sample(of, 1);
    const int64_t first = new_worker(of, "one", GOOD), second = new_worker(of, "two", GOOD);
    assert_int_equal(claim(of, first, LEASE_S), TASKS);
    assert_true(bring(of, first, 4, 10));
    assert_int_equal(claim(of, second, OVER), TASKS);
    assert_int_equal(claim(of, second, LEASE_S), 1); /* a lost one comes alone */
    assert_int_equal(of->kind->give_up(of->store, &of->lease, "why", NULL), FLANK_OK);
    for (int i = 0; i < TASKS + 1; i++)
        claim(of, second, OVER);
    for (int i = 0; i < TASKS; i++)
        claim(of, second, OVER);
    assert_int_equal(claim(of, second, LEASE_S), 0); /* three times, and it is left */
    assert_done(of, TASKS, 60);
    assert_int_equal(of->kind->retry(of->store, of->run, &count, NULL), FLANK_OK);
    assert_int_equal(count, 0);
    assert_int_equal(claim(of, second, LEASE_S), TASKS);
    assert_true(bring(of, second, 4, 10));
    assert_int_equal(counts(of).again, 0);
    assert_int_equal(counts(of).conflicts, 0);
}

static void test_only_the_lease_s_tasks_are_answered(void **state)
{
    fixture *of = *state;
    bool taken;
    const int64_t worker = new_worker(of, "one", GOOD);
    assert_int_equal(claim(of, worker, LEASE_S), TASKS);
    const farm_answer foreign = {.own = 99, .other = 4, .lo = 2, .hi = 2, .best = 19, .guess = FARM_NO_GUESS};
    assert_int_not_equal(of->kind->finish(of->store, worker, &of->lease, &foreign, 1, &taken, NULL), FLANK_OK);
    assert_false(taken);
    assert_known(of, 0, 0);
    assert_true(bring(of, worker, 4, 10)); /* the lease is still there */
}

int main(int argc, char **argv)
{
    address = argc > 1 ? argv[1] : NULL;
    if (address)
        setenv("FARM_ADDRESS", address, true);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_a_build_that_is_not_admitted_is_refused),
        TEST(test_a_sample_is_asked_again_of_another_worker),
        TEST(test_contradictions_name_both),
        TEST(test_answers_of_who_is_not_trusted_wait_for_others),
        TEST(test_units_go_to_trusted_workers_only),
        TEST(test_units_are_asked_again_byte_by_byte),
        TEST(test_units_that_depend_on_the_store_are_not_asked_again),
        TEST(test_who_asks_again_may_be_lost),
        TEST(test_only_the_lease_s_tasks_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
