/* SPDX-License-Identifier: MIT
 *
 * The shared search's table while several threads store and probe: what it says of a position is what somebody stored
 * for that position.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "search/transposition.h"

#include <pthread.h>
#include <sys/resource.h>

enum { THREADS = 4, ROUNDS = 200000, KEYS = 1000 };

/* All facts follow from the key and a turn of 16. */
static tt_data facts_of(uint64_t key, unsigned turn)
{
    return (tt_data){.score = (int)(key % 20000) - 10000,
                     .depth = (int)(key % 13 * 16 + turn),
                     .bound = (tt_bound)(1 + turn % 3),
                     .proved = turn & 1,
                     .move = (uint16_t)(key % 65000 + 1)};
}

static void assert_facts(uint64_t key, const tt_data *data)
{
    const tt_data wanted = facts_of(key, (unsigned)data->depth % 16);
    assert_int_equal(data->score, wanted.score);
    assert_int_equal(data->depth, wanted.depth);
    assert_int_equal(data->bound, wanted.bound);
    assert_int_equal(data->proved, wanted.proved);
    assert_int_equal(data->move, wanted.move);
}

typedef struct visitor {
    tt_table *table;
    uint64_t seed;
    int hits;
} visitor;

/* Few keys in few buckets, so that stores meet. */
static void *visit(void *argument)
{
    visitor *self = argument;
    random_state random = {self->seed};
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t key = random_mix(1 + random_below(&random, KEYS));
        tt_data data = facts_of(key, random_below(&random, 16));
        if (i % 2)
            tt_store(self->table, key, &data);
        else if (tt_probe(self->table, key, &data)) {
            assert_facts(key, &data);
            self->hits++;
        }
    }
    return NULL;
}

static void test_threads_read_what_was_stored(void **state)
{
    (void)state;
    visitor visitors[THREADS];
    pthread_t threads[THREADS];
    tt_table *table = tt_create(64 * 64);
    assert_non_null(table);
    for (int i = 0; i < THREADS; i++) {
        visitors[i] = (visitor){table, (uint64_t)i + 1, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, visit, &visitors[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(visitors[i].hits > ROUNDS / 20);
    }
    tt_destroy(table);
}

static void test_a_new_score_keeps_the_move(void **state)
{
    (void)state;
    tt_table *table = tt_create(64);
    tt_data data = {.score = -5, .depth = 3, .bound = TT_EXACT, .move = 77}, found;
    tt_store(table, 1, &data);
    data.move = 0;
    data.score = 9;
    tt_store(table, 1, &data);
    assert_true(tt_probe(table, 1, &found));
    assert_int_equal(found.score, 9);
    assert_int_equal(found.move, 77);
    assert_false(tt_probe(table, 2, &found));
    tt_clear(table);
    assert_false(tt_probe(table, 1, &found));
    tt_destroy(table);
}

/* A thousand clearings of 256 MB take a moment and none of the memory, which the system gives when it is written to. */
static void test_clearing_takes_no_memory(void **state)
{
    (void)state;
    struct rusage before, after;
    tt_table *table = tt_create((size_t)256 << 20);
    assert_non_null(table);
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < 1000; i++)
        tt_clear(table);
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_maxrss - before.ru_maxrss < 32 << 10);
    tt_destroy(table);
}

/* As often as generations have numbers, and beyond: what was stored before a clearing never comes back. */
static void test_clearing_forgets_however_often(void **state)
{
    (void)state;
    tt_table *table = tt_create(64);
    tt_data data = {.score = 7, .depth = 3, .bound = TT_EXACT}, found;
    for (uint64_t i = 0; i < 200000; i++) {
        const uint64_t key = i % 7;
        assert_false(tt_probe(table, key, &found));
        if (i % 65536 % 5 == 0) {
            tt_store(table, key, &data);
            assert_true(tt_probe(table, key, &found));
        }
        tt_clear(table);
    }
    tt_destroy(table);
}

/* A cleared table keeps and replaces entries as a new one does. */
static void test_a_cleared_table_is_as_a_new_one(void **state)
{
    (void)state;
    tt_table *used = tt_create(64 * 64), *fresh = tt_create(64 * 64);
    random_state random = {3};
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 2000; i++) {
            const uint64_t key = random_mix(1 + random_below(&random, KEYS));
            const tt_data data = facts_of(key, random_below(&random, 16));
            tt_store(used, key, &data);
            tt_store(fresh, key, &data);
            if (i % 500 == 0) {
                tt_start_search(used);
                tt_start_search(fresh);
            }
        }
        for (uint64_t i = 1; i <= KEYS; i++) {
            tt_data one = {0}, other = {0};
            assert_int_equal(tt_probe(used, random_mix(i), &one), tt_probe(fresh, random_mix(i), &other));
            assert_int_equal(one.score, other.score);
            assert_int_equal(one.depth, other.depth);
            assert_int_equal(one.move, other.move);
        }
        tt_clear(used);
        tt_destroy(fresh);
        fresh = tt_create(64 * 64);
    }
    tt_destroy(used);
    tt_destroy(fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_read_what_was_stored),    cmocka_unit_test(test_a_new_score_keeps_the_move),
        cmocka_unit_test(test_clearing_takes_no_memory),        cmocka_unit_test(test_clearing_forgets_however_often),
        cmocka_unit_test(test_a_cleared_table_is_as_a_new_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
