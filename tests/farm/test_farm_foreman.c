/* SPDX-License-Identifier: MIT
 *
 * The foreman of a book over a store of which some functions are the test's: what happens while it asks a round. With
 * an argument the store is the PostgreSQL database of that address, which must be empty or of an earlier test; without,
 * a new file for each test.
 */
#include "cmocka_all.h"
#include "core/random.h"
#include "core/stop_looks.h"
#include "core/symmetry.h"
#include "farm/farm_book.h"
#include "farm/store_place.h"

#include <stdlib.h>

enum { LEASE_S = 300, LOOK_ROWS = 1024, UNITS = 12 };

static const char *address; /* of a database, or NULL */

typedef struct fixture {
    const farm_store_kind *kind;
    farm_store_kind hooked; /* the same with functions of the test */
    char where[STORE_PLACE_SIZE];
    farm_store *store;
    int64_t worker, run;
    farm_lease lease;
    flank_stop stop;
} fixture;

static fixture *here; /* for the functions of the test, which are told of nothing else */
static int filled;    /* calls of add_units */

static int set_up(void **state)
{
    fixture *of = calloc(1, sizeof *of);
    assert_non_null(of);
    make_store_place(address, of->where);
    of->kind = farm_store_kind_of(of->where);
    of->hooked = *of->kind;
    assert_int_equal(of->kind->open(of->where, true, &of->store, NULL), FLANK_OK);
    const farm_worker worker = {.host = "here", .build = "0", .threads = 1, .signature = 7};
    assert_int_equal(of->kind->add_worker(of->store, &worker, &of->worker, NULL), FLANK_OK);
    here = of;
    filled = 0;
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

/* ---- Books ------------------------------------------------------------------------------------------------------- */

/* A position with 24 discs at random. */
static book_record random_record(random_state *random)
{
    book_record record;
    do {
        record = (book_record){.leaf = BOOK_LEAF_NONE, .lines = 1};
        for (int i = 0; i < 24; i++) {
            uint64_t square;
            do
                square = UINT64_C(1) << random_below(random, 64);
            while ((record.own | record.other) & square);
            *(i % 2 ? &record.own : &record.other) |= square;
        }
        symmetry_canonical(&record.own, &record.other);
    } while (book_record_fault(&record));
    return record;
}

/* What the book of the run `name` knew before: so many units full of positions. */
static void add_known(fixture *of, const char *name, int units)
{
    static uint8_t bytes[FARM_BOOK_PACKED * BOOK_RECORD_BYTES];
    random_state random = {5};
    char round[FARM_NAME_SIZE];
    int64_t run;
    farm_book_round_name(name, 0, round);
    const farm_plan plan = {.name = round, .kind = FARM_BOOK_KIND};
    assert_int_equal(of->kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    for (int unit = 0; unit < units; unit++) {
        for (int i = 0; i < FARM_BOOK_PACKED; i++) {
            const book_record record = random_record(&random);
            book_record_write(&record, bytes + (ptrdiff_t)i * BOOK_RECORD_BYTES);
        }
        const farm_bytes payload = {bytes, sizeof bytes};
        assert_int_equal(of->kind->add_units(of->store, run, unit, &payload, 1, NULL), FLANK_OK);
    }
}

/* A book that knows so many units, and its foreman's lease. */
static void take_foreman(fixture *of, const char *name, int units)
{
    const flank_book_plan plan = book_plan_full(&(flank_book_plan){.depth_plies = 1, .plies = 2});
    const farm_book_root root = {UINT64_C(1) << 28 | UINT64_C(1) << 35, UINT64_C(1) << 27 | UINT64_C(1) << 36};
    char params[FARM_BOOK_PARAMS_SIZE];
    text_buffer payload = {NULL};
    farm_book_write_plan(&plan, params);
    farm_book_write_foreman(name, &root, 1, &payload);
    const farm_plan made = {.name = name, .kind = FARM_BOOK_KIND, .params = params};
    assert_int_equal(of->kind->begin_run(of->store, &made, &of->run, NULL), FLANK_OK);
    add_known(of, name, units);
    const farm_bytes unit = {payload.bytes, payload.length};
    assert_int_equal(of->kind->add_units(of->store, of->run, 0, &unit, 1, NULL), FLANK_OK);
    assert_int_equal(of->kind->open_run(of->store, of->run, NULL), FLANK_OK);
    text_free(&payload);
    assert_int_equal(of->kind->claim(of->store, of->worker, NULL, 1, LEASE_S, &of->lease, NULL), FLANK_OK);
    assert_int_equal(of->lease.run, of->run);
}

static flank_status lead(fixture *of)
{
    farm_unit unit = {.stores = &of->hooked,
                      .store = of->store,
                      .worker = of->worker,
                      .lease = &of->lease,
                      .task = &of->lease.tasks[0],
                      .stop = &of->stop,
                      .wait_s = -1};
    flank_error error = {0};
    const flank_status status = farm_answer_book(&unit, &error);
    text_free(&unit.answer);
    return status;
}

/* The state of the run, or -1: there is none. */
static int state_of(fixture *of, const char *name)
{
    farm_run run;
    const flank_status status = of->kind->find_run(of->store, name, &run, NULL);
    assert_true(status == FLANK_OK || status == FLANK_NOT_FOUND);
    return status ? -1 : (int)run.state;
}

/* ---- What happens meanwhile -------------------------------------------------------------------------------------- */

static flank_status fill_and_lose(farm_store *store, int64_t run, int64_t at, const farm_bytes *payloads, size_t count,
                                  flank_error *error)
{
    if (filled++ == 0)
        assert_int_equal(here->kind->drop_runs(store, &here->run, 1, FARM_DROP_ANY, NULL), FLANK_OK);
    return here->kind->add_units(store, run, at, payloads, count, error);
}

/* The run is dropped while its foreman fills a round: the round goes, too. */
static void test_a_round_of_a_dropped_book_is_not_asked(void **state)
{
    fixture *of = *state;
    take_foreman(of, "b", 0);
    of->hooked.add_units = fill_and_lose;
    assert_int_equal(lead(of), FLANK_NOT_FOUND);
    assert_int_equal(filled, 1);
    assert_int_equal(state_of(of, "b"), -1);
    assert_int_equal(state_of(of, "b round 1"), -1);
}

static flank_status begin_and_stop(farm_store *store, const farm_plan *plan, int64_t *run, flank_error *error)
{
    flank_stop_raise(&here->stop);
    return here->kind->begin_run(store, plan, run, error);
}

static flank_status count_fillings(farm_store *store, int64_t run, int64_t at, const farm_bytes *payloads, size_t count,
                                   flank_error *error)
{
    filled++;
    return here->kind->add_units(store, run, at, payloads, count, error);
}

static void test_a_stop_ends_the_filling_of_a_round(void **state)
{
    fixture *of = *state;
    take_foreman(of, "b", 0);
    of->hooked.begin_run = begin_and_stop;
    of->hooked.add_units = count_fillings;
    assert_int_equal(lead(of), FLANK_STOPPED);
    assert_int_equal(filled, 0);
    assert_int_equal(state_of(of, "b round 1"), -1);
    flank_stop_clear(&of->stop);
    of->hooked = *of->kind;
    assert_int_equal(lead(of), FLANK_OK);
    assert_int_equal(state_of(of, "b round 1"), FARM_OPEN);
}

static flank_status fail_to_open(farm_store *store, int64_t run, flank_error *error)
{
    (void)store;
    (void)run;
    (void)error;
    return FLANK_CANNOT_WRITE;
}

static void test_a_round_that_cannot_be_opened_goes(void **state)
{
    fixture *of = *state;
    take_foreman(of, "b", 0);
    of->hooked.open_run = fail_to_open;
    assert_int_equal(lead(of), FLANK_CANNOT_WRITE);
    assert_int_equal(state_of(of, "b round 1"), -1);
}

/* The looks of a foreman at its stop while it works out a round. */
static unsigned looks_at(fixture *of, const char *name, int units)
{
    atomic_uint looks = 0;
    take_foreman(of, name, units);
    stop_looks = &looks;
    assert_int_equal(lead(of), FLANK_OK);
    stop_looks = NULL;
    return atomic_load(&looks);
}

/* It reads all positions, folds them, and writes them; whoever does not look in between hangs. */
static void test_a_foreman_looks_at_its_stop_all_the_time(void **state)
{
    fixture *of = *state;
    farm_run round;
    const unsigned few = looks_at(of, "few", 1);
    assert_int_equal(of->kind->find_run(of->store, "few round 1", &round, NULL), FLANK_OK);
    assert_int_equal(of->kind->drop_runs(of->store, (int64_t[]){of->run, round.id}, 2, FARM_DROP_ANY, NULL), FLANK_OK);
    const unsigned many = looks_at(of, "many", 1 + UNITS);
    assert_true(many - few >= 3 * UNITS * FARM_BOOK_PACKED / LOOK_ROWS);
}

int main(int argc, char **argv)
{
    address = argc > 1 ? argv[1] : NULL;
    if (address)
        setenv("FARM_ADDRESS", address, true);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_a_round_of_a_dropped_book_is_not_asked),
        TEST(test_a_stop_ends_the_filling_of_a_round),
        TEST(test_a_round_that_cannot_be_opened_goes),
        TEST(test_a_foreman_looks_at_its_stop_all_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
