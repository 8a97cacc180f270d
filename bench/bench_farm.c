/* SPDX-License-Identifier: MIT
 *
 * bench_farm STORE [TASKS [BATCH [WORKERS]]]: how many tasks a second a farm's store hands out and takes back, with
 * workers that answer at once. STORE must not be there yet; 100,000 tasks, 128 a lease, one worker.
 *
 * Prints the seconds of filling and of working, and tasks a second. Exit status 1 if a task was lost or counted twice.
 */
#include "core/clock.h"
#include "core/random.h"
#include "farm/farm_store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { USAGE = 64, FAILED = 70, CHUNK = 4096, WORKERS_MAX = 64, LEASE_S = 300 };

typedef struct bench_worker {
    const farm_store_kind *kind;
    const char *where;
    int batch;
    pthread_t thread;
    flank_error error;
    flank_status status;
} bench_worker;

static int fail(const flank_error *error)
{
    char text[FLANK_ERROR_TEXT_SIZE];
    fprintf(stderr, "bench_farm: %s\n", flank_error_text(error, text, sizeof text));
    return FAILED;
}

static flank_status fill(const farm_store_kind *kind, farm_store *store, int64_t tasks, flank_error *error)
{
    static farm_item items[CHUNK];
    random_state random = {1};
    int64_t run;
    flank_status status = kind->begin_run(store, "bench", (farm_wish){FARM_EXACT, 0}, &run, error);
    for (int64_t at = 0; at < tasks && !status; at += CHUNK) {
        const size_t count = tasks - at < CHUNK ? (size_t)(tasks - at) : CHUNK;
        for (size_t i = 0; i < count; i++) {
            const uint64_t own = random_next(&random);
            items[i] = (farm_item){.own = own, .other = random_next(&random) & ~own};
        }
        status = kind->add_items(store, run, at, items, count, error);
    }
    return status ? status : kind->open_run(store, run, error);
}

static void *work(void *argument)
{
    bench_worker *of = argument;
    static const farm_worker me = {.host = "bench", .build = "0", .threads = 1};
    farm_lease *lease = malloc(sizeof *lease);
    farm_answer *answers = calloc(FARM_BATCH_MAX, sizeof *answers);
    farm_store *store = NULL;
    int64_t id = 0;
    of->status = lease && answers ? of->kind->open(of->where, false, &store, &of->error) : FLANK_NO_MEMORY;
    if (!of->status)
        of->status = of->kind->add_worker(store, &me, &id, &of->error);
    while (!of->status && !(of->status = of->kind->claim(store, id, of->batch, LEASE_S, lease, &of->error)) &&
           lease->count) {
        bool taken;
        for (int i = 0; i < lease->count; i++)
            answers[i] = (farm_answer){.own = lease->tasks[i].own,
                                       .other = lease->tasks[i].other,
                                       .guess = FARM_NO_GUESS,
                                       .best = 19,
                                       .nodes = 1};
        of->status = of->kind->finish(store, id, lease, answers, (size_t)lease->count, &taken, &of->error);
    }
    if (store)
        of->kind->close(store);
    free(answers);
    free(lease);
    return NULL;
}

static int run(const char *where, int64_t tasks, int batch, int workers)
{
    static bench_worker crew[WORKERS_MAX];
    flank_error error = {0};
    farm_store *store;
    farm_run result = {.id = 0};
    size_t count;
    const farm_store_kind *kind = farm_store_kind_of(where);
    if (!kind || kind->open(where, true, &store, &error))
        return fail(&error);
    const double start_s = clock_now_s();
    if (fill(kind, store, tasks, &error))
        return fail(&error);
    const double filled_s = clock_now_s();
    for (int i = 0; i < workers; i++) {
        crew[i] = (bench_worker){.kind = kind, .where = where, .batch = batch};
        if (pthread_create(&crew[i].thread, NULL, work, &crew[i]))
            return FAILED;
    }
    for (int i = 0; i < workers; i++)
        pthread_join(crew[i].thread, NULL);
    const double done_s = clock_now_s();
    for (int i = 0; i < workers; i++)
        if (crew[i].status)
            return fail(&crew[i].error);
    if (kind->list_runs(store, &result, 1, &count, &error))
        return fail(&error);
    kind->close(store);
    printf("%lld tasks filled in %.2f s; by %d workers, %d a lease, done in %.2f s: %.0f tasks/s\n", (long long)tasks,
           filled_s - start_s, workers, batch, done_s - filled_s, (double)tasks / (done_s - filled_s));
    return result.done == tasks && !result.waiting && !result.leased ? 0 : 1;
}

int main(int argc, char **argv)
{
    const int64_t tasks = argc > 2 ? atoll(argv[2]) : 100000;
    const int batch = argc > 3 ? atoi(argv[3]) : 128, workers = argc > 4 ? atoi(argv[4]) : 1;
    if (argc < 2 || argc > 5 || tasks < 1 || batch < 1 || batch > FARM_BATCH_MAX || workers < 1 ||
        workers > WORKERS_MAX) {
        fputs("usage: bench_farm STORE [TASKS [BATCH [WORKERS]]]\n", stderr);
        return USAGE;
    }
    return run(argv[1], tasks, batch, workers);
}
