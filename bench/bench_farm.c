/* SPDX-License-Identifier: MIT
 *
 * bench_farm STORE [TASKS [BATCH [WORKERS [RUNS]]]]: how many tasks a second a farm's store hands out and takes back,
 * with workers that answer at once. STORE must not be there yet; 100,000 tasks, 128 a lease, one worker, one run. Runs
 * come one after the other, each with other positions, into the same store: they show whether it grows slower.
 *
 * Prints of each run the seconds of filling and of working, tasks a second, and the time of the processor for each of
 * them, which other programs on the machine disturb less. Exit status 1 if a task was lost or counted twice.
 */
#include "core/clock.h"
#include "core/random.h"
#include "farm/farm_store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { USAGE = 64, FAILED = 70, CHUNK = 4096, WORKERS_MAX = 64, RUNS_MAX = 1000, LEASE_S = 300 };

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

static flank_status fill(const farm_store_kind *kind, farm_store *store, const char *name, uint64_t seed, int64_t tasks,
                         flank_error *error)
{
    static farm_item items[CHUNK];
    random_state random = {seed};
    int64_t run;
    flank_status status = kind->begin_run(store, &(farm_plan){.name = name}, &run, error);
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

/* Of all threads, in the kernel too. A database of its own process is not in it. */
static double cpu_s(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void *work(void *argument)
{
    bench_worker *of = argument;
    static const farm_worker me = {.host = "bench", .build = "0", .threads = 1};
    farm_lease *leases = malloc(2 * sizeof *leases);
    farm_answer *answers = calloc(FARM_BATCH_MAX, sizeof *answers);
    farm_store *store = NULL;
    int64_t id = 0;
    of->status = leases && answers ? of->kind->open(of->where, false, &store, &of->error) : FLANK_NO_MEMORY;
    if (!of->status)
        of->status = of->kind->add_worker(store, &me, &id, &of->error);
    const farm_claim wanted = {NULL, of->batch, LEASE_S};
    farm_lease *held = &leases[0], *next = &leases[1];
    if (!of->status)
        of->status = of->kind->claim(store, id, NULL, of->batch, LEASE_S, held, &of->error);
    while (!of->status && held->count) {
        bool taken;
        for (int i = 0; i < held->count; i++)
            answers[i] = (farm_answer){.own = held->tasks[i].own,
                                       .other = held->tasks[i].other,
                                       .guess = FARM_NO_GUESS,
                                       .best = 19,
                                       .nodes = 1};
        of->status =
            of->kind->exchange(store, id, held, answers, (size_t)held->count, &taken, &wanted, next, &of->error);
        farm_lease *before = held;
        held = next;
        next = before;
    }
    if (store)
        of->kind->close(store);
    free(answers);
    free(leases);
    return NULL;
}

static int run(const farm_store_kind *kind, farm_store *store, const char *where, int number, int64_t tasks, int batch,
               int workers)
{
    static bench_worker crew[WORKERS_MAX];
    flank_error error = {0};
    farm_run result = {.id = 0};
    char name[FARM_NAME_SIZE];
    snprintf(name, sizeof name, "bench-%d", number);
    const double start_s = clock_now_s();
    if (fill(kind, store, name, (uint64_t)number, tasks, &error))
        return fail(&error);
    const double filled_s = clock_now_s(), filled_cpu_s = cpu_s();
    for (int i = 0; i < workers; i++) {
        crew[i] = (bench_worker){.kind = kind, .where = where, .batch = batch};
        if (pthread_create(&crew[i].thread, NULL, work, &crew[i]))
            return FAILED;
    }
    for (int i = 0; i < workers; i++)
        pthread_join(crew[i].thread, NULL);
    const double done_s = clock_now_s(), done_cpu_s = cpu_s();
    for (int i = 0; i < workers; i++)
        if (crew[i].status)
            return fail(&crew[i].error);
    if (kind->find_run(store, name, &result, &error))
        return fail(&error);
    printf(
        "run %d: %lld tasks filled in %.2f s; by %d workers, %d a lease, done in %.2f s: %.0f tasks/s; %.1f us of our "
        "own CPU a task\n",
        number, (long long)tasks, filled_s - start_s, workers, batch, done_s - filled_s,
        (double)tasks / (done_s - filled_s), (done_cpu_s - filled_cpu_s) * 1e6 / (double)tasks);
    fflush(stdout);
    return result.done == tasks && !result.waiting && !result.leased ? 0 : 1;
}

int main(int argc, char **argv)
{
    const int64_t tasks = argc > 2 ? atoll(argv[2]) : 100000;
    const int batch = argc > 3 ? atoi(argv[3]) : 128, workers = argc > 4 ? atoi(argv[4]) : 1;
    const int runs = argc > 5 ? atoi(argv[5]) : 1;
    if (argc < 2 || argc > 6 || tasks < 1 || batch < 1 || batch > FARM_BATCH_MAX || workers < 1 ||
        workers > WORKERS_MAX || runs < 1 || runs > RUNS_MAX) {
        fputs("usage: bench_farm STORE [TASKS [BATCH [WORKERS [RUNS]]]]\n", stderr);
        return USAGE;
    }
    flank_error error = {0};
    farm_store *store;
    const farm_store_kind *kind = farm_store_kind_of(argv[1]);
    if (!kind || kind->open(argv[1], true, &store, &error))
        return fail(&error);
    int status = 0;
    for (int i = 0; i < runs && !status; i++)
        status = run(kind, store, argv[1], i + 1, tasks, batch, workers);
    kind->close(store);
    return status;
}
