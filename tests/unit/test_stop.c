/* SPDX-License-Identifier: MIT
 *
 * Start and stop at once, a thousand times each for search, solve, analysis, pondering and counting: no stop is lost,
 * whenever it comes. `.ci/run` runs this under the thread sanitizer too.
 *
 * Every call has nothing else that would end it, and gets its stop from another thread: before it begins, while it
 * begins, or a moment later. A watchdog ends the program with a message if a call runs on.
 */
#include "cmocka_all.h"

#include "unit/engine_fixture.h"

#include <flank/analysis.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 1000, KINDS_OF_DELAY = 4, RUNS_ON_S = 60 };

/* ---- The other thread ---- */

/* One thread raises all the stops of a test, one a round, so that no round waits for a thread to be made. */
typedef struct raiser {
    pthread_t thread;
    flank_stop stop;
    atomic_int begun, raised; /* rounds */
    int rounds;
} raiser;

static void *raise_all(void *argument)
{
    raiser *self = argument;
    for (int round = 0; round < self->rounds; round++) {
        while (atomic_load(&self->begun) <= round)
            sched_yield();
        for (int i = 0; i < round % KINDS_OF_DELAY * (round % 50) * 100; i++)
            (void)atomic_load(&self->begun);
        flank_stop_raise(&self->stop);
        atomic_store(&self->raised, round + 1);
    }
    return NULL;
}

static void raiser_start(raiser *self, int rounds)
{
    *self = (raiser){.rounds = rounds};
    assert_int_equal(pthread_create(&self->thread, NULL, raise_all, self), 0);
}

/* The call comes next. In every fourth round it finds its stop raised. */
static void begin_round(raiser *self, int round)
{
    flank_stop_clear(&self->stop);
    atomic_store(&self->begun, round + 1);
    while (round % KINDS_OF_DELAY == 0 && atomic_load(&self->raised) <= round)
        sched_yield();
    alarm(RUNS_ON_S);
}

/* The call has returned; wait for the other thread, which may be about to raise the stop of this round. */
static void end_round(raiser *self, int round)
{
    alarm(0);
    while (atomic_load(&self->raised) <= round)
        sched_yield();
}

static void raiser_end(raiser *self) { assert_int_equal(pthread_join(self->thread, NULL), 0); }

static void on_alarm(int signal_number)
{
    static const char message[] = "# a call that was stopped runs on\n";
    const ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)signal_number;
    (void)written;
    _exit(1);
}

/* ---- The calls ---- */

static void test_search(void **state)
{
    for (size_t game = 0; game < flank_game_count(); game++) {
        flank_record *record = new_record(flank_game_name(flank_game_at(game)), "");
        raiser other;
        const flank_limits limits = {.stop = &other.stop};
        const int rounds = ROUNDS / (int)flank_game_count();
        raiser_start(&other, rounds);
        for (int round = 0; round < rounds; round++) {
            flank_report report;
            begin_round(&other, round);
            assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
            end_round(&other, round);
            assert_int_equal(report.line_count, 1);
            assert_true(report.lines[0].length >= 1);
        }
        raiser_end(&other);
        flank_record_destroy(record);
    }
}

static void test_solve(void **state)
{
    static const char *const games[] = {"othello", "tothello"};
    for (size_t game = 0; game < sizeof games / sizeof *games; game++) {
        flank_record *record = new_record(games[game], "");
        raiser other;
        const flank_limits solving = {.stop = &other.stop};
        raiser_start(&other, ROUNDS / 2);
        for (int round = 0; round < ROUNDS / 2; round++) {
            flank_report report;
            begin_round(&other, round);
            assert_int_equal(flank_engine_solve(*state, record, &solving, NULL, NULL, &report), FLANK_STOPPED);
            end_round(&other, round);
            assert_true(report.line_count >= 1);
        }
        raiser_end(&other);
        flank_record_destroy(record);
    }
}

static void test_analysis(void **state)
{
    flank_record *record = new_record("othello", "f5d6c3d3c4f4f6f3");
    raiser other;
    const flank_analysis_options options = {.level = FLANK_LEVEL_MAX, .stop = &other.stop};
    raiser_start(&other, ROUNDS);
    for (int round = 0; round < ROUNDS; round++) {
        flank_analysis *analysis;
        begin_round(&other, round);
        assert_int_equal(flank_analysis_run(*state, record, &options, &analysis), FLANK_OK);
        end_round(&other, round);
        assert_false(analysis->complete);
        flank_analysis_destroy(analysis);
    }
    raiser_end(&other);
    flank_record_destroy(record);
}

/* Pondering has ended once the engine can be asked something else, with the same stop still raised. */
static void test_ponder(void **state)
{
    flank_record *record = new_record("othello", "f5");
    raiser other;
    const flank_limits limits = {.stop = &other.stop};
    raiser_start(&other, ROUNDS);
    for (int round = 0; round < ROUNDS; round++) {
        flank_report report;
        begin_round(&other, round);
        assert_int_equal(flank_engine_ponder(*state, record, &other.stop), FLANK_OK);
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        end_round(&other, round);
        assert_int_equal(report.line_count, 1);
    }
    raiser_end(&other);
    flank_record_destroy(record);
}

/* The trees are larger than anybody counts; what is returned is a part of them. Tothello's fast count goes through no
 * tree, and has its answer at once. */
static void test_perft(void **state)
{
    (void)state;
    static const flank_perft_options ways[] = {{.threads = 1}, {.threads = 2}, {.reference = true}};
    enum { WAYS = sizeof ways / sizeof *ways };
    const int rounds = ROUNDS / (int)flank_game_count();
    for (size_t game = 0; game < flank_game_count(); game++) {
        const flank_game *counted = flank_game_at(game);
        flank_record *record = new_record(flank_game_name(counted), "");
        raiser other;
        raiser_start(&other, rounds);
        for (int round = 0; round < rounds; round++) {
            flank_perft_options options = ways[round % WAYS];
            uint64_t leaves;
            options.stop = &other.stop;
            options.reference = options.reference || strcmp(flank_game_name(counted), "tothello") == 0;
            begin_round(&other, round);
            const flank_status status =
                flank_perft(counted, flank_record_rules(record), flank_record_position(record), 14, &options, &leaves);
            end_round(&other, round);
            assert_int_equal(status, FLANK_STOPPED);
        }
        raiser_end(&other);
        flank_record_destroy(record);
    }
}

/* What goes through no tree takes no time with several threads, either: it would not hear a stop. */
static void test_instant_perft(void **state)
{
    (void)state;
    enum { FAR_PLIES = 37, ALLOWED_MS = 50 };
    static const flank_perft_options two = {.threads = 2};
    flank_record *record = new_record("tothello", "");
    struct timespec before, after;
    uint64_t leaves;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    assert_int_equal(flank_perft(flank_record_game(record), flank_record_rules(record), flank_record_position(record),
                                 FAR_PLIES, &two, &leaves),
                     FLANK_TOO_LARGE);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    assert_true((after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000 < ALLOWED_MS);
    flank_record_destroy(record);
}

/* ---- Within 50 ms ---- */

/* The calls of the tests above, one after the other. Each takes for ever without its stop, and has all its memory. */
typedef enum stopped_call { CALL_SEARCH, CALL_SOLVE, CALL_ANALYSIS, CALL_PONDER, CALL_PERFT, CALLS } stopped_call;

static void call(flank_engine *engine, stopped_call which, const flank_record *record, const flank_stop *stop)
{
    const flank_limits limits = {.stop = stop};
    const flank_limits solving = {.stop = stop};
    const flank_analysis_options reviewing = {.level = FLANK_LEVEL_MAX, .stop = stop};
    const flank_perft_options counting = {.reference = true, .stop = stop};
    const flank_game *game = flank_record_game(record);
    flank_analysis *analysis;
    flank_report report;
    uint64_t leaves;
    switch (which) {
    case CALL_SEARCH:
        assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
        break;
    case CALL_SOLVE:
        assert_int_equal(flank_engine_solve(engine, record, &solving, NULL, NULL, &report), FLANK_STOPPED);
        break;
    case CALL_ANALYSIS:
        assert_int_equal(flank_analysis_run(engine, record, &reviewing, &analysis), FLANK_OK);
        flank_analysis_destroy(analysis);
        break;
    case CALL_PONDER: /* it has ended when the next call returns */
        assert_int_equal(flank_engine_ponder(engine, record, stop), FLANK_OK);
        assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
        break;
    default:
        assert_int_equal(
            flank_perft(game, flank_record_rules(record), flank_record_position(record), 14, &counting, &leaves),
            FLANK_STOPPED);
    }
}

/* Processor time of this thread. The machine may be busy, and a call that waits is woken when the system likes. */
static double own_time_ms(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return 1e3 * (double)used.tv_sec + 1e-6 * (double)used.tv_nsec;
}

enum { TRIES = 5, ALLOWED_MS = 50, DELAY_MS = 20 };

/* The stop, and what the calling thread had used when it was raised. */
typedef struct late_stop {
    flank_stop stop;
    clockid_t caller; /* its processor time */
    double raised_ms;
} late_stop;

static void *raise_late(void *argument)
{
    late_stop *late = argument;
    struct timespec used;
    nanosleep(&(struct timespec){.tv_nsec = DELAY_MS * 1000000}, NULL);
    clock_gettime(late->caller, &used);
    late->raised_ms = 1e3 * (double)used.tv_sec + 1e-6 * (double)used.tv_nsec;
    flank_stop_raise(&late->stop);
    return NULL;
}

/* The longest of some calls, from the stop on. */
static double longest_ms(flank_engine *engine, stopped_call which, const flank_record *record, bool late)
{
    double longest = 0;
    for (int i = 0; i < TRIES; i++) {
        late_stop other = {.stop = FLANK_STOP_INIT};
        pthread_t thread;
        if (late) {
            assert_int_equal(pthread_getcpuclockid(pthread_self(), &other.caller), 0);
            assert_int_equal(pthread_create(&thread, NULL, raise_late, &other), 0);
        } else {
            other.raised_ms = own_time_ms();
            flank_stop_raise(&other.stop);
        }
        alarm(RUNS_ON_S);
        call(engine, which, record, &other.stop);
        alarm(0);
        const double ended_ms = own_time_ms();
        if (late)
            assert_int_equal(pthread_join(thread, NULL), 0);
        if (ended_ms - other.raised_ms > longest)
            longest = ended_ms - other.raised_ms;
    }
    return longest;
}

/* A stop is obeyed within 50 ms by every call for every game, whether it is raised before the call or while it is under
 * way; the worst of some tries counts. */
static void test_within_50_ms(void **state)
{
    for (size_t game = 0; game < flank_game_count(); game++) {
        flank_record *record = new_record(flank_game_name(flank_game_at(game)), "");
        assert_int_equal(flank_engine_prepare(*state, flank_record_game(record), NULL), FLANK_OK);
        for (int which = 0; which < 2 * CALLS; which++) {
            const double longest = longest_ms(*state, (stopped_call)(which / 2), record, which % 2);
            if (longest >= ALLOWED_MS)
                print_message("# %s, call %d, stopped %s: %.1f ms\n", flank_game_name(flank_game_at(game)), which / 2,
                              which % 2 ? "later" : "before", longest);
            assert_true(longest < ALLOWED_MS);
        }
        flank_record_destroy(record);
    }
}

/* The same for an engine that has no memory and no evaluation yet. The table is small, since the thread sanitizer needs
 * 200 ms for 64 MiB of its own. */
static void test_within_50_ms_unprepared(void **state)
{
    (void)state;
    flank_stop stop = FLANK_STOP_INIT;
    flank_stop_raise(&stop);
    for (size_t game = 0; game < flank_game_count(); game++)
        for (int which = CALL_SEARCH; which <= CALL_SOLVE; which++) {
            flank_record *record = new_record(flank_game_name(flank_game_at(game)), "");
            flank_engine *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = (size_t)1 << 20});
            const double began_ms = own_time_ms();
            call(engine, (stopped_call)which, record, &stop);
            const double used_ms = own_time_ms() - began_ms;
            if (used_ms >= ALLOWED_MS)
                print_message("# %s, call %d: %.1f ms\n", flank_game_name(flank_game_at(game)), which, used_ms);
            assert_true(used_ms < ALLOWED_MS);
            flank_engine_destroy(engine);
            flank_record_destroy(record);
        }
}

/* Memory is not taken for whoever has raised the stop, and is there for the next call. */
static void test_preparation(void **state)
{
    flank_stop stop = FLANK_STOP_INIT;
    for (size_t game = 0; game < flank_game_count(); game++) {
        flank_engine *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = (size_t)16 << 20});
        assert_non_null(engine);
        flank_stop_raise(&stop);
        assert_int_equal(flank_engine_prepare(engine, flank_game_at(game), &stop), FLANK_STOPPED);
        flank_stop_clear(&stop);
        assert_int_equal(flank_engine_prepare(engine, flank_game_at(game), &stop), FLANK_OK);
        flank_stop_raise(&stop);
        assert_int_equal(flank_engine_prepare(engine, flank_game_at(game), &stop), FLANK_OK);
        flank_engine_destroy(engine);
    }
    (void)state;
}

/* ---- The whole ---- */

static int set_up(void **state)
{
    *state = flank_engine_create(&(flank_engine_options){.hash_bytes = (size_t)64 << 20, .threads = 2});
    signal(SIGALRM, on_alarm);
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    flank_engine_destroy(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_within_50_ms),  cmocka_unit_test(test_within_50_ms_unprepared),
        cmocka_unit_test(test_preparation),   cmocka_unit_test(test_search),
        cmocka_unit_test(test_solve),         cmocka_unit_test(test_analysis),
        cmocka_unit_test(test_ponder),        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_instant_perft),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
