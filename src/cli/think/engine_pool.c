/* SPDX-License-Identifier: MIT
 *
 * There are two stops. Ctrl-C raises `interrupted`. `stop` counts as raised whenever `interrupted` is; it is also
 * raised by itself when the printing has ended, and ends the searches that are still under way.
 */
#include "cli/think/engine_pool.h"

enum { REFRESH_MS = 20 };

static void on_interrupt(void *user)
{
    engine_pool *pool = user;
    flank_stop_raise(&pool->interrupted);
    work_queue_wind_up(&pool->queue);
}

int engine_pool_open(engine_pool *pool, const engine_pool_task *task, void *user, int count, const engine_input *input)
{
    const flank_engine_options options = engine_input_share(input, count);
    *pool = (engine_pool){.task = *task, .user = user, .stop = FLANK_STOP_UNDER(&pool->interrupted)};
    if (!work_queue_open(&pool->queue, (size_t)count * task->jobs_ahead, task->job_size))
        return complain(CLI_INTERNAL, "not enough memory");
    for (; pool->count < count; pool->count++) {
        flank_engine *engine = flank_engine_create(&options);
        if (!engine) {
            engine_pool_close(pool);
            return complain(CLI_INTERNAL, "not enough memory for %d engines; see --hash and --threads", count);
        }
        pool->workers[pool->count] = (engine_pool_worker){.pool = pool, .engine = engine};
    }
    return CLI_DONE;
}

void engine_pool_close(engine_pool *pool)
{
    for (int i = 0; i < pool->count; i++)
        flank_engine_destroy(pool->workers[i].engine);
    work_queue_close(&pool->queue, pool->task.free_job);
}

static void *read_thread(void *argument)
{
    engine_pool *pool = argument;
    pool->task.read(pool->user);
    work_queue_complete(&pool->queue);
    return NULL;
}

static void *work_thread(void *argument)
{
    const engine_pool_worker *worker = argument;
    engine_pool *pool = worker->pool;
    void *job;
    while ((job = work_queue_begin(&pool->queue))) {
        pool->task.work(pool->user, worker->engine, (int)(worker - pool->workers), job);
        work_queue_finish(&pool->queue, job);
    }
    return NULL;
}

void *engine_pool_take(engine_pool *pool, bool *waiting) { return work_queue_take(&pool->queue, REFRESH_MS, waiting); }

/* End all threads: stop the searches, take no more jobs, and wake the reader if it waits for input. */
static void send_home(engine_pool *pool)
{
    flank_stop_raise(&pool->stop);
    work_queue_cancel(&pool->queue);
    interrupt_watch_wake(pool->watch);
}

static int run_threads(engine_pool *pool)
{
    pthread_t reader;
    int started = 0;
    while (started < pool->count &&
           pthread_create(&pool->workers[started].thread, NULL, work_thread, &pool->workers[started]) == 0)
        started++;
    const bool reads = started && pthread_create(&reader, NULL, read_thread, pool) == 0;
    const int status = reads ? pool->task.print(pool->user) : complain(CLI_INTERNAL, "no thread can be started");
    send_home(pool);
    if (reads)
        pthread_join(reader, NULL);
    for (int i = 0; i < started; i++)
        pthread_join(pool->workers[i].thread, NULL);
    return status;
}

int engine_pool_run(engine_pool *pool)
{
    pool->watch = interrupt_watch_start(pool->task.mode, on_interrupt, pool);
    if (!pool->watch)
        return complain(CLI_INTERNAL, "no thread can be started");
    const int status = run_threads(pool);
    interrupt_watch_stop(pool->watch);
    return status;
}
