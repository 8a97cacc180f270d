/* SPDX-License-Identifier: MIT
 *
 * The store of a farm, through its table of functions: what is claimed, finished, lost, late, and contradicted. With an
 * argument the store is the PostgreSQL database of that address, which must be empty or of an earlier test; without, a
 * new file for each test.
 */
#include "cmocka_all.h"
#include "farm/farm_sqlite_store.h"
#include "farm/farm_store.h"
#include "farm/farm_tables.h"
#include "farm/store_place.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LEASE_S = 300, LONG_LEASE_S = 1200, OVER = -1 }; /* a lease of -1 seconds is over at once */

static const char *address; /* of a database, or NULL */

typedef struct fixture {
    const farm_store_kind *kind;
    char where[STORE_PLACE_SIZE];
    farm_store *store;
    int64_t worker;
} fixture;

static int set_up(void **state)
{
    fixture *of = calloc(1, sizeof *of);
    assert_non_null(of);
    make_store_place(address, of->where);
    of->kind = farm_store_kind_of(of->where);
    flank_error error = {0};
    assert_int_equal(of->kind->open(of->where, true, &of->store, &error), FLANK_OK);
    assert_int_equal(of->kind->set_sample(of->store, 0, NULL), FLANK_OK); /* no chance here */
    const farm_worker worker = {.host = "here", .build = "0", .threads = 1, .signature = 7};
    assert_int_equal(of->kind->add_worker(of->store, &worker, &of->worker, NULL), FLANK_OK);
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

static farm_item item(unsigned number)
{
    return (farm_item){
        .own = 1U + number, .other = (uint64_t)(number + 1) << 32, .turn = number % 8, .color = number % 2};
}

static flank_status begin(fixture *of, const char *name, farm_wish wish, int64_t *run)
{
    return of->kind->begin_run(of->store, &(farm_plan){.name = name, .wish = wish}, run, NULL);
}

/* A run of `count` different positions, open. */
static int64_t new_run(fixture *of, const char *name, farm_wish wish, unsigned count)
{
    int64_t run;
    farm_item *list = calloc(count, sizeof *list);
    for (unsigned i = 0; i < count; i++)
        list[i] = item(i);
    assert_int_equal(begin(of, name, wish, &run), FLANK_OK);
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
    for (size_t i = 0; i < count; i++)
        if (runs[i].id == run)
            return runs[i];
    fail_msg("there is no run %d", (int)run);
    return runs[0];
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
    assert_int_equal(of->kind->claim(of->store, of->worker, NULL, most, lease_s, lease, NULL), FLANK_OK);
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

/* All that is known of the items of a run. */
typedef struct seen {
    int items, known, lo, hi, best, guess;
    int sum; /* of guesses */
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
        all->guess = known->guess;
        all->sum += known->guess;
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

static void test_a_lease_is_exchanged_for_the_next(void **state)
{
    fixture *of = *state;
    static farm_lease first, second, third;
    static farm_answer answers[4];
    const farm_claim wanted = {"solve", 4, LEASE_S};
    bool taken;
    const int64_t run = new_run(of, "a", exact, 10);
    take(of, 4, LEASE_S, &first);
    for (int i = 0; i < 4; i++)
        answers[i] = answer_to(&first.tasks[i], 4, 4);
    assert_int_equal(of->kind->exchange(of->store, of->worker, &first, answers, 3, &taken, &wanted, &second, NULL),
                     FLANK_OK);
    assert_true(taken);
    assert_int_equal(second.count, 4);
    assert_int_equal(second.tasks[0].id, 3); /* the one without an answer is first again */
    assert_tasks(of, run, 3, 4, 0, 3);
    /* A repetition changes nothing, and the claim is made all the same. */
    assert_int_equal(of->kind->exchange(of->store, of->worker, &first, answers, 4, &taken, &wanted, &third, NULL),
                     FLANK_OK);
    assert_false(taken);
    assert_int_equal(third.count, 3);
    assert_tasks(of, run, 0, 7, 0, 3);
    for (int i = 0; i < 4; i++)
        answers[i] = answer_to(&second.tasks[i], 6, 6);
    assert_int_equal(of->kind->exchange(of->store, of->worker, &second, answers, 4, &taken, &wanted, &first, NULL),
                     FLANK_OK);
    assert_true(taken);
    assert_int_equal(first.count, 0);
    assert_tasks(of, run, 0, 3, 0, 7);
    assert_int_equal(see_run(of, run).known, 7);
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
    farm_parked parked[2];
    size_t shown;
    assert_int_equal(of->kind->list_parked(of->store, parked, 2, &shown, NULL), FLANK_OK);
    assert_int_equal(shown, 1);
    assert_int_equal(parked[0].own, late.tasks[0].own);
    assert_int_equal(parked[0].other, late.tasks[0].other);
    assert_int_equal(parked[0].unit, -1);
    assert_string_equal(parked[0].run, "a");
    assert_string_equal(parked[0].error, "its worker, number 1, was lost");
    assert_true(bring(of, &again, 1, 0, 0));
    int64_t count;
    assert_int_equal(of->kind->retry(of->store, run, &count, NULL), FLANK_OK);
    assert_int_equal(count, 1);
    assert_tasks(of, run, 2, 0, 0, 1);
    assert_int_equal(of->kind->list_parked(of->store, parked, 2, &shown, NULL), FLANK_OK);
    assert_int_equal(shown, 0);
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
    assert_int_equal(of->kind->beat(of->store, of->worker, 1234, &late.token, 1, LEASE_S, NULL), FLANK_OK);
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

/* A lease whose answer was lost on the way is not kept by the beats of its worker, which knows nothing of it. */
static void test_a_beat_prolongs_no_other_leases(void **state)
{
    fixture *of = *state;
    static farm_lease unseen, held, next;
    const int64_t run = new_run(of, "a", exact, 2);
    take(of, 1, LEASE_S, &held);
    take(of, 1, OVER, &unseen);
    assert_int_equal(of->kind->beat(of->store, of->worker, 0, &held.token, 1, LEASE_S, NULL), FLANK_OK);
    assert_int_equal(of->kind->beat(of->store, of->worker, 0, NULL, 0, LEASE_S, NULL), FLANK_OK);
    take(of, 1, LEASE_S, &next);
    assert_int_equal(next.tasks[0].id, 1);
    assert_int_equal(next.tasks[0].attempts, 1);
    assert_tasks(of, run, 0, 2, 0, 0);
}

/* The store's clock jumps back by two days. */
static void turn_clock_back(fixture *of)
{
    if (address)
        assert_int_equal(
            system("psql -q -d \"$FARM_ADDRESS\" -c \"UPDATE flank_farm.lease SET until = until + interval '2 days';"
                   " UPDATE flank_farm.worker SET beat = beat + interval '2 days'\""),
            0);
    else
        assert_int_equal(sqlite3_exec(of->store->db,
                                      "UPDATE lease SET until = until + 172800;"
                                      " UPDATE worker SET beat = beat + 172800",
                                      NULL, NULL, NULL),
                         SQLITE_OK);
}

/* Nobody waits for two days: not for a worker that is dead, nor for a foreman. One that beats keeps its lease. */
static void test_a_clock_that_jumps_back_holds_nothing_up(void **state)
{
    fixture *of = *state;
    static farm_lease waits, held, lost, next;
    bool taken;
    const int64_t run = new_run(of, "a", exact, 3);
    const farm_worker other = {.host = "there", .build = "0", .threads = 1, .signature = 7};
    int64_t dead;
    assert_int_equal(of->kind->add_worker(of->store, &other, &dead, NULL), FLANK_OK);
    take(of, 1, LEASE_S, &waits);
    assert_int_equal(of->kind->hand_back(of->store, of->worker, &waits, 30, 0, &taken, NULL), FLANK_OK);
    take(of, 1, LEASE_S, &held);
    assert_int_equal(of->kind->claim(of->store, dead, NULL, 1, LEASE_S, &lost, NULL), FLANK_OK);
    turn_clock_back(of);
    assert_int_equal(of->kind->beat(of->store, of->worker, 0, &held.token, 1, LEASE_S, NULL), FLANK_OK);
    take(of, 3, LEASE_S, &next);
    assert_int_equal(next.count, 1);
    farm_counts counts;
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.alive, 1);
    assert_tasks(of, run, 1, 2, 0, 0);
    assert_true(bring(of, &held, 1, 4, 4));
    assert_false(bring(of, &lost, 1, 4, 4));
}

/* A claim is a sign of life, too: its lease is not late right after such a jump. */
static void test_a_claim_after_a_jump_back_is_kept(void **state)
{
    fixture *of = *state;
    static farm_lease held, next;
    const int64_t run = new_run(of, "a", exact, 3);
    const farm_worker other = {.host = "there", .build = "0", .threads = 1, .signature = 7};
    int64_t second;
    assert_int_equal(of->kind->add_worker(of->store, &other, &second, NULL), FLANK_OK);
    turn_clock_back(of);
    take(of, 1, LONG_LEASE_S, &held);
    assert_int_equal(of->kind->claim(of->store, second, NULL, 1, LONG_LEASE_S, &next, NULL), FLANK_OK);
    assert_int_equal(next.tasks[0].id, 1);
    assert_tasks(of, run, 1, 2, 0, 0);
    assert_true(bring(of, &held, 1, 4, 4));
}

/* A worker that is gone holds no run for two days; one that beats holds it. */
static void test_a_jump_back_holds_no_run(void **state)
{
    fixture *of = *state;
    static farm_lease held;
    const int64_t run = new_run(of, "a", exact, 1);
    take(of, 1, LEASE_S, &held);
    turn_clock_back(of);
    assert_int_equal(of->kind->beat(of->store, of->worker, 0, &held.token, 1, LONG_LEASE_S, NULL), FLANK_OK);
    assert_int_equal(of->kind->drop_runs(of->store, &run, 1, FARM_DROP_IDLE, NULL), FLANK_BAD_ARGUMENT);
    turn_clock_back(of);
    assert_int_equal(of->kind->drop_runs(of->store, &run, 1, FARM_DROP_IDLE, NULL), FLANK_OK);
    assert_false(bring(of, &held, 1, 4, 4));
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
        const int64_t run = new_run(of, name, exact, 1);
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
        assert_int_equal(begin(of, name, rows[i].wish, &run), FLANK_OK);
        assert_int_equal(of->kind->add_items(of->store, run, 0, list, 2, NULL), FLANK_OK);
        assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
        farm_run runs[16];
        size_t count;
        assert_int_equal(of->kind->list_runs(of->store, runs, 16, &count, NULL), FLANK_OK);
        assert_int_equal(runs[run - 1].waiting, rows[i].tasks);
        assert_int_equal(farm_is_answered(rows[i].wish, &known), rows[i].tasks == 0);
    }
}

/* ---- Labels ------------------------------------------------------------------------------------------------------ */

/* Bring what a level thinks, which proves lo..hi, of the only task of the lease. */
static void bring_label(fixture *of, const farm_lease *lease, int guess, int lo, int hi)
{
    farm_answer answer = answer_to(&lease->tasks[0], lo, hi);
    bool taken;
    answer.guess = guess;
    answer.best = guess / 10;
    answer.depth = lease->wish.number;
    assert_int_equal(lease->count, 1);
    assert_int_equal(of->kind->finish(of->store, of->worker, lease, &answer, 1, &taken, NULL), FLANK_OK);
    assert_true(taken);
}

static void assert_label(fixture *of, int64_t run, int guess, int lo, int hi)
{
    const seen all = see_run(of, run);
    assert_int_equal(all.known, 1);
    assert_int_equal(all.guess, guess);
    assert_int_equal(all.lo, lo);
    assert_int_equal(all.hi, hi);
    if (guess != FARM_NO_GUESS)
        assert_int_equal(all.best, guess / 10);
}

static int64_t level_run(fixture *of, const char *name, int level, unsigned count)
{
    return new_run(of, name, (farm_wish){FARM_LEVEL, level}, count);
}

/* Labels of several levels, and a proof, of one position: each run has its own. */
static void test_labels_are_of_their_level(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    const int64_t six = level_run(of, "six", 6, 1);
    take(of, 1, LEASE_S, &lease);
    bring_label(of, &lease, 250, -64, 64);
    assert_label(of, six, 250, -64, 64);
    const int64_t twenty = level_run(of, "twenty", 20, 1);
    assert_tasks(of, twenty, 1, 0, 0, 0);
    assert_int_equal(see_run(of, twenty).known, 0);
    take(of, 1, LEASE_S, &lease);
    bring_label(of, &lease, -310, -10, 64);
    assert_label(of, six, 250, -10, 64);
    assert_label(of, twenty, -310, -10, 64);
    const int64_t solved = new_run(of, "solved", exact, 1);
    take(of, 1, LEASE_S, &lease);
    assert_true(bring(of, &lease, 1, 4, 4));
    assert_label(of, six, 250, 4, 4);
    assert_label(of, twenty, -310, 4, 4);
    assert_label(of, solved, FARM_NO_GUESS, 4, 4);
    const int64_t thirty = level_run(of, "thirty", 30, 1); /* a proof is no label */
    assert_label(of, thirty, FARM_NO_GUESS, 4, 4);
    assert_tasks(of, thirty, 1, 0, 0, 0);
    const int64_t again = level_run(of, "again", 6, 2); /* and what is known of a level is not asked */
    assert_tasks(of, again, 1, 0, 0, 0);
    farm_counts counts;
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.positions, 1);
    const farm_query query = {.own = item(0).own, .other = item(0).other, .number = 6};
    farm_answer known;
    assert_int_equal(of->kind->look_up(of->store, 0, &query, 1, &known, NULL), FLANK_OK);
    assert_true(known.lo == 4 && known.guess == FARM_NO_GUESS && known.nodes == 20);
}

/* Of two answers for one level the first one stands, and of two that contradict each other, too. */
static void test_the_first_label_stands(void **state)
{
    fixture *of = *state;
    static farm_lease first, second;
    const int64_t a = level_run(of, "a", 12, 1), b = level_run(of, "b", 12, 1);
    take(of, 1, LEASE_S, &first);
    take(of, 1, LEASE_S, &second);
    assert_int_equal(second.run, b);
    bring_label(of, &first, 100, -64, 64);
    bring_label(of, &second, 200, -64, 64);
    assert_label(of, a, 100, -64, 64);
    assert_label(of, b, 100, -64, 64);
    farm_counts counts;
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_true(counts.positions == 1 && counts.conflicts == 0);
    const int64_t c = level_run(of, "c", 13, 1), d = level_run(of, "d", 14, 1);
    take(of, 1, LEASE_S, &first);
    bring_label(of, &first, 600, 6, 6);
    take(of, 1, LEASE_S, &second);
    bring_label(of, &second, 800, 8, 8);
    assert_label(of, c, 600, 6, 6);
    assert_label(of, d, FARM_NO_GUESS, 6, 6);
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_true(counts.positions == 1 && counts.conflicts == 1);
}

/* The result of a game that is over is its label, whether or not the worker says so; asked again it is the same. */
static void test_a_game_that_is_over_is_labelled_by_its_result(void **state)
{
    fixture *of = *state;
    static farm_lease lease, again;
    bool taken;
    const farm_worker other = {.host = "there", .build = "0", .threads = 1, .signature = 7};
    int64_t second;
    assert_int_equal(of->kind->add_worker(of->store, &other, &second, NULL), FLANK_OK);
    assert_int_equal(of->kind->set_sample(of->store, 1, NULL), FLANK_OK);
    const int64_t run = level_run(of, "over", 6, 2);
    take(of, 2, LEASE_S, &lease);
    farm_answer answers[2] = {answer_to(&lease.tasks[0], -8, -8), answer_to(&lease.tasks[1], -64, 64)};
    answers[1].guess = 250;
    assert_int_equal(of->kind->finish(of->store, of->worker, &lease, answers, 2, &taken, NULL), FLANK_OK);
    assert_true(taken);
    const seen all = see_run(of, run);
    assert_true(all.known == 2 && all.guess == 250 && all.sum == -550);
    const int64_t later = level_run(of, "later", 6, 2);
    assert_tasks(of, later, 0, 0, 0, 0);
    assert_int_equal(of->kind->claim(of->store, second, NULL, 2, LEASE_S, &again, NULL), FLANK_OK);
    assert_true(again.again && again.count == 2);
    answers[0].guess = -800;
    answers[0].selectivity = 100;
    assert_int_equal(of->kind->finish(of->store, second, &again, answers, 2, &taken, NULL), FLANK_OK);
    farm_counts counts;
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_true(taken && counts.conflicts == 0 && counts.again == 0);
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static void test_a_run_is_filled_anew_after_a_kill(void **state)
{
    fixture *of = *state;
    int64_t run, again;
    const farm_item list[3] = {item(0), item(1), item(2)};
    assert_int_equal(begin(of, "a", exact, &run), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, run, 0, list, 2, NULL), FLANK_OK);
    assert_int_equal(look(of, run).state, FARM_FILLING);
    assert_int_equal(begin(of, "a", (farm_wish){FARM_AT_LEAST, 4}, &again), FLANK_OK);
    assert_int_equal(look(of, again).items, 0);
    assert_int_equal(of->kind->add_items(of->store, again, 0, list, 3, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, again, NULL), FLANK_OK);
    const farm_run found = look(of, again);
    assert_int_equal(found.items, 3);
    assert_int_equal(found.waiting, 3);
    assert_int_equal(found.wish.question, FARM_AT_LEAST);
    assert_int_equal(found.wish.number, 4);
    assert_int_equal(begin(of, "a", exact, &again), FLANK_BAD_ARGUMENT);
}

/* Two who fill runs of one name: the later one has it, and the earlier one neither adds to it nor opens it. */
static void test_who_filled_before_is_refused(void **state)
{
    fixture *of = *state;
    int64_t run, again;
    const farm_item list[3] = {item(0), item(1), item(2)};
    const farm_bytes payload = {"a", 1};
    assert_int_equal(begin(of, "a", exact, &run), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, run, 0, list, 2, NULL), FLANK_OK);
    assert_int_equal(begin(of, "a", exact, &again), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, again, 0, list, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, run, 2, list + 2, 1, NULL), FLANK_CANNOT_WRITE);
    assert_int_equal(of->kind->add_units(of->store, run, 2, &payload, 1, NULL), FLANK_CANNOT_WRITE);
    assert_int_equal(of->kind->add_note(of->store, run, "n", payload, NULL), FLANK_CANNOT_WRITE);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_CANNOT_WRITE);
    assert_int_equal(of->kind->drop_runs(of->store, &run, 1, FARM_DROP_FILLING, NULL), FLANK_OK);
    assert_int_equal(look(of, again).state, FARM_FILLING);
    assert_int_equal(of->kind->open_run(of->store, again, NULL), FLANK_OK);
    assert_int_equal(look(of, again).items, 1);
    assert_tasks(of, again, 1, 0, 0, 0);
    assert_int_equal(of->kind->add_items(of->store, again, 1, list, 1, NULL), FLANK_CANNOT_WRITE);
    assert_int_equal(of->kind->open_run(of->store, again, NULL), FLANK_CANNOT_WRITE);
    assert_tasks(of, again, 1, 0, 0, 0);
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

/* ---- Rules, kinds, priorities ------------------------------------------------------------------------------------ */

static int64_t plan_run(fixture *of, const farm_plan *plan, unsigned count)
{
    int64_t run;
    farm_item list[16];
    assert_in_range(count, 0, 16);
    for (unsigned i = 0; i < count; i++)
        list[i] = item(i);
    assert_int_equal(of->kind->begin_run(of->store, plan, &run, NULL), FLANK_OK);
    if (count)
        assert_int_equal(of->kind->add_items(of->store, run, 0, list, count, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    return run;
}

/* A run that is being filled, or dropped, has no tasks yet, or none any more. */
static void test_a_run_that_is_not_open_is_not_resumed(void **state)
{
    fixture *of = *state;
    const farm_item one = item(0);
    int64_t run;
    assert_int_equal(begin(of, "a", exact, &run), FLANK_OK);
    assert_int_equal(of->kind->add_items(of->store, run, 0, &one, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->set_state(of->store, run, FARM_OPEN, NULL), FLANK_OK);
    assert_int_equal(look(of, run).state, FARM_FILLING);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    assert_tasks(of, run, 1, 0, 0, 0);
}

static void test_rules_keep_positions_apart(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    const int64_t usual = new_run(of, "usual", exact, 1);
    const int64_t fewest = plan_run(of, &(farm_plan){.name = "fewest", .rules = "goal=fewest"}, 1);
    assert_tasks(of, fewest, 1, 0, 0, 0);
    assert_string_equal(look(of, fewest).rules, "goal=fewest");
    assert_string_equal(look(of, usual).rules, "");
    take(of, 1, LEASE_S, &lease);
    assert_int_equal(lease.run, usual);
    assert_int_equal(lease.rules_id, 0);
    assert_string_equal(lease.rules, "");
    assert_true(bring(of, &lease, 1, 4, 4));
    assert_int_equal(see_run(of, fewest).known, 0);
    take(of, 1, LEASE_S, &lease);
    assert_int_equal(lease.run, fewest);
    assert_string_equal(lease.rules, "goal=fewest");
    const int fewest_id = lease.rules_id;
    assert_int_not_equal(fewest_id, 0);
    assert_true(bring(of, &lease, 1, -6, -6)); /* no contradiction: another game */
    assert_int_equal(see_run(of, fewest).lo, -6);
    assert_int_equal(see_run(of, usual).lo, 4);
    farm_counts counts;
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.conflicts, 0);
    assert_int_equal(counts.positions, 2);
    const int64_t again = plan_run(of, &(farm_plan){.name = "again", .rules = "goal=fewest"}, 2);
    assert_tasks(of, again, 1, 0, 0, 0); /* one is known by these rules */
    assert_int_equal(look(of, again).rules_id, fewest_id);
    const farm_query queries[] = {{.rules_id = 0, .own = item(0).own, .other = item(0).other},
                                  {.rules_id = fewest_id, .own = item(0).own, .other = item(0).other},
                                  {.rules_id = fewest_id, .own = item(9).own, .other = item(9).other}};
    farm_answer answers[3];
    assert_int_equal(of->kind->look_up(of->store, 0, queries, 3, answers, NULL), FLANK_OK);
    assert_int_equal(answers[0].lo, 4);
    assert_int_equal(answers[1].hi, -6);
    assert_int_equal(answers[1].nodes, 10);
    assert_true(answers[2].lo == -64 && answers[2].hi == 64 && answers[2].nodes == 0 && !answers[2].spent);
    assert_true(answers[2].best == FARM_NO_BEST && answers[2].guess == FARM_NO_GUESS);
    assert_int_equal(of->kind->look_up(of->store, 0, queries, 0, answers, NULL), FLANK_OK);
}

static void test_higher_priorities_go_first_and_kinds_choose(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    const farm_wish level = {FARM_LEVEL, 10};
    const farm_plan plans[] = {{.name = "a"},
                               {.name = "b", .priority = 5},
                               {.name = "c", .wish = level, .priority = -1},
                               {.name = "d", .priority = 5}};
    int64_t runs[4];
    for (int i = 0; i < 4; i++)
        runs[i] = plan_run(of, &plans[i], 1);
    bool done;
    assert_int_equal(of->kind->claim(of->store, of->worker, "prove,label", 9, LEASE_S, &lease, NULL), FLANK_OK);
    assert_int_equal(lease.run, runs[2]);
    assert_string_equal(lease.kind, "label");
    assert_true(bring(of, &lease, 1, 0, 0)); /* the others have their task already */
    assert_int_equal(of->kind->is_done(of->store, "label", &done, NULL), FLANK_OK);
    assert_true(done);
    assert_int_equal(of->kind->is_done(of->store, NULL, &done, NULL), FLANK_OK);
    assert_false(done);
    static const int order[] = {1, 3, 0};
    for (int i = 0; i < 3; i++) {
        take(of, 9, LEASE_S, &lease);
        assert_int_equal(lease.run, runs[order[i]]);
        assert_string_equal(lease.kind, "solve");
        assert_int_equal(look(of, runs[order[i]]).priority, plans[order[i]].priority);
    }
    assert_int_equal(of->kind->claim(of->store, of->worker, "prove", 9, LEASE_S, &lease, NULL), FLANK_OK);
    assert_int_equal(lease.count, 0);
}

static void test_plans_keep_their_limits(void **state)
{
    fixture *of = *state;
    int64_t run;
    static char params[FARM_PARAMS_MAX + 2];
    memset(params, 'x', FARM_PARAMS_MAX + 1);
    const farm_plan bad[] = {
        {.name = ""}, {.name = "a", .kind = "seventeen bytes.."}, {.name = "a", .kind = "k", .params = params}};
    for (int i = 0; i < 3; i++) {
        flank_error error = {0};
        assert_int_equal(of->kind->begin_run(of->store, &bad[i], &run, &error), FLANK_BAD_ARGUMENT);
        assert_int_not_equal(error.code, 0);
    }
    params[FARM_PARAMS_MAX] = '\0';
    char *read;
    assert_int_equal(of->kind->begin_run(of->store, &bad[2], &run, NULL), FLANK_OK);
    assert_int_equal(of->kind->get_params(of->store, run, &read, NULL), FLANK_OK);
    assert_string_equal(read, params);
    free(read);
}

/* ---- Units ------------------------------------------------------------------------------------------------------- */

static int64_t unit_run(fixture *of, const char *name, const farm_bytes *payloads, size_t count)
{
    int64_t run;
    const bool leads = strcmp(name, "tree") == 0; /* a foreman names the run that it appends to */
    const farm_plan plan = {.name = name, .kind = "count", .params = leads ? "leaves" : "one 'two'\n{\"three\\\"}"};
    assert_int_equal(of->kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, run, 0, payloads, count, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    return run;
}

typedef struct seen_units {
    int count, answered;
    size_t size[8];
    uint64_t sum[8]; /* of the bytes of the answer */
} seen_units;

static uint64_t sum_of(farm_bytes of)
{
    uint64_t sum = of.size;
    for (size_t i = 0; i < of.size; i++)
        sum = sum * 31 + ((const unsigned char *)of.bytes)[i];
    return sum;
}

static int see_unit(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    seen_units *all = user;
    assert_int_equal(at, all->count);
    all->size[at] = payload.size;
    all->answered += answer != NULL;
    all->sum[at] = answer ? sum_of(*answer) : 0;
    all->count++;
    return 0;
}

static void test_units_are_bytes_that_are_answered_by_bytes(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    static unsigned char large[FARM_PAYLOAD_MAX], result[FARM_RESULT_MAX];
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (unsigned char)(i * 7);
    for (size_t i = 0; i < sizeof result; i++)
        result[i] = (unsigned char)(i * 13);
    const farm_bytes payloads[] = {{"a\"\\{},", 6}, {NULL, 0}, {large, sizeof large}, {"\0x", 2}};
    const int64_t run = unit_run(of, "u", payloads, 4);
    assert_tasks(of, run, 4, 0, 0, 0);
    assert_int_equal(look(of, run).items, 4);
    assert_string_equal(look(of, run).kind, "count");
    take(of, 3, LEASE_S, &lease);
    assert_int_equal(lease.count, 3);
    assert_string_equal(lease.kind, "count");
    assert_string_equal(lease.params, "one 'two'\n{\"three\\\"}");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lease.tasks[i].payload.size, payloads[i].size);
        assert_int_equal(sum_of(lease.tasks[i].payload), sum_of(payloads[i]));
    }
    bool taken;
    const farm_bytes answers[] = {{result, sizeof result}, {NULL, 0}};
    assert_int_equal(of->kind->finish_units(of->store, of->worker, &lease, answers, 2, 77, &taken, NULL), FLANK_OK);
    assert_true(taken);
    assert_int_equal(of->kind->finish_units(of->store, of->worker, &lease, answers, 1, 77, &taken, NULL), FLANK_OK);
    assert_false(taken);
    assert_tasks(of, run, 2, 0, 0, 2);
    assert_int_equal(look(of, run).nodes, 77);
    seen_units all = {0};
    assert_int_equal(of->kind->each_unit(of->store, run, see_unit, &all, NULL), FLANK_OK);
    assert_int_equal(all.count, 4);
    assert_int_equal(all.answered, 2);
    for (int i = 0; i < 4; i++)
        assert_int_equal(all.size[i], payloads[i].size);
    assert_int_equal(all.sum[0], sum_of(answers[0]));
    take(of, 9, OVER, &lease); /* lost: each comes alone, and is parked in the end */
    for (int i = 0; i < FARM_ATTEMPTS - 1; i++) {
        take(of, 9, OVER, &lease);
        assert_int_equal(lease.count, 1);
        assert_int_equal(lease.tasks[0].id, 2);
        assert_int_equal(sum_of(lease.tasks[0].payload), sum_of(payloads[2]));
    }
    take(of, 9, LEASE_S, &lease);
    assert_int_equal(lease.tasks[0].id, 3);
    assert_int_equal(sum_of(lease.tasks[0].payload), sum_of(payloads[3]));
    assert_tasks(of, run, 0, 1, 1, 2);
}

static void test_units_are_filled_anew_after_a_kill(void **state)
{
    fixture *of = *state;
    int64_t run, again;
    const farm_bytes payloads[] = {{"a", 1}, {"b", 1}};
    const farm_plan plan = {.name = "u", .kind = "count"};
    assert_int_equal(of->kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, run, 0, payloads, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->begin_run(of->store, &plan, &again, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, again, 0, payloads, 2, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, again, NULL), FLANK_OK);
    assert_tasks(of, again, 2, 0, 0, 0);
}

/* ---- Foremen ----------------------------------------------------------------------------------------------------- */

static farm_item asked(unsigned number, int8_t at_least)
{
    farm_item of = item(number);
    of.number = at_least;
    return of;
}

static void test_a_foreman_appends_what_is_not_known(void **state)
{
    fixture *of = *state;
    static farm_lease foreman, lease;
    const farm_bytes unit = {"tree", 4};
    const int64_t leaves = plan_run(
        of, &(farm_plan){.name = "leaves", .wish = {FARM_AT_LEAST, 2}, .budget_nodes = 5000, .priority = 1}, 0);
    const int64_t tree = unit_run(of, "tree", &unit, 1);
    farm_run found;
    assert_int_equal(of->kind->find_run(of->store, "leaves", &found, NULL), FLANK_OK);
    assert_int_equal(found.id, leaves);
    assert_int_equal(found.budget_nodes, 5000);
    assert_int_equal(of->kind->find_run(of->store, "nothing", &found, NULL), FLANK_NOT_FOUND);
    take(of, 9, LEASE_S, &foreman);
    assert_int_equal(foreman.run, tree);
    int64_t made;
    bool taken;
    /* The same position with two numbers, and twice with one. */
    const farm_item first[] = {asked(0, 2), asked(1, -4), asked(0, 2), asked(0, 6)};
    assert_int_equal(of->kind->append(of->store, &foreman, leaves, first, 4, &made, &taken, NULL), FLANK_OK);
    assert_true(taken);
    assert_int_equal(made, 3);
    assert_tasks(of, leaves, 3, 0, 0, 0);
    assert_int_equal(look(of, leaves).items, 3);
    take(of, 9, LEASE_S, &lease);
    assert_int_equal(lease.count, 3);
    assert_int_equal(lease.budget_nodes, 5000);
    assert_int_equal(lease.wish.question, FARM_AT_LEAST);
    static const int numbers[] = {2, -4, 6};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lease.tasks[i].id, i);
        assert_int_equal(lease.tasks[i].number, numbers[i]);
    }
    farm_answer answers[3] = {answer_to(&lease.tasks[0], 2, 64), answer_to(&lease.tasks[1], -64, 64),
                              answer_to(&lease.tasks[2], -64, 4)};
    answers[1].spent = true;
    assert_int_equal(of->kind->finish(of->store, of->worker, &lease, answers, 3, &taken, NULL), FLANK_OK);
    assert_true(taken);
    assert_int_equal(look(of, leaves).spent, 1);
    const farm_query queries[] = {{.own = item(0).own, .other = item(0).other, .number = 2},
                                  {.own = item(1).own, .other = item(1).other, .number = -4},
                                  {.own = item(1).own, .other = item(1).other, .number = 8}};
    farm_answer known[3];
    assert_int_equal(of->kind->look_up(of->store, leaves, queries, 3, known, NULL), FLANK_OK);
    assert_true(known[0].lo == 2 && known[0].hi == 4 && !known[0].spent && known[0].nodes == 20);
    assert_true(known[1].lo == -64 && known[1].hi == 64 && known[1].spent && known[1].nodes == 10);
    assert_false(known[2].spent);
    /* A question that is answered, or was spent, or is there already, makes no task. */
    const farm_item second[] = {asked(0, 4), asked(0, 1), asked(0, 7), asked(1, -4), asked(2, 0)};
    assert_int_equal(of->kind->append(of->store, &foreman, leaves, second, 5, &made, &taken, NULL), FLANK_OK);
    assert_int_equal(made, 2);
    assert_int_equal(look(of, leaves).items, 7);
    take(of, 9, LEASE_S, &lease);
    assert_int_equal(lease.count, 2);
    assert_true(lease.tasks[0].number == 4 && lease.tasks[1].own == item(2).own);
    /* Only while its lease is there, and only to an open run of positions. */
    assert_int_equal(of->kind->append(of->store, &foreman, tree, second, 1, &made, &taken, NULL), FLANK_BAD_ARGUMENT);
    assert_int_equal(of->kind->give_up(of->store, &foreman, "", NULL), FLANK_OK);
    const farm_item third = asked(5, 0);
    assert_int_equal(of->kind->append(of->store, &foreman, leaves, &third, 1, &made, &taken, NULL), FLANK_OK);
    assert_false(taken);
    assert_int_equal(made, 0);
    assert_int_equal(look(of, leaves).items, 7);
}

static void test_numbers_of_tasks_outlive_losses(void **state)
{
    fixture *of = *state;
    static farm_lease foreman, lease;
    const farm_bytes unit = {"tree", 4};
    const int64_t leaves = plan_run(of, &(farm_plan){.name = "leaves", .wish = {FARM_AT_LEAST, 2}, .priority = 1}, 0);
    unit_run(of, "tree", &unit, 1);
    take(of, 1, LEASE_S, &foreman);
    bool taken;
    const farm_item items[] = {asked(0, -8), asked(1, 10)};
    assert_int_equal(of->kind->append(of->store, &foreman, leaves, items, 2, NULL, &taken, NULL), FLANK_OK);
    for (int i = 0; i < FARM_ATTEMPTS; i++) {
        take(of, 9, OVER, &lease);
        assert_int_equal(lease.tasks[0].number, -8);
    }
    take(of, 9, LEASE_S, &lease); /* the first is parked */
    assert_int_equal(lease.tasks[0].number, 10);
    assert_int_equal(lease.tasks[0].attempts, 1);
    int64_t count;
    assert_int_equal(of->kind->retry(of->store, leaves, &count, NULL), FLANK_OK);
    take(of, 9, LEASE_S, &lease);
    assert_int_equal(lease.tasks[0].number, -8);
}

static void test_notes_are_kept_while_the_lease_is_there(void **state)
{
    fixture *of = *state;
    static farm_lease first, second;
    static unsigned char large[FARM_NOTE_MAX];
    uint8_t *note;
    size_t size;
    bool taken;
    const farm_bytes unit = {"tree", 4};
    const int64_t run = unit_run(of, "tree", &unit, 1);
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (unsigned char)(i * 11 + (i >> 12));
    take(of, 1, OVER, &first);
    take(of, 1, OVER, &first);
    assert_int_equal(first.tasks[0].attempts, 1);
    assert_int_equal(of->kind->get_note(of->store, run, "state", &note, &size, NULL), FLANK_OK);
    assert_null(note);
    static const farm_bytes notes[] = {{"old", 3}, {NULL, 0}, {large, sizeof large}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(of->kind->put_note(of->store, &first, "state", notes[i], &taken, NULL), FLANK_OK);
        assert_true(taken);
        assert_int_equal(of->kind->get_note(of->store, run, "state", &note, &size, NULL), FLANK_OK);
        assert_non_null(note);
        assert_int_equal(size, notes[i].size);
        assert_memory_equal(note, notes[i].size ? notes[i].bytes : "", size);
        free(note);
    }
    take(of, 1, LEASE_S, &second); /* the first is over; with the note its losses were forgotten */
    assert_int_equal(second.tasks[0].attempts, 1);
    assert_int_equal(of->kind->put_note(of->store, &first, "state", notes[0], &taken, NULL), FLANK_OK);
    assert_false(taken);
    assert_int_equal(of->kind->get_note(of->store, run, "state", &note, &size, NULL), FLANK_OK);
    assert_int_equal(size, sizeof large);
    free(note);
    assert_int_equal(of->kind->put_note(of->store, &second, "other", notes[0], &taken, NULL), FLANK_OK);
    assert_true(taken);
    assert_int_equal(of->kind->get_note(of->store, run, "other", &note, &size, NULL), FLANK_OK);
    assert_int_equal(size, 3);
    free(note);
}

/* Notes of a run that is being filled; workers read them once it is open. */
static void test_a_run_may_begin_with_notes(void **state)
{
    fixture *of = *state;
    static unsigned char large[FARM_NOTE_MAX];
    const farm_plan plan = {.name = "noted", .kind = "tree"};
    const farm_bytes unit = {"tree", 4}, notes[] = {{"old", 3}, {large, sizeof large}};
    uint8_t *note;
    size_t size;
    int64_t run;
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (unsigned char)(i * 13 + (i >> 11));
    assert_int_equal(of->kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(of->kind->add_note(of->store, run, "plan", notes[i], NULL), FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, run, 0, &unit, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    assert_int_equal(of->kind->get_note(of->store, run, "plan", &note, &size, NULL), FLANK_OK);
    assert_int_equal(size, sizeof large);
    assert_memory_equal(note, large, size);
    free(note);
}

static void test_a_lease_is_handed_back_to_wait(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    bool taken, done;
    const farm_bytes unit = {"tree", 4};
    const int64_t run = unit_run(of, "tree", &unit, 1);
    take(of, 1, OVER, &lease);
    for (int i = 0; i < 2 * FARM_ATTEMPTS; i++) { /* no loss, however often */
        take(of, 1, LEASE_S, &lease);
        assert_int_equal(lease.count, 1);
        assert_int_equal(lease.tasks[0].attempts, i == 0);
        assert_int_equal(of->kind->hand_back(of->store, of->worker, &lease, OVER, 5, &taken, NULL), FLANK_OK);
        assert_true(taken);
    }
    take(of, 1, LEASE_S, &lease);
    assert_int_equal(of->kind->hand_back(of->store, of->worker, &lease, LEASE_S, 5, &taken, NULL), FLANK_OK);
    assert_int_equal(of->kind->hand_back(of->store, of->worker, &lease, LEASE_S, 5, &taken, NULL), FLANK_OK);
    assert_false(taken);
    assert_int_equal(of->kind->is_done(of->store, NULL, &done, NULL), FLANK_OK);
    assert_false(done);
    assert_tasks(of, run, 0, 1, 0, 0);
    assert_int_equal(look(of, run).nodes, 5 * (2 * FARM_ATTEMPTS + 1));
    take(of, 1, LEASE_S, &lease);
    assert_int_equal(lease.count, 0);
}

/* Reviews are texts; the first answer stays, and another connection sees it at once. */
static void test_reviews_are_kept_by_their_question(void **state)
{
    fixture *of = *state;
    farm_store *other;
    static char longest[50000];
    char *answer;
    static const char *const questions[] = {"othello||a 'board'|\\", "", "Othello||a 'board'|\\", longest};
    const size_t count = sizeof questions / sizeof *questions;
    memset(longest, 'x', sizeof longest - 1);
    assert_int_equal(of->kind->open(of->where, false, &other, NULL), FLANK_OK);
    for (size_t i = 0; i < count; i++) {
        char text[32];
        snprintf(text, sizeof text, "answer \"%zu\" \\ #", i);
        assert_int_equal(of->kind->get_review(of->store, questions[i], &answer, NULL), FLANK_OK);
        assert_null(answer);
        assert_int_equal(of->kind->put_review(of->store, NULL, questions[i], text, NULL), FLANK_OK);
        assert_int_equal(of->kind->put_review(other, NULL, questions[i], "later", NULL), FLANK_OK);
        assert_int_equal(of->kind->get_review(other, questions[i], &answer, NULL), FLANK_OK);
        assert_string_equal(answer, text);
        free(answer);
    }
    of->kind->close(other);
}

/* A worker's review needs its lease. */
static void test_a_lease_of_reviews_keeps_them(void **state)
{
    fixture *of = *state;
    static farm_lease lease;
    const farm_plan plan = {.name = "games", .kind = "analyze"};
    int64_t run;
    char *answer;
    bool taken;
    assert_int_equal(of->kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, run, 0, &(farm_bytes){"f5", 2}, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, run, NULL), FLANK_OK);
    take(of, 1, LEASE_S, &lease);
    assert_int_equal(of->kind->put_review(of->store, &lease, "q", "a", NULL), FLANK_OK);
    assert_int_equal(of->kind->get_review(of->store, "q", &answer, NULL), FLANK_OK);
    assert_string_equal(answer, "a");
    free(answer);
    assert_int_equal(of->kind->finish_units(of->store, of->worker, &lease, &(farm_bytes){"r", 1}, 1, 0, &taken, NULL),
                     FLANK_OK);
    assert_int_equal(of->kind->put_review(of->store, &lease, "late", "a", NULL), FLANK_OK);
    assert_int_equal(of->kind->get_review(of->store, "late", &answer, NULL), FLANK_OK);
    assert_null(answer);
}

/* What was never opened is forgotten, and nothing else. */
static void test_a_run_that_is_not_open_is_dropped(void **state)
{
    fixture *of = *state;
    const farm_plan plan = {.name = "begun", .kind = "count"};
    int64_t run;
    size_t count;
    uint8_t *note;
    size_t size;
    assert_int_equal(of->kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_units(of->store, run, 0, &(farm_bytes){"a", 1}, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->add_note(of->store, run, "n", (farm_bytes){"a", 1}, NULL), FLANK_OK);
    assert_int_equal(of->kind->drop_runs(of->store, &run, 1, FARM_DROP_FILLING, NULL), FLANK_OK);
    assert_int_equal(of->kind->drop_runs(of->store, &run, 1, FARM_DROP_FILLING, NULL), FLANK_OK);
    assert_int_equal(of->kind->list_runs(of->store, NULL, 0, &count, NULL), FLANK_OK);
    assert_int_equal(count, 0);
    assert_int_equal(of->kind->get_note(of->store, run, "n", &note, &size, NULL), FLANK_OK);
    assert_null(note);
    run = new_run(of, "open", exact, 3);
    assert_int_equal(of->kind->drop_runs(of->store, &run, 1, FARM_DROP_FILLING, NULL), FLANK_OK);
    assert_int_equal(of->kind->list_runs(of->store, NULL, 0, &count, NULL), FLANK_OK);
    assert_int_equal(count, 1);
}

static void assert_runs(fixture *of, size_t expected)
{
    farm_run runs[8];
    size_t count;
    assert_int_equal(of->kind->list_runs(of->store, runs, 8, &count, NULL), FLANK_OK);
    assert_int_equal(count, expected);
}

/* Rows of the table of that name, and the run that the last one names. */
typedef struct rows_seen {
    const char *table;
    int count, faults;
    int64_t run;
} rows_seen;

static int see_row(void *user, const farm_table *table, const farm_value *values)
{
    rows_seen *of = user;
    if (strcmp(table->name, of->table) != 0)
        return 0;
    of->count++;
    for (int i = 0; table->columns[i].name; i++)
        if (strcmp(table->columns[i].name, "run") == 0)
            of->run = values[i].number;
    return 0;
}

static void see_fault(void *user, const char *fault)
{
    (void)fault;
    ((rows_seen *)user)->faults++;
}

static rows_seen rows_of(fixture *of, const char *table)
{
    rows_seen rows = {.table = table};
    assert_int_equal(of->kind->each_row(of->store, see_row, &rows, NULL), FLANK_OK);
    assert_int_equal(of->kind->each_fault(of->store, see_fault, &rows, NULL), FLANK_OK);
    return rows;
}

/* A run goes with its tasks, whatever their state; what is proved and the labels stay. */
static void test_a_run_is_dropped_with_its_tasks(void **state)
{
    fixture *of = *state;
    static farm_lease lease, held;
    flank_error error = {0};
    const int64_t other = new_run(of, "other", exact, 2), run = level_run(of, "run", 6, 5);
    assert_int_equal(of->kind->set_state(of->store, other, FARM_PAUSED, NULL), FLANK_OK);
    take(of, 1, LEASE_S, &lease);
    bring_label(of, &lease, 400, 4, 4);
    for (int i = 0; i < FARM_ATTEMPTS; i++) { /* one is parked */
        take(of, 1, LEASE_S, &lease);
        assert_int_equal(of->kind->give_up(of->store, &lease, "why", NULL), FLANK_OK);
    }
    take(of, 2, LEASE_S, &held);
    assert_tasks(of, run, 1, 2, 1, 1);
    const int64_t both[] = {other, run};
    assert_int_equal(of->kind->drop_runs(of->store, both, 2, FARM_DROP_FILLING, NULL), FLANK_OK);
    assert_int_equal(of->kind->drop_runs(of->store, both, 2, FARM_DROP_IDLE, &error), FLANK_BAD_ARGUMENT);
    assert_runs(of, 2);
    assert_tasks(of, run, 1, 2, 1, 1);
    assert_int_equal(of->kind->drop_runs(of->store, &run, 1, FARM_DROP_ANY, NULL), FLANK_OK);
    assert_runs(of, 1);
    assert_tasks(of, other, 2, 0, 0, 0);
    assert_false(bring(of, &held, 2, 2, 2)); /* too late */
    static const char *const gone[] = {"parked", "work"}, *const kept[] = {"position", "label"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rows_of(of, gone[i]).count, 0);
        const rows_seen rows = rows_of(of, kept[i]);
        assert_true(rows.count == 1 && rows.run == 0 && rows.faults == 0);
    }
    assert_int_equal(rows_of(of, "item").count, 2);
    assert_int_equal(rows_of(of, "task").count, 2);
    /* The name is free, the label is known, and the number is not given again. */
    const int64_t again = level_run(of, "run", 6, 5);
    assert_true(again > run);
    assert_tasks(of, again, 4, 0, 0, 0);
    assert_label(of, level_run(of, "first", 6, 1), 400, 4, 4);
    /* A lease that is over is held by nobody, and so are tasks that were handed back to wait. */
    take(of, 4, OVER, &held);
    assert_int_equal(held.run, again);
    assert_int_equal(of->kind->drop_runs(of->store, &again, 1, FARM_DROP_IDLE, NULL), FLANK_OK);
    assert_runs(of, 2);
}

/* A worker that has ended is not alive, nor is one whose lease is over; one that goes on is. */
static void test_a_worker_signs_off(void **state)
{
    fixture *of = *state;
    farm_counts counts;
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.alive, 1);
    assert_int_equal(of->kind->beat(of->store, of->worker, 5, NULL, 0, 0, NULL), FLANK_OK);
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.workers, 1);
    assert_int_equal(counts.alive, 0);
    assert_int_equal(counts.nodes, 5);
    assert_int_equal(of->kind->beat(of->store, of->worker, 5, NULL, 0, 100, NULL), FLANK_OK);
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.alive, 1);
    assert_int_equal(of->kind->beat(of->store, of->worker, 5, NULL, 0, OVER, NULL), FLANK_OK);
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.alive, 0);
    assert_int_equal(of->kind->beat(of->store, of->worker, 5, NULL, 0, LEASE_S, NULL), FLANK_OK);
    assert_int_equal(of->kind->count(of->store, &counts, NULL), FLANK_OK);
    assert_int_equal(counts.alive, 1);
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

/* A value that SQLite does not read is told with its table. */
static void test_a_value_that_is_too_large_is_named(void **state)
{
    fixture *of = *state;
    int64_t run;
    char params[2001] = {0}, *read = NULL;
    flank_error error = {0};
    if (address)
        return;
    memset(params, 'x', sizeof params - 1);
    assert_int_equal(of->kind->begin_run(of->store, &(farm_plan){.name = "a", .params = params}, &run, NULL), FLANK_OK);
    sqlite3_limit(of->store->db, SQLITE_LIMIT_LENGTH, 1000);
    assert_int_equal(of->kind->get_params(of->store, run, &read, &error), FLANK_BAD_FILE);
    assert_string_equal(flank_error_text(&error, (char[FLANK_ERROR_TEXT_SIZE]){0}, FLANK_ERROR_TEXT_SIZE),
                        "the store is damaged: a row of its table run");
    assert_null(read);
}

/* ---- Links ------------------------------------------------------------------------------------------------------- */

typedef struct silence {
    int listener, idle_s, limit_ms; /* of the other end of the link */
} silence;

static int option_of(int link, int option)
{
    int value = -1;
    socklen_t size = sizeof value;
    getsockopt(link, IPPROTO_TCP, option, &value, &size);
    return value;
}

/* The end of this program that is connected to the port, or -1. */
static int find_link(in_port_t port)
{
    for (int link = 0; link < 1024; link++) {
        struct sockaddr_in peer = {0};
        socklen_t size = sizeof peer;
        if (!getpeername(link, (struct sockaddr *)&peer, &size) && peer.sin_family == AF_INET && peer.sin_port == port)
            return link;
    }
    return -1;
}

/* A server that takes one connection, and ends it. */
static void *run_server(void *argument)
{
    silence *of = argument;
    struct sockaddr_in own;
    socklen_t size = sizeof own;
    getsockname(of->listener, (struct sockaddr *)&own, &size);
    const int accepted = accept(of->listener, NULL, NULL), link = find_link(own.sin_port);
    of->idle_s = option_of(link, TCP_KEEPIDLE);
    of->limit_ms = option_of(link, TCP_USER_TIMEOUT);
    close(of->listener);
    close(accepted);
    return NULL;
}

static silence silence_of(const char *options)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof own;
    silence of = {.listener = socket(AF_INET, SOCK_STREAM, 0)};
    pthread_t server;
    farm_store *store;
    char where[STORE_PLACE_SIZE];
    assert_int_equal(bind(of.listener, (struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(listen(of.listener, 1), 0);
    assert_int_equal(getsockname(of.listener, (struct sockaddr *)&own, &size), 0);
    snprintf(where, sizeof where, "postgresql://127.0.0.1:%d/none?sslmode=disable&gssencmode=disable%s",
             ntohs(own.sin_port), options);
    assert_int_equal(pthread_create(&server, NULL, run_server, &of), 0);
    assert_int_equal(farm_store_kind_of(where)->open(where, false, &store, NULL), FLANK_CANNOT_READ);
    pthread_join(server, NULL);
    return of;
}

/* TCP ends a link on which the server is silent, in the time that the address says. */
static void test_a_silent_link_ends(void **state)
{
    (void)state;
    if (!farm_store_kind_of("postgresql://"))
        skip();
    const silence usual = silence_of(""), asked = silence_of("&keepalives_idle=1000&tcp_user_timeout=2000000");
    assert_int_equal(usual.idle_s, 30);
    assert_int_equal(usual.limit_ms, 60000);
    assert_int_equal(asked.idle_s, 1000);
    assert_int_equal(asked.limit_ms, 2000000);
}

int main(int argc, char **argv)
{
    address = argc > 1 ? argv[1] : NULL;
    if (address)
        setenv("FARM_ADDRESS", address, true);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_tasks_are_claimed_in_order_and_finished_once),
        TEST(test_a_lease_is_exchanged_for_the_next),
        TEST(test_lost_tasks_come_again_alone_and_are_parked),
        TEST(test_a_failure_counts_for_the_first_task),
        TEST(test_a_beat_prolongs_leases),
        TEST(test_a_beat_prolongs_no_other_leases),
        TEST(test_a_clock_that_jumps_back_holds_nothing_up),
        TEST(test_a_claim_after_a_jump_back_is_kept),
        TEST(test_a_jump_back_holds_no_run),
        TEST(test_bounds_are_intersected_and_contradictions_kept),
        TEST(test_what_is_known_is_not_asked),
        TEST(test_labels_are_of_their_level),
        TEST(test_the_first_label_stands),
        TEST(test_a_game_that_is_over_is_labelled_by_its_result),
        TEST(test_a_run_is_filled_anew_after_a_kill),
        TEST(test_who_filled_before_is_refused),
        TEST(test_paused_runs_give_nothing),
        TEST(test_a_run_that_is_not_open_is_not_resumed),
        TEST(test_rules_keep_positions_apart),
        TEST(test_higher_priorities_go_first_and_kinds_choose),
        TEST(test_plans_keep_their_limits),
        TEST(test_units_are_bytes_that_are_answered_by_bytes),
        TEST(test_units_are_filled_anew_after_a_kill),
        TEST(test_a_foreman_appends_what_is_not_known),
        TEST(test_numbers_of_tasks_outlive_losses),
        TEST(test_notes_are_kept_while_the_lease_is_there),
        TEST(test_a_run_may_begin_with_notes),
        TEST(test_a_lease_is_handed_back_to_wait),
        TEST(test_reviews_are_kept_by_their_question),
        TEST(test_a_lease_of_reviews_keeps_them),
        TEST(test_a_run_that_is_not_open_is_dropped),
        TEST(test_a_run_is_dropped_with_its_tasks),
        TEST(test_a_worker_signs_off),
        TEST(test_what_is_no_store_is_refused),
        TEST(test_a_value_that_is_too_large_is_named),
        TEST(test_a_silent_link_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
