/* SPDX-License-Identifier: MIT
 *
 * Building books: workers that search positions, and one thread that watches and saves.
 *
 * Every worker has an engine of its own and takes the most urgent task of the agenda; tree and agenda are behind one
 * mutex, which nobody holds while searching or writing. Many engines on one position each use the processors better
 * than one engine with many threads, and what they need of each other is only where lines have gone meanwhile.
 */
#define _DEFAULT_SOURCE /* pthread_condattr_setclock */

#include "book/book_agenda.h"
#include "book/book_builder_state.h"
#include "book/book_search.h"
#include "core/bits.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/helper_thread.h"

#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = BOOK_THREADS_MAX, REFRESH_MS = 100, LOOK_MS = 10 };
struct book_run;
struct book_job;

/* The state of its search is guarded by the run's mutex. */
typedef struct book_worker {
    struct book_run *run;
    flank_engine *engine;
    pthread_t thread;
    const struct book_job *job; /* NULL: searches nothing */
    double begun_s;
    book_record found; /* by the last completed step of the search */
    bool is_news;      /* `found` is not in the tree yet */
} book_worker;

/* One call of flank_book_builder_run. Everything from `mutex` down to `workers` is shared and guarded by it. */
typedef struct book_run {
    flank_book_builder *builder;
    flank_book_plan plan;
    flank_stop stop; /* raised when the caller has enough or the book cannot be saved; its parent is the plan's */
    double start_s;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* a search has ended, or the run has */
    book_agenda agenda;
    size_t fresh;   /* results since the agenda was filled */
    size_t unsaved; /* and since the book was saved */
    int searching;
    bool ending; /* begin nothing more */
    flank_status status;
    size_t searches;
    uint64_t nodes;
    int started;
    book_worker workers[THREADS_MAX];
} book_run;

/* ---- Workers ---- */

/* A position to search, copied out of the tree. */
typedef struct book_job {
    size_t node;
    book_question question;
} book_job;

/* Note what a step of a search has found: a long one may be cut short, or killed. */
static flank_reply note_step(void *user, const flank_report *report)
{
    book_worker *worker = user;
    pthread_mutex_lock(&worker->run->mutex);
    worker->found = worker->job->question.record;
    book_search_read(&worker->job->question, worker->found.level, report,
                     &worker->found); /* a lower level than asked */
    worker->is_news = worker->found.leaf != BOOK_LEAF_UNKNOWN;
    pthread_mutex_unlock(&worker->run->mutex);
    return FLANK_GO_ON;
}

/* Keep what a search that lasts longer than the time between two saves has found so far, where that is deeper than what
 * is known. It counts as too shallow, so that the position will be searched again. Called with the mutex held. */
static void keep_unfinished(book_worker *worker)
{
    book_run *run = worker->run;
    if (!worker->job || !worker->is_news || (clock_now_s() - worker->begun_s) * 1000 < (double)run->plan.save_ms)
        return;
    worker->is_news = false;
    const book_node *node = &run->builder->tree.nodes[worker->job->node];
    if (node->known && book_has_leaf(&node->record) && worker->found.depth_plies <= node->record.depth_plies)
        return;
    book_record kept = worker->found;
    kept.root = node->record.root;
    book_tree_set(&run->builder->tree, worker->job->node, &kept);
    run->fresh++;
    run->unsaved++;
}

/* Keep the result; of a search that was cut short what it has found before. */
static void keep(book_worker *worker, const book_job *job, const book_record *record, uint64_t nodes)
{
    book_run *run = worker->run;
    book_tree *tree = &run->builder->tree;
    book_node *node = &tree->nodes[job->node];
    node->busy = false;
    if (flank_stop_is_raised(&run->stop)) {
        keep_unfinished(worker);
        return;
    }
    node->tried = true;
    node->stuck = record->leaf == BOOK_LEAF_UNKNOWN;
    if (!node->stuck || node->known) {
        book_record kept = *record;
        kept.root = node->record.root;
        book_tree_set(tree, job->node, &kept);
    }
    run->searches++;
    run->nodes += nodes;
    run->fresh++;
    run->unsaved++;
}

static bool is_large_enough(const book_run *run)
{
    return run->plan.positions && run->builder->tree.known >= run->plan.positions;
}

/* Fill in the question of a job's node. */
static void ask(const book_run *run, const book_tree *tree, book_job *job)
{
    book_child children[BOOK_CHILDREN_MAX];
    book_question *question = &job->question;
    *question = (book_question){.record = tree->nodes[job->node].record};
    question->count = (unsigned)book_tree_children(tree, &question->record, children);
    for (unsigned i = 0; i < question->count; i++)
        question->in_book |= children[i].move < 64 ? bit(children[i].move) : 0;
    question->effort = book_effort_for(&run->plan, &question->record);
}

/* The next search, the agenda filled anew when the tree has changed by more than a hundredth. Called with the mutex
 * held; false if there is nothing at the moment. */
static bool take_job(book_run *run, book_job *job)
{
    book_tree *tree = &run->builder->tree;
    for (int attempt = 0; attempt < 2 && run->status == FLANK_OK; attempt++) {
        if (run->fresh > tree->known / 100 || attempt == 1) {
            run->status = book_agenda_fill(&run->agenda, tree, &run->plan);
            run->fresh = 0;
        }
        if (run->status)
            break;
        job->node = book_agenda_take(&run->agenda, tree, &run->plan, &run->status);
        if (job->node != BOOK_NO_NODE) {
            ask(run, tree, job);
            return true;
        }
    }
    return false;
}

static void *work(void *argument)
{
    book_worker *worker = argument;
    book_run *run = worker->run;
    pthread_mutex_lock(&run->mutex);
    while (!run->ending && !flank_stop_is_raised(&run->stop)) {
        book_job job;
        if (is_large_enough(run)) {
            run->ending = true;
            continue;
        }
        if (!take_job(run, &job)) {
            run->ending = run->status || run->searching == 0;
            if (!run->ending)
                pthread_cond_wait(&run->changed, &run->mutex);
            continue;
        }
        run->searching++;
        worker->job = &job;
        worker->begun_s = clock_now_s();
        worker->is_news = false;
        pthread_mutex_unlock(&run->mutex);
        book_record record;
        uint64_t nodes;
        flank_status status =
            book_search(worker->engine, &job.question, &run->stop, note_step, worker, &record, &nodes);
        pthread_mutex_lock(&run->mutex);
        run->searching--;
        if (status)
            run->status = status;
        else
            keep(worker, &job, &record, nodes);
        worker->job = NULL;
        run->ending = run->ending || status;
        pthread_cond_broadcast(&run->changed);
    }
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    return NULL;
}

/* ---- Watching ---- */

/* Save while workers go on, if there is something new. */
static flank_status save_running(book_run *run, flank_error *error)
{
    flank_book_builder *builder = run->builder;
    pthread_mutex_lock(&run->mutex);
    for (int i = 0; i < run->started; i++)
        keep_unfinished(&run->workers[i]);
    if (run->unsaved == 0) {
        pthread_mutex_unlock(&run->mutex);
        return FLANK_OK;
    }
    flank_status status = book_tree_update(&builder->tree);
    size_t count = builder->tree.known;
    book_record *records = status ? NULL : book_store_collect(&builder->tree);
    run->unsaved = 0;
    pthread_mutex_unlock(&run->mutex);
    if (!records)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    book_rows rows = {records, count, sizeof *records};
    status = book_store_write(builder->place.path, book_rows_next, &rows, error);
    free(records);
    return status;
}

static double elapsed_ms(const book_run *run) { return (clock_now_s() - run->start_s) * 1000; }

static void report_progress(book_run *run, flank_book_progress_fn *on_progress, void *user)
{
    if (!on_progress)
        return;
    pthread_mutex_lock(&run->mutex);
    flank_book_progress progress = {.positions = run->builder->tree.known,
                                    .searches = run->searches,
                                    .waiting = run->agenda.count - run->agenda.next + (size_t)run->searching,
                                    .nodes = run->nodes,
                                    .time_s = elapsed_ms(run) / 1000};
    pthread_mutex_unlock(&run->mutex);
    if (on_progress(user, &progress) == FLANK_ENOUGH)
        flank_stop_raise(&run->stop);
}

/* Wait until something changes, at most so long; true if all workers have ended their work. */
static bool wait_for_change(book_run *run, int wait_ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)wait_ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&run->mutex);
    if (!run->ending || run->searching)
        pthread_cond_timedwait(&run->changed, &run->mutex, &until);
    const flank_book_plan *plan = &run->plan;
    run->ending =
        run->ending || flank_stop_is_raised(&run->stop) || (plan->time_ms && elapsed_ms(run) >= (double)plan->time_ms);
    bool ended = run->ending && run->searching == 0;
    if (run->ending)
        pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    return ended;
}

/* Show progress and save from time to time until the workers have nothing more to do. */
static flank_status watch(book_run *run, flank_book_progress_fn *on_progress, void *user, flank_error *error)
{
    flank_status status = FLANK_OK;
    double saved_ms = elapsed_ms(run), told_ms = 0;
    while (!wait_for_change(run, LOOK_MS)) {
        if (elapsed_ms(run) - told_ms >= REFRESH_MS) {
            told_ms = elapsed_ms(run);
            report_progress(run, on_progress, user);
        }
        if (status == FLANK_OK && elapsed_ms(run) - saved_ms >= (double)run->plan.save_ms) {
            status = save_running(run, error);
            saved_ms = elapsed_ms(run);
            if (status)
                flank_stop_raise(&run->stop);
        }
    }
    return status;
}

/* ---- A run ---- */

static bool open_run(book_run *run)
{
    pthread_condattr_t attributes;
    pthread_mutex_init(&run->mutex, NULL); /* these can fail for want of memory, but where there are threads do not */
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&run->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    bool well = true;
    for (int i = 0; well && i < run->plan.threads; i++) {
        run->workers[i].run = run;
        run->workers[i].engine = flank_engine_create(
            &(flank_engine_options){.hash_bytes = run->plan.hash_bytes / (size_t)run->plan.threads, .threads = 1});
        well = run->workers[i].engine != NULL;
    }
    return well;
}

static void close_run(book_run *run)
{
    for (int i = 0; i < run->plan.threads; i++)
        flank_engine_destroy(run->workers[i].engine);
    book_agenda_close(&run->agenda);
    pthread_cond_destroy(&run->changed);
    pthread_mutex_destroy(&run->mutex);
    free(run);
}

/* Forget what the last run marked. */
static void clear_marks(book_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        tree->nodes[i].tried = tree->nodes[i].stuck = tree->nodes[i].busy = false;
}

flank_status flank_book_builder_run(flank_book_builder *builder, const flank_book_plan *plan,
                                    flank_book_progress_fn *on_progress, void *user, flank_error *error)
{
    if (!book_plan_is_valid(plan))
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(BOOK_PLAN_RANGE));
    if (flank_stop_is_raised(plan->stop))
        return builder->unsaved ? flank_book_builder_save(builder, error) : FLANK_OK;
    book_run *run = calloc(1, sizeof *run);
    if (!run)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    *run = (book_run){.builder = builder,
                      .plan = book_plan_full(plan),
                      .stop = FLANK_STOP_UNDER(plan->stop),
                      .start_s = clock_now_s(),
                      .fresh = 1};
    clear_marks(&builder->tree);
    flank_status status = open_run(run) ? FLANK_OK : FLANK_NO_MEMORY;
    while (status == FLANK_OK && run->started < run->plan.threads &&
           helper_thread_start(&run->workers[run->started].thread, work, &run->workers[run->started]) == 0)
        run->started++;
    if (status || run->started == 0) {
        close_run(run);
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(BOOK_NO_MEMORY_FOR_ENGINES),
                         say_number(book_plan_full(plan).threads));
    }
    status = watch(run, on_progress, user, error);
    for (int i = 0; i < run->started; i++)
        pthread_join(run->workers[i].thread, NULL);
    if (status == FLANK_OK && run->status)
        status = error_say(error, run->status, 0, say_status(run->status));
    flank_status saved = flank_book_builder_save(builder, status ? NULL : error);
    report_progress(run, on_progress, user);
    close_run(run);
    return status ? status : saved;
}
