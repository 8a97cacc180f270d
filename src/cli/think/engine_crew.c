/* SPDX-License-Identifier: MIT
 *
 * An engine forgets a stop that comes just before it begins, so it is told again at every refresh.
 */
#include "cli/think/engine_crew.h"

enum { REFRESH_MS = 20 };

static void stop_engines(engine_crew *crew)
{
    for (int i = 0; i < crew->count; i++)
        flank_engine_stop(crew->members[i].engine);
}

static void on_interrupt(void *user)
{
    engine_crew *crew = user;
    atomic_store(&crew->interrupted, true);
    atomic_store(&crew->ending, true);
    work_queue_wind_up(&crew->queue);
    stop_engines(crew);
}

int engine_crew_open(engine_crew *crew, const crew_task *task, void *user, int count, const engine_input *input)
{
    const flank_engine_options options = count > 1 ? engine_input_share(input, count) : input->options;
    *crew = (engine_crew){.task = *task, .user = user};
    if (!work_queue_open(&crew->queue, (size_t)count * task->jobs_ahead, task->job_size))
        return complain(CLI_INTERNAL, "not enough memory");
    for (; crew->count < count; crew->count++) {
        flank_engine *engine = flank_engine_create(&options);
        if (!engine) {
            engine_crew_close(crew);
            return complain(CLI_INTERNAL, "not enough memory for %d engines; see --hash and --threads", count);
        }
        crew->members[crew->count] = (crew_member){.crew = crew, .engine = engine};
    }
    return CLI_DONE;
}

void engine_crew_close(engine_crew *crew)
{
    for (int i = 0; i < crew->count; i++)
        flank_engine_destroy(crew->members[i].engine);
    work_queue_close(&crew->queue, crew->task.free_job);
}

static void *read_thread(void *argument)
{
    engine_crew *crew = argument;
    crew->task.read(crew->user);
    work_queue_complete(&crew->queue);
    return NULL;
}

static void *work_thread(void *argument)
{
    const crew_member *member = argument;
    engine_crew *crew = member->crew;
    void *job;
    while ((job = work_queue_begin(&crew->queue))) {
        crew->task.work(crew->user, member->engine, (int)(member - crew->members), job);
        work_queue_finish(&crew->queue, job);
    }
    return NULL;
}

void *engine_crew_take(engine_crew *crew, bool *waiting)
{
    void *job = work_queue_take(&crew->queue, REFRESH_MS, waiting);
    if (atomic_load(&crew->interrupted))
        stop_engines(crew);
    return job;
}

/* What reader and engines would still find is not asked for any more. */
static void send_home(engine_crew *crew)
{
    atomic_store(&crew->ending, true);
    work_queue_cancel(&crew->queue);
    stop_engines(crew);
    interrupt_watch_wake(crew->watch);
}

static int run_threads(engine_crew *crew)
{
    pthread_t reader;
    int started = 0;
    while (started < crew->count &&
           pthread_create(&crew->members[started].thread, NULL, work_thread, &crew->members[started]) == 0)
        started++;
    const bool reads = started && pthread_create(&reader, NULL, read_thread, crew) == 0;
    const int status = reads ? crew->task.print(crew->user) : complain(CLI_INTERNAL, "no thread can be started");
    send_home(crew);
    if (reads)
        pthread_join(reader, NULL);
    for (int i = 0; i < started; i++)
        pthread_join(crew->members[i].thread, NULL);
    return status;
}

int engine_crew_run(engine_crew *crew)
{
    crew->watch = interrupt_watch_start(crew->task.manner, on_interrupt, crew);
    if (!crew->watch)
        return complain(CLI_INTERNAL, "no thread can be started");
    const int status = run_threads(crew);
    interrupt_watch_stop(crew->watch);
    return status;
}
