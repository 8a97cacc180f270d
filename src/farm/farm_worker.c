/* SPDX-License-Identifier: MIT
 *
 * A lease is as large as some 20 seconds of work, judged by the tasks before: large enough that the store is asked
 * seldom, small enough that a lost one is no great loss. Every task begins with an empty table: its answer, and its
 * count of nodes, then depend on nothing but the build.
 *
 * A thread that finds nothing to do asks again after one to two seconds; the length is random, so that a thousand
 * workers do not ask at the same moment.
 */
#include "farm/farm_worker.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/helper_thread.h"
#include "core/random.h"
#include "games/othello/othello.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    BEATS = 5, /* in the time of a lease */
    FIRST_BATCH = 4,
    TRIES = 30, /* of a store that fails, each after a longer wait: some minutes */
    WAIT_MS = 1000,
    LOOK_MS = 50, /* between looks at the stop */
};

static const double lease_work_s = 20;

/* All threads share this. */
typedef struct crew {
    const farm_work *work;
    int64_t worker;
    atomic_uint_fast64_t unbeaten; /* nodes that no beat has told yet */
    atomic_bool ended;             /* the threads that work are done */
} crew;

typedef struct hand {
    crew *crew;
    farm_store *store;
    flank_engine *engine;
    farm_lease lease;
    farm_answer answers[FARM_BATCH_MAX];
    uint64_t counted; /* nodes of the task in work that the crew knows of */
    flank_status status;
    flank_error error;
} hand;

static bool is_stopped(const crew *of) { return flank_stop_is_raised(of->work->stop); }

/* Wait, unless there is a stop. */
static void wait_ms(const crew *of, int64_t ms)
{
    for (; ms > 0 && !is_stopped(of); ms -= LOOK_MS)
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * LOOK_MS}, NULL);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static void count_nodes(hand *of, uint64_t nodes)
{
    atomic_fetch_add(&of->crew->unbeaten, nodes - of->counted);
    atomic_fetch_add(&of->crew->work->progress->nodes, nodes - of->counted);
    of->counted = nodes;
}

static flank_reply on_report(void *user, const flank_report *report)
{
    count_nodes(user, report->nodes);
    return FLANK_GO_ON;
}

static int square_of(const flank_line *line)
{
    return line->length == 0 ? FARM_NO_BEST : line->moves[0].to < 64 ? (int)line->moves[0].to : 64;
}

/* Take over a line that a solve proved. */
static void take_proof(farm_wish wish, const flank_line *line, farm_answer *answer)
{
    const int discs = line->score / 100;
    const bool upper = line->bound == FLANK_BOUND_UPPER;
    answer->best = upper ? FARM_NO_BEST : square_of(line);
    if (line->bound)
        *(upper ? &answer->hi : &answer->lo) = discs;
    else if (wish.question == FARM_SIGN && discs)
        *(discs > 0 ? &answer->lo : &answer->hi) = discs > 0 ? 2 : -2;
    else
        answer->lo = answer->hi = discs;
}

static void take_guess(const flank_line *line, farm_answer *answer)
{
    answer->best = square_of(line);
    answer->guess = line->score;
    answer->depth = line->depth_plies;
    answer->selectivity = line->selectivity;
    if (line->exact)
        answer->lo = answer->hi = line->score / 100;
}

/* The limits that make a search answer the wish. */
static flank_limits limits_of(const crew *of, farm_wish wish)
{
    return (flank_limits){.stop = of->work->stop,
                          .level = wish.question == FARM_LEVEL ? wish.number : 0,
                          .win_loss_draw = wish.question == FARM_SIGN,
                          .one_sided = wish.question == FARM_AT_LEAST,
                          .at_least_discs = wish.question == FARM_AT_LEAST ? wish.number : 0};
}

static flank_status answer_record(hand *of, farm_wish wish, const flank_record *record, farm_answer *answer)
{
    const flank_limits limits = limits_of(of->crew, wish);
    flank_report report = {0};
    if (flank_record_outcome(record).over) {
        answer->lo = answer->hi = flank_record_outcome(record).discs;
        return FLANK_OK;
    }
    of->counted = 0;
    flank_engine_clear(of->engine); /* so that the answer does not depend on the tasks before it */
    const flank_status status = wish.question == FARM_LEVEL
                                    ? flank_engine_search(of->engine, record, &limits, on_report, of, &report)
                                    : flank_engine_solve(of->engine, record, &limits, on_report, of, &report);
    count_nodes(of, report.nodes);
    answer->nodes = report.nodes;
    if (status || is_stopped(of->crew))
        return status ? status : FLANK_STOPPED;
    if (wish.question == FARM_LEVEL)
        take_guess(&report.lines[0], answer);
    else
        take_proof(wish, &report.lines[0], answer);
    return FLANK_OK;
}

static flank_status answer_task(hand *of, const farm_task *task, farm_answer *answer)
{
    *answer = (farm_answer){
        .own = task->own, .other = task->other, .lo = -64, .hi = 64, .best = FARM_NO_BEST, .guess = FARM_NO_GUESS};
    const flank_position position = {.own = task->own, .other = task->other};
    flank_record *record = flank_record_create(&othello_game, NULL, &position);
    const flank_status status = record ? answer_record(of, of->lease.wish, record, answer) : FLANK_NO_MEMORY;
    flank_record_destroy(record);
    return status;
}

/* ---- The store --------------------------------------------------------------------------------------------------- */

/* A failure that may be over soon: the database is busy, full, or away. */
static bool may_pass(flank_status status) { return status == FLANK_CANNOT_WRITE || status == FLANK_CANNOT_READ; }

/* Wait before another try. False if there is to be none. */
static bool try_again(const crew *of, flank_status status, int *tries)
{
    if (!may_pass(status) || ++*tries > TRIES || is_stopped(of))
        return false;
    wait_ms(of, (int64_t)WAIT_MS * (*tries < 10 ? *tries : 10));
    return true;
}

static flank_status bring_back(hand *of, size_t count)
{
    const farm_store_kind *kind = farm_store_kind_of(of->crew->work->store);
    farm_progress *progress = of->crew->work->progress;
    bool taken = false;
    int tries = 0;
    flank_status status;
    do
        status = kind->finish(of->store, of->crew->worker, &of->lease, of->answers, count, &taken, &of->error);
    while (status && may_pass(status) && ++tries <= TRIES && (wait_ms(of->crew, WAIT_MS), true));
    if (!status)
        atomic_fetch_add(taken ? &progress->tasks : &progress->late, (int_fast64_t)count);
    return status;
}

/* Answer the tasks of the lease. */
static flank_status work_off(hand *of, double *task_s)
{
    const double start_s = clock_now_s();
    int done = 0;
    flank_status status = FLANK_OK;
    while (done < of->lease.count && !status) {
        status = answer_task(of, &of->lease.tasks[done], &of->answers[done]);
        done += !status;
        if (done < of->lease.count && clock_now_s() - start_s > 3 * lease_work_s)
            break; /* it was misjudged: what is done is brought back now */
    }
    const bool failed = status && status != FLANK_STOPPED;
    if (failed && done == 0)
        farm_store_kind_of(of->crew->work->store)->give_up(of->store, &of->lease, flank_status_text(status), NULL);
    if (failed)
        error_say(&of->error, status, 0, say_status(status));
    const flank_status brought = failed && done == 0 ? FLANK_OK : bring_back(of, (size_t)done);
    *task_s = (clock_now_s() - start_s) / (done > 0 ? done : 1);
    return brought ? brought : status;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

static int batch_for(double task_s)
{
    const double tasks = task_s > 0 ? lease_work_s / task_s : FARM_BATCH_MAX;
    return tasks < 1 ? 1 : tasks > FARM_BATCH_MAX ? FARM_BATCH_MAX : (int)tasks;
}

static flank_status work_on(hand *of)
{
    const farm_store_kind *kind = farm_store_kind_of(of->crew->work->store);
    random_state random = {(uint64_t)(clock_now_s() * 1e9) ^ (uintptr_t)of};
    double task_s = lease_work_s / FIRST_BATCH;
    for (int tries = 0; !is_stopped(of->crew);) {
        flank_status status = kind->claim(of->store, of->crew->worker, batch_for(task_s), of->crew->work->lease_s,
                                          &of->lease, &of->error);
        if (status && try_again(of->crew, status, &tries))
            continue;
        if (status)
            return status;
        tries = 0;
        bool empty = false;
        if (of->lease.count)
            status = work_off(of, &task_s);
        else if (of->crew->work->until_empty)
            status = kind->is_done(of->store, &empty, &of->error);
        if (status || empty)
            return status;
        if (!of->lease.count)
            wait_ms(of->crew, WAIT_MS + (int64_t)random_below(&random, WAIT_MS));
    }
    return FLANK_STOPPED;
}

static void *run_hand(void *argument)
{
    hand *of = argument;
    of->status = work_on(of);
    return NULL;
}

/* Beat until the others are done. */
static void *run_beats(void *argument)
{
    crew *of = argument;
    const farm_store_kind *kind = farm_store_kind_of(of->work->store);
    farm_store *store = NULL;
    double last_s = clock_now_s();
    for (bool last = false; !last;) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * LOOK_MS}, NULL);
        last = atomic_load(&of->ended);
        if (!last && clock_now_s() - last_s < (double)of->work->lease_s / BEATS)
            continue;
        last_s = clock_now_s();
        if (!store && kind->open(of->work->store, false, &store, NULL))
            continue; /* it may be there at the next beat */
        const uint64_t nodes = atomic_exchange(&of->unbeaten, 0);
        if (kind->beat(store, of->worker, nodes, of->work->lease_s, NULL))
            atomic_fetch_add(&of->unbeaten, nodes);
    }
    kind->close(store);
    return NULL;
}

static flank_status open_hand(crew *of, hand *out, flank_error *error)
{
    const flank_status status = farm_store_kind_of(of->work->store)->open(of->work->store, false, &out->store, error);
    out->crew = of;
    if (!status && !(out->engine = flank_engine_create(&of->work->engine)))
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    return status;
}

/* Say who is there. */
static flank_status register_worker(crew *of, farm_store *store, flank_error *error)
{
    farm_worker worker = {.threads = of->work->threads, .build = FLANK_VERSION};
    if (gethostname(worker.host, sizeof worker.host - 1))
        snprintf(worker.host, sizeof worker.host, "unknown");
    return farm_store_kind_of(of->work->store)->add_worker(store, &worker, &of->worker, error);
}

/* Run the threads to their end. The first failure counts, before a stop. */
static flank_status run_crew(crew *of, hand *hands, flank_error *error)
{
    pthread_t beats, *threads = calloc((size_t)of->work->threads, sizeof *threads);
    if (!threads || helper_thread_start(&beats, run_beats, of)) {
        free(threads);
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    flank_status status = FLANK_OK;
    int started = 0;
    while (started < of->work->threads && !helper_thread_start(&threads[started], run_hand, &hands[started]))
        started++;
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        if (hands[i].status && (!status || status == FLANK_STOPPED)) {
            status = hands[i].status;
            if (error)
                *error = hands[i].error;
        }
    }
    atomic_store(&of->ended, true);
    pthread_join(beats, NULL);
    free(threads);
    return started == 0 ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : status;
}

flank_status farm_work_run(const farm_work *work, flank_error *error)
{
    crew of = {.work = work};
    hand *hands = calloc((size_t)work->threads, sizeof *hands);
    flank_status status = hands ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    for (int i = 0; i < work->threads && !status; i++)
        status = open_hand(&of, &hands[i], error);
    if (!status)
        status = register_worker(&of, hands[0].store, error);
    if (!status)
        status = run_crew(&of, hands, error);
    for (int i = 0; hands && i < work->threads; i++) {
        farm_store_kind_of(work->store)->close(hands[i].store);
        flank_engine_destroy(hands[i].engine);
    }
    free(hands);
    return status;
}
