/* SPDX-License-Identifier: MIT
 *
 * A worker with kinds of units of the test's own, over a new file: what its kinds answer, fail at, and hand back; a
 * foreman whose only worker it is; rules and budgets of positions.
 */
#include "cmocka_all.h"
#include "farm/farm_sqlite.h"
#include "farm/farm_worker.h"
#include "games/othello/othello.h"
#include "core/error.h"
#include "core/stop_looks.h"
#include "core/symmetry.h"
#include "farm/store_place.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const farm_store_kind *const kind = &farm_sqlite;

typedef struct fixture {
    char where[STORE_PLACE_SIZE];
    farm_store *store;
    farm_progress progress;
} fixture;

/* Two positions with 11 and 9 empty squares, and what they are worth. */
static const struct {
    const char *text;
    int discs;
} positions[] = {{"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18},
                 {"-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10}};
enum { POSITIONS = 2 };

static farm_item position_item(int number)
{
    flank_position at;
    assert_int_equal(flank_position_parse(&othello_game, positions[number].text, &at, NULL), FLANK_OK);
    farm_item item = {.own = at.own, .other = at.other, .color = at.color};
    item.turn = (uint8_t)symmetry_canonical(&item.own, &item.other);
    return item;
}

static int set_up(void **state)
{
    fixture *of = calloc(1, sizeof *of);
    assert_non_null(of);
    make_store_place(NULL, of->where);
    assert_int_equal(kind->open(of->where, true, &of->store, NULL), FLANK_OK);
    assert_int_equal(kind->set_sample(of->store, 0, NULL), FLANK_OK); /* no chance here */
    *state = of;
    return 0;
}

static int tear_down(void **state)
{
    fixture *of = *state;
    kind->close(of->store);
    remove_store_place(NULL, of->where);
    free(of);
    return 0;
}

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

/* The payload twice, with the parameters between. */
static flank_status answer_twice(farm_unit *unit, flank_error *error)
{
    (void)error;
    text_add_bytes(&unit->answer, unit->task->payload.bytes, unit->task->payload.size);
    text_add(&unit->answer, unit->lease->params);
    text_add_bytes(&unit->answer, unit->task->payload.bytes, unit->task->payload.size);
    farm_unit_count(unit, 3);
    return FLANK_OK;
}

/* Fails at units that begin with x. */
static flank_status answer_but_x(farm_unit *unit, flank_error *error)
{
    if (*(const char *)unit->task->payload.bytes == 'x')
        return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("an x"));
    return answer_twice(unit, error);
}

/* Has the positions solved by the run "leaves", each with its number, and adds up what is proved. A note tells whether
 * they are asked. */
static flank_status answer_tree(farm_unit *unit, flank_error *error)
{
    const farm_store_kind *stores = unit->stores;
    farm_run leaves;
    farm_item items[POSITIONS];
    farm_query queries[POSITIONS];
    farm_answer known[POSITIONS];
    uint8_t *note;
    size_t size;
    bool taken = true;
    flank_status status = stores->find_run(unit->store, "leaves", &leaves, error);
    if (!status)
        status = stores->get_note(unit->store, unit->lease->run, "asked", &note, &size, error);
    if (status)
        return status;
    for (int i = 0; i < POSITIONS; i++) {
        items[i] = position_item(i);
        items[i].number = (int8_t)positions[i].discs;
        queries[i] = (farm_query){unit->lease->rules_id, items[i].own, items[i].other, items[i].number};
    }
    if (!note) {
        status = stores->append(unit->store, unit->lease, leaves.id, items, POSITIONS, NULL, &taken, error);
        if (!status && taken)
            status = stores->put_note(unit->store, unit->lease, "asked", (farm_bytes){"1", 1}, &taken, error);
    }
    free(note);
    if (!status)
        status = stores->look_up(unit->store, leaves.id, queries, POSITIONS, known, error);
    if (status || !taken)
        return status ? status : FLANK_NOT_FOUND;
    for (int i = 0; i < POSITIONS; i++) {
        if (!known[i].spent && known[i].lo < positions[i].discs)
            unit->wait_s = 0;
        text_addf(&unit->answer, "%d%s ", known[i].lo, known[i].spent ? " spent" : "");
    }
    return FLANK_OK;
}

static atomic_bool hangs, is_over;

/* The first to be asked hangs, without a look at its stop, until another one has answered; that it may not last for
 * ever it gives up after a minute. */
static flank_status answer_or_hang(farm_unit *unit, flank_error *error)
{
    enum { PARTS = 1200, PART_MS = 50 };
    const bool hang = !atomic_exchange(&hangs, true);
    for (int i = 0; hang && i < PARTS && !atomic_load(&is_over); i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * PART_MS}, NULL);
    atomic_store(&is_over, true);
    return answer_twice(unit, error);
}

static const farm_kind kinds[] = {
    {"twice", answer_twice}, {"but_x", answer_but_x}, {"tree", answer_tree}, {"hang", answer_or_hang}, {NULL, NULL}};

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static int64_t unit_run(fixture *of, const farm_plan *plan, const char *const *payloads, size_t count)
{
    int64_t run;
    farm_bytes list[8];
    for (size_t i = 0; i < count; i++)
        list[i] = (farm_bytes){payloads[i], strlen(payloads[i])};
    assert_int_equal(kind->begin_run(of->store, plan, &run, NULL), FLANK_OK);
    assert_int_equal(kind->add_units(of->store, run, 0, list, count, NULL), FLANK_OK);
    assert_int_equal(kind->open_run(of->store, run, NULL), FLANK_OK);
    return run;
}

static int64_t position_run(fixture *of, const farm_plan *plan, int count)
{
    int64_t run;
    const farm_item list[POSITIONS] = {position_item(0), position_item(1)};
    assert_int_equal(kind->begin_run(of->store, plan, &run, NULL), FLANK_OK);
    assert_int_equal(kind->add_items(of->store, run, 0, list, (size_t)count, NULL), FLANK_OK);
    assert_int_equal(kind->open_run(of->store, run, NULL), FLANK_OK);
    return run;
}

static flank_status work(fixture *of, const char *answered, int threads)
{
    flank_error error = {0};
    const farm_work it = {.store = of->where,
                          .kinds = answered,
                          .units = kinds,
                          .threads = threads,
                          .engine = {.hash_bytes = 1},
                          .lease_s = 300,
                          .until_empty = true,
                          .progress = &of->progress};
    return farm_work_run(&it, &error);
}

static farm_run look(fixture *of, const char *name)
{
    farm_run run;
    assert_int_equal(kind->find_run(of->store, name, &run, NULL), FLANK_OK);
    return run;
}

static int add_answer(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    (void)at, (void)payload;
    text_addf(user, "%.*s|", answer ? (int)answer->size : 1, answer ? (const char *)answer->bytes : "?");
    return 0;
}

static void assert_answers(fixture *of, int64_t run, const char *expected)
{
    text_buffer all = {NULL};
    assert_int_equal(kind->each_unit(of->store, run, add_answer, &all, NULL), FLANK_OK);
    assert_string_equal(all.bytes, expected);
    text_free(&all);
}

static void test_units_are_answered_by_their_kind(void **state)
{
    fixture *of = *state;
    static const char *const payloads[] = {"a", "", "ccc", "d", "e"};
    const int64_t run = unit_run(of, &(farm_plan){.name = "u", .kind = "twice", .params = "-"}, payloads, 5);
    assert_int_equal(work(of, NULL, 2), FLANK_OK);
    assert_answers(of, run, "a-a|-|ccc-ccc|d-d|e-e|");
    assert_int_equal(look(of, "u").done, 5);
    assert_int_equal(look(of, "u").nodes, 15);
    assert_int_equal(atomic_load(&of->progress.nodes), 15);
    assert_int_equal(atomic_load(&of->progress.tasks), 5);
}

static void test_a_unit_that_fails_is_parked_and_the_worker_goes_on(void **state)
{
    fixture *of = *state;
    static const char *const payloads[] = {"x", "a", "x", "b"};
    const int64_t run = unit_run(of, &(farm_plan){.name = "u", .kind = "but_x"}, payloads, 4);
    assert_int_equal(work(of, NULL, 1), FLANK_OK);
    assert_answers(of, run, "?|aa|?|bb|");
    assert_int_equal(look(of, "u").parked, 2);
    assert_int_equal(look(of, "u").done, 2);
}

static void test_kinds_that_are_not_named_are_passed_over(void **state)
{
    fixture *of = *state;
    static const char *const payloads[] = {"a"};
    const int64_t first = unit_run(of, &(farm_plan){.name = "first", .kind = "unknown"}, payloads, 1);
    const int64_t run = unit_run(of, &(farm_plan){.name = "u", .kind = "twice"}, payloads, 1);
    assert_int_equal(work(of, "solve", 1), FLANK_OK);
    assert_answers(of, run, "?|");
    assert_int_equal(work(of, NULL, 1), FLANK_OK);
    assert_answers(of, run, "aa|");
    assert_answers(of, first, "?|");
    assert_int_equal(look(of, "first").waiting, 1);
}

static void test_a_foreman_has_its_leaves_answered(void **state)
{
    fixture *of = *state;
    static const char *const payloads[] = {"root"};
    position_run(of, &(farm_plan){.name = "leaves", .wish = {FARM_AT_LEAST, 0}, .priority = 1}, 0);
    const int64_t run = unit_run(of, &(farm_plan){.name = "tree", .kind = "tree"}, payloads, 1);
    assert_int_equal(work(of, NULL, 1), FLANK_OK);
    assert_answers(of, run, "18 10 |");
    assert_int_equal(look(of, "leaves").done, 2);
    assert_int_equal(look(of, "leaves").spent, 0);
    assert_true(look(of, "leaves").nodes > 0);
}

static void test_a_task_ends_with_its_budget(void **state)
{
    fixture *of = *state;
    static const char *const payloads[] = {"root"};
    position_run(of, &(farm_plan){.name = "leaves", .wish = {FARM_AT_LEAST, 0}, .priority = 1, .budget_nodes = 1000},
                 0);
    const int64_t run = unit_run(of, &(farm_plan){.name = "tree", .kind = "tree"}, payloads, 1);
    assert_int_equal(work(of, NULL, 1), FLANK_OK);
    assert_answers(of, run, "-64 spent -64 spent |");
    const farm_run leaves = look(of, "leaves");
    assert_true(leaves.done == 2 && leaves.spent == 2 && leaves.parked == 0 && leaves.waiting == 0);
    assert_in_range(leaves.nodes, 1, 2 * 20000);
}

static int take_known(void *user, int64_t at, const farm_item *item, const farm_answer *known)
{
    (void)item;
    assert_non_null(known);
    ((farm_answer *)user)[at] = *known;
    return 0;
}

/* By goal=fewest the score is that of another game, and the engine asked directly says the same. */
static void test_positions_are_solved_by_the_rules_of_their_run(void **state)
{
    fixture *of = *state;
    farm_answer usual[POSITIONS], fewest[POSITIONS];
    const int64_t first = position_run(of, &(farm_plan){.name = "usual"}, POSITIONS);
    const int64_t second = position_run(of, &(farm_plan){.name = "fewest", .rules = "goal=fewest"}, POSITIONS);
    assert_int_equal(work(of, NULL, 1), FLANK_OK);
    assert_int_equal(kind->each_item(of->store, first, take_known, usual, NULL), FLANK_OK);
    assert_int_equal(kind->each_item(of->store, second, take_known, fewest, NULL), FLANK_OK);
    flank_engine *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = 1});
    for (int i = 0; i < POSITIONS; i++) {
        flank_rules rules = {{0}};
        flank_report report = {0};
        const farm_item item = position_item(i);
        const flank_position at = {.own = item.own, .other = item.other};
        assert_int_equal(flank_rules_parse(&othello_game, "goal=fewest", &rules, NULL), FLANK_OK);
        flank_record *record = flank_record_create(&othello_game, &rules, &at);
        assert_int_equal(flank_engine_solve(engine, record, NULL, NULL, NULL, &report), FLANK_OK);
        flank_record_destroy(record);
        assert_true(usual[i].lo == positions[i].discs && usual[i].hi == positions[i].discs);
        assert_true(fewest[i].lo == fewest[i].hi && fewest[i].lo == report.lines[0].score / 100);
        assert_int_not_equal(fewest[i].lo, usual[i].lo);
    }
    flank_engine_destroy(engine);
}

static void test_rules_of_another_program_end_the_worker(void **state)
{
    fixture *of = *state;
    position_run(of, &(farm_plan){.name = "a", .rules = "gravity=sideways"}, 1);
    assert_int_equal(work(of, NULL, 1), FLANK_BAD_RULES);
    assert_int_equal(look(of, "a").waiting, 1);
}

/* A worker that lives is never taken for gone, even with a long lease: it beats thrice in a store's three minutes. */
static void test_a_worker_of_a_long_lease_stays_alive(void **state)
{
    (void)state;
    const int three_minutes = 180;
    for (int lease_s = 1; lease_s <= 24 * 3600; lease_s++) {
        assert_true(farm_beat_every_s(lease_s) * 5 <= lease_s);
        assert_true(farm_beat_every_s(lease_s) * 3 <= three_minutes);
    }
}

/* The beats of a worker do not keep the lease of a thread that hangs: it is lost, and another one answers. The lease is
 * longer than that one may stand still on a machine that has much to do. */
static void test_a_thread_that_hangs_loses_its_lease(void **state)
{
    fixture *of = *state;
    static const char *const payloads[] = {"a"};
    const int64_t run = unit_run(of, &(farm_plan){.name = "u", .kind = "hang"}, payloads, 1);
    const farm_work it = {.store = of->where,
                          .units = kinds,
                          .threads = 2,
                          .engine = {.hash_bytes = 1},
                          .lease_s = 5,
                          .silence_s = 1,
                          .until_empty = true,
                          .progress = &of->progress};
    assert_int_equal(farm_work_run(&it, NULL), FLANK_OK);
    assert_answers(of, run, "aa|");
    assert_int_equal(atomic_load(&of->progress.late), 1);
    assert_int_equal(atomic_load(&of->progress.tasks), 1);
    assert_int_equal(look(of, "u").done, 1);
}

/* No time in which nobody could look counts as silence, however long it was. */
static void test_a_machine_that_was_stopped_makes_no_silence(void **state)
{
    (void)state;
    double silent_s = 0;
    for (int i = 0; i < 100; i++)
        silent_s = farm_silence_after(silent_s, 24 * 3600.0, false);
    assert_true(silent_s <= 100 && silent_s < FARM_SILENCE_S);
    assert_true(farm_silence_after(silent_s, 0.05, true) == 0);
    assert_true(farm_silence_after(FARM_SILENCE_S - 0.5, 0.5, false) >= FARM_SILENCE_S);
}

/* A search that lasts looks at its stop all the time, which the beats count. */
static void test_a_search_is_no_silence(void **state)
{
    (void)state;
    atomic_uint looks = 0;
    flank_engine *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = 1, .threads = 1});
    flank_record *record = flank_record_create(&othello_game, NULL, NULL);
    flank_report report;
    const flank_limits limits = {.nodes = 1000000};
    stop_looks = &looks;
    assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
    stop_looks = NULL;
    assert_true(atomic_load(&looks) > report.nodes / 10000);
    flank_record_destroy(record);
    flank_engine_destroy(engine);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_units_are_answered_by_their_kind),
        TEST(test_a_unit_that_fails_is_parked_and_the_worker_goes_on),
        TEST(test_kinds_that_are_not_named_are_passed_over),
        TEST(test_a_foreman_has_its_leaves_answered),
        TEST(test_a_task_ends_with_its_budget),
        TEST(test_positions_are_solved_by_the_rules_of_their_run),
        TEST(test_rules_of_another_program_end_the_worker),
        TEST(test_a_thread_that_hangs_loses_its_lease),
        cmocka_unit_test(test_a_machine_that_was_stopped_makes_no_silence),
        cmocka_unit_test(test_a_search_is_no_silence),
        cmocka_unit_test(test_a_worker_of_a_long_lease_stays_alive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
