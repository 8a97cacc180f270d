/* SPDX-License-Identifier: MIT
 *
 * farm_crowd STORE WORKERS SECONDS TASK_S BATCH: workers that claim, wait as long as their tasks would take, and
 * report, each with a connection of its own. STORE must not be there yet; it gets tasks for all of them.
 *
 * Prints one line of JSON: the tasks that were brought back in a second of all working (they do not begin and end at
 * one moment), the longest and the mean time of a claim and of a finish, and the share of their time that the workers
 * had tasks to work at. Exit status 1 if a task was lost or counted twice.
 */
#include "core/clock.h"
#include "core/random.h"
#include "farm/farm_store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { USAGE = 64, FAILED = 70, CHUNK = 4096, WORKERS_MAX = 4096, LEASE_S = 300, STACK = 256 << 10 };

typedef struct crowd {
    const farm_store_kind *kind;
    const char *where;
    int batch;
    double task_s, end_s;
} crowd;

typedef struct member {
    const crowd *crowd;
    pthread_t thread;
    uint64_t seed;
    int64_t tasks, checks, calls; /* checks: answers of others that were given again */
    double working_s, claiming_s, finishing_s, longest_claim_s, longest_finish_s, left_s;
    flank_error error;
    flank_status status;
} member;

static int fail(const flank_error *error)
{
    char text[FLANK_ERROR_TEXT_SIZE];
    fprintf(stderr, "farm_crowd: %s\n", flank_error_text(error, text, sizeof text));
    return FAILED;
}

static flank_status fill(const crowd *of, farm_store *store, int64_t tasks, int64_t *run, flank_error *error)
{
    static farm_item items[CHUNK];
    random_state random = {1};
    const farm_plan plan = {.name = "crowd", .wish = {FARM_EXACT, 0}};
    flank_status status = of->kind->begin_run(store, &plan, run, error);
    for (int64_t at = 0; at < tasks && !status; at += CHUNK) {
        const size_t count = tasks - at < CHUNK ? (size_t)(tasks - at) : CHUNK;
        for (size_t i = 0; i < count; i++) {
            const uint64_t own = random_next(&random);
            items[i] = (farm_item){.own = own, .other = random_next(&random) & ~own};
        }
        status = of->kind->add_items(store, *run, at, items, count, error);
    }
    return status ? status : of->kind->open_run(store, *run, error);
}

static void wait_s(double seconds)
{
    nanosleep(
        &(struct timespec){.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)},
        NULL);
}

static double larger(double a, double b) { return a > b ? a : b; }

static bool claim(member *of, farm_store *store, int64_t id, farm_lease *lease)
{
    const double start_s = clock_now_s();
    of->status = of->crowd->kind->claim(store, id, NULL, of->crowd->batch, LEASE_S, lease, &of->error);
    const double took_s = clock_now_s() - start_s;
    of->claiming_s += took_s;
    of->longest_claim_s = larger(of->longest_claim_s, took_s);
    of->calls++;
    return !of->status && lease->count;
}

static void finish(member *of, farm_store *store, int64_t id, const farm_lease *lease, farm_answer *answers)
{
    bool taken = false;
    for (int i = 0; i < lease->count; i++)
        answers[i] = (farm_answer){
            .own = lease->tasks[i].own, .other = lease->tasks[i].other, .guess = FARM_NO_GUESS, .best = 19, .nodes = 1};
    const double start_s = clock_now_s();
    of->status = of->crowd->kind->finish(store, id, lease, answers, (size_t)lease->count, &taken, &of->error);
    const double took_s = clock_now_s() - start_s;
    of->finishing_s += took_s;
    of->longest_finish_s = larger(of->longest_finish_s, took_s);
    *(lease->again ? &of->checks : &of->tasks) += taken ? lease->count : 0;
}

/* Work until the end, which no lease oversteps: the last one is cut to the time that is left. */
static void *work(void *argument)
{
    member *of = argument;
    const crowd *all = of->crowd;
    static const farm_worker me = {.host = "crowd", .build = "0", .threads = 1};
    farm_lease *lease = malloc(sizeof *lease);
    farm_answer *answers = calloc(FARM_BATCH_MAX, sizeof *answers);
    random_state random = {of->seed};
    farm_store *store = NULL;
    int64_t id = 0;
    of->status = lease && answers ? all->kind->open(all->where, false, &store, &of->error) : FLANK_NO_MEMORY;
    if (!of->status)
        of->status = all->kind->add_worker(store, &me, &id, &of->error);
    /* At the beginning they are anywhere in their first lease. */
    wait_s(random_below(&random, 1000) / 1000.0 * larger(0, of->left_s < 20 ? of->left_s : 20));
    const double start_s = clock_now_s();
    while (!of->status && clock_now_s() < all->end_s && claim(of, store, id, lease)) {
        const double work_s = all->task_s * lease->count;
        wait_s(work_s);
        of->working_s += work_s;
        finish(of, store, id, lease, answers);
    }
    of->left_s = clock_now_s() - start_s;
    if (store)
        all->kind->close(store);
    free(answers);
    free(lease);
    return NULL;
}

static int print_sum(const member *members, int workers, double seconds)
{
    member sum = {.tasks = 0};
    for (int i = 0; i < workers; i++) {
        const member *of = &members[i];
        if (of->status)
            return fail(&of->error);
        sum.tasks += of->tasks;
        sum.checks += of->checks;
        sum.calls += of->calls;
        sum.working_s += of->working_s;
        sum.claiming_s += of->claiming_s;
        sum.finishing_s += of->finishing_s;
        sum.left_s += of->left_s;
        sum.longest_claim_s = larger(sum.longest_claim_s, of->longest_claim_s);
        sum.longest_finish_s = larger(sum.longest_finish_s, of->longest_finish_s);
    }
    const double calls = sum.calls > 0 ? (double)sum.calls : 1;
    printf("{\"workers\":%d,\"tasks\":%lld,\"checks\":%lld,\"seconds\":%.1f,\"tasks_per_s\":%.0f,\"claim_ms\":%.2f,"
           "\"longest_claim_ms\":%.1f,\"finish_ms\":%.2f,\"longest_finish_ms\":%.1f,\"working\":%.4f}\n",
           workers, (long long)sum.tasks, (long long)sum.checks, seconds,
           sum.left_s > 0 ? (double)sum.tasks * workers / sum.left_s : 0, sum.claiming_s / calls * 1e3,
           sum.longest_claim_s * 1e3, sum.finishing_s / calls * 1e3, sum.longest_finish_s * 1e3,
           sum.left_s > 0 ? sum.working_s / sum.left_s : 0);
    return 0;
}

static int run(crowd *of, int workers, double seconds)
{
    member *members = calloc((size_t)workers, sizeof *members);
    flank_error error = {0};
    farm_store *store;
    farm_run result;
    int64_t id, tasks = 0;
    pthread_attr_t small;
    /* For their time, and a lease each. */
    const int64_t needed = (int64_t)((seconds / of->task_s + 2 * of->batch) * workers) + of->batch;
    if (!members || of->kind->open(of->where, true, &store, &error) || fill(of, store, needed, &id, &error))
        return fail(&error);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    const double start_s = clock_now_s();
    of->end_s = start_s + seconds;
    for (int i = 0; i < workers; i++) {
        members[i] = (member){.crowd = of, .seed = (uint64_t)i + 1, .left_s = seconds / 2};
        if (pthread_create(&members[i].thread, &small, work, &members[i]))
            return FAILED;
    }
    for (int i = 0; i < workers; i++)
        pthread_join(members[i].thread, NULL);
    const int status = print_sum(members, workers, clock_now_s() - start_s);
    for (int i = 0; i < workers; i++)
        tasks += members[i].tasks;
    if (status || of->kind->find_run(store, "crowd", &result, &error))
        return status ? status : fail(&error);
    of->kind->close(store);
    free(members);
    return result.done == tasks && result.waiting + result.done == needed && !result.leased ? 0 : 1;
}

int main(int argc, char **argv)
{
    const int workers = argc == 6 ? atoi(argv[2]) : 0, batch = argc == 6 ? atoi(argv[5]) : 0;
    const double seconds = argc == 6 ? strtod(argv[3], NULL) : 0, task_s = argc == 6 ? strtod(argv[4], NULL) : 0;
    if (workers < 1 || workers > WORKERS_MAX || batch < 1 || batch > FARM_BATCH_MAX || seconds <= 0 || task_s <= 0) {
        fputs("usage: farm_crowd STORE WORKERS SECONDS TASK_S BATCH\n", stderr);
        return USAGE;
    }
    crowd all = {.kind = farm_store_kind_of(argv[1]), .where = argv[1], .batch = batch, .task_s = task_s};
    return all.kind ? run(&all, workers, seconds) : USAGE;
}
