/* SPDX-License-Identifier: MIT
 *
 * The store of a farm, through its table of functions: what is claimed, finished, lost, late, and contradicted. With an
 * argument the store is the PostgreSQL database of that address, which must be empty or of an earlier test; without, a
 * new file for each test.
 */
#include "cmocka_all.h"
#include "farm/farm_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEASE_S = 300, OVER = -1 }; /* a lease of -1 seconds is over at once */

static const char *address; /* of a database, or NULL */

typedef struct fixture {
    const farm_store_kind *kind;
    char where[256];
    farm_store *store;
    int64_t worker;
} fixture;

static int set_up(void **state)
{
    fixture *of = calloc(1, sizeof *of);
    char folder[] = "/tmp/farm_store_XXXXXX";
    assert_non_null(of);
    assert_non_null(mkdtemp(folder));
    snprintf(of->where, sizeof of->where, "%s/farm.db", folder);
    if (address) {
        rmdir(folder);
        snprintf(of->where, sizeof of->where, "%s", address);
        assert_int_equal(
            system("psql -q -d \"$FARM_ADDRESS\" -c 'DROP SCHEMA IF EXISTS flank_farm CASCADE' 2>/dev/null"), 0);
    }
    of->kind = farm_store_kind_of(of->where);
    flank_error error = {0};
    assert_int_equal(of->kind->open(of->where, true, &of->store, &error), FLANK_OK);
    const farm_worker worker = {.host = "here", .build = "0", .threads = 1, .signature = 7};
    assert_int_equal(of->kind->add_worker(of->store, &worker, &of->worker, NULL), FLANK_OK);
    *state = of;
    return 0;
}

static int tear_down(void **state)
{
    fixture *of = *state;
    char path[300];
    of->kind->close(of->store);
    for (int i = 0; i < 3 && !address; i++) {
        snprintf(path, sizeof path, "%s%s", of->where, ((const char *[]){"", "-wal", "-shm"})[i]);
        unlink(path);
    }
    *strrchr(of->where, '/') = '\0';
    if (!address)
        rmdir(of->where);
    free(of);
    return 0;
}

static farm_item item(unsigned number)
{
    return (farm_item){
        .own = 1U + number, .other = (uint64_t)(number + 1) << 32, .turn = number % 8, .color = number % 2};
}

/* A run of `count` different positions, open. */
static int64_t new_run(fixture *of, const char *name, farm_wish wish, unsigned count)
{
    int64_t run;
    farm_item *list = calloc(count, sizeof *list);
    for (unsigned i = 0; i < count; i++)
        list[i] = item(i);
    assert_int_equal(of->kind->begin_run(of->store, name, wish, &run, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, run, 0, list, count, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    free(list);
    return run;
}

static farm_run look(fixture *of, int64_t run)
{
    farm_run runs[8];
    size_t count;
    assert_int_equal(of->kind->list_runs(of->store, runs, 8, &count, NULL), FLANK_OK);
    assert_in_range(run, 1, count);
    return runs[run - 1];
}

static void assert_tasks(fixture *of, int64_t run, int waiting, int leased, int parked, int done)
{
    const farm_run found = look(of, run);
    assert_int_equal(found.waiting, waiting);
    assert_int_equal(found.leased, leased);
    assert_int_equal(found.parked, parked);
    assert_int_equal(found.done, done);
}

static void take(fixture *of, int most, int lease_s, farm_lease *lease)
{
    assert_int_equal(of->kind->claim(of->store, of->worker, most, lease_s, lease, NULL), FLANK_OK);
}

static farm_answer answer_to(const farm_task *task, int lo, int hi)
{
    return (farm_answer){
        .own = task->own, .other = task->other, .lo = lo, .hi = hi, .best = 19, .guess = FARM_NO_GUESS, .nodes = 10};
}

static bool bring(fixture *of, const farm_lease *lease, int count, int lo, int hi)
{
    static farm_answer answers[FARM_BATCH_MAX];
    bool taken;
    for (int i = 0; i < count; i++)
        answers[i] = answer_to(&lease->tasks[i], lo, hi);
    assert_int_equal(of->kind->finish(of->store, of->worker, lease, answers, (size_t)count, &taken, NULL), FLANK_OK);
    return taken;
}

/* What is known of the items of a run. */
typedef struct seen {
    int items, known, lo, hi, best;
    uint64_t nodes;
    farm_item last;
} seen;

static int see(void *user, int64_t at, const farm_item *of, const farm_answer *known)
{
    seen *all = user;
    assert_int_equal(at, all->items++);
    all->last = *of;
    if (known) {
        all->known++;
        all->lo = known->lo;
        all->hi = known->hi;
        all->best = known->best;
        all->nodes += known->nodes;
    }
    return 0;
}

static seen see_run(fixture *of, int64_t run)
{
    seen all = {0};
    assert_int_equal(of->kind->each_item(of->store, run, see, &all, NULL), FLANK_OK);
    return all;
}

static const farm_wish exact = {FARM_EXACT, 0};

static void test_tasks_are_claimed_in_order_and_finished_once(void **state)
{
    fixture *of = *state;
    static farm_lease first, second, none;
    const int64_t run = new_run(of, "a", exact, 10);
    assert_tasks(of, run, 10, 0, 0, 0);
    take(of, 6, LEASE_S, &first);
    take(of, 6, LEASE_S, &second);
    take(of, 6, LEASE_S, &none);
    assert_int_equal(first.count, 6);
    assert_int_equal(second.count, 4);
    assert_int_equal(none.count, 0);
    assert_int_equal(first.run, run);
    for (int i = 0; i < 10; i++) {
        const farm_task *task = i < 6 ? &first.tasks[i] : &second.tasks[i - 6];
        assert_int_equal(task->id, i);
        assert_true(task->own == item((unsigned)i).own && task->other == item((unsigned)i).other);
    }
    assert_tasks(of, run, 0, 10, 0, 0);
    assert_true(bring(of, &first, 6, 4, 4));
    assert_false(bring(of, &first, 6, 8, 8));
    assert_tasks(of, run, 0, 4, 0, 6);
    assert_true(bring(of, &second, 1, 4, 4)); /* the others wait again */
    assert_tasks(of, run, 3, 0, 0, 7);
    const seen all = see_run(of, run);
    assert_int_equal(all.items, 10);
    assert_int_equal(all.known, 7);
    assert_int_equal(all.nodes, 70);
    assert_int_equal(all.best, 19);
    assert_int_equal(all.last.turn, 9 % 8);
    assert_int_equal(all.last.color, 1);
    assert_int_equal(look(of, run).nodes, 70);
}

static void test_lost_tasks_come_again_alone_and_are_parked(void **state)
{
    fixture *of = *state;
    static farm_lease late, again;
    const int64_t run = new_run(of, "a", exact, 3);
    take(of, 3, OVER, &late);
    take(of, 3, OVER, &again);
    assert_int_equal(late.count, 3);
    assert_int_equal(again.count, 1);
    assert_int_equal(again.tasks[0].attempts, 1);
    assert_false(bring(of, &late, 3, 2, 2)); /* too late: nothing is written */
    assert_int_equal(see_run(of, run).known, 0);
    take(of, 3, OVER, &again);
    assert_int_equal(again.tasks[0].attempts, 2);
    take(of, 3, LEASE_S, &again); /* the third time it is parked, and the next one comes */
    assert_int_equal(again.tasks[0].id, 1);
    assert_tasks(of, run, 1, 1, 1, 0);
    assert_true(bring(of, &again, 1, 0, 0));
    int64_t count;
    assert_int_equal(of->kind->retry(of->store, run, &count, NULL), FLANK_OK);
    assert_int_equal(count, 1);
    assert_tasks(of, run, 2, 0, 0, 1);
}

static void test_a_failure_counts_for_the_first_task(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    const int64_t run = new_run(of, "a", exact, 3);
    for (int i = 0; i < FARM_ATTEMPTS; i++) {
        take(of, 3, LEASE_S, &lease);
        assert_int_equal(lease.tasks[0].id, 0);
        assert_int_equal(lease.count, i ? 1 : 3);
        assert_int_equal(of->kind->give_up(of->store, &lease, "no memory", NULL), FLANK_OK);
    }
    assert_tasks(of, run, 2, 0, 1, 0);
}

static void test_a_beat_prolongs_leases(void **state)
{
    fixture *of = *state;
    static farm_lease late, next;
    const int64_t run = new_run(of, "a", exact, 2);
    take(of, 1, OVER, &late);
    assert_int_equal(of->kind->beat(of->store, of->worker, 1234, LEASE_S, NULL), FLANK_OK);
    take(of, 2, LEASE_S, &next);
    assert_int_equal(next.tasks[0].id, 1);
    assert_true(bring(of, &late, 1, 6, 6));
    assert_tasks(of, run, 0, 1, 0, 1);
    farm_counts counts;
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.workers, 1);
    assert_int_equal(counts.alive, 1);
    assert_int_equal(counts.nodes, 1234);
    assert_int_equal(counts.positions, 1);
}

static void test_bounds_are_intersected_and_contradictions_kept(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    static const struct {
        int lo, hi, seen_lo, seen_hi, conflicts;
    } rows[] = {{0, 64, 0, 64, 0}, {-64, 8, 0, 8, 0}, {10, 64, 0, 8, 1}, {4, 4, 4, 4, 1}, {6, 6, 4, 4, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char name[2] = {(char)('a' + i)};
        const int64_t run = new_run(of, name, (farm_wish){FARM_LEVEL, 10}, 1);
        take(of, 1, LEASE_S, &lease);
        if (lease.count == 0) { /* proved: there is nothing to ask */
            assert_int_equal(i, 4);
            break;
        }
        assert_true(bring(of, &lease, 1, rows[i].lo, rows[i].hi));
        const seen all = see_run(of, run);
        farm_counts counts;
        assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
        assert_int_equal(all.lo, rows[i].seen_lo);
        assert_int_equal(all.hi, rows[i].seen_hi);
        assert_int_equal(counts.conflicts, rows[i].conflicts);
    }
}

static void test_what_is_known_is_not_asked(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    static const struct {
        farm_wish wish;
        int tasks;
    } rows[] = {{{FARM_AT_LEAST, 2}, 0}, {{FARM_AT_LEAST, 4}, 1}, {{FARM_AT_LEAST, 10}, 1}, {{FARM_AT_LEAST, 11}, 0},
                {{FARM_SIGN, 0}, 0},     {{FARM_EXACT, 0}, 1},    {{FARM_LEVEL, 5}, 1}};
    new_run(of, "a", exact, 1);
    take(of, 1, LEASE_S, &lease);
    assert_true(bring(of, &lease, 1, 2, 10));
    const farm_answer known = {.lo = 2, .hi = 10, .guess = FARM_NO_GUESS};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char name[2] = {(char)('b' + i)};
        int64_t run;
        const farm_item list[2] = {item(0), item(0)};
        assert_int_equal(of->kind->begin_run(of->store, name, rows[i].wish, &run, NULL), FLANK_OK);
        assert_int_equal(of->kind->add_items(of->store, run, 0, list, 2, NULL), FLANK_OK);
        assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
        farm_run runs[16];
        size_t count;
        assert_int_equal(of->kind->list_runs(of->store, runs, 16, &count, NULL), FLANK_OK);
        assert_int_equal(runs[run - 1].waiting, rows[i].tasks);
        assert_int_equal(farm_is_answered(rows[i].wish, &known), rows[i].tasks == 0);
    }
}

static void test_a_run_is_filled_anew_after_a_kill(void **state)
{
    fixture *of = *state;
    int64_t run, again;
    const farm_item list[3] = {item(0), item(1), item(2)};
    assert_int_equal(of->kind->begin_run(of->store, "a", exact, &run, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, run, 0, list, 2, NULL), FLANK_OK);
    assert_int_equal(look(of, run).state, FARM_FILLING);
    assert_int_equal(of->kind->begin_run(of->store, "a", (farm_wish){FARM_AT_LEAST, 4}, &again, NULL), FLANK_OK);
    assert_int_equal(again, run);
    assert_int_equal(look(of, run).items, 0);
    assert_int_equal(of->kind->add_items(of->store, run, 0, list, 3, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    const farm_run found = look(of, run);
    assert_int_equal(found.items, 3);
    assert_int_equal(found.waiting, 3);
    assert_int_equal(found.wish.question, FARM_AT_LEAST);
    assert_int_equal(found.wish.number, 4);
    flank_error error = {0};
    assert_int_equal(of->kind->begin_run(of->store, "a", exact, &again, &error), FLANK_BAD_ARGUMENT);
}

static void test_paused_runs_give_nothing(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    const int64_t run = new_run(of, "a", exact, 2);
    assert_int_equal(of->kind->set_state(of->store, run, FARM_PAUSED, NULL), FLANK_OK);
    take(of, 2, LEASE_S, &lease);
    assert_int_equal(lease.count, 0);
    assert_int_equal(of->kind->set_state(of->store, run, FARM_OPEN, NULL), FLANK_OK);
    take(of, 2, LEASE_S, &lease);
    assert_int_equal(lease.count, 2);
}

static void test_what_is_no_store_is_refused(void **state)
{
    fixture *of = *state;
    farm_store *other;
    char path[300];
    flank_error error = {0};
    assert_int_equal(of->kind->open(of->where, true, &other, &error), FLANK_BAD_ARGUMENT);
    if (address)
        return;
    snprintf(path, sizeof path, "%s.x", of->where);
    assert_int_equal(of->kind->open(path, false, &other, &error), FLANK_CANNOT_READ);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("This is a text, and no database at all.\n", file);
    fclose(file);
    assert_int_equal(of->kind->open(path, false, &other, &error), FLANK_BAD_FILE);
    unlink(path);
}

int main(int argc, char **argv)
{
    address = argc > 1 ? argv[1] : NULL;
    if (address)
        setenv("FARM_ADDRESS", address, true);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_tasks_are_claimed_in_order_and_finished_once),
        TEST(test_lost_tasks_come_again_alone_and_are_parked),
        TEST(test_a_failure_counts_for_the_first_task),
        TEST(test_a_beat_prolongs_leases),
        TEST(test_bounds_are_intersected_and_contradictions_kept),
        TEST(test_what_is_known_is_not_asked),
        TEST(test_a_run_is_filled_anew_after_a_kill),
        TEST(test_paused_runs_give_nothing),
        TEST(test_what_is_no_store_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
