/* SPDX-License-Identifier: MIT
 *
 * Engines and records for the tests of engine.h.
 */
#ifndef FLANK_TESTS_ENGINE_FIXTURE_H
#define FLANK_TESTS_ENGINE_FIXTURE_H

#include "cmocka_all.h"

#include <flank/flank.h>

#include <time.h>

static inline flank_record *new_record(const char *game, const char *moves)
{
    flank_record *record = flank_record_create(flank_game_find(game), NULL, NULL);
    assert_non_null(record);
    assert_int_equal(flank_record_play_text(record, moves, NULL), FLANK_OK);
    return record;
}

static inline void sleep_ms(long ms) { nanosleep(&(struct timespec){.tv_nsec = 1000000 * ms}, NULL); }

/* Othello has two searches: its own and the shared one. */
static inline int create(void **state, const flank_engine_options *options)
{
    *state = flank_engine_create(options);
    return *state ? 0 : -1;
}

static inline int create_shared(void **state)
{
    return create(state, &(flank_engine_options){.hash_bytes = (size_t)2 << 20, .shared_search = true});
}

static inline int create_large(void **state)
{
    return create(state, &(flank_engine_options){.hash_bytes = (size_t)32 << 20});
}

static inline int create_threaded(void **state)
{
    return create(state, &(flank_engine_options){.hash_bytes = (size_t)32 << 20, .threads = 2});
}

static inline int destroy(void **state)
{
    flank_engine_destroy(*state);
    return 0;
}

#define WITH_EACH_ENGINE(test)                                                                                         \
    cmocka_unit_test_setup_teardown(test, create_shared, destroy),                                                     \
        cmocka_unit_test_setup_teardown(test, create_large, destroy),                                                  \
        cmocka_unit_test_setup_teardown(test, create_threaded, destroy)

#endif
