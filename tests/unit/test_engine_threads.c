/* SPDX-License-Identifier: MIT
 *
 * The engine while another thread stops it or it ponders on a thread of its own. `.ci/run` runs this under the thread
 * sanitizer too.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "unit/engine_fixture.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* ---- Stopping ---- */

typedef struct stopper {
    flank_stop stop;
    atomic_bool running; /* the search has reported once */
} stopper;

static flank_reply note_running(void *user, const flank_report *report)
{
    stopper *self = user;
    assert_true(report->line_count > 0);
    atomic_store(&self->running, true);
    return FLANK_GO_ON;
}

static void *stop_once_running(void *user)
{
    stopper *self = user;
    while (!atomic_load(&self->running))
        sched_yield();
    flank_stop_raise(&self->stop);
    return NULL;
}

/* Without a limit the search of the start position would outlast us all; that this test ends is its result. */
static void test_stop_from_another_thread(void **state)
{
    for (size_t game = 0; game < flank_game_count(); game++) {
        stopper stop = {.running = false};
        flank_record *record = new_record(flank_game_name(flank_game_at(game)), "");
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, stop_once_running, &stop), 0);
        flank_report report;
        const flank_limits limits = {.stop = &stop.stop};
        assert_int_equal(flank_engine_search(*state, record, &limits, note_running, &stop, &report), FLANK_OK);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(report.line_count, 1);
        assert_int_equal(flank_record_play(record, report.lines[0].moves[0]), FLANK_OK);
        flank_record_destroy(record);
    }
}

static void *raise_stop(void *stop)
{
    flank_stop_raise(stop);
    return NULL;
}

static void test_stop_a_solve_from_another_thread(void **state)
{
    static const char *const games[] = {"othello", "tothello"};
    for (size_t game = 0; game < 2; game++) {
        flank_stop stop = FLANK_STOP_INIT;
        flank_record *record = new_record(games[game], "");
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, raise_stop, &stop), 0);
        flank_report report;
        const flank_limits solving = {.lines = FLANK_MOVES_MAX, .stop = &stop};
        assert_int_equal(flank_engine_solve(*state, record, &solving, NULL, NULL, &report), FLANK_STOPPED);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(report.line_count >= 1);
        flank_record_destroy(record);
    }
}

/* ---- Pondering ---- */

/* Let the engine guess white's answer and think about it; whatever white plays, the next call answers that. */
static void test_pondering_ends_with_the_next_call(void **state)
{
    static const char *const replies[] = {"d6", "f6", "f4"};
    for (size_t game = 0; game < flank_game_count(); game++) {
        flank_record *record = new_record(flank_game_name(flank_game_at(game)), "");
        for (int ply = 0; ply < 6; ply++) {
            flank_limits limits = {.depth_plies = 3};
            flank_report report;
            assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
            assert_int_equal(report.depth_plies, 3);
            assert_int_equal(flank_record_play(record, report.lines[0].moves[0]), FLANK_OK);
            assert_int_equal(flank_engine_ponder(*state, record, NULL), FLANK_OK);
            sleep_ms(ply % 3 * 40);
        }
        flank_record_destroy(record);
    }
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
        flank_record *record = new_record("othello", "f5");
        assert_int_equal(flank_engine_ponder(*state, record, NULL), FLANK_OK);
        sleep_ms(80);
        assert_int_equal(flank_record_play_text(record, replies[i], NULL), FLANK_OK);
        flank_limits limits = {.clock = {.running = true, .left_ms = 2000}};
        flank_report report;
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_int_equal(flank_record_play(record, report.lines[0].moves[0]), FLANK_OK);
        flank_record_destroy(record);
    }
}

/* If white has one legal answer, the guess is right: the search goes on from what was found, though the clock alone
 * would not reach that depth, and does not stop before it is that deep again. */
static void test_a_right_guess_is_not_lost(void **state)
{
    const char *const moves = "f5f6e6f4e3c5c4e7c6e2";
    flank_record *record = new_record("othello", moves);
    flank_move legal[FLANK_MOVES_MAX];
    random_state random = {5};
    size_t count;
    while ((count = flank_game_moves(flank_record_game(record), flank_record_rules(record),
                                     flank_record_position(record), legal)) != 1) {
        if (count == 0) {
            flank_record_destroy(record);
            record = new_record("othello", moves);
            continue;
        }
        assert_int_equal(flank_record_play(record, legal[random_below(&random, (uint32_t)count)]), FLANK_OK);
    }
    flank_report pondered, alone;
    const flank_limits hurried = {.clock = {.running = true, .left_ms = 100}};
    assert_int_equal(flank_engine_ponder(*state, record, NULL), FLANK_OK);
    sleep_ms(600);
    assert_int_equal(flank_record_play(record, legal[0]), FLANK_OK);
    assert_false(flank_record_outcome(record).over);
    assert_int_equal(flank_engine_search(*state, record, &hurried, NULL, NULL, &pondered), FLANK_OK);
    const int depth = pondered.depth_plies;
    flank_engine_clear(*state);
    assert_int_equal(flank_engine_search(*state, record, &hurried, NULL, NULL, &alone), FLANK_OK);
    assert_true(depth >= alone.depth_plies);
    flank_record_destroy(record);
}

static void test_pondering_can_be_stopped_or_left(void **state)
{
    flank_record *record = new_record("othello", "f5");
    for (int i = 0; i < 4; i++) {
        flank_stop stop = FLANK_STOP_INIT;
        assert_int_equal(flank_engine_ponder(*state, record, &stop), FLANK_OK);
        sleep_ms(20 * i);
        if (i % 2)
            flank_stop_raise(&stop);
        assert_int_equal(flank_engine_ponder(*state, record, NULL), FLANK_OK); /* anew */
        flank_engine_clear(*state);
    }
    assert_int_equal(flank_engine_ponder(*state, record, NULL), FLANK_OK); /* destroying ends it too */
    flank_record_destroy(record);
    record = new_record("othello", "e6f4e3f6g5d6e7f5c5");
    assert_int_equal(flank_engine_ponder(*state, record, NULL), FLANK_GAME_OVER);
    flank_record_destroy(record);
}

/* ---- Signals ---- */

/* A signal that this thread blocks must reach none of the engine's, where it would end the process: it waits here. */
static void assert_signal_waits(void)
{
    sigset_t pending, one;
    int taken;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    assert_int_equal(kill(getpid(), SIGUSR1), 0);
    sleep_ms(20); /* time for a thread to take it */
    sigpending(&pending);
    assert_true(sigismember(&pending, SIGUSR1));
    assert_int_equal(sigwait(&one, &taken), 0);
}

static void test_threads_take_no_signals(void **state)
{
    (void)state;
    sigset_t one, before;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    const flank_engine_options options = {.hash_bytes = (size_t)64 << 20, .threads = 3};
    flank_engine *engine = flank_engine_create(&options);
    flank_record *record = new_record("othello", "f5");
    assert_int_equal(flank_engine_reserve(engine, flank_record_game(record), NULL), FLANK_OK);
    pthread_sigmask(SIG_BLOCK, &one, &before);
    assert_signal_waits();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(flank_engine_ponder(engine, record, NULL), FLANK_OK);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
    assert_signal_waits();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    flank_record_destroy(record);
    flank_engine_destroy(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_EACH_ENGINE(test_stop_from_another_thread),
        WITH_EACH_ENGINE(test_stop_a_solve_from_another_thread),
        WITH_EACH_ENGINE(test_pondering_ends_with_the_next_call),
        WITH_EACH_ENGINE(test_a_right_guess_is_not_lost),
        WITH_EACH_ENGINE(test_pondering_can_be_stopped_or_left),
        cmocka_unit_test(test_threads_take_no_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
