/* SPDX-License-Identifier: MIT
 *
 * The shared search's table while several threads store and probe: what it says of a position is what somebody stored
 * for that position.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "search/transposition.h"

#include <pthread.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_read_what_was_stored),
        cmocka_unit_test(test_a_new_score_keeps_the_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
