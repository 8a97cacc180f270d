/* SPDX-License-Identifier: MIT
 *
 * A lease is as large as some 20 seconds of work, judged by the tasks before: large enough that the store is asked
 * seldom, small enough that a lost one is no great loss. Every task begins with an empty table: its answer, and its
 * count of nodes, then depend on nothing but the build.
 *
 * A unit is answered by its kind (farm_kind.h), and its lease is brought back at once if it has no other: a foreman may
 * hand it back to wait.
 *
 * A thread that finds nothing to do asks again after one to two seconds; the length is random, so that a thousand
 * workers do not ask at the same moment.
 */
#include "farm/farm_worker.h"

#include "farm/farm_reviews.h"
#include "farm/farm_signature.h"
#include "farm/farm_spool.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/helper_thread.h"
#include "core/random.h"
#include "core/stop_looks.h"
#include "core/text_buffer.h"
#include "games/othello/othello.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    FIRST_BATCH = 4,
    TRIES = 30, /* of a store that fails, each after a longer wait: some minutes */
    LAST_TRIES = 3,
    WAIT_MS = 1000,
    LOOK_MS = 50, /* between looks at the stop */
};

static const double lease_work_s = 20;

/* All threads share this. */
typedef struct crew {
    const farm_work *work;
    int64_t worker;
    uint64_t identity; /* of the store */
    char *kinds;       /* a list of what it answers */
    struct hand *hands;
    farm_store *beats;             /* for the thread that beats */
    atomic_uint_fast64_t unbeaten; /* nodes that no beat has told yet */
    atomic_bool ended;             /* the threads that work are done */
    atomic_bool spooled;           /* there may be answers in the spool */
} crew;

typedef struct hand {
    crew *crew;
    farm_store *store;
    flank_engine *engine;
    farm_lease lease, next;
    atomic_int_fast64_t token; /* of the lease that it holds; 0: none */
    atomic_uint looks;         /* at its stop (core/stop_looks.h) */
    unsigned seen_looks;       /* by the thread that beats */
    double silent_s;           /* since then */
    bool has_next;             /* the store has given `next` already */
    flank_rules rules;         /* of the lease */
    farm_reviews reviews;
    farm_answer answers[FARM_BATCH_MAX];
    text_buffer texts[FARM_BATCH_MAX]; /* of units */
    uint64_t unit_nodes;               /* spent on the units of the lease */
    int wait_s;                        /* a unit is to be handed back for so long; -1: none */
    uint64_t counted;                  /* nodes of the task in work that the crew knows of */
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

static void count_more(crew *of, uint64_t more)
{
    atomic_fetch_add(&of->unbeaten, more);
    atomic_fetch_add(&of->work->progress->nodes, more);
}

static void count_nodes(hand *of, uint64_t nodes)
{
    count_more(of->crew, nodes - of->counted);
    of->counted = nodes;
}

const farm_kind *farm_kind_find(const farm_kind *kinds, const char *name)
{
    while (kinds->name && strcmp(kinds->name, name) != 0)
        kinds++;
    return kinds->name ? kinds : NULL;
}

void farm_unit_count(farm_unit *unit, uint64_t more)
{
    count_more(unit->crew, more);
    unit->nodes += more;
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
static flank_limits limits_of(const hand *of, farm_wish wish)
{
    return (flank_limits){.stop = of->crew->work->stop,
                          .nodes = of->lease.budget_nodes,
                          .level = wish.question == FARM_LEVEL ? wish.number : 0,
                          .win_loss_draw = wish.question == FARM_SIGN,
                          .one_sided = wish.question == FARM_AT_LEAST,
                          .at_least_discs = wish.question == FARM_AT_LEAST ? wish.number : 0};
}

static flank_status answer_record(hand *of, farm_wish wish, const flank_record *record, farm_answer *answer)
{
    const flank_limits limits = limits_of(of, wish);
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
    if (is_stopped(of->crew) || (status && status != FLANK_STOPPED))
        return status ? status : FLANK_STOPPED;
    answer->spent = status == FLANK_STOPPED; /* by the budget */
    if (answer->spent)
        return FLANK_OK;
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
    flank_record *record = flank_record_create(&othello_game, &of->rules, &position);
    const farm_wish wish = {of->lease.wish.question, task->number};
    const flank_status status = record ? answer_record(of, wish, record, answer) : FLANK_NO_MEMORY;
    flank_record_destroy(record);
    return status;
}

/* Answer a unit into texts[at], or set wait_s. */
static flank_status answer_unit(hand *of, int at)
{
    const farm_kind *kind = farm_kind_find(of->crew->work->units, of->lease.kind);
    farm_unit unit = {.stores = farm_store_kind_of(of->crew->work->store),
                      .store = of->store,
                      .worker = of->crew->worker,
                      .lease = &of->lease,
                      .task = &of->lease.tasks[at],
                      .rules = &of->rules,
                      .engine = of->engine,
                      .options = &of->crew->work->engine,
                      .stop = of->crew->work->stop,
                      .reviews = &of->reviews,
                      .crew = of->crew,
                      .answer = of->texts[at],
                      .wait_s = -1};
    if (!kind)
        return error_say(&of->error, FLANK_NOT_SUPPORTED, 0, say_status(FLANK_NOT_SUPPORTED));
    text_clear(&unit.answer);
    flank_engine_clear(of->engine);
    flank_status status = kind->answer(&unit, &of->error);
    of->texts[at] = unit.answer;
    of->unit_nodes += unit.nodes;
    of->wait_s = status ? -1 : unit.wait_s;
    if (!status && (unit.answer.failed || unit.answer.length > FARM_RESULT_MAX))
        status = error_say(&of->error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
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

static int batch_for(double task_s)
{
    const double tasks = task_s > 0 ? lease_work_s / task_s : FARM_BATCH_MAX;
    return tasks < 1 ? 1 : tasks > FARM_BATCH_MAX ? FARM_BATCH_MAX : (int)tasks;
}

static farm_claim wanted_of(const crew *of, double task_s)
{
    return (farm_claim){.kinds = of->kinds, .most = batch_for(task_s), .lease_s = of->work->lease_s};
}

/* The answers to the first tasks of the lease. `results` is room for those of units. */
static farm_spooled answers_of(const hand *of, size_t count, farm_bytes *results)
{
    farm_spooled all = {.worker = of->crew->worker, .lease = &of->lease, .count = count, .nodes = of->unit_nodes};
    if (farm_has_positions(of->lease.kind)) {
        all.answers = of->answers;
        return all;
    }
    for (size_t i = 0; i < count; i++)
        results[i] = (farm_bytes){of->texts[i].bytes, of->texts[i].length};
    all.results = results;
    return all;
}

/* With `wanted` the next lease comes in the same transaction, if these are answers to positions. */
static flank_status give_to_store(hand *of, const farm_spooled *all, const farm_claim *wanted, bool *taken)
{
    const farm_store_kind *kind = farm_store_kind_of(of->crew->work->store);
    if (wanted && all->answers)
        return kind->exchange(of->store, all->worker, all->lease, all->answers, all->count, taken, wanted, &of->next,
                              &of->error);
    if (all->answers)
        return kind->finish(of->store, all->worker, all->lease, all->answers, all->count, taken, &of->error);
    return kind->finish_units(of->store, all->worker, all->lease, all->results, all->count, all->nodes, taken,
                              &of->error);
}

/* Give the store the answers, or the lease back. */
static flank_status put_back_or_finish(hand *of, const farm_spooled *all, const farm_claim *wanted, bool *taken)
{
    of->has_next = wanted && all->answers;
    if (of->wait_s >= 0 && all->count == 0)
        return farm_store_kind_of(of->crew->work->store)
            ->hand_back(of->store, all->worker, all->lease, of->wait_s, all->nodes, taken, &of->error);
    return give_to_store(of, all, wanted, taken);
}

/* Keep the answers on the disk: the store is away. */
static flank_status keep(hand *of, const farm_spooled *all, flank_status why)
{
    const farm_work *work = of->crew->work;
    if (!work->spool || !all->count)
        return all->count || !is_stopped(of->crew) ? why : FLANK_OK;
    const flank_status status = farm_spool_keep(work->spool, of->crew->identity, all, &of->error);
    if (status)
        return status;
    atomic_fetch_add(&work->progress->kept, (int_fast64_t)all->count);
    atomic_store(&of->crew->spooled, true);
    return FLANK_OK;
}

static void count_brought(const crew *of, size_t count, bool taken)
{
    atomic_fetch_add(taken ? &of->work->progress->tasks : &of->work->progress->late, (int_fast64_t)count);
}

/* Bring answers back. A worker that is to end has no time for many tries. */
static flank_status bring_back(hand *of, size_t count, const farm_claim *wanted)
{
    farm_bytes results[FARM_BATCH_MAX];
    const farm_spooled all = answers_of(of, count, results);
    bool taken = false;
    int tries = 0;
    flank_status status;
    do
        status = put_back_or_finish(of, &all, is_stopped(of->crew) ? NULL : wanted, &taken);
    while (may_pass(status) && ++tries < (is_stopped(of->crew) ? LAST_TRIES : TRIES) &&
           (wait_ms(of->crew, WAIT_MS), true));
    of->has_next = of->has_next && !status;
    if (!status)
        count_brought(of->crew, count, taken);
    return may_pass(status) ? keep(of, &all, status) : status;
}

static flank_status bring_in(void *user, const farm_spooled *spooled)
{
    hand *of = user;
    bool taken = false;
    const flank_status status = give_to_store(of, spooled, NULL, &taken);
    if (!status)
        count_brought(of->crew, spooled->count, taken);
    return status;
}

/* Bring in what the spool has, if the store is there. */
static void empty_spool(hand *of)
{
    const farm_work *work = of->crew->work;
    if (work->spool && atomic_exchange(&of->crew->spooled, false) &&
        farm_spool_each(work->spool, of->crew->identity, bring_in, of))
        atomic_store(&of->crew->spooled, true); /* the rest waits for better times */
}

/* The first task of the lease has failed. A worker that fails at positions ends; a unit may be at fault itself. */
static flank_status give_up(hand *of, flank_status status)
{
    char why[FARM_ERROR_SIZE];
    const bool is_unit = !farm_has_positions(of->lease.kind);
    if (!is_unit || !of->error.code)
        error_say(&of->error, status, 0, say_status(status));
    flank_error_text(&of->error, why, sizeof why);
    farm_store_kind_of(of->crew->work->store)->give_up(of->store, &of->lease, why, NULL);
    return is_unit && status != FLANK_NO_MEMORY ? FLANK_OK : status;
}

/* Answer the tasks of the lease. */
static flank_status work_off(hand *of, double *task_s)
{
    const double start_s = clock_now_s();
    const bool positions = farm_has_positions(of->lease.kind);
    int done = 0;
    of->rules = (flank_rules){{0}}; /* not those of the lease before */
    flank_status status = flank_rules_parse(&othello_game, of->lease.rules, &of->rules, &of->error);
    const bool able = status == FLANK_OK;
    of->unit_nodes = 0;
    of->wait_s = -1;
    of->error = able ? (flank_error){.code = 0} : of->error;
    while (done < of->lease.count && !status) {
        status = positions ? answer_task(of, &of->lease.tasks[done], &of->answers[done]) : answer_unit(of, done);
        if (of->wait_s >= 0)
            break;
        done += !status;
        if (done < of->lease.count && clock_now_s() - start_s > 3 * lease_work_s)
            break; /* it was misjudged: what is done is brought back now */
    }
    *task_s = (clock_now_s() - start_s) / (done > 0 ? done : 1);
    const bool lost = !positions && (status == FLANK_NOT_FOUND || may_pass(status));
    const bool failed = able && status && status != FLANK_STOPPED && !lost;
    if (failed && done == 0)
        return give_up(of, status);
    const farm_claim wanted = wanted_of(of->crew, *task_s);
    const flank_status brought = bring_back(of, (size_t)done, status ? NULL : &wanted);
    if (failed || lost) /* a unit that failed comes again alone */
        status = positions ? error_say(&of->error, status, 0, say_status(status)) : FLANK_OK;
    return brought ? brought : status;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

/* The next lease: that which the store gave with the last answers, or a new one. */
static flank_status take_next(hand *of, double task_s)
{
    const farm_claim wanted = wanted_of(of->crew, task_s);
    if (!of->has_next)
        return farm_store_kind_of(of->crew->work->store)
            ->claim(of->store, of->crew->worker, wanted.kinds, wanted.most, wanted.lease_s, &of->lease, &of->error);
    of->lease = of->next;
    of->has_next = false;
    return FLANK_OK;
}

/* A lease that the store gave already, when there is a stop: others may have it. */
static void return_next(hand *of)
{
    if (!of->has_next)
        return;
    of->lease = of->next;
    of->wait_s = -1;
    if (of->lease.count)
        bring_back(of, 0, NULL);
    of->has_next = false;
}

static flank_status work_on(hand *of)
{
    const farm_store_kind *kind = farm_store_kind_of(of->crew->work->store);
    random_state random = {(uint64_t)(clock_now_s() * 1e9) ^ (uintptr_t)of};
    double task_s = lease_work_s / FIRST_BATCH;
    for (int tries = 0; !is_stopped(of->crew);) {
        empty_spool(of);
        flank_status status = take_next(of, task_s);
        atomic_store(&of->token, status ? 0 : of->lease.token);
        if (status && try_again(of->crew, status, &tries))
            continue;
        if (status)
            return may_pass(status) && is_stopped(of->crew) ? FLANK_STOPPED : status;
        tries = 0;
        bool empty = false;
        if (of->lease.count)
            status = work_off(of, &task_s);
        else if (of->crew->work->until_empty)
            status = kind->is_done(of->store, of->crew->kinds, &empty, &of->error);
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
    stop_looks = &of->looks;
    of->status = work_on(of);
    return_next(of);
    stop_looks = NULL;
    return NULL;
}

static bool is_hung(const crew *of, const hand *one)
{
    return one->silent_s >= (of->work->silence_s ? of->work->silence_s : FARM_SILENCE_S);
}

/* See which threads have looked at their stop since the last time, `elapsed_s` ago. */
static void see_looks(const crew *of, double elapsed_s)
{
    for (int i = 0; i < of->work->threads; i++) {
        hand *one = &of->hands[i];
        const unsigned looks = atomic_load_explicit(&one->looks, memory_order_relaxed);
        one->silent_s = farm_silence_after(one->silent_s, elapsed_s, looks != one->seen_looks);
        one->seen_looks = looks;
    }
}

static flank_status beat(const crew *of, uint64_t nodes, bool last)
{
    const int lease_s = last ? 0 : of->work->lease_s;
    const int threads = of->work->threads;
    int64_t *tokens = calloc((size_t)threads, sizeof *tokens);
    size_t count = 0;
    if (!tokens)
        return FLANK_NO_MEMORY;
    for (int i = 0; i < threads; i++)
        if (!last && !is_hung(of, &of->hands[i]) && (tokens[count] = atomic_load(&of->hands[i].token)) != 0)
            count++;
    const flank_status status =
        farm_store_kind_of(of->work->store)->beat(of->beats, of->worker, nodes, tokens, count, lease_s, NULL);
    free(tokens);
    return status;
}

/* Beat until the others are done, and sign off. */
static void *run_beats(void *argument)
{
    crew *of = argument;
    double last_s = clock_now_s(), seen_s = last_s;
    for (bool last = false; !last;) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * LOOK_MS}, NULL);
        const double now_s = clock_now_s();
        see_looks(of, now_s - seen_s);
        seen_s = now_s;
        last = atomic_load(&of->ended);
        if (!last && clock_now_s() - last_s < farm_beat_every_s(of->work->lease_s))
            continue;
        last_s = clock_now_s();
        const uint64_t nodes = atomic_exchange(&of->unbeaten, 0);
        if (beat(of, nodes, last))
            atomic_fetch_add(&of->unbeaten, nodes);
    }
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

/* The server has fewer connections than the worker needs: say how many there are, with its reason. */
static flank_status say_too_few(const farm_work *work, int opened, flank_error *error)
{
    char why[FLANK_ERROR_TEXT_SIZE], text[FLANK_ERROR_TEXT_SIZE + 100];
    if (!error)
        return FLANK_CANNOT_READ;
    snprintf(text, sizeof text,
             "%d thread%s need%s %d connections, one of them for signs of life; the server gives %d: ", work->threads,
             work->threads == 1 ? "" : "s", work->threads == 1 ? "s" : "", work->threads + 1, opened);
    strcat(text, flank_error_text(error, why, sizeof why));
    return error_say(error, FLANK_CANNOT_READ, 0, SAY(TEXT), say_text(text));
}

/* Open what all threads need before any of them begins. */
static flank_status open_crew(crew *of, flank_error *error)
{
    const farm_work *work = of->work;
    flank_status status = farm_store_kind_of(work->store)->open(work->store, false, &of->beats, error);
    int opened = !status;
    for (int i = 0; i < work->threads && !status; i++, opened += !status)
        status = open_hand(of, &of->hands[i], error);
    return status == FLANK_CANNOT_READ && opened > 0 ? say_too_few(work, opened, error) : status;
}

/* Nodes depend on the size of the table. Those of other weights are comparable with nobody's, and such a worker is
 * another solver. */
static void add_settings(const flank_engine_options *options, farm_worker *worker)
{
    worker->settings = random_mix(options->hash_bytes) >> 1;
    if (options->evaluation) {
        random_state random = {(uint64_t)(clock_now_s() * 1e9)};
        worker->signature++;
        worker->settings = random_next(&random) >> 1;
    }
}

/* Say who is there. */
static flank_status register_worker(crew *of, farm_store *store, flank_error *error)
{
    farm_worker worker = {.threads = of->work->threads, .build = FARM_BUILD};
    const flank_status status = farm_signature(&worker.signature, error);
    if (status)
        return status;
    add_settings(&of->work->engine, &worker);
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

/* The list of kinds that the worker answers, to be freed; NULL without memory. */
static char *list_kinds(const farm_work *work)
{
    text_buffer list = {NULL};
    text_add(&list, work->kinds ? work->kinds : "solve,label");
    for (const farm_kind *kind = work->units; kind->name && !work->kinds; kind++)
        text_addf(&list, ",%s", kind->name);
    if (list.failed)
        text_free(&list);
    return list.bytes;
}

flank_status farm_work_run(const farm_work *work, flank_error *error)
{
    crew of = {.work = work, .kinds = list_kinds(work), .spooled = true};
    hand *hands = calloc((size_t)work->threads, sizeof *hands);
    of.hands = hands;
    flank_status status = hands && of.kinds ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (!status)
        status = open_crew(&of, error);
    if (!status)
        status = farm_store_kind_of(work->store)->identify(hands[0].store, &of.identity, error);
    if (!status)
        status = register_worker(&of, hands[0].store, error);
    if (!status)
        status = run_crew(&of, hands, error);
    for (int i = 0; hands && i < work->threads; i++) {
        farm_reviews_close(&hands[i].reviews);
        farm_store_kind_of(work->store)->close(hands[i].store);
        flank_engine_destroy(hands[i].engine);
        for (int k = 0; k < FARM_BATCH_MAX; k++)
            text_free(&hands[i].texts[k]);
    }
    farm_store_kind_of(work->store)->close(of.beats);
    free(hands);
    free(of.kinds);
    return status;
}
